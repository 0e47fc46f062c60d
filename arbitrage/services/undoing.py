"""Undo of the last act: an inverse event is appended, and both events stay in the history."""

import uuid
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Duty, Event, Incident, Result, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.duties import reopen_duty
from arbitrage.services.incidents.sharing import unsay
from arbitrage.services.record import tournament_rows
from arbitrage.services.record.history import lock
from arbitrage.services.results.entering import take_back_correction
from arbitrage.services.results.wrong_score import take_back_at_call
from arbitrage.services.tournaments.evenings import is_of_the_plan

if TYPE_CHECKING:
    from django.contrib.auth.models import User

WITHIN = timedelta(minutes=1)
"""Time within which an act can be undone. A page offers it for ten seconds; a slow network needs more time."""

OF_A_TOURNAMENT: Mapping[str, tuple[str, ...]] = {
    "round_begun": (),
    "table_closed": ("table", "section", "since"),
    "pair_left": ("contestant", "since"),
    "round_drawn": ("drawn",),
    "round_exchanged": ("drawn",),
    "line_up_set": ("pairs", "round"),
}
"""Kinds of events of a tournament that can be undone, with the fields that the inverse event repeats."""


UNDOABLE = ("table_said", "duty_done", "result_corrected", *OF_A_TOURNAMENT)


def last_of(stream: Tournament | Incident, by: "User") -> Event | None:
    """Find the last act in a stream that can be undone, ignoring consequences of other acts; None without such an act,
    or if it is another user's."""
    acts = Event.objects.filter(stream_id=stream.pk, kind__in=UNDOABLE).order_by("-seq")
    last = next((act for act in acts[:LOOKED_AT] if not _follows(act)), None)
    return last if last is not None and last.by_id == by.pk else None


def _follows(act: Event) -> bool:
    """Is an act only the consequence of another one: a duty closed by a ruling, by the table, or by its moment?"""
    if act.kind != "duty_done":
        return False
    return bool(act.data.get("closed_by")) or Duty.objects.filter(pk=act.data["duty"]).exclude(question="").exists()


LOOKED_AT = 20
"""Number of latest acts of a stream that are searched."""


@transaction.atomic
def undo(*, event: Event, by: "User") -> None:
    """Undo the act of an event.

    :raises Refused: it is too late, the rows have changed since, or the act cannot be undone.
    """
    if clock.now() - event.at > WITHIN:
        raise Refused(_("It is too late to undo this with one tap. What was done can still be corrected."), "too_late")
    match event.kind:
        case "table_said":
            unsay(incident=Incident.objects.get(pk=event.stream_id), said=event, by=by)
        case "duty_done":
            reopen_duty(duty=Duty.objects.get(pk=event.data["duty"]), by=by)
        case "result_corrected":
            take_back_correction(event=event, by=by)
            if call := event.data.get("call"):
                take_back_at_call(call=uuid.UUID(call), by=by)
        case kind if kind in OF_A_TOURNAMENT:
            take_back(event=event, by=by)
        case _:
            raise Refused(_("This cannot be undone with one tap."), "no_undo")


@transaction.atomic
def take_back(*, event: Event, by: "User") -> None:
    """Undo an act on a tournament, however old, for example the closing of a table.

    :raises Refused: the rows have changed since.
    """
    lock(event.stream_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=event.stream_id)
    if any(
        undo.data["of"] == str(event.pk) for undo in Event.objects.filter(stream=event.stream_id, kind="taken_back")
    ):
        return
    values = {name: event.data[name] for name in OF_A_TOURNAMENT[event.kind] if name in event.data}
    if event.kind == "round_begun":
        values["number"] = (
            tournament_rows.rows_before(event)[Tournament].get(str(tournament.pk), {}).get("current_round")
        )
    changed = Refused(_("Something has changed since: this cannot be undone any more."), "changed")
    if not is_of_the_plan(event):
        raise changed
    try:
        tournament_rows.take_back(tournament, event, by=by, **values)
    except tournament_rows.ChangedSince:
        raise changed from None
    if _sits_twice(tournament, event.data.get("gone", {}).get("Result", ())):
        raise changed


def _sits_twice(tournament: Tournament, restored: Iterable[str]) -> bool:
    """Does a pair of the *restored* lines sit at another table in the same round?"""
    lines = Result.objects.filter(pk__in=list(restored), round__isnull=False)
    places = set(lines.order_by().values_list("round", "table", "ns", "ew"))
    there = Result.objects.filter(board__tournament=tournament)
    return any(
        there.filter(Q(ns__in=(ns, ew)) | Q(ew__in=(ns, ew)), round=round).exclude(table=table).exists()
        for round, table, ns, ew in places
    )

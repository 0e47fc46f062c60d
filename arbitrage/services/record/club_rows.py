"""Rows of a club that are recorded in the events of its chain: writing, comparing and rebuilding them.

They are the club itself with its regulations, its members, its invitations, its players' links, its table sheets and
its notes on conduct. Each event that changes such a row contains the new row (`rows`). Events contain no names of
persons, only one digest of the names of all members.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.utils.translation import gettext as _

from arbitrage.models import Club, ConductNote, Event, Invitation, Membership, PlayerLink, TableSheet
from arbitrage.services.record import history, person_numbers, unlike_rows
from arbitrage.services.record.rows import Outside, Told, columns_of, compared, restore, stored, table_of, told

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MODELS: tuple[type[models.Model], ...] = (Club, Membership, Invitation, PlayerLink, TableSheet, ConductNote)
"""Models whose rows are in a club's events, owners first."""

OUTSIDE: Outside = {
    Membership: frozenset({"pin", "pin_failures", "pin_locked_until"}),  # secrets, and counters of failed tries
    Invitation: frozenset({"name"}),
    ConductNote: frozenset({"player", "words"}),  # the event has their digest
}
"""Columns that are in no event."""


def append(
    club: Club,
    kind: str,
    /,
    *,
    by: "User | None",
    rows: Sequence[models.Model] = (),
    gone: Sequence[models.Model] = (),
    base: bool = False,
    **data: Any,
) -> Event:
    """Append an event to the club's chain, with the new values of the changed *rows*, and the ids of deleted rows
    (*gone*). With *base* the event has every row of the club."""
    if base:
        rows, data["base"] = [row for model in MODELS for row in _of(model, club)], True
    if tables := [_table(model, rows) for model in MODELS if any(type(row) is model for row in rows)]:
        data["rows"] = tables
    for row in gone:
        data.setdefault("gone", {}).setdefault(type(row).__name__, []).append(str(row.pk))
    if base or any(isinstance(row, Membership) for row in (*rows, *gone)):
        data["people"] = people_digest(club)
    return history.append(club.pk, kind, by=by, club=club, **data)


def end_links(club: Club, *, by: "User | None", contestants: Iterable[models.Model]) -> None:
    """Delete the players' links of these contestants, before the contestants themselves are deleted; nothing is
    appended for contestants without links."""
    links = list(PlayerLink.objects.filter(club=club, contestant__in=[pair.pk for pair in contestants]).order_by("pk"))
    if links:
        PlayerLink.objects.filter(pk__in=[link.pk for link in links]).delete()
        append(club, "player_links_ended", by=by, gone=links)


def people_digest(club: Club) -> str:
    """Digest the user names and names of a club's members: 64 hexadecimal digits."""
    names = ("user_id", "user__username", "user__first_name", "user__last_name")
    members = Membership.objects.filter(club=club).order_by("user_id").values_list(*names)
    return history.digest(history.canonical([list(member) for member in members]))


def differences(club: Club) -> list[str]:
    """List the differences between the stored rows of a club and its events: "Membership 0190...: role"; [] when there
    are none."""
    told_rows, whole, people = told(_events(club), MODELS, person_numbers.of_club(club.pk))
    problems = compared(told_rows, _stored(club), whole=whole)
    if whole and people != people_digest(club):
        sentence = _("%(row)s: the names of its members are not those that were recorded")
        problems.append(sentence % {"row": unlike_rows.named("Club", club.pk)})
    return problems


@transaction.atomic
def rebuild(club: Club) -> list[str]:
    """Restore the stored rows of a club from its events; return the changes in the form of `differences`."""
    history.lock(club.pk)
    problems = differences(club)
    told_rows, whole, _people = told(_events(club), MODELS, person_numbers.of_club(club.pk))
    restore(told_rows, _stored(club), whole=whole)
    return problems


def is_whole(club: Club) -> bool:
    """Does the chain have an event with all rows of the club? Clubs of an earlier version have none until they are
    adopted."""
    return Event.objects.filter(stream_id=club.pk, body__contains='"base":true').exists()


@transaction.atomic
def adopt(club: Club, known: Iterable[str] = ()) -> Event | None:
    """Append all rows of a club of an earlier version to its chain, with the differences *known* at that time; None if
    its chain has them already."""
    return None if is_whole(club) else append(club, "club_adopted", by=None, base=True, differences=list(known))


def _table(model: type[models.Model], rows: Sequence[models.Model]) -> dict[str, Any]:
    return table_of(model, columns_of(model, OUTSIDE), [row for row in rows if type(row) is model], False)


def _events(club: Club) -> "models.QuerySet[Event]":
    return Event.objects.filter(stream_id=club.pk).order_by("seq")


def _of(model: type[models.Model], club: Club) -> "models.QuerySet[Any]":
    return model._default_manager.filter(**{"pk" if model is Club else "club": club.pk}).order_by("pk")


def _stored(club: Club) -> Told:
    return {model: stored(_of(model, club), OUTSIDE) for model in MODELS}

"""Calls for the director that players make by their table sheet. A table has one open call at most, which the players
can take back until a director attends it."""

import datetime
import uuid
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Club, Event, Incident, Inquiry, Section, TableSheet
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.call import open_incident, withdraw_incident
from arbitrage.services.people import table_sheets

ABOUT = ("lead-out-of-turn", "exposed-card", "revoke", "insufficient-bid", "call-out-of-turn", "hesitation")
"""Cases that players may name with a call, by the names of their pages of the Code for players."""

OFTEN = 5
LATELY = datetime.timedelta(minutes=10)
"""Period in which a table may make at most OFTEN calls, including those taken back."""


def open_call(sheet: TableSheet, section: Section) -> Incident | None:
    """Find the open call of a table, by a director or by players; None without one."""
    return _open_at(sheet, section).order_by("called_at", "pk").first()


def _open_at(sheet: TableSheet, section: Section) -> QuerySet[Incident]:
    begun = Inquiry.objects.exclude(stage=Inquiry.Stage.DROPPED).values("incident")
    here = Incident.objects.filter(tournament=sheet.tournament_id, section=section, table=sheet.table)
    return here.filter(state=Incident.State.OPEN).exclude(pk__in=begun)


@transaction.atomic
def call(*, sheet: TableSheet, called_by: str = "", about: str = "", id: uuid.UUID | None = None) -> Incident:
    """Call the director from a table, without an account. An open call of the table is reused, from any telephone; a
    repetition with the same *id* makes one call.

    :raises Refused: the sheet is closed, or the table has called too often.
    """
    Club.objects.select_for_update(no_key=True).get(pk=sheet.club_id)
    section = table_sheets.check_open(sheet)
    if about not in ("", *ABOUT):
        about = ""
    if (earlier := open_call(sheet, section)) is not None:
        return earlier
    if id is not None and (sent := Incident.objects.filter(pk=id, tournament=sheet.tournament_id).first()):
        return sent
    called = Incident.objects.filter(tournament=sheet.tournament_id, section=section, table=sheet.table)
    if called.filter(opened_by=None, called_at__gt=clock.now() - LATELY).count() >= OFTEN:
        raise Refused(_("This table has called several times. Raise your hand: the director comes."), "often")
    boards = Board.objects.filter(
        results__section=section, results__table=sheet.table, results__round=sheet.tournament.current_round
    )
    known = list(boards.distinct()[:2]) if sheet.tournament.current_round else []
    place: dict[str, Any] = {"section": section, "table": sheet.table, "board": known[0] if len(known) == 1 else None}
    from_table = {"sheet": str(sheet.pk), "about": about}
    return open_incident(
        tournament=sheet.tournament, by=None, called_by=called_by, id=id, from_table=from_table, **place
    )


@transaction.atomic
def take_back(*, sheet: TableSheet, incident: Incident) -> None:
    """Take back a call of this table that nobody attends yet. A repetition changes nothing.

    :raises Refused: a director attends it, or the call is another table's.
    """
    section = table_sheets.check_open(sheet)
    Club.objects.select_for_update(no_key=True).get(pk=sheet.club_id)
    call = Incident.objects.filter(
        pk=incident.pk, tournament=sheet.tournament_id, section=section, table=sheet.table, opened_by=None
    ).first()
    if call is None:
        raise Refused(_("Only the call of this table is taken back here."), "elsewhere")
    if call.state == Incident.State.WITHDRAWN:
        return
    if call.attended_by_id is not None or call.state != Incident.State.OPEN or call.inquiries.exists():
        raise Refused(_("The director is on his way: tell him."), "attended")
    withdraw_incident(incident=call, by=None)


def told_by_table(incidents: "list[Incident]") -> dict[uuid.UUID, str]:
    """Return the case that the table named for each call made by players; "" for none."""
    by_players = [incident.pk for incident in incidents if incident.opened_by_id is None]
    if not by_players:
        return {}
    opened = Event.objects.filter(stream__in=by_players, seq=1)
    return {
        event.stream_id: event.data["from_table"].get("about", "") for event in opened if "from_table" in event.data
    }

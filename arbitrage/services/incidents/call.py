"""Calls: an incident is opened, placed, attended by a director, or withdrawn as a mistake."""

import uuid
from collections.abc import Mapping
from copy import copy
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import IntegerField, QuerySet, UUIDField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.database.prepared import Prepared
from arbitrage.models import Board, Club, Event, Incident, Inquiry, Result, Section, Tournament
from arbitrage.models.board import LARGEST_NUMBER, SEATS
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.facts import complete_facts
from arbitrage.services.incidents.locking import fresh, locked, reused, writable
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.incidents.sharing import share
from arbitrage.services.incidents.stages import set_scores_aside
from arbitrage.services.record import incident_index
from arbitrage.services.record.history import append, record, stamp
from arbitrage.services.record.keys import key_from, key_of, key_text
from arbitrage.services.record.projection import DatabaseRows, apply
from arbitrage.services.tournaments.finality import check_not_final

if TYPE_CHECKING:
    from django.contrib.auth.models import User

A_DOUBLE_TAP = timedelta(seconds=10)


@transaction.atomic
def open_incident(
    *,
    tournament: Tournament,
    by: "User | None",
    section: Section | None = None,
    table: int | None = None,
    board: Board | None = None,
    round: int | None = None,
    called_by: str = "",
    id: uuid.UUID | None = None,
    called_at: datetime | None = None,
    from_table: Mapping[str, str] | None = None,
) -> Incident:
    """Open an incident for a player's call, and number it within the club and year. A call that is sent twice under one
    *id* opens one incident.

    Section, table and board may be set later (`place_incident`). *round* is the tournament's current one unless given.
    *called_at* is the time of a call that a device noted while offline and sends later. *from_table* names the table
    sheet by which players called without an account (no *by*), and the case that they chose.

    :raises Refused: the *id* is another incident's, or the place is not of this tournament.
    """
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    asked = {"section": key_text(section), "table": table, "board": key_text(board), "called_by": called_by}
    if id is not None and (stored := Incident.objects.filter(pk=id).first()):
        return _opened_already(stored, tournament, by, asked)
    place = _place(tournament, section, table, board, round)
    now = clock.now()
    year = timezone.localdate(now).year
    numbers = Incident.objects.filter(club=tournament.club_id, year=year).order_by("-number")
    last = numbers.values_list("number", flat=True).first() or 0
    key = id or uuid7()
    if called_by and called_by not in SEATS:
        raise ValueError(f"{called_by!r} is not a seat")
    noted: dict[str, Any] = {"called_at": stamp(called_at)} if called_at is not None and called_at < now else {}
    if from_table is not None:
        noted["from_table"] = dict(from_table)
    # the event is written before the incident to which it refers, in the same transaction
    event = append(
        key,
        "incident_opened",
        by=by,
        club=tournament.club_id,
        tournament=tournament,
        board=board,
        incident=key,
        at=now,
        **place,
        year=year,
        number=last + 1,
        called_by=called_by,
        asked=asked,
        **noted,
    )
    apply(event, DatabaseRows())
    incident_index.refresh(key)
    return Incident.objects.get(pk=key)


def _opened_already(stored: Incident, tournament: Tournament, by: "User | None", asked: Mapping[str, Any]) -> Incident:
    opened = stored.events.get(seq=1)
    if (stored.tournament_id, stored.opened_by_id, opened.data["asked"]) != (tournament.pk, by and by.pk, asked):
        raise reused()
    return stored


@transaction.atomic
def answer_call(
    *,
    tournament: Tournament,
    by: "User",
    section: Section | None = None,
    table: int | None = None,
    board: Board | None = None,
    round: int | None = None,
    id: uuid.UUID | None = None,
    called_at: datetime | None = None,
) -> Incident:
    """Record that a director goes to a table: for its open call of the round that has no inquiry yet, or else for a new
    call.

    So repeated taps for a table, by one director or by two, make one call. Without a table, two taps of a director
    within A_DOUBLE_TAP make one call, unless they have an *id*. *board* is the board that the table plays, if known. A
    repetition with the same *id* is the same call.

    :raises Refused: the place is not of this tournament, or the *id* is used for something else.
    """
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    if id is not None and (answered := _answered_before(id, tournament, by)):
        return answered
    if table is None:
        called = _unanswered(tournament, section, table).filter(opened_by=by, called_at__gt=clock.now() - A_DOUBLE_TAP)
    else:
        called = unanswered_at(tournament, section, table, board, round)
    # without a table, only an identifier distinguishes two calls from a double tap
    twice = table is not None or id is None
    earlier = called.order_by("called_at", "pk").first() if twice else None
    if earlier is not None:
        if id is not None:  # stored, so that a repetition with this id finds it
            record(locked(earlier), by, "call_repeated", id=id)
        if earlier.attended_by_id is None:  # the players called by their table sheet, or its director left it
            return attend(incident=earlier, by=by)
        return earlier
    place: dict[str, Any] = {"section": section, "table": table, "board": board, "round": round}
    incident = open_incident(tournament=tournament, by=by, **place, id=id, called_at=called_at)
    return attend(incident=incident, by=by)


def unanswered_at(
    tournament: Tournament, section: Section | None, table: int, board: Board | None, round: int | None = None
) -> QuerySet[Incident]:
    """Find the open calls without an inquiry of a table in this round, by default that of the board, or the current
    one. The players of another round sit elsewhere.

    :raises Refused: the place is not of this tournament.
    """
    place = _place(tournament, section, table, board, round)
    return _unanswered(tournament, section, table).filter(round=place["round"])


def _unanswered(tournament: Tournament, section: Section | None, table: int | None) -> QuerySet[Incident]:
    return Incident.objects.filter(
        tournament=tournament, state=Incident.State.OPEN, section=section, table=table, inquiries=None
    )


def _answered_before(id: uuid.UUID, tournament: Tournament, by: "User") -> Incident | None:
    """Find the call that was sent under this identifier before, or the one with which it was merged."""
    repeated = Event.objects.filter(pk=id).first()
    incident = Incident.objects.filter(pk=repeated.stream_id if repeated else id).first()
    if repeated is None and incident is None:
        return None
    ours = incident is not None and (incident.tournament_id == tournament.pk)
    first_by = repeated.by_id if repeated else incident and incident.opened_by_id
    if not ours or first_by != by.pk or (repeated is not None and repeated.kind != "call_repeated"):
        raise reused()
    return incident


@transaction.atomic
def attend(*, incident: Incident, by: "User") -> Incident:
    """Record that a director goes to the table, so that the other directors see it. The event names the director from
    whom he takes over, if any. A repetition changes nothing."""
    incident = writable(locked(incident, alone=True))
    if incident.attended_by_id != by.pk:
        predecessor: dict[str, Any] = {} if incident.attended_by_id is None else {"from": incident.attended_by_id}
        record(incident, by, "attended", **predecessor)
    return incident


@transaction.atomic
def say_who_called(*, incident: Incident, seat: str, by: "User") -> Incident:
    """Record which player called the director, N, E, S or W. A repetition changes nothing."""
    incident = writable(locked(incident, alone=True))
    if seat not in SEATS:
        raise ValueError(f"{seat!r} is not a seat")
    if incident.called_by != seat:
        record(incident, by, "caller_said", called_by=seat)
    return incident


@transaction.atomic
def leave_to_another(*, incident: Incident, by: "User") -> Incident:
    """Remove the director from the call, which waits in the room for another one. A repetition changes nothing."""
    incident = writable(locked(incident, alone=True))
    if incident.attended_by_id is not None:
        record(incident, by, "left_to_another", was=incident.attended_by_id)
    return incident


@transaction.atomic
def place_incident(
    *,
    incident: Incident,
    by: "User | None",
    section: Section | None = None,
    table: int | None = None,
    board: Board | None = None,
    round: int | None = None,
    line: Result | None = None,
) -> Incident:
    """Set the place of the incident, or make it more precise; values that are not given stay.

    The incident's result is *line*, or else the only line of the board at that table. Separate events complete the
    facts of the inquiries from this result, and rulings that depend on these facts are issued again. A score that was
    confirmed for another result is withdrawn.

    :raises Refused: the incident is over, the place is not of this tournament, or it differs from that of a final
    decision.
    """
    incident = writable(locked(incident, line.board if line is not None else board))
    if line is not None:
        board, section, table = line.board, line.section, line.table
    place = _place(
        incident.tournament,
        section or incident.section,
        table or incident.table,
        board or incident.board,
        round,
        line or _line_chosen(incident, board, section, table),
        incident.round,
    )
    before = (incident.section_id, incident.table, incident.round, incident.board_id, incident.result_id)
    after = (
        key_from(place["section"]),
        place["table"],
        place["round"],
        key_of(board or incident.board),
        key_from(place["result"]),
    )
    if before == after:
        return incident
    if any(was not in (None, now) for at, (was, now) in enumerate(zip(before, after, strict=True)) if at != ROUND):
        _check_not_final(incident)
    old_place = copy(incident)
    old_place.end = None  # so that `share` takes only the old place from this copy, and reads the incident again
    if incident.result_id != after[-1]:
        set_scores_aside(incident, by)
    record(incident, by, "placed", board=board, **place)
    placed = _with_end_of(incident)
    if complete_facts(placed, by) | share(old_place, by):  # the table that the incident has left
        placed = _with_end_of(placed)
    return fresh(placed) if share(placed, by) else placed


def _with_end_of(incident: Incident) -> Incident:
    """Read the incident again within the transaction that has locked it."""
    reread = fresh(incident)
    reread.end = incident.end
    return reread


ROUND = 2
"""Index of the round in the place of an incident. The round follows from the result, and does not help to find it."""


def _check_not_final(incident: Incident) -> None:
    for inquiry in incident.inquiries.exclude(stage=Inquiry.Stage.DROPPED):
        check_not_final(inquiry)


def _line_chosen(incident: Incident, board: Board | None, section: Section | None, table: int | None) -> Result | None:
    """Return the incident's present line if it agrees with this place, because a director may have chosen it among
    several, or it may have no table; else None."""
    line = incident.result
    if line is None:
        return None
    places = ((board, line.board), (section, line.section), (table or incident.table, line.table))
    return line if all(None in (here, of_line) or here == of_line for here, of_line in places) else None


def _place(
    tournament: Tournament,
    section: Section | None,
    table: int | None,
    board: Board | None,
    round: int | None,
    line: Result | None = None,
    before: int | None = None,
) -> dict[str, Any]:
    """Build the place with its result, and with the section and round of this result; without a result, the round is
    *before*, or else the current one."""
    elsewhere = any(place is not None and place.tournament_id != tournament.pk for place in (section, board))
    if elsewhere or not all(number is None or 1 <= number <= LARGEST_NUMBER for number in (table, round)):
        raise Refused(_("This table or board is not of this tournament. Choose it again."), "elsewhere")
    result = line or _result(board, section, table)
    if section is None and result is not None:
        section = result.section
    return {
        "section": key_text(section),
        "table": table,
        "round": round or (result.round if result else None) or before or tournament.current_round,
        "result": key_text(result),
    }


def _result(board: Board | None, section: Section | None, table: int | None) -> Result | None:
    """Find the only result of the board at that table; None when there is none, or several."""
    if board is None or table is None:
        return None
    at = {"board": board.pk, "table": table}
    lines = _LINES_AT(**at) if section is None else _LINES_IN(**at, section=section.pk)
    return lines[0] if len(lines) == 1 else None


def _lines_at(**at: Any) -> QuerySet[Result]:
    return Result.objects.filter(**at).select_related("section").order_by("position")[:2]


_LINES_AT = Prepared(_lines_at, board=UUIDField(), table=IntegerField())
_LINES_IN = Prepared(_lines_at, board=UUIDField(), table=IntegerField(), section=UUIDField())


@transaction.atomic
def withdraw_incident(*, incident: Incident, by: "User | None", reason: str = "") -> Incident:
    """Withdraw a call that was a mistake or was entered twice. Everything stays readable; its adjusted score no longer
    counts.

    :raises Refused: the decision is final.
    """
    incident = locked(incident)
    if incident.state == Incident.State.WITHDRAWN:
        return incident
    incident = writable(incident)
    _check_not_final(incident)
    note = note_of(incident, words_typed(reason))
    set_scores_aside(incident, by)
    record(incident, by, "incident_withdrawn", was=incident.state, note=key_text(note))
    share(incident, by)
    return incident

"""The state of play at a table on one board (penalty cards, restrictions, declarer), computed from the log of all
rulings and statements there.

Neither state nor log is stored: the rulings are in the inquiries, the director's statements in `table_said` events. The
log has the rulings and statements of all calls of one board and table, in order of time, so that each ruling sees the
effects of the earlier ones.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import IntegerField, QuerySet, UUIDField, prefetch_related_objects

from arbitrage.database.prepared import Prepared
from arbitrage.models import Event, Incident, Inquiry
from arbitrage.models.history import data_of
from arbitrage.models.rows_of_calls import ANSWERS_OF
from arbitrage.services.incidents.board_facts import board_facts
from rulings.auction import Auction
from rulings.bridge import Seat
from rulings.engine.roles import handed
from rulings.engine.ruling import When
from rulings.table import Ended, Said, Table
from rulings.table_from_log import Entry, entries, folded, of_board

R = TypeVar("R")

SAID = "table_said"
LOGGED = ("answered", "moment_taken_back", "ruling_issued", SAID, "table_unsaid")
"""Kinds of events that are entries of the log, or determine the position of an entry."""

Place = tuple[datetime, str]
"""Position of an entry in the log: the time and the id of its event, which sort in order of time."""


@dataclass(frozen=True)
class Logged:
    """An entry of the log at its place. *inquiry* is the id of the inquiry whose ruling it is, None for a director's
    statement."""

    place: Place
    entry: Entry
    inquiry: uuid.UUID | None = None


TableKey = uuid.UUID | tuple[uuid.UUID, uuid.UUID | None, int]
"""Key of a table and board: the ids of board and section, and the table; or the id of the call while board or table is
unknown."""


def table_key(incident: Incident) -> TableKey:
    if incident.board_id is None or incident.table is None:
        return incident.pk
    return incident.board_id, incident.section_id, incident.table


class AtOneTable(Generic[R]):
    """A query for the calls at an incident's table about its board, without withdrawn ones. While the board or table is
    unknown, it finds the incident alone. *of* builds the rows to query from these calls."""

    def __init__(self, of: "Callable[[QuerySet[Incident]], QuerySet[Any, R]]") -> None:
        counted = Incident.objects.exclude(state=Incident.State.WITHDRAWN)
        places: dict[str, Any] = {"board": UUIDField(), "table": IntegerField()}
        self._alone = Prepared(lambda call: of(counted.filter(pk=call)), call=UUIDField())
        self._there = Prepared(lambda **at: of(counted.filter(**at)), **places, section=UUIDField())
        self._without_section = Prepared(lambda **at: of(counted.filter(**at, section=None)), **places)

    def __call__(self, incident: Incident) -> list[R]:
        """Run the query for an incident."""
        if incident.board_id is None or incident.table is None:
            return self._alone(call=incident.pk)
        if incident.section_id is None:
            return self._without_section(board=incident.board_id, table=incident.table)
        return self._there(board=incident.board_id, table=incident.table, section=incident.section_id)


same_table = AtOneTable(lambda calls: calls)
_KEYS = AtOneTable(lambda calls: calls.order_by().values_list("pk", flat=True))


def log_of(incident: Incident) -> list[Logged]:
    """List the rulings and statements at the table of an incident about its board, in order of time.

    An inquiry has one entry for each stage (each moment that it has waited for), at the place of the first ruling of
    the stage; a changed answer changes the entry but not its place. While the inquiry has an open question again, its
    last rulings still apply.
    """
    calls = _KEYS(incident)
    return _log(_said_of(calls), _inquiries_of(calls))


def logs_of(calls: Sequence[Incident], events: Iterable[Event] | None = None) -> dict[uuid.UUID, list[Logged]]:
    """Return the log of each call of a board, by incident, as `log_of` does. *calls* are all calls of the board without
    withdrawn ones, with their inquiries loaded; *events* are the events of the board, if already loaded."""
    inquiries = [inquiry for call in calls for inquiry in call.inquiries.all()]
    return logs_among({call.pk: table_key(call) for call in calls}, inquiries, events)


def logs_among(
    tables: Mapping[uuid.UUID, TableKey], inquiries: Iterable[Inquiry], events: Iterable[Event] | None = None
) -> dict[uuid.UUID, list[Logged]]:
    """Return the log of each call at these *tables*, whose *inquiries* in force are already loaded; *events* are those
    of their boards, if loaded too."""
    here = [inquiry for inquiry in inquiries if inquiry.incident_id in tables]
    ANSWERS_OF.put_on(here, "answers")
    prefetch_related_objects([inquiry for inquiry in here if inquiry.stage == Inquiry.Stage.ASKING], "rulings")
    if events is None:
        return _logs(tables, here)
    told = [
        Told(event.pk, event.stream_id, event.kind, event.at, event.body) for event in events if event.kind in LOGGED
    ]
    return _logs(tables, here, sorted(told, key=_place))


def logs_at(calls: Iterable[Incident]) -> dict[uuid.UUID, list[Logged]]:
    """Return the log of each of these calls, by incident, as `log_of` does, in a constant number of queries."""
    asked_calls = list(calls)
    if not asked_calls:
        return {}
    boards = {call.board_id for call in asked_calls if call.board_id is not None}
    board_calls = _CALLS_ON(boards=boards) if boards else []
    tables = {call.pk: table_key(call) for call in [*asked_calls, *board_calls]}
    return _logs(tables, _inquiries_of(tables))


_CALLS_ON = Prepared(
    lambda boards: Incident.objects.filter(board__in=boards).exclude(state=Incident.State.WITHDRAWN),
    boards=[UUIDField()],
)


def _logs(
    tables: Mapping[uuid.UUID, TableKey], inquiries: Iterable[Inquiry], events: Iterable["Told"] | None = None
) -> dict[uuid.UUID, list[Logged]]:
    """Return the logs of calls, by call; *tables* has all calls of their tables."""
    at: defaultdict[TableKey, tuple[list[Told], list[Inquiry]]] = defaultdict(lambda: ([], []))
    for event in _said_of(tables) if events is None else events:
        if event.stream_id in tables:
            at[tables[event.stream_id]][0].append(event)
    for inquiry in inquiries:
        if inquiry.stage != Inquiry.Stage.DROPPED:
            at[tables[inquiry.incident_id]][1].append(inquiry)
    logs = {table: _log(*at[table]) for table in set(tables.values())}
    return {call: logs[table] for call, table in tables.items()}


class Told(NamedTuple):
    """An event that may add to a log. A table may have hundreds, so they are read without the rest of their rows."""

    pk: uuid.UUID
    stream_id: uuid.UUID
    kind: str
    at: datetime
    body: str

    @property
    def data(self) -> dict[str, Any]:
        """Content of the event (`Event.data`)."""
        return data_of(self.body)


def _said_of(calls: Iterable[uuid.UUID]) -> list[Told]:
    return [Told(*row) for row in _LOGGED_IN(calls=calls)]


_LOGGED_IN = Prepared(
    lambda calls: (
        Event.objects.filter(stream_id__in=calls, kind__in=LOGGED).order_by("at", "pk").values_list(*Told._fields)
    ),
    calls=[UUIDField()],
)
_COUNTED = Prepared(
    lambda calls: Inquiry.objects.filter(incident__in=calls).exclude(stage=Inquiry.Stage.DROPPED),
    {"answers": ANSWERS_OF},
    calls=[UUIDField()],
)


def _inquiries_of(calls: Iterable[uuid.UUID]) -> list[Inquiry]:
    """Return the inquiries that are not dropped, with their answers; and with their rulings if they have an open
    question again."""
    inquiries = _COUNTED(calls=calls)
    prefetch_related_objects([inquiry for inquiry in inquiries if inquiry.stage == Inquiry.Stage.ASKING], "rulings")
    return inquiries


def _log(events: Iterable[Told], inquiries: Iterable[Inquiry]) -> list[Logged]:
    logged: list[Logged] = []
    of_inquiry: defaultdict[str | None, list[tuple[Told, Mapping[str, Any]]]] = defaultdict(list)
    read = [(event, event.data) for event in events]
    unsaid = {data["said"] for event, data in read if event.kind == "table_unsaid"}
    for event, data in read:
        if event.kind == "table_unsaid" or str(event.pk) in unsaid:
            continue
        if event.kind == SAID:
            logged.append(Logged(_place(event), Said(data["what"], data["about"], origin=str(event.pk))))
        else:
            of_inquiry[data.get("inquiry")].append((event, data))
    for inquiry in inquiries:
        own = of_inquiry[str(inquiry.pk)]
        for ended in _ended(inquiry):
            if (place := _first_ruled(own, ended.moment)) is not None:
                logged.append(Logged(place, ended, inquiry.pk))
    return sorted(logged, key=lambda entry: entry.place)


def _ended(inquiry: Inquiry) -> list[Ended]:
    """Return the rulings of an inquiry, by stage. While it has an open question again, these are the last ones issued
    at each stage that its last ruling had reached."""
    if inquiry.stage != Inquiry.Stage.ASKING:
        return entries(inquiry.entry, inquiry.given(), origin=str(inquiry.pk))
    issued = sorted(inquiry.rulings.all(), key=lambda ruling: ruling.revision)
    last = {_reached(ruling.data): ruling.data for ruling in issued}
    moments = _reached(issued[-1].data) if issued else ()
    stages = [moments[:at] for at in range(len(moments) + 1)]
    return [Ended(last[stage], last[stage]["facts"], str(inquiry.pk), *stage[-1:]) for stage in stages if stage in last]


def _reached(ruling: Mapping[str, Any]) -> tuple[str, ...]:
    """List the moments that had been reached when a ruling was issued, in order."""
    moments = {moment.value for moment in When}
    return tuple(step["question"] for step in ruling.get("trail", ()) if step["question"] in moments)


def _first_ruled(events: list[tuple[Told, Mapping[str, Any]]], moment: str) -> Place | None:
    """Find the place of the first ruling of a stage: the first one after its *moment* had come."""
    reached, place = not moment, None
    for event, data in events:
        if event.kind in ("answered", "moment_taken_back") and data["question"] == moment:
            reached, place = event.kind == "answered", None
        elif event.kind == "ruling_issued" and reached:
            place = place or _place(event)
    return place


def _place(event: Told) -> Place:
    return event.at, str(event.pk)


def start_of(incident: Incident) -> Table:
    """Build the table before the first log entry, from the board and its result, including the recorded auction."""
    return of_board(board_facts(incident.board, incident.result) | _auction(incident))


def _auction(incident: Incident) -> dict[str, str]:
    """Return the calls of the result, if a file has them."""
    if incident.board is None or incident.result is None or not incident.result.auction:
        return {}
    return {"auction": str(Auction.recorded(Seat(incident.board.dealer), incident.result.auction.split()))}


def table_of(incident: Incident, log: list[Logged] | None = None) -> Table:
    """Build the table of an incident as it is now."""
    return folded(start_of(incident), [logged.entry for logged in (log_of(incident) if log is None else log)])


def table_for(incident: Incident, inquiry: Inquiry, log: list[Logged] | None = None) -> Table:
    """Build the table for an inquiry: as it is now if the inquiry has not ruled yet, else as it was before its first
    ruling."""
    log = log_of(incident) if log is None else log
    own = next((logged.place for logged in log if logged.inquiry == inquiry.pk), None)
    before = [logged.entry for logged in log if own is None or logged.place < own]
    return folded(start_of(incident), before)


def later_tables(
    incident: Incident, inquiry: Inquiry, moments: Iterable[str], log: list[Logged] | None = None
) -> dict[str, Table]:
    """Return the table at each of these *moments* of an inquiry: with all entries before the inquiry's ruling at that
    moment, including its own earlier rulings; or with all entries, if it has not ruled at that moment."""
    tables: dict[str, Table] = {}
    for moment in moments:
        log = log_of(incident) if log is None else log
        own = next(
            (
                logged.place
                for logged in log
                if logged.inquiry == inquiry.pk and getattr(logged.entry, "moment", "") == moment
            ),
            None,
        )
        before = [logged.entry for logged in log if own is None or logged.place < own]
        tables[moment] = folded(start_of(incident), before)
    return tables


def facts_of(incident: Incident, inquiry: Inquiry | None = None, log: list[Logged] | None = None) -> dict[str, str]:
    """Return the facts that the table gives to an inquiry (one that is about to be opened, if none is given)."""
    return (table_of(incident, log) if inquiry is None else table_for(incident, inquiry, log)).facts()


def handed_on(
    incident: Incident, hands: Iterable[str], facts_known: Mapping[str, str], log: list[Logged] | None = None
) -> dict[str, str]:
    """Return the facts that a ruling passes on. The declarer is left out if the table has one, because the table knows
    who became declarer (54A)."""
    facts = handed(hands, facts_known)
    if table_of(incident, log).declarer:
        facts.pop("declarer", None)
    return facts


def origins(log: list[Logged]) -> Mapping[str, Logged]:
    """Return the log entries by their origin, to which the cards, restrictions and forced passes on the table refer."""
    return {logged.entry.origin: logged for logged in log if logged.entry.origin}

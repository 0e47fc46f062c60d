"""The state of a table about a board: the log of everything ruled and said there, folded.

None of it is stored: rulings are in the inquiries, the director's statements in `table_said` events. The log covers all
calls of one board and table, in order of time (Law 1.6), so that a ruling sees what an earlier one left.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, prefetch_related_objects

from arbitrage.models import Event, Incident, Inquiry
from arbitrage.services.incidents.board_facts import board_facts
from rulings.auction import Auction
from rulings.bridge import Seat
from rulings.engine.roles import handed
from rulings.engine.ruling import When
from rulings.table import Ended, Said, Table
from rulings.table_from_log import Entry, entries, folded, of_board

LOGGED = ("answered", "moment_taken_back", "ruling_issued", "table_said", "table_unsaid")
"""Events that place an entry in the log, or are one."""

Place = tuple[datetime, str]
"""Position of an entry in time: its time and its event; identifiers grow with the time at which they are made."""


@dataclass(frozen=True)
class Logged:
    """An entry of the log at its place; *inquiry* is the one that ruled it, None for a director's statement."""

    place: Place
    entry: Entry
    inquiry: uuid.UUID | None = None


def same_table(incident: Incident) -> QuerySet[Incident]:
    """List the calls of one table about one board, this one included, but those withdrawn; this one alone while its
    board or its table is not known."""
    if incident.board_id is None or incident.table is None:
        return Incident.objects.filter(pk=incident.pk).exclude(state=Incident.State.WITHDRAWN)
    calls_here = Incident.objects.filter(board=incident.board_id, section=incident.section_id, table=incident.table)
    return calls_here.exclude(state=Incident.State.WITHDRAWN)


def log_of(incident: Incident) -> list[Logged]:
    """List everything that was ruled and said at the table of an incident about its board, in order of time.

    An inquiry is placed where each of its stages was first ruled: a changed answer changes the entry, not its place.
    While it is asked again, its last rulings still apply.
    """
    calls = list(same_table(incident).order_by().values_list("pk", flat=True))
    return _log(_said_of(calls), _inquiries_of(calls))


def logs_of(calls: Sequence[Incident], events: Iterable[Event] | None = None) -> dict[uuid.UUID, list[Logged]]:
    """List the log of each of the calls of a board, by incident, as `log_of` gives it. They are all of that board but
    those withdrawn, with everything of their inquiries; *events* is all that happened to it, where that is known
    already."""
    inquiries = [inquiry for call in calls for inquiry in call.inquiries.all()]
    if events is None:
        return _logs(calls, inquiries)
    return _logs(calls, inquiries, sorted((event for event in events if event.kind in LOGGED), key=_place))


def logs_at(calls: Iterable[Incident]) -> dict[uuid.UUID, list[Logged]]:
    """List the log of each of these calls, by incident, as `log_of` gives it: in as many queries as one."""
    asked_calls = list(calls)
    boards = {call.board_id for call in asked_calls if call.board_id is not None}
    board_calls = Incident.objects.filter(board__in=boards).exclude(state=Incident.State.WITHDRAWN)
    all_calls = list({call.pk: call for call in [*asked_calls, *board_calls]}.values())
    return _logs(all_calls, _inquiries_of(call.pk for call in all_calls)) if all_calls else {}


def _logs(
    calls: Sequence[Incident], inquiries: Iterable[Inquiry], events: Iterable[Event] | None = None
) -> dict[uuid.UUID, list[Logged]]:
    """List the logs of calls, all those of their tables among them."""
    places = {
        call.pk: call.pk if None in (call.table, call.board_id) else (call.board_id, call.section_id, call.table)
        for call in calls
    }
    at: defaultdict[object, tuple[list[Event], list[Inquiry]]] = defaultdict(lambda: ([], []))
    for event in _said_of(places) if events is None else events:
        if event.stream_id in places:
            at[places[event.stream_id]][0].append(event)
    for inquiry in inquiries:
        if inquiry.stage != Inquiry.Stage.DROPPED:
            at[places[inquiry.incident_id]][1].append(inquiry)
    logs = {place: _log(*at[place]) for place in set(places.values())}
    return {call: logs[place] for call, place in places.items()}


def _said_of(calls: Iterable[uuid.UUID]) -> QuerySet[Event]:
    return Event.objects.filter(stream_id__in=list(calls), kind__in=LOGGED).order_by("at", "pk")


def _inquiries_of(calls: Iterable[uuid.UUID]) -> list[Inquiry]:
    """Return those that count, with their answers; with their rulings where they are asked again."""
    counted = Inquiry.objects.filter(incident__in=list(calls)).exclude(stage=Inquiry.Stage.DROPPED)
    inquiries = list(counted.prefetch_related("answers"))
    prefetch_related_objects([inquiry for inquiry in inquiries if inquiry.stage == Inquiry.Stage.ASKING], "rulings")
    return inquiries


def _log(events: Iterable[Event], inquiries: Iterable[Inquiry]) -> list[Logged]:
    logged: list[Logged] = []
    of_inquiry: defaultdict[str | None, list[tuple[Event, Mapping[str, Any]]]] = defaultdict(list)
    read = [(event, event.data) for event in events]
    unsaid = {data["said"] for event, data in read if event.kind == "table_unsaid"}
    for event, data in read:
        if event.kind == "table_unsaid" or str(event.pk) in unsaid:
            continue
        if event.kind == "table_said":
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
    """Return the rulings of an inquiry, stage by stage; while it is asked again, the last one issued at each stage that
    the last of its rulings had reached."""
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


def _first_ruled(events: list[tuple[Event, Mapping[str, Any]]], moment: str) -> Place | None:
    """Find where a stage of an inquiry was first ruled: the ruling that followed when its *moment* had come."""
    reached, place = not moment, None
    for event, data in events:
        if event.kind in ("answered", "moment_taken_back") and data["question"] == moment:
            reached, place = event.kind == "answered", None
        elif event.kind == "ruling_issued" and reached:
            place = place or _place(event)
    return place


def _place(event: Event) -> Place:
    return event.at, str(event.pk)


def start_of(incident: Incident) -> Table:
    """Build the table before anything was ruled or said: what the board and its result say, the auction that came with
    them included."""
    return of_board(board_facts(incident.board, incident.result) | _auction(incident))


def _auction(incident: Incident) -> dict[str, str]:
    """Return the calls of the result, where a file has brought them."""
    if incident.board is None or incident.result is None or not incident.result.auction:
        return {}
    return {"auction": str(Auction.recorded(Seat(incident.board.dealer), incident.result.auction.split()))}


def table_of(incident: Incident, log: list[Logged] | None = None) -> Table:
    """Build the table of an incident as it is now."""
    return folded(start_of(incident), [logged.entry for logged in (log_of(incident) if log is None else log)])


def table_for(incident: Incident, inquiry: Inquiry, log: list[Logged] | None = None) -> Table:
    """Build the table that an inquiry must know: all of it while it asks, what was there before it once it has
    ruled."""
    log = log_of(incident) if log is None else log
    own = next((logged.place for logged in log if logged.inquiry == inquiry.pk), None)
    before = [logged.entry for logged in log if own is None or logged.place < own]
    return folded(start_of(incident), before)


def later_tables(
    incident: Incident, inquiry: Inquiry, moments: Iterable[str], log: list[Logged] | None = None
) -> dict[str, Table]:
    """Fold the table at each of these *moments* of an inquiry, by moment: everything before it ruled then, including
    its own rulings until then; everything until now while it has not."""
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
    """Return the facts that a ruling hands on. Who declares may have changed since (54A): the table knows it better."""
    facts = handed(hands, facts_known)
    if table_of(incident, log).declarer:
        facts.pop("declarer", None)
    return facts


def origins(log: list[Logged]) -> Mapping[str, Logged]:
    """Index what put things on the table, by the origin that cards, restrictions and passes carry."""
    return {logged.entry.origin: logged for logged in log if logged.entry.origin}

"""Relations between several rulings on one result: a ruling on a revoke that a later revoke by the other side
supersedes, and the two numbers of tricks in the question about equity (64C)."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet, UUIDField, prefetch_related_objects

from arbitrage.database.prepared import Prepared
from arbitrage.models import Incident, Inquiry, Result, Ruling
from rulings.bridge import Contract, Seat, Side, parse_contract
from rulings.engine.inquiry import Ruled
from rulings.scores.outcome import Ended, Unsettled, outcome, overtaken, transfers

NOBODY_DAMAGED = {"line": "", "equity": "no", "equity_repeated": "no", "equity_both": "nobody"}
"""Answers to the questions about equity (64C) if the transferred tricks are sufficient compensation."""


def on_its_result(incident: Incident) -> list[Inquiry]:
    """List the inquiries on the result of an incident with their rulings, or those on its table and board while no
    result is known. Dropped and withdrawn ones are left out."""
    return on_their_results([incident])[place_of(incident)]


def on_their_results(
    calls: Sequence[Incident],
    around: Iterable[Inquiry] | None = None,
    known: Mapping[uuid.UUID, Inquiry] | None = None,
) -> dict["Place", list[Inquiry]]:
    """Return the same as `on_its_result` for several incidents, by `place_of`, in a constant number of queries.
    *around* are the inquiries of `inquiries_around`, if already read; inquiries in *known* are used with their loaded
    rulings."""
    there = known or {}
    by_place: dict[Place, list[Inquiry]] = {place_of(call): [] for call in calls}
    for inquiry in inquiries_around(calls) if around is None else around:
        if (place := place_of(inquiry.incident)) in by_place:
            by_place[place].append(there.get(inquiry.pk, inquiry))
    unread = [inquiry for inquiries in by_place.values() for inquiry in inquiries if inquiry.pk not in there]
    prefetch_related_objects(unread, Prefetch("rulings", queryset=Ruling.objects.select_related("by")))
    return by_place


def inquiries_around(calls: Iterable[Incident]) -> list[Inquiry]:
    """List the inquiries in force of these calls, and of all other calls about the same boards, with their incidents,
    in order of the calls."""
    asked_calls = list(calls)
    boards = {call.board_id for call in asked_calls if call.board_id is not None}
    apart = {call.pk for call in asked_calls if call.board_id is None}
    # Two queries, as an OR over the join would scan the inquiries of every club.
    return [*(_ON_BOARDS(boards=boards) if boards else ()), *(_OF_CALLS(calls=apart) if apart else ())]


def _in_force(**within: Any) -> QuerySet[Inquiry]:
    return (
        Inquiry.objects.exclude(incident__state=Incident.State.WITHDRAWN)
        .exclude(stage=Inquiry.Stage.DROPPED)
        .select_related("incident")
        .order_by("incident__called_at", "-incident_id", "order")
        .filter(**within)
    )


_ON_BOARDS = Prepared(lambda boards: _in_force(incident__board__in=boards), boards=[UUIDField()])
_OF_CALLS = Prepared(lambda calls: _in_force(incident__in=calls), calls=[UUIDField()])


def in_order(calls: Iterable[Incident], inquiries: Mapping[uuid.UUID, Sequence[Inquiry]]) -> list[Inquiry]:
    """Return the already loaded *inquiries* of all calls about some boards in the order of `inquiries_around`."""
    newest_first = sorted(calls, key=lambda call: call.pk, reverse=True)
    counted = [call for call in newest_first if call.state != Incident.State.WITHDRAWN]
    counted.sort(key=lambda call: call.called_at)
    return [inquiry for call in counted for inquiry in inquiries[call.pk]]


Place = uuid.UUID | tuple[uuid.UUID, uuid.UUID | None, int]


def place_of(incident: Incident) -> Place:
    """Return the key under which incidents share a score: their result, otherwise the table and board, otherwise the
    incident alone."""
    if incident.result_id is not None:
        return incident.result_id
    if incident.board_id is not None and incident.table is not None:
        return incident.board_id, incident.section_id, incident.table
    return incident.pk


def overtaken_among(inquiries: Iterable[Inquiry]) -> dict[uuid.UUID, Ruling]:
    """Find the inquiries whose ruling on a revoke is superseded, each with the ruling that supersedes it (64B7)."""
    held = [inquiry.current_ruling for inquiry in inquiries if inquiry.stage == Inquiry.Stage.RULED]
    rulings = sorted((ruling for ruling in held if ruling is not None), key=lambda ruling: (ruling.at, ruling.pk))
    overtaken_by = overtaken([_ended(ruling) for ruling in rulings])
    return {rulings[place].inquiry_id: rulings[by] for place, by in overtaken_by.items()}


def by_the_others(inquiry: Inquiry, side: Side) -> Ruling | None:
    """Find the ruling on an established revoke of the side opposed to *side* on the same result, if any."""
    for other in on_its_result(inquiry.incident):
        ruling = other.current_ruling
        if ruling is not None and other.pk != inquiry.pk and _revoker(ruling) is side.other:
            return ruling
    return None


def _revoker(ruling: Ruling) -> Side | None:
    try:
        moved = transfers([_ended(ruling)])
    except Unsettled:
        return None
    return moved[-1].revoker_side if moved else None


def _ended(ruling: Ruling) -> Ended:
    data = ruling.data
    return data, data["facts"]


@dataclass(frozen=True)
class Numbers:
    """The contract, declarer's tricks as *played*, and his tricks after the automatic transfers (*moved*)."""

    by: Contract
    contract: str
    vulnerability: str
    played: int
    moved: int


def without_damage(inquiry: Inquiry) -> Ruled | None:
    """Return the ruling to which the answers lead if the transferred tricks are sufficient compensation; None while
    other questions are open."""
    state = inquiry.state_if(NOBODY_DAMAGED)
    return state if isinstance(state, Ruled) else None


def numbers(inquiry: Inquiry) -> Numbers | None:
    """Return the two numbers of tricks in the question about equity; None while the result is unknown or the rulings do
    not determine them."""
    result = inquiry.incident.result
    if result is None or result.kind != Result.Kind.PLAYED or result.tricks is None:
        return None
    contract, state = parse_contract(result.contract), without_damage(inquiry)
    if contract is None or state is None:
        return None
    facts = inquiry.given() | state.read
    held = (other.current_ruling for other in on_its_result(inquiry.incident) if other.pk != inquiry.pk)
    ended = [_ended(ruling) for ruling in held if ruling is not None and not ruling.provisional]
    played = contract.by(Seat(result.declarer))
    try:
        entered = outcome(played, result.tricks, result.board.vulnerability, [*ended, (state.ruling.as_json(), facts)])
    except Unsettled:
        return None
    return Numbers(played, result.contract, result.board.vulnerability, entered.played, entered.rectified)

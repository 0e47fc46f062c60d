"""Pairs that sit out boards in an evening made here: its movement seats them in a round in which they have no line."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbitrage.models import Contestant, Event, Result, Tournament
from arbitrage.services.tournaments import movements
from arbitrage.services.tournaments.evenings import PLANNED, missing_place, since_made
from rulings.scores.rows import Row


def sit_outs_of(
    tournament: Tournament, results: Sequence[Result], people: Mapping[str, Contestant]
) -> dict[str, list[Row]]:
    """List a row for each pair that sits out a board, by board; {} for a file and for players of an individual."""
    events = since_made(tournament, "table_added", "pair_left", "pair_arrived")
    plan = next((event.data["plan"] for event in reversed(events) if event.kind in PLANNED), None)
    movement = _whole_movement(plan) if plan else None
    if plan is None or movement is None:
        return {}
    of_number = {result.board.number: str(result.board_id) for result in results}
    more: dict[str, list[Row]] = defaultdict(list)
    for sitting, key, side in _waiting(movement, events, results, people):
        ns, ew = (key, ()) if side == "NS" else ((), key)
        for number in range((sitting.set - 1) * plan["each"] + 1, sitting.set * plan["each"] + 1):
            if board := of_number.get(number):
                name, letter = f"{key} {sitting.round} {number}", people[key].section.letter
                more[board].append(Row(name, None, ns, ew, letter, round=sitting.round))
    return dict(more)


def _whole_movement(plan: Mapping[str, Any]) -> movements.Movement | None:
    """Build the movement of a plan with all its tables full, and nobody replaced by a rover; None where no pair has a
    seat that is known beforehand."""
    key, tables, rounds = plan["movement"], plan["tables"], plan["rounds"]
    if key not in movements.MOVEMENTS or key in (*movements.OF_TEAMS, *movements.DRAWN):
        return None
    movement = movements.made(key, tables, rounds)
    if movement.teams or any(sitting.players for sitting in movement.sittings):
        return None
    if key in movements.WITH_A_ROVER:
        plain = movements.made("mitchell" if tables % 2 else "skip", tables, rounds)
        movement = replace(movement, sittings=plain.sittings)
    return movements.switched(movement) if plan.get("one_ranking") and movement.winners == 2 else movement


def _waiting(
    movement: movements.Movement, events: Sequence[Event], results: Sequence[Result], people: Mapping[str, Contestant]
) -> Iterator[tuple[movements.Sitting, str, str]]:
    """List the seats of the movement whose pairs have no line in the round: the sitting, the pair, its side. A pair
    that has not come yet or has left sits nothing out."""
    rounds_of: dict[str, set[int]] = defaultdict(set)
    for result in results:
        for pair in (result.ns_id, result.ew_id):
            if pair is not None and result.round:
                rounds_of[str(pair)].add(result.round)
    left = [(event.data["contestant"], event.data["since"]) for event in events if event.kind == "pair_left"]
    last = missing_place(movement)
    came = [(event.kind, event.data["since"]) for event in events if event.kind in ("pair_arrived", "table_added")]
    seats: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key, person in people.items():
        seats[person.direction, person.number].append(key)
    for sitting in movement.sittings:
        for side, number in (("NS", sitting.ns), ("EW", sitting.ew)):
            for key in seats[side if movement.winners == 2 else "", number]:
                gone = any(who == key and sitting.round >= since for who, since in left)
                seat = number, side if movement.winners == 2 else ""
                late = any(
                    sitting.round < since <= min(rounds_of[key], default=since)
                    and (kind == "table_added" or seat == last)
                    for kind, since in came
                )
                if sitting.round not in rounds_of[key] and not gone and not late:
                    yield sitting, key, side

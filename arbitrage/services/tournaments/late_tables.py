"""Late tables: one or two late pairs join a Mitchell in its first round.

In the first round of a Mitchell with any number of tables, pair, table and set of boards have the same number. So a
movement with one more table can replace the planned one from the second round on, as long as it contains all sittings
played.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.exchange.records import PlayerRecord
from arbitrage.models import Board, Contestant, Incident, Result, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.imports import player_of
from arbitrage.services.record import tournament_rows
from arbitrage.services.tournaments.evenings import (
    Names,
    Plan,
    everybody_of,
    locked_evening,
    plan_of,
    since_made,
    still_played,
)
from arbitrage.services.tournaments.movements import Movement, Sitting
from rulings.bridge import dealer, vulnerability

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ALIKE = ("mitchell", "skip")


def may_grow(plan: Plan | None) -> bool:
    """May a table join an evening with this plan?"""
    return plan is not None and plan.movement in ALIKE and not plan.half and plan.sections == 1


@transaction.atomic
def add_table(
    *, tournament: Tournament, by: "User", since: int, names: Names = (), one_pair: bool = False
) -> Tournament:
    """Add a table from round *since* on, with the *names* of its pairs, North-South first. With *one_pair* only the
    North-South pair comes, and the opponents of the missing East-West pair sit out.

    Sittings already played do not change. No pair plays a board twice or meets an opponent twice. Pairs that have left
    and tables that are closed stay so.

    :raises Refused: no movement with one more table contains the sittings played, or there are more names than pairs.
    """
    tournament = locked_evening(tournament)
    plan = plan_of(tournament)
    if plan is None or not may_grow(plan):
        raise Refused(
            _("Once results are there only a Mitchell without a relay, with all its pairs, takes another table."),
            "whole",
        )
    if one_pair and plan.one_ranking:
        raise Refused(_("With one ranking a late pair needs opponents: add a whole table."), "half")
    if any(list(names)[1 if one_pair else 2 :]):
        raise Refused(
            _("There are more names than pairs at this table. Take lines away, or add one table after the other."),
            "names",
        )
    lines = list(Result.objects.filter(board__tournament=tournament).select_related("board", "ns", "ew"))
    called = set(Incident.objects.filter(tournament=tournament).values_list("result", flat=True))
    stay = [
        line for line in lines if (line.round or 0) < since or line.kind != Result.Kind.NOT_PLAYED or line.pk in called
    ]
    grown, movement, seats = _grown(tournament, plan, stay, one_pair)
    late = [pair for pair in seats.values() if pair._state.adding]
    sittings = [sitting for sitting in movement.sittings if sitting.round >= since]
    boards = _boards(tournament, movement, plan.each)
    present = {(line.board.number, line.table, line.round) for line in stay}
    to_play = [
        _line(boards[number], sitting, seats)
        for sitting in sittings
        for number in _numbers(sitting, plan.each)
        if (number, sitting.table, sitting.round) not in present
    ]
    new = still_played(tournament, to_play)
    arrived = [board for board in boards.values() if board._state.adding]
    players = [
        player_of(pair, order, PlayerRecord(name=name))
        for pair, of_pair in zip(late, names, strict=False)
        for order, name in enumerate(of_pair, 1)
    ]
    gone = [line for line in lines if line not in stay]
    event_data: dict[str, Any] = {"plan": asdict(grown), "since": since}
    tournament_rows.write(
        tournament, "table_added", by=by, new=[*late, *arrived, *new], gone=gone, players=players, **event_data
    )
    return tournament


def _grown(
    tournament: Tournament, plan: Plan, stay: Sequence[Result], one_pair: bool
) -> tuple[Plan, Movement, dict[tuple[str, str], Contestant]]:
    """Return the plan with one more table that contains the sittings that stay, its movement, and the contestant of
    each number."""
    for movement in (plan.movement, *(other_movement for other_movement in ALIKE if other_movement != plan.movement)):
        grown = replace(plan, tables=plan.tables + 1, movement=movement)
        try:
            played, full = replace(grown, half=one_pair).made(), grown.made()
        except Refused:
            continue
        if played is None or full is None:
            continue
        seats = _seats(tournament, plan.tables, full, one_pair)
        if _goes_on(full, stay, seats, plan.each):
            return replace(grown, half=one_pair), played, seats
    raise Refused(
        _(
            "After what was played this movement has no place for another table: one can join from round 2 on, "
            "no later."
        ),
        "too_late",
    )


def _seats(tournament: Tournament, tables: int, full: Movement, one_pair: bool) -> dict[tuple[str, str], Contestant]:
    """Return the contestants by their numbers in the larger movement: those already playing at the *tables* of the
    present one, by their places in the first round, and the late ones."""
    everybody = {(pair.direction, pair.number): pair for pair in everybody_of(tournament)}
    section = tournament.sections.get()
    apart, begun = full.winners == 2, _tables_at_first(tournament)
    seats: dict[tuple[str, str], Contestant] = {}
    for sitting in (sitting for sitting in full.sittings if sitting.round == 1):
        for direction in ("NS", "EW"):
            side = direction if apart else ""
            number = _number(sitting, direction)
            if sitting.table <= tables:
                seats[side, number] = everybody[side, number if apart else _number_of(sitting.table, direction, begun)]
            elif direction == "NS" or not one_pair:
                position = len(everybody) + len([1 for pair in seats.values() if pair._state.adding]) + 1
                fresh = number if apart else str(position)
                seats[side, number] = Contestant(section=section, direction=side, number=fresh, position=position)
    return seats


def _tables_at_first(tournament: Tournament) -> int:
    """Return the number of tables before any was added."""
    return int(since_made(tournament)[0].data["plan"]["tables"])


def _number_of(table: int, direction: str, begun: int) -> str:
    """Return the number of the pair that has a table in the first round, in a single field. Where *begun* tables were
    there at first, North-South were numbered before East-West; the pairs of each added table follow."""
    if table > begun:
        return str(2 * table - (direction == "NS"))
    return str(table if direction == "NS" else begun + table)


def _number(sitting: Sitting, direction: str) -> str:
    return sitting.ns if direction == "NS" else sitting.ew


def _goes_on(movement: Movement, stay: Iterable[Result], seats: dict[tuple[str, str], Contestant], each: int) -> bool:
    """Does the movement contain all sittings that stay?"""
    sat = {(sitting.round, sitting.table): sitting for sitting in movement.sittings}
    for line in stay:
        sitting = sat.get((line.round or 0, line.table or 0))
        if (
            sitting is None
            or line.board.number not in _numbers(sitting, each)
            or _pairs(sitting, seats) != (line.ns, line.ew)
        ):
            return False
    return True


def _pairs(sitting: Sitting, seats: dict[tuple[str, str], Contestant]) -> tuple[Contestant | None, Contestant | None]:
    ns, ew = (
        next(
            (
                seats[key]
                for key in ((direction, _number(sitting, direction)), ("", _number(sitting, direction)))
                if key in seats
            ),
            None,
        )
        for direction in ("NS", "EW")
    )
    return ns, ew


def _numbers(sitting: Sitting, each: int) -> range:
    """List the boards of a sitting."""
    return range((sitting.set - 1) * each + 1, sitting.set * each + 1)


def _boards(tournament: Tournament, movement: Movement, each: int) -> dict[int, Board]:
    """Return the boards by number, including those of a new set."""
    present = {board.number: board for board in tournament.boards.all()}
    return {
        number: present.get(number)
        or Board(tournament=tournament, number=number, dealer=str(dealer(number)), vulnerability=vulnerability(number))
        for number in movement.boards(each)
    }


def _line(board: Board, sitting: Sitting, seats: dict[tuple[str, str], Contestant]) -> Result:
    ns, ew = _pairs(sitting, seats)
    place = {"table": sitting.table, "round": sitting.round, "position": sitting.table}
    section = ns.section if ns else None
    return Result(board=board, section=section, ns=ns, ew=ew, kind=Result.Kind.NOT_PLAYED, **place)

"""Movements: the meetings of each round, with their tables and boards.

Every movement keeps these rules, which tests check: a contestant sits once in a round, meets no opponent twice, and
plays no set of boards twice. The tables of a round have different sets, except in movements that share boards.

Sources. Mitchell: John T. Mitchell, 1891; with an even number of tables East-West skip a table after half of the
rounds, or the first and last tables share and one set rests on a relay. Howell: the starters and adders of
`movement_tables` make a Room square each (Stanton and Mullin, 1968), which is a Howell movement in the order of the
cycle; three tables have none, and share in the first round. Individuals: cyclic whist tournaments (Moore, 1896), in
which everybody plays with everybody once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from arbitrage.services.tournaments.movement_tables import HOWELLS, ROVING, SMALL, WHIST

MOST_TABLES = 40


class Sitting(NamedTuple):
    """A table in a round: pairs by their numbers, or *players* in the order N, E, S, W; and its set, from 1."""

    round: int
    table: int
    ns: str
    ew: str
    set: int
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement for a given number of tables and rounds.

    *sets* is the number of sets of boards. *winners* is 2 when North-South and East-West are ranked separately.
    *ns* and *ew* number the pairs that keep their direction; *others* the contestants that sit in both directions.
    *teams* has the team of each pair.
    """

    sittings: tuple[Sitting, ...]
    tables: int
    rounds: int
    sets: int
    winners: int = 1
    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()

    def boards(self, each: int) -> range:
        return range(1, self.sets * each + 1)


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of movement: its numbers of tables, its most rounds, and the function that builds it."""

    fits: Callable[[int], bool]
    most: Callable[[int], int]
    make: Callable[[int, int], Movement]


# Mitchell


def _mitchell(tables: int, rounds: int) -> Movement:
    """Build a Mitchell: each round East-West move up one table, the boards move down one, and North-South stay."""
    return _two_fields(
        tables, rounds, tables, lambda table, round: (_up(table, round, tables), _down(table, round, tables))
    )


def _skip(tables: int, rounds: int) -> Movement:
    """Build a Mitchell in which East-West skip a table after half of the rounds, because otherwise they would meet
    boards that they have played."""
    half = tables // 2
    return _two_fields(
        tables,
        rounds,
        tables,
        lambda table, round: (_up(table, round + (round > half), tables), _down(table, round, tables)),
    )


def _relay(tables: int, rounds: int) -> Movement:
    """Build a Mitchell in which the first and the last table share their boards, and one set rests at a relay between
    the two halves of the room."""
    half = tables // 2

    def place(table: int) -> int:
        """Return the place of a table in the order in which the boards move, from 0. The relay is place *half*."""
        return table - 1 if table <= half else table % tables

    return _two_fields(
        tables,
        rounds,
        tables,
        lambda table, round: (_up(table, round, tables), (place(table) + round - 1) % tables + 1),
    )


WITH_A_ROVER = ("rover", "bump")


def _rover(tables: int, rounds: int) -> Movement:
    """Build a Mitchell with one more East-West pair. From the second round on this pair replaces another pair each
    round, which then sits out."""
    return _roving(tables, rounds, "EW")


def _bump(tables: int, rounds: int) -> Movement:
    """Build a Mitchell with one more North-South pair, which replaces another pair each round as in `_rover`."""
    return _roving(tables, rounds, "NS")


def _roving(tables: int, rounds: int, direction: str) -> Movement:
    plain = _mitchell(tables, rounds) if tables % 2 else _skip(tables, rounds)
    extra, at = str(tables + 1), dict(enumerate(ROVING[tables], 2))
    sittings = tuple(
        sitting
        if at.get(sitting.round) != sitting.table
        else sitting._replace(ns=extra)
        if direction == "NS"
        else sitting._replace(ew=extra)
        for sitting in plain.sittings
    )
    ns, ew = ((*pairs, extra) if side == direction else pairs for side, pairs in (("NS", plain.ns), ("EW", plain.ew)))
    return Movement(sittings, tables, rounds, plain.sets, winners=2, ns=ns, ew=ew)


def _up(table: int, round: int, tables: int) -> int:
    """Return the East-West pair at a table; in the first round pair and table have the same number."""
    return (table - round) % tables + 1


def _down(table: int, round: int, tables: int) -> int:
    return (table + round - 2) % tables + 1


def _two_fields(tables: int, rounds: int, sets: int, at: Callable[[int, int], tuple[int, int]]) -> Movement:
    sittings = []
    for round in range(1, rounds + 1):
        for table in range(1, tables + 1):
            ew, set = at(table, round)
            sittings.append(Sitting(round, table, str(table), str(ew), set))
    pairs = tuple(str(number) for number in range(1, tables + 1))
    return Movement(tuple(sittings), tables, rounds, sets, winners=2, ns=pairs, ew=pairs)


def switched(movement: Movement, rounds: int | None = None) -> Movement:
    """Exchange the directions of all pairs in the last *rounds* of a Mitchell (arrow switch), so that one ranking can
    compare both fields. The default is one round in eight, at least one, which compares them best. East-West pairs are
    numbered after North-South."""
    turned = max(1, round(movement.rounds / 8)) if rounds is None else rounds
    of_ew = {number: str(int(number) + len(movement.ns)) for number in movement.ew}
    sittings = []
    for sitting in movement.sittings:
        ns, ew = sitting.ns, of_ew[sitting.ew]
        if sitting.round > movement.rounds - turned:
            ns, ew = ew, ns
        sittings.append(sitting._replace(ns=ns, ew=ew))
    return Movement(
        tuple(sittings), movement.tables, movement.rounds, movement.sets, others=(*movement.ns, *of_ew.values())
    )


# Howell


def _howell(tables: int, rounds: int) -> Movement:
    """Build a Howell, in which all pairs meet. The pair with the last number stays North-South at table 1."""
    cycle = 2 * tables - 1
    if tables in SMALL:
        lines: Iterable[Iterable[tuple[int, int, int]]] = SMALL[tables][:rounds]
    else:
        starter, adder = HOWELLS[tables]
        first = [(None, 0, 0), *((a, b, far) for (a, b), far in zip(starter, adder, strict=True))]
        lines = [
            [
                (
                    2 * tables if a is None else (a + round) % cycle + 1,
                    (b + round) % cycle + 1,
                    (far + round) % cycle + 1,
                )
                for a, b, far in first
            ]
            for round in range(rounds)
        ]
    sittings = tuple(
        Sitting(round, table, str(ns), str(ew), set)
        for round, line in enumerate(lines, 1)
        for table, (ns, ew, set) in enumerate(line, 1)
    )
    pairs = tuple(str(number) for number in range(1, 2 * tables + 1))
    return Movement(sittings, tables, rounds, cycle, others=pairs)


# Individuals


def _individual(tables: int, rounds: int) -> Movement:
    """Build an individual, in which every player partners every other once. All tables play the same boards in a round,
    shared or in copies."""
    cycle = 4 * tables - 1

    def number(player: int | None, round: int) -> str:
        return str(4 * tables if player is None else (player + round) % cycle + 1)

    sittings = []
    for round in range(rounds):
        for table, ((north, south), (east, west)) in enumerate(WHIST[tables], 1):
            seats = tuple(number(seat, round) for seat in (north, east, south, west))
            sittings.append(Sitting(round + 1, table, "", "", round + 1, seats))
    players = tuple(str(player) for player in range(1, 4 * tables + 1))
    return Movement(tuple(sittings), tables, rounds, rounds, others=players)


# Teams of four


def _teams(tables: int, rounds: int) -> Movement:
    """Build a round robin of teams, with two tables for each match: one pair of each team stays North-South, the other
    sits East-West. All matches of a round play the same boards, shared or in copies.

    There are as many teams as tables. With an odd number, one team and one table sit out in each round.
    """
    count = tables
    sittings = []
    for round in range(rounds):
        met = [pair for pair in _round_robin(count + count % 2, round) if max(pair) <= count]
        for match, (home, away) in enumerate(met):
            for table, (ns, ew) in ((2 * match + 1, (home, away)), (2 * match + 2, (away, home))):
                sittings.append(Sitting(round + 1, table, str(2 * ns - 1), str(2 * ew), round + 1))
    pairs = tuple(str(number) for number in range(1, 2 * count + 1))
    team = tuple(str((number + 1) // 2) for number in range(1, 2 * count + 1))
    return Movement(tuple(sittings), tables, rounds, rounds, others=pairs, teams=team)


ROUNDS_OF_A_TRIANGLE = 2


def _triangle(tables: int, rounds: int) -> Movement:
    """Build a triangle: three teams meet at three tables, without a bye. The North-South pairs stay; the East-West
    pairs play against one of the other teams in the first round, and against the other in the second. The two tables of
    a match play the same set of boards in different rounds."""
    lines = (((1, 1, 2, 1), (2, 2, 3, 2), (3, 3, 1, 3)), ((1, 1, 3, 3), (2, 2, 1, 1), (3, 3, 2, 2)))
    sittings = tuple(
        Sitting(round, table, str(2 * ns - 1), str(2 * ew), set)
        for round, line in enumerate(lines[:rounds], 1)
        for table, ns, ew, set in line
    )
    pairs = tuple(str(number) for number in range(1, 7))
    team = tuple(str((number + 1) // 2) for number in range(1, 7))
    return Movement(sittings, tables, rounds, 3, others=pairs, teams=team)


def _round_robin(count: int, round: int) -> list[tuple[int, int]]:
    """Pair an even number of teams for a round of a round robin: the last team stays, the others rotate."""
    circle = [(round + place) % (count - 1) + 1 for place in range(count - 1)]
    pairs = [(circle[0], count)]
    pairs += [(circle[place], circle[-place]) for place in range(1, count // 2)]
    return pairs


# Swiss: the first round is paired by numbers, each later round by the ranking

OF_TEAMS = ("teams", "swiss_teams")
"""The movements of teams."""
DRAWN = ("swiss", "swiss_teams")
"""Movements with only a first round; `services.tournaments.swiss` draws the others."""
MOST_DRAWN = 15


def _swiss(tables: int, rounds: int) -> Movement:
    """Build the first round of a Swiss of pairs: 1 meets 2, 3 meets 4. All tables of a round play the same boards,
    shared or in copies."""
    sittings = [Sitting(1, table, str(2 * table - 1), str(2 * table), 1) for table in range(1, tables + 1)]
    pairs = tuple(str(number) for number in range(1, 2 * tables + 1))
    return Movement(tuple(sittings), tables, rounds, rounds, others=pairs)


def _swiss_teams(tables: int, rounds: int) -> Movement:
    """Build the first round of a Swiss of teams, with two tables for each match: one pair of each team sits
    North-South, the other East-West."""
    sittings = [sitting for first in range(1, tables, 2) for sitting in match_tables(1, first, first, first + 1)]
    pairs = tuple(str(number) for number in range(1, 2 * tables + 1))
    team = tuple(str((number + 1) // 2) for number in range(1, 2 * tables + 1))
    return Movement(tuple(sittings), tables, rounds, rounds, others=pairs, teams=team)


def match_tables(round: int, table: int, home: int, away: int) -> tuple[Sitting, Sitting]:
    """Build the sittings of a match of two teams at two tables: the first pair of each team sits North-South, the
    second East-West."""
    return (
        Sitting(round, table, str(2 * home - 1), str(2 * away), round),
        Sitting(round, table + 1, str(2 * away - 1), str(2 * home), round),
    )


# Matches in two halves


def in_halves(movement: Movement) -> Movement:
    """Split each match into two halves with their own boards: rounds 1 and 2 are the first match, 3 and 4 the second.
    In the second half everybody keeps his seat, unless a line-up changes it."""
    sittings = tuple(
        sitting._replace(round=2 * sitting.round - 1 + half, set=2 * sitting.set - 1 + half)
        for half in (0, 1)
        for sitting in movement.sittings
    )
    in_order = tuple(sorted(sittings, key=lambda sitting: (sitting.round, sitting.table)))
    return replace(movement, sittings=in_order, rounds=2 * movement.rounds, sets=2 * movement.sets)


# The list of movements

MOVEMENTS: dict[str, Kind] = {
    "mitchell": Kind(lambda tables: tables % 2 == 1 and tables >= 3, lambda tables: tables, _mitchell),
    "skip": Kind(lambda tables: tables % 2 == 0 and tables >= 4, lambda tables: tables - 1, _skip),
    "relay": Kind(lambda tables: tables % 2 == 0 and tables >= 4, lambda tables: tables, _relay),
    "rover": Kind(lambda tables: tables in ROVING, lambda tables: len(ROVING[tables]) + 1, _rover),
    "bump": Kind(lambda tables: tables in ROVING, lambda tables: len(ROVING[tables]) + 1, _bump),
    "howell": Kind(lambda tables: tables in HOWELLS or tables in SMALL, lambda tables: 2 * tables - 1, _howell),
    "individual": Kind(lambda tables: tables in WHIST, lambda tables: 4 * tables - 1, _individual),
    "triangle": Kind(lambda tables: tables == 3, lambda tables: ROUNDS_OF_A_TRIANGLE, _triangle),
    "teams": Kind(lambda tables: tables >= 2, lambda tables: tables - 1 + tables % 2, _teams),
    "swiss": Kind(lambda tables: tables >= 2, lambda tables: min(2 * tables - 1, MOST_DRAWN), _swiss),
    "swiss_teams": Kind(
        lambda tables: tables % 2 == 0 and tables >= 4, lambda tables: min(tables - 1, MOST_DRAWN), _swiss_teams
    ),
}


def possible(tables: int) -> tuple[str, ...]:
    """List the movements that a number of tables can play, by their keys."""
    return tuple(key for key, kind in MOVEMENTS.items() if 1 <= tables <= MOST_TABLES and kind.fits(tables))


def made(key: str, tables: int, rounds: int) -> Movement:
    """Build the movement with this key.

    :raises ValueError: the movement does not exist for this number of tables, or has fewer rounds.
    """
    if key not in possible(tables):
        raise ValueError(f"no {key} for {tables} tables")
    if not 1 <= rounds <= MOVEMENTS[key].most(tables):
        raise ValueError(f"{key} of {tables} tables has {MOVEMENTS[key].most(tables)} rounds, not {rounds}")
    return MOVEMENTS[key].make(tables, rounds)


def without(movement: Movement, absent: str, direction: str = "") -> Movement:
    """Return the movement without a pair, whose opponents sit out. *direction* is the direction of the pair if
    North-South and East-West have separate numbers."""

    def misses(sitting: Sitting) -> bool:
        sides = {"NS": (sitting.ns,), "EW": (sitting.ew,)}.get(direction, (sitting.ns, sitting.ew, *sitting.players))
        return absent in sides

    def rest(numbers: tuple[str, ...], way: str) -> tuple[str, ...]:
        return tuple(number for number in numbers if number != absent or direction not in ("", way))

    sittings = tuple(sitting for sitting in movement.sittings if not misses(sitting))
    teams = tuple(team for number, team in zip(movement.others, movement.teams, strict=False) if number != absent)
    return Movement(
        sittings,
        movement.tables,
        movement.rounds,
        movement.sets,
        movement.winners,
        rest(movement.ns, "NS"),
        rest(movement.ew, "EW"),
        rest(movement.others, ""),
        teams,
    )

"""Movements: who meets whom at which table, on which boards, round by round. Data and arithmetic, nothing else.

What every movement keeps (and its tests check): a contestant sits once a round, meets nobody twice, and plays every set
of boards once at most. The tables of a round have different sets, except where a movement says that they share.

Sources. Mitchell: John T. Mitchell, 1891; with an even number of tables East-West skip a table after half of the
rounds, or the first and last tables share and one set rests on a relay. Howell: the starters and adders below make a
Room square each (Stanton and Mullin, 1968), which is a Howell movement in the order of the cycle; three tables have
none, and share in the first round. Individuals: cyclic whist tournaments (Moore, 1896), in which everybody plays with
each X"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

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

    *sets* is how many sets of boards it needs. *winners* is 2 when North-South and East-West are ranked separately.
    *ns* and *ew* number the pairs that keep their direction; *others* the contestants that sit both ways. *teams* is
    the team of each of them.
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
    """A type of movement: for which numbers of tables it exists, how many rounds it has at most, and how it is made."""

    fits: Callable[[int], bool]
    most: Callable[[int], int]
    make: Callable[[int, int], Movement]


# Mitchell


def _mitchell(tables: int, rounds: int) -> Movement:
    """Move East-West up a table and the boards down one; North-South stay."""
    return _two_fields(
        tables, rounds, tables, lambda table, round: (_up(table, round, tables), _down(table, round, tables))
    )


def _skip(tables: int, rounds: int) -> Movement:
    """Move the same way; after half of the rounds East-West skip a table, else they would meet boards they have
    played."""
    half = tables // 2
    return _two_fields(
        tables,
        rounds,
        tables,
        lambda table, round: (_up(table, round + (round > half), tables), _down(table, round, tables)),
    )


def _relay(tables: int, rounds: int) -> Movement:
    """Share the boards between the first and the last table, and rest one set between the two halves of the room."""
    half = tables // 2

    def place(table: int) -> int:
        """Return where a table stands on the way of the boards, from 0; the relay is place *half*."""
        return table - 1 if table <= half else table % tables

    return _two_fields(
        tables,
        rounds,
        tables,
        lambda table, round: (_up(table, round, tables), (place(table) + round - 1) % tables + 1),
    )


def _up(table: int, round: int, tables: int) -> int:
    """Return the East-West pair at *table*: in the first round pair and table have one number."""
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
    """Turn the arrow in the last *rounds*, for one ranking of a Mitchell: in the last *rounds* the arrow is turned, and
    pairs sit the other way.

    One round in eight, and at least one, unless said otherwise: that is what compares the two fields most evenly.
    East-West are numbered after North-South.
    """
    turned = max(1, round(movement.rounds / 8)) if rounds is None else rounds
    of_ew = {number: str(int(number) + movement.tables) for number in movement.ew}
    sittings = []
    for one in movement.sittings:
        ns, ew = one.ns, of_ew[one.ew]
        if one.round > movement.rounds - turned:
            ns, ew = ew, ns
        sittings.append(one._replace(ns=ns, ew=ew))
    return Movement(
        tuple(sittings), movement.tables, movement.rounds, movement.sets, others=(*movement.ns, *of_ew.values())
    )


# Howell

HOWELLS: dict[int, tuple[tuple[tuple[int, int], ...], tuple[int, ...]]] = {
    4: (((1, 3), (2, 6), (4, 5)), (2, 4, 1)),
    5: (((1, 6), (2, 8), (3, 4), (5, 7)), (4, 7, 5, 2)),
    6: (((1, 9), (2, 8), (3, 4), (5, 7), (6, 10)), (2, 4, 1, 10, 5)),
    7: (((1, 10), (2, 8), (3, 4), (5, 7), (6, 11), (9, 12)), (2, 5, 11, 9, 4, 8)),
    8: (((1, 3), (2, 5), (4, 13), (6, 11), (7, 14), (8, 12), (9, 10)), (2, 14, 6, 1, 5, 4, 13)),
    9: (
        ((1, 3), (2, 13), (4, 5), (6, 11), (7, 16), (8, 15), (9, 12), (10, 14)),
        (2, 4, 11, 16, 10, 12, 7, 6),
    ),
    10: (
        ((1, 4), (2, 7), (3, 16), (5, 15), (6, 13), (8, 10), (9, 17), (11, 12), (14, 18)),
        (2, 1, 8, 17, 3, 16, 5, 15, 9),
    ),
    11: (
        ((1, 7), (2, 18), (3, 13), (4, 5), (6, 9), (8, 16), (10, 17), (11, 20), (12, 14), (15, 19)),
        (8, 20, 16, 9, 15, 3, 6, 10, 5, 13),
    ),
    12: (
        ((1, 16), (2, 20), (3, 13), (4, 11), (5, 9), (6, 15), (7, 19), (8, 10), (12, 18), (14, 17), (21, 22)),
        (17, 22, 16, 15, 14, 21, 3, 18, 7, 8, 20),
    ),
    13: (
        ((1, 19), (2, 17), (3, 5), (4, 7), (6, 23), (8, 20), (9, 15), (10, 24), (11, 12), (13, 22), (14, 18), (16, 21)),
        (20, 19, 8, 11, 4, 3, 24, 9, 23, 10, 7, 12),
    ),
    14: (
        (
            (1, 16),
            (2, 6),
            (3, 4),
            (5, 23),
            (7, 17),
            (8, 21),
            (9, 14),
            (10, 12),
            (11, 19),
            (13, 20),
            (15, 26),
            (18, 24),
            (22, 25),
        ),
        (17, 8, 7, 1, 24, 2, 23, 22, 3, 6, 14, 15, 20),
    ),
    15: (
        (
            (1, 3),
            (2, 21),
            (4, 22),
            (5, 8),
            (6, 14),
            (7, 27),
            (9, 26),
            (10, 17),
            (11, 25),
            (12, 28),
            (13, 19),
            (15, 16),
            (18, 23),
            (20, 24),
        ),
        (4, 23, 26, 13, 20, 5, 6, 27, 7, 11, 3, 2, 12, 15),
    ),
}
"""By tables: the pairs that meet in the first round at tables 2, 3, ... counted from 0 in the cycle, and how far the
boards of each table are from those of table 1, where the pair that never moves meets pair 0."""

SMALL: dict[int, tuple[tuple[tuple[int, int, int], ...], ...]] = {
    2: tuple(((a, b, n), (c, d, n)) for n, (a, b, c, d) in enumerate(((4, 1, 2, 3), (4, 2, 3, 1), (4, 3, 1, 2)), 1)),
    3: (
        ((6, 1, 1), (2, 3, 1), (4, 5, 1)),
        ((6, 2, 2), (1, 4, 3), (3, 5, 4)),
        ((6, 3, 3), (1, 5, 2), (2, 4, 5)),
        ((6, 4, 4), (1, 3, 5), (2, 5, 3)),
        ((6, 5, 5), (1, 2, 4), (3, 4, 2)),
    ),
}
"""By tables: who meets whom on which set, a line a round. Two tables always share; three do in the first round."""


def _howell(tables: int, rounds: int) -> Movement:
    """Let everybody meet everybody; the pair with the last number stays North-South at table 1."""
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

Partners = tuple[int | None, int]
WHIST: dict[int, tuple[tuple[Partners, Partners], ...]] = {
    2: (((None, 0), (1, 5)), ((2, 3), (4, 6))),
    3: (((None, 0), (1, 7)), ((2, 5), (3, 10)), ((4, 6), (8, 9))),
    4: (((None, 0), (13, 14)), ((1, 10), (6, 9)), ((2, 4), (7, 11)), ((3, 8), (5, 12))),
    5: (((None, 0), (2, 5)), ((1, 12), (8, 14)), ((3, 10), (7, 11)), ((4, 9), (17, 18)), ((6, 16), (13, 15))),
    6: (
        ((None, 0), (6, 16)),
        ((1, 22), (3, 17)),
        ((2, 7), (15, 19)),
        ((4, 5), (8, 14)),
        ((9, 21), (12, 20)),
        ((10, 13), (11, 18)),
    ),
    7: (
        ((None, 0), (18, 21)),
        ((1, 6), (11, 20)),
        ((2, 22), (15, 19)),
        ((3, 4), (7, 9)),
        ((5, 17), (16, 24)),
        ((8, 14), (10, 26)),
        ((12, 25), (13, 23)),
    ),
    8: (
        ((None, 0), (10, 20)),
        ((1, 5), (13, 29)),
        ((2, 7), (3, 22)),
        ((4, 6), (9, 18)),
        ((8, 28), (14, 15)),
        ((11, 19), (21, 27)),
        ((12, 25), (16, 30)),
        ((17, 24), (23, 26)),
    ),
    9: (
        ((None, 0), (4, 15)),
        ((1, 22), (11, 34)),
        ((2, 28), (23, 29)),
        ((3, 19), (9, 31)),
        ((5, 13), (18, 21)),
        ((6, 8), (17, 24)),
        ((7, 27), (10, 14)),
        ((12, 30), (32, 33)),
        ((16, 26), (20, 25)),
    ),
    10: (
        ((None, 0), (16, 34)),
        ((1, 26), (21, 36)),
        ((2, 30), (23, 24)),
        ((3, 12), (9, 14)),
        ((4, 27), (13, 17)),
        ((5, 11), (33, 35)),
        ((6, 38), (7, 19)),
        ((8, 28), (10, 20)),
        ((15, 32), (18, 31)),
        ((22, 25), (29, 37)),
    ),
    11: (
        ((None, 0), (21, 24)),
        ((1, 31), (18, 19)),
        ((2, 12), (4, 6)),
        ((3, 34), (5, 14)),
        ((7, 42), (29, 36)),
        ((8, 33), (17, 28)),
        ((9, 32), (25, 40)),
        ((10, 26), (11, 15)),
        ((13, 30), (20, 39)),
        ((16, 38), (35, 41)),
        ((22, 27), (23, 37)),
    ),
    12: (
        ((None, 0), (20, 34)),
        ((1, 18), (17, 28)),
        ((2, 44), (11, 46)),
        ((3, 26), (10, 31)),
        ((4, 19), (5, 27)),
        ((6, 8), (12, 40)),
        ((7, 23), (13, 16)),
        ((9, 29), (32, 41)),
        ((14, 24), (35, 42)),
        ((15, 33), (37, 45)),
        ((21, 22), (39, 43)),
        ((25, 38), (30, 36)),
    ),
}
"""By tables: the partners of the first round, North-South then East-West, counted from 0 in the cycle; None is the
player who never moves."""


def _individual(tables: int, rounds: int) -> Movement:
    """Let everybody play with everybody once; all tables play the boards of the round, and share them or have
    copies."""
    cycle = 4 * tables - 1

    def number(player: int | None, round: int) -> str:
        return str(4 * tables if player is None else (player + round) % cycle + 1)

    sittings = []
    for round in range(rounds):
        for table, ((north, south), (east, west)) in enumerate(WHIST[tables], 1):
            seats = tuple(number(one, round) for one in (north, east, south, west))
            sittings.append(Sitting(round + 1, table, "", "", round + 1, seats))
    players = tuple(str(one) for one in range(1, 4 * tables + 1))
    return Movement(tuple(sittings), tables, rounds, rounds, others=players)


# Teams of four


def _teams(tables: int, rounds: int) -> Movement:
    """Set two tables a match: one pair of each team stays North-South, the other sits East-West; each team meets
    another every round. All matches play the boards of the round, and share them or have copies.

    There are as many teams as tables; where their number is odd one team sits out in each round, and so does a table.
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


def _round_robin(count: int, round: int) -> list[tuple[int, int]]:
    """Pair an even number of teams into the matches of a round: the last one stays, the others go round."""
    circle = [(round + place) % (count - 1) + 1 for place in range(count - 1)]
    pairs = [(circle[0], count)]
    pairs += [(circle[place], circle[-place]) for place in range(1, count // 2)]
    return pairs


# Swiss: each round is drawn from the ranking, the first in the order of the numbers

DRAWN = ("swiss", "swiss_teams")
"""The movements that have a first round alone; `services.tournaments.swiss` draws the others."""
MOST_DRAWN = 15


def _swiss(tables: int, rounds: int) -> Movement:
    """Let 1 meet 2 and 3 meet 4 in the first round; every table plays the boards of the round, and shares them or has
    copies."""
    sittings = [Sitting(1, table, str(2 * table - 1), str(2 * table), 1) for table in range(1, tables + 1)]
    pairs = tuple(str(number) for number in range(1, 2 * tables + 1))
    return Movement(tuple(sittings), tables, rounds, rounds, others=pairs)


def _swiss_teams(tables: int, rounds: int) -> Movement:
    """Do the same with teams, two tables a match: one pair of each stays North-South, the other sits East-West."""
    sittings = [one for first in range(1, tables, 2) for one in match_tables(1, first, first, first + 1)]
    pairs = tuple(str(number) for number in range(1, 2 * tables + 1))
    team = tuple(str((number + 1) // 2) for number in range(1, 2 * tables + 1))
    return Movement(tuple(sittings), tables, rounds, rounds, others=pairs, teams=team)


def match_tables(round: int, table: int, home: int, away: int) -> tuple[Sitting, Sitting]:
    """Seat a match of two teams at two tables: the first pair of each North-South, the second East-West."""
    return (
        Sitting(round, table, str(2 * home - 1), str(2 * away), round),
        Sitting(round, table + 1, str(2 * away - 1), str(2 * home), round),
    )


# All of them

MOVEMENTS: dict[str, Kind] = {
    "mitchell": Kind(lambda tables: tables % 2 == 1 and tables >= 3, lambda tables: tables, _mitchell),
    "skip": Kind(lambda tables: tables % 2 == 0 and tables >= 4, lambda tables: tables - 1, _skip),
    "relay": Kind(lambda tables: tables % 2 == 0 and tables >= 4, lambda tables: tables, _relay),
    "howell": Kind(lambda tables: tables in HOWELLS or tables in SMALL, lambda tables: 2 * tables - 1, _howell),
    "individual": Kind(lambda tables: tables in WHIST, lambda tables: 4 * tables - 1, _individual),
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
    """Return the movement of this key.

    :raises ValueError: there is none for so many tables, or it has fewer rounds.
    """
    if key not in possible(tables):
        raise ValueError(f"no {key} for {tables} tables")
    if not 1 <= rounds <= MOVEMENTS[key].most(tables):
        raise ValueError(f"{key} of {tables} tables has {MOVEMENTS[key].most(tables)} rounds, not {rounds}")
    return MOVEMENTS[key].make(tables, rounds)


def without(movement: Movement, absent: str, direction: str = "") -> Movement:
    """Return the same movement with a pair missing: its opponents sit out. In two fields *direction* says in which."""

    def misses(one: Sitting) -> bool:
        sides = {"NS": (one.ns,), "EW": (one.ew,)}.get(direction, (one.ns, one.ew, *one.players))
        return absent in sides

    def rest(numbers: tuple[str, ...], way: str) -> tuple[str, ...]:
        return tuple(number for number in numbers if number != absent or direction not in ("", way))

    kept = tuple(one for one in movement.sittings if not misses(one))
    teams = tuple(team for number, team in zip(movement.others, movement.teams, strict=False) if number != absent)
    return Movement(
        kept,
        movement.tables,
        movement.rounds,
        movement.sets,
        movement.winners,
        rest(movement.ns, "NS"),
        rest(movement.ew, "EW"),
        rest(movement.others, ""),
        teams,
    )

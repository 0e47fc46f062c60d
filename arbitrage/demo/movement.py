"""The two movements of the demonstration club: pairs and boards by table and round."""

from typing import NamedTuple


class Sitting(NamedTuple):
    """One table in one round: its two pairs, and the set of boards that it plays, each counted from 1."""

    round: int
    table: int
    ns: int
    ew: int
    set: int


def web_mitchell() -> list[Sitting]:
    """List the sittings of eleven tables, nine rounds and nine sets of boards. Every table plays every set, from two
    copies of the boards.

    East-West move up a table each round, from 11 to 1. Tables 1 to 9 play the first copy. Table 10 plays the second
    copy in the same order and table 11 in reverse; in round 5 both need set 5 and share it.
    """
    return [
        Sitting(round, table, ns=table, ew=_up(table, round, 11), set=_web_set(table, round))
        for round in range(1, 10)
        for table in range(1, 12)
    ]


def _web_set(table: int, round: int) -> int:
    return 10 - round if table == 11 else (table + round - 2) % 9 + 1


def relay_mitchell() -> list[Sitting]:
    """List the sittings of eight tables, eight rounds and eight sets of boards, in one copy. Tables 1 and 8 share their
    boards, and one set rests at a relay between tables 4 and 5.

    Each round East-West move up one table, and the boards move down one place of the circle of tables 1 and 8, 2, 3, 4,
    the relay, 5, 6, 7.
    """
    return [
        Sitting(round, table, ns=table, ew=_up(table, round, 8), set=(_place(table) + round - 1) % 8 + 1)
        for round in range(1, 9)
        for table in range(1, 9)
    ]


def _place(table: int) -> int:
    """Return the place of a table in the circle of the boards, from 0. The relay is place 4."""
    return table - 1 if table <= 4 else table % 8


def _up(table: int, round: int, tables: int) -> int:
    """Return the East-West pair at *table* in *round*; in the first round both have the same number."""
    return (table - round) % tables + 1

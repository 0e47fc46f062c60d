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
    """Move eleven tables, nine rounds, nine sets: every set is played at every table, from two copies of the boards.

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
    """Move eight tables, eight rounds, eight sets from one copy: tables 1 and 8 share, and one set rests between 4 and
    5.

    East-West move up a table each round; the boards move down one place of the circle 1 and 8, 2, 3, 4, the relay, 5,
    6, 7.
    """
    return [
        Sitting(round, table, ns=table, ew=_up(table, round, 8), set=(_place(table) + round - 1) % 8 + 1)
        for round in range(1, 9)
        for table in range(1, 9)
    ]


def _place(table: int) -> int:
    """Return the place of the table in the circle of the boards, from 0; the relay is place 4."""
    return table - 1 if table <= 4 else table % 8


def _up(table: int, round: int, tables: int) -> int:
    """Return the East-West pair at *table* in *round*; in the first round both have the same number."""
    return (table - round) % tables + 1

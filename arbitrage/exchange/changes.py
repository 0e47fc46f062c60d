"""Differences between a file and an earlier copy of it: a database that grows during the session, or a correction."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from arbitrage.exchange.records import BoardRecord, ResultRecord, TournamentFile

Name = tuple[object, ...]
"""A key that is unique among the lines of a file."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A traveller line with its place: the session and the number of its board."""

    session: str
    board: int
    line: ResultRecord


@dataclass(frozen=True, slots=True)
class Changes:
    """The lines that only the later file has, those that differ (before, after), and those that only the earlier file
    has. Each group is in the order of its file."""

    added: tuple[Placed, ...]
    changed: tuple[tuple[Placed, Placed], ...]
    removed: tuple[Placed, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def changes(before: TournamentFile, after: TournamentFile) -> Changes:
    """List the lines that are new in *after*, changed or missing.

    A line is recognised by its key where the format has keys, else by its board, section, table, round, room and
    contestants. If several lines of a file have equal values of these, the first in one file matches the first in the
    other.
    """
    old, new = dict(_named(before)), dict(_named(after))
    return Changes(
        added=tuple(placed for name, placed in new.items() if name not in old),
        changed=tuple((old[name], placed) for name, placed in new.items() if name in old and old[name] != placed),
        removed=tuple(placed for name, placed in old.items() if name not in new),
    )


def _named(file: TournamentFile) -> Iterator[tuple[Name, Placed]]:
    met: Counter[Name] = Counter()
    for board in file.boards:
        for line in board.results:
            name = _name(board, line)
            met[name] += 1
            yield (*name, met[name]), Placed(board.session, board.number, line)


def _name(board: BoardRecord, line: ResultRecord) -> Name:
    if line.key:
        return (line.key,)
    seats = (line.ns, line.ew, *line.players)
    return (board.session, board.number, line.section, line.table, line.round, line.room, *seats)

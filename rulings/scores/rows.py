"""The rows of a session as a method scores them, and their points, matches and places."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rulings.bridge import Side
from rulings.scores.adjusted import Line
from rulings.scores.matchpoints import Contestants
from rulings.scores.method import Method
from rulings.scores.teams import TwoTeams


@dataclass(frozen=True, slots=True)
class Row:
    """A table on a board: the score that counts, and the contestants.

    *line* has the same id, unique in the session; it is None where there is nothing to compare: a table that did not
    play, a pair that sat out, a score that is not decided. A side is a pair, the two players of an individual, a team,
    or nobody. Rows of one *match* are the tables of two teams. *form* distinguishes the forms of a fouled board (Law
    87). *times* is the number of tables that the row stands for. *recorded* is the points of both sides in a file, in
    its scale.
    """

    id: str
    line: Line | None
    ns: Contestants = ()
    ew: Contestants = ()
    section: str = ""
    form: int = 1
    times: int = 1
    match: str = ""
    recorded: tuple[Fraction, Fraction] | None = None
    favours: Side | None = None
    """The side that did not offend, where a score was adjusted: half an IMP of a match is rounded for it."""
    round: int | None = None
    """The round in which the table plays the board, where the session has rounds."""


Boards: TypeAlias = Mapping[str, Sequence[Row]]
"""The rows of every board of a session."""


@dataclass(frozen=True, slots=True)
class Earned:
    """Points of a row to both sides: matchpoints out of *top* on the 2-1-0 scale, with percentages; or IMPs or points,
    without top and percentages."""

    ns: Fraction
    ew: Fraction
    top: int = 0
    ns_percent: Fraction | None = None
    ew_percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Placing:
    """A contestant's place in its field. *score* decides the rank, in the method's unit; *rank* and *score* are None
    before the first comparison. *points* is the sum over its *boards*."""

    contestant: str
    field: str
    rank: int | None
    score: Fraction | None
    points: Fraction
    boards: int


@dataclass(frozen=True, slots=True)
class Scores:
    """Points of every row by its id (rows that are compared with nothing are left out), and the ranking."""

    rows: Mapping[str, Earned]
    standings: tuple[Placing, ...]
    matches: tuple["MatchScore", ...] = ()
    """Matches of teams, in the order of their first board."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Score of a match of two teams so far. *points* are the points of its boards, *worth* those of the match in the
    unit of the ranking; each has the first team first.

    *played* of its *boards* are compared: until all are, *worth* counts the others as drawn. *apart* are the boards
    that its tables played in different forms, and that have no assigned score (Law 86B2).
    """

    name: str
    teams: tuple[str, str]
    points: TwoTeams
    worth: TwoTeams
    played: int
    boards: int
    apart: tuple[str, ...] = ()
    won: TwoTeams = (Fraction(0), Fraction(0))
    """Points of each team on the boards that it won: 25 and 18 where *points* are 7 and -7."""

    @property
    def over(self) -> bool:
        return self.played == self.boards


def groups_of(boards: Boards, method: Method) -> dict[tuple[str, str], list[Row]]:
    """Return the rows that are compared with each other, by board and section."""
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for name, rows in boards.items():
        for row in rows:
            groups[name, row.section if method.by_section else ""].append(row)
    return groups

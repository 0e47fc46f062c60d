"""A session from its travellers to its ranking: every board, the averages that depend on the other boards, penalties.

The steps for a board are, in this order: the scores as ruled; forms and artificial scores are separated; comparisons,
weights included; missing scores (Neuberg) and small groups. Once all boards are compared, artificial scores follow the
rule of the session (Law 12C2(c)); then come penalties, which affect nobody else, and the ranks. Nothing is cached:
after any correction the whole session is computed again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from rulings.scores.adjusted import Artificial, Average, Line, average_imps, average_percent, averages_of
from rulings.scores.imps import LineImps
from rulings.scores.matchpoints import (
    Award,
    BoardPoints,
    Contestants,
    LinePoints,
    Neuberg,
    Standing,
    Times,
    average_plus_alone,
    each,
    fouled_board,
    matchpoint_board,
    ranking,
    ranks,
    tables,
)

Pairs: TypeAlias = Mapping[str, tuple[Contestants, Contestants]]
"""North-South and East-West contestants of every line; an arrow switch just swaps them. A side is a pair, the two
players of an individual, or nobody."""


@dataclass(frozen=True, slots=True)
class Played:
    """A board as it was played: its lines, grouped by form when it was fouled (Law 87), and who played them.

    *expected* is the number of scores that the board should have, by default the number of lines. *times* is for lines
    that stand for several tables. A pair that sits out a board has no line; *sit_outs* has the average that the
    organiser gives it.
    """

    lines: tuple[Line, ...]
    pairs: Pairs
    other_forms: tuple[tuple[Line, ...], ...] = ()
    expected: int | None = None
    times: Times = field(default_factory=dict)
    sit_outs: Mapping[str, Average] = field(default_factory=dict)

    @property
    def forms(self) -> tuple[tuple[Line, ...], ...]:
        return (self.lines, *self.other_forms)

    @property
    def size(self) -> int:
        """The number of scores that the board should have."""
        return max(self.expected or 0, sum(tables(form, self.times) for form in self.forms))


@dataclass(frozen=True, slots=True)
class Session:
    """The points of every board and the ranking."""

    boards: Mapping[str, BoardPoints]
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class ImpStanding:
    """A contestant's place in its field by IMPs: *total* over all its boards, penalties taken off."""

    contestant: str
    field: str
    rank: int
    total: Fraction
    boards: int

    @property
    def mean(self) -> Fraction:
        """IMPs a board."""
        return self.total / self.boards


@dataclass(frozen=True, slots=True)
class ImpSession:
    """The IMPs of every board's lines and the ranking, best first."""

    boards: Mapping[str, tuple[LineImps, ...]]
    standings: tuple[ImpStanding, ...]


def matchpoint_session(
    boards: Mapping[str, Played],
    *,
    formula: Neuberg = Neuberg.BOARD,
    totals: Neuberg | None = None,
    small_groups: bool = True,
    fields: Mapping[str, str] | None = None,
    penalties: Iterable[Award] = (),
    added: Callable[[Fraction, int], Fraction] | None = None,
) -> Session:
    """Compute every board of a session in matchpoints, and the ranking by percentage.

    *formula* is the use of Neuberg's formula for the boards, and *totals* its use for the sums. They are the same by
    default; some programs print one and add up the other. *fields* and *penalties* are as for `ranking` and `penalty`.
    *added* maps points and their top to the number that a program adds up; by default the points themselves.

    :raises ValueError: a board cannot be matchpointed.
    :raises KeyError: a line has no pairs.
    """
    counted = formula if totals is None else totals
    boards = {name: _set_apart(board) for name, board in boards.items()}
    summed = _matchpoints(boards, counted, small_groups)
    others = _others(boards, {name: (board.lines, board.top) for name, board in summed.items()}, out_of=100)
    shown = summed if counted is formula else _matchpoints(boards, formula, small_groups)
    earned: list[Award] = []
    boards_by_name: dict[str, BoardPoints] = {}
    for name, board in boards.items():
        shares = _by_session(board, others, average_percent)
        boards_by_name[name] = _with_averages(shown[name], board, shares)
        top = summed[name].top
        for line in summed[name].lines:
            for contestants, points, side in zip(board.pairs[line.id], (line.ns, line.ew), (0, 1), strict=True):
                for contestant in each(contestants):
                    share = shares.get((line.id, side, contestant))
                    worth = points if share is None else top * share / 100
                    earned.append(Award(contestant, worth if added is None else added(worth, top), top))
        earned += [
            Award(contestant, top * average_percent(average, others.get(contestant)) / 100, top)
            for contestant, average in board.sit_outs.items()
        ]
    return Session(boards_by_name, tuple(ranking([*earned, *penalties], fields)))


def imp_session(
    boards: Mapping[str, Played],
    score: Callable[[Sequence[Line]], Sequence[LineImps]],
    *,
    by_mean: bool = False,
    fields: Mapping[str, str] | None = None,
    penalties: Mapping[str, Fraction] | None = None,
    added: Callable[[Fraction], Fraction] | None = None,
) -> ImpSession:
    """Compute every board of a session in IMPs, and the ranking by their sum or, with *by_mean*, by their mean a board.

    *score* is the method for a board's lines: ``cross_imp_board``, or ``lambda lines: butler_board(lines).lines``. Each
    form of a fouled board is scored by itself. *penalties* are IMPs taken off a contestant's total. *added* maps the
    IMPs of a line to the number that a program adds up, if it rounds first.

    :raises ValueError: a board cannot be scored.
    :raises KeyError: a line has no pairs.
    """

    def scored(board: Played) -> tuple[LineImps, ...]:
        return tuple(line for form in board.forms if form for line in score(form))

    boards = {name: _set_apart(board) for name, board in boards.items()}
    first = {name: scored(board) for name, board in boards.items()}
    others = _others(boards, {name: (lines, 1) for name, lines in first.items()}, out_of=1)
    totals: dict[str, list[Fraction]] = defaultdict(list)
    boards_by_name: dict[str, tuple[LineImps, ...]] = {}
    for name, board in boards.items():
        shares = _by_session(board, others, average_imps)
        lines = []
        for line in first[name]:
            both = []
            for contestants, imps, side in zip(board.pairs[line.id], (line.ns, line.ew), (0, 1), strict=True):
                given = [shares.get((line.id, side, contestant), imps) for contestant in each(contestants)]
                for contestant, value in zip(each(contestants), given, strict=True):
                    totals[contestant].append(value if added is None else added(value))
                both.append(_mean(given) if given else imps)
            lines.append(LineImps(line.id, *both))
        boards_by_name[name] = tuple(lines)
        for contestant, average in board.sit_outs.items():
            totals[contestant].append(average_imps(average, others.get(contestant)))
    return ImpSession(boards_by_name, _imp_ranking(totals, by_mean, fields or {}, penalties or {}))


def _set_apart(board: Played) -> Played:
    """Return the board with average plus for a line that is alone in its form."""
    first, *others = average_plus_alone(board.forms, board.times) or [[]]
    return replace(board, lines=tuple(first), other_forms=tuple(map(tuple, others)), expected=board.size)


def _matchpoints(boards: Mapping[str, Played], formula: Neuberg, small_groups: bool) -> dict[str, BoardPoints]:
    largest = max((board.size for board in boards.values()), default=0)
    return {name: played_board(board, formula, largest, small_groups) for name, board in boards.items()}


def played_board(board: Played, formula: Neuberg, largest: int, small_groups: bool = True) -> BoardPoints:
    """Compute the matchpoints of one board of a session; *largest* is the number of scores of its largest board.
    Averages do not follow the session yet."""
    expected = largest if formula is Neuberg.FIELD else board.size
    if len(board.forms) > 1:
        return fouled_board(board.forms, expected=expected, small_groups=small_groups, times=board.times)
    return matchpoint_board(board.lines, expected=expected, formula=formula, times=board.times)


def _others(
    boards: Mapping[str, Played],
    points_of_boards: Mapping[str, tuple[Iterable[LinePoints] | Iterable[LineImps], int]],
    out_of: int,
) -> dict[str, Fraction]:
    """Compute, for each contestant with an average, its score on the boards that it played: points over tops, times
    *out_of*. A board with an artificial score does not count as played."""
    wanted = set(_to_be_averaged(boards))
    points: dict[str, Fraction] = defaultdict(Fraction)
    tops: dict[str, int] = defaultdict(int)
    for name, board in boards.items() if wanted else ():
        artificial = {
            (line.id, side)
            for line in (line for form in board.forms for line in form)
            for side in ((0, 1) if isinstance(line, Artificial) else [side for side, _value in averages_of(line)])
        }
        lines, top = points_of_boards[name]
        for line in lines:
            for side, contestants, earned in zip((0, 1), board.pairs[line.id], (line.ns, line.ew), strict=True):
                if (line.id, side) in artificial:
                    continue
                for contestant in wanted.intersection(each(contestants)):
                    points[contestant] += earned
                    tops[contestant] += top
    return {contestant: out_of * points[contestant] / top for contestant, top in tops.items() if top}


def _to_be_averaged(boards: Mapping[str, Played]) -> Iterator[str]:
    """List the contestants whose average depends on their other boards, once for each such average."""
    for board in boards.values():
        for line in (line for form in board.forms for line in form):
            for side, value in averages_of(line):
                if isinstance(value, Average):
                    yield from each(board.pairs[line.id][side])
        yield from board.sit_outs


_Shares: TypeAlias = Mapping[tuple[str, int, str], Fraction]
"""Points of artificial scores by line, side (0 North-South, 1 East-West) and contestant."""


def _by_session(
    board: Played, others: Mapping[str, Fraction], worth: Callable[[Average, Fraction | None], Fraction]
) -> _Shares:
    """Compute the points of the board's averages for each contestant. *others* are the contestants' scores on their
    other boards; the two players of a side of an individual have different ones."""
    shares = {}
    for line in (line for form in board.forms for line in form):
        for side, value in averages_of(line):
            for contestant in each(board.pairs[line.id][side]):
                shares[line.id, side, contestant] = (
                    worth(value, others.get(contestant)) if isinstance(value, Average) else Fraction(value)
                )
    return shares


def _with_averages(points: BoardPoints, board: Played, shares: _Shares) -> BoardPoints:
    """Return the board with these percentages for its averages; no other line changes, as averages are compared with
    nothing."""
    if not shares:
        return points

    def ruled(line: LinePoints) -> LinePoints:
        ns, ew = (
            _mean(
                [
                    shares[line.id, side, contestant]
                    for contestant in each(contestants)
                    if (line.id, side, contestant) in shares
                ]
                or [known]
            )
            for side, (contestants, known) in enumerate(
                zip(board.pairs[line.id], (line.ns_percent, line.ew_percent), strict=True)
            )
        )
        return LinePoints(line.id, points.top * ns / 100, points.top * ew / 100, ns, ew)

    averaged = {line_id for line_id, _side, _one in shares}
    return replace(points, lines=tuple(ruled(line) if line.id in averaged else line for line in points.lines))


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _imp_ranking(
    earned: Mapping[str, Sequence[Fraction]],
    by_mean: bool,
    fields: Mapping[str, str],
    penalties: Mapping[str, Fraction],
) -> tuple[ImpStanding, ...]:
    by_field: dict[str, list[ImpStanding]] = defaultdict(list)
    for contestant, imps in earned.items():
        name = fields.get(contestant, "")
        total = sum(imps, Fraction(0)) - penalties.get(contestant, 0)
        by_field[name].append(ImpStanding(contestant, name, 0, total, len(imps)))
    standings: list[ImpStanding] = []
    for competing in by_field.values():
        places = ranks({standing.contestant: standing.mean if by_mean else standing.total for standing in competing})
        placed = [replace(standing, rank=places[standing.contestant]) for standing in competing]
        standings += sorted(placed, key=lambda standing: standing.rank)
    return tuple(standings)

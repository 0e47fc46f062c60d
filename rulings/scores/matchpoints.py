"""Matchpoints of a board (Law 78A) and the ranking of a session. The computation uses exact fractions; only pages
round.

The scale is the Law's: 2 for every result beaten, 1 for every equal one. A board is computed in this order, each
step a function of its own: frequencies of the scores, matchpoints from the frequencies, missing results (Neuberg),
artificial scores. Weighted scores enter as fractional frequencies in the first step; the sides of a split score are
compared each with its own field; the forms of a fouled board are separate boards until the third.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import floor
from types import MappingProxyType
from typing import TypeAlias

from rulings.bridge import Side
from rulings.scores.adjusted import (
    Artificial,
    Average,
    Averaged,
    Compared,
    Line,
    Number,
    Outcome,
    Scored,
    Split,
    Weighted,
    one_sided,
    outcomes,
    seen_by,
)

__all__ = [
    "Artificial",
    "Averaged",
    "Award",
    "BoardPoints",
    "Line",
    "LinePoints",
    "Neuberg",
    "Scale",
    "Scored",
    "Split",
    "Standing",
    "Weighted",
    "awards",
    "fouled_board",
    "matchpoint_board",
    "matchpoint_field",
    "neuberg",
    "penalty",
    "points_by_score",
    "ranking",
    "ranks",
    "scaled",
    "shown_percent",
    "shown_points",
]


class Neuberg(StrEnum):
    """Number of scores to which an incomplete board is extrapolated. Programs differ, and a file does not name it."""

    BOARD = "board"
    """Extrapolated to the number of lines of the board, artificial ones included; the usual way."""
    FIELD = "field"
    """Extrapolated to the number of lines of the largest board of the field."""
    NONE = "none"
    """Not extrapolated: the top is that of the compared scores, and artificial scores are a share of that lower top."""


Times: TypeAlias = Mapping[str, int]
"""Number of tables that a line stands for, by its id, where that is not one (frequency tables of a large field)."""

ONCE: Times = MappingProxyType({})
"""Every line stands for one table."""

Contestants: TypeAlias = str | tuple[str, ...]
"""Contestants of a side: a pair, the two players of an individual, or nobody."""


@dataclass(frozen=True, slots=True)
class LinePoints:
    """Points of a line to both sides: matchpoints on the 2-1-0 scale, and percentages of the top."""

    id: str
    ns: Fraction
    ew: Fraction
    ns_percent: Fraction
    ew_percent: Fraction


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """A board's matchpoints: its top, and each line in the order it was given."""

    top: int
    """The most a line can earn, 2(E - 1) for E expected scores; 0 when there is nothing to compare with."""
    lines: tuple[LinePoints, ...]

    def line(self, line_id: str) -> LinePoints:
        """Return the line of this id.

        :raises KeyError: the board has no such line.
        """
        for line in self.lines:
            if line.id == line_id:
                return line
        raise KeyError(line_id)


def matchpoint_board(
    lines: Sequence[Line],
    *,
    expected: int | None = None,
    formula: Neuberg = Neuberg.BOARD,
    times: Times = ONCE,
) -> BoardPoints:
    """Compute the matchpoints of every line of a board, for North-South and for East-West (Law 78A).

    *expected* is the number of scores that the board should have, artificial ones included; by default as many as there
    are lines. Neuberg's formula makes up for missing scores, so that every board has its full weight, unless *formula*
    is `Neuberg.NONE`. *times* is for lines that stand for several tables. A line alone has nothing to compare with: 0
    of 0, shown as average. 690 once and 660 seven times: 14 and 6 of 14.

    :raises ValueError: two lines share an id, a line is of an unknown kind, or there are more lines than *expected*.
    """
    if one_sided(lines):
        return _each_side(
            lambda side: matchpoint_board(seen_by(lines, side), expected=expected, formula=formula, times=times)
        )
    expected = _expected(lines, expected, times)
    compared = [line for line in lines if isinstance(line, Compared)]
    obtained = tables(compared, times)
    if formula is Neuberg.NONE:
        expected = obtained
    top = 2 * max(expected - 1, 0)

    return BoardPoints(top, _points(lines, _worth(compared, _carry(obtained, expected), times), top))


def matchpoint_field(
    boards: Mapping[str, Sequence[Line]], *, formula: Neuberg = Neuberg.BOARD
) -> dict[str, BoardPoints]:
    """Compute the matchpoints of all boards of a field, with missing scores extrapolated as *formula* says."""
    largest = max(map(len, boards.values()), default=0) if formula is Neuberg.FIELD else None
    return {board: matchpoint_board(lines, expected=largest, formula=formula) for board, lines in boards.items()}


def fouled_board(
    forms: Sequence[Sequence[Line]],
    *,
    expected: int | None = None,
    small_groups: bool = True,
    times: Times = ONCE,
) -> BoardPoints:
    """Compute the matchpoints of a board that was played in several forms (Law 87B), its lines grouped by form.

    Each group is compared by itself, and its matchpoints are extrapolated to the *expected* scores of the whole board.
    Artificial scores may stand in any group. With *small_groups*, a group of two or three scores, where three times as
    many or more are expected, gets 60 % plus or minus 5 % for every point above or below its average. A line alone in
    its form is average plus to both sides. With one form only, the board is computed like any other.

    :raises ValueError: as for `matchpoint_board`.
    """
    if any(map(one_sided, forms)):
        return _each_side(
            lambda side: fouled_board(
                [seen_by(form, side) for form in forms], expected=expected, small_groups=small_groups, times=times
            )
        )
    groups = average_plus_alone(forms, times)
    lines = [line for group in groups for line in group]
    expected = _expected(lines, expected, times)
    top = 2 * max(expected - 1, 0)
    points: list[LinePoints] = []
    for group in groups:
        compared = [line for line in group if isinstance(line, Compared)]
        obtained = tables(compared, times)
        small = small_groups and len(groups) > 1 and obtained in (2, 3) and expected >= 3 * obtained
        carry = _small_group(obtained, expected) if small else _carry(obtained, expected)
        points += _points(group, _worth(compared, carry, times), top)
    return BoardPoints(top, tuple(points))


def _each_side(board: Callable[[Side], BoardPoints]) -> BoardPoints:
    """Compute the matchpoints of a board whose two sides are compared with different lines."""
    ns, ew = board(Side.NS), board(Side.EW)
    lines = (
        LinePoints(line.id, line.ns, other.ew, line.ns_percent, other.ew_percent)
        for line, other in zip(ns.lines, ew.lines, strict=True)
    )
    return BoardPoints(max(ns.top, ew.top), tuple(lines))


def average_plus_alone(forms: Iterable[Sequence[Line]], times: Times = ONCE) -> list[list[Line]]:
    """Return the groups of a fouled board that are not empty; a line alone in its form becomes average plus to both
    sides."""
    groups = [list(group) for group in forms if group]
    if len(groups) < 2:
        return groups
    return [
        [Averaged(line.id, Average.PLUS, Average.PLUS) if isinstance(line, Compared) else line for line in group]
        if tables([line for line in group if isinstance(line, Compared)], times) == 1
        else group
        for group in groups
    ]


def points_by_score(frequencies: Mapping[int, Number]) -> dict[int, Fraction]:
    """Return North-South's matchpoints for each score, given the frequencies: 2 for each score beaten, 1 for each equal
    one (Law 78A).

    A score of frequency f above b lower ones earns 2b + f - 1, which also holds for the fractional frequencies of
    weighted scores. {100: 1, -50: 2} gives {100: 4, -50: 1}.
    """
    points: dict[int, Fraction] = {}
    lower: Number = 0
    for score in sorted(frequencies):
        frequency = frequencies[score]
        points[score] = Fraction(2 * lower + frequency - 1)
        lower += frequency
    return points


def neuberg(points: Fraction, *, obtained: int, expected: int) -> Fraction:
    """Scale matchpoints M among A *obtained* scores to E *expected* scores: (M E + E - A) / A.

    10 of 14 among 8 scores where 9 were expected is 11.375 of 16. With nothing missing nothing changes.
    """
    if expected == obtained:
        return points
    return (points * expected + expected - obtained) / obtained


Carry: TypeAlias = Callable[[Fraction], Fraction]
"""Function from matchpoints among the scores compared to matchpoints of the whole board. It is linear, so that weights
pass through it."""

Shares: TypeAlias = tuple[Fraction, Fraction]
"""Matchpoints of North-South and of East-West."""


def _carry(obtained: int, expected: int) -> Carry:
    return lambda points: neuberg(points, obtained=obtained, expected=expected)


def _small_group(obtained: int, expected: int) -> Carry:
    return lambda points: (points - (obtained - 1) + 12) / 10 * (expected - 1)


def tables(lines: Iterable[Line], times: Times = ONCE) -> int:
    """Count the tables that the lines stand for."""
    return sum(times.get(line.id, 1) for line in lines)


def _expected(lines: Sequence[Line], expected: int | None, times: Times) -> int:
    for line_id, count in Counter(line.id for line in lines).items():
        if count > 1:
            raise ValueError(f"Line {line_id!r} is there {count} times: every line needs an id of its own.")
    obtained = tables(lines, times)
    if expected is not None and expected < obtained:
        raise ValueError(f"The board has {obtained} lines, more than the {expected} expected.")
    return obtained if expected is None else expected


def _worth(compared: Sequence[Compared], carry: Carry, times: Times) -> Callable[[Compared], Shares]:
    """Return the function that gives a line's matchpoints to both sides. Each side is compared with its own field; the
    two fields differ only where a score is split."""
    given = [(*outcomes(line), times.get(line.id, 1)) for line in compared]
    ns_field = frequencies((ns, count) for ns, _ew, count in given)
    split = any(ns is not ew for ns, ew, _count in given)
    ew_field = frequencies((ew, count) for _ns, ew, count in given) if split else ns_field
    ns_worth = {score: carry(points) for score, points in points_by_score(ns_field).items()}
    negated = {-score: frequency for score, frequency in ew_field.items()}
    ew_worth = {-score: carry(points) for score, points in points_by_score(negated).items()}

    def earned(line: Compared) -> Shares:
        ns, ew = outcomes(line)
        return _value(ns, ns_worth), _value(ew, ew_worth)

    return earned


def frequencies(field: Iterable[tuple[Outcome, int]]) -> dict[int, Number]:
    """Return the frequency of each score, from the outcomes and their numbers of tables; a weighted result counts by
    its weight."""
    counts: dict[int, Number] = {}
    for outcome, count in field:
        if isinstance(outcome, int):
            counts[outcome] = counts.get(outcome, 0) + count
            continue
        for weight, score in outcome:
            counts[score] = counts.get(score, 0) + weight * count
    return counts


def _value(outcome: Outcome, worth: Mapping[int, Fraction]) -> Fraction:
    if isinstance(outcome, int):
        return worth[outcome]
    return sum((weight * worth[score] for weight, score in outcome), Fraction(0))


def _points(lines: Sequence[Line], earned: Callable[[Compared], Shares], top: int) -> tuple[LinePoints, ...]:
    known: dict[int, tuple[Fraction, Fraction, Fraction, Fraction]] = {}

    def points(line: Line) -> LinePoints:
        match line:
            case Scored(id=line_id, score=score):
                if score not in known:
                    known[score] = _shares(*earned(line), top)
                return LinePoints(line_id, *known[score])
            case Weighted() | Split():
                return LinePoints(line.id, *_shares(*earned(line), top))
            case Averaged():
                return points(line.as_percentages())
            case Artificial(id=line_id, ns_percent=ns, ew_percent=ew):
                return LinePoints(line_id, top * ns / 100, top * ew / 100, ns, ew)
            case _:
                raise ValueError(f"A line is of a kind of `Line`: {type(line).__name__} cannot be matchpointed.")

    return tuple(points(line) for line in lines)


def _shares(ns: Fraction, ew: Fraction, top: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    if not top:
        return ns, ew, Fraction(50), Fraction(50)
    return ns, ew, 100 * ns / top, 100 * ew / top


# Ranking


@dataclass(frozen=True, slots=True)
class Award:
    """Points of a contestant on one board: *points* of *top*. A penalty is negative points of 0 (Laws 90, 91)."""

    contestant: str
    points: Fraction
    top: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant's place in its field."""

    contestant: str
    field: str
    rank: int | None
    """1 is the winner; equal percentages share a rank and the next one is skipped. None before the first comparison."""
    percent: Fraction | None
    """Percentage of the tops of the boards played, 0 to 100; None before the first comparison."""
    points: Fraction
    top: int
    boards: int
    """Boards that counted."""


def awards(board: BoardPoints, pairs: Mapping[str, tuple[Contestants, Contestants]]) -> list[Award]:
    """List the points of each contestant on the board; *pairs* gives the North-South and East-West contestants of every
    line.

    :raises KeyError: a line has no pairs.
    """
    earned = []
    for line in board.lines:
        ns, ew = pairs[line.id]
        earned += [Award(contestant, line.ns, board.top) for contestant in each(ns)]
        earned += [Award(contestant, line.ew, board.top) for contestant in each(ew)]
    return earned


def each(contestants: Contestants) -> tuple[str, ...]:
    """Return the contestants of a side, one after the other."""
    return (contestants,) if isinstance(contestants, str) else contestants


def penalty(contestant: str, percent: Number, top: int) -> Award:
    """Return a procedural or disciplinary penalty (Laws 90, 91): a percentage of a top, taken from the contestant's
    total alone. 10 % of a top of 24 takes 2.4 points.

    Comparisons and other contestants do not change.

    :raises ValueError: the percentage is negative.
    """
    if percent < 0:
        raise ValueError(f"A penalty takes points away: {percent} % of a top is not one.")
    return Award(contestant, -Fraction(percent) * top / 100, 0)


def ranking(awards: Iterable[Award], fields: Mapping[str, str] | None = None) -> list[Standing]:
    """List every contestant's session percentage and rank, best first: the sum of its points over the sum of its tops.

    A board that a contestant sat out simply has no award. *fields* names each contestant's field when there are several
    winners ("NS", "EW"). Each field is ranked by itself; fields keep the order of their first contestant.
    """
    totals: dict[str, dict[str, list[Award]]] = {}
    for award in awards:
        field = (fields or {}).get(award.contestant, "")
        totals.setdefault(field, {}).setdefault(award.contestant, []).append(award)
    return [standing for field, earned in totals.items() for standing in _rank_field(field, earned)]


def _rank_field(field: str, earned: Mapping[str, Sequence[Award]]) -> list[Standing]:
    standings = [_total(contestant, field, awards) for contestant, awards in earned.items()]
    places = ranks({standing.contestant: standing.percent for standing in standings if standing.percent is not None})
    placed = [replace(standing, rank=places.get(standing.contestant)) for standing in standings]
    return sorted(placed, key=lambda standing: (standing.rank is None, standing.rank))


def ranks(totals: Mapping[str, Number]) -> dict[str, int]:
    """Compute the rank of every contestant: 1 is the winner; equal totals share a rank and the next one is skipped."""
    places: dict[Number, int] = {}
    place = 1
    for total, sharing in sorted(Counter(totals.values()).items(), reverse=True):
        places[total] = place
        place += sharing
    return {contestant: places[total] for contestant, total in totals.items()}


def _total(contestant: str, field: str, awards: Sequence[Award]) -> Standing:
    points = sum((award.points for award in awards), Fraction(0))
    top = sum(award.top for award in awards)
    percent = 100 * points / top if top else None
    return Standing(contestant, field, None, percent, points, top, sum(award.top > 0 for award in awards))


# Display


class Scale(StrEnum):
    """The matchpoints that programs print for a result beaten, an equal one and a lower one."""

    TWO = "2-1-0"
    ONE = "1-½-0"
    TENTHS = "tenths"
    """Tenths of the first, cut to whole numbers: 20, 10 and 0."""


RATIOS = {Scale.TWO: Fraction(1), Scale.ONE: Fraction(1, 2), Scale.TENTHS: Fraction(10)}
"""Factor from the 2-1-0 scale to each scale."""


def scaled(points: Fraction, scale: Scale) -> Fraction:
    """Convert matchpoints of the 2-1-0 scale to another: 9 is 4.5 (1-½-0) and 90 (tenths)."""
    match scale:
        case Scale.TWO:
            return points
        case Scale.ONE:
            return points / 2
        case Scale.TENTHS:
            return Fraction(floor(10 * points))


def shown_percent(percent: Fraction, places: int = 2) -> Decimal:
    """Write the percentage as result lists print it, halves up: 42.857... is 42.86."""
    scale = 10**places
    return Decimal(floor(percent * scale + Fraction(1, 2))).scaleb(-places)


def shown_points(points: Fraction, top: int, places: int = 1) -> Decimal:
    """Write the matchpoints as result lists print them. Exact halves are rounded towards the average, so that both
    sides add up."""
    scale = 10**places
    scaled = points * scale
    if scaled.denominator == 2:
        return Decimal(floor(scaled) + (2 * points < top)).scaleb(-places)
    return Decimal(round(scaled)).scaleb(-places)

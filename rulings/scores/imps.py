"""International matchpoints: the table of Law 78B, and the IMPs of a board at teams and at pairs.

A weighted score is converted result by result, then weighted; it is never averaged first. Each side of a split score is
compared with its own field. An artificial score is compared with nothing (Law 12C).
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import overload

from rulings.bridge import Side
from rulings.scores.adjusted import (
    AVERAGE_IMPS,
    AVERAGE_OF_PERCENT,
    Artificial,
    Averaged,
    Compared,
    Line,
    Number,
    Outcome,
    mean_score,
    one_sided,
    outcomes,
    results_of,
    seen_by,
)
from rulings.scores.matchpoints import ONCE, Times, frequencies

_LEAST_DIFFERENCE = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference in points that earns 1, 2, 3 ... 24 IMPs."""


def imp(difference: int) -> int:
    """Compute IMPs for a difference in points, 0 to 24 with the sign of the difference (Law 78B): 370 is 9, -790 is
    -13."""
    size = bisect_right(_LEAST_DIFFERENCE, abs(difference))
    return size if difference >= 0 else -size


@overload
def team_imps(here: int, there: int) -> int: ...
@overload
def team_imps(here: Outcome, there: Outcome) -> Number: ...
def team_imps(here: Outcome, there: Outcome) -> Number:
    """Compute IMPs of a team for one board (Law 78B): what its NS pair scored here against what NS scored at the other
    table.

    Both are points from North-South's side: 620 here and -170 there is 13. Where a score is weighted, every result is
    converted and the IMPs are weighted: half 620 and half -200 against -200 is 0, 9 and -9 against 200.
    """
    if isinstance(here, int) and isinstance(there, int):
        return imp(here - there)
    return sum(
        (
            weight * other_weight * imp(score - other)
            for weight, score in results_of(here)
            for other_weight, other in results_of(there)
        ),
        Fraction(0),
    )


@dataclass(frozen=True, slots=True)
class LineImps:
    """IMPs of a line to each side; they are opposite unless a score is split or artificial."""

    id: str
    ns: Fraction
    ew: Fraction


@dataclass(frozen=True, slots=True)
class ButlerBoard:
    """IMPs of a board against its datum. East-West's datum differs only where a score is split. A datum is None without
    any score."""

    datum: int | None
    datum_ew: int | None
    lines: tuple[LineImps, ...]


def datum(scores: Sequence[Number], *, drop: int | None = None, round_to: int = 10) -> int:
    """Compute the datum of a Butler board: the mean of the NS scores without the extremes, rounded.

    *drop* scores are left out at each end; by default one when there are five or more. The mean is rounded to the
    nearest multiple of *round_to*, halves away from zero. 420, 420, 450, -50, 620 give 430.

    :raises ValueError: nothing is left to average, or *round_to* is below 1.
    """
    return _datum([(score, 1) for score in scores], drop, round_to)


def _datum(scores: Sequence[tuple[Number, int]], drop: int | None, round_to: int) -> int:
    """Compute the datum of scores given with their frequencies."""
    count = sum(times for _score, times in scores)
    if drop is None:
        drop = 1 if count >= 5 else 0
    if drop < 0 or count <= 2 * drop:
        raise ValueError(f"Dropping {drop} scores at each end of {count} leaves nothing to average.")
    if round_to < 1:
        raise ValueError(f"The datum is rounded to a multiple of 1 or more, not of {round_to}.")
    total: Number = sum(score * times for score, times in scores)
    for extremes in (sorted(scores), sorted(scores, reverse=True)):
        left = drop
        for score, times in extremes:
            total -= score * min(times, left)
            left -= min(times, left)
            if not left:
                break
    mean = Fraction(total) / (count - 2 * drop)
    size = floor(abs(mean) / round_to + Fraction(1, 2)) * round_to
    return size if mean >= 0 else -size


def butler_board(
    lines: Sequence[Line], *, drop: int | None = None, round_to: int = 10, times: Times = ONCE
) -> ButlerBoard:
    """Compute the datum of a board and the IMPs of every line against it, adjusted scores included.

    A weighted score enters the datum with its mean, an artificial one not at all. *times* is for lines that stand for
    several tables.

    :raises ValueError: as for `datum` when there are scores, or an artificial score has no equivalent in IMPs.
    """
    if one_sided(lines):
        ns_board, ew_board = (
            butler_board(seen_by(lines, side), drop=drop, round_to=round_to, times=times) for side in Side
        )
        return ButlerBoard(ns_board.datum, ew_board.datum_ew, _each_side(ns_board.lines, ew_board.lines))
    compared = [line for line in lines if isinstance(line, Compared)]
    if not compared:
        return ButlerBoard(None, None, tuple(map(_artificial, lines)))
    counts = [times.get(line.id, 1) for line in compared]
    ns, ew = (
        _datum([(mean_score(outcome), count) for outcome, count in zip(side, counts, strict=True)], drop, round_to)
        for side in zip(*map(outcomes, compared), strict=True)
    )
    return ButlerBoard(ns, ew, against(lines, ns, ew))


def against(lines: Sequence[Line], ns_datum: int, ew_datum: int | None = None) -> tuple[LineImps, ...]:
    """Return the IMPs of every line against known datums; East-West's defaults to North-South's."""
    other = ns_datum if ew_datum is None else ew_datum
    if one_sided(lines):
        return _each_side(*(against(seen_by(lines, side), ns_datum, other) for side in Side))

    def earned(line: Compared) -> LineImps:
        ns, ew = outcomes(line)
        return LineImps(line.id, Fraction(team_imps(ns, ns_datum)), -Fraction(team_imps(ew, other)))

    return tuple(earned(line) if isinstance(line, Compared) else _artificial(line) for line in lines)


def cross_imp_board(lines: Sequence[Line], *, per_result: bool = False, times: Times = ONCE) -> tuple[LineImps, ...]:
    """Return the IMPs of every line against every other line, adjusted scores included, divided by the number of
    comparisons.

    With *per_result* the divisor is the number of results instead, as some programs do. A line alone is worth 0.

    Artificial scores take no part in the comparisons and are not counted among them. *times* is for lines that stand
    for several tables.

    :raises ValueError: an artificial score has no equivalent in IMPs.
    """
    if one_sided(lines):
        return _each_side(*(cross_imp_board(seen_by(lines, side), per_result=per_result, times=times) for side in Side))
    given = [(*outcomes(line), times.get(line.id, 1)) for line in lines if isinstance(line, Compared)]
    divisor = max(sum(count for _ns, _ew, count in given) - (0 if per_result else 1), 1)
    ns_worth = _compared((ns, count) for ns, _ew, count in given)
    split = any(ns is not ew for ns, ew, _count in given)
    ew_worth = _compared((ew, count) for _ns, ew, count in given) if split else ns_worth

    def earned(line: Compared) -> LineImps:
        ns, ew = outcomes(line)
        return LineImps(line.id, _value(ns, ns_worth) / divisor, -_value(ew, ew_worth) / divisor)

    return tuple(earned(line) if isinstance(line, Compared) else _artificial(line) for line in lines)


def _each_side(ns: Sequence[LineImps], ew: Sequence[LineImps]) -> tuple[LineImps, ...]:
    """Compute the IMPs of a board whose two sides are compared with different lines."""
    return tuple(LineImps(line.id, line.ns, other.ew) for line, other in zip(ns, ew, strict=True))


def _compared(field: Iterable[tuple[Outcome, int]]) -> dict[int, Number]:
    """Compute the IMPs of each score against the whole field. A line's comparison with itself is included; it is 0,
    even for a weighted score."""
    counts = frequencies(field)
    return {score: sum(count * imp(score - other) for other, count in counts.items()) for score in counts}


def _value(outcome: Outcome, worth: Mapping[int, Number]) -> Fraction:
    return Fraction(sum(weight * worth[score] for weight, score in results_of(outcome)))


def _artificial(line: Line) -> LineImps:
    match line:
        case Averaged():
            return LineImps(line.id, *line.as_imps())
        case Artificial(id=line_id, ns_percent=ns, ew_percent=ew):
            return LineImps(line_id, imps_of_percent(ns), imps_of_percent(ew))
        case _:
            raise ValueError(f"A line is of a kind of `Line`: {type(line).__name__} has no IMPs.")


def imps_of_percent(percent: Number) -> Fraction:
    """Compute the IMPs of an artificial score that a file gives as a percentage: 60 is +3, 50 is 0, 40 is -3 (Law
    12C2).

    :raises ValueError: any other percentage, which has no equivalent in IMPs.
    """
    if percent in AVERAGE_OF_PERCENT:
        return AVERAGE_IMPS[AVERAGE_OF_PERCENT[percent]]
    raise ValueError(f"An artificial score of {float(percent):g} % has no equivalent in IMPs: give 60, 50 or 40 %.")


# Display


def shown_imps(imps: Number, places: int = 2) -> Decimal:
    """Write IMPs as result lists print them, halves away from zero so that the two sides stay opposite: -15/7 is
    -2.14."""
    scale = 10**places
    size = floor(abs(Fraction(imps)) * scale + Fraction(1, 2))
    return Decimal(size if imps >= 0 else -size).scaleb(-places)

"""Adjusted scores (Law 12): the kinds of line a traveller may have, and the figures that the Law fixes for them.

A score is always points from North-South's side. This module has the kinds of line; the scoring method compares a line
with the others (`rulings.scores.matchpoints`, `rulings.scores.imps`, `rulings.scores.teams`). Where the Laws leave a
figure to the regulating authority, the default is the one of ``rulings/regulations``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias, assert_never

from rulings.bridge import Side

Number: TypeAlias = int | Fraction
"""An exact number: weights, percentages and IMPs are never floats."""


class Imps(Fraction):
    """A fixed number of IMPs of a side; any plain number is a percentage."""

    __slots__ = ()


Results: TypeAlias = tuple[tuple[Number, int], ...]
"""Several results with their weights, which sum to one: ((3/5, 420), (2/5, -50))."""

Outcome: TypeAlias = int | Results
"""Result of a side on a board: one score, or several with their weights."""


def weighted(results: Iterable[tuple[Number, int]]) -> Results:
    """Return results with their weights (Law 12C1(c)), such as 3/5 of 420 and 2/5 of -50; equal scores are merged.

    :raises ValueError: there is no result, a weight is negative, or the weights do not sum to one.
    """
    together: dict[int, Number] = {}
    for weight, score in results:
        if weight < 0:
            raise ValueError(f"The weight of {score} is {weight}; a weight is never negative.")
        together[score] = together.get(score, 0) + weight
    total = sum(together.values(), Fraction(0))
    if total != 1:
        raise ValueError(f"The weights sum to {total}, not to 1.")
    return tuple((weight, score) for score, weight in together.items() if weight)


def results_of(outcome: Outcome) -> Results:
    """Return the results that make up an outcome; a single score is one result of weight one."""
    return ((1, outcome),) if isinstance(outcome, int) else outcome


def mean_score(outcome: Outcome) -> Number:
    """Compute the mean of an outcome in points, for a total or a datum. Comparisons use each result separately."""
    return outcome if isinstance(outcome, int) else sum((weight * score for weight, score in outcome), Fraction(0))


# Artificial adjusted scores (Law 12C2)


class Average(StrEnum):
    """An artificial adjusted score by responsibility (Law 12C2(a), (b)), in the words of results files."""

    PLUS = "A+"
    EVEN = "A"
    MINUS = "A-"


class Fault(StrEnum):
    """Degree of a contestant's fault for a board that has no result (Law 12C2(a))."""

    NONE = "none"
    PARTIAL = "partial"
    DIRECT = "direct"

    @property
    def average(self) -> Average:
        """Score of the contestant: average plus when in no way at fault, average minus when directly at fault."""
        return {Fault.NONE: Average.PLUS, Fault.PARTIAL: Average.EVEN, Fault.DIRECT: Average.MINUS}[self]


AVERAGE_PERCENT = {Average.PLUS: Fraction(60), Average.EVEN: Fraction(50), Average.MINUS: Fraction(40)}
"""Percentages of the matchpoints available on the board (Law 12C2(a))."""

AVERAGE_OF_PERCENT: Mapping[Number, Average] = {percent: average for average, percent in AVERAGE_PERCENT.items()}
"""The averages by the percentage that names them."""

AVERAGE_IMPS = {Average.PLUS: Fraction(3), Average.EVEN: Fraction(0), Average.MINUS: Fraction(-3)}
"""IMPs a board (Law 12C2(b)); the Law has no figure for a plain average, read as 0."""


def average_percent(average: Average, others: Number | None = None) -> Fraction:
    """Compute the percentage of the top that an artificial score is worth, by the rule of the session (Law 12C2(c)).

    *others* is the contestant's percentage on the other boards of the session that it played, None when there is none.
    Average plus is 60, or *others* when that is more: 64 gives 64, 47 gives 60. Average minus is 40, or *others* when
    that is less. A plain average stays 50.
    """
    return _by_session(average, AVERAGE_PERCENT[average], others)


def average_imps(average: Average, others: Number | None = None) -> Fraction:
    """Compute the IMPs that an artificial score is worth, by the rule of the session (Law 12C2(b), (c)).

    *others* is the contestant's mean IMPs a board on the other boards of the session. Average plus is +3, or *others*
    when that is more.
    """
    return _by_session(average, AVERAGE_IMPS[average], others)


def _by_session(average: Average, value: Fraction, others: Number | None) -> Fraction:
    match average:
        case Average.PLUS if others is not None:
            return max(value, Fraction(others))
        case Average.MINUS if others is not None:
            return min(value, Fraction(others))
        case _:
            return value


# The lines of a traveller


@dataclass(frozen=True, slots=True)
class Scored:
    """A line with one score for both sides, as played or as assigned: points from North-South's side."""

    id: str
    score: int


@dataclass(frozen=True, slots=True)
class Weighted:
    """A line with several results, weighted (Law 12C1(c)), for both sides.

    :raises ValueError: the weights do not sum to one.
    """

    id: str
    results: Results

    def __post_init__(self) -> None:
        _check_weights(self.results)


@dataclass(frozen=True, slots=True)
class Split:
    """A line whose sides have different scores (Laws 11, 12C1(e), 82C), each one score or several with weights.

    Both are points from North-South's side: *ew* is East-West's score written on North-South's card.

    :raises ValueError: the weights of a side do not sum to one.
    """

    id: str
    ns: Outcome
    ew: Outcome

    def __post_init__(self) -> None:
        _check_weights(results_of(self.ns))
        _check_weights(results_of(self.ew))


@dataclass(frozen=True, slots=True)
class Artificial:
    """A line with an artificial score: percentages of the full top, such as 60 and 40; compared with nothing (12C2)."""

    id: str
    ns_percent: Fraction
    ew_percent: Fraction


@dataclass(frozen=True, slots=True)
class Averaged:
    """A line with an artificial score by the rule of the session (Law 12C2(c)); compared with nothing.

    Each side has an average or a fixed number: a percentage at matchpoints, IMPs at IMPs. *ns_others* and *ew_others*
    are the contestants' scores on their other boards, in the same unit; None when they have none.
    """

    id: str
    ns: Average | Number
    ew: Average | Number
    ns_others: Number | None = None
    ew_others: Number | None = None

    def as_percentages(self) -> Artificial:
        """Return the line at matchpoints."""
        ns, ew = (
            average_percent(value, others) if isinstance(value, Average) else Fraction(value)
            for value, others in ((self.ns, self.ns_others), (self.ew, self.ew_others))
        )
        return Artificial(self.id, ns, ew)

    def as_imps(self) -> tuple[Fraction, Fraction]:
        """Return the IMPs of North-South and East-West."""
        ns, ew = (
            average_imps(value, others) if isinstance(value, Average) else Fraction(value)
            for value, others in ((self.ns, self.ns_others), (self.ew, self.ew_others))
        )
        return ns, ew


@dataclass(frozen=True, slots=True)
class OneSided:
    """A line with an artificial score for one side alone (Laws 12C2(a), 15B3): the other keeps its result.

    *side* keeps *outcome*, points from North-South's side, and is compared with its field. The other side has *other*,
    an average or a number, and is compared with nothing; *others* is its contestants' score on their other boards, None
    when they have none.
    """

    id: str
    side: Side
    outcome: Outcome
    other: Average | Number
    others: Number | None = None

    def seen_by(self, side: Side) -> "Line":
        """Return the line as it scores that side."""
        if side is not self.side:
            return Averaged(self.id, self.other, self.other, self.others, self.others)
        if isinstance(self.outcome, int):
            return Scored(self.id, self.outcome)
        return Weighted(self.id, self.outcome)


Line: TypeAlias = Scored | Weighted | Split | Artificial | Averaged | OneSided
"""One line of a board's traveller."""


def seen_by(lines: Iterable[Line], side: Side) -> list[Line]:
    """Return the lines of a board as they score one side."""
    return [line.seen_by(side) if isinstance(line, OneSided) else line for line in lines]


def one_sided(lines: Iterable[Line]) -> bool:
    """Does any line have an artificial score for one side alone?"""
    return any(isinstance(line, OneSided) for line in lines)


def averages_of(line: Line) -> tuple[tuple[int, Average | Number], ...]:
    """List the averages of a line by the rule of the session: the side (0 North-South, 1 East-West) and its average or
    number; () for a line without."""
    match line:
        case Averaged(ns=ns, ew=ew):
            return (0, ns), (1, ew)
        case OneSided(side=side, other=other):
            return ((1 if side is Side.NS else 0, other),)
        case _:
            return ()


def in_the_unit(line: Line, *, imps: bool) -> Line | None:
    """Return the line with its fixed numbers in the unit of the event, IMPs or per cent: +3 IMPs is 60 per cent, 0 is
    50, -3 is 40, and the reverse. None if a number of the other unit has no such equivalent."""
    match line:
        case Averaged(ns=ns, ew=ew):
            both = _number_in_the_unit(ns, imps), _number_in_the_unit(ew, imps)
            return None if both[0] is None or both[1] is None else replace(line, ns=both[0], ew=both[1])
        case OneSided(other=other):
            number = _number_in_the_unit(other, imps)
            return None if number is None else replace(line, other=number)
        case _:
            return line


def _number_in_the_unit(share: Average | Number, imps: bool) -> Average | Number | None:
    if isinstance(share, Average) or isinstance(share, Imps) == imps:
        return share
    worth, other = (AVERAGE_PERCENT, AVERAGE_IMPS) if imps else (AVERAGE_IMPS, AVERAGE_PERCENT)
    return next((other[average] for average in Average if worth[average] == share), None)


Compared: TypeAlias = Scored | Weighted | Split
"""A line that is compared with the others."""


def outcomes(line: Compared) -> tuple[Outcome, Outcome]:
    """Return the results of North-South and East-West on a line, both as points from North-South's side."""
    match line:
        case Scored(score=score):
            return score, score
        case Weighted(results=results):
            return results, results
        case Split(ns=ns, ew=ew):
            return ns, ew
    assert_never(line)


def _check_weights(results: Results) -> None:
    total = sum((weight for weight, _score in results), Fraction(0))
    if total != 1:
        raise ValueError(f"The weights sum to {total}, not to 1.")


# Self-inflicted damage (Law 12C1(e))


def self_inflicted(actual: Number, without: Number, but_for: Number, *, total: Number = 0) -> tuple[Number, Number]:
    """Compute the scores of non-offenders and offenders when part of the damage is self-inflicted (Law 12C1(e)).

    All figures are those of the non-offenders, in the unit of the event: *actual* is their score at the table,
    *without* their score without the infraction, and *but_for* their score after it without their own serious error or
    gamble. They bear the loss that they caused themselves. The offenders get the complement of *without* to *total* (0
    at IMPs, the top at matchpoints), or the table's score when nobody was damaged. At IMPs 2, 9 and 6 give +5 and -9.
    """
    if without <= actual:
        return actual, total - actual
    own_loss = max(but_for - actual, 0)
    return max(actual, without - own_loss), total - without


def split_for_self_inflicted(line_id: str, damaged: Side, *, actual: int, without: int, but_for: int) -> Scored | Split:
    """Return the traveller's line for self-inflicted damage, from three scores: the field is compared with it like any
    other.

    The offenders have *without*. The non-offenders have *actual* + *without* - *but_for*, as results with signed
    weights, where *but_for* lies between the other two. Against each result of the field they regain the cost of the
    infraction, and not that of their own error, which equals `self_inflicted` in any method that compares results. When
    nobody was damaged, the table's score stands.
    """
    sign = 1 if damaged is Side.NS else -1
    actual_for, without_for, but_for_for = sign * actual, sign * without, sign * but_for
    own: Outcome
    if without_for <= actual_for:
        return Scored(line_id, actual)
    if without_for <= but_for_for:
        own = actual
    elif but_for_for <= actual_for:
        own = without
    else:
        own = ((1, actual), (1, without), (-1, but_for))
    return Split(line_id, own, without) if damaged is Side.NS else Split(line_id, without, own)

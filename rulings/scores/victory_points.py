"""Victory points of a match: the scale of the World Bridge Federation (2013), continuous and discrete, 20 to a match.

Source: WBF Scoring Panel, *The New WBF IMP to VP Scales*, January 2013. For a margin of I IMPs over N boards the winner
has 10 + 10 (1 - R^(I/X)) / (1 - R), with R = sqrt(5) - 2 and X = 15 sqrt(N), the margin that is worth everything.
Victory points are no method of the Laws: the organiser chooses the scale (Law 78D).
"""

from bisect import bisect_right
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isqrt
from typing import Any, TypeAlias

DRAW, MAXIMUM = 10, 20


def victory_points(margin: int, boards: int) -> tuple[Decimal, Decimal]:
    """Compute victory points of a match on the continuous scale, to two decimals; first those of the team that has the
    *margin*.

    The margin is whole IMPs over all the *boards* of the match: 10 over 16 boards is 12.80 and 7.20.

    :raises ValueError: there is less than one board.
    """
    scale = continuous_scale(boards)
    winner = scale[min(abs(margin), len(scale) - 1)]
    return (winner, MAXIMUM - winner) if margin >= 0 else (MAXIMUM - winner, winner)


def whole_victory_points(margin: int, least_margins: Sequence[int]) -> tuple[int, int]:
    """Compute victory points of a match on a discrete scale; first those of the team that has the *margin*.

    *least_margins* has the least margins for 10, 11 ... 20 points: those of the WBF for the match's boards
    (`discrete_scale`), or those of a club or a scoring program.

    :raises ValueError: the scale is not one of eleven margins that begin with 0 and increase.
    """
    if len(least_margins) != MAXIMUM - DRAW + 1 or least_margins[0] or sorted(set(least_margins)) != [*least_margins]:
        raise ValueError(
            "A scale has the least margin for each of 10 to 20 points, the first 0, each more than the last."
        )
    winner = DRAW - 1 + bisect_right(least_margins, abs(margin))
    return (winner, MAXIMUM - winner) if margin >= 0 else (MAXIMUM - winner, winner)


Step: TypeAlias = tuple[int, Fraction, Fraction]
"""A line of a table of victory points: the least margin in IMPs, the winner's points and the loser's."""


def steps_of(table: Sequence[Sequence[Any]]) -> tuple[Step, ...]:
    """Read a table of victory points: [[0, "15", "15"], [3, "16", "14"]].

    :raises ValueError: the table does not begin with a draw at 0, or a greater margin gives the winner less or the
    loser more.
    """
    steps = tuple((int(margin), Fraction(winner), Fraction(loser)) for margin, winner, loser in table)
    for (low, more, less), (high, winner, loser) in pairwise(steps):
        if high <= low or winner < more or loser > less:
            raise ValueError(table)
    if steps and (steps[0][0] or steps[0][1] != steps[0][2] or steps[-1][2] < 0):
        raise ValueError(table)
    return steps


def table_points(margin: int, steps: Sequence[Step]) -> tuple[Fraction, Fraction]:
    """Compute victory points of a match by the organiser's own table; first those of the team that has the *margin*."""
    _margin, winner, loser = steps[bisect_right([step[0] for step in steps], abs(margin)) - 1]
    return (winner, loser) if margin >= 0 else (loser, winner)


@cache
def continuous_scale(boards: int) -> tuple[Decimal, ...]:
    """Return the winner's points for a margin of 0, 1, 2 ... IMPs, up to the first that is worth 20.

    The formula's values are rounded to two decimals. Where rounding makes an IMP gain more than the IMP before it, the
    points between them are raised by a hundredth, so that gains never grow.

    :raises ValueError: there is less than one board.
    """
    values = [_points(margin, boards).scaleb(2).to_integral_value(ROUND_HALF_UP) for margin in range(_blitz(boards))]
    cents = [*(int(value) for value in values if value < 100 * MAXIMUM), 100 * MAXIMUM]
    while raised := [at for at in range(1, len(cents) - 1) if cents[at - 1] + cents[at + 1] > 2 * cents[at]]:
        for at in raised:
            cents[at] += 1
    return tuple(Decimal(value).scaleb(-2) for value in cents)


@cache
def discrete_scale(boards: int) -> tuple[int, ...]:
    """Return the least margin, in IMPs, for 10, 11 ... 20 points: (0, 1, 4, 7, 10, 13, 17, 21, 26, 31, 39) over 8
    boards.

    A score is reached where the formula comes within half a point of it. Then ranges are widened so that no score has
    fewer margins than a smaller one; a draw counts the margins of both teams.

    :raises ValueError: there is less than one board.
    """
    blitz = _blitz(boards)
    points = [_points(margin, boards) for margin in range(blitz)]
    least = [0, *(bisect_right(points, Decimal(score) - Decimal("0.5")) for score in range(DRAW + 1, MAXIMUM + 1))]
    while narrowed := [
        at for at in range(1, len(least) - 1) if least[at + 1] - least[at] < _width_before(least, at)
    ]:  # fmt: skip
        for at in narrowed:
            least[at] -= 1
    return tuple(least)


def _width_before(least: Sequence[int], at: int) -> int:
    return least[at] - least[at - 1] if at > 1 else 2 * least[1] - 1


def _blitz(boards: int) -> int:
    """Return the least whole margin of 15 sqrt(N) or more."""
    if boards < 1:
        raise ValueError(f"A match has one board or more, not {boards}.")
    return isqrt(225 * boards - 1) + 1


def _points(margin: int, boards: int) -> Decimal:
    with localcontext() as context:
        context.prec = 40
        ratio = Decimal(5).sqrt() - 2
        share = Decimal(margin) / (15 * Decimal(boards).sqrt())
        return DRAW + DRAW * (1 - ratio**share) / (1 - ratio)

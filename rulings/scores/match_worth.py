"""Points of a match for its teams, in the unit of the ranking; points of its total (Patton); points of a round without
a match."""

from bisect import bisect_right
from fractions import Fraction

from rulings.scores.imps import shown_imps
from rulings.scores.method import Method, SitOut, VictoryPoints
from rulings.scores.teams import TwoTeams, rounded
from rulings.scores.victory_points import discrete_scale, table_points, victory_points, whole_victory_points

ZERO = Fraction(0)


def worth_of_a_match(method: Method, points: Fraction, boards: int, *, favoured: bool | None = None) -> Fraction:
    """Return the points of a match for a team that won *points* of it: the same number, or victory points for whole
    IMPs.

    Half an IMP is rounded in favour of the *favoured* team, which did not offend; away from zero if no team is
    favoured.
    """
    if method.unit != "vp":
        return points
    margin = int(shown_imps(points, 0)) if favoured is None else rounded(points, in_favour=favoured)
    if method.victory_points is VictoryPoints.OWN and method.own_scale:
        return table_points(margin, method.own_scale)[0]
    if method.margins:
        return Fraction(whole_victory_points(margin, method.margins)[0])
    if method.victory_points is VictoryPoints.DISCRETE:
        return Fraction(whole_victory_points(margin, discrete_scale(boards))[0])
    return Fraction(victory_points(margin, boards)[0])


def worth_of_a_total(method: Method, difference: Fraction) -> TwoTeams:
    """Return the points of both teams for the total of a match (Patton): half each where it is equal, and more to the
    winner by the steps of the organiser's table."""
    half = Fraction(method.total_worth, 2)
    steps = method.total_margins or (1,)
    reached = bisect_right(steps, abs(difference))
    won = half * reached / len(steps)
    return (half + won, half - won) if difference >= 0 else (half - won, half + won)


SIX_TENTHS = Fraction(6, 5)
"""Factor from the points of a draw, five tenths of a match, to those of average plus, six tenths."""


def worth_of_a_bye(method: Method, boards: int) -> Fraction:
    """Return the points of a team for a round of *boards* boards in which it is exempt; 0 where the method gives none,
    or matches give no points."""
    if method.bye is SitOut.NOTHING or not method.gives_match_points:
        return ZERO
    drawn = worth_of_a_match(method, ZERO, boards) if method.unit == "vp" else boards + Fraction(method.total_worth, 2)
    return drawn * (SIX_TENTHS if method.bye is SitOut.AVERAGE_PLUS else 1)

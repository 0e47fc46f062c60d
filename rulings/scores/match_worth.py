"""The worth of a match to its teams, in the unit of the ranking; of its total (Patton); of a round without a match."""

from bisect import bisect_right
from fractions import Fraction

from rulings.scores.imps import shown_imps
from rulings.scores.method import Method, SitOut, VictoryPoints
from rulings.scores.teams import TwoTeams, rounded
from rulings.scores.victory_points import discrete_scale, table_points, victory_points, whole_victory_points

ZERO = Fraction(0)


def worth_of_a_match(method: Method, points: Fraction, boards: int, *, favoured: bool | None = None) -> Fraction:
    """Tell what a match is worth to a team that won so many points of it: itself, or victory points for whole IMPs.

    Half an IMP is rounded for the team that is *favoured*, the one that did not offend; away from zero where nobody
    says which that is.
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
    """Tell what the total of a match gives to both teams (Patton): half of its points each where it is equal, and by
    steps of the organiser's table more to the winner."""
    half = Fraction(method.total_worth, 2)
    steps = method.total_margins or (1,)
    reached = bisect_right(steps, abs(difference))
    won = half * reached / len(steps)
    return (half + won, half - won) if difference >= 0 else (half - won, half + won)


SIX_TENTHS = Fraction(6, 5)
"""Average plus is six tenths of a match, of which a draw is five."""


def worth_of_a_bye(method: Method, boards: int) -> Fraction:
    """Tell what a round of so many boards gives to the team that is exempt in it; nothing where matches give none."""
    if method.bye is SitOut.NOTHING or not method.gives_match_points:
        return ZERO
    drawn = worth_of_a_match(method, ZERO, boards) if method.unit == "vp" else boards + Fraction(method.total_worth, 2)
    return drawn * (SIX_TENTHS if method.bye is SitOut.AVERAGE_PLUS else 1)

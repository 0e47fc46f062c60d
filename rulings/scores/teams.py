"""A board of a match between two teams: adjusted scores (Laws 12C, 86), and methods other than IMPs (Law 78).

A pair of figures belongs to the team that sits North-South at the table in question, then to the one that sits
East-West. *there* is the score of the other table, in points from North-South's side like every score.
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from rulings.bridge import Side
from rulings.scores.adjusted import (
    AVERAGE_IMPS,
    Average,
    Compared,
    Fault,
    Line,
    Number,
    Outcome,
    average_imps,
    mean_score,
    one_sided,
    outcomes,
    results_of,
    seen_by,
)
from rulings.scores.imps import team_imps
from rulings.scores.method import Method, Scoring

TwoTeams: TypeAlias = tuple[Fraction, Fraction]
"""Points of the team North-South here and of the team East-West here."""


def match_board(ns: Outcome, ew: Outcome, there: Outcome) -> TwoTeams:
    """Compute the IMPs of both teams for a board whose score here may be split: each side's result against the other
    table.

    -500 for North-South and -100 for East-West against 50 at the other table is -11 and +4.
    """
    return Fraction(team_imps(ns, there)), -Fraction(team_imps(ew, there))


def two_tables(
    here: Line, there: Line, points: Callable[[Outcome, Outcome], Number], average: Callable[[Line], TwoTeams]
) -> TwoTeams:
    """Compute the points of both teams for a board of their match, from the lines of its two tables.

    Each team's result here (as North-South, say) is compared with its result there (as East-West). *points* is the
    method from North-South's side, with opposite points for the other team (`team_imps`). *average* returns the points
    of an artificial score for the sides of its table. An artificial score replaces the comparison; when both tables
    have one, the first table's is used.
    """
    if one_sided((here, there)):
        for_ns, for_ew = (
            two_tables(seen_by((here,), side)[0], seen_by((there,), side.other)[0], points, average) for side in Side
        )
        return for_ns[0], for_ew[1]
    if not isinstance(here, Compared):
        return average(here)
    if not isinstance(there, Compared):
        theirs, ours = average(there)
        return ours, theirs
    (ns, ew), (other_ns, other_ew) = outcomes(here), outcomes(there)
    return Fraction(points(ns, other_ew)), -Fraction(points(ew, other_ns))


def knock_out(imps: tuple[Number, Number]) -> TwoTeams:
    """Return the IMPs of a board in a knock-out match, where the teams' scores must balance (Law 12C4): each team gets
    the mean of both.

    -11 and +4 is -7.5 and +7.5; +3 and +3 is 0 to both; scores that balance do not change.
    """
    ours, theirs = imps
    average = Fraction(ours - theirs) / 2
    return average, -average


def rounded(imps: Number, *, in_favour: bool) -> int:
    """Round the IMPs of a match's board for one team, a half in favour of the side that did not offend.

    *in_favour* tells whether that is this team: 7.5 is 8 when it is, else 7.
    """
    return floor(imps + Fraction(1, 2)) if in_favour else ceil(imps - Fraction(1, 2))


def cancelled_board(ns: Fault, ew: Fault, *, assigned: Number | None = None) -> TwoTeams:
    """Compute the IMPs of a cancelled board of a match (Law 86B2) from the fault of each team.

    When one team alone is at fault, the other has average plus, or the *assigned* score (IMPs from its own side) when
    that is more; the team at fault has the complement. Otherwise each team has its own average: +3 and +3 when neither
    is at fault.
    """
    if (ns is Fault.NONE) == (ew is Fault.NONE):
        return average_imps(ns.average), average_imps(ew.average)
    awarded = AVERAGE_IMPS[Average.PLUS] if assigned is None else max(AVERAGE_IMPS[Average.PLUS], Fraction(assigned))
    return (awarded, -awarded) if ns is Fault.NONE else (-awarded, awarded)


# Other methods


def board_a_match(here: Outcome, there: Outcome) -> Fraction:
    """Compute points of the team North-South here: 2 for a board won, 1 for an equal one, 0 for one lost, of a top
    of 2."""
    return Fraction(
        sum(
            weight * other_weight * ((score > other) - (score < other) + 1)
            for weight, score in results_of(here)
            for other_weight, other in results_of(there)
        )
    )


def total_points(here: Outcome, there: Outcome) -> Number:
    """Compute points of the team North-South here by total points (Law 78): the difference of the two tables'
    scores."""
    return mean_score(here) - mean_score(there)


def of_a_match(method: Method, here: int, there: int) -> Fraction:
    """Return the points of a team's score against that of the other table, both from one side: 620 against −100 is 12
    IMPs, 2 points of two, or 720."""
    if method.scoring is Scoring.BOARD_A_MATCH:
        return Fraction(board_a_match(here, there))
    return Fraction(here - there if method.scoring is Scoring.TOTAL else team_imps(here, there))

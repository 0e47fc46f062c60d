"""An evening of teams with its results, and a computation of its ranking that shares no code with the product."""

import datetime
import random
from fractions import Fraction

from arbitrage.models import Result
from arbitrage.services.results.field import forget_fields
from arbitrage.services.tournaments import evenings, set_method
from rulings.scores.methods import Method, Scoring

SCORES = (-1430, -800, -620, -420, -200, -100, -50, 0, 50, 90, 110, 140, 400, 420, 430, 600, 620, 650, 680, 980, 1430)
LIMITS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
          3000, 3500, 4000)  # fmt: skip


def evening(club, by, *, teams=4, rounds=3, each=2, method=None):
    """Make a round robin of teams without results; *each* is the number of boards a round."""
    plan = evenings.Plan(teams, "teams", rounds, each)
    day = datetime.date(2026, 11, 20)
    tournament = evenings.make_evening(club=club, by=by, name="Par équipes", date=day, plan=plan)
    return set_method(tournament=tournament, method=method or Method(scoring=Scoring.IMPS), by=by)


def play(tournament, *, rounds=99, seed=1, skip=()):
    """Give a random score to every line up to the round *rounds*, except each (round, table, board) in *skip*."""
    chance = random.Random(seed)
    for line in Result.objects.filter(board__tournament=tournament).select_related("board").order_by("board", "table"):
        score = chance.choice(SCORES)
        if line.round <= rounds and (line.round, line.table, line.board.number) not in skip:
            Result.objects.filter(pk=line.pk).update(kind="played", score=score)
    forget_fields()


# The same evening, counted by hand


def lines_of(tournament):
    """List each line as (round, board, team North-South, team East-West, score); the score is None while the line
    waits."""
    found = Result.objects.filter(board__tournament=tournament).select_related("ns", "ew", "board")
    return [(one.round, one.board.number, one.ns.team, one.ew.team, one.score if one.kind == "played" else None)
            for one in found]  # fmt: skip


def imps(points):
    """Convert a difference into IMPs by the table of Law 78B, which is typed here again."""
    won = sum(abs(points) >= limit for limit in LIMITS)
    return won if points > 0 else -won


def matches(lines):
    """List for each (round, team, other) the pairs of scores of its boards, the first team's North-South first."""
    found = {}
    for turn, board, ns, ew, score in lines:
        for other_turn, other_board, other_ns, other_ew, other in lines:
            if (other_turn, other_board, other_ns, other_ew) == (turn, board, ew, ns):
                found.setdefault((turn, ns, ew), []).append((score, other))
    return found


def by_hand(tournament, worth, last=99):
    """Sum the points of each team; *worth* computes those of a match from its pairs of scores and number of boards."""
    total = {}
    for (turn, team, _other), boards in matches(lines_of(tournament)).items():
        played = [(a, b) for a, b in boards if a is not None and b is not None]
        if played and turn <= last:
            total[team] = total.get(team, 0) + worth(played, len(boards))
    return total


def in_imps(played, _boards):
    return Fraction(sum(imps(a - b) for a, b in played))


def in_vp(played, boards):
    """Convert IMPs by the continuous scale in floats, rounded to hundredths."""
    margin = int(in_imps(played, boards))
    ratio = 5**0.5 - 2
    most = 15 * boards**0.5
    won = 20.0 if abs(margin) >= most else 10 + 10 * (1 - ratio ** (abs(margin) / most)) / (1 - ratio)
    return Fraction(round(100 * (won if margin >= 0 else 20 - won)), 100)


def in_patton(played, _boards):
    """Compute two points for each board, and two for the total."""
    won = sum(2 if a > b else 1 if a == b else 0 for a, b in played)
    ours, theirs = sum(a for a, _b in played), sum(b for _a, b in played)
    return Fraction(won + (2 if ours > theirs else 1 if ours == theirs else 0))


def of_25(played, _boards):
    """Convert IMPs by a table of 25 to 5, as a club types it."""
    margin = int(in_imps(played, 0))
    steps = [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30]
    up = sum(abs(margin) >= step for step in steps) - 1
    won, lost = 15 + up, 15 - up
    return Fraction(won if margin >= 0 else lost)

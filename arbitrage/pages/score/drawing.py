"""A score as a drawing: its place among those of the other tables, and the weights of its results.

Horizontal lengths are percentages of the width, as text, because a template would localise the decimal point to a
comma. Heights are in ems. A drawing fits a telephone, scales with the type size, and has its content in words beside
it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import ceil
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Result, Tournament
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import percent_words, result_words, won_words
from arbitrage.services.results.field import field_of
from arbitrage.services.results.scores import Proposal
from rulings.bridge import Side
from rulings.scores.award import Award, Possible
from rulings.scores.methods import Method, Scoring
from rulings.scores.teams import of_a_match

# The score among those of the other tables

FEW = 10
"""Most different scores whose figures fit into the drawing."""
NEAR = 0.16
"""The fraction of a telephone's width that a figure needs."""
MARKS = {
    (False, False): "",
    (True, False): "before",
    (False, True): "after",
    (True, True): "before after",
}
"""Marks of the scores before and after."""
FOOT = 3.1
"""The distance of the line of scores from the top, in ems."""


def strips(proposal: Proposal) -> list[dict[str, Any]]:
    """Draw the score of the table among the others of its board, before and after, from North-South's side; for a split
    score, from each side whose score changes. A weighted score has a mark for each result. The list is empty when there
    is nothing to compare: no other table, an artificial score, or a self-inflicted loss."""
    award = proposal.after.award
    sides = Side if award is not None and award.split else (Side.NS,)
    return [strip for side in sides if (strip := _strip(proposal, side))]


def _strip(proposal: Proposal, side: Side) -> dict[str, Any] | None:
    before, after = _scores(proposal.before.award, side), _scores(proposal.after.award, side)
    compared = [line for line in proposal.traveller if not line.in_question and _meets(proposal, line.result)]
    others: Counter[int] = Counter()
    of = side.other if _of_a_match(proposal) else side  # in the other room of a match the team sits the other way
    for line in compared:
        scores = _scores(line.after.award, side, of)
        if len(scores) == 1:
            others[next(iter(scores))] += line.result.times
    if not before or not after or before == after or not others:
        return None
    places = sorted({*others, *before, *after})
    most = max(others.values())
    return {
        **(_in_the_match if _of_a_match(proposal) else _in_the_field)(proposal, side, others),
        "ticks": [
            {
                "x": _percent((at + 0.5) / len(places)),
                "top": f"{FOOT - 0.6 - 1.3 * others[score] / most:.2f}em" if others[score] else "",
                "above": f"{FOOT - 0.9 - 1.3 * others[score] / most:.2f}em",
                "tables": others[score] if len(places) <= FEW and others[score] else "",
                "score": shown.score(score) if len(places) <= FEW or score in {*before, *after} else "",
                "mark": MARKS[score in before, score in after],
                "end": {0: "first", len(places) - 1: "last"}.get(at, ""),
                "near": any(place in after for place in places[max(0, at - ceil(NEAR * len(places)) + 1) : at]),
            }
            for at, score in enumerate(places)
        ],
    }


def _of_a_match(proposal: Proposal) -> bool:
    return proposal.incident.tournament.kind == Tournament.Kind.TEAMS


def _in_the_field(proposal: Proposal, side: Side, others: Counter[int]) -> dict[str, str]:
    """Describe the field of a side, and its place in it before and after."""
    words = ngettext("%(side)s against the other table", "%(side)s against the %(count)s other tables", others.total())
    return {
        "title": words % {"side": shown.side(side), "count": others.total()},
        "before": _("Before: %(stands)s") % {"stands": _stands(_scores(proposal.before.award, side), others)},
        "after": _("After: %(stands)s") % {"stands": _stands(_scores(proposal.after.award, side), others)},
    }


def _in_the_match(proposal: Proposal, side: Side, others: Counter[int]) -> dict[str, str]:
    """Write the score of the other room, and the points of each result of a side against it, before and after."""
    method = field_of(proposal.incident.tournament).method
    there = next(iter(others))
    words = _("%(side)s against the other room of the match, %(other)s")
    return {
        "title": words % {"side": shown.side(side), "other": shown.score(there)},
        "before": _("Before: %(stands)s") % {"stands": _won(proposal.before.award, side, there, method)},
        "after": _("After: %(stands)s") % {"stands": _won(proposal.after.award, side, there, method)},
    }


def _won(award: Award | None, side: Side, there: int, method: Method) -> str:
    """List scores with their points in the match: "60% of 620, that is +11 IMPs; 40% of −100, …; in all +4.8 IMPs"."""
    scores = _scores(award, side)
    worth = {score: of_a_match(method, score, there) for score in scores}
    unit = "imps" if method.scoring is Scoring.IMPS else "points"
    several = len(scores) > 1
    words = _("%(weight)s of %(score)s, that is %(won)s") if several else _("%(score)s, that is %(won)s")
    points = _in_a_row(
        words
        % {
            "weight": percent_words(100 * weight),
            "score": shown.score(score),
            "won": won_words(worth[score], unit),
        }
        for score, weight in scores.items()
    )
    if not several:
        return points
    total = sum((weight * worth[score] for score, weight in scores.items()), Fraction(0))
    return _("%(results)s; in all %(won)s") % {"results": points, "won": won_words(total, unit)}


def _meets(proposal: Proposal, other: Result) -> bool:
    """Is a line compared with the incident's line? In teams only the line of the match's other room is."""
    own = proposal.result
    if not _of_a_match(proposal):
        return True
    teams, theirs = ([pair.team if pair else "" for pair in (line.ns, line.ew)] for line in (own, other))
    return teams == theirs[::-1] and all(teams)


def _scores(award: Award | None, side: Side, of: Side | None = None) -> dict[int, Fraction]:
    """List the weights of a side's scores, or of those *of* the other, from the side's own; none for an artificial
    score, or for a self-inflicted loss."""
    results = award.results(of or side) if award else ()
    if any(result.weight < 0 for result in results):
        return {}
    weight_of: dict[int, Fraction] = {}
    for result in results:
        score = result.score if side is Side.NS else -result.score
        weight_of[score] = weight_of.get(score, Fraction(0)) + result.weight
    return {score: weight for score, weight in weight_of.items() if weight}


def _stands(scores: Mapping[int, Fraction], others: Counter[int]) -> str:
    """List scores and their places: "660, better than 3 of 7"; with their weights where there are several."""
    several = len(scores) > 1
    words = _("%(weight)s of %(score)s, %(place)s") if several else _("%(score)s, %(place)s")
    parts = [
        words % {"weight": percent_words(100 * weight), "score": shown.score(score), "place": _place(score, others)}
        for score, weight in scores.items()
    ]
    return _in_a_row(parts)


def _in_a_row(parts: Iterable[str]) -> str:
    return reduce(lambda first, second: _("%(first)s; %(second)s") % {"first": first, "second": second}, parts)


def _place(score: int, others: Counter[int]) -> str:
    """Count the tables with a lower and with the same score: "better than 3 of 7, level with 4"."""
    count, same = others.total(), others[score]
    less = sum(tables for other, tables in others.items() if other < score)
    if not less:
        return _("level with %(same)s of %(others)s") % {"same": same, "others": count} if same else _("the lowest")
    place = _("better than %(less)s of %(others)s") % {"less": less, "others": count}
    return _("%(place)s, level with %(same)s") % {"place": place, "same": same} if same else place


# Weights

ROOMS = (9, 12, 16, 22, 32, 46)
"""Widths of a bar, in letters, at which parts may have room for their words (static/css/inquiry.css)."""
LETTER = 0.6
"""The width of a letter in a part, in ems."""
ON_PAPER = 22
"""A width below that of any bar on paper, in letters."""


def weights(award: Award | None) -> list[list[dict[str, Any]]]:
    """Draw a bar for each side with several weighted results, or one bar when both sides have the same."""
    if award is None:
        return []
    sides = Side if award.split else (Side.NS,)
    return [shown for side in sides if (shown := bar(award.results(side)))]


def bar(results: Sequence[Possible]) -> list[dict[str, Any]]:
    """List the parts of a bar, each with the width of its weight; none for a single result, or for a self-inflicted
    loss, which is no sum of parts."""
    if any(result.weight < 0 for result in results):
        return []
    return list(_parts([result for result in results if result.weight])) if len(results) > 1 else []


def _parts(results: Iterable[Possible]) -> Iterable[dict[str, Any]]:
    begin = 0.0
    for result in results:
        share = float(result.weight)
        percent, made = percent_words(100 * result.weight), result_words(result) or shown.score(result.score)
        needs = LETTER * max(len(percent), len(made)) / share
        room = next((room for room in ROOMS if room >= needs), 0)
        yield {
            "share": share,
            "x": _percent(begin),
            "width": _percent(share),
            "middle": _percent(begin + share / 2),
            "percent": percent,
            "made": made,
            "room": room,
            "on_paper": 0 < room <= ON_PAPER,
        }
        begin += share


def _percent(part: float) -> str:
    return f"{100 * part:.2f}%"

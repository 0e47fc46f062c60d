"""A score drawn: where it stands among those of the other tables, and the weights of its results.

Lengths along a drawing are percent of its width, written here so that no language puts a comma into them; heights are
in letters. A drawing fits a telephone and grows with the letters, and what it shows is said in words beside it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.pages import notation as shown
from arbitrage.pages.words import percent_words, result_words
from arbitrage.services.results.scores import Proposal
from rulings.bridge import Side
from rulings.scores.award import Award, Possible

# Among the other tables

FEW = 10
"""Different scores that have room for their figures."""
FOOT = 3.1
"""Where the line of the scores lies, in letters from the top."""


def strips(proposal: Proposal) -> list[dict[str, Any]]:
    """The score of the table among the others of its board, before and after, from North-South's side; from each side
    that has another score than before where the two have their own. Empty when there is nothing to compare: no other
    table, an artificial score, several results."""
    award = proposal.after.award
    sides = Side if award is not None and award.split else (Side.NS,)
    return [found for side in sides if (found := _strip(proposal, side))]


def _strip(proposal: Proposal, side: Side) -> dict[str, Any] | None:
    before, after = _score(proposal.before.award, side), _score(proposal.after.award, side)
    scores = [_score(line.after.award, side) for line in proposal.traveller if not line.in_question]
    others = Counter(score for score in scores if score is not None)
    if before is None or after is None or before == after or not others:
        return None
    places = sorted({*others, before, after})
    most = max(others.values())
    return {
        "title": ngettext(
            "%(side)s against the other table", "%(side)s against the %(count)s other tables", others.total()
        )
        % {"side": shown.side(side), "count": others.total()},
        "before": _("Before: %(score)s, %(place)s") % {"score": shown.score(before), "place": _place(before, others)},
        "after": _("After: %(score)s, %(place)s") % {"score": shown.score(after), "place": _place(after, others)},
        "ticks": [
            {
                "x": _percent((at + 0.5) / len(places)),
                "top": f"{FOOT - 0.6 - 1.3 * others[score] / most:.2f}em" if others[score] else "",
                "above": f"{FOOT - 0.9 - 1.3 * others[score] / most:.2f}em",
                "tables": others[score] if len(places) <= FEW and others[score] else "",
                "score": shown.score(score) if len(places) <= FEW or score in (before, after) else "",
                "mark": {before: "before", after: "after"}.get(score, ""),
                "end": {0: "first", len(places) - 1: "last"}.get(at, ""),
            }
            for at, score in enumerate(places)
        ],
    }


def _score(award: Award | None, side: Side) -> int | None:
    """A side's one score from its own side; None for an artificial one, or several results."""
    results = award.results(side) if award else ()
    if len(results) != 1:
        return None
    return results[0].score if side is Side.NS else -results[0].score


def _place(score: int, others: Counter[int]) -> str:
    """How many tables have less, and how many the same: "better than 3 of 7, level with 4"."""
    count, same = others.total(), others[score]
    less = sum(tables for other, tables in others.items() if other < score)
    if not less:
        return _("level with %(same)s of %(others)s") % {"same": same, "others": count} if same else _("the lowest")
    place = _("better than %(less)s of %(others)s") % {"less": less, "others": count}
    return _("%(place)s, level with %(same)s") % {"place": place, "same": same} if same else place


# Weights

ROOMS = (9, 12, 16, 22, 32, 46)
"""Widths of a bar, in the letters of the page, from which its parts may have room for their words
(static/css/inquiry.css)."""
LETTER = 0.6
"""The width of a letter in a part."""
ON_PAPER = 22
"""The narrowest bar on paper is wider than this."""


def weights(award: Award | None) -> list[list[dict[str, Any]]]:
    """A bar for each side that is given several results with weights, one bar when both are given the same."""
    if award is None:
        return []
    sides = Side if award.split else (Side.NS,)
    return [found for side in sides if (found := bar(award.results(side)))]


def bar(results: Sequence[Possible]) -> list[dict[str, Any]]:
    """The parts of a bar, each as wide as its result weighs; none for one result, or for a loss that a side did to
    itself, which is no sum of parts."""
    if any(one.weight < 0 for one in results):
        return []
    return list(_parts([one for one in results if one.weight])) if len(results) > 1 else []


def _parts(results: Iterable[Possible]) -> Iterable[dict[str, Any]]:
    begin = 0.0
    for one in results:
        share = float(one.weight)
        percent, made = percent_words(100 * one.weight), result_words(one) or shown.score(one.score)
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

"""Scores in words: contracts and results, tricks, points, and every award of a director."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.pages.wording import notation as shown
from rulings.bridge import Card, NotationError, Side, contract_parts, format_card, format_margin, parse_contract
from rulings.engine import text
from rulings.scores.adjusted import Average, Imps
from rulings.scores.award import Award, Possible, Share


def contract_words(contract: str, tricks: int | None = None) -> str:
    """Write a stored contract in the reader's notation, with its result when *tricks* are given: "3SA+2", "4♠Px−1"."""
    try:
        parsed = parse_contract(contract)
    except NotationError:
        return contract
    if parsed is None:
        return _("Passed out")
    parts = contract_parts(parsed, shown.language())
    bid = f"{parts.level}{parts.symbol}{parts.letter}{parts.doubled}"
    return bid if tricks is None else bid + format_margin(parsed, tricks).replace("-", shown.MINUS)


def card_words(card: str) -> str:
    """Write a stored card in the reader's notation: "DK" is "♦R" in French."""
    try:
        return format_card(Card.parse(card), shown.language())
    except NotationError:
        return card


def tricks_words(tricks: int) -> str:
    """Write a number of tricks: "11 tricks"."""
    return ngettext("%(count)s trick", "%(count)s tricks", tricks) % {"count": tricks}


def points_words(score: int) -> str:
    """Write a score from North-South's side with the side that earns it: "690 to North-South"; "0" for a board passed
    out."""
    if not score:
        return "0"
    side = Side.NS if score > 0 else Side.EW
    return f"{abs(score)} {side_words(side)}"


def side_words(side: Side) -> str:
    """Name the side that earns a score: "to North-South"."""
    return pgettext(*text.SIDES["to"][side])


# Awards


def award_words(award: Award) -> str:
    """Write a score, as a sentence without its full stop: "3NT+3, 690 to North-South"; each side's own where they
    differ."""
    if award.ns == award.ew:
        return share_words(award.ns, Side.NS)
    ns, ew = (
        _("%(side)s: %(share)s") % {"side": shown.side(side), "share": share_words(share, side)}
        for side, share in ((Side.NS, award.ns), (Side.EW, award.ew))
    )
    return _("%(first)s; %(second)s") % {"first": ns, "second": ew}


def share_words(share: Share, side: Side) -> str:
    """Write the award of one side, its points with the side that earns them: "60% of 3NT=, 600 to North-South, 40% of
    ..."."""
    if isinstance(share, Average):
        return average_words(share)
    if isinstance(share, Fraction):
        return number_words(share)
    if not share:
        return _("nothing on this line")
    if any(result.weight < 0 for result in share):
        return _("%(actual)s, and the difference between %(without)s and %(but_for)s (12C1e)") % dict(
            zip(("actual", "without", "but_for"), map(possible_words, share), strict=True)
        )
    return ", ".join(possible_words(result, weighted=len(share) > 1) for result in share)


def possible_words(possible: Possible, *, weighted: bool = False) -> str:
    """Write a result with its points, and its weight when it is one of several: "60% of 3NT=, 600 to North-South"."""
    made = result_words(possible)
    words = f"{made}, {points_words(possible.score)}" if made else points_words(possible.score)
    return (
        _("%(weight)s of %(result)s") % {"weight": percent_words(100 * possible.weight), "result": words}
        if weighted
        else words
    )


def result_words(possible: Possible) -> str:
    """Write a result without its points: "3NT="; "" when only a score is known."""
    if possible.contract:
        return contract_words(possible.contract, possible.tricks)
    return "" if possible.score else _("Passed out")


def average_words(average: Average) -> str:
    """Name an average: "average plus"."""
    return {
        Average.PLUS: pgettext("artificial score", "average plus"),
        Average.EVEN: pgettext("artificial score", "average"),
        Average.MINUS: pgettext("artificial score", "average minus"),
    }[average]


def average_letters(average: Average) -> str:
    """Write an average in short for a traveller: "Av+"."""
    return {
        Average.PLUS: pgettext("artificial score", "Av+"),
        Average.EVEN: pgettext("artificial score", "Av"),
        Average.MINUS: pgettext("artificial score", "Av−"),
    }[average]


def percent_words(percent: Fraction) -> str:
    """Write a percentage with as many decimals, two at most, as it has: "33.33%"."""
    return _("%(percent)s%%") % {"percent": shown.points(percent)}


def number_words(number: Fraction) -> str:
    """Write a fixed number of an award: "45.5%", "−2.5 IMPs"."""
    return f"{shown.points(number)}{unit_sign('imps')}" if isinstance(number, Imps) else percent_words(number)


def award_cells(award: Award | None) -> tuple[str, str, str]:
    """Write a line of a traveller: result, declarer and score from North-South's side, as short as a table has room
    for.

    The sides of a split score are separated by a stroke, "3NT+3 / 3NT+2"; weighted results follow each other. The
    declarer is "" where results have several.
    """
    if award is None:
        return "", "", ""
    shares = (award.ns,) if award.ns == award.ew else (award.ns, award.ew)
    declarers = {result.declarer for share in shares if isinstance(share, tuple) for result in share}
    score = shown.score(award.score) if award.score is not None else _short_scores(award)
    return " / ".join(map(share_short, shares)), declarers.pop() if len(declarers) == 1 else "", score


def share_short(share: Share) -> str:
    """Write a side's score in its shortest form: "Av+", "45.5%", "60% 3NT=, 40% 3NT−1"."""
    if isinstance(share, Average):
        return average_letters(share)
    if isinstance(share, Fraction):
        return number_words(share)
    if not share:
        return "–"
    if len(share) == 1:
        return result_words(share[0])
    if any(result.weight < 0 for result in share):
        results = zip(("actual", "without", "but_for"), map(result_words, share), strict=True)
        return _("%(actual)s, plus %(without)s less %(but_for)s") % dict(results)
    return ", ".join(f"{percent_words(100 * result.weight)} {result_words(result)}".strip() for result in share)


def _short_scores(award: Award) -> str:
    """Write the score of each side from its own side, where they differ: "−100 / −600"; "–" for a side with several
    results."""
    if not award.split:
        return ""
    scores = [
        share_points(share, side) if isinstance(share, tuple) else share_short(share)
        for share, side in ((award.ns, Side.NS), (award.ew, Side.EW))
    ]
    return " / ".join(score or "–" for score in scores) if any(scores) else ""


def share_points(share: Share, side: Side) -> str:
    """Write a side's score in few letters: its points from its own side, or its artificial score; "" when weighted."""
    if isinstance(share, tuple):
        return shown.score(share[0].score if side is Side.NS else -share[0].score) if len(share) == 1 else ""
    return share_words(share, side)


# Points of a line or a contestant


def ranked_words(score: Decimal | None, unit: str) -> str:
    """Write the score of a contestant in the ranking: "56.25" percent, "12.5" IMPs; "" for none. *unit* as in
    `field.RankLine`."""
    if score is None:
        return ""
    return shown.percent(score, 2) if unit == "percent" else shown.points(score)


def unit_sign(unit: str) -> str:
    """Return the unit behind a score in a sentence: "%", " IMPs"."""
    return {
        "percent": pgettext("behind a number", "%"),
        "imps": pgettext("behind a number", " IMPs"),
        "points": pgettext("behind a number", " points"),
        "vp": pgettext("behind a number", " VPs"),
    }[unit]


def won_words(number: Fraction | Decimal, unit: str) -> str:
    """Write the points of a board of a match, with their sign: "+3 IMPs", "−4.8 IMPs"."""
    return f"{'+' if number > 0 else ''}{shown.points(number)}{unit_sign(unit)}"


def taken_words(amount: Decimal, unit: str) -> str:
    """Write a penalty on a total: "−10% of a top", "−3 IMPs". *unit* as in `models.Penalty`."""
    if unit == "percent":
        return _("−%(percent)s of a top") % {"percent": percent_words(Fraction(amount))}
    return f"{shown.MINUS}{shown.points(amount)}{unit_sign(unit)}"

"""An adjusted score in the words of other programs, and sentences for what their formats cannot express.

Bridgemate's Remarks and USEBIO's SCORE are typed or written exactly as given here. For everything that a format cannot
express there is a sentence for the director, who enters the rest in the scoring program by hand.
"""

from fractions import Fraction
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rulings.bridge import Side
from rulings.engine.text import SIDES
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible, Results, Share, percent

Format = Literal["bws", "usebio", "pbn", "csv", "json"]

ARBITRAL = "Arbitral score"
"""Bridgemate's remark for a line that the director decides in the scoring program."""

_TERMINAL_PERCENTS = (40, 50, 60)


def bws_remark(award: Award, *, imps: bool = False) -> str:
    """Write the value of *Remarks* in a Bridgemate database: "60%-40%", "Arbitral score", or "" when the line's
    contract and result are enough.

    Bridgemate knows the nine pairs of 40, 50 and 60 percent, North-South first. A line with a remark has neither
    contract nor result. *imps*: the numbers of an artificial score are IMPs, not percentages.
    """
    percents = _percents(award, imps=imps)
    if percents and all(share in _TERMINAL_PERCENTS for share in percents):
        return f"{percents[0]}%-{percents[1]}%"
    result = award.single
    return "" if result is not None and (result.contract or result.score == 0) else ARBITRAL


def usebio_code(award: Award, *, imps: bool = False) -> str:
    """Write the SCORE of the line in USEBIO: "A6040", or North-South's points "-50"; "" when the format has no word for
    it.

    *imps*: the numbers of an artificial score are IMPs, not percentages.
    """
    if award.score is not None:
        return str(award.score)
    percents = _percents(award, imps=imps)
    if percents and all(share.denominator == 1 and 0 <= share <= 99 for share in percents):
        return f"A{int(percents[0]):02}{int(percents[1]):02}"
    return ""


def cannot_say(award: Award, format: Format, *, imps: bool = False) -> list[str]:
    """List the parts of an adjusted score that the *format* cannot express, a sentence each; [] when it expresses all.

    *imps*: the numbers of an artificial score are IMPs, not percentages.
    """
    if award.one_sided is not None and format != "json":
        return [
            _("The format has no artificial score for one side alone: enter that %(of_side)s in the scoring program.")
            % {"of_side": pgettext(*SIDES["of"][award.one_sided.value])}
        ]
    match format:
        case "bws":
            return _not_in_bws(award, imps)
        case "usebio":
            return _not_in_usebio(award, imps)
        case "pbn" | "csv":
            return _not_in_table(award, format, imps)
        case "json":
            return []


def _not_in_bws(award: Award, imps: bool) -> list[str]:
    if award.artificial:
        if bws_remark(award, imps=imps) != ARBITRAL:
            return _session_rule(award)
        return [
            _("Bridgemate knows 40%, 50% and 60% only: enter this artificial score in the scoring program.")
            if not imps
            else _("Bridgemate has no place for IMPs: enter this artificial score in the scoring program.")
        ]
    losses = []
    if award.split:
        losses.append(_("Bridgemate has one result for both sides: enter each side’s own in the scoring program."))
    if award.weighted:
        losses.append(_("Bridgemate has no weights: enter the weighted score in the scoring program."))
    if not losses and bws_remark(award) == ARBITRAL:
        losses.append(_("Bridgemate has no score without its contract: enter the score in the scoring program."))
    return losses


def _not_in_usebio(award: Award, imps: bool) -> list[str]:
    if award.artificial:
        if usebio_code(award, imps=imps):
            return _session_rule(award)
        return [
            _("USEBIO says artificial scores in whole percentages below 100: the points of the line say the rest.")
            if not imps
            else _("USEBIO has no code for IMPs in place of a result: the points of the line say them.")
        ]
    losses = []
    if award.split:
        losses.append(
            _("USEBIO has one score for both sides: East-West’s own is in the notes, and in the points of the line.")
        )
    if award.weighted:
        losses.append(
            _("USEBIO has no weights: they are in the notes. A program that counts the points again will lose them.")
        )
    return losses


def _not_in_table(award: Award, format: Format, imps: bool) -> list[str]:
    """Explain that PBN has separate scores for each side, and A+ A A-, while our table has no columns for East-West's
    own."""
    losses = []
    if award.artificial and imps and not all(isinstance(share, Average) for share in (award.ns, award.ew)):
        losses.append(_("The format has no word for IMPs in place of a result: the points of the line say them."))
    if award.split and (format == "csv" or award.weighted):
        losses.append(_("The format has one result for both sides: East-West’s own is in the remark."))
    elif award.split:
        losses.append(_("The format has each side’s score, but one contract and result: North-South’s."))
    if award.weighted:
        losses.append(
            _("The format has no weights: they are in the remark. A program that counts the points again loses them.")
        )
    return losses


def _session_rule(award: Award) -> list[str]:
    """Explain that 60 and 40 stand for average plus and minus, whose values differ for some pairs."""
    losses = []
    if Average.PLUS in (award.ns, award.ew):
        losses.append(
            _(
                "Average plus is written as 60%: a pair that has more on its other boards receives what it has there "
                "(Law 12C2(c)). Check it in the scoring program."
            )
        )
    if Average.MINUS in (award.ns, award.ew):
        losses.append(
            _(
                "Average minus is written as 40%: a pair that has less on its other boards receives what it has there "
                "(Law 12C2(c)). Check it in the scoring program."
            )
        )
    return losses


# Awards as text that every program can show: letters of PBN, points from North-South's side


def written(award: Award, *, imps: bool = False) -> str:
    """Write the award on one line, as a note for a reader: "60% 4S N 10 420, 40% 4S N 9 -50",
    "NS 3NT S 9 400; EW 3NT S 8 -50", "A+/A-", "55%/45%". Results have declarer's tricks and the points from
    North-South's side.

    *imps*: the numbers of an artificial score are IMPs: "3 IMP/-3 IMP".
    """
    if isinstance(award.ns, tuple) and isinstance(award.ew, tuple):
        if not award.split:
            return _results(award.ns)
        return f"NS {_results(award.ns)}; EW {_results(award.ew)}"
    if award.one_sided is not None:
        kept, given = award.results(award.one_sided.other), award.share(award.one_sided)
        results = {award.one_sided: _artificial(given, imps), award.one_sided.other: _results(kept) if kept else "-"}
        return f"NS {results[Side.NS]}; EW {results[Side.EW]}"
    return "/".join(_artificial(share, imps) for share in (award.ns, award.ew) if not isinstance(share, tuple))


def _artificial(share: Share, imps: bool) -> str:
    if isinstance(share, Average):
        return share.value
    return "" if isinstance(share, tuple) else f"{number(share)}{' IMP' if imps else '%'}"


def _results(results: Results) -> str:
    if len(results) == 1:
        return _result(results[0])
    return ", ".join(f"{weight(result.weight)} {_result(result)}" for result in results)


def _result(possible: Possible) -> str:
    played = f"{possible.contract} {possible.declarer} {'' if possible.tricks is None else possible.tricks}"
    return " ".join(f"{played if possible.contract else ''} {possible.score}".split())


def weight(share: Fraction) -> str:
    """Write a weight as it is spoken: "60%", or "1/3" when two decimals of a percent are not exact."""
    percents = share * 100
    return f"{number(percents)}%" if (percents * 100).denominator == 1 else str(share)


def number(share: Fraction) -> str:
    """Write an exact number in figures: "60", "62.5"; "200/3" when two decimals are not exact."""
    if (share * 100).denominator != 1:
        return str(share)
    return f"{float(share):.2f}".rstrip("0").rstrip(".")


def _percents(award: Award, *, imps: bool) -> tuple[Fraction, Fraction] | None:
    """Return the percentages of an artificial score, before the rule of the session; None where it is not in
    percentages."""
    shares = []
    for share in (award.ns, award.ew):
        if isinstance(share, tuple) or (imps and not isinstance(share, Average)):
            return None
        shares.append(percent(share))
    return shares[0], shares[1]

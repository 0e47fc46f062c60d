"""The slip: the entries to type into the club's scoring program, and the parts that its file formats cannot express."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.exchange.slip import bws_remark, cannot_say, usebio_code
from arbitrage.models import Result
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.lines import table_of
from arbitrage.pages.wording.scores import (
    card_words,
    contract_words,
    percent_words,
    points_words,
    result_words,
    share_words,
    tricks_words,
)
from arbitrage.services.results.field import Line
from arbitrage.services.results.scores import Proposal
from rulings.bridge import Side, format_margin, parse_contract
from rulings.scores.adjusted import Imps
from rulings.scores.award import Possible


def slip(proposal: Proposal) -> dict[str, Any]:
    """Build the rows of the slip (name, entry to type), the codes of the formats, and the parts that a format cannot
    express."""
    award = proposal.counting.award
    imps = any(isinstance(share, Imps) for share in (award.ns, award.ew))
    codes = (
        (_("Bridgemate, Remarks"), bws_remark(award, imps=imps)),
        (_("USEBIO, SCORE"), usebio_code(award, imps=imps)),
    )
    notes = [sentence for format in ("bws", "usebio") for sentence in cannot_say(award, format, imps=imps)]
    return {
        "place": _place(proposal.result),
        "rows": list(_rows(proposal.result, proposal.after)),
        "codes": [
            {"name": name, "code": code}
            for name, code in codes
            if code and (award.single is None or not code.lstrip("-").isdigit())
        ],
        "notes": list(dict.fromkeys(notes)),
    }


def _place(result: Result) -> str:
    pairs = [
        f"{shown.side(side, 'letter')} {pair.number}"
        for side, pair in ((Side.NS, result.ns), (Side.EW, result.ew))
        if pair
    ]
    place = _("%(board)s, table %(table)s") % {
        "board": result.board.number,
        "table": table_of(result) if result.table else "–",
    }
    return f"{place} ({', '.join(pairs)})" if pairs else place


def _rows(result: Result, after: Line) -> Iterator[dict[str, Any]]:
    award = after.award
    if award is None:
        return
    single = award.single
    if single is not None:
        yield from _one(single, result)
        return
    for side in Side:
        results = award.results(side)
        if award.artificial or not results:
            yield {"name": shown.side(side), "value": share_words(award.share(side), side)}
        elif award.split or side is Side.NS:
            name = shown.side(side) if award.split else _("Result")
            if any(result.weight < 0 for result in results):
                yield {"name": name, "value": share_words(results, side)}
                continue
            for possible in results:
                value = _made(possible, weighted=len(results) > 1, side=side if award.split else None)
                yield {"name": name, "value": value}
    if after.ns_percent is not None and after.ew_percent is not None:
        yield {
            "name": _("In percent of this board"),
            "value": _("NS %(ns)s, EW %(ew)s")
            % {
                "ns": percent_words(Fraction(after.ns_percent)),
                "ew": percent_words(Fraction(after.ew_percent)),
            },
        }
    elif after.ns is not None and after.ew is not None:
        yield {
            "name": _("In points of this board"),
            "value": _("NS %(ns)s, EW %(ew)s") % {"ns": shown.points(after.ns), "ew": shown.points(after.ew)},
        }


def _one(possible: Possible, result: Result) -> Iterator[dict[str, Any]]:
    contract = parse_contract(possible.contract) if possible.contract else None
    if contract is None or possible.tricks is None:
        yield {"name": _("Result"), "value": _made(possible)}
        return
    value = _("%(contract)s by %(declarer)s") % {
        "contract": contract_words(possible.contract),
        "declarer": shown.seat(possible.declarer),
    }
    if result.lead and (result.contract, result.declarer) == (possible.contract, possible.declarer):
        value = _("%(contract)s, lead %(card)s") % {"contract": value, "card": card_words(result.lead)}
    yield {"name": _("Contract"), "value": value}
    margin = format_margin(contract, possible.tricks).replace("-", shown.MINUS)
    value = _("%(margin)s, that is %(tricks)s") % {"margin": margin, "tricks": tricks_words(possible.tricks)}
    yield {"name": _("Result"), "value": value}
    yield {"name": pgettext("result", "Score"), "value": points_words(possible.score)}


def _made(possible: Possible, *, weighted: bool = False, side: Side | None = None) -> str:
    """Write a result with declarer and points and, if it is *weighted*, its weight. The points name the side that earns
    them; with *side*, for which alone the result counts, they are signed from that side."""
    made = result_words(possible)
    if possible.declarer:
        made = _("%(contract)s by %(declarer)s") % {"contract": made, "declarer": shown.seat(possible.declarer)}
    points = (
        points_words(possible.score)
        if side is None
        else shown.score(possible.score if side is Side.NS else -possible.score)
    )
    words = f"{made}, {points}" if made else str(points)
    if not weighted:
        return words
    return _("%(weight)s of %(result)s") % {"weight": percent_words(100 * possible.weight), "result": words}

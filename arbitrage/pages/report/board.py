"""The board of a report: deal, auction, result, facts."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Incident, Result
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import card_words, contract_words, points_words, tricks_words
from arbitrage.pages.wording.sentences import Paragraph, Words, paragraph
from arbitrage.services.tournaments.hand_looks import in_play
from rulings.bridge import (
    Seat,
    format_seat,
    suit_letter,
)
from rulings.engine import text

# The board


def deal(incident: Incident) -> Words | None:
    """Build the diagram of the four hands; None if they are unknown, or if a table still has to play the board."""
    board = incident.board
    if board is None or not board.deal or in_play(board):
        return None
    return {
        "title": _("Deal"),
        "label": _("The deal"),
        "letters": suit_letters(),
        "symbols": dict(text.SYMBOLS),
    } | shown.deal(board.deal, board.vulnerability)


def suit_letters() -> dict[str, str]:
    """Return the letter of each suit in the reader's language, beside its symbol."""
    return {suit: suit_letter(suit, shown.language()) for suit in text.SYMBOLS}


def at_the_table(incident: Incident) -> Words:
    result = incident.result
    auction = _auction(result, incident.board.dealer) if result and incident.board else None
    return {
        "title": _("Auction, contract, result at the table") if auction else _("Contract, result at the table"),
        "auction": auction,
        "result": _result(result),
        "missing": [paragraph(_("The auction was not recorded."))]
        if result and result.contract and not auction
        else [],
    }


def _auction(result: Result, dealer: str) -> Words | None:
    """Arrange the calls in rows of four, West first, with "" in the cells before the first call; None without calls."""
    order = [Seat.W, Seat.N, Seat.E, Seat.S]
    calls = [_call(call) for call in result.auction.split()]
    if not calls:
        return None
    cells = [""] * order.index(Seat(dealer)) + calls
    cells += [""] * (-len(cells) % 4)
    return {
        "seats": [format_seat(seat, shown.language()) for seat in order],
        "rows": [cells[at : at + 4] for at in range(0, len(cells), 4)],
    }


def _call(call: str) -> str:
    upper = call.upper()
    if upper in ("PASS", "P"):
        return pgettext("call", "Pass")
    return upper if upper in ("X", "XX") else contract_words(call)


def _result(result: Result | None) -> Paragraph:
    if result is None or (result.kind == Result.Kind.NOT_PLAYED and in_play(result.board)):
        return paragraph(_("The result is not known yet."))
    if result.kind != Result.Kind.PLAYED or not result.contract or result.tricks is None:
        return paragraph(shown.result(result))
    values = {
        "contract": contract_words(result.contract),
        "declarer": shown.seat(result.declarer),
        "lead": card_words(result.lead),
        "tricks": tricks_words(result.tricks),
        "result": contract_words(result.contract, result.tricks),
        "score": points_words(result.score or 0),
    }
    if result.lead:
        return paragraph(
            _("%(contract)s by %(declarer)s, lead %(lead)s, %(tricks)s: %(result)s, *%(score)s*."), **values
        )
    return paragraph(_("%(contract)s by %(declarer)s, %(tricks)s: %(result)s, *%(score)s*."), **values)

"""The bidding box: 38 keys, one tap for each call. It refuses no call; it points out an irregular one, with its law."""

from dataclasses import replace
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Board, Incident
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.incident.law_search import found_words
from arbitrage.pages.inquiry.answer_inputs import bidding_box
from arbitrage.pages.wording import notation as shown
from arbitrage.services.incidents import table
from rulings.auction import Auction, Shown
from rulings.bridge import Seat
from rulings.engine import text
from rulings.laws2017.calls import disobeyed
from rulings.table import Table

LAW_OF = {
    Shown.INSUFFICIENT: "27",
    Shown.OUT_OF_TURN: "29",
    Shown.INADMISSIBLE: "36",
    Shown.AFTER_THE_END: "39",
    Shown.MUST_PASS: "37",
}
"""The law for each irregularity that the bidding box detects."""


def auction_of(incident: Incident) -> tuple[Table, Auction]:
    """Return the table of an incident and its auction so far, which is empty if no call was entered."""
    now = table.table_of(incident)
    return now, now.auction or Auction(Seat(dealer_of(incident.board)))


def dealer_of(board: Board | None) -> str:
    return board.dealer if board else "N"


def pad(incident: Incident, touched: str = "") -> dict[str, Any]:
    """Build the page of the auction. *touched* is a seat if the next call is out of turn, by that player."""
    now, auction = auction_of(incident)
    seat = Seat(touched) if touched in tuple(Seat) else auction.turn
    box = bidding_box()

    def key(call: str) -> dict[str, Any]:
        marks = auction.shown(seat, call, must_pass=bool(now.must_pass(seat)))
        return {"value": call, "marks": [_(mark.words) for mark in marks if mark is not Shown.OUT_OF_TURN]}

    return {
        "seats": [
            {"seat": player.value, "chosen": player is seat, "turn": player is auction.turn}
            for player in _from(auction.dealer)
        ],
        "seat": seat.value,
        "presumed_dealer": "" if incident.board else auction.dealer.value,
        "out_of_turn": seat is not auction.turn,
        "without_a_level": [key(call) for call in box["without_a_level"]],
        "levels": [[key(call) for call in level] for level in box["levels"]],
        "rows": _rows(auction),
        "over": auction.over,
        "contract": str(auction.contract) if auction.over and auction.contract else "",
        "declarer": auction.contract.declarer if auction.over and auction.contract else "",
        "seen": _seen(incident, now, auction),
        "any": bool(auction.calls),
    }


def _from(dealer: Seat) -> list[Seat]:
    order = [Seat.N, Seat.E, Seat.S, Seat.W]
    at = order.index(dealer)
    return order[at:] + order[:at]


def _rows(auction: Auction) -> list[list[dict[str, Any]]]:
    """Arrange the calls in columns under the four players, from the dealer on. A call out of turn stands under its
    player."""
    order = _from(auction.dealer)
    rows: list[list[dict[str, Any]]] = []
    column = len(order)
    before = Auction(auction.dealer)
    for made in auction.calls:
        at = order.index(made.seat)
        if at < column or not rows:
            rows.append([{} for _one in order])
        marks = (
            [] if made.accepted or not made.stands else [_(mark.words) for mark in before.shown(made.seat, made.call)]
        )
        rows[-1][at] = {"call": made.call, "stands": made.stands, "marks": marks}
        column = at + 1
        before = Auction(auction.dealer, (*before.calls, made))
    return rows


def _seen(incident: Incident, now: Table, auction: Auction) -> dict[str, str] | None:
    """Find the law for the first irregular call that was not ruled on yet; None if there is no such call."""
    if auction.seems_over:
        return _found(incident, "34", _("Three passes, and a player never had his turn"))
    forbidden = disobeyed(replace(now, auction=auction))
    irregular = auction.irregular() or forbidden
    if irregular is None:
        return None
    if forbidden and forbidden.before == irregular.before and irregular.shown == (Shown.INSUFFICIENT,):
        irregular = forbidden
    mark = Shown.OUT_OF_TURN if Shown.OUT_OF_TURN in irregular.shown else irregular.shown[0]
    words = _("%(call)s by %(seat)s: %(what)s") % {
        "call": text.call(irregular.made.call, translation),
        "seat": shown.seat(irregular.made.seat),
        "what": _(mark.words),
    }
    return _found(incident, LAW_OF[mark], words)


def _found(incident: Incident, entry: str, words: str) -> dict[str, str] | None:
    """Find the entry point for this irregularity in the edition of the tournament."""
    law = EDITIONS[incident.tournament.edition].get(entry)
    return None if law is None else found_words(law) | {"words": words}

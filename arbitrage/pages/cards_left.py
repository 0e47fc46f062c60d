"""The cards left at a claim: the pad that they are noted on, and what the trail and the report say of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Inquiry
from arbitrage.pages import notation as shown
from rulings.bridge import SUITS, Card, Deal, Seat, format_rank, parse_deal
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.remaining import diagram

CLOCKWISE = tuple(Seat)


def pad(deal: str, noted: str, sent: QueryDict | None = None) -> dict[str, Any]:
    """The four hands to touch, when the deal is known, or else a line to write for each holding; as they were
    *sent* when that could not be taken.

    Each hand: seat (its words), rows: suit, name (of the field), value (as noted), cards (value, rank, id, left).
    """
    hands, left = read(deal), read(noted)
    known = all(len(hands.get(seat, ())) > 0 for seat in Seat)
    return {
        "known": known,
        "hands": [
            {
                "name": shown.seat(seat),
                "rows": [_row(seat, suit, hands.get(seat, ()), left.get(seat, ()), sent) for suit in SUITS],
            }
            for seat in CLOCKWISE
        ],
    }


def _row(seat: Seat, suit: str, held: Iterable[Card], left: Iterable[Card], sent: QueryDict | None) -> dict[str, Any]:
    own, name = {str(card) for card in left if card.suit == suit}, f"{seat.value}{suit}"
    value = " ".join(format_rank(card[1:], shown.language()) for card in sorted(own, key=_down))
    if sent:
        own = {one[2:] for one in sent.getlist("left") if one.startswith(f"{seat.value}:{suit}")}
        value = sent.get(name, "")
    return {
        "suit": str(suit),
        "name": name,
        "value": value,
        "cards": [
            {"value": f"{seat.value}:{card}", "card": str(card), "rank": card.rank, "left": str(card) in own}
            for card in held
            if card.suit == suit
        ],
    }


def _down(card: str) -> int:
    return "AKQJT98765432".index(card[1:])


def read(deal: str) -> Deal:
    """The hands of a deal as far as it can be read; none when it cannot."""
    try:
        return parse_deal(deal, complete=False) if deal else {}
    except ValueError:
        return {}


def in_words(value: str) -> str:
    """The cards left on one line: "North ♥V 6 – East ♥10 ♣A"; an empty text when none is noted."""
    hands = read(value)
    return " – ".join(f"{shown.seat(seat)} {_hand(hands[seat])}" for seat in CLOCKWISE if hands.get(seat))


def _hand(cards: Iterable[Card]) -> str:
    held = [(suit, [card for card in cards if card.suit == suit]) for suit in SUITS]
    return " ".join(
        text.SYMBOLS[str(suit)] + " ".join(format_rank(card.rank, shown.language()) for card in own)
        for suit, own in held
        if own
    )


def diagrams(inquiries: Iterable[Inquiry], letters: Mapping[str, str]) -> list[dict[str, Any]]:
    """The diagram of each claim whose cards were noted, for the report: title, label, hands, letters, symbols, and a
    sentence: the tricks left, and the trumps that the claimer's opponents held."""
    found = []
    for inquiry in inquiries:
        ruling = inquiry.current_ruling
        known = with_roles(ruling.data["facts"] if ruling else inquiry.known())
        claim = diagram(known) if read(known.get("cards_left", "")) else None
        if claim is None:
            continue
        said = [ngettext("%(count)s trick left", "%(count)s tricks left", claim.tricks) % {"count": claim.tricks}]
        if claim.claimer:
            said.append(
                _("claim or concession %(of_seat)s")
                % {"of_seat": text.show("claimer", "of", claim.claimer, translation)}
            )
        if claim.trumps_out:
            said.append(
                ngettext(
                    "%(count)s trump in the opponents’ hands",
                    "%(count)s trumps in the opponents’ hands",
                    claim.trumps_out,
                )
                % {"count": claim.trumps_out}
            )
        found.append(
            {
                "title": _("Cards left at the claim"),
                "label": _("The cards left at the claim"),
                "letters": dict(letters),
                "symbols": dict(text.SYMBOLS),
                "says": ", ".join(said) + ".",
            }
            | shown.deal(known["cards_left"])
        )
    return found

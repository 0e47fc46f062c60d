"""The middle of a compass: the noted cards before each player."""

from collections.abc import Mapping

from rulings.bridge import Seat
from rulings.engine.inquiry import Law, questions_of
from rulings.table import Table, last_table

Cloth = dict[str, list[dict[str, str]]]

OF_A_TRICK = "renonce"
"""Tile of the revoke, whose law is about one trick: the compass draws the four cards of the trick face down until they
are named."""

AT_FAULT = "card"
"""Name of the fact with the card that an inquiry is about."""


def lying(table: Table | None) -> list[tuple[str, str, str]]:
    """List the cards that lie face up on a table: the seat, the card, and its kind as it is drawn."""
    cards = table.cards if table else ()
    return [(card.seat.value, str(card.card), "named" if card.kind == "exposed" else "penalty") for card in cards]


def cloth(law: Law, known: Mapping[str, str]) -> Cloth:
    """Group by seat the cards before a player: *card*, "" when it is not known, and *kind*: "penalty", "fault" (the
    card that the inquiry is about), "hidden" (of the trick, not named) or "named"."""
    kinds = {(seat, card): kind for seat, card, kind in lying(Table.read(last_table(known)))}
    for question in questions_of(law).values():
        seat, card = known.get(getattr(question, "hand", ""), ""), known.get(question.id, "")
        if seat and question.kind == "card" and card in question.values:
            kinds.setdefault((seat, card), "fault" if question.id == AT_FAULT else "named")
    before: Cloth = {
        seat.value: [{"card": card, "kind": kind} for (at, card), kind in kinds.items() if at == seat] for seat in Seat
    }
    if law.tile == OF_A_TRICK:
        for seat, cards in before.items():
            if not any(lying_card["kind"] in ("fault", "named") for lying_card in cards):
                cards.append({"card": "", "kind": "fault" if known.get("offender") == seat else "hidden"})
    return before

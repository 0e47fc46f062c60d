"""The cards left in the four hands: touched when the deal is known, written when it is not."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arbitrage.forms.incidents import AnswerForm
from arbitrage.pages import notation as shown
from rulings.bridge import RANKS, SUITS, SYMBOLS, Card, Deal, NotationError, Seat, format_deal, format_rank, parse_deal
from rulings.engine.questions import Question

HOLDINGS = {f"{seat.value}{suit.value}": (seat, suit) for seat in Seat for suit in SUITS}
"""The name of the field of each holding: "NS" is North's spades."""

WRITTEN = {"10": "T", "R": "K", "D": "Q", "V": "J"}
"""Ranks as a French reader writes them."""


class CardsLeftForm(AnswerForm):
    """The cards left at a claim: *left* are those touched ("N:SA"); else a line of ranks a holding ("ARV5")."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cards = [f"{seat.value}:{suit.value}{rank}" for seat in Seat for suit in SUITS for rank in RANKS]
        self.fields["left"] = forms.MultipleChoiceField(choices=[(one, one) for one in cards], required=False)
        for name in HOLDINGS:
            self.fields[name] = forms.CharField(required=False, max_length=40)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("answer"):
            return cleaned
        try:
            hands = touched(cleaned.get("left", [])) if cleaned.get("left") else written(cleaned)
            text = format_deal(hands) if any(hands.values()) else ""
            counts = {len(hand) for hand in parse_deal(text, complete=False).values()} if text else {0}
        except NotationError as error:
            self.add_error(
                "answer", _(error.msgid) % {name: _in_words(name, value) for name, value in error.fields.items()}
            )
            return cleaned
        if max(counts) - min(counts) > 1:
            self.add_error(
                "answer",
                _("The hands do not have as many cards as each other: %(counts)s. Count those that were left.")
                % {"counts": ", ".join(str(len(hands[seat])) for seat in Seat)},
            )
        return cleaned | {"answer": text}


def form_for(question: Question[Any]) -> type[AnswerForm]:
    """The form that reads the answer to a question."""
    return CardsLeftForm if question.kind == "hands" else AnswerForm


def touched(cards: list[str]) -> Deal:
    """The hands of the cards touched, each suit from the top."""
    found = [(Seat(one[0]), Card.parse(one[2:])) for one in cards]
    return {seat: tuple(sorted((card for held, card in found if held is seat), key=_place)) for seat in Seat}


def written(fields: dict[str, Any]) -> Deal:
    """The hands of the ranks written, in either language: "A R V 5" and "AKJ5" are the same.

    :raises NotationError: a letter is no rank.
    """
    hands: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for name, (seat, suit) in HOLDINGS.items():
        for rank in re.findall(r"10|\S", str(fields.get(name) or "").upper()):
            card = suit.value + WRITTEN.get(rank, rank)
            if card[1:] not in RANKS:
                raise NotationError(gettext_noop("“%(rank)s” is not a card: write A, K, Q, J, 10 to 2."), rank=rank)
            hands[seat].append(Card.parse(card))
    return {seat: tuple(sorted(hand, key=_place)) for seat, hand in hands.items()}


def _in_words(name: str, value: str) -> str:
    """What stands in a refusal, a card and seats as the reader writes them."""
    if name == "card":
        return SYMBOLS[value[0]] + format_rank(value[1:], shown.language())
    return shown.seat(value) if name in ("seat", "one", "two") else value


def _place(card: Card) -> tuple[int, int]:
    return [str(suit) for suit in SUITS].index(card.suit), RANKS.index(card.rank)

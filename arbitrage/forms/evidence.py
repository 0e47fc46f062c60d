"""Forms of the evidence: the parts of the position that the inquiry does not know, and the claimer's statement as
cards."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.forms.inquiry import touched
from arbitrage.pages.wording import notation as shown
from arbitrage.services.incidents.evidence import JUDGED, ClaimInputs
from rulings.bridge import RANKS, SUITS, Card, Deal, Seat, format_deal, parse_deal
from rulings.bridge.cards import SYMBOL_OF, suit_letter
from rulings.bridge.notation import NotationError
from rulings.evidence.claim import WAYS, Statement
from rulings.evidence.position import Impossible

SEATS = tuple(Seat)
WHO = ("claimer", "declarer", "to_play")

REASONS = {
    "none": gettext_lazy("No card is noted: note the cards left first."),
    "uneven": gettext_lazy("The hands do not have as many cards as each other: complete them first."),
    "trick": gettext_lazy(
        "The trick in progress cannot be so: those before the player whose turn it was have played to it, one after "
        "the other."
    ),
    "revoke": gettext_lazy(
        "In the trick in progress a player did not follow suit though he could: rule on that first."
    ),
}
"""Sentences for the reasons why a position is invalid."""


class ClaimForm(forms.Form):
    """The claim to analyse. The facts of the position that the inquiry *knows* override the values sent."""

    left = forms.CharField(required=False, max_length=200)
    claimer = forms.ChoiceField(choices=[(seat.value, seat.value) for seat in Seat])
    declarer = forms.ChoiceField(choices=[(seat.value, seat.value) for seat in Seat])
    to_play = forms.ChoiceField(choices=[(seat.value, seat.value) for seat in Seat])
    trumps = forms.ChoiceField(
        choices=[(denomination, denomination) for denomination in (*(str(suit) for suit in SUITS), "NT")]
    )
    order = forms.CharField(required=False, max_length=200)
    counted = forms.MultipleChoiceField(required=False)
    finesse = forms.ChoiceField(required=False, choices=[(height, height) for height in ("", "low", "high")])
    trick_N = trick_E = trick_S = trick_W = forms.CharField(required=False, max_length=2)

    def __init__(self, known: Mapping[str, str], data: QueryDict | None = None) -> None:
        sent = None if data is None else data.copy()
        if sent is not None:
            for name, value in known.items():
                sent[name] = value
        super().__init__(sent)
        self.known = known
        every = [f"{suit}{rank}" for suit in SUITS for rank in RANKS]
        self.fields["counted"].choices = [(card, card) for card in every]  # type: ignore[attr-defined]
        self.inputs: ClaimInputs | None = None

    @property
    def problem(self) -> str:
        """Reason why the claim cannot be analysed, as a sentence; "" for a valid form."""
        named = [name for name in ("left", *WHO, "trumps") if name in self.errors]
        if named and named != ["left"]:
            return _("Say who claimed, who declares, whose turn it was, and the trumps.")
        return next((str(message) for messages in self.errors.values() for message in messages), "")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            hands = parse_deal(cleaned["left"], complete=False) if cleaned["left"] else {}
        except NotationError:
            hands = {}
        claimer = Seat(cleaned["claimer"])
        inputs = ClaimInputs(
            format_deal(hands) if hands else "",
            cleaned["trumps"],
            claimer,
            Seat(cleaned["declarer"]),
            Seat(cleaned["to_play"]),
            self._trick(cleaned),
            self._said(cleaned, hands, claimer),
        )
        if self.errors:
            return cleaned
        try:
            if not hands:
                raise Impossible("none")
            inputs.position()
        except Impossible as impossible:
            self.add_error("left", str(REASONS[impossible.why]))
            return cleaned
        self.inputs = inputs
        return cleaned

    def _trick(self, cleaned: Mapping[str, Any]) -> dict[Seat, Card]:
        cards = {seat: str(cleaned.get(f"trick_{seat.value}") or "") for seat in SEATS}
        played = {}
        for seat, card in cards.items():
            if re.fullmatch("[SHDC][AKQJT2-9]", card):
                played[seat] = Card(*card)
        return played

    def _said(self, cleaned: Mapping[str, Any], hands: Deal, claimer: Seat) -> Statement:
        """Read the statement: cards in order, or suits in order, of the claimer's side."""
        cards, suits = [], []
        for word in re.split(r"[\s,;.]+", cleaned["order"].strip()):
            if not word:
                continue
            suit = _suit(word)
            try:
                if suit:
                    suits.append(suit)
                else:
                    cards.append(Card.parse(word, shown.language()))
            except NotationError:
                self.add_error("order", _("“%(word)s” is no card and no suit.") % {"word": word})
        own = {card for seat in claimer.side.seats for card in hands.get(seat, ())}
        if strange := [card for card in cards if card not in own]:
            self.add_error(
                "order",
                _("%(card)s is in none of the hands of the side that claimed.")
                % {"card": shown.card(strange[0], "words")},
            )
        if cards and suits:
            self.add_error("order", _("Write cards in order, or suits in order, not both."))
        counted = frozenset(Card(*card) for card in cleaned["counted"] if Card(*card) in own)
        return Statement(
            tuple(cards), tuple(suits), counted, {"": None, "low": True, "high": False}[cleaned["finesse"]]
        )


def _suit(word: str) -> str:
    """Parse a suit: a symbol, or a letter of the reader's language; "" for any other word."""
    letters = {suit_letter(str(suit), shown.language()): str(suit) for suit in SUITS}
    return SYMBOL_OF.get(word) or letters.get(word.upper(), "")


def position_touched(sent: QueryDict) -> str:
    """Write the cards that were touched on the pad in PBN; "" where none was touched."""
    cards = [card for card in sent.getlist("left") if re.fullmatch("[NESW]:[SHDC][AKQJT2-9]", card)]
    hands = touched(cards, sent.get("seat", ""))
    return format_deal(hands) if any(hands.values()) else ""


def judged_in(sent: QueryDict) -> dict[str, str]:
    """Read the option ticked for each kind of careless play."""
    return {kind: value for kind in WAYS if (value := sent.get(f"kind_{kind}", "")) in JUDGED}


def line_in(text: str) -> list[Card]:
    """Read the cards of a line from a URL: "SA-H2". The first text that is not a card ends it."""
    cards = []
    for card in text.split("-") if text else ():
        if not re.fullmatch("[SHDC][AKQJT2-9]", card):
            break
        cards.append(Card(*card))
    return cards

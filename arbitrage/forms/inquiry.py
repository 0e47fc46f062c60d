"""Forms of an inquiry: the answer to a question, and the cards left in four hands, one player at a time."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from arbitrage.services.incidents import LONGEST_WORDS
from rulings.bridge import RANKS, SUITS, Card, Deal, Seat, format_deal
from rulings.engine.questions import UNKNOWN, Fact, Question


class AnswerForm(forms.Form):
    """The answer to one question, and the version of the inquiry that its author saw."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    act = forms.UUIDField(required=False)  # its identifier, if made on the device
    ticked = forms.MultipleChoiceField(required=False)

    def __init__(self, question: Question[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ticked"].choices = [(value, value) for value, _questions in getattr(question, "boxes", ())]  # type: ignore[attr-defined]
        if question.kind == "suits" and isinstance(self.data, QueryDict):
            ticked = set(self.data.getlist("suit"))
            self.data = self.data.dict() | {"answer": "".join(suit for suit in SUITS if suit in ticked)}
        if question.values:
            values = [*question.values, *([UNKNOWN] if isinstance(question, Fact) else [])]
            self.fields["answer"] = forms.ChoiceField(
                choices=[(value, value) for value in values],
                error_messages={
                    "required": _("No answer was touched: touch the one that was given."),
                    "invalid_choice": _(question.refusal)
                    if question.refusal
                    else _("This is not one of the answers to the question. Choose one of those shown."),
                },
            )
        else:
            self.fields["answer"] = forms.CharField(
                required=False,
                max_length=LONGEST_WORDS,
                error_messages={"max_length": _("This text is too long: shorten it to 5,000 characters.")},
            )

    turned = False

    @property
    def problem(self) -> str:
        """The sentence that says why the answer was refused; "" when it was accepted."""
        wrong = (problem for name in ("answer", "ticked", "version") for problem in self.errors.get(name, ()))
        return next(map(str, wrong), "")


class CardsLeftForm(AnswerForm):
    """The cards left at a claim: *left* are the selected ones ("N:SA"), *seat* is the player who was selected last.

    With *to* the page only switches to another player; with *go* "unknown" the hands need not be complete.
    """

    go = forms.CharField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cards = [f"{seat.value}:{suit.value}{rank}" for seat in Seat for suit in SUITS for rank in RANKS]
        self.fields["left"] = forms.MultipleChoiceField(choices=[(card, card) for card in cards], required=False)

    @property
    def turned(self) -> bool:  # type: ignore[override]
        """Does the page only switch to another player's cards?"""
        return bool(self.data.get("to"))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.turned:
            raise forms.ValidationError("")
        if cleaned.get("answer"):
            return cleaned
        hands = touched(cleaned.get("left", []), self.data.get("seat", ""))
        counts = [len(hand) for hand in hands.values()]
        if max(counts) > 13:
            self.add_error("answer", _("A player held thirteen cards at most. Take away those that he had played."))
        elif max(counts) - min(counts) > 1 and cleaned.get("go") != "unknown":
            self.add_error(
                "answer",
                _("The hands do not have as many cards as each other: %(counts)s. Count those that were left.")
                % {"counts": ", ".join(map(str, counts))},
            )
        return cleaned | {"answer": format_deal(hands) if any(counts) else ""}


def form_for(question: Question[Any]) -> type[AnswerForm]:
    """Build the form that reads the answer to a question."""
    return CardsLeftForm if question.kind == "hands" else AnswerForm


def touched(cards: list[str], last: str) -> Deal:
    """Build the hands from the touched cards, highest first. A card that two players hold belongs to the one touched
    last."""
    at = {card[2:]: card[0] for card in sorted(cards, key=lambda card: card[0] == last)}
    order = sorted(map(Card.parse, at), key=_place)
    return {seat: tuple(card for card in order if at[str(card)] == seat.value) for seat in Seat}


def _place(card: Card) -> tuple[int, int]:
    return [str(suit) for suit in SUITS].index(card.suit), RANKS.index(card.rank)

"""Forms of a poll: the director's question, and a player's answer."""

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.models import Board, Tournament
from arbitrage.pages.wording import notation as shown
from arbitrage.services.incidents.polls import Answer, Page
from rulings.bridge import Seat, parse_contract, parse_deal
from rulings.bridge.deals import format_deal
from rulings.bridge.notation import NotationError

PASSES = {"P", "PASS", "PASSE", "-"}
DOUBLES = {"X": "X", "D": "X", "DBL": "X", "CONTRE": "X", "XX": "XX", "R": "XX", "RDBL": "XX", "SURCONTRE": "XX"}


class PollForm(forms.Form):
    """Question to the players polled: the hand, the calls before its turn, their meaning, and the players to ask."""

    asks_player = forms.ChoiceField(label=gettext_lazy("Whose hand is it?"), choices=[])
    asks_hand = forms.CharField(
        label=gettext_lazy("His hand, where the deal is not known: spades, hearts, diamonds, clubs"),
        required=False,
        max_length=40,
        help_text=gettext_lazy("AQ64.KT6.KJ64.K6"),
    )
    asks_calls = forms.CharField(
        label=gettext_lazy("The auction from the dealer, up to his call and without it"), required=False, max_length=400
    )
    asks_words = forms.CharField(
        label=gettext_lazy("What the calls mean, the methods and the level; no name, no board, nothing that happened"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, board: Board | None, tournament: Tournament, data: QueryDict | None = None, **options: Any
    ) -> None:
        super().__init__(data, **options)
        self._board, self._tournament = board, tournament
        self.fields["asks_player"].choices = [(seat.value, shown.seat(seat)) for seat in Seat]  # type: ignore[attr-defined]

    def clean_asks_calls(self) -> tuple[str, ...]:
        words = re.split(r"[\s,;]+", self.cleaned_data["asks_calls"].strip())
        return tuple(self._call(word) for word in words if word)

    def _call(self, word: str) -> str:
        upper = word.upper().strip("()")
        if upper in PASSES:
            return "Pass"
        if upper in DOUBLES:
            return DOUBLES[upper]
        try:
            contract = parse_contract(word, shown.language())
        except NotationError:
            contract = None
        if contract is None or contract.doubled:
            raise forms.ValidationError(_("“%(word)s” is not a call.") % {"word": word})
        return f"{contract.level}{contract.denomination}"

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "asks_player" in cleaned and not self.errors:
            cleaned["hand"] = self._hand(cleaned["asks_player"], cleaned["asks_hand"])
        return cleaned

    def _hand(self, seat: str, typed: str) -> str:
        """Return the player's thirteen cards, typed or from the deal."""
        deal = self._board.deal if self._board else ""
        text = f"{seat}:{typed.upper().replace('10', 'T')} - - -" if typed else deal
        try:
            hand = parse_deal(text, complete=False)[Seat(seat)] if text else ()
        except NotationError as error:
            self.add_error("asks_hand", str(error))
            return ""
        if len(hand) != 13:
            self.add_error("asks_hand", _("Write the thirteen cards of this hand."))
            return ""
        return format_deal({Seat(seat): hand}, Seat(seat)).partition(":")[2].split()[0]

    @property
    def page(self) -> Page:
        """The page of the question."""
        cleaned, board = self.cleaned_data, self._board
        return Page(
            hand=cleaned["hand"],
            seat=cleaned["asks_player"],
            dealer=board.dealer if board else "N",
            vulnerability=board.vulnerability if board else "None",
            scoring=self._tournament.scoring,
            calls=cleaned["asks_calls"],
            words=cleaned["asks_words"].strip(),
        )


def answer_in(sent: QueryDict, *, oral: bool = False) -> Answer:
    """Read a player's answer."""
    return Answer(
        chosen=sent.get("chosen", ""),
        considered=tuple(sent.getlist("considered")),
        earlier=bool(sent.get("earlier")),
        heard=bool(sent.get("heard")),
        oral=oral,
    )

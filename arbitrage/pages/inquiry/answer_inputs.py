"""The inputs for an answer: the compass of seats, the keys for cards, suits, calls and numbers, and options to read
aloud.

The keys for a card show all 52 cards, so that the screen never reveals a hand.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Board
from arbitrage.pages.wording import cards_left
from arbitrage.pages.wording.compass_cards import cloth
from arbitrage.pages.wording.notation import numeral
from arbitrage.pages.wording.people import compass
from rulings.bridge import RANKS, SUITS, Denomination, Seat
from rulings.engine import text
from rulings.engine.inquiry import Law
from rulings.engine.questions import YES, ChooseOne, Question
from rulings.laws2017.penalty_cards import DESIGNATED
from rulings.table import Table, last_table

LEVELS = range(1, 8)
SUITS_AND_NT = tuple(Denomination)
"""Denominations in the order of a bidding box, clubs first; a table device has the reverse order."""


def surface(
    asked: Question[Any],
    known: Mapping[str, str],
    names: Mapping[str, str],
    board: Board | None = None,
    law: Law | None = None,
    sent: QueryDict | None = None,
) -> dict[str, Any]:
    """Build the inputs for the answer to a question. *names* are the players' names by seat. With *law*, the compass
    shows the cards face up before the players. *sent* is a rejected form of cards, to show again."""
    match asked.kind:
        case "seat":
            laid = cloth(law, known) if law else {}
            return {"seats": compass(names, known, laid, asked.values), "laid": any(laid.values()), "board": board}
        case "card":
            return {"rows": by_suit(named_among(asked, known))}
        case "suits":
            return {"suits": list(SUITS)}
        case "call":
            return {"calls": bidding_box()}
        case "contract":
            return {"calls": contracts()}
        case "hands":
            return {"pad": cards_left.pad(board.deal if board else "", known.get(asked.id, ""), sent, names)}
        case "count":
            return {"counts": asked.options}
    return aloud(asked, known) if asked.chooser else {"boxes": boxes(asked, known)}


def boxes(asked: Question[Any], known: Mapping[str, str]) -> list[dict[str, Any]]:
    """List the options that may be true together, to show as checkboxes; [] if only one option can be true."""
    options = {option.value: option for option in asked.options}
    return [
        {"option": options[value], "ticked": all(known.get(question) == YES for question in questions)}
        for value, questions in (asked.boxes if isinstance(asked, ChooseOne) else ())
        if value in options
    ]


def aloud(asked: Question[Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Arrange options to be read aloud to a player: who chooses, the number of options in words, and the options by
    group."""
    value = known.get(asked.chooser, "")
    numbered = list(enumerate(asked.options, 1))
    return {
        "chooser": text.show(asked.chooser, "", value, translation),
        "to_chooser": text.show(asked.chooser, "to", value, translation),
        "possibilities": numeral(sum(option.allowed for option in asked.options)),
        "leads_in": text.plain(asked.text, known, translation, dict(asked.roles)).rstrip().endswith(":"),
        "groups": [
            {"words": words, "options": [{"number": number, "option": option} for number, option in several]}
            for words, several in groupby(numbered, key=lambda entry: entry[1].group)
        ],
    }


def by_suit(among: Collection[str] = ()) -> list[dict[str, Any]]:
    """Arrange the 52 cards of the pad, or only those of *among*, in a row for each suit."""
    cards = {suit.value: [{"value": f"{suit}{rank}", "rank": rank} for rank in RANKS] for suit in SUITS}
    return [
        {"suit": suit, "cards": [card for card in row if not among or card["value"] in among]}
        for suit, row in cards.items()
    ]


def named_among(asked: Question[Any], known: Mapping[str, str]) -> list[str]:
    """List the major penalty cards of a player from which declarer designates one (51A); [] if they are unknown."""
    lying = Table.read(last_table(known)) if asked.id == DESIGNATED.id else None
    player = known.get(getattr(asked, "hand", ""), "")
    if lying is None or player not in tuple(Seat):
        return []
    return [str(penalty.card) for penalty in lying.penalties(Seat(player)) or () if penalty.kind == "major"]


def bidding_box() -> dict[str, Any]:
    """Arrange the 38 calls like a bidding box: the calls without a level, then a row for each level."""
    return {"without_a_level": ["Pass", "X", "XX"], "levels": _levels("")}


def contracts() -> dict[str, Any]:
    """Arrange every contract in a row for each level, with doubled and redoubled ones in groups of their own."""
    doubled = ((_("Doubled"), "x"), (_("Redoubled"), "xx"))
    return {
        "without_a_level": ["Pass"],
        "levels": _levels("", (Denomination.NT, *SUITS)),
        "doubled": [
            {"words": words, "levels": levels, "values": [value for row in levels for value in row]}
            for words, sign in doubled
            for levels in [_levels(sign, (Denomination.NT, *SUITS))]
        ],
    }


def _levels(sign: str, order: Iterable[Denomination] = SUITS_AND_NT) -> list[list[str]]:
    return [[f"{level}{denomination.value}{sign}" for denomination in order] for level in LEVELS]

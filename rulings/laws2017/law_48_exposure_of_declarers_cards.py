"""Law 48 - Exposure of declarer's cards.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 48; FFB, Code 2017, Loi 48.
Before: Law 54, right after an opening lead out of turn; Law 45C2, a card held as played.
Sends:  68 a claim or concession.
Rows:   LAWS.md 5.7: 48.A, 48.B; 41.R5.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option
from rulings.engine.ruling import Accept, Info, Ruling, Send, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.terms import DECLARER


def shown_by_declarer(ask: Ask) -> Ruling:
    """Rule on cards that declarer has shown or dropped."""
    ask(DECLARER)
    exposed = ask(EXPOSED)
    match exposed:
        # A. By accident
        case Exposed.ACCIDENT:
            return declarers_cards_go_back("48A")
        case Exposed.PLAYED:
            stands = Accept(law="45C2", what="card", text=gettext_noop("The card stays: it is played to the trick."))
            return Ruling("45C2", IS_PLAYED, (stands,))
        # B. His hand faced
        case Exposed.HAND:
            return Ruling("48B2", IS_A_CLAIM, (THE_CLAIM,))
        case Exposed.NO_CLAIM:
            return declarers_cards_go_back("48B2")
        case Exposed.LEAD:
            first = Send(law="48B1", to="54", text=gettext_noop("Now rule on the opening lead out of turn."))
            return Ruling("48B1", THE_LEAD_FIRST, (first,))
        case _:
            assert_never(exposed)


LAW = Law(
    "48",
    gettext_noop("Declarer has shown or dropped cards"),
    shown_by_declarer,
    finds=gettext_noop("declarer drops a card, declarer shows his hand, card of declarer or dummy exposed"),
)


def declarers_cards_go_back(law: str) -> Ruling:
    """Send the cards back without rectification; the defenders may use what they have seen."""
    return Ruling(law, NO_PENALTY, (BACK, SEEN))


def dummys_card_seen() -> Ruling:
    """Rule on a card of dummy, which is never penalised either."""
    return Ruling("48A", gettext_noop("No rectification: a card of dummy is never a penalty card."))


# Questions


class Exposed(Choice):
    ACCIDENT = Option("accident", gettext_noop("By accident: dropped, or shown by mistake"), law="48A")
    PLAYED = Option("played", gettext_noop("He held it face up as played, on the table or nearly"), law="45C2")
    HAND = Option("hand", gettext_noop("He faced his hand, meaning to claim or to concede"), law="48B2")
    NO_CLAIM = Option("no_claim", gettext_noop("He faced his hand, plainly meaning neither"), law="48B2")
    LEAD = Option("lead", gettext_noop("He faced cards after an opening lead out of turn"), law="48B1")


EXPOSED = ChooseOne(
    "exposed",
    "48A",
    gettext_noop("How did [declarer] come to show his cards?"),
    Exposed,
    why=gettext_noop("Declarer never has a penalty card. A card held as played is played, and a hand faced may claim."),
)


# Words and effects


IS_PLAYED = gettext_noop("The card is played.")
IS_A_CLAIM = gettext_noop("Play stops: it is a claim or a concession.")
THE_CLAIM = Send(
    law="68A",
    to="68",
    hands=("claimer=[declarer]", "declarer"),
    text=gettext_noop("Nobody plays on. Hear his line of play, then rule on the claim."),
)
THE_LEAD_FIRST = gettext_noop("Rule on the opening lead out of turn: it decides what his cards mean.")
NO_PENALTY = gettext_noop("No rectification: declarer never has a penalty card.")
BACK = Withdraw(
    law="48A",
    player="declarer",
    card="cards_shown",
    to="hand",
    text=gettext_noop("[declarer] takes his cards back and need play none of them. He remains declarer."),
)
SEEN = Info(
    law="48A",
    source="cards_shown",
    ai_for=("defenders",),
    text=gettext_noop("The defenders may use what they have seen."),
)

"""Law 51 - Two or more penalty cards.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 51; FFB, Code 2017, Loi 51.
Before: Law 50, which asks how many cards lie on the table and calls what follows.
Sends:  59 a player who holds nothing but forbidden suits.
Rows:   LAWS.md 7.4, 51.R1 to 51.R7.
"""

from rulings.bridge import Card
from rulings.inquiry import Ask
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import CARD, Outcome
from rulings.questions import Choice, ChooseOne, Given, WhichCard, WhichSuit, YesNo
from rulings.ruling import Duty, Info, LeadRestriction, Note, Presence, When, Withdraw
from rulings.text import gettext_noop


class OneSuit(Choice):
    REQUIRE = (
        "require",
        gettext_noop("Require a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes back all his penalty cards of that suit. [owner_partner] must lead [card:suit], this time "
            "only; without a card of that suit, he leads his own penalty card if he has one, or what he likes."
        ),
        "51B1(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Forbid a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes back all his penalty cards of that suit. [owner_partner] may not lead [card:suit] as long "
            "as he keeps the lead."
        ),
        "51B1(b)",
    )
    FREE = (
        "free",
        gettext_noop("Leave the lead free"),
        gettext_noop(
            "[owner_partner] leads his own penalty card if he has one, or what he likes. The penalty cards [owner:of] "
            "stay on the table. The same choice comes back before each lead [owner_partner:of]."
        ),
        "50D2(b)",
    )


class SeveralSuits(Choice):
    REQUIRE = (
        "require",
        gettext_noop("Require a lead in one of these suits"),
        gettext_noop(
            "You name the suit. [owner] takes back his penalty cards of that suit; the others stay. [owner_partner] "
            "must lead that suit, this time only; without a card of it, he leads his own penalty card if he has one, "
            "or what he likes."
        ),
        "51B2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Forbid a lead in one or more of these suits"),
        gettext_noop(
            "You name the suit or suits. [owner] takes back his penalty cards of every suit forbidden; the others "
            "stay. [owner_partner] may lead none of them as long as he keeps the lead."
        ),
        "51B2(b)",
    )
    FREE = (
        "free",
        gettext_noop("Leave the lead free"),
        gettext_noop(
            "[owner_partner] leads his own penalty card if he has one, or what he likes. The penalty cards [owner:of] "
            "stay on the table. The same choice comes back before each lead [owner_partner:of]."
        ),
        "51B2(c)",
    )


ONE_SUIT = ChooseOne(
    "one_suit",
    "51B1(a)",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and [owner] has several penalty cards of one suit."),
    OneSuit,
    chooser="declarer",
)
SEVERAL_SUITS = ChooseOne(
    "several_suits",
    "51B2(a)",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and [owner] has penalty cards of several suits."),
    SeveralSuits,
    chooser="declarer",
)
SUIT = WhichSuit("suit", "51B2(a)", gettext_noop("Which suit does [declarer] name?"))
SECOND_SUIT = WhichSuit("second_suit", "51B2(b)", gettext_noop("Which other suit does [declarer] forbid?"))
THIRD_SUIT = WhichSuit("third_suit", "51B2(b)", gettext_noop("Which third suit does [declarer] forbid?"))
A_SECOND = YesNo("a_second", "51B2(b)", gettext_noop("Does [declarer] forbid another suit too?"))
A_THIRD = YesNo("a_third", "51B2(b)", gettext_noop("Does [declarer] forbid a third suit too?"))


def is_of(card: Card, suit: str) -> bool:
    return card.suit == suit


IN_SUIT = YesNo(
    "in_suit", "51B2(a)", gettext_noop("Is [card:the] of that suit ([suit])?"), given=Given(is_of, CARD, SUIT)
)
IN_SECOND = YesNo(
    "in_second",
    "51B2(b)",
    gettext_noop("Is [card:the] of the other suit ([second_suit])?"),
    given=Given(is_of, CARD, SECOND_SUIT),
)
IN_THIRD = YesNo(
    "in_third",
    "51B2(b)",
    gettext_noop("Is [card:the] of the third suit ([third_suit])?"),
    given=Given(is_of, CARD, THIRD_SUIT),
)
DESIGNATED = WhichCard(
    "designated", "51A", gettext_noop("Which one does [declarer] say is to be played?"), hand="owner"
)

ALL_BACK = gettext_noop("[owner] takes back all his penalty cards in [card:suit]: they are no longer penalty cards.")
THOSE_BACK = gettext_noop(
    "[owner] takes back his penalty cards in [suit]: they are no longer penalty cards. The others stay on the table."
)
TWO_BACK = gettext_noop(
    "[owner] takes back his penalty cards in [suit] and [second_suit]: they are no longer penalty cards. Any others "
    "stay on the table."
)
THREE_BACK = gettext_noop(
    "[owner] takes back his penalty cards in [suit], [second_suit] and [third_suit]: they are no longer penalty cards. "
    "Any others stay on the table."
)
MUST_LEAD_IT = gettext_noop(
    "[owner_partner] must lead [card:suit], this time only. Without a card of that suit, he leads his own penalty card "
    "if he has one, or what he likes."
)
MUST_LEAD_THAT = gettext_noop(
    "[owner_partner] must lead [suit], this time only. Without a card of that suit, he leads his own penalty card "
    "if he has one, or what he likes."
)
NOT_IT = gettext_noop(
    "[owner_partner] may not lead [card:suit], now or as long as he keeps the lead. With nothing else in his hand, he "
    "leads what he likes."
)
NOT_THAT = gettext_noop(
    "[owner_partner] may not lead [suit], now or as long as he keeps the lead. With nothing else in his hand, he leads "
    "what he likes."
)
NOT_THOSE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit], now or as long as he keeps the lead. With nothing else "
    "in his hand, he leads what he likes."
)
NOT_THOSE_THREE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit] nor [third_suit], now or as long as he keeps the lead. "
    "With nothing else in his hand, he leads what he likes."
)
STILL_NOT_IT = gettext_noop("[owner_partner] may not lead [card:suit] as long as he keeps the lead.")
STILL_NOT_THAT = gettext_noop("[owner_partner] may not lead [suit] as long as he keeps the lead.")
STILL_NOT_THOSE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit] as long as he keeps the lead."
)
STILL_NOT_THREE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit] nor [third_suit] as long as he keeps the lead."
)
CLOSE_EACH = Note(
    law="51B1(a)",
    text=gettext_noop("Each card taken back has its own entry in the list of what to come back for: close those too."),
)
SEEN_BY_PARTNER = Info(
    law="50E2",
    source="cards",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop("[owner_partner] may not use what he has seen of the cards taken back; [declarer] may."),
)


def must_lead(law: str, suit: str, taken_back: str, text: str) -> Outcome:
    return (
        Withdraw(law=law, player="owner", card=f"penalty cards in {suit}", to="hand", text=taken_back),
        SEEN_BY_PARTNER,
        LeadRestriction(law=law, player="owner_partner", require=suit, lasts="this_lead", text=text),
        Presence(law=law, do="STAY", until="lead_made", text=gettext_noop("Stay until the lead is made.")),
        CLOSE_EACH,
    ), ()


def may_not_lead(law: str, suits: str, taken_back: str, text: str, still: str) -> Outcome:
    return (
        Withdraw(law=law, player="owner", card=f"penalty cards in {suits}", to="hand", text=taken_back),
        SEEN_BY_PARTNER,
        LeadRestriction(law=law, player="owner_partner", forbid=suits, lasts="while_retains_lead", text=text),
        Presence(
            law=law,
            do="STAY",
            until="lead_lost",
            text=gettext_noop("Stay as long as [owner_partner] keeps the lead."),
        ),
        CLOSE_EACH,
    ), (Duty(law, When.LEAD_LOST, still),)


def one_suit(choice: OneSuit) -> Outcome:
    """B1. Several penalty cards of one suit: every one of them goes back, unless the lead is left free."""
    match choice:
        case OneSuit.REQUIRE:
            return must_lead("51B1(a)", "card:suit", ALL_BACK, MUST_LEAD_IT)
        case OneSuit.FORBID:
            return may_not_lead("51B1(b)", "card:suit", ALL_BACK, NOT_IT, STILL_NOT_IT)
        case OneSuit.FREE:
            return (), ()


def several_suits(ask: Ask, choice: SeveralSuits) -> tuple[Outcome, bool]:
    """B2. Penalty cards of several suits: those of the suits named go back. Also, whether [card] is one of them."""
    match choice:
        case SeveralSuits.REQUIRE:
            ask(SUIT)
            return must_lead("51B2(a)", "suit", THOSE_BACK, MUST_LEAD_THAT), ask(IN_SUIT)
        case SeveralSuits.FORBID:
            ask(SUIT)
            if not ask(A_SECOND):
                return may_not_lead("51B2(b)", "suit", THOSE_BACK, NOT_THAT, STILL_NOT_THAT), ask(IN_SUIT)
            ask(SECOND_SUIT)
            if not ask(A_THIRD):
                outcome = may_not_lead("51B2(b)", "suit, second_suit", TWO_BACK, NOT_THOSE, STILL_NOT_THOSE)
                return outcome, ask(IN_SUIT) or ask(IN_SECOND)
            ask(THIRD_SUIT)
            outcome = may_not_lead(
                "51B2(b)", "suit, second_suit, third_suit", THREE_BACK, NOT_THOSE_THREE, STILL_NOT_THREE
            )
            return outcome, ask(IN_SUIT) or ask(IN_SECOND) or ask(IN_THIRD)
        case SeveralSuits.FREE:
            return ((), ()), False

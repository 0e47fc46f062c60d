"""Law 51 - Two or more penalty cards.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 51; FFB, Code 2017, Loi 51.
Before: Law 50, which asks how many cards lie on the table and calls the functions of this file.
Sends:  59 a player who holds nothing but forbidden suits.
Rows:   LAWS.md 7.4, 51.R1 to 51.R7.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask
from rulings.engine.names import SuitNames
from rulings.engine.questions import Among, Choice, ChooseOne, Option, Seen, Told, WhichSuit, YesNo
from rulings.engine.ruling import Duty, Info, LeadRestriction, MustPlay, Presence, When, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.on_the_table import keys, majors
from rulings.laws2017.penalty_cards import OWNER, STAY
from rulings.laws2017.terms import Outcome, stay_for_the_lead
from rulings.table import Table


def must_lead(law: str, suit: SuitNames, taken_back: str, text: str) -> Outcome:
    return (
        Withdraw(law=law, player="owner", card="penalty_cards", to="hand", suits=suit, text=taken_back),
        SEEN_BY_PARTNER,
        LeadRestriction(law=law, player="owner_partner", require=suit, lasts="this_lead", text=text),
        stay_for_the_lead(law),
    ), ()


def may_not_lead(law: str, suits: SuitNames, taken_back: str, text: str, still: str) -> Outcome:
    return (
        Withdraw(law=law, player="owner", card="penalty_cards", to="hand", suits=suits, text=taken_back),
        SEEN_BY_PARTNER,
        LeadRestriction(law=law, player="owner_partner", forbid=suits, lasts="while_retains_lead", text=text),
        Presence(
            law=law,
            do="STAY",
            until="lead_lost",
            text=gettext_noop("Stay as long as [owner_partner] keeps the lead."),
        ),
    ), (Duty(law, When.LEAD_LOST, still),)


def one_suit(choice: OneSuit, *, short: bool) -> Outcome:
    """Rule on several penalty cards of one suit (B1): all of them go back, unless the lead is left free.

    *short*: something else binds the lead too, so that the lead without that suit is described elsewhere.
    """
    match choice:
        case OneSuit.REQUIRE:
            return must_lead("51B1(a)", "card:suit", ALL_BACK, IT_THIS_TIME if short else MUST_LEAD_IT)
        case OneSuit.FORBID:
            return may_not_lead("51B1(b)", "card:suit", ALL_BACK, NOT_IT, STILL_NOT_IT)
        case OneSuit.FREE:
            return (), ()


def several_suits(ask: Ask, choice: SeveralSuits, *, short: bool) -> tuple[Outcome, tuple[WhichSuit, ...]]:
    """Rule on penalty cards of several suits (B2): those of the suits named go back, the others stay. Return the suits
    named too."""
    match choice:
        case SeveralSuits.REQUIRE:
            ask(SUIT)
            return others_stay(must_lead("51B2(a)", "suit", THOSE_BACK, THAT_THIS_TIME if short else MUST_LEAD_THAT)), (
                SUIT,
            )
        case SeveralSuits.FORBID:
            ask(SUIT)
            if not ask(A_SECOND):
                return others_stay(may_not_lead("51B2(b)", "suit", THOSE_BACK, NOT_THAT, STILL_NOT_THAT)), (SUIT,)
            ask(SECOND_SUIT)
            if not ask(A_THIRD):
                outcome = may_not_lead("51B2(b)", "suit, second_suit", TWO_BACK, NOT_THOSE, STILL_NOT_THOSE)
                return outcome, (SUIT, SECOND_SUIT)
            ask(THIRD_SUIT)
            outcome = may_not_lead(
                "51B2(b)", "suit, second_suit, third_suit", THREE_BACK, NOT_THOSE_THREE, STILL_NOT_THREE
            )
            return outcome, (SUIT, SECOND_SUIT, THIRD_SUIT)
        case SeveralSuits.FREE:
            return ((), ()), ()


def suit_is_due(*, short: bool) -> MustPlay:
    """Say that the suit named is due, required by an earlier ruling for a lead that is still to be made."""
    text = THAT_THIS_TIME if short else MUST_LEAD_THAT
    return MustPlay(law="50D2(a)", player="owner_partner", card="required_card", when="now", text=text)


def others_stay(outcome: Outcome) -> Outcome:
    """Add that cards of another suit still lie there, and that everybody may use this information (50E1)."""
    effects, duties = outcome
    return (*effects, replace(KNOWN_BY_ALL, source="other_cards"), STAY), duties


# Questions


class OneSuit(Choice):
    REQUIRE = Option(
        "require",
        gettext_noop("You *require* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes back all his penalty cards of that suit. [owner_partner] must lead [card:suit], *this time "
            "only*; without a card of that suit, he leads his own penalty card if he has one, or what he likes."
        ),
        law="51B1(a)",
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You *forbid* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes back all his penalty cards of that suit. [owner_partner] may not lead [card:suit] *as long "
            "as he keeps the lead*."
        ),
        law="51B1(b)",
    )
    FREE = Option(
        "free",
        gettext_noop("You leave the lead *free*"),
        entails=gettext_noop(
            "[owner_partner] leads his own penalty card if he has one, or what he likes. The penalty cards [owner:of] "
            "stay on the table. The same choice comes back before each lead [owner_partner:of]."
        ),
        law="50D2(b)",
    )


class SeveralSuits(Choice):
    REQUIRE = Option(
        "require",
        gettext_noop("You require a lead in one of these suits"),
        entails=gettext_noop(
            "You name the suit. [owner] takes back his penalty cards of that suit; the others stay. [owner_partner] "
            "must lead that suit, *this time only*; without a card of it, he leads his own penalty card if he has one, "
            "or what he likes."
        ),
        law="51B2(a)",
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You forbid a lead in one or more of these suits"),
        entails=gettext_noop(
            "You name the suit or suits. [owner] takes back his penalty cards of every suit forbidden; the others "
            "stay. [owner_partner] may lead none of them *as long as he keeps the lead*."
        ),
        law="51B2(b)",
    )
    FREE = Option(
        "free",
        gettext_noop("You leave the lead *free*"),
        entails=gettext_noop(
            "[owner_partner] leads his own penalty card if he has one, or what he likes. The penalty cards [owner:of] "
            "stay on the table. The same choice comes back before each lead [owner_partner:of]."
        ),
        law="51B2(c)",
    )


def suits_there(table: Table | None, owner: Seat | None, *named: str | None) -> str:
    """List the suits that declarer may still name: those of the owner's known penalty cards, without the ones already
    named."""
    lying = majors(table, owner) if table and owner else None
    there = {card.card.suit for card in lying} if lying else set("SHDC")
    return "".join(suit for suit in "SHDC" if suit in there and suit not in named)


def the_last(table: Table, owner: Seat, *named: str) -> Told | None:
    """Return the only suit left to name, where there is one."""
    left = suits_there(table, owner, *named)
    return Told(left, keys(*(majors(table, owner) or ()))) if len(left) == 1 else None


def none_left(table: Table, owner: Seat, *named: str) -> Told | None:
    """Return "no" where no other suit is left to name."""
    return None if suits_there(table, owner, *named) else Told(False, keys(*(majors(table, owner) or ())))


NOT_THERE = gettext_noop("No penalty card of that suit lies on the table, or it has been named already.")
SUIT = WhichSuit(
    "suit",
    "51B2(a)",
    gettext_noop("Which suit does declarer name ([declarer])?"),
    among=Among(suits_there, (OWNER,), NOT_THERE),
)


A_SECOND = YesNo("a_second", "51B2(b)", gettext_noop("Does [declarer] forbid another suit too?"))
SECOND_SUIT = WhichSuit(
    "second_suit",
    "51B2(b)",
    gettext_noop("Which other suit does declarer forbid ([declarer])?"),
    among=Among(suits_there, (OWNER, SUIT), NOT_THERE),
    seen=Seen(the_last, OWNER, SUIT),
)
A_THIRD = YesNo(
    "a_third",
    "51B2(b)",
    gettext_noop("Does [declarer] forbid a third suit too?"),
    seen=Seen(none_left, OWNER, SUIT, SECOND_SUIT),
)
THIRD_SUIT = WhichSuit(
    "third_suit",
    "51B2(b)",
    gettext_noop("Which third suit does declarer forbid ([declarer])?"),
    among=Among(suits_there, (OWNER, SUIT, SECOND_SUIT), NOT_THERE),
    seen=Seen(the_last, OWNER, SUIT, SECOND_SUIT),
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


# Words and effects


SEEN_BY_PARTNER = Info(
    law="50E2",
    source="cards",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop("[owner_partner] may not use what he has seen of the cards taken back; [declarer] may."),
)
KNOWN_BY_ALL = Info(
    law="50E1",
    source="penalty_cards",
    ai_for=("owner_partner", "declarer"),
    text=gettext_noop(
        "As long as penalty cards lie on the table, everybody may know of them, [owner_partner] included."
    ),
)
ALL_BACK = gettext_noop("[owner] takes back all his penalty cards in [card:suit]: they are no longer penalty cards.")
MUST_LEAD_IT = gettext_noop(
    "[owner_partner] must lead [card:suit], this time only. Without a card of that suit, he leads his own penalty card "
    "if he has one, or what he likes."
)
IT_THIS_TIME = gettext_noop("[owner_partner] must lead [card:suit], this time only.")
NOT_IT = gettext_noop(
    "[owner_partner] may not lead [card:suit], now or as long as he keeps the lead. With nothing else in his hand, he "
    "leads what he likes."
)
STILL_NOT_IT = gettext_noop("[owner_partner] may not lead [card:suit] as long as he keeps the lead.")
THOSE_BACK = gettext_noop(
    "[owner] takes back his penalty cards in [suit]: they are no longer penalty cards. The others stay on the table."
)
MUST_LEAD_THAT = gettext_noop(
    "[owner_partner] must lead [suit], this time only. Without a card of that suit, he leads his own penalty card "
    "if he has one, or what he likes."
)
THAT_THIS_TIME = gettext_noop("[owner_partner] must lead [suit], this time only.")
NOT_THAT = gettext_noop(
    "[owner_partner] may not lead [suit], now or as long as he keeps the lead. With nothing else in his hand, he leads "
    "what he likes."
)
STILL_NOT_THAT = gettext_noop("[owner_partner] may not lead [suit] as long as he keeps the lead.")
TWO_BACK = gettext_noop(
    "[owner] takes back his penalty cards in [suit] and [second_suit]: they are no longer penalty cards. Any others "
    "stay on the table."
)
NOT_THOSE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit], now or as long as he keeps the lead. With nothing else "
    "in his hand, he leads what he likes."
)
STILL_NOT_THOSE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit] as long as he keeps the lead."
)
THREE_BACK = gettext_noop(
    "[owner] takes back his penalty cards in [suit], [second_suit] and [third_suit]: they are no longer penalty cards. "
    "Any others stay on the table."
)
NOT_THOSE_THREE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit] nor [third_suit], now or as long as he keeps the lead. "
    "With nothing else in his hand, he leads what he likes."
)
STILL_NOT_THREE = gettext_noop(
    "[owner_partner] may lead neither [suit] nor [second_suit] nor [third_suit] as long as he keeps the lead."
)

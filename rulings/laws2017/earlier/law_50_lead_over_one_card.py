"""Law 50D2, as earlier versions asked it - the partner of one penalty card's owner is about to lead.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 50D and 51; FFB, Code 2017, Lois 50 et 51.
Before: Law 49, how a card becomes penalised.
Sends:  59 a player who cannot comply.
Rows:   LAWS.md 7.2.

Duties opened this inquiry card by card; today they open `50-table`, over all the cards of the table.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Note, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_50_disposition_of_a_penalty_card import OWNERS_CARDS, OwnersCards, over_his_cards
from rulings.laws2017.lead_choice import (
    COMES_BACK,
    LEADER_CARD,
    LEADER_CARD_IN_SUIT,
    LeadChoice,
    leaders_own_card,
    leads_freely,
)
from rulings.laws2017.penalty_cards import CARD, ITS_OWNER, KIND, KNOWN_BY_ALL, Kind
from rulings.laws2017.terms import DECLARER


def before_the_lead(ask: Ask) -> Ruling:
    """Rule before the partner of a penalty card's owner leads. Asked again before each of his leads."""
    ask(ITS_OWNER)
    ask(CARD)
    ask(DECLARER)

    # C. A minor penalty card gives no choice
    if ask(KIND) is Kind.MINOR:
        return Ruling("50C", NO_CHOICE, (KNOWN_BY_ALL,))

    # D2, 51B. Declarer chooses before the lead
    others = ask(OTHERS)
    if others is Others.SEVERAL:
        owners, leaders = ask(OWNERS_CARDS), ask(LEADERS_CARD)
    else:
        owners, leaders = ON_THE_TABLE[others]
    if leaders is not LeadersCard.NONE:
        ask(LEADER_CARD)
    bound = leaders is not LeadersCard.NONE
    chosen = over_his_cards(ask, owners, LEAD_CHOICE_OVER_TWO if bound else None)
    effects, duties = chosen.outcome
    free = chosen.choice is LeadChoice.FREE

    # D1. The player on lead has a card of his own
    if bound:
        several = owners is OwnersCards.OTHER_SUIT
        named = not free and ask(LEADER_CARD_NAMED if several else LEADER_CARD_IN_SUIT)
        own, own_duties = leaders_own_card(str(chosen.choice.value), named, new=leaders is LeadersCard.LED)
        effects, duties = effects + own, duties + own_duties
        effects += (LED_TOO_SOON,) if leaders is LeadersCard.LED else ()
        chosen = replace(chosen, text=LEADS_HIS_OWN) if free else chosen
    elif free:
        effects += leads_freely()
    effects += (COMES_BACK,) if free else ()
    return Ruling(chosen.law, chosen.text, effects, duties)


LEAD = Law(
    "50-lead",
    gettext_noop("Penalty card: the partner is about to lead"),
    before_the_lead,
    finds=gettext_noop("penalty card, require, forbid, partner on lead"),
)


# Questions


class Others(Choice):
    SAME_SUIT = Option("same_suit", gettext_noop("Another one [owner:of], of the same suit"), law="51B1(a)")
    OTHER_SUIT = Option("other_suit", gettext_noop("Another one [owner:of], of another suit"), law="51B2(a)")
    LEADER = Option("leader", gettext_noop("A penalty card [owner_partner:of]"), law="50D1(a)")
    LED = Option("led", gettext_noop("[owner_partner] has already led, before the choice"), law="50D2")
    SEVERAL = Option("several", gettext_noop("Several of these"))
    NONE = Option("none", gettext_noop("No, this one alone"), law="50D2")


OTHERS = ChooseOne(
    "others",
    "51B1(a)",
    gettext_noop(
        "[owner_partner] is about to lead. Besides the penalty card ([card]), is there another card on the table?"
    ),
    Others,
    why=gettext_noop(
        "With several penalty cards declarer’s choice bears on suits, and the player on lead may have one himself."
    ),
)


class LeadersCard(Choice):
    LEADER = Option("leader", gettext_noop("Yes, a penalty card"), law="50D1(a)")
    LED = Option("led", gettext_noop("Yes, he has already led, before the choice"), law="50D2")
    NONE = Option("none", gettext_noop("No"))


LEADERS_CARD = ChooseOne("leaders_card", "50D2", gettext_noop("Has [owner_partner] a card on the table?"), LeadersCard)


LEADER_CARD_NAMED = YesNo(
    "leader_card_named",
    "50D1(b)",
    gettext_noop("Is the card [owner_partner:of] ([leader_card]) of a suit that [declarer] has named?"),
)


class LeadChoiceOverTwo(Choice):
    """The same choice when the player on lead has a penalty card himself."""

    REQUIRE = Option(
        "require",
        gettext_noop("You *require* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], *this "
            "time only*: his own penalty card ([leader_card]) if it is of that suit, or if he has no other."
        ),
        law="50D2(a)",
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You *forbid* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] *as "
            "long as he keeps the lead*; he must lead his own penalty card ([leader_card]) unless it is of that suit."
        ),
        law="50D2(a)",
    )
    FREE = Option(
        "free",
        gettext_noop("You leave the lead *free*"),
        entails=gettext_noop(
            "[card:the] stays on the table as a major penalty card, to be played at the first legal "
            "opportunity. [owner_partner] must lead his own penalty card ([leader_card])."
        ),
        law="50D2(b)",
    )


LEAD_CHOICE_OVER_TWO = ChooseOne(
    "lead_choice_over_two",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and each defender has a card on the table."),
    LeadChoiceOverTwo,
    chooser="declarer",
)


# Words and effects


NO_CHOICE = gettext_noop("The penalty card is minor: [owner_partner] leads what he likes.")


ON_THE_TABLE = {
    Others.NONE: (OwnersCards.ONE, LeadersCard.NONE),
    Others.SAME_SUIT: (OwnersCards.SAME_SUIT, LeadersCard.NONE),
    Others.OTHER_SUIT: (OwnersCards.OTHER_SUIT, LeadersCard.NONE),
    Others.LEADER: (OwnersCards.ONE, LeadersCard.LEADER),
    Others.LED: (OwnersCards.ONE, LeadersCard.LED),
}


LED_TOO_SOON = Note(
    law="50D2",
    text=gettext_noop(
        "[owner_partner] led before the choice: [leader_card:the] is an exposed card, and the choice is "
        "made all the same."
    ),
)


LEADS_HIS_OWN = gettext_noop(
    "[owner_partner] must lead the card that lies in front of him ([leader_card]). The other penalty "
    "cards stay on the table."
)

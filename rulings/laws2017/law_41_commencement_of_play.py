"""Law 41 - Commencement of play.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 41; FFB, Code 2017, Loi 41.
Before: Law 54, a lead that was not in turn.
Sends:  47E2 a lead made on a wrong explanation, 48 declarer's cards, 68 a claim.
Rows:   LAWS.md 5.1, 41.R1 to 41.R5 (R1 and R3 are ruled in Law 54, where they are met).
Reading: 41.R1. A face-down card whose face the partner could have seen is ruled on as a card faced.
"""

from typing import assert_never

from rulings.bridge import Card
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, WhichCard, WhichSuits, YesNo
from rulings.engine.ruling import (
    Accept,
    ConsiderAdjusting,
    Duty,
    Info,
    MustPlay,
    Ruling,
    Send,
    Spread,
    When,
    Withdraw,
)
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_48_exposure_of_declarers_cards import IS_A_CLAIM, THE_CLAIM, declarers_cards_go_back
from rulings.laws2017.terms import DECLARER, Effects, same_suit


def lead_in_turn(ask: Ask) -> Ruling:
    """Rule on an opening lead by the right defender that is irregular in another way."""
    ask(DECLARER)
    trouble = ask(TROUBLE)
    match trouble:
        case Trouble.CHANGE:
            if ask(REASON) is Reason.OTHER:
                faces = gettext_noop("[opening_leader] faces the card once questions have been answered.")
                stays = MustPlay(law="41A", player="opening_leader", card="card_led", when="now", text=faces)
                return Ruling("41A", STAYS, (stays,))
            if ask(DUMMY_FACED):
                later = Duty(
                    "47E2(b)",
                    When.END_OF_PLAY,
                    gettext_noop(
                        "Did the wrong explanation, corrected after the lead, damage the defenders? Then adjust the "
                        "score."
                    ),
                )
                return Ruling("47E2(b)", TOO_LATE, (ConsiderAdjusting(law="47E2(b)", when="end_of_play"),), (later,))
            return Ruling(
                "47E2(a)",
                CHANGES,
                (
                    Withdraw(
                        law="47E2(a)",
                        player="opening_leader",
                        card="card_led",
                        to="hand",
                        text=gettext_noop("The card goes back without rectification; another may be led."),
                    ),
                    Info(
                        law="16C",
                        source="card_led",
                        ui_for=("declaring_side",),
                        ai_for=("defenders",),
                        text=gettext_noop("A card taken back, if it was seen, is unauthorised for [declaring_side]."),
                    ),
                ),
            )
        case Trouble.PARTNER:
            return Ruling("41A", ONE_LEAD, PARTNERS_CARD_BACK)
        case Trouble.BOTH:
            if ask(CLAIMS):
                return Ruling("48B2", IS_A_CLAIM, (*PARTNERS_CARD_BACK, THE_CLAIM))
            back = declarers_cards_go_back("48A")
            return Ruling("41A", ONE_LEAD, (*PARTNERS_CARD_BACK, *back.rectifications))
        case Trouble.DUMMY:
            shown = (HIDDEN_CARD_JOINS, REVOKE_OF_DUMMY, ConsiderAdjusting(law="12A1", when="end_of_play"))
            return Ruling("41D", CARD_OF_DUMMY, shown, (DAMAGE_BY_HIDDEN_CARD,))
        case Trouble.DECLARER:
            return Ruling("48B2", IS_A_CLAIM, (THE_CLAIM,)) if ask(CLAIMS) else declarers_cards_go_back("48A")
        case _:
            assert_never(trouble)


LAW = Law(
    "41",
    gettext_noop("Opening lead in turn: changed, doubled, or cards shown"),
    lead_in_turn,
    finds=gettext_noop(
        "opening lead, face down, change the lead, declarer spreads by mistake, card of dummy hidden, dummy has twelve "
        "cards"
    ),
)


def holds(card: Card, suits: str) -> bool:
    return card.suit in suits


# Questions


class Trouble(Choice):
    CHANGE = Option("change", gettext_noop("[opening_leader] wishes to change his card, still face down"), law="41A")
    PARTNER = Option("partner", gettext_noop("His partner has put a card face down too"), law="41A")
    DECLARER = Option("declarer", gettext_noop("[declarer] has shown cards of his own hand"), law="48A")
    BOTH = Option(
        "both",
        gettext_noop("His partner has put a card face down too, and [declarer] has shown cards of his own hand"),
        law="48A",
    )
    DUMMY = Option("dummy", gettext_noop("A card of dummy was hidden, or is not among those spread"), law="41D")


TROUBLE = ChooseOne(
    "trouble", "41A", gettext_noop("[opening_leader] has led, and it was his turn. What has happened?"), Trouble
)


class Reason(Choice):
    EXPLANATION = Option("explanation", gettext_noop("An opponent has corrected an explanation since"), law="47E2(a)")
    OTHER = Option("other", gettext_noop("He has changed his mind, or any other reason"), law="41A")


REASON = ChooseOne("reason", "47E2(a)", gettext_noop("Why does he wish to change it?"), Reason)
DUMMY_FACED = YesNo("dummy_faced", "47E2(a)", gettext_noop("Has dummy faced a card already?"))
CLAIMS = YesNo(
    "claims",
    "48B2",
    gettext_noop("Did [declarer] mean to claim or to concede?"),
    why=gettext_noop("Cards shown by mistake cost nothing and he remains declarer: this was no lead out of turn."),
)
CARD = WhichCard("card", "41A", gettext_noop("Which card did [offender] lead?"), hand="offender")
LEADER_CARD = WhichCard(
    "leader_card", "41A", gettext_noop("Which card did [opening_leader] face?"), hand="opening_leader"
)
LEADER_SUITS = WhichSuits("opening_leader_suits", "44C", gettext_noop("Which suits does [opening_leader] hold?"))
OFFENDER_SUITS = WhichSuits("offender_suits", "44C", gettext_noop("Which suits does [offender] hold?"))


CARDS_IN_SUIT = YesNo(
    "cards_in_suit",
    "44C",
    gettext_noop("Are the two cards of the same suit ([card], [leader_card])?"),
    given=Given(same_suit, CARD, LEADER_CARD),
)


# Words and effects

CARD_OF_DUMMY = gettext_noop("The card is part of dummy all along. It is spread with the others, and play goes on.")
HIDDEN_CARD_JOINS = Spread(
    law="41D", player="dummy", text=gettext_noop("[dummy] spreads the hidden card with the others, in its suit.")
)
REVOKE_OF_DUMMY = Send(
    law="64B3",
    to="64",
    text=gettext_noop(
        "If dummy did not follow suit for want of it, rule on that revoke: no trick is transferred automatically, the "
        "defenders’ damage is made good (64C)."
    ),
)
DAMAGE_BY_HIDDEN_CARD = Duty(
    "12A1",
    When.END_OF_PLAY,
    gettext_noop("A card of dummy was hidden: did the defenders play otherwise because of it, and lose by it?"),
    opens="12",
    hands=("why_adjust=nothing_prescribed",),
)

STAYS = gettext_noop("The card led face down stays the lead.")
TOO_LATE = gettext_noop("It is too late to change the lead: dummy has faced a card.")
CHANGES = gettext_noop("[opening_leader] may take his card back and lead another.")
PARTNERS_CARD_BACK: Effects = (
    Withdraw(
        law="41A",
        player="declarer_rho",
        card="face_down_card",
        to="hand",
        text=gettext_noop("[declarer_rho] takes his card back without showing it: no rectification."),
    ),
    Accept(law="41A", what="lead", text=gettext_noop("[opening_leader] faces his lead.")),
    Info(
        law="16C",
        source="face_down_card",
        text=gettext_noop("Nobody has seen the card: there is no unauthorised information."),
    ),
)
ONE_LEAD = gettext_noop("The lead [opening_leader:of] stands. Play goes on.")

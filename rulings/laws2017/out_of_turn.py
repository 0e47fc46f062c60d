"""Shared vocabulary of Laws 53, 55 and 56: a lead out of turn after the opening lead, by declarer's side or by a
defender.

The seat of a lead by declarer's side is that of the hand that it came from; [after_lead] sits at the left of that hand,
[before_lead] at its right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask
from rulings.engine.questions import Choice, ChooseOne, Option, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Accept, Info, MustPlay, Note, Ruling, Send, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017 import terms
from rulings.laws2017.on_the_table import binds_the_lead
from rulings.laws2017.terms import (
    MAY_NOT_ACCEPT,
    STAY_WHILE_IT_LIES,
    Effects,
    goes_back_there,
    leave_the_table,
    stay_for_the_lead,
)

C = TypeVar("C", bound=Choice)


def since(ask: Ask, question: ChooseOne[C], several: C) -> Callable[[C, YesNo], bool]:
    """Ask for the events since the card was led, and return a function that tells whether a given option happened.

    Where the answer is *several*, the function asks the yes/no question of the option.
    """
    answer = ask(question)
    return lambda option, asked_alone: answer is option or (answer is several and ask(asked_alone))


def in_turn() -> Ruling:
    return Ruling("53A", IN_TURN)


def last_trick() -> Ruling:
    """Rule on the thirteenth trick: nobody may accept."""
    nothing = Info(
        law="16C",
        source="card",
        ai_for=("non_offending_side",),
        text=gettext_noop("Each player has one card left: what was seen changes nothing. No card is penalised."),
    )
    only = gettext_noop("The last card [leader:of] is led, and the others play theirs in turn.")
    return Ruling("53A", RETRACTED, (goes_back("53A"), *right_hand_leads("53A", only), nothing))


def told_by_an_opponent(ask: Ask, *, by_defender: bool, several: bool) -> Ruling:
    """Rule by Law 47E1: the card goes back, nobody may accept it, and the right player leads. Where *several* things
    have happened since, he may have led already, and his lead stands (47F2)."""
    back, *seen = terms.told_by_an_opponent(ask, CARD_BACK, by_defender=by_defender)
    text = FROM_THAT_HAND_OR_LED if several else FROM_THAT_HAND
    leads = cards_before_the_lead("47E1") if ask(LEAD_IS_BOUND) else right_hand_leads("47E1", text)
    return Ruling("47E1", FREELY_BACK, (back, MAY_NOT_ACCEPT, *leads, *seen))


# A. Accepted
def accept(law: str, *, played: bool) -> Effects:
    """Let the lead stand; *played*, the next hand has already played to it."""
    text = gettext_noop("[card:the] is the lead; [after_lead] plays next. It is not penalised.")
    if played:
        text = gettext_noop("[card:the] is the lead and the card played to it stays. The lead is not penalised.")
    return (Accept(law=law, what="card", text=text),)


# B. The proper lead, made after the lead out of turn
def proper_lead_stands(ask: Ask, *, by_defender: bool) -> Ruling:
    """Rule for an opponent who led in turn: his lead stands, and cards played to the other lead go back."""
    stays = Accept(
        law="53B", what="proper_lead", text=gettext_noop("The lead made in turn stays; [leader] has led to the trick.")
    )
    if by_defender and (lies := goes_back_there(ask)):
        return Ruling("53B", PROPER_STANDS_BESIDE, (stays, *lies, STAY_WHILE_IT_LIES))
    back = Withdraw(
        law="53B",
        player="offender",
        card="card",
        to="hand",
        text=gettext_noop("[card:the] goes back to the hand [offender:of], and so does any card played to it."),
    )
    if by_defender:
        seen = Info(
            law="16C",
            source="card",
            ui_for=("partner",),
            ai_for=("declaring_side",),
            text=gettext_noop(
                "No penalty card. What went back is authorised information for [declaring_side]; [partner] may not use "
                "it."
            ),
        )
    else:
        seen = Info(
            law="16C",
            source="card",
            ui_for=("declaring_side",),
            ai_for=("defenders",),
            text=gettext_noop("What went back is authorised information for [defenders]."),
        )
    return Ruling("53B", PROPER_STANDS, (stays, back, seen, leave_the_table(ask, "53A", played=CARD)))


def goes_back(law: str) -> Withdraw:
    return Withdraw(law=law, player="offender", card="card", to="hand", text=CARD_BACK)


def right_hand_leads(law: str, text: str = "") -> Effects:
    """Have the lead made from the hand that should have led, in front of the director."""
    leads = MustPlay(law=law, player="leader", card="any_card", when="now", text=text or FROM_THAT_HAND)
    return (leads, stay_for_the_lead(law))


def cards_before_the_lead(law: str) -> Effects:
    """Rule first on a major penalty card of the defender on lead or his partner, or on an earlier restriction of the
    lead (50D2)."""
    first = Send(
        law="50D2",
        to="50-table",
        hands=("now=lead", "on_lead=[leader]", "declarer"),
        text=gettext_noop("Before the lead [leader:of], rule on what binds it: penalty cards, a forbidden suit."),
    )
    return (first, stay_for_the_lead(law))


# Questions


ASKED_ALOUD = gettext_noop(
    "Did anybody tell [offender] that it was his lead? Has anybody played, led or accepted since? Is it the last trick?"
)
"""Question asked aloud before the options; one "yes" leads to the list of later acts."""
OFFENDER = WhichSeat("offender", "53", gettext_noop("From which hand did the lead out of turn come?"))
LEADER = WhichSeat("leader", "53", gettext_noop("Whose turn was it to lead?"))
LEAD_IS_BOUND = YesNo(
    "lead_is_bound",
    "50D2",
    gettext_noop("Does a penalty card or a restriction from before bear on this lead?"),
    why=gettext_noop(
        "Where it is for a defender to lead: a major penalty card, his own or his partner’s, or a suit that is "
        "forbidden to him or required of him, comes first."
    ),
    seen=Seen(binds_the_lead, LEADER),
    assumed="no",
)
CARD = WhichCard("card", "53", gettext_noop("Which card was led?"), hand="offender")
LAST_TRICK = YesNo("last_trick", "53A", gettext_noop("Is it the last trick?"))
TOLD = YesNo(
    "told",
    "47E1",
    gettext_noop("Had an opponent told the player, or shown him, that it was his turn?"),
    why=gettext_noop("A word such as “your lead”, or a gesture. What his own partner said does not count."),
)


KNOCKED_OUT = gettext_noop("An opponent knocked the card out of his hand, or made it be seen")
KNOCKED = YesNo(
    "knocked",
    "50",
    gettext_noop("Did an opponent knock the card out of his hand, or make it be seen?"),
    assumed="no",
)


class Meant(Choice):
    FOLLOWED = Option("followed", gettext_noop("To follow the card led"), law="53A")
    OWN_LEAD = Option("own_lead", gettext_noop("As a lead: it was his turn"), law="53B")


def after_could_only_follow(offender: Seat, leader: Seat) -> Meant | None:
    return None if leader == offender.lho else Meant.FOLLOWED


def before_could_only_follow(offender: Seat, leader: Seat) -> Meant | None:
    return None if leader == offender.rho else Meant.FOLLOWED


# Words and effects


IN_TURN = gettext_noop("The lead was in turn: play goes on.")
RETRACTED = gettext_noop("Last trick: the card goes back, and the proper hand leads.")
NOT_LED = gettext_noop("The card was not led, and it is no penalty card: an opponent caused it.")
FREELY_BACK = gettext_noop("The card goes back without rectification. It may not be accepted.")
STANDS = gettext_noop("The lead out of turn stands as a correct lead.")
PROPER_STANDS = gettext_noop("The lead of the player whose turn it was stands. The card led out of turn goes back.")
PROPER_STANDS_BESIDE = gettext_noop(
    "The lead of the player whose turn it was stands. The penalty card led out of turn goes back to its place on the "
    "table."
)
CARD_BACK = gettext_noop("[card:the] goes back to the hand [offender:of].")
FROM_THAT_HAND = gettext_noop("The lead comes from the hand [leader:of]: any card.")
FROM_THAT_HAND_OR_LED = gettext_noop(
    "The lead comes from the hand [leader:of]: any card; a card already led from it is the lead."
)
FIRST_QUESTIONS = gettext_noop(
    "Ask all four players, and first whether anybody told him to lead. If two of these are true, answer “several”."
)
ACCEPTED_BY_PLAYING = Note(
    law="60A1",
    text=gettext_noop("The next hand has played: nobody may have the lead taken back any more."),
)

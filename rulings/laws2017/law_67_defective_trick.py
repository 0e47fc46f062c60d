"""Law 67 - Defective trick.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 67; FFB, Code 2017, Loi 67.
Before: Law 14 when the missing card is among those played.
Sends:  45E and 58B for a card too many noticed in time, 64 for the revoke deemed or found, 50 for a card exposed, 12C1.
Rows:   LAWS.md 9.2, 67.R1 to 67.R5.
Reading: 67.R3. A player who put no card to a trick is deemed to have revoked; the bars of 64B apply as to any revoke.

A player who omitted to play is deemed to have revoked: Law 64 is applied here, in the same inquiry. He can lose one
trick at most, since a card that was not played has won nothing (64A2).
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Count, Given, Option, WhichSeat, YesNo
from rulings.engine.ruling import Accept, Duty, Info, MustPlay, Note, Rectification, Ruling, Send, When, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import assign, come_back
from rulings.laws2017.law_44_sequence_and_procedure_of_play import PLAY_GOES_ROUND
from rulings.laws2017.law_61_failure_to_follow_suit import Revoker, WhichTrick, role_of
from rulings.laws2017.law_64_procedure_after_establishment_of_a_revoke import (
    COUNT_AT_THE_END,
    NOTICED,
    Noticed,
    established,
)
from rulings.laws2017.penalty_cards import CARD, exposed
from rulings.laws2017.terms import DECLARER, owner_is


def defective_trick(ask: Ask) -> Ruling:
    """Rule on a trick with a card too many or too few, or with a card that is not among the played cards."""
    ask(OFFENDER)
    what = ask(WHAT)
    match what:
        case What.NONE:
            return omitted(ask) if ask(BOTH_PLAYED_ON) else supplied()
        case What.SEVERAL:
            return played_too_many(ask)
        case What.NOT_KEPT:
            return not_kept(ask)
        case _:
            assert_never(what)


LAW = Law(
    "67",
    gettext_noop("A trick with a card too many or too few"),
    defective_trick,
    finds=gettext_noop(
        "defective trick, did not play to a trick, two cards to a trick, one card too many, on the floor"
    ),
)


def played_too_many(ask: Ask) -> Ruling:
    """Rule on a trick with more than one card of his: noticed in time (67A2), or not (67B2)."""
    return too_many(ask) if ask(BOTH_PLAYED_ON) else in_time(ask)


# A. Noticed before both sides have played to the next trick
def supplied() -> Ruling:
    card = MustPlay(
        law="67A1",
        player="offender",
        card="legal_card",
        when="now",
        text=gettext_noop("[offender] plays to that trick, now, a card that is legal."),
    )
    return Ruling("67A1", SUPPLY, (card,))


def in_time(ask: Ask) -> Ruling:
    match how := ask(HOW_MANY_AT_ONCE):
        case InTime.AT_ONCE:
            return Ruling("67A2", TOO_MANY, (SIMULTANEOUS,))
        case InTime.AFTERWARDS:
            return Ruling("67A2", TOO_MANY, (FIFTH,))
        case _:
            assert_never(how)


# B1. Nothing was played to the trick, and both sides have gone on
def omitted(ask: Ask) -> Ruling:
    """Rule by Law 67B1: a card is placed now, and the player is deemed to have revoked (64A2)."""
    role = ask(ROLE)
    noticed = ask(NOTICED)
    trick = WhichTrick.TWELFTH if ask(TWELFTH) else WhichTrick.EARLIER
    effects: tuple[Rectification, ...] = ()
    if noticed in (Noticed.DURING, Noticed.CARDS_OUT):
        effects = (PLACED, PLAY_GOES_ROUND)
    if noticed is Noticed.DURING:
        now = Ruling("67B1", DEEMED_REVOKE, (*effects, come_back("67B1"), DEEMED_READING), (COUNT_AT_THE_END,))
        ask.wait(When.END_OF_PLAY, meanwhile=now)
        effects = ()
    end = established(ask, role, noticed, trick, deemed=True)
    return replace(end, rectifications=(*effects, *end.rectifications, DEEMED_READING))


# B2. Two cards or more were played to the trick
def too_many(ask: Ask, *, in_play: bool = True) -> Ruling:
    """Rule by Law 67B2: the extra cards go back, and are deemed never to have left the hand."""
    role = ask(ROLE)
    text = (
        gettext_noop(
            "Look at the played cards yourself. [offender] takes back every card of that trick but the one faced."
        )
        if ask(FACED_KNOWN)
        else gettext_noop(
            "Look at the played cards yourself. [offender] takes back every card of that trick but the highest that he "
            "could legally have played to it."
        )
    )
    back = Withdraw(law="67B2", player="offender", card="surplus_cards", to="hand", text=text)
    effects: tuple[Rectification, ...] = (back,)
    duties: tuple[Duty, ...] = ()
    if in_play and role is Revoker.DEFENDER and ask(EXPOSED):
        ask(CARD)
        ask(ITS_OWNER)
        penalised, duties = exposed(ask, "67B2", by_accident=True)
        effects += penalised
    else:
        effects += (SEEN_CARD,)
    effects += (PLAY_GOES_ROUND,)
    if ask(FOLLOWED_LATER):
        effects += (REVOKE_NEXT,)
    return Ruling("67B2", GOES_BACK, effects, duties)


# B. The card was played, and is not among the played cards
def not_kept(ask: Ask) -> Ruling:
    """Rule by Law 67B: the card is put in its place; if it was played again later, the later play is corrected or the
    score adjusted."""
    place = Accept(law="67B", what="card_of_the_trick", text=AMONG_PLAYED)
    if not ask(PLAYED_AGAIN):
        return Ruling("67B", IN_ITS_PLACE, (place,))
    if ask(CORRECTABLE):
        legal = MustPlay(
            law="67B",
            player="offender",
            card="legal_card",
            when="now",
            text=gettext_noop("[offender] plays another card, a legal one, to the later trick."),
        )
        return Ruling("67B", PLAYED_TWICE, (place, legal))
    now = Ruling("67B", ADJUST_AT_THE_END, (place, come_back("67B")), (PLAYED_TWICE_LATER,))
    ask.wait(When.END_OF_PLAY, meanwhile=now)
    return assign(ask, "67B", "non_offending_side", by="12C1")


# Questions


OFFENDER = WhichSeat("offender", "7B", gettext_noop("Whose count of cards is wrong?"))
ITS_OWNER = owner_is(OFFENDER)


class What(Choice):
    NONE = Option("none", gettext_noop("He played no card to a trick: he holds one too many"), law="67B1")
    SEVERAL = Option(
        "several", gettext_noop("He played two cards or more to a trick: he holds one too few"), law="67B2"
    )
    NOT_KEPT = Option("not_kept", gettext_noop("He played a card that is not among his played cards"), law="67B")


WHAT = ChooseOne(
    "what",
    "67B",
    gettext_noop("What happened with the cards [offender:of]?"),
    What,
    why=gettext_noop("Compare the cards in his hand and the cards he has played with the number of tricks."),
)
BOTH_PLAYED_ON = YesNo(
    "both_played_on",
    "67A",
    gettext_noop("When it was noticed, had a player of each side played to the next trick?"),
)


class InTime(Choice):
    AT_ONCE = Option("at_once", gettext_noop("They came together"), law="58B2")
    AFTERWARDS = Option("afterwards", gettext_noop("One after the other"), law="45E")


HOW_MANY_AT_ONCE = ChooseOne("at_once", "67A2", gettext_noop("How did the cards come?"), InTime)
ROLE = ChooseOne(
    "revoker",
    "7B",
    gettext_noop("Is it declarer, dummy or a defender?"),
    Revoker,
    given=Given(role_of, OFFENDER, DECLARER, ask=True),
)
TRICK = Count("trick", "67B1", gettext_noop("Which trick is defective?"), 1, 12)


def is_twelfth(trick: int) -> bool:
    return trick == 12


TWELFTH = YesNo(
    "twelfth",
    "64B6",
    gettext_noop("Is it trick 12?"),
    given=Given(is_twelfth, TRICK, ask=True),
)
FACED_KNOWN = YesNo("faced_known", "67B2", gettext_noop("Is it known which of his cards he had faced to that trick?"))
EXPOSED = YesNo(
    "exposed",
    "67B2",
    gettext_noop("Has a card that goes back been visible to [partner]?"),
    why=gettext_noop("Look at the played cards without showing them to the other players."),
)
FOLLOWED_LATER = YesNo(
    "failed_with_it",
    "67B2",
    gettext_noop("With the card that goes back, could he have followed suit to a trick where he did not?"),
    why=gettext_noop("The card is deemed to have been in his hand all along."),
)
PLAYED_AGAIN = YesNo("played_again", "67B", gettext_noop("Has he played the same card again, to a later trick?"))
CORRECTABLE = YesNo(
    "correctable",
    "67B",
    gettext_noop("Can that later play still be corrected?"),
    why=gettext_noop("As for a revoke: until his side has played to the following trick."),
)


# Words and effects


SUPPLY = gettext_noop("The trick is completed.")
TOO_MANY = gettext_noop("Too many cards, noticed in time.")
SIMULTANEOUS = Send(
    law="58B2",
    to="58",
    hands=("offender", "declarer", "what=one_hand", "both_played_on=no"),
    text=gettext_noop("Rule on the cards played together."),
)
FIFTH = Send(
    law="45E",
    to="45E",
    hands=("offender", "declarer"),
    text=gettext_noop("Rule on the card too many, as a fifth card."),
)
PLACED = MustPlay(
    law="67B1",
    player="offender",
    card="follow_suit",
    when="now",
    text=gettext_noop(
        "[offender] faces a card and puts it in its place among his played cards: one of the suit led to that trick if "
        "he has any, otherwise the card he likes."
    ),
)
DEEMED_REVOKE = gettext_noop("He is deemed to have revoked on that trick.")
DEEMED_READING = Note(
    law="67B1",
    text=gettext_noop(
        "Reading followed: whichever card he places, he is deemed to have revoked, and what bars the transfer of a "
        "trick (64B) bars it here too."
    ),
)
SEEN_CARD = Info(
    law="16C",
    source="restored_card",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "What has been seen of a card that goes back is authorised information for [non_offending_side], unauthorised "
        "for [offending_side]."
    ),
)
REVOKE_NEXT = Send(
    law="67B2",
    to="64",
    hands=("offender", "declarer", "able=yes", "since=played"),
    text=gettext_noop("Now rule on the revoke at the trick where he did not follow suit."),
)
GOES_BACK = gettext_noop("The cards too many go back to the hand. The trick keeps its winner.")
AMONG_PLAYED = gettext_noop("Find the card and put it in its place among the cards played by [offender].")
IN_ITS_PLACE = gettext_noop("The card is put in its place among those played. There is no revoke.")
PLAYED_TWICE = gettext_noop("The card is put in its place; the later trick receives another card.")
ADJUST_AT_THE_END = gettext_noop("The card is put in its place. Play goes on; the score is adjusted at the end.")
PLAYED_TWICE_LATER = Duty(
    "67B", When.END_OF_PLAY, gettext_noop("A card was played twice, too late to correct: adjust the score.")
)

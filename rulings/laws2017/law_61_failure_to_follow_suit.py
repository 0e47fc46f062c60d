"""Law 61 - Failure to follow suit, and inquiries about a revoke.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 61; FFB, Code 2017, Loi 61.
Before: Law 44C, following suit comes before every other obligation; Law 59, a player who cannot comply.
Sends:  64 (the revoke itself, by way of 62 and 63), 43B2(b) dummy without rights, 16B information from partner.
Rows:   LAWS.md 8.1: 61.A, 61.B; 43.R3, 43.R6 and 43.R7 as far as asking about a revoke goes.
Reading: 61. Leading a suit that was forbidden is a revoke too.
"""

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Count, Given, Option, WhichSeat, YesNo
from rulings.engine.ruling import Info, Note, PenaltyPossible, Rectification, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017 import law_42_dummys_rights as rights
from rulings.laws2017.terms import DECLARER


def asking(ask: Ask) -> Ruling:
    """Rule whether a question about a revoke was allowed, and what follows from it."""
    effects: tuple[Rectification, ...] = (TRICKS_STAY_CLOSED,)
    asker = ask(ASKER)

    # B. Right to inquire about a possible revoke
    match asker:
        case Asker.DECLARER | Asker.DEFENDER_DECLARER:
            law, text = ("61B1" if asker is Asker.DECLARER else "61B3"), ALLOWED
        case Asker.DEFENDER_PARTNER:
            law, text = "61B3", ALLOWED
            effects += (
                Info(
                    law="16B",
                    source="question",
                    text=gettext_noop("What the defender’s question tells his partner may not be used."),
                ),
            )
        case Asker.DUMMY_DECLARER:
            if ask(DUMMY_LOOKED):
                law, text = "43B2(b)", NO_RIGHT
                effects += (PenaltyPossible(law="90"),)
                if ask(WAS_A_REVOKE):
                    effects += (RULE_LOST_RIGHT,)
                return Ruling(law, text, effects)
            law, text = "61B2(a)", ALLOWED
        case Asker.DUMMY_OWN_HAND:
            own = rights.of_his_own_hand(ask)
            return replace(own, rectifications=(*effects, *own.rectifications))
        case Asker.DUMMY_DEFENDER:
            law, text = "61B2(b)", NOT_ALLOWED
            effects += (
                PenaltyPossible(law="90", text=gettext_noop("A procedural penalty is possible, never automatic.")),
                Info(
                    law="16B",
                    source="question",
                    ui_for=("declarer",),
                    text=gettext_noop("Declarer may not use what dummy’s question tells him."),
                ),
            )
        case _:
            assert_never(asker)

    # A. Definition: the revoke that came to light is ruled on, whether or not the question was allowed
    if ask(WAS_A_REVOKE):
        declarers = asker in (Asker.DUMMY_DECLARER, Asker.DEFENDER_DECLARER)
        effects += (RULE_DECLARERS_REVOKE if declarers else RULE_THE_REVOKE,)
    return Ruling(law, text, effects)


LAW = Law(
    "61",
    gettext_noop("Asking about a revoke"),
    asking,
    finds=gettext_noop("none left, having none, question, dummy asks"),
)


# Questions


class Asker(Choice):
    DECLARER = Option("declarer", gettext_noop("Declarer asked a defender"), law="61B1")
    DUMMY_DECLARER = Option("dummy_declarer", gettext_noop("Dummy asked declarer"), law="61B2(a)")
    DUMMY_OWN_HAND = Option("dummy_own_hand", gettext_noop("Dummy asked declarer, about a card of dummy"), law="42A")
    DUMMY_DEFENDER = Option("dummy_defender", gettext_noop("Dummy asked a defender"), law="61B2(b)")
    DEFENDER_DECLARER = Option("defender_declarer", gettext_noop("A defender asked declarer"), law="61B3")
    DEFENDER_PARTNER = Option("defender_partner", gettext_noop("A defender asked his partner"), law="61B3")


ASKER = ChooseOne("asker", "61B", gettext_noop("Who asked “none left?”, and of whom?"), Asker)
DUMMY_LOOKED = YesNo(
    "dummy_looked",
    "43A2",
    gettext_noop("Had dummy looked at a hand, or left his seat to watch declarer play?"),
    why=gettext_noop("Dummy keeps the right to ask declarer only as long as he has not looked (42B1, 43A2)."),
)
WAS_A_REVOKE = YesNo("was_a_revoke", "61A", gettext_noop("Is there a revoke?"))


class Revoker(Choice):
    DECLARER = Option("declarer", gettext_noop("Declarer"))
    DUMMY = Option("dummy", gettext_noop("Dummy"))
    DEFENDER = Option("defender", gettext_noop("A defender"))


class WhichTrick(Choice):
    EARLIER = Option("earlier", gettext_noop("Before trick 12"))
    TWELFTH = Option("twelfth", gettext_noop("Trick 12"))
    LAST = Option("last", gettext_noop("Trick 13"))


OFFENDER = WhichSeat("offender", "61A", gettext_noop("Who revoked?"))
TRICK = Count("trick", "61A", gettext_noop("At which trick?"), 1, 13)
ABLE = YesNo(
    "able",
    "61A",
    gettext_noop("Could the player follow suit, or play what he had to?"),
    leads_on="yes",
    taken=gettext_noop("You have looked at his hand: he could follow suit, or play what he had to."),
    why=gettext_noop(
        "Look at the hand yourself. Not following suit when able is a revoke; so is not leading or playing, when able, "
        "a card or suit that a law requires or that an opponent has chosen or forbidden as a rectification."
    ),
)


def role_of(offender: Seat, declarer: Seat) -> Revoker:
    """Return declarer, dummy or a defender, from the two seats."""
    if offender == declarer:
        return Revoker.DECLARER
    return Revoker.DUMMY if offender == declarer.partner else Revoker.DEFENDER


REVOKER = ChooseOne(
    "revoker",
    "61A",
    gettext_noop("Who revoked: declarer, dummy or a defender?"),
    Revoker,
    given=Given(role_of, OFFENDER, DECLARER, ask=True),
)


def place_of(trick: int) -> WhichTrick:
    """Classify the trick by its number, as the last two have rules of their own."""
    return WhichTrick.TWELFTH if trick == 12 else WhichTrick.LAST if trick == 13 else WhichTrick.EARLIER


WHICH_TRICK = ChooseOne(
    "which_trick",
    "62D",
    gettext_noop("At which trick was the revoke?"),
    WhichTrick,
    given=Given(place_of, TRICK, ask=True),
    why=gettext_noop("A revoke at trick 12 is corrected even later; at trick 13 there is nothing else to play."),
)


# Words and effects


TRICKS_STAY_CLOSED = Note(
    law="66C", text=gettext_noop("To claim a revoke does not open the quitted tricks; only the director may open them.")
)
ALLOWED = gettext_noop("The question was allowed. Play goes on.")
NO_RIGHT = gettext_noop("Dummy had lost the right to ask declarer.")
RULE_LOST_RIGHT = Send(
    law="43B2(b)",
    to="64",
    hands=("offender=[declarer]", "declarer", "able=yes", "dummy_asked=yes"),
    text=gettext_noop(
        "Now rule on the revoke: declarer replaces his card, and the tricks are counted at the end of play as if the "
        "revoke were established."
    ),
)
NOT_ALLOWED = gettext_noop("Dummy may not ask a defender.")
RULE_THE_REVOKE = Send(
    law="62A", to="64", hands=("declarer", "able=yes"), text=gettext_noop("Now rule on the revoke itself.")
)
RULE_DECLARERS_REVOKE = replace(
    RULE_THE_REVOKE, hands=("offender=[declarer]", "declarer", "able=yes", "dummy_asked=no")
)

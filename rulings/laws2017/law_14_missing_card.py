"""Law 14 - Missing card.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 14; FFB, Code 2017, Loi 14.
Before: Law 13 when a hand has too many cards.
Sends:  67 when the card is among those played, 64 for the revoke that the card in hand makes, 50 for a defender's card
        that his partner could see, 16 for what the partner learns.
Rows:   LAWS.md 2.5, 14.R1 to 14.R7.
"""

from __future__ import annotations

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Duty, Info, Note, Rectification, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_61_failure_to_follow_suit import Revoker
from rulings.laws2017.law_67_defective_trick import ITS_OWNER, OFFENDER, ROLE, played_too_many, too_many
from rulings.laws2017.penalty_cards import CARD, exposed


def missing_card(ask: Ask) -> Ruling:
    """Rule on a hand with fewer than thirteen cards, when no hand has more."""
    ask(OFFENDER)
    stage = ask(STAGE)
    match stage:
        # A. Before play
        case Stage.BEFORE_LEAD:
            if ask(FOUND) is Found.FOUND:
                return Ruling("14A1", RESTORED, (PARTNER_MAY_NOT_USE,))
            return Ruling("14A2", REBUILT, (PARTNER_MAY_NOT_USE,))

        # B. Play has begun
        case Stage.PLAY | Stage.AFTER_PLAY:
            where = ask(WHERE)
            if where is Where.PLAYED:
                return played_too_many(ask) if stage is Stage.PLAY else too_many(ask, in_play=False)
            return restored(ask, where, in_play=stage is Stage.PLAY)
        case Stage.TOO_LATE:
            return Ruling("79C", RESULT_IS_FINAL)
        case _:
            assert_never(stage)


LAW = Law(
    "14",
    gettext_noop("A card is missing"),
    missing_card,
    finds=gettext_noop("missing card, twelve cards, on the floor, at the previous table, short hand"),
)


def restored(ask: Ask, where: Where, *, in_play: bool) -> Ruling:
    """Rule by Law 14B2 to B4: the card goes back to the hand it was dealt to."""
    law, text = ("14B2", RESTORED_IN_PLAY) if where is Where.ELSEWHERE else ("14B3", REBUILT)
    effects: tuple[Rectification, ...] = ()
    duties: tuple[Duty, ...] = ()
    if in_play and where is Where.ELSEWHERE and ask(ROLE) is Revoker.DEFENDER and ask(COULD_SEE):
        ask(CARD)
        ask(ITS_OWNER)
        effects, duties = exposed(ask, "14B4", by_accident=True)
    effects += (PARTNER_MAY_NOT_USE,)
    if ask(FAILED_TO_FOLLOW):
        effects += (REVOKE_NEXT, ONE_BY_ONE)
    return Ruling(law, text, effects, duties)


# Questions


class Stage(Choice):
    BEFORE_LEAD = Option("before_lead", gettext_noop("Before the opening lead was faced"), law="14A")
    PLAY = Option("play", gettext_noop("During play"), law="14B")
    AFTER_PLAY = Option("after_play", gettext_noop("After play, before the end of the correction period"), law="14B")
    TOO_LATE = Option("too_late", gettext_noop("Later"), law="79C")


STAGE = ChooseOne("stage", "14A", gettext_noop("When was it noticed?"), Stage)


class Found(Choice):
    FOUND = Option("found", gettext_noop("Yes"), law="14A1")
    NOT_FOUND = Option("not_found", gettext_noop("No"), law="14A2")


FOUND = ChooseOne("found", "14A", gettext_noop("Is the card found?"), Found)


class Where(Choice):
    PLAYED = Option("played", gettext_noop("Among the cards played"), law="14B1")
    ELSEWHERE = Option("elsewhere", gettext_noop("Elsewhere: on the floor, in a pocket, at another table"), law="14B2")
    NOT_FOUND = Option("not_found", gettext_noop("It is not found"), law="14B3")


WHERE = ChooseOne("where", "14B", gettext_noop("Where is the card?"), Where)
COULD_SEE = YesNo(
    "could_see",
    "14B4",
    gettext_noop("Had the card been lying where [partner] could have seen its face?"),
)
FAILED_TO_FOLLOW = YesNo(
    "failed_to_follow",
    "14B4",
    gettext_noop("Counting that card in his hand, had [offender] failed to follow suit to a trick?"),
    why=gettext_noop(
        "The card is deemed to have been his all along: a trick to which he could have followed with it is a revoke."
    ),
)


# Words and effects


RESTORED = gettext_noop("The card goes back to the hand. No call changes, and the hand counts as complete throughout.")
PARTNER_MAY_NOT_USE = Info(
    law="14C",
    source="restored_card",
    ui_for=("partner",),
    text=gettext_noop("[partner] may not use the knowledge that a card was put back, or which."),
)
REBUILT = gettext_noop(
    "The deal is rebuilt with another pack. No call changes, and the hand counts as complete throughout."
)
RESULT_IS_FINAL = gettext_noop("The correction period is over: the result stands.")
RESTORED_IN_PLAY = gettext_noop("The card goes back to the hand, and is deemed to have been there throughout.")
REVOKE_NEXT = Send(
    law="14B4",
    to="64",
    hands=("offender", "declarer", "able=yes"),
    text=gettext_noop("Now rule on the revoke: no trick, one or two, as for any other."),
)
ONE_BY_ONE = Note(
    law="64A", text=gettext_noop("If he failed to follow to several tricks, each one is a revoke of its own.")
)

"""Law 42 - Dummy's rights.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 42; FFB, Code 2017, Loi 42.
Before: Law 43, which asks what dummy did, and calls this file for what he may do.
Sends:  43 when he had lost the right; 64 for a revoke of dummy's own hand.
Rows:   LAWS.md 5.2: 43.R7; 43.R3 as far as dummy's own hand goes.
"""

from rulings.engine.inquiry import Ask
from rulings.engine.questions import YesNo
from rulings.engine.ruling import Note, Ruling, Send
from rulings.engine.text import gettext_noop


def always() -> Ruling:
    """Rule by Law 42A: dummy spoke of facts or law in front of the director, counted the tricks, or played cards as
    declarer's agent."""
    return Ruling("42A", ALWAYS)


def of_his_own_hand(ask: Ask) -> Ruling:
    """Rule by Law 42A: he sees to it that dummy follows suit, even if he has looked at another hand. A revoke of dummy
    is an ordinary one."""
    return Ruling("42A", ALWAYS, (DUMMYS_REVOKE,) if ask(DUMMY_COULD_FOLLOW) else ())


def warned_in_time() -> Ruling:
    """Rule by Law 42B2: he tried to prevent an irregularity."""
    return Ruling("42B2", WITHIN_HIS_RIGHTS, (LEAD_FROM_THE_RIGHT_HAND,))


def after_play() -> Ruling:
    """Rule by Law 42B3: he pointed out an irregularity once play was over."""
    return Ruling("42B3", AFTER_PLAY, (RULE_ON_IT,))


# Questions


DUMMY_LOOKED = YesNo(
    "dummy_looked",
    "43A2",
    gettext_noop(
        "Earlier on this board, had [dummy] exchanged hands with declarer, left his seat to watch him play, or looked "
        "at a defender’s card?"
    ),
    why=gettext_noop("Having looked, he may no longer warn declarer nor ask him about a revoke (42B, 43B)."),
)


DUMMY_COULD_FOLLOW = YesNo("dummy_could_follow", "61A", gettext_noop("Could dummy have followed suit?"))


# Words and effects


SPOKE_OF_DUMMYS_CARD = gettext_noop("He asked about a card of dummy, or said that dummy had not followed suit")
DUMMYS_REVOKE = Send(
    law="62A",
    to="64",
    hands=("offender=[dummy]", "declarer", "able=yes"),
    text=gettext_noop("Now rule on the revoke of dummy, like any other."),
)
ALWAYS = gettext_noop("Dummy may do that. Play goes on.")
WITHIN_HIS_RIGHTS = gettext_noop("Dummy was within his rights. Play goes on.")
LEAD_FROM_THE_RIGHT_HAND = Note(
    law="42B2",
    text=gettext_noop(
        "The warning came in time: there is nothing to rectify. Declarer leads or plays from the right hand."
    ),
)
AFTER_PLAY = gettext_noop("After play, dummy may point out an irregularity.")
RULE_ON_IT = Note(law="84D", text=gettext_noop("Now rule on the irregularity itself: open another inquiry for it."))

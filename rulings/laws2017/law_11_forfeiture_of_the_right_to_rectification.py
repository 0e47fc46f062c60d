"""Law 11 - Forfeiture of the right to rectification.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 11; FFB, Code 2017, Loi 11.
Before: the law of the irregularity itself, which is ruled on first.
Rows:   LAWS.md 1.3, 11.R1 to 11.R3. The rule of 2017: one side's score alone is adjusted.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import ConsiderAdjusting, Duty, PenaltyPossible, Ruling, SplitScore, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import LINE, PROBABLE_TRICKS, UNBALANCED, come_back
from rulings.laws2017.terms import DECLARER


def forfeiture(ask: Ask) -> Ruling:
    """Rule on an innocent side that acted before the director was called."""
    if not ask(ACTED):
        return Ruling("11A", RIGHT_KEPT)
    ask.wait(When.END_OF_PLAY, meanwhile=Ruling("11A", LOOK_LATER, (come_back("11A"),), (LATER,)))

    # A. A side gained because an opponent did not know the law: that side's score alone is adjusted
    gained = ask(GAINED)
    match gained:
        case Gained.DECLARING_SIDE:
            return gain_removed(ask, "declaring_side")
        case Gained.DEFENDERS:
            return gain_removed(ask, "defenders")
        case Gained.NOBODY:
            return (
                Ruling("11A", RIGHT_LOST, (STILL_A_PENALTY,))
                if ask(LOST)
                else Ruling("11A", RIGHT_KEPT, (STILL_A_PENALTY,))
            )
        case _:
            assert_never(gained)


LAW = Law(
    "11",
    gettext_noop("The other side acted before the director came"),
    forfeiture,
    finds=gettext_noop("right lost, forfeiture, called too late, played on, did not call the director"),
)


def gain_removed(ask: Ask, side: SideName) -> Ruling:
    if ask(OTHER_CONTRACT):
        return Ruling("11A", GAIN_REMOVED, (ITS_RESULTS[side], UNBALANCED, STILL_A_PENALTY))
    ask(DECLARER)
    ask(LINE)
    ask(PROBABLE_TRICKS)
    one_side = SplitScore(law="11A", kind="gain_taken", tricks="probable_tricks", to=side, text=ONE_SIDE_ALONE)
    return Ruling("11A", GAIN_REMOVED, (one_side, UNBALANCED, STILL_A_PENALTY))


# Questions


class Gained(Choice):
    DECLARING_SIDE = Option("declaring_side", gettext_noop("The declaring side gained"))
    DEFENDERS = Option("defenders", gettext_noop("The defenders gained"))
    NOBODY = Option("nobody", gettext_noop("Neither side"))


ACTED = YesNo(
    "acted_before_the_call",
    "11A",
    gettext_noop("After the irregularity, did the other side call or play before the director was called?"),
)
GAINED = ChooseOne(
    "gained_by_ignorance",
    "11A",
    gettext_noop("Did a side gain because an opponent acted without knowing the law?"),
    Gained,
    why=gettext_noop("Compare with the result had the director been called at once."),
)
OTHER_CONTRACT = YesNo(
    "other_contract",
    "11A",
    gettext_noop("Without that gain, would it have been another contract, or are there several results?"),
    assumed="no",
)
LOST = YesNo(
    "right_lost",
    "11A",
    gettext_noop("Do you declare the right to rectification lost?"),
    why=gettext_noop("You may; it is your judgement. Otherwise the irregularity is rectified as usual."),
)


# Words and effects

RIGHT_KEPT = gettext_noop("The right to rectification is not lost: the irregularity is rectified as usual.")
RIGHT_LOST = gettext_noop("The right to rectification is lost: the result of the table stands for both sides.")
LOOK_LATER = gettext_noop("Rule on the irregularity. When the play is over, look whether a right was lost.")
GAIN_REMOVED = gettext_noop("The gain is taken away from that side; the other side keeps its result of the table.")
ONE_SIDE_ALONE = gettext_noop("For that side alone: [probable_tricks] for declarer.")
ON_ITS_PAGE: dict[SideName, str] = {
    "declaring_side": gettext_noop(
        "Put the results without the gain together on the page of the score, for the declaring side alone: the "
        "defenders keep the result of the table."
    ),
    "defenders": gettext_noop(
        "Put the results without the gain together on the page of the score, for the defenders alone: the declaring "
        "side keeps the result of the table."
    ),
}
ITS_RESULTS = {side: ConsiderAdjusting(law="11A", when="now", text=text) for side, text in ON_ITS_PAGE.items()}
STILL_A_PENALTY = PenaltyPossible(
    law="90", text=gettext_noop("A procedural penalty remains possible, also where the right was lost.")
)
LATER = Duty("11A", When.END_OF_PLAY, gettext_noop("Acts before the director came: did a side gain by them?"))

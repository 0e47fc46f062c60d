"""Law 72 - General principles.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 72; FFB, Code 2017, Loi 72.
Before: any law that leaves this review for the end of play.
Sends:  12C1 for the score.
Rows:   LAWS.md 1.4: 72.C.

Other laws import `COULD_HAVE_KNOWN_LATER` for their duties and `CONSIDER_72C` for their effects. No question asks for
the player's intent: what counts is what he could have been aware of.
"""

from dataclasses import replace

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import WhichSeat, YesNo
from rulings.engine.ruling import ConsiderAdjusting, Duty, Ruling, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, score_of_the_damaged


def could_have_known(ask: Ask) -> Ruling:
    """Rule in the review that many irregularities leave for the end of play."""
    ask(OFFENDER)
    if not (ask(COULD_HAVE_KNOWN) and ask(GAINED)):
        return Ruling("72C", RESULT_STANDS, closes=True)
    return replace(score_of_the_damaged(ask, "72C"), closes=True)


LAW = Law(
    "72C",
    gettext_noop("Could have known that it would damage"),
    could_have_known,
    finds=gettext_noop("could have known, gained by an irregularity, end of play, adjusted score"),
)


# Questions


OFFENDER = WhichSeat("offender", "72C", gettext_noop("Who committed the irregularity?"))
COULD_HAVE_KNOWN = YesNo(
    "could_have_known",
    "72C",
    gettext_noop(
        "At that moment, could [offender] have been aware that the irregularity might well damage the other side?"
    ),
    why=gettext_noop("This is not a question of intent, and accuses nobody: could a player in his place have seen it?"),
)
GAINED = YesNo(
    "gained",
    "72C",
    gettext_noop("Has [offending_side] gained through the irregularity?"),
    why=gettext_noop("Compare the result at the table with the one expected had the irregularity not occurred."),
)


# Words and effects


CONSIDER_72C = ConsiderAdjusting(law="72C", when="end_of_play")
COULD_HAVE_KNOWN_LATER = Duty(
    "72C",
    When.END_OF_PLAY,
    gettext_noop("Could [offender] have known that the irregularity might damage the other side, and did it gain?"),
    opens="72C",
    hands=("offender",),
)

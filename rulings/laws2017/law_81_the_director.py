"""Law 81 - The director.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 81; FFB, Code 2017, Loi 81.
Sends:  79C an error in a score that is found too late.
Rows:   LAWS.md 10.5: 81.C3, 81.C5.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Words, YesNo
from rulings.engine.ruling import Note, Ruling, Send
from rulings.engine.text import gettext_noop


def directors_powers(ask: Ask) -> Ruling:
    """Rule on a rectification that a side does not want, or an irregularity that the director learns of late."""
    what = ask(WHAT)
    match what:
        case What.WAIVE:
            return waiver(ask)
        case What.LEARNT_LATE:
            return Ruling("81C3", PUT_RIGHT) if ask(IN_TIME) else Ruling("81C3", TOO_LATE, (SCORE_ERROR_NEXT,))
        case What.COMMITTEE:
            return Ruling("81C7", REFERRED)
        case _:
            assert_never(what)


LAW = Law(
    "81",
    gettext_noop("To waive a rectification; an irregularity learnt late"),
    directors_powers,
    finds=gettext_noop("waive, no rectification wanted, be kind, learnt later, committee"),
)


def waiver(ask: Ask) -> Ruling:
    # C5. The side that did not offend may ask; the director decides, for cause
    if not ask(ASKED_BY_THEM):
        return Ruling("81C5", RECTIFIED, (NOT_OF_HIS_OWN,))
    ask(CAUSE)
    return Ruling("81C5", WAIVED) if ask(WAIVES) else Ruling("81C5", RECTIFIED)


# Questions


class What(Choice):
    WAIVE = Option("waive", gettext_noop("The rectification should be waived"), law="81C5")
    LEARNT_LATE = Option(
        "learnt_late", gettext_noop("The director learns of an irregularity later, in whatever way"), law="81C3"
    )
    COMMITTEE = Option("committee", gettext_noop("The director would like a committee to decide"), law="81C7")


WHAT = ChooseOne("director_power", "81C", gettext_noop("What is it about?"), What)
ASKED_BY_THEM = YesNo("asked_by_them", "81C5", gettext_noop("Does the side that did not offend ask for it?"))
CAUSE = Words("cause", "81C5", gettext_noop("Which reason do they give?"))
WAIVES = YesNo(
    "waives",
    "81C5",
    gettext_noop("Do you waive the rectification?"),
    why=gettext_noop("There must be a cause; it is at your discretion. Think of the other contestants too."),
)
IN_TIME = YesNo(
    "in_time",
    "81C3",
    gettext_noop("Are the correction period and the time for appeals still running?"),
    why=gettext_noop(
        "Each begins when the score is available for inspection; the club’s regulations say how long it lasts."
    ),
)


# Words and effects

WAIVED = gettext_noop("The rectification is waived, at their request: play and score stand as they are.")
RECTIFIED = gettext_noop("The irregularity is rectified as the Laws prescribe.")
PUT_RIGHT = gettext_noop("You put it right: rule on it now, whoever told you.")
TOO_LATE = gettext_noop("The periods are over: the score stands.")
SCORE_ERROR_NEXT = Send(
    law="79C2",
    to="79C",
    hands=("in_period=no",),
    text=gettext_noop(
        "If a score was entered or computed wrongly, it may still be corrected with the organiser’s approval."
    ),
)
REFERRED = gettext_noop("You may refer the matter to a committee, with the facts and what you have decided so far.")
NOT_OF_HIS_OWN = Note(
    law="81C5", text=gettext_noop("Only at the request of the side that did not offend can it be waived.")
)

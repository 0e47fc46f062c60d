"""Law 10 - Assessment of rectification.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 10; FFB, Code 2017, Loi 10.
Sends:  81 a side that wishes to have no rectification; 11 a wrong settlement by the players that can no longer be
        corrected; 82 a ruling of the director that can no longer be corrected.
Rows:   LAWS.md 1.2: 10.A, 10.B, 10.C1.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Note, Ruling, Send
from rulings.engine.text import gettext_noop


def assessment_of_rectification(ask: Ask) -> Ruling:
    """Rule on players who settled an irregularity themselves, or chose an option badly."""
    what = ask(WHAT)
    match what:
        case What.SETTLED:
            return Ruling("10B", CONFIRMED) if ask(AS_THE_LAW) else settled_wrongly(ask)
        case What.WAIVED:
            return Ruling("10A", NOT_THEIRS, (WAIVE_NEXT,))
        case What.NOT_ALL_OPTIONS:
            return (
                Ruling("10C1", CHOOSE_AGAIN)
                if ask(STILL_POSSIBLE)
                else Ruling("82C", TOO_LATE, (OWN_ERROR_NEXT,), leads_on=True)
            )
        case What.CONSULTED:
            return Ruling("10C2", CHOSEN_ALONE, (CONSULTED_NOTE,))
        case _:
            assert_never(what)


LAW = Law(
    "10",
    gettext_noop("The players settled it themselves; a choice made wrongly"),
    assessment_of_rectification,
    finds=gettext_noop("without director, own ruling, waived, options not explained, consulted partner, choice"),
)


def settled_wrongly(ask: Ask) -> Ruling:
    return Ruling("10B", CANCELLED) if ask(STILL_POSSIBLE) else Ruling("11A", TOO_LATE, (ACTED_NEXT,), leads_on=True)


# Questions


class What(Choice):
    SETTLED = Option("settled", gettext_noop("The players applied a rectification without the director"), law="10B")
    WAIVED = Option("waived", gettext_noop("The players decided to let it pass"), law="10A")
    NOT_ALL_OPTIONS = Option(
        "not_all_options", gettext_noop("A player chose before all his options were explained"), law="10C1"
    )
    CONSULTED = Option("consulted", gettext_noop("A player who had the choice consulted his partner"), law="10C2")


WHAT = ChooseOne("settled_how", "10A", gettext_noop("What happened?"), What)
AS_THE_LAW = YesNo(
    "as_the_law",
    "10B",
    gettext_noop("Is it what the Laws prescribe?"),
    why=gettext_noop("Rule on the irregularity in the inquiry of its own law, and compare."),
)
STILL_POSSIBLE = YesNo(
    "still_possible", "10B", gettext_noop("Can it still be put right, and the board be played normally?")
)


# Words and effects

CONFIRMED = gettext_noop("You may let it stand: it is what the Laws prescribe.")
CANCELLED = gettext_noop(
    "Their rectification is cancelled. Rule on the irregularity, and have your ruling carried out."
)
NOT_THEIRS = gettext_noop("Only the director rectifies; players may neither impose nor waive it. They may ask you to.")
CHOOSE_AGAIN = gettext_noop("The choice is cancelled. Read out every option; then the player chooses.")
TOO_LATE = gettext_noop("It cannot be put right any more: the score is looked at.")
CHOSEN_ALONE = gettext_noop("The player chooses alone, among all the options.")
CONSULTED_NOTE = Note(
    law="10C2",
    text=gettext_noop(
        "What his partner said is unauthorised information for him. To choose what pays best is proper, for either "
        "side."
    ),
)
WAIVE_NEXT = Send(
    law="81C5", to="81", hands=("director_power=waive",), text=gettext_noop("Now decide on their request.")
)
OWN_ERROR_NEXT = Send(law="82", to="82", hands=("by_director=yes",), text=gettext_noop("Now rule on the error."))
ACTED_NEXT = Send(
    law="11A",
    to="11",
    hands=("acted_before_the_call=yes",),
    text=gettext_noop("See whether a side gained because an opponent acted without knowing the law."),
)

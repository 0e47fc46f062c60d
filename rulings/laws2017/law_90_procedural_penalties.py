"""Law 90 - Procedural penalties.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 90; FFB, Code 2017, Loi 90.
Before: the rectification of the irregularity itself: a penalty comes on top of it, and never goes to the other side.
Rows:   LAWS.md 10.5: 90.A; 10.1: 12.R8. The tariff is a setting of the club; its default rests on custom only.
Custom: 90. A tenth of a top is the usual penalty at pairs, where a club has not set its own.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Words, YesNo
from rulings.engine.ruling import Note, PenaltyPossible, Ruling
from rulings.engine.text import gettext_noop


def procedural_penalty(ask: Ask) -> Ruling:
    """Rule on an offence against good order: a warning, or a penalty."""
    ask(OFFENCE)
    ask(WHAT_HAPPENED)
    if not ask(AT_FAULT):
        return Ruling("12C3", NO_FAULT_NO_PENALTY)
    decision = ask(DECISION)
    match decision:
        case Decision.WARNING:
            return Ruling("90A", WARNED, (WRITE_IT_DOWN,))
        case Decision.STANDARD:
            return Ruling("90A", PENALISED, (STANDARD, ON_TOP, APPEAL))
        case Decision.OTHER:
            ask(AMOUNT)
            return Ruling("90A", PENALISED, (OTHER, ON_TOP, APPEAL))
        case _:
            assert_never(decision)


LAW = Law(
    "90",
    gettext_noop("Late, slow, loud, wrong procedure: a warning or a penalty"),
    procedural_penalty,
    finds=gettext_noop(
        "procedural penalty, warning, slow play, slowness, late, forfeit, withdrawal, noise, "
        "telephone, discussion, penalty"
    ),
)


# Questions


class Offence(Choice):
    LATE = Option("late", gettext_noop("Late arrival"), law="90B1")
    SLOW = Option("slow", gettext_noop("Unduly slow play"), law="90B2")
    LOUD = Option("loud", gettext_noop("Talk about a board that another table could hear"), law="90B3")
    COMPARED = Option("compared", gettext_noop("Scores compared without leave"), law="90B4")
    TOUCHED = Option("touched", gettext_noop("Another player’s cards touched or handled"), law="90B5")
    POCKET = Option("pocket", gettext_noop("Cards put into a wrong pocket of the board"), law="90B6")
    ADJUSTED = Option(
        "adjusted", gettext_noop("An error of procedure that made an adjusted score necessary"), law="90B7"
    )
    NOT_COMPLIED = Option(
        "not_complied", gettext_noop("A regulation or an instruction not followed at once"), law="90B8"
    )
    OTHER = Option("other", gettext_noop("Another offence that delays, obstructs or inconveniences others"), law="90A")


class Decision(Choice):
    WARNING = Option(
        "warning",
        gettext_noop("A warning"),
        entails=gettext_noop("Nothing is deducted; it is written down."),
        law="90A",
    )
    STANDARD = Option(
        "standard",
        gettext_noop("The usual penalty"),
        entails=gettext_noop("The club’s tariff: [penalty_percent]."),
        law="90A",
    )
    OTHER = Option("other", gettext_noop("Another amount"), entails=gettext_noop("You say how much."), law="90A")


OFFENCE = ChooseOne("offence", "90B", gettext_noop("Which offence?"), Offence)
WHAT_HAPPENED = Words("what_happened", "90A", gettext_noop("What happened exactly?"))
AT_FAULT = YesNo(
    "at_fault",
    "90A",
    gettext_noop("Is the player, or the pair, to blame for it?"),
    why=gettext_noop("In an individual event, a partner without fault is never penalised."),
)
DECISION = ChooseOne(
    "penalty_decision",
    "90A",
    gettext_noop("What do you decide?"),
    Decision,
    why=gettext_noop("A first offence usually earns a warning. A penalty is never automatic."),
)
AMOUNT = Words("amount", "90A", gettext_noop("How much, and in which unit?"))


# Words and effects

NO_FAULT_NO_PENALTY = gettext_noop("No penalty: nobody is to blame.")
WARNED = gettext_noop("The offender is warned.")
PENALISED = gettext_noop("A procedural penalty is given.")
WRITE_IT_DOWN = Note(
    law="90A", text=gettext_noop("Say to the players that it is a warning; it is kept with this incident.")
)
STANDARD = PenaltyPossible(law="90A", text=gettext_noop("Give the usual penalty on the page of the penalties."))
OTHER = PenaltyPossible(
    law="90A", text=gettext_noop("Give the penalty on the page of the penalties, with this amount.")
)
ON_TOP = Note(
    law="90A",
    text=gettext_noop("It is deducted after the score of the board, and the other side receives nothing of it."),
)
APPEAL = Note(law="92A", text=gettext_noop("Tell the players that they may appeal against it."))

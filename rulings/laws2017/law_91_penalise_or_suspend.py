"""Law 91 - Penalise or suspend.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 91; FFB, Code 2017, Loi 91.
Before: Law 74, what courtesy asks; Law 90 for offences of procedure.
Rows:   LAWS.md 10.5: 91.A, 91.B.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Words, YesNo
from rulings.engine.ruling import Note, PenaltyPossible, Rectification, Ruling
from rulings.engine.text import gettext_noop


def penalise_or_suspend(ask: Ask) -> Ruling:
    """Rule on order and discipline: a warning, a disciplinary penalty, a suspension or a disqualification."""
    ask(WHAT_HAPPENED)
    decision = ask(DECISION)
    match decision:
        case Decision.WARNING:
            return Ruling("91A", WARNED, (TELL_THE_CLUB,))
        case Decision.POINTS:
            return Ruling("91A", POINTS, (GIVE_POINTS, FINAL, TELL_THE_CLUB))
        case Decision.SUSPEND:
            return Ruling("91A", SUSPENDED, (FINAL, TELL_THE_CLUB))
        case Decision.DISQUALIFY:
            if not ask(ORGANISER_APPROVES):
                return Ruling("91B", NOT_WITHOUT_APPROVAL, (TELL_THE_CLUB,))
            effects: tuple[Rectification, ...] = (FINAL_NOT, TELL_THE_CLUB)
            return Ruling("91B", DISQUALIFIED, effects)
        case _:
            assert_never(decision)


LAW = Law(
    "91",
    gettext_noop("Behaviour: to warn, penalise or suspend"),
    penalise_or_suspend,
    finds=gettext_noop("discipline, behaviour, insult, rude, suspended, excluded, disciplinary penalty, quarrel"),
)


# Questions


class Decision(Choice):
    WARNING = Option("warning", gettext_noop("A warning"), law="91A")
    POINTS = Option(
        "points",
        gettext_noop("A disciplinary penalty in points"),
        entails=gettext_noop("Your decision is final."),
        law="91A",
    )
    SUSPEND = Option(
        "suspend",
        gettext_noop("To suspend the contestant for this session, or for a part of it"),
        entails=gettext_noop("Your decision is final."),
        law="91A",
    )
    DISQUALIFY = Option(
        "disqualify",
        gettext_noop("To disqualify the contestant"),
        entails=gettext_noop("For cause, and with the organiser’s approval."),
        law="91B",
    )


WHAT_HAPPENED = Words("what_happened", "91", gettext_noop("What happened, and who heard it?"))
DECISION = ChooseOne("discipline", "91A", gettext_noop("What do you decide?"), Decision)
ORGANISER_APPROVES = YesNo("organiser_approves", "91B", gettext_noop("Does the organiser approve?"))


# Words and effects

WARNED = gettext_noop("The player is warned.")
POINTS = gettext_noop("A disciplinary penalty is given.")
SUSPENDED = gettext_noop("The contestant is suspended for this session, or for the part of it that you say.")
DISQUALIFIED = gettext_noop("The contestant is disqualified, with the organiser’s approval.")
NOT_WITHOUT_APPROVAL = gettext_noop("Without the organiser’s approval nobody is disqualified; you may suspend.")
GIVE_POINTS = PenaltyPossible(
    law="91A", text=gettext_noop("Give it on the page of the penalties, as a disciplinary penalty.")
)
FINAL = Note(law="93B3", text=gettext_noop("No committee can overrule this decision; it may recommend another."))
FINAL_NOT = Note(law="91B", text=gettext_noop("Write down the cause, and who approved for the organiser."))
TELL_THE_CLUB = Note(law="91", text=gettext_noop("Keep to the facts in what you write: those concerned may read it."))

"""Law 74 - Conduct and etiquette.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 74; FFB, Code 2017, Loi 74.
Before: Law 73 when an opponent was misled, 16B when the partner learnt something.
Sends:  90 and 91 for penalties.
Rows:   LAWS.md 3.10, as 74.A (courtesy), 74.B (etiquette), 74.C (violations of procedure, and a card seen).

No score is rectified by this Law alone: first a warning, then perhaps a penalty.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, WhichSeat, YesNo
from rulings.engine.ruling import Note, PenaltyPossible, Ruling, Send
from rulings.engine.text import gettext_noop


def conduct(ask: Ask) -> Ruling:
    """Rule on a complaint about somebody's conduct."""
    match conducted := ask(CONDUCT):
        case Conduct.COURTESY:
            return warned(ask, "74A2")
        case Conduct.ETIQUETTE:
            return warned(ask, "74B")
        case Conduct.PROCEDURE:
            return warned(ask, "74C")
        case Conduct.CARD_SEEN:
            return Ruling("74C5", MAY_USE, (NOT_SOUGHT,))
        case Conduct.CARD_SHOWN:
            return Ruling("73D2", MISLEADING, (DECEPTION_NEXT, BY_A_DEFENDER))
        case _:
            assert_never(conducted)


LAW = Law(
    "74",
    gettext_noop("Conduct, courtesy, slow play on purpose"),
    conduct,
    finds=gettext_noop(
        "rude, insult, conduct, courtesy, gloating, comments, detaches a card, looks at faces, saw an opponent’s card, "
        "behaviour, slow on purpose"
    ),
)


def warned(ask: Ask, law: str) -> Ruling:
    """Give a warning, then a penalty."""
    ask(OFFENDER)
    if not ask(AGAIN):
        return Ruling(law, WARNING, (KEEP_A_NOTE,))
    return Ruling(law, PENALTY, (PROCEDURAL, DISCIPLINARY))


# Questions


class Conduct(Choice):
    COURTESY = Option("courtesy", gettext_noop("A remark or behaviour that annoys or embarrasses somebody"), law="74A2")
    ETIQUETTE = Option(
        "etiquette",
        gettext_noop(
            "Inattention, comments on the play, a card got ready before his turn, play drawn out without need"
        ),
        law="74B",
    )
    PROCEDURE = Option(
        "procedure",
        gettext_noop(
            "Approval or disapproval shown, faces or hands watched, special words or tempo, leaving the table"
        ),
        law="74C",
    )
    CARD_SEEN = Option("card_seen", gettext_noop("He saw an opponent’s card without trying to"), law="74C5")
    CARD_SHOWN = Option("card_shown", gettext_noop("He let his card be seen on purpose"), law="73D2")


CONDUCT = ChooseOne("conduct", "74A", gettext_noop("What is complained of?"), Conduct)
OFFENDER = WhichSeat("offender", "74A", gettext_noop("Of whom?"))
AGAIN = YesNo(
    "again",
    "74A",
    gettext_noop("Has [offender] already been warned, or is it grave?"),
)


# Words and effects


WARNING = gettext_noop("A warning, calmly and without witnesses if you can. Play goes on.")
PENALTY = gettext_noop("A penalty is in order. Play goes on.")
MAY_USE = gettext_noop("He may use what he has seen.")
MISLEADING = gettext_noop("To show a card on purpose is no fair play.")

KEEP_A_NOTE = Note(law="74A", text=gettext_noop("Keep a note of the warning: it counts if there is a next time."))
PROCEDURAL = PenaltyPossible(
    law="90", text=gettext_noop("A procedural penalty, if it delayed or disturbed the game (90).")
)
DISCIPLINARY = PenaltyPossible(
    law="91", text=gettext_noop("A disciplinary penalty, if it was a matter of courtesy or order (91).")
)
NOT_SOUGHT = Note(
    law="74C5",
    text=gettext_noop("To look for an opponent’s cards is forbidden; not to have to close one’s eyes is allowed."),
)
DECEPTION_NEXT = Send(
    law="73D2",
    to="73",
    hands=("happened=on_purpose",),
    text=gettext_noop("If an opponent was misled by it, rule on that."),
)
BY_A_DEFENDER = Send(
    law="49", to="49", text=gettext_noop("If a defender’s partner could see it, rule on the card seen.")
)

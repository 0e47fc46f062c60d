"""Law 33 - Simultaneous calls.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 33; FFB, Code 2017, Loi 33.
Sends:  29 or 27 for the call deemed to come later, if it is then out of rotation or insufficient.
Rows:   LAWS.md 4.9, 33.R1.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, WhichCall, WhichSeat
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import LEAVE, stands


def simultaneous_calls(ask: Ask) -> Ruling:
    """Rule on two players who call at the same moment: the call made in turn comes first."""
    ask(OFFENDER)
    ask(CALL)
    match later := ask(THEN):
        case Then.LEGAL:
            return Ruling("33", BOTH, (stands("33", text=IN_TURN), LEAVE))
        case Then.INSUFFICIENT:
            send = Send(law="33", to="27", hands=("offender", "bid=[call]", "in_rotation=yes"), text=INSUFFICIENT)
        case Then.INADMISSIBLE:
            send = Send(law="33", to="36", hands=("offender", "call", "in_rotation=yes"), text=INADMISSIBLE)
        case Then.OUT_OF_TURN:
            send = Send(law="33", to="29", hands=("offender", "call"), text=OUT_OF_TURN)
        case _:
            assert_never(later)
    return Ruling("33", FIRST, (send,))


LAW = Law(
    "33",
    gettext_noop("Two calls at once"),
    simultaneous_calls,
    tile="declaration-hors-tour",
    finds=gettext_noop("simultaneous calls, at the same time, together, two calls at once"),
)


# Questions

OFFENDER = WhichSeat("offender", "33", gettext_noop("Who called at the same time as the player whose turn it was?"))
CALL = WhichCall("call", "33", gettext_noop("Which call did [offender] make?"))


class Then(Choice):
    LEGAL = Option("legal", gettext_noop("In turn then, and legal"), law="33")
    INSUFFICIENT = Option("insufficient", gettext_noop("In turn then, but insufficient"), law="27")
    INADMISSIBLE = Option("inadmissible", gettext_noop("In turn then, but a double or redouble not allowed"), law="36")
    OUT_OF_TURN = Option("out_of_turn", gettext_noop("Out of turn all the same"), law="29")


THEN = ChooseOne(
    "then",
    "33",
    gettext_noop("The call of the player whose turn it was comes first. After it, what is the call [offender:of]?"),
    Then,
    why=gettext_noop("It is in turn when he sits at the left of the player whose turn it was."),
)


# Words and effects

BOTH = gettext_noop("The call made in turn counts first, the other after it: both stand.")
FIRST = gettext_noop("The call made in turn counts first. The other is deemed made after it.")
IN_TURN = gettext_noop("[call] stands, made in turn.")
INSUFFICIENT = gettext_noop("Rule on an insufficient bid.")
INADMISSIBLE = gettext_noop("Rule on an inadmissible double or redouble.")
OUT_OF_TURN = gettext_noop("Rule on a call out of turn.")

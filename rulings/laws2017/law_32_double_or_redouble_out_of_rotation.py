"""Law 32 - Double or redouble out of rotation.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 32; FFB, Code 2017, Loi 32.
Before: Law 29, when the call was not accepted.
Sends:  36 for one that is not allowed; 25 for a change of call; 23, 26B, 16C, 72C.
Rows:   LAWS.md 4.8, 32.R1 to 32.R4.
"""

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Seen, YesNo
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import LEAVE, at_his_turn_now, stands
from rulings.laws2017.rotation import (
    CALL,
    OFFENDER,
    RHO_PASSES,
    TURN,
    Turn,
    What,
    any_legal_call,
    at_his_turn,
    settled,
)
from rulings.table import Table


def double_out_of_rotation(ask: Ask) -> Ruling:
    """Rule on a double or redouble at another player's turn."""
    return settled(ask, What.DOUBLE) or double_cancelled(ask)


LAW = Law(
    "32",
    gettext_noop("Double or redouble out of turn"),
    double_out_of_rotation,
    finds=gettext_noop("double out of turn, redouble out of turn, out of rotation"),
)


def double_cancelled(ask: Ask) -> Ruling:
    """Rule on a double or redouble that was not accepted: at the turn of the player before him, or of his partner."""
    at_his_turn(ask)

    # A. At the turn of the player before him
    if ask(TURN) is Turn.RHO:
        if not ask(RHO_PASSES):
            return any_legal_call(ask, "32A2(a)", "32A2(b)")
        if ask(ADMISSIBLE_NOW):
            return Ruling("32A1", MUST_REPEAT, (stands("32A1", text=REPEATED), LEAVE))
        send = Send(law="32A1", to="36", hands=("offender", "call", "in_rotation=yes"), text=INADMISSIBLE_NOW)
        return Ruling("32A1", MUST_REPEAT, (stands("32A1"), send))

    # B. At his partner's turn
    return any_legal_call(ask, "32B2", "32B2")


# Questions


def admissible_now(table: Table, offender: Seat, call: str) -> bool | None:
    """Is the double or redouble made too early allowed when the auction comes back to the offender?"""
    now = at_his_turn_now(table, offender)
    return None if now is None else now.admissible(offender, call)


ADMISSIBLE_NOW = YesNo(
    "admissible_now",
    "32A1",
    gettext_noop("He must repeat it. Is it allowed at that moment?"),
    seen=Seen(admissible_now, OFFENDER, CALL),
)


# Words and effects

MUST_REPEAT = gettext_noop("[rho] has passed: [offender] must repeat his double or redouble.")
REPEATED = gettext_noop("[call] is repeated and stands. No rectification.")
INADMISSIBLE_NOW = gettext_noop("It is not allowed any more: rule on an inadmissible double or redouble.")

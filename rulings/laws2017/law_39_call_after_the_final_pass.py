"""Law 39 - Call after the final pass.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 39 and 22; FFB, Code 2017, Lois 39 et 22.
Before: Law 34, was the auction over indeed?
Sends:  26B for a defender's bid, double or redouble.
Rows:   LAWS.md 4.10, 39.R1 to 39.R3.
"""

from rulings.auction import PASS, Irregular, Shown
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Given, WhichCall, WhichSeat, YesNo
from rulings.engine.ruling import Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import (
    LEAD_LATER,
    LEAVE,
    MAY_FORBID,
    cancel_later,
    lho_has_called,
    may_use,
    shows,
    which_call,
    who_called,
)


def after_the_final_pass(ask: Ask) -> Ruling:
    """Rule on a call made when the auction was over, which is cancelled."""
    ask(OFFENDER)
    ask(CALL)
    gone = (*cancel_later("39A", AND_LATER), may_use(), LEAVE)
    if ask(IS_PASS) or not ask(DEFENDER) or ask(LHO_CALLED):
        return Ruling("39B", NOTHING_MORE, gone)
    return Ruling("39C", LEAD, (*gone, MAY_FORBID), (LEAD_LATER,))


LAW = Law(
    "39",
    gettext_noop("Call after the end of the auction"),
    after_the_final_pass,
    finds=gettext_noop("call after the final pass, auction over, bid again, reopened after three passes"),
)


def is_defender(irregular: Irregular) -> bool | None:
    """Is the player one of the future defenders? On a board passed out, nobody is."""
    contract = irregular.before.contract
    if contract is None:  # passed out: nobody defends
        return False
    return None if contract.declarer is None else contract.declarer.side is not irregular.made.seat.side


# Questions

OFFENDER = WhichSeat(
    "offender", "39", gettext_noop("Who called after the end of the auction?"), seen=who_called(Shown.AFTER_THE_END)
)
CALL = WhichCall("call", "39", gettext_noop("Which call did [offender] make?"), seen=which_call(Shown.AFTER_THE_END))
IS_PASS = YesNo("is_pass", "39B", gettext_noop("Was it a pass?"), given=Given(lambda call: call == PASS, CALL))
DEFENDER = YesNo(
    "defender",
    "39C",
    gettext_noop("Is [offender] a defender?"),
    seen=shows(is_defender, Shown.AFTER_THE_END),
)
LHO_CALLED = YesNo(
    "lho_called", "39B", gettext_noop("Has [lho] called after it?"), seen=lho_has_called(Shown.AFTER_THE_END)
)


# Words and effects

AND_LATER = gettext_noop("Every call made after the final pass is cancelled.")
NOTHING_MORE = gettext_noop("The auction was over: the call is cancelled, and that is all.")
LEAD = gettext_noop("The auction was over: the call is cancelled, and declarer may forbid a suit to [partner].")

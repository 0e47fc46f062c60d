"""Law 31 - Bid out of rotation.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 31; FFB, Code 2017, Loi 31.
Before: Law 29, when the bid was not accepted; Law 27A2, when it was insufficient too; Law 30C for an artificial pass.
Sends:  27 where the bid repeated is insufficient; 25 for a change of call; 23, 26B, 16C, 72C.
Rows:   LAWS.md 4.8, 31.R1 to 31.R3; 27.R2.
Reading: 31.R1. A bid that must be repeated and has become insufficient is an insufficient bid in rotation.
"""

from rulings.auction import is_bid
from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Seen, YesNo
from rulings.engine.ruling import Note, Ruling, Send
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


def bid_out_of_rotation(ask: Ask) -> Ruling:
    """Rule on a bid at another player's turn, sufficient or not."""
    return settled(ask, What.BID) or bid_cancelled(ask)


LAW = Law(
    "31",
    gettext_noop("Bid out of turn"),
    bid_out_of_rotation,
    finds=gettext_noop("bid out of turn, opened out of turn, overcall out of turn, bid out of rotation"),
)


def bid_cancelled(ask: Ask, *, passed: bool = False) -> Ruling:
    """Rule on a bid that was not accepted, by the player whose turn it was and by the call of the player before him.

    *passed*: the call was an artificial pass (30C), which stays legal when repeated.
    """
    at_his_turn(ask)

    # A. At the turn of the player before him
    if ask(TURN) is Turn.RHO:
        if not ask(RHO_PASSES):
            return any_legal_call(ask, "31A2(a)", "31A2(b)")
        if passed or ask(SUFFICIENT_NOW):
            return Ruling("31A1", MUST_REPEAT, (stands("31A1", text=REPEATED), LEAVE))
        send = Send(law="31A1", to="27", hands=("offender", "bid=[call]", "in_rotation=yes"), text=INSUFFICIENT_NOW)
        return Ruling("31A1", MUST_REPEAT, (stands("31A1"), send, READING))

    # B. At his partner's turn, or at his left-hand opponent's turn when he had not called before
    return any_legal_call(ask, "31B2", "31B2")


# Questions


def sufficient_now(table: Table, offender: Seat, call: str) -> bool | None:
    """Is the bid made too early high enough when the auction comes back to the offender?"""
    now = at_his_turn_now(table, offender)
    return None if now is None else not is_bid(call) or now.sufficient(call)


SUFFICIENT_NOW = YesNo(
    "sufficient_now",
    "31A1",
    gettext_noop("He must repeat [call]. Is it a legal call at that moment?"),
    why=gettext_noop("Made too early, it may be insufficient: then it is ruled on as such."),
    seen=Seen(sufficient_now, OFFENDER, CALL),
)


# Words and effects

MUST_REPEAT = gettext_noop("[rho] has passed: [offender] must repeat his call.")
REPEATED = gettext_noop("[call] is repeated and stands. No rectification.")
INSUFFICIENT_NOW = gettext_noop("The bid repeated is insufficient: rule on an insufficient bid.")
READING = Note(
    law="31A1",
    text=gettext_noop("Reading followed: the bid repeated is now an insufficient bid in rotation, ruled by Law 27."),
)

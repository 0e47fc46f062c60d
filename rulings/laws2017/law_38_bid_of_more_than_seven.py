"""Law 38 - Bid of more than seven.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 38; FFB, Code 2017, Loi 38.
Sends:  26B, 72C.
Rows:   LAWS.md 4.10, 38.R1.
"""

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Seen, WhichSeat, YesNo
from rulings.engine.ruling import Cancel, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import LEAVE, may_use, must_pass, not_comparable, passes
from rulings.table import Table


def more_than_seven(ask: Ask) -> Ruling:
    """Rule on a bid at the eight level or above, which is never playable and never accepted."""
    ask(OFFENDER)
    if ask(LHO_CALLED):
        silenced = must_pass("38C", "offender", "partner", lasts="rest_of_auction")
        return Ruling("38", CANCELLED, (*GONE, silenced, may_use("bid"), LEAVE))
    effects, duties = not_comparable("38C", "offender", "partner", lasts="rest_of_auction", what="bid")
    return Ruling("38", CANCELLED, (*GONE, *effects, LEAVE), duties)


LAW = Law(
    "38",
    gettext_noop("Bid of more than seven"),
    more_than_seven,
    finds=gettext_noop("bid of eight, more than seven, over 7 no trump"),
)


# Readings of a known auction


def called_over(table: Table, offender: Seat) -> bool | None:
    """Has the opponent at the offender's left called over the bid? The pad has no bid of eight, so that the auction
    shows his call at the offender's turn; None without one."""
    caller = table.auction.taken_by(offender) if table.auction else None
    return None if caller is None else caller is offender.lho


# Questions

OFFENDER = WhichSeat("offender", "38", gettext_noop("Who bid more than seven?"))
LHO_CALLED = YesNo(
    "lho_called",
    "38D",
    gettext_noop("Had [lho] called over it before you were called?"),
    why=gettext_noop("Then no lead is forbidden later, and 72C does not apply; the forced passes remain."),
    seen=Seen(called_over, OFFENDER),
)


# Words and effects

CANCELLED = gettext_noop(
    "The bid and every later call are cancelled; a pass takes its place, and both players of the side must pass for "
    "the rest of the auction."
)
NEVER = Cancel(
    law="38A",
    what="bid",
    player="offender",
    text=gettext_noop("No contract of more than seven is ever played; the auction goes on unless it is complete."),
)
GONE = (NEVER, Cancel(law="38A", what="later_calls", player="offender"), passes("38C", "offender"))

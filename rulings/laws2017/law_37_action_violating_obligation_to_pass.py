"""Law 37 - Action violating an obligation to pass.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 37; FFB, Code 2017, Loi 37.
Before: the ruling that obliged the player to pass (24B, 27B2, 30A, 31A2(b), 36B…).
Sends:  36 for a double that Law 19 forbids; 26B, 16C, 72C.
Rows:   LAWS.md 4.10, 37.R1, 37.R2.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, WhichCall, WhichSeat, YesNo
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import LEAVE, cancel, disobeyed, must_pass, not_comparable, passes, stands
from rulings.laws2017.terms import Effects
from rulings.table import Table


def did_not_pass(ask: Ask) -> Ruling:
    """Rule on a player obliged to pass who has bid, doubled or redoubled."""
    ask(OFFENDER)
    ask(CALL)
    if ask(IS_DOUBLE) and not ask(ADMISSIBLE):
        send = Send(law="37", to="36", hands=("offender", "call"), text=BY_36)
        return Ruling("36", NOT_ALLOWED, (send,), leads_on=True)

    # A. The opponent at his left has called
    if ask(LHO_CALLED):
        still: Effects = ()
        match ask(LASTS):
            case Lasts.REST:
                still = (must_pass("37A", "offender", lasts="rest_of_auction"),)
            case Lasts.ONCE:
                pass
            case other:
                assert_never(other)
        return Ruling("37A", STANDS, (stands("37A", text=AND_LATER), *still, LEAVE))

    # B. He has not
    effects, duties = not_comparable("37B", "offender", "partner", lasts="rest_of_auction")
    return Ruling("37B", PASS_INSTEAD, (cancel("37B", text=A_PASS), passes("37B", "offender"), *effects, LEAVE), duties)


LAW = Law(
    "37",
    gettext_noop("Call by a player who had to pass"),
    did_not_pass,
    tile="declaration-hors-tour",
    finds=gettext_noop("had to pass, did not pass, forced pass, obligation to pass"),
)


# Readings of a known auction


def lasting(table: Table) -> object:
    irregular = disobeyed(table)
    held = [silence.lasts for silence in table.silent if irregular and silence.seat is irregular.made.seat]
    return (Lasts.REST if "rest_of_auction" in held else Lasts.ONCE) if held else None


# Questions

OFFENDER = WhichSeat(
    "offender",
    "37",
    gettext_noop("Who has called although he had to pass?"),
    seen=Seen(lambda table: (irregular := disobeyed(table)) and irregular.made.seat),
)
CALL = WhichCall(
    "call",
    "37",
    gettext_noop("Which call did [offender] make?"),
    seen=Seen(lambda table: (irregular := disobeyed(table)) and irregular.made.call),
)
IS_DOUBLE = YesNo(
    "is_double",
    "37",
    gettext_noop("Was it a double or a redouble?"),
    given=Given(lambda call: call in ("X", "XX"), CALL),
)
ADMISSIBLE = YesNo(
    "admissible",
    "19",
    gettext_noop("Was it a double of an opponent’s bid, or a redouble of an opponent’s double?"),
    seen=Seen(
        lambda table: (
            irregular.before.admissible(irregular.made.seat, irregular.made.call)
            if (irregular := disobeyed(table))
            else None
        )
    ),
)
LHO_CALLED = YesNo(
    "lho_called",
    "37A",
    gettext_noop("Has [lho] called over it?"),
    seen=Seen(
        lambda table: (
            irregular.next is not None and irregular.next.seat is irregular.made.seat.lho
            if (irregular := disobeyed(table))
            else None
        )
    ),
)


class Lasts(Choice):
    ONCE = Option("once", gettext_noop("Once"), law="37A")
    REST = Option("rest_of_auction", gettext_noop("For the rest of the auction"), law="37A")


LASTS = ChooseOne("lasts", "37A", gettext_noop("For how long had he to pass?"), Lasts, seen=Seen(lasting))


# Words and effects

NOT_ALLOWED = gettext_noop("A double or redouble that is not allowed is ruled as such.")
BY_36 = gettext_noop("Rule on an inadmissible double or redouble.")
STANDS = gettext_noop("[lho] has called: the call stands and the auction goes on. No lead will be forbidden.")
AND_LATER = gettext_noop("[call] stands, and so do all the calls made after it.")
PASS_INSTEAD = gettext_noop(
    "The call is cancelled, a pass takes its place, and both players of the side must pass for the rest of the auction."
)
A_PASS = gettext_noop("[call] is cancelled; a pass is put in its place.")

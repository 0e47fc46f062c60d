"""Law 36 - Inadmissible doubles or redoubles.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 36 and 19; FFB, Code 2017, Lois 36 et 19.
Before: Law 25A, was it meant, or is it too late to correct a slip? Law 19 says which are allowed.
Sends:  26B, 16C, 72C; 23C after a comparable call.
Rows:   LAWS.md 4.10, 36.R1 to 36.R4; 32.R4.
Reading: 36.R2. A comparable call in place of a double that is not allowed lifts the lead restrictions (26A), but the
        partner stays silenced.

An inadmissible double cannot be accepted: an opponent who calls over it only loses the rectification.
"""

from typing import assert_never

from rulings.auction import Irregular, Shown
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, WhichCall, WhichSeat, YesNo
from rulings.engine.ruling import Duty, Note, Presence, Ruling, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import (
    LEAVE,
    MAY_FORBID,
    REVIEWS,
    cancel,
    cancel_later,
    in_turn,
    legal_at_his_turn,
    may_use,
    must_pass,
    shows,
    stands,
    which_call,
    who_called,
)
from rulings.laws2017.law_23_comparable_call import HELPED, HELPED_LATER, JUDGED, comparable
from rulings.laws2017.law_25_legal_and_illegal_changes_of_call import MEANT, put_right, too_late
from rulings.laws2017.law_72_general_principles import CONSIDER_72C, COULD_HAVE_KNOWN_LATER
from rulings.laws2017.terms import FIRST_TRUE, Effects


def inadmissible_double(ask: Ask) -> Ruling:
    """Rule on a double of one's own side's bid, a redouble without a double, a double when there is nothing to
    double."""
    ask(OFFENDER)
    ask(CALL)
    since = ask(SINCE)
    if since is Since.NOTHING and not ask(MEANT):
        late = too_late(ask, Shown.INADMISSIBLE)
        if late is None:
            return put_right(ask, "call")
        since = Since.LEAD_FACED if late == "25A5" else since
    match since:
        # A. The opponent at his left has called
        case Since.LHO:
            return Ruling("36A", AS_IF_NOT_MADE, (*cancel_later("36A", AND_LATER), LEAVE))
        # B. He has not
        case Since.NOTHING:
            law, text = ("36B1", SUBSTITUTE) if ask(IN_ROTATION) else ("36B2", BACK)
            silenced = must_pass("36B", "partner", lasts="rest_of_auction")
            ask.wait(When.NEXT_CALL, meanwhile=Ruling(law, text, (cancel(law), silenced, STAY), (LATER,)))
            return substituted(ask, law)
        # C. Noticed after the opening lead was faced
        case Since.LEAD_FACED:
            return Ruling("36C", SCORED_WITHOUT, (cancel("36C"), LEAVE))
        case _:
            assert_never(since)


LAW = Law(
    "36",
    gettext_noop("Double or redouble that is not allowed"),
    inadmissible_double,
    tile="enchere-insuffisante",
    finds=gettext_noop("inadmissible double, doubled his partner, redouble without a double, illegal double"),
)


def substituted(ask: Ask, law: str) -> Ruling:
    """Rule on the legal call that he has made instead (36B). His partner is silenced whatever the call is; a comparable
    call lifts the lead restrictions, and 16C does not apply (26A)."""
    ask(REPLACEMENT)
    is_comparable = comparable(ask)
    known: Effects = (HELPED,) if is_comparable else (may_use(), MAY_FORBID)
    effects = (stands(law, "replacement"), *known, CONSIDER_72C, READING, JUDGED, LEAVE)
    duties = (HELPED_LATER, COULD_HAVE_KNOWN_LATER) if is_comparable else REVIEWS
    return Ruling(law, LEAD_FREE if is_comparable else STANDS, effects, duties)


# Questions

OFFENDER = WhichSeat("offender", "36", gettext_noop("Who doubled or redoubled?"), seen=who_called(Shown.INADMISSIBLE))
CALL = WhichCall("call", "36", gettext_noop("Which call was it?"), seen=which_call(Shown.INADMISSIBLE))


class Since(Choice):
    LEAD_FACED = Option("lead_faced", gettext_noop("The opening lead is already faced"), law="36C")
    LHO = Option("lho", gettext_noop("[lho] has called over it"), law="36A")
    NOTHING = Option("nothing", gettext_noop("[lho] has not called since"), law="36B")


def since(irregular: Irregular) -> Since | None:
    """Read from the auction whether the next player has called over the double, or no call has followed; None
    otherwise, as an auction does not show the opening lead."""
    if irregular.next is None:
        return Since.NOTHING
    return Since.LHO if irregular.next.seat is irregular.made.seat.lho and not irregular.whole.over else None


SINCE = ChooseOne(
    "since",
    "36",
    gettext_noop("How far have things gone?"),
    Since,
    why=FIRST_TRUE,
    seen=shows(since, Shown.INADMISSIBLE),
)
IN_ROTATION = YesNo(
    "in_rotation", "36B", gettext_noop("Was it the turn [offender:of] to call?"), seen=in_turn(Shown.INADMISSIBLE)
)
REPLACEMENT = WhichCall(
    "replacement",
    "36B",
    gettext_noop("Which legal call does [offender] make?"),
    why=gettext_noop("Any legal call, at his turn. [partner] must pass for the rest of the auction whatever it is."),
    fits=legal_at_his_turn(OFFENDER, Shown.INADMISSIBLE),
)


# Words and effects

AS_IF_NOT_MADE = gettext_noop(
    "The call and all later ones are cancelled. The auction goes back to the player whose turn it was, as if nothing "
    "had happened: nobody must pass and no lead is forbidden."
)
AND_LATER = gettext_noop("[call] is cancelled, and so is every call made after it.")
SUBSTITUTE = gettext_noop(
    "The call is cancelled and may not be accepted: [offender] makes any legal call, and [partner] must pass for the "
    "rest of the auction."
)
BACK = gettext_noop(
    "The call is cancelled and may not be accepted. The player whose turn it was calls; at his turn [offender] makes "
    "any legal call, and [partner] must pass for the rest of the auction."
)
SCORED_WITHOUT = gettext_noop("The contract is scored as if that double or redouble had not been made.")
LATER = Duty("36B", When.NEXT_CALL, gettext_noop("Double or redouble cancelled, [offender]: which call does he make?"))
STANDS = gettext_noop("The new call stands, and [partner] must pass for the rest of the auction.")
LEAD_FREE = gettext_noop(
    "The new call stands, and [partner] must pass for the rest of the auction. It is comparable: no lead is forbidden."
)
READING = Note(
    law="36B",
    text=gettext_noop(
        "Reading followed: when the call made at last is comparable, no lead may be forbidden (26A), though the "
        "partner stays silent."
    ),
)
STAY = Presence(law="36B", do="STAY", until="next_call", text=gettext_noop("Stay until [offender] has called."))

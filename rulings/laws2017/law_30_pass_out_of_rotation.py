"""Law 30 - Pass out of rotation.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 30; FFB, Code 2017, Loi 30.
Before: Law 29, when the pass was not accepted.
Sends:  31 for an artificial pass; 25 for a change of call; 23, 26B, 16C, 72C.
Rows:   LAWS.md 4.8, 30.R1 to 30.R3.
Reading: 30.R1. A cancelled pass at the right-hand opponent's turn restricts no lead, because 30A does not name Law 26.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import YesNo
from rulings.engine.ruling import Note, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import LEAVE, cancel, may_use, must_pass
from rulings.laws2017.law_31_bid_out_of_rotation import bid_cancelled
from rulings.laws2017.law_72_general_principles import CONSIDER_72C, COULD_HAVE_KNOWN_LATER
from rulings.laws2017.rotation import TURN, Turn, What, any_legal_call, at_his_turn, settled


def pass_out_of_rotation(ask: Ask) -> Ruling:
    """Rule on a pass at another player's turn."""
    return settled(ask, What.PASS) or pass_cancelled(ask)


LAW = Law(
    "30",
    gettext_noop("Pass out of turn"),
    pass_out_of_rotation,
    finds=gettext_noop("pass out of turn, passed before his turn, pass out of rotation"),
)


def pass_cancelled(ask: Ask) -> Ruling:
    """Rule on a pass that was not accepted, by whose turn it was."""
    # C. An artificial pass, or a pass of partner's artificial call
    if not ask(NATURAL):
        return bid_cancelled(ask, passed=True)

    # A. At the turn of the player before him
    if ask(TURN) is Turn.RHO:
        once = must_pass("30A", "offender", lasts="once")
        effects = (cancel("30A"), once, may_use(), CONSIDER_72C, NO_LEAD_RESTRICTION, LEAVE)
        return Ruling("30A", MUST_PASS, effects, (COULD_HAVE_KNOWN_LATER,))

    # B. At his partner's turn, or at his left-hand opponent's turn when he had not called before
    at_his_turn(ask)
    return any_legal_call(ask, "30B1(b)(i)", "30B1(b)(ii)")


# Questions

NATURAL = YesNo(
    "natural_pass",
    "30C",
    gettext_noop("Was it an ordinary pass, and not over an artificial call [partner:of]?"),
    why=gettext_noop(
        "A pass that says something by agreement, or passes his partner’s artificial call, is ruled as a bid."
    ),
)


# Words and effects

MUST_PASS = gettext_noop("The pass is cancelled; [rho] calls, and [offender] must pass once.")
NO_LEAD_RESTRICTION = Note(
    law="30A",
    text=gettext_noop("Reading followed: 30A does not name Law 26, and no lead is forbidden. Opinions differ."),
)

"""Law 28 - Calls considered in rotation.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 28; FFB, Code 2017, Loi 28.
Before: a ruling that obliged a player to pass (27B2, 30A, 31A2(b)…).
Sends:  29 where the call was out of rotation after all; 16C2 for what the side knows from a call that is ignored.
Rows:   LAWS.md 4.7, 28.R1, 28.R2. Laws 29 to 32 begin with the questions of both rows.
"""

from dataclasses import replace

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Seen, YesNo
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.rotation import CALL, MAY_HAVE_CALLED, OFFENDER, TURN, Turn, forgotten, in_rotation, rho_silent


def considered_in_rotation(ask: Ask) -> Ruling:
    """Rule on a call that seems out of rotation: is it in rotation all the same, or forgotten?"""
    ask(OFFENDER)
    ask(CALL)
    turn = ask(TURN)
    if turn is Turn.RHO and ask(HAD_TO_PASS):
        return in_rotation(ask)
    if turn is not Turn.PARTNER and ask(OPPONENT_CALLED):
        return forgotten()
    return Ruling("29", OUT_OF_ROTATION, (Send(law="29", to="29", hands=("offender", "call"), text=GO_ON),))


LAW = Law(
    "28",
    gettext_noop("Call out of turn that is in turn all the same"),
    considered_in_rotation,
    finds=gettext_noop("in rotation, had to pass, called before the ruling, opponent out of turn"),
)


# Questions

HAD_TO_PASS = YesNo(
    "had_to_pass", "28A", gettext_noop("Had a ruling obliged [rho] to pass at that turn?"), seen=Seen(rho_silent)
)
OPPONENT_CALLED = replace(MAY_HAVE_CALLED, assumed="")


# Words and effects

OUT_OF_ROTATION = gettext_noop("The call was out of rotation.")
GO_ON = gettext_noop("Rule on a call out of turn.")

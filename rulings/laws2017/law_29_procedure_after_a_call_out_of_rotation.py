"""Law 29 - Procedure after a call out of rotation.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 29; FFB, Code 2017, Loi 29.
Before: Law 28, was it in rotation after all? Law 33 for two calls at once.
Sends:  25 for a change of call, 36 for a double that is not allowed; 30, 31 or 32 by the call.
Rows:   LAWS.md 4.7, 29.R1 to 29.R3.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.ruling import Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_30_pass_out_of_rotation import pass_cancelled
from rulings.laws2017.law_31_bid_out_of_rotation import bid_cancelled
from rulings.laws2017.law_32_double_or_redouble_out_of_rotation import double_cancelled
from rulings.laws2017.rotation import WHAT, What, settled


def call_out_of_rotation(ask: Ask) -> Ruling:
    """Rule on any call at another player's turn."""
    # 29A: the call is accepted. 28: it was in rotation after all, or it is ignored
    ruling = settled(ask)
    if ruling is not None:
        return ruling

    # 29B: the call is not accepted. 29C: an artificial call counts by the denominations that it specifies
    match what := ask(WHAT):
        case What.PASS:
            return pass_cancelled(ask)
        case What.BID:
            return bid_cancelled(ask)
        case What.DOUBLE:
            return double_cancelled(ask)
        case _:
            assert_never(what)


LAW = Law(
    "29",
    gettext_noop("Call out of turn"),
    call_out_of_rotation,
    tile="declaration-hors-tour",
    finds=gettext_noop("call out of turn, out of rotation, not his turn, pass out of turn, opened out of turn"),
)

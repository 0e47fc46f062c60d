"""Law 22 - End of auction.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 22; FFB, Code 2017, Loi 22.
Before: Law 34, was a player kept from calling?
Sends:  39 for a call made after the end.
Rows:   LAWS.md 2.7, 17.R2.
"""

from typing import assert_never

from rulings.auction import Shown
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Seen
from rulings.engine.ruling import Note, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.table import Table


def end_of_auction(ask: Ask) -> Ruling:
    """Rule whether the auction is over, and on its contract."""
    match ended := ask(ENDED):
        case Ended.THREE_PASSES:
            return Ruling("22A1", LAST_BID, (CLARIFICATION,))
        case Ended.FOUR_PASSES:
            return passed_out()
        case Ended.CALLED_AGAIN:
            return Ruling("22", OVER, (Send(law="39", to="39", text=CANCELLED),), leads_on=True)
        case Ended.SKIPPED:
            return Ruling("17D3", NOT_OVER, (Send(law="34", to="34", text=HIS_TURN),), leads_on=True)
        case _:
            assert_never(ended)


LAW = Law(
    "22",
    gettext_noop("Is the auction over?"),
    end_of_auction,
    finds=gettext_noop("end of the auction, final pass, contract, is the auction over, passed out"),
)


def passed_out() -> Ruling:
    """Rule on an auction in which nobody has bid (22B)."""
    return Ruling("22B", PASSED_OUT, (STILL_TIME, NO_REDEAL))


# Questions


class Ended(Choice):
    THREE_PASSES = Option(
        "three_passes", gettext_noop("Three passes in turn after the last bid, double or redouble"), law="22A1"
    )
    FOUR_PASSES = Option("four_passes", gettext_noop("All four have passed, without a bid"), law="22B")
    CALLED_AGAIN = Option("called_again", gettext_noop("Somebody has called after three passes in turn"), law="39")
    SKIPPED = Option(
        "skipped", gettext_noop("Three passes, but one out of turn that kept a player from calling"), law="34"
    )


def how_it_ended(table: Table) -> Ended | None:
    """Read from the auction how it ended; None while it goes on."""
    auction = table.auction
    if auction is None or not auction.over:
        return Ended.SKIPPED if auction and auction.skipped else None
    if auction.irregular(Shown.AFTER_THE_END):
        return Ended.CALLED_AGAIN
    return Ended.THREE_PASSES if auction.contract else Ended.FOUR_PASSES


ENDED = ChooseOne("ended", "22", gettext_noop("How did the auction end?"), Ended, seen=Seen(how_it_ended))


# Words and effects

LAST_BID = gettext_noop(
    "The auction is over. The last bid is the contract, doubled or redoubled if it was so at the end."
)
CLARIFICATION = Note(
    law="22B2",
    text=gettext_noop(
        "The clarification period runs until a defender faces the opening lead; no call may be made in it."
    ),
)
PASSED_OUT = gettext_noop("All have passed: the hands go back to the board and the score is 0. There is no new deal.")
STILL_TIME = Note(
    law="17D2",
    text=gettext_noop(
        "Until the four hands are back, a call may still be changed if it was unintended (25A) or made on wrong "
        "information (21B)."
    ),
)
NO_REDEAL = Note(law="22B1", text=gettext_noop("The board is never dealt again after four passes."))
OVER = gettext_noop("The auction was over.")
CANCELLED = gettext_noop("Rule on a call after the end of the auction.")
NOT_OVER = gettext_noop("The auction is not over.")
HIS_TURN = gettext_noop("It goes back to the player who was kept from calling.")

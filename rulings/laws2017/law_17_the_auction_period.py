"""Law 17 - The auction period.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 17 and 22; FFB, Code 2017, Lois 17 et 22.
Sends:  34 for a player kept from calling; 25A and 21B for a call changed in time.
Rows:   LAWS.md 2.7, 17.R1 to 17.R3.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option
from rulings.engine.ruling import Note, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_22_end_of_auction import passed_out
from rulings.laws2017.law_34_retention_of_right_to_call import kept_from_calling


def auction_period(ask: Ask) -> Ruling:
    """Rule when the auction begins, who calls first, and whether it is over."""
    match period := ask(WHAT):
        case Period.BEGINS:
            return Ruling("17B", DEALER_FIRST, (FROM_THE_FIRST_HAND, TO_THE_LEAD))
        case Period.FOUR_PASSES:
            return passed_out()
        case Period.THREE_PASSES:
            return kept_from_calling(ask)
        case _:
            assert_never(period)


LAW = Law(
    "17",
    gettext_noop("Auction: beginning, end, passed out"),
    auction_period,
    finds=gettext_noop("passed out, four passes, redeal, who calls first, is the auction over"),
)


# Questions


class Period(Choice):
    BEGINS = Option("begins", gettext_noop("Who calls first, and from when?"), law="17")
    FOUR_PASSES = Option("four_passes", gettext_noop("All four have passed"), law="22B")
    THREE_PASSES = Option("three_passes", gettext_noop("Three passes, one of them out of turn"), law="17D3")


WHAT = ChooseOne("period", "17", gettext_noop("What is it about?"), Period)


# Words and effects

DEALER_FIRST = gettext_noop("The dealer calls first, then each player in turn, clockwise.")
FROM_THE_FIRST_HAND = Note(
    law="17A",
    text=gettext_noop("For each side the auction period begins when one of its players takes his cards out."),
)
TO_THE_LEAD = Note(
    law="17D1",
    text=gettext_noop("It ends when, after the auction, a defender faces a lead, even out of turn."),
)

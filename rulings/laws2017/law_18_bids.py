"""Law 18 - Bids.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 18; FFB, Code 2017, Loi 18.
Sends:  27 for a bid that is not sufficient.
Rows:   LAWS.md 4.1.
"""

from rulings.auction import height, is_bid
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Given, WhichCall, YesNo
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop


def sufficient_bid(ask: Ask) -> Ruling:
    """Rule whether this bid is higher than the last one."""
    ask(LAST)
    ask(BID)
    if ask(SUFFICIENT):
        return Ruling("18C", IS_SUFFICIENT)
    return Ruling("18D", IS_NOT, (Send(law="18D", to="27", hands=("bid",), text=RULE_ON_IT),))


LAW = Law(
    "18",
    gettext_noop("Is this bid sufficient?"),
    sufficient_bid,
    finds=gettext_noop("sufficient bid, order of the suits, higher bid, level, denomination"),
)


def is_sufficient(last: str, bid: str) -> bool | None:
    """Tell whether a bid is sufficient; None when one of the two is not a bid."""
    return height(bid) > height(last) if is_bid(last) and is_bid(bid) else None


# Questions

LAST = WhichCall("last_bid", "18", gettext_noop("Which was the last bid?"))
BID = WhichCall("bid", "18", gettext_noop("Which bid is made now?"))
SUFFICIENT = YesNo(
    "sufficient",
    "18C",
    gettext_noop("Is it higher: a higher level, or the same level in a higher denomination?"),
    why=gettext_noop("From the lowest: clubs, diamonds, hearts, spades, no trump."),
    given=Given(is_sufficient, LAST, BID),
)


# Words and effects

IS_SUFFICIENT = gettext_noop("[bid] is sufficient.")
IS_NOT = gettext_noop("[bid] is not sufficient.")
RULE_ON_IT = gettext_noop("Rule on an insufficient bid.")

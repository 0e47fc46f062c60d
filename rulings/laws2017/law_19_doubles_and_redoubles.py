"""Law 19 - Doubles and redoubles.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 19; FFB, Code 2017, Loi 19.
Sends:  36 for one that is not allowed; 16B for a slip that told the partner something.
Rows:   LAWS.md 4.1.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, WhichSeat
from rulings.engine.ruling import Accept, Info, Ruling, Send
from rulings.engine.text import gettext_noop


def double_or_redouble(ask: Ask) -> Ruling:
    """Rule whether this double or redouble is allowed, and of what."""
    ask(OFFENDER)
    match of := ask(OF):
        case Of.OPPONENTS:
            return Ruling("19A1", ALLOWED, (Accept(law="19A1", what="call", player="offender"),))
        case Of.WRONG_NAME:
            return Ruling("19A3", OF_THE_REAL_ONE, (Accept(law="19A3", what="call", player="offender"), SLIP))
        case Of.OTHER:
            send = Send(law="36", to="36", hands=("offender",), text=RULE_ON_IT)
            return Ruling("36", NOT_ALLOWED, (send,))
        case _:
            assert_never(of)


LAW = Law(
    "19",
    gettext_noop("Is this double or redouble allowed?"),
    double_or_redouble,
    finds=gettext_noop("double, redouble, doubled the wrong contract, said double of another bid"),
)


# Questions

OFFENDER = WhichSeat("offender", "19", gettext_noop("Who doubled or redoubled?"))


class Of(Choice):
    OPPONENTS = Option(
        "opponents", gettext_noop("The opponents’ last bid or double, with only passes since"), law="19A1"
    )
    WRONG_NAME = Option("wrong_name", gettext_noop("The same, but he named another level or denomination"), law="19A3")
    OTHER = Option("other", gettext_noop("Anything else"), law="36")


OF = ChooseOne("of", "19", gettext_noop("What did [offender] double or redouble?"), Of)


# Words and effects

ALLOWED = gettext_noop("The call is allowed. A later legal bid would annul it.")
OF_THE_REAL_ONE = gettext_noop("The call counts for the bid that was really made.")
SLIP = Info(
    law="16B",
    source="slip",
    ui_for=("partner",),
    ai_for=("non_offending_side",),
    text=gettext_noop("What the slip tells is unauthorised for [partner]."),
)
NOT_ALLOWED = gettext_noop("The call is not allowed and may not be accepted.")
RULE_ON_IT = gettext_noop("Rule on an inadmissible double or redouble.")

"""Law 35 - Inadmissible calls.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 35; FFB, Code 2017, Loi 35.
Sends:  36 a double or redouble that is not allowed, 37 a call by a player who must pass, 38 a bid of more than seven,
        39 a call after the final pass.
Rows:   LAWS.md 4.10; the rows are those of Laws 36 to 39.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop


def inadmissible_call(ask: Ask) -> Ruling:
    """Ask which of the four inadmissible calls it is, which no opponent may accept."""
    which = ask(WHICH)
    return Ruling("35", NEVER_ACCEPTED, (Send(law=which.law, to=which.law, text=RULE_ON[which]),), leads_on=True)


LAW = Law(
    "35",
    gettext_noop("Inadmissible call"),
    inadmissible_call,
    finds=gettext_noop("inadmissible call, impossible call, not allowed"),
)


# Questions


class Which(Choice):
    DOUBLE = Option("double", gettext_noop("A double or redouble that is not allowed"), law="36")
    HAD_TO_PASS = Option("had_to_pass", gettext_noop("A call by a player who had to pass"), law="37")
    MORE_THAN_SEVEN = Option("more_than_seven", gettext_noop("A bid of more than seven"), law="38")
    AFTER_THE_END = Option("after_the_end", gettext_noop("A call after the end of the auction"), law="39")


WHICH = ChooseOne("which", "35", gettext_noop("What was called?"), Which)


# Words and effects

NEVER_ACCEPTED = gettext_noop("An inadmissible call is rectified, whatever the opponents say.")
RULE_ON = {
    Which.DOUBLE: gettext_noop("Rule on an inadmissible double or redouble."),
    Which.HAD_TO_PASS: gettext_noop("Rule on a call by a player who had to pass."),
    Which.MORE_THAN_SEVEN: gettext_noop("Rule on a bid of more than seven."),
    Which.AFTER_THE_END: gettext_noop("Rule on a call after the end of the auction."),
}

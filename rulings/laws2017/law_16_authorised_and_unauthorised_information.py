"""Law 16 - Authorised and unauthorised information.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 16C and 55C; FFB, Code 2017, Lois 16C et 55C.
Before: the law that had a card or a call taken back.
Sends:  12C1 for the score.
Gap:    information from partner (16B) and from elsewhere (16D) is not ruled here yet.
Rows:   LAWS.md 3.3, and 53.R11 as far as its review goes.

Two reviews of the end of play: `16C` what the offending side has seen of an action taken back, `55C`
what declarer has learnt from a lead out of turn that was refused. `REFUSED_LEAD_LATER` opens the second; the first is
opened from the list of laws when the other side calls.
"""

from dataclasses import replace

from rulings.inquiry import Ask, Law
from rulings.laws2017.law_12_directors_discretionary_powers import DECLARER, RESULT_STANDS, assign
from rulings.questions import WhichSeat, YesNo
from rulings.ruling import Duty, Ruling, When
from rulings.text import gettext_noop

OFFENDER = WhichSeat("offender", "16C", gettext_noop("Who is the offender?"))
SUGGESTED = YesNo(
    "suggested",
    "16C2",
    gettext_noop("Did [offending_side] choose an action that what had been taken back suggested over another?"),
    why=gettext_noop("What the offending side knows of an action taken back, by either side, is unauthorised for it."),
)
ALTERNATIVE = YesNo(
    "alternative",
    "16C2",
    gettext_noop(
        "Was there another action that his peers would seriously have considered, and that some might have chosen?"
    ),
    why=gettext_noop("Ask three to five players of the same level, without telling them what happened at the table."),
)
DAMAGE = YesNo(
    "damage",
    "16C3",
    gettext_noop("Has the other side a worse result because of that choice?"),
)
BASED = YesNo(
    "based",
    "55C",
    gettext_noop("Could declarer’s line of play have been based on what he learnt from the refusal of his lead?"),
    why=gettext_noop("A defender’s choice, reaction or hesitation may have told him where a card lies."),
)

REFUSED_LEAD_LATER = Duty(
    "55C",
    When.END_OF_PLAY,
    gettext_noop("Could declarer’s line rest on what he learnt from the refusal of his lead?"),
    opens="55C",
    hands=("declarer",),
)


def withdrawn(ask: Ask) -> Ruling:
    """What was taken back is unauthorised for the offending side: was it used?"""
    ask(OFFENDER)
    if not (ask(SUGGESTED) and ask(ALTERNATIVE) and ask(DAMAGE)):
        return Ruling("16C2", RESULT_STANDS, closes=True)
    return replace(assign(ask, "16C3", "non_offending_side"), closes=True)


def refused_lead(ask: Ask) -> Ruling:
    """Law 55C: declarer's lead from the wrong hand was refused; did what he learnt guide his play?"""
    if not (ask(BASED) and ask(DAMAGE)):
        return Ruling("55C", RESULT_STANDS, closes=True)
    ask(DECLARER)
    return replace(assign(ask, "55C", "defenders"), closes=True)


LAW = Law(
    "16C",
    gettext_noop("Action taken back: was it used?"),
    withdrawn,
    finds=gettext_noop("withdrawn card, withdrawn call, unauthorised information, end of play"),
)
REFUSED = Law(
    "55C",
    gettext_noop("Declarer’s lead refused: the end of play"),
    refused_lead,
    finds=gettext_noop("wrong hand, lead refused, declarer’s line, end of play"),
)

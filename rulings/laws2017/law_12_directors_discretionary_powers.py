"""Law 12 - Director's discretionary powers.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 12; FFB, Code 2017, Loi 12.
Before: the law whose rectification is not enough, or that prescribes none.
Gap:    weighted scores and the indemnity of non-offenders (12C1(c) to (e)) are not asked yet; a score is assigned on
        one number of declarer's tricks.
Rows:   LAWS.md 10.1, as far as the laws of play need it.

Shared by the reviews at the end of play: the probable result in place of the table's, or percentages when none can be
found. ``declarer`` and ``probable_tricks`` are the facts they leave.
"""

from typing import assert_never

from rulings.inquiry import Ask
from rulings.questions import Choice, ChooseOne, Count, WhichSeat, Words
from rulings.ruling import Artificial, AssignedScore, Presence, Ruling
from rulings.text import gettext_noop


class Fault(Choice):
    NONE = "none", gettext_noop("In no way"), gettext_noop("Average plus: 60%")
    PARTLY = "partly", gettext_noop("In part"), gettext_noop("Average: 50%")
    WHOLLY = "wholly", gettext_noop("Directly"), gettext_noop("Average minus: 40%")


class Damaged(Choice):
    NOBODY = "nobody", gettext_noop("Neither side")
    DECLARING_SIDE = "declaring_side", gettext_noop("Yes, the declaring side")
    DEFENDERS = "defenders", gettext_noop("Yes, the defenders")


PERCENT = {Fault.NONE: 60, Fault.PARTLY: 50, Fault.WHOLLY: 40}

DECLARER = WhichSeat("declarer", "12C1", gettext_noop("Who is declarer?"))
LINE = Words(
    "line_without",
    "12C1",
    gettext_noop("Without the irregularity, how would the players have gone on?"),
    why=gettext_noop("Ask them before judging, and write down what they say."),
)
PROBABLE_TRICKS = Count(
    "probable_tricks",
    "12C1",
    gettext_noop("How many tricks would declarer probably have won without the irregularity?"),
    why=gettext_noop("The score is assigned on this number. It must follow from a legal and plausible line of play."),
)
DAMAGED = ChooseOne(
    "damaged",
    "12B1",
    gettext_noop("Because of the irregularity, has a side a worse result than it would have had?"),
    Damaged,
    why=gettext_noop("Compare the result at the table with the one expected had the irregularity not occurred."),
)
FAULT_NS = ChooseOne("fault_ns", "12C2", gettext_noop("Was North-South at fault?"), Fault)
FAULT_EW = ChooseOne("fault_ew", "12C2", gettext_noop("Was East-West at fault?"), Fault)

RESULT_STANDS = gettext_noop("The result of the table stands.")
SCORE_ADJUSTED = gettext_noop("The score is adjusted: [probable_tricks] for declarer.")
NO_RESULT = gettext_noop("The board has no result: each side receives a percentage.")
PROBABLE = gettext_noop("The score becomes the probable result without the irregularity (12C1): [probable_tricks].")


def come_back(law: str) -> Presence:
    """The director returns when the play has ended."""
    return Presence(law=law, do="RETURN", until="end_of_play", text=gettext_noop("Come back at the end of play."))


def assign(ask: Ask, law: str, favours: str, *, by: str = "") -> Ruling:
    """The probable result, assigned under *law* to make good the damage of the side named; *by* 12C1 if that law only
    leaves room for it."""
    ask(LINE)
    ask(PROBABLE_TRICKS)
    assigned = AssignedScore(law=by or law, tricks="probable_tricks", favours=favours, text=PROBABLE)
    return Ruling(law, SCORE_ADJUSTED, (assigned,))


def if_damaged(ask: Ask, law: str) -> Ruling:
    """Nobody is at fault, or both are: the score is adjusted for the side that was damaged, if there is one."""
    match damaged := ask(DAMAGED):
        case Damaged.NOBODY:
            return Ruling(law, RESULT_STANDS)
        case Damaged.DECLARING_SIDE | Damaged.DEFENDERS:
            ask(DECLARER)
            return assign(ask, law, str(damaged.value), by="12C1")
        case _:
            assert_never(damaged)


def no_result(ask: Ask, law: str) -> Ruling:
    """Law 12C2: no result can be had; 60, 50 or 40 per cent by each side's part in it."""
    ns, ew = PERCENT[ask(FAULT_NS)], PERCENT[ask(FAULT_EW)]
    return Ruling(law, NO_RESULT, (Artificial(law="12C2", ns=ns, ew=ew, text=ARTIFICIAL[ns, ew]),))


ARTIFICIAL = {
    (60, 60): gettext_noop("North-South 60%, East-West 60%."),
    (60, 50): gettext_noop("North-South 60%, East-West 50%."),
    (60, 40): gettext_noop("North-South 60%, East-West 40%."),
    (50, 60): gettext_noop("North-South 50%, East-West 60%."),
    (50, 50): gettext_noop("North-South 50%, East-West 50%."),
    (50, 40): gettext_noop("North-South 50%, East-West 40%."),
    (40, 60): gettext_noop("North-South 40%, East-West 60%."),
    (40, 50): gettext_noop("North-South 40%, East-West 50%."),
    (40, 40): gettext_noop("North-South 40%, East-West 40%."),
}

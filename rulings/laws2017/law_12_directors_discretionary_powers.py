"""Law 12 - Director's discretionary powers.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 12; FFB, Code 2017, Loi 12.
Before: the law whose rectification is not enough, or that prescribes none.
Sends:  82 a rectification that was wrong.
Rows:   LAWS.md 10.1, 12.R1 to 12.R7, 12.R9; the last three are computed with the score. Reading: 12.R6.
Custom: 12C4. That a half IMP of a knock-out board goes to the side that did not offend.

The entry finds the kind of adjusted score; weights and splits are put together where the field is seen. Shared by the
reviews at the end of play: ``declarer``, ``probable_tricks``, ``probable_contract`` are the facts they leave.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Count, Given, WhichContract, WhichSeat, Words, YesNo
from rulings.engine.ruling import Artificial, AssignedScore, ConsiderAdjusting, Note, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.terms import DECLARER


def adjusted(ask: Ask) -> Ruling:
    """Is the score adjusted, and how?"""
    why = ask(WHY_ADJUST)
    match why:
        case Why.TOO_HARSH:
            return Ruling("12B2", NEVER_FOR_THAT)
        case Why.WRONG_RULING:
            return Ruling("82C", WRONG_RULING, (ERROR_NEXT,))
        case Why.NO_NORMAL_PLAY:
            score = no_result(ask, "12A2")
            return Ruling("12A2", score.text, (*score.rectifications, BY_SESSION, IN_A_MATCH))
        case Why.NOTHING_PRESCRIBED:
            return for_the_damaged(ask)
        case _:
            assert_never(why)


LAW = Law(
    "12",
    gettext_noop("Is the score adjusted, and how?"),
    adjusted,
    finds=gettext_noop("adjusted score, damage, assigned, weighted, average, equity, split score, redress"),
)


def for_the_damaged(ask: Ask) -> Ruling:
    # A1, B1. Only for the side that did not offend, and only if it was damaged
    damaged = ask(INNOCENT_DAMAGED)
    match damaged:
        case Damaged.NOBODY:
            return Ruling("12B1", RESULT_STANDS)
        case Damaged.DECLARING_SIDE:
            return with_own_part(ask, score_found(ask, "12A1", "declaring_side"), OWN_FAULT)
        case Damaged.DEFENDERS:
            return with_own_part(ask, score_found(ask, "12A1", "defenders"), OWN_FAULT)
        case _:
            assert_never(damaged)


def with_own_part(ask: Ask, score: Ruling, own_fault: YesNo) -> Ruling:
    """C1(e): what the damaged side lost by its own fault stays lost; the offenders get no more for it. Averages are by
    fault already."""
    averages = any(isinstance(one, Artificial) for one in score.rectifications)
    if averages or not ask(own_fault):
        return score
    return replace(score, rectifications=(*score.rectifications, KEEPS_ITS_LOSS, UNBALANCED))


def adjusted_score(ask: Ask, law: str, favours: SideName) -> Ruling:
    """Law 12C in favour of the side that an infraction has damaged: by its own fault too, only where the director says
    so."""
    return with_own_part(ask, score_found(ask, law, favours), OWN_FAULT_REVIEWED)


def score_found(ask: Ask, law: str, favours: SideName) -> Ruling:
    """One probable result (in the contract of the table or in another), several with weights, or none to be found."""
    kind = ask(KIND_OF_SCORE)
    if kind is KindOfScore.SAME_CONTRACT:
        ask(DECLARER)
    return score_of_kind(ask, kind, law, favours, by="12C1")


def score_of_kind(ask: Ask, kind: "KindOfScore", law: str, favours: SideName, *, by: str) -> Ruling:
    """The adjusted score of this kind; *by* 12C1 if *law* only leaves room for one probable result."""
    match kind:
        case KindOfScore.SAME_CONTRACT:
            return assign(ask, law, favours, by=by)
        case KindOfScore.OTHER_CONTRACT:
            return in_another_contract(ask, law, favours)
        case KindOfScore.WEIGHTED:
            ask(LINE)
            return Ruling(law, SEVERAL_RESULTS, (WEIGHTS,))
        case KindOfScore.NOT_OBVIOUS | KindOfScore.NO_RESULT:
            return no_result(ask, law)
        case _:
            assert_never(kind)


def in_another_contract(ask: Ask, law: str, favours: SideName) -> Ruling:
    ask(PROBABLE_CONTRACT)
    if ask(PROBABLY_PASSED_OUT):
        ask(LINE)
        nothing = AssignedScore(law="12C1", tricks="", contract="probable_contract", favours=favours, text=IS_ZERO)
        return Ruling(law, WOULD_BE_PASSED_OUT, (nothing,))
    ask(PROBABLE_DECLARER)
    ask(LINE)
    ask(PROBABLE_TRICKS)
    assigned = AssignedScore(
        law="12C1",
        tricks="probable_tricks",
        contract="probable_contract",
        declarer="probable_declarer",
        favours=favours,
        text=IN_CONTRACT,
    )
    return Ruling(law, OTHER_CONTRACT, (assigned,))


def come_back(law: str) -> Presence:
    """The director returns when the play has ended."""
    return Presence(law=law, do="RETURN", until="end_of_play", text=gettext_noop("Come back at the end of play."))


def assign(ask: Ask, law: str, favours: SideName, *, by: str = "") -> Ruling:
    """The probable result, assigned under *law* to make good the damage of the side named; *by* 12C1 if that law only
    leaves room for it."""
    ask(LINE)
    ask(PROBABLE_TRICKS)
    assigned = AssignedScore(law=by or law, tricks="probable_tricks", favours=favours, text=PROBABLE)
    return Ruling(law, SCORE_ADJUSTED, (assigned,))


def judged_after_play(ask: Ask, meanwhile: Ruling) -> None:
    """Damage is judged once the board has been played: now, if it has; otherwise *meanwhile* holds until then."""
    if not ask(BOARD_OVER):
        ask.wait(When.END_OF_PLAY, meanwhile=meanwhile)


def reviewed_score(ask: Ask, law: str, favours: SideName, *, by: str = "") -> Ruling:
    """The score that a review at the end leaves: one result in the contract of the table, unless the director says that
    it would have been another contract, or several results."""
    return score_of_kind(ask, ask(KIND_OF_SCORE_REVIEWED), law, favours, by=by)


def score_of_the_damaged(ask: Ask, law: str) -> Ruling:
    """The same for the side that did not offend, less the part of its loss that the director says was its own."""
    return with_own_part(ask, reviewed_score(ask, law, "non_offending_side"), OWN_FAULT_REVIEWED)


def if_damaged(ask: Ask, law: str) -> Ruling:
    """Nobody is at fault, or both are: the score is adjusted for the side that was damaged, if there is one."""
    match damaged := ask(DAMAGED):
        case Damaged.NOBODY:
            return Ruling(law, RESULT_STANDS)
        case Damaged.DECLARING_SIDE | Damaged.DEFENDERS:
            ask(DECLARER)
            favours: SideName = "declaring_side" if damaged is Damaged.DECLARING_SIDE else "defenders"
            return reviewed_score(ask, law, favours, by="12C1")
        case _:
            assert_never(damaged)


def no_result(ask: Ask, law: str) -> Ruling:
    """Law 12C2: no result can be had; 60, 50 or 40 per cent by each side's part in it."""
    ns, ew = PERCENT[ask(FAULT_NS)], PERCENT[ask(FAULT_EW)]
    return Ruling(law, NO_RESULT, (Artificial(law="12C2", ns=ns, ew=ew, text=ARTIFICIAL[ns, ew]),))


# Questions


class Why(Choice):
    NOTHING_PRESCRIBED = (
        "nothing_prescribed",
        gettext_noop("A side may have been damaged, and the law prescribes no rectification"),
        "",
        "12A1",
    )
    NO_NORMAL_PLAY = "no_normal_play", gettext_noop("The board cannot be played normally any more"), "", "12A2"
    WRONG_RULING = "wrong_ruling", gettext_noop("A wrong rectification was applied"), "", "12A3"
    TOO_HARSH = "too_harsh", gettext_noop("The prescribed rectification looks too harsh, or too mild"), "", "12B2"


class KindOfScore(Choice):
    SAME_CONTRACT = "same_contract", gettext_noop("One probable result, in the contract of the table"), "", "12C1"
    OTHER_CONTRACT = "other_contract", gettext_noop("One probable result, in another contract"), "", "12C1"
    WEIGHTED = (
        "weighted",
        gettext_noop("Several probable results"),
        gettext_noop("Each counts with its weight."),
        "12C1(c)",
    )
    NOT_OBVIOUS = (
        "not_obvious",
        gettext_noop("Very many possible results, or none that is obvious"),
        gettext_noop("Averages may be given, by each side’s fault."),
        "12C1(d)",
    )
    NO_RESULT = (
        "no_result",
        gettext_noop("No result can be found"),
        gettext_noop("Averages, by each side’s fault."),
        "12C2",
    )


WHY_ADJUST = ChooseOne("why_adjust", "12A", gettext_noop("Why should the score be adjusted?"), Why)
KIND_OF_SCORE = ChooseOne(
    "kind_of_score",
    "12C1",
    gettext_noop("What would probably have happened without the infraction?"),
    KindOfScore,
    why=gettext_noop("Only results that could be reached legally; never one that needed the infraction itself."),
)
KIND_OF_SCORE_REVIEWED = replace(KIND_OF_SCORE, assumed=KindOfScore.SAME_CONTRACT.value)
PROBABLE_CONTRACT = WhichContract(
    "probable_contract", "12C1", gettext_noop("Which contract would probably have been played?")
)
PROBABLY_PASSED_OUT = YesNo(
    "probably_passed_out",
    "12C1",
    gettext_noop("Would all four players have passed?"),
    given=Given(lambda contract: contract is None, PROBABLE_CONTRACT),
    assumed="no",
)
PROBABLE_DECLARER = WhichSeat("probable_declarer", "12C1", gettext_noop("Who would have declared it?"))
OWN_FAULT = YesNo(
    "own_fault",
    "12C1(e)",
    gettext_noop("After the infraction, did the damaged side make an extremely serious error, or gamble?"),
    why=gettext_noop(
        "An error that has nothing to do with the infraction, or a wild action that counted on the director if it "
        "failed. "
        "An ordinary mistake is not one."
    ),
)
OWN_FAULT_REVIEWED = replace(OWN_FAULT, assumed="no")
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


BOARD_OVER = YesNo(
    "board_over",
    "12B1",
    gettext_noop("Is the board over?"),
    why=gettext_noop("Damage is judged when the result is known; until then the board is played to the end."),
)


class Damaged(Choice):
    DECLARING_SIDE = "declaring_side", gettext_noop("Yes, the declaring side")
    DEFENDERS = "defenders", gettext_noop("Yes, the defenders")
    NOBODY = "nobody", gettext_noop("Neither side")


DAMAGED = ChooseOne(
    "damaged",
    "12B1",
    gettext_noop("Because of the irregularity, has a side a worse result than it would have had?"),
    Damaged,
    why=gettext_noop("Compare the result at the table with the one expected had the irregularity not occurred."),
)
INNOCENT_DAMAGED = replace(
    DAMAGED,
    text=gettext_noop(
        "Because of the irregularity, has the side that did not offend a worse result than it would have had?"
    ),
)


class Fault(Choice):
    NONE = "none", gettext_noop("In no way"), gettext_noop("Average plus: 60%")
    PARTLY = "partly", gettext_noop("In part"), gettext_noop("Average: 50%")
    WHOLLY = "wholly", gettext_noop("Directly"), gettext_noop("Average minus: 40%")


FAULT_NS = ChooseOne("fault_ns", "12C2", gettext_noop("Was North-South at fault?"), Fault)
FAULT_EW = ChooseOne("fault_ew", "12C2", gettext_noop("Was East-West at fault?"), Fault)


# Words and effects


PROBABLE = gettext_noop("The score becomes the probable result without the irregularity (12C1): [probable_tricks].")
SCORE_ADJUSTED = gettext_noop("The score is adjusted: [probable_tricks] for declarer.")
NEVER_FOR_THAT = gettext_noop(
    "The score is never adjusted because a prescribed rectification looks too harsh or too mild."
)
WRONG_RULING = gettext_noop("A wrong rectification was applied: both sides count as not having offended.")
ERROR_NEXT = Send(law="82C", to="82", hands=("by_director=yes",), text=gettext_noop("Now rule on the error."))
BY_SESSION = Note(
    law="88",
    text=gettext_noop(
        "A pair in no way at fault that has more than 60 per cent on its other boards of the session receives that "
        "percentage; a pair "
        "directly at fault that has less than 40 per cent receives that lower one. The ranking computes it."
    ),
)
IN_A_MATCH = Note(
    law="86B1",
    text=gettext_noop(
        "In teams: if the result of the other table clearly favours a side, a result is assigned instead; rule by "
        "Law 86."
    ),
)
SEVERAL_RESULTS = gettext_noop("The score is adjusted: several results, each with its weight.")
WEIGHTS = ConsiderAdjusting(
    law="12C1(c)",
    when="now",
    text=gettext_noop("Put the results and their weights together on the page of the score; they make 100%."),
)
OTHER_CONTRACT = gettext_noop("The score is adjusted: [probable_contract], [probable_tricks] for declarer.")
IN_CONTRACT = gettext_noop("The score becomes the probable result (12C1): [probable_contract], [probable_tricks].")
WOULD_BE_PASSED_OUT = gettext_noop("The score is adjusted: passed out, 0.")
IS_ZERO = gettext_noop("The score becomes the probable result (12C1): passed out, 0.")
KEEPS_ITS_LOSS = ConsiderAdjusting(
    law="12C1(e)",
    when="now",
    text=gettext_noop(
        "The offenders get the score without the infraction. The damaged side keeps the part of its loss that it "
        "inflicted on "
        "itself: say it on the page of the score."
    ),
)
UNBALANCED = Note(
    law="12C4", text=gettext_noop("The two sides’ scores need not balance; in a knock-out match they are averaged.")
)
RESULT_STANDS = gettext_noop("The result of the table stands.")
PERCENT = {Fault.NONE: 60, Fault.PARTLY: 50, Fault.WHOLLY: 40}
NO_RESULT = gettext_noop("The board has no result: each side receives a percentage.")
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

"""Law 12 - Director's discretionary powers.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 12; FFB, Code 2017, Loi 12.
Before: the law whose rectification is not enough, or that prescribes none.
Sends:  82 a rectification that was wrong.
Rows:   LAWS.md 10.1, 12.R1 to 12.R7, 12.R9; the last three are computed with the score. Reading: 12.R6.
Custom: 12C4. Half an IMP of a knock-out board goes to the side that did not offend.

The inquiry finds the kind of adjusted score; weights and split scores are entered on the page of the score. The reviews
at the end of play share its questions and leave the facts ``declarer``, ``probable_tricks`` and ``probable_contract``.
"""

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Side
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Count, Given, Option, WhichContract, WhichSeat, Words, YesNo
from rulings.engine.ruling import Artificial, AssignedScore, ConsiderAdjusting, Note, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.event import FORM, MATCHES, of_averages
from rulings.laws2017.terms import DECLARER


def adjusted(ask: Ask) -> Ruling:
    """Is the score adjusted, and how?"""
    why = ask(WHY_ADJUST)
    match why:
        case Why.TOO_HARSH:
            return Ruling("12B2", NEVER_FOR_THAT)
        case Why.WRONG_RULING:
            return Ruling("82C", WRONG_RULING, (ERROR_NEXT,), leads_on=True)
        case Why.NO_NORMAL_PLAY:
            if ask(FORM) in MATCHES:
                return Ruling("86B1", OTHER_TABLE, (TO_THE_MATCH,), leads_on=True)
            score = no_result(ask, "12A2")
            return Ruling("12A2", score.text, (*score.rectifications, *of_averages(ask)))
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
    """Add that the damaged side bears the loss by its own fault (12C1(e)), and that the offenders do not gain from it.
    An average depends on the fault already."""
    averages = any(isinstance(effect, Artificial) for effect in score.rectifications)
    if averages or not ask(own_fault):
        return score
    return replace(score, rectifications=(*score.rectifications, KEEPS_ITS_LOSS, UNBALANCED))


def adjusted_score(ask: Ask, law: str, favours: SideName) -> Ruling:
    """Adjust the score by Law 12C in favour of the side that an infraction has damaged; the director says whether part
    of the damage is its own fault."""
    return with_own_part(ask, score_found(ask, law, favours), OWN_FAULT_REVIEWED)


def score_found(ask: Ask, law: str, favours: SideName) -> Ruling:
    """Ask what result is found: one probable result (in the contract of the table or in another), several with weights,
    or none."""
    kind = ask(KIND_OF_SCORE)
    if kind is KindOfScore.SAME_CONTRACT:
        ask(DECLARER)
    return score_of_kind(ask, kind, law, favours, by="12C1")


def score_of_kind(ask: Ask, kind: "KindOfScore", law: str, favours: SideName, *, by: str) -> Ruling:
    """Build the adjusted score of this kind under the law *by*: 12C1 where *law* itself only permits an adjustment."""
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
    """Open the duty to return when the play has ended."""
    return Presence(law=law, do="RETURN", until="end_of_play", text=gettext_noop("Come back at the end of play."))


def assign(ask: Ask, law: str, favours: SideName, *, by: str = "") -> Ruling:
    """Assign the probable result under *law*, to make good the damage of the side named; *by* 12C1 if *law* only
    permits an adjustment."""
    ask(LINE)
    ask(PROBABLE_TRICKS)
    assigned = AssignedScore(law=by or law, tricks="probable_tricks", favours=favours, text=PROBABLE)
    return Ruling(law, SCORE_ADJUSTED, (assigned,))


def judged_after_play(ask: Ask, meanwhile: Ruling) -> None:
    """Ask about damage once the board has been played: now, if it has; otherwise *meanwhile* holds until then."""
    if not ask(BOARD_OVER):
        ask.wait(When.END_OF_PLAY, meanwhile=meanwhile)


def reviewed_score(ask: Ask, law: str, favours: SideName, *, by: str = "") -> Ruling:
    """Ask for the score of a review at the end: one result in the contract of the table, unless the director chooses
    another contract or several results."""
    return score_of_kind(ask, ask(KIND_OF_SCORE_REVIEWED), law, favours, by=by)


def score_of_the_damaged(ask: Ask, law: str) -> Ruling:
    """Build the adjusted score of the side that did not offend, less the part of its loss that it caused itself, as the
    director judges."""
    return with_own_part(ask, reviewed_score(ask, law, "non_offending_side"), OWN_FAULT_REVIEWED)


def if_damaged(ask: Ask, law: str) -> Ruling:
    """Adjust the score for the side that was damaged, if any, where nobody or both sides are at fault."""
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
    """Award averages where no result can be had (12C2), by each side's fault, in the unit of the event."""
    ns, ew = PERCENT[ask(FAULT_NS)], PERCENT[ask(FAULT_EW)]
    return Ruling(law, NO_RESULT, (Artificial(law="12C2", ns=ns, ew=ew, text=ARTIFICIAL[ns, ew]),))


def no_result_for(ask: Ask, law: str, side: Side) -> Ruling:
    """Award an average to one side alone; the other keeps the score that it has."""
    percent = PERCENT[ask(FAULT_NS if side is Side.NS else FAULT_EW)]
    ns, ew = (percent, None) if side is Side.NS else (None, percent)
    return Ruling(law, NO_RESULT_FOR_ONE, (Artificial(law="12C2", ns=ns, ew=ew, text=ONE_SIDED[side, percent]),))


# Questions


class Why(Choice):
    NOTHING_PRESCRIBED = Option(
        "nothing_prescribed",
        gettext_noop("A side may have been damaged, and the law prescribes no rectification"),
        law="12A1",
    )
    NO_NORMAL_PLAY = Option("no_normal_play", gettext_noop("The board cannot be played normally any more"), law="12A2")
    WRONG_RULING = Option("wrong_ruling", gettext_noop("A wrong rectification was applied"), law="12A3")
    TOO_HARSH = Option(
        "too_harsh", gettext_noop("The prescribed rectification looks too harsh, or too mild"), law="12B2"
    )


class KindOfScore(Choice):
    SAME_CONTRACT = Option(
        "same_contract", gettext_noop("One probable result, in the contract of the table"), law="12C1"
    )
    OTHER_CONTRACT = Option("other_contract", gettext_noop("One probable result, in another contract"), law="12C1")
    WEIGHTED = Option(
        "weighted",
        gettext_noop("Several probable results"),
        entails=gettext_noop("Each counts with its weight."),
        law="12C1(c)",
    )
    NOT_OBVIOUS = Option(
        "not_obvious",
        gettext_noop("Very many possible results, or none that is obvious"),
        entails=gettext_noop("Averages may be given, by each side’s fault."),
        law="12C1(d)",
    )
    NO_RESULT = Option(
        "no_result",
        gettext_noop("No result can be found"),
        entails=gettext_noop("Averages, by each side’s fault."),
        law="12C2",
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
    DECLARING_SIDE = Option("declaring_side", gettext_noop("Yes, the declaring side"))
    DEFENDERS = Option("defenders", gettext_noop("Yes, the defenders"))
    NOBODY = Option("nobody", gettext_noop("Neither side"))


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
    NONE = Option("none", gettext_noop("In no way"), entails=gettext_noop("Average plus: [event_form:plus]"))
    PARTLY = Option("partly", gettext_noop("In part"), entails=gettext_noop("Average: [event_form:even]"))
    WHOLLY = Option("wholly", gettext_noop("Directly"), entails=gettext_noop("Average minus: [event_form:minus]"))


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
OTHER_TABLE = gettext_noop("In a match the result of the other table comes first.")
TO_THE_MATCH = Send(law="86B1", to="88", text=gettext_noop("Now rule on the board that could not be played."))
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
NO_RESULT = gettext_noop("The board has no result: each side receives an average.")
NO_RESULT_FOR_ONE = gettext_noop("One side has no result here, and receives an average; the other keeps what it has.")
ONE_SIDED = {
    (Side.NS, 60): gettext_noop("North-South [event_form:plus]; East-West keeps the score that it has."),
    (Side.NS, 50): gettext_noop("North-South [event_form:even]; East-West keeps the score that it has."),
    (Side.NS, 40): gettext_noop("North-South [event_form:minus]; East-West keeps the score that it has."),
    (Side.EW, 60): gettext_noop("East-West [event_form:plus]; North-South keeps the score that it has."),
    (Side.EW, 50): gettext_noop("East-West [event_form:even]; North-South keeps the score that it has."),
    (Side.EW, 40): gettext_noop("East-West [event_form:minus]; North-South keeps the score that it has."),
}
ARTIFICIAL = {
    (60, 60): gettext_noop("North-South [event_form:plus], East-West [event_form:plus]."),
    (60, 50): gettext_noop("North-South [event_form:plus], East-West [event_form:even]."),
    (60, 40): gettext_noop("North-South [event_form:plus], East-West [event_form:minus]."),
    (50, 60): gettext_noop("North-South [event_form:even], East-West [event_form:plus]."),
    (50, 50): gettext_noop("North-South [event_form:even], East-West [event_form:even]."),
    (50, 40): gettext_noop("North-South [event_form:even], East-West [event_form:minus]."),
    (40, 60): gettext_noop("North-South [event_form:minus], East-West [event_form:plus]."),
    (40, 50): gettext_noop("North-South [event_form:minus], East-West [event_form:even]."),
    (40, 40): gettext_noop("North-South [event_form:minus], East-West [event_form:minus]."),
}

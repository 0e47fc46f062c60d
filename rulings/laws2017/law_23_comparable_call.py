"""Law 23 - Comparable call.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 23; FFB, Code 2017, Loi 23.
Before: a call that was withdrawn and replaced (27, 30, 31, 32).
Sends:  23C at the end of play, and 12C1 for the score; 27B3 for a double that is not comparable.
Rows:   LAWS.md 4.2, 23.R1, 23.R2.

The director judges and gives his reasons; nothing is computed. He writes down the meanings first, then goes through the
three tests in the order of the Law. He judges away from the table, and the players are not told what was meant.
"""

from dataclasses import replace
from typing import assert_never

from rulings.auction import DOUBLE, REDOUBLE
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, WhichCall, WhichSeat, Words, YesNo
from rulings.engine.ruling import ConsiderAdjusting, Duty, Note, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import LEAVE, cancel, not_comparable, stands
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, adjusted_score
from rulings.laws2017.terms import Effects


def comparable_call(ask: Ask) -> Ruling:
    """Rule whether the new call is comparable with the one withdrawn, and what follows."""
    ask(OFFENDER)
    after = ask(AFTER)
    ask(WITHDRAWN)
    ask(REPLACEMENT)
    if comparable(ask):
        return Ruling("23A", NO_RESTRICTION, no_restriction("23A"), (HELPED_LATER,))
    match after:
        case After.INSUFFICIENT if ask(IS_DOUBLE):
            return Ruling("27B3", DOUBLE_NOT_ALLOWED, (CALL_AGAIN,))
        case After.INSUFFICIENT:
            effects, duties = not_comparable("27B2", "partner", lasts="rest_of_auction")
            text = SILENCED_FOR_GOOD
        case After.OUT_OF_TURN:
            effects, duties = not_comparable("31A2(b)", "partner", lasts="once")
            text = SILENCED_ONCE
        case _:
            assert_never(after)
    return Ruling("23A", text, (cancel("23A"), stands("23A", "replacement"), *effects, JUDGED_NOT, LEAVE), duties)


LAW = Law(
    "23",
    gettext_noop("Is the new call comparable?"),
    comparable_call,
    finds=gettext_noop("comparable call, same meaning, Spoutnik, negative double, replacement, substitute"),
)


def comparable(ask: Ask, first: str = "call", new: str = "replacement") -> bool:
    """Ask for the meanings, then the three tests of 23A. Laws 25 to 32 use this function too. *first* and *new* are the
    facts of the calls."""
    ask(FIRST_MEANING[first])
    ask(NEW_MEANING[new])
    return ask(COMPARABLE) is not Comparable.NO


def no_restriction(law: str) -> Effects:
    """Say that the new call is comparable: nobody must pass, no lead is forbidden, and 16C2 does not apply (26A)."""
    return (cancel(law), stands(law, "replacement"), HELPED, JUDGED, LEAVE)


def helped(ask: Ask) -> Ruling:
    """Rule at the end on 23C: might the result well have been different without the help of the irregularity?"""
    return helped_by(ask, "23C")


def helped_by(ask: Ask, law: str) -> Ruling:
    """Open the review at the end of play that *law* asks for after a comparable call (23C) or a corrected insufficient
    bid (27D)."""
    ask(replace(OFFENDER, law=law))
    if not (ask(replace(DIFFERENT, law=law)) and ask(replace(DAMAGED, law=law))):
        return Ruling(law, RESULT_STANDS, closes=True)
    return replace(adjusted_score(ask, law, "non_offending_side"), closes=True)


REVIEW = Law(
    "23C",
    gettext_noop("Comparable call: the end of play"),
    helped,
    finds=gettext_noop("comparable call, end of play, helped by the irregularity, adjusted score"),
)


# Questions


OFFENDER = WhichSeat("offender", "23", gettext_noop("Whose call was taken back?"))


class After(Choice):
    INSUFFICIENT = Option("insufficient", gettext_noop("An insufficient bid"), law="27")
    OUT_OF_TURN = Option("out_of_turn", gettext_noop("A call out of turn"), law="29")


AFTER = ChooseOne("after", "23", gettext_noop("What was the irregularity?"), After)
WITHDRAWN = WhichCall("call", "23", gettext_noop("Which call was taken back?"))
REPLACEMENT = WhichCall("replacement", "23", gettext_noop("Which call replaces it?"))
IS_DOUBLE = YesNo(
    "replacement_double",
    "27B3",
    gettext_noop("Is the call put in its place a double or a redouble?"),
    given=Given(lambda call: call in (DOUBLE, REDOUBLE), REPLACEMENT),
)
WHICH_READINGS = gettext_noop(
    "Away from the table, from the player and his system card. What he had in mind does not count, and the others must "
    "not hear it: what counts is what a player could have understood by that call."
)
FIRST_MEANING = {
    "call": Words(
        "23_first", "23A", gettext_noop("What could [call] mean to this pair? Every reading."), why=WHICH_READINGS
    ),
    "bid": Words(
        "23_first", "23A", gettext_noop("What could [bid] mean to this pair? Every reading."), why=WHICH_READINGS
    ),
    "": Words("23_first", "23A", gettext_noop("What could the call taken back mean to this pair?"), why=WHICH_READINGS),
}
NEW_MEANING = {
    "replacement": Words("23_new", "23A", gettext_noop("What does [replacement] show, in this pair’s methods?")),
    "final_call": Words("23_new", "23A", gettext_noop("What does [final_call] show, in this pair’s methods?")),
    "": Words("23_new", "23A", gettext_noop("What does the call that stands show, in this pair’s methods?")),
}


class Comparable(Choice):
    SAME = Option("same", gettext_noop("It has the same meaning, or a similar one"), law="23A1")
    SUBSET = Option("subset", gettext_noop("It shows only hands that the first call could show"), law="23A2")
    PURPOSE = Option("purpose", gettext_noop("It has the same purpose: asking, relaying…"), law="23A3")
    NO = Option("no", gettext_noop("None of these: it is not comparable"), law="23A")


COMPARABLE = ChooseOne(
    "23_comparable",
    "23A",
    gettext_noop("Beside the first call, what is the new one?"),
    Comparable,
    why=gettext_noop(
        "Be generous. The suits shown count more than the strength, but a large difference in strength makes a call "
        "not comparable. Test of the second line: would every hand that makes the new call have made the first one? "
        "A take-out double that shows no particular suit is not comparable with a bid that showed one; a double that "
        "shows it may be."
    ),
)
DIFFERENT = YesNo(
    "different",
    "23C",
    gettext_noop("Without the help of the irregularity, could the result well have been different?"),
    why=gettext_noop("The help is what the partner understood from a call that should not have been made."),
)
DAMAGED = YesNo("damaged", "23C", gettext_noop("Has [non_offending_side] a worse result because of it?"))


# Words and effects

NO_RESTRICTION = gettext_noop("The new call is comparable: the auction goes on without restriction.")
SILENCED_FOR_GOOD = gettext_noop(
    "The new call is not comparable: it stands, and [partner] must pass for the rest of the auction."
)
DOUBLE_NOT_ALLOWED = gettext_noop("Such a double or redouble may not replace an insufficient bid: it is cancelled.")
CALL_AGAIN = Send(
    law="27B3",
    to="27",
    hands=(
        "offender",
        "bid=[call]",
        "in_rotation=yes",
        "meant=yes",
        "since=nothing",
        "accepts=refuse",
        "choice=double",
        "replacement",
    ),
    text=gettext_noop("Rule on the call that [offender] makes instead."),
)
SILENCED_ONCE = gettext_noop("The new call is not comparable: it stands, and [partner] must pass once.")
JUDGED = Note(law="23A", text=gettext_noop("An arguable judgement: note your reasons."))
JUDGED_NOT = Note(
    law="23A",
    text=gettext_noop("An arguable judgement: be generous, and note your reasons."),
)
HELPED = ConsiderAdjusting(
    law="23C",
    when="end_of_play",
    text=gettext_noop("No lead is forbidden, and 16C2 does not apply. See the result at the end."),
)
HELPED_LATER = Duty(
    "23C",
    When.END_OF_PLAY,
    gettext_noop("Comparable call, [offender]: did the irregularity help [offending_side] to its result?"),
    opens="23C",
    hands=("offender",),
)

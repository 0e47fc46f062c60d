"""Law 82 - Rectification of errors of procedure.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 82; FFB, Code 2017, Loi 82.
Sends:  12 a score to be found when the board cannot be played normally.
Rows:   LAWS.md 1.7 and 10.5: 82.C.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Count, YesNo
from rulings.engine.ruling import Artificial, ConsiderAdjusting, Note, Rectification, Ruling, Send, SplitScore
from rulings.engine.text import gettext_noop
from rulings.laws2017.terms import DECLARER


def errors_of_procedure(ask: Ask) -> Ruling:
    """An error of procedure by players, or a ruling of the director's own that was wrong."""
    if ask(BY_DIRECTOR):
        return directors_error(ask)

    # B. The director may adjust, order the board played, put it off or cancel it
    power = ask(POWER)
    match power:
        case Power.PLAY:
            return Ruling("82B2", PLAYED)
        case Power.LATER:
            return Ruling("82B2", LATER)
        case Power.CANCEL:
            return Ruling("82B2", CANCELLED, (NO_RESULT_NEXT,))
        case Power.ADJUST:
            return Ruling("82B1", ADJUSTED, (SCORE_NEXT,))
        case _:
            assert_never(power)


LAW = Law(
    "82",
    gettext_noop("An error of procedure, or a wrong ruling of the director"),
    errors_of_procedure,
    finds=gettext_noop("director’s error, wrong ruling, mistake of the director, board not played, movement error"),
)


def directors_error(ask: Ask) -> Ruling:
    # C. Both sides are treated as non-offending
    if ask(SCORED_NORMALLY):
        return Ruling("82C", PUT_RIGHT, (SAY_SO,))
    if not ask(RESULTS_FOUND):
        score = Artificial(law="82C", ns=60, ew=60, text=BOTH_PLUS)
        return Ruling("82C", BOTH_INNOCENT, (score, KNOCK_OUT, SAY_SO))
    if ask(OTHER_CONTRACT):
        return Ruling("82C", BOTH_INNOCENT, (EACH_SIDES_RESULTS, KNOCK_OUT, SAY_SO))
    ask(DECLARER)
    ask(FOR_DECLARER)
    ask(FOR_DEFENDERS)
    effects: tuple[Rectification, ...] = (
        SplitScore(law="82C", tricks="tricks_for_declarer", to="declaring_side", text=DECLARERS_SCORE),
        SplitScore(law="82C", tricks="tricks_for_defenders", to="defenders", text=DEFENDERS_SCORE),
        KNOCK_OUT,
        SAY_SO,
    )
    return Ruling("82C", BOTH_INNOCENT, effects)


# Questions


class Power(Choice):
    PLAY = "play", gettext_noop("The board can be played or finished normally"), "", "82B2"
    LATER = "later", gettext_noop("It can be played later"), "", "82B2"
    CANCEL = "cancel", gettext_noop("It is cancelled"), "", "82B2"
    ADJUST = "adjust", gettext_noop("An adjusted score is due"), "", "82B1"


BY_DIRECTOR = YesNo("by_director", "82C", gettext_noop("Was it a ruling of a director that was wrong?"))
POWER = ChooseOne("power", "82B", gettext_noop("How is the error put right?"), Power)
SCORED_NORMALLY = YesNo(
    "scored_normally",
    "82C",
    gettext_noop("Can a rectification still make the board be scored normally?"),
    why=gettext_noop("Then correct the ruling and have the right one carried out."),
)
RESULTS_FOUND = YesNo(
    "results_found",
    "82C",
    gettext_noop("Can you find a result for each side, each as if that side had not offended?"),
    why=gettext_noop("The two results need not balance: each side receives the benefit of the doubt."),
)
OTHER_CONTRACT = YesNo(
    "other_contract",
    "82C",
    gettext_noop("Would it have been another contract, or are there several results for a side?"),
    assumed="no",
)
FOR_DECLARER = Count(
    "tricks_for_declarer", "82C", gettext_noop("For the declaring side’s score, how many tricks for declarer?")
)
FOR_DEFENDERS = Count(
    "tricks_for_defenders", "82C", gettext_noop("For the defenders’ score, how many tricks for declarer?")
)


# Words and effects

PLAYED = gettext_noop("The board is played normally.")
LATER = gettext_noop("The board is put off: until it has been played, the round has not ended for it.")
CANCELLED = gettext_noop("The board is cancelled. Say now which score replaces it.")
ADJUSTED = gettext_noop("The score is adjusted.")
PUT_RIGHT = gettext_noop("The ruling is corrected, and the right one is carried out.")
BOTH_INNOCENT = gettext_noop("The score is adjusted, and both sides count as not having offended.")
BOTH_PLUS = gettext_noop("Average plus for both sides: 60 per cent each, or 3 IMPs.")
EACH_SIDES_RESULTS = ConsiderAdjusting(
    law="82C",
    when="now",
    text=gettext_noop(
        "Put the results of each side together on the page of the score, each as if that side had not offended."
    ),
)
DECLARERS_SCORE = gettext_noop("For the declaring side: [tricks_for_declarer].")
DEFENDERS_SCORE = gettext_noop("For the defenders: [tricks_for_defenders].")
KNOCK_OUT = Note(
    law="12C4",
    text=gettext_noop("In a knock-out match, scores that do not balance are averaged: two averages plus make zero."),
)
SAY_SO = Note(law="83", text=gettext_noop("Tell both sides, and that they may appeal."))
NO_RESULT_NEXT = Send(
    law="12A2", to="12", hands=("why_adjust=no_normal_play",), text=gettext_noop("Now find the score.")
)
SCORE_NEXT = Send(law="12", to="12", text=gettext_noop("Now find the score."))

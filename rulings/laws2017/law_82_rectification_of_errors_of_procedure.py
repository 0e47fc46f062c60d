"""Law 82 - Rectification of errors of procedure.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 82; FFB, Code 2017, Loi 82.
Sends:  12 a score to be found when the board cannot be played normally.
Rows:   LAWS.md 1.7 and 10.5: 82.C.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Count, Option, YesNo
from rulings.engine.ruling import Artificial, ConsiderAdjusting, Note, Ruling, Send, SplitScore
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_08_sequence_of_rounds import PLAYED_LATER
from rulings.laws2017.law_12_directors_discretionary_powers import (
    PROBABLE_CONTRACT,
    PROBABLE_DECLARER,
    PROBABLY_PASSED_OUT,
)
from rulings.laws2017.terms import DECLARER


def errors_of_procedure(ask: Ask) -> Ruling:
    """Rule on an error of procedure by players, or on a wrong ruling of the director's own."""
    if ask(BY_DIRECTOR):
        return directors_error(ask)

    # B. The director may adjust, order the board played, put it off or cancel it
    power = ask(POWER)
    match power:
        case Power.PLAY:
            return Ruling("82B2", PLAYED)
        case Power.LATER:
            return Ruling("82B2", LATER, (), (PLAYED_LATER,))
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
    results = ask(RESULTS_FOUND)
    match results:
        case Results.SAME_CONTRACT:
            return result_for_each(ask, (BETTER_IS_KEPT,))
        case Results.OTHER_CONTRACT:
            return result_for_each_in_another_contract(ask)
        case Results.SEVERAL:
            return results_for_each()
        case Results.NONE:
            score = Artificial(law="82C", ns=60, ew=60, text=BOTH_PLUS)
            return Ruling("82C", BOTH_INNOCENT, (score, KNOCK_OUT, SAY_SO))
        case Results.EARLIER:
            return results_for_each() if ask(OTHER_CONTRACT) else result_for_each(ask, ())
        case _:
            assert_never(results)


def result_for_each(ask: Ask, better_is_kept: tuple[Note, ...]) -> Ruling:
    ask(DECLARER)
    ask(FOR_DECLARER)
    ask(FOR_DEFENDERS)
    return for_both_sides(
        SplitScore(
            law="82C", tricks="tricks_for_declarer", to="declaring_side", kind="loss_spared", text=DECLARERS_SCORE
        ),
        SplitScore(law="82C", tricks="tricks_for_defenders", to="defenders", kind="loss_spared", text=DEFENDERS_SCORE),
        better_is_kept,
    )


def result_for_each_in_another_contract(ask: Ask) -> Ruling:
    ask(PROBABLE_CONTRACT)
    if ask(PROBABLY_PASSED_OUT):
        ask(DECLARER)
        return for_both_sides(
            SplitScore(
                law="82C",
                tricks="",
                contract="probable_contract",
                to="declaring_side",
                kind="loss_spared",
                text=PASSED_OUT,
            ),
            SplitScore(law="82C", tricks="", contract="probable_contract", to="defenders", kind="loss_spared"),
            (BETTER_IS_KEPT,),
        )
    ask(PROBABLE_DECLARER)
    ask(FOR_DECLARER)
    ask(FOR_DEFENDERS)
    return for_both_sides(
        SplitScore(
            law="82C",
            tricks="tricks_for_declarer",
            contract="probable_contract",
            declarer="probable_declarer",
            to="probable_side",
            kind="loss_spared",
            text=DECLARERS_SCORE_THERE,
        ),
        SplitScore(
            law="82C",
            tricks="tricks_for_defenders",
            contract="probable_contract",
            declarer="probable_declarer",
            to="probable_defenders",
            kind="loss_spared",
            text=DEFENDERS_SCORE_THERE,
        ),
        (BETTER_IS_KEPT,),
    )


def results_for_each() -> Ruling:
    return Ruling("82C", BOTH_INNOCENT, (EACH_SIDES_RESULTS, KNOCK_OUT, SAY_SO))


def for_both_sides(declarers: SplitScore, defenders: SplitScore, better_is_kept: tuple[Note, ...]) -> Ruling:
    return Ruling("82C", BOTH_INNOCENT, (declarers, defenders, *better_is_kept, KNOCK_OUT, SAY_SO))


# Questions


class Power(Choice):
    PLAY = Option("play", gettext_noop("The board can be played or finished normally"), law="82B2")
    LATER = Option("later", gettext_noop("It can be played later"), law="82B2")
    CANCEL = Option("cancel", gettext_noop("It is cancelled"), law="82B2")
    ADJUST = Option("adjust", gettext_noop("An adjusted score is due"), law="82B1")


BY_DIRECTOR = YesNo("by_director", "82C", gettext_noop("Was it a ruling of a director that was wrong?"))
POWER = ChooseOne("power", "82B", gettext_noop("How is the error put right?"), Power)
SCORED_NORMALLY = YesNo(
    "scored_normally",
    "82C",
    gettext_noop("Can a rectification still make the board be scored normally?"),
    why=gettext_noop("Then correct the ruling and have the right one carried out."),
)


class Results(Choice):
    SAME_CONTRACT = Option(
        "same_contract", gettext_noop("One result for each side, in the contract of the table"), law="82C"
    )
    OTHER_CONTRACT = Option("other_contract", gettext_noop("One result for each side, in another contract"), law="82C")
    SEVERAL = Option(
        "several",
        gettext_noop("Several results for a side, or a contract of its own for each side"),
        entails=gettext_noop("You put them together on the page of the score."),
        law="82C",
    )
    NONE = Option(
        "no",
        gettext_noop("No result can be found"),
        entails=gettext_noop("Average plus for both sides."),
        law="82C",
    )
    EARLIER = Option("yes", gettext_noop("Yes"))


RESULTS_FOUND = ChooseOne(
    "results_found",
    "82C",
    gettext_noop("Without the wrong ruling, what would each side have had, counted as not having offended?"),
    Results,
    why=gettext_noop("The two results need not balance: each side receives the benefit of the doubt."),
    kept=(Results.EARLIER.value,),
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
BOTH_PLUS = gettext_noop("Average plus for both sides: [event_form:plus] each.")
EACH_SIDES_RESULTS = ConsiderAdjusting(
    law="82C",
    when="now",
    text=gettext_noop(
        "Put the results of each side together on the page of the score, each as if that side had not offended."
    ),
)
DECLARERS_SCORE = gettext_noop("For the declaring side: [tricks_for_declarer].")
DEFENDERS_SCORE = gettext_noop("For the defenders: [tricks_for_defenders].")
DECLARERS_SCORE_THERE = gettext_noop("For [probable_side]: [probable_contract], [tricks_for_declarer].")
DEFENDERS_SCORE_THERE = gettext_noop("For [probable_defenders]: [probable_contract], [tricks_for_defenders].")
PASSED_OUT = gettext_noop("For each side: passed out, 0.")
BETTER_IS_KEPT = Note(
    law="12B1", text=gettext_noop("A side that has a better result at the table has lost nothing, and keeps it.")
)
KNOCK_OUT = Note(
    law="12C4",
    text=gettext_noop("In a knock-out match, scores that do not balance are averaged: two averages plus make zero."),
)
SAY_SO = Note(law="83", text=gettext_noop("Tell both sides, and that they may appeal."))
NO_RESULT_NEXT = Send(
    law="12A2", to="12", hands=("why_adjust=no_normal_play",), text=gettext_noop("Now find the score.")
)
SCORE_NEXT = Send(law="12", to="12", text=gettext_noop("Now find the score."))

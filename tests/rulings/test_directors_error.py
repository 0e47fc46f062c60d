"""A wrong ruling of the director (82C): each side has its own favourable result, carried to matchpoints and IMPs.

The table played 4♠ by South, not vulnerable, ten tricks: 420. Three other tables scored 420, 450 and -50.
"""

import pytest

from rulings.bridge import Contract, Denomination, Seat
from rulings.laws2017 import LAWS
from rulings.scores.adjusted import Scored, Split
from rulings.scores.imps import cross_imp_board
from rulings.scores.matchpoints import matchpoint_board
from rulings.scores.outcome import outcome
from rulings.scores.teams import match_board

SPADES = Contract(4, Denomination.S, 0, Seat.S)
FIELD = [Scored("1", 420), Scored("2", 450), Scored("3", -50)]
ERROR = {"by_director": "yes", "scored_normally": "no", "declarer": "S"}


def entered(contract=SPADES, tricks=10, vul="None", **answers):
    known = ERROR | answers
    ruling = LAWS["82"].step(known).ruling
    return outcome(contract, tricks, vul, [(ruling.as_json(), known)])


def scores(result):
    """Return the points of North-South and of East-West, each from its own side."""
    return result.score, -result.score if result.score_ew is None else result.score_ew


def line(result):
    ns, ew = scores(result)
    return Scored("x", ns) if ns == -ew else Split("x", ns, -ew)


def matchpoints(result):
    own = next(each for each in matchpoint_board([line(result), *FIELD]).lines if each.id == "x")
    return own.ns, own.ew


SAME = [
    # for declarer, for the defenders: North-South and East-West; matchpoints of six
    ("11", "9", (450, 50), (5, 5)),
    ("11", "10", (450, -420), (5, 3)),
    ("11", "11", (450, -420), (5, 3)),
    ("10", "9", (420, 50), (3, 5)),
    ("10", "10", (420, -420), (3, 3)),
    ("10", "11", (420, -420), (3, 3)),
    ("9", "9", (420, 50), (3, 5)),
    ("9", "10", (420, -420), (3, 3)),
    ("9", "11", (420, -420), (3, 3)),
]


@pytest.mark.parametrize(("declarers", "defenders", "points", "shares"), SAME)
def test_each_side_has_what_is_better_for_it_in_the_contract_of_the_table(declarers, defenders, points, shares):
    result = entered(results_found="same_contract", tricks_for_declarer=declarers, tricks_for_defenders=defenders)
    assert scores(result) == points
    assert result.kind == ("played" if points == (420, -420) else "split")
    assert result.law == ("" if points == (420, -420) else "82C")
    assert matchpoints(result) == shares


def test_the_example_of_ten_tricks_vulnerable():
    result = entered(vul="NS", results_found="same_contract", tricks_for_declarer="11", tricks_for_defenders="9")
    assert (result.tricks, result.tricks_ew, scores(result)) == (11, 9, (650, 100))


OTHER = [
    # contract, declarer, tricks for his side and for the other one: North-South and East-West
    ("5S", "S", "11", "10", (450, 50)),
    ("3NT", "N", "11", "9", (460, -400)),
    ("3NT", "N", "9", "8", (420, 50)),
    ("5H", "W", "11", "9", (420, 450)),
    ("5Hx", "W", "9", "8", (500, -300)),
    ("5Hx", "W", "10", "6", (1100, -100)),
    ("6C", "E", "12", "11", (420, 920)),
]


@pytest.mark.parametrize(("contract", "declarer", "own", "others", "points"), OTHER)
def test_each_side_has_what_is_better_for_it_in_another_contract(contract, declarer, own, others, points):
    result = entered(
        results_found="other_contract",
        probable_contract=contract,
        probable_declarer=declarer,
        tricks_for_declarer=own,
        tricks_for_defenders=others,
    )
    assert scores(result) == points


def test_a_board_that_would_have_been_passed_out_spares_the_side_that_lost():
    result = entered(results_found="other_contract", probable_contract="Pass")
    assert (scores(result), result.contract, result.contract_ew) == ((420, 0), None, "Pass")


def test_a_table_that_passed_out_may_have_a_result_in_a_contract():
    result = entered(
        None,
        0,
        results_found="other_contract",
        probable_contract="4S",
        probable_declarer="S",
        tricks_for_declarer="10",
        tricks_for_defenders="9",
    )
    assert (scores(result), result.contract, result.contract_ew) == ((420, 50), SPADES, SPADES)


def test_several_results_are_put_together_by_the_director():
    ruling = LAWS["82"].step(ERROR | {"results_found": "several"}).ruling
    assert [(effect.effect, effect.law) for effect in ruling.rectifications] == [
        ("CONSIDER_AS", "82C"),
        ("NOTE", "12C4"),
        ("NOTE", "83"),
    ]


def test_in_imps_each_side_is_compared_with_its_own_result():
    result = entered(results_found="same_contract", tricks_for_declarer="11", tricks_for_defenders="9")
    own = next(each for each in cross_imp_board([line(result), Scored("1", 420)]) if each.id == "x")
    assert (own.ns, own.ew) == (1, 10)
    assert match_board(450, -50, 420) == (1, 10)


def test_a_score_that_takes_a_gain_away_is_the_other_kind():
    """11A: the declaring side gained a trick. If the probable result were eleven tricks, it would keep the result of
    the table."""
    known = {"acted_before_the_call": "yes", "end_of_play": "reached", "gained_by_ignorance": "declaring_side"}
    for tricks, points in (("9", (-50, -420)), ("10", (420, -420)), ("11", (420, -420))):
        answers = known | {"declarer": "S", "line_without": "", "probable_tricks": tricks}
        ruling = LAWS["11"].step(answers).ruling
        assert scores(outcome(SPADES, 10, "None", [(ruling.as_json(), answers)])) == points

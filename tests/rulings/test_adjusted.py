"""Adjusted scores (Law 12): weights, averages by the session's rule, and damage that is partly one's own."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge import Side
from rulings.scores.adjusted import (
    Artificial,
    Average,
    Averaged,
    Fault,
    Imps,
    Scored,
    Split,
    Weighted,
    average_imps,
    average_percent,
    mean_score,
    outcomes,
    results_of,
    self_inflicted,
    split_for_self_inflicted,
    weighted,
)
from rulings.scores.award import Award
from rulings.scores.imps import cross_imp_board, team_imps
from rulings.scores.matchpoints import matchpoint_board
from rulings.scores.teams import knock_out

scores = st.integers(-100, 100).map(lambda tens: 10 * tens)


# Weights


def test_results_of_one_score_are_put_together_and_a_weight_of_nothing_is_left_out():
    parts = [(Fraction(1, 4), 420), (Fraction(1, 2), -50), (Fraction(1, 4), 420), (0, 690)]
    assert weighted(parts) == ((Fraction(1, 2), 420), (Fraction(1, 2), -50))


@pytest.mark.parametrize(
    ("results", "says"),
    [
        ([], "The weights sum to 0, not to 1"),
        ([(Fraction(1, 2), 420)], "The weights sum to 1/2, not to 1"),
        ([(2, 420), (-1, 50)], "The weight of 50 is -1"),
    ],
)
def test_weights_that_are_no_weights_are_refused(results: list[tuple[int | Fraction, int]], says: str):
    with pytest.raises(ValueError, match=says):
        weighted(results)


def test_a_line_whose_weights_do_not_sum_to_one_cannot_be_made():
    half = ((Fraction(1, 2), 420),)
    with pytest.raises(ValueError, match="The weights sum to 1/2"):
        Weighted("1", half)
    for sides in ((half, 420), (420, half)):
        with pytest.raises(ValueError, match="The weights sum to 1/2"):
            Split("1", *sides)


def test_a_single_score_is_one_result_of_weight_one():
    results = weighted([(Fraction(3, 5), 420), (Fraction(2, 5), -50)])
    assert results_of(420) == ((1, 420),)
    assert results_of(results) == results
    assert (mean_score(420), mean_score(results)) == (420, 232)
    assert outcomes(Scored("1", 420)) == (420, 420)
    assert outcomes(Weighted("1", results)) == (results, results)
    assert outcomes(Split("1", 420, results)) == (420, results)


# Artificial scores


@pytest.mark.parametrize(
    ("average", "others", "percent"),
    [
        (Average.PLUS, None, 60), (Average.PLUS, 47, 60), (Average.PLUS, 60, 60), (Average.PLUS, 64, 64),
        (Average.MINUS, None, 40), (Average.MINUS, 36, 36), (Average.MINUS, 40, 40), (Average.MINUS, 55, 40),
        (Average.EVEN, None, 50), (Average.EVEN, 64, 50), (Average.EVEN, 36, 50),
    ],
)  # fmt: skip
def test_12c2c_average_plus_is_never_less_than_the_contestants_session(average, others, percent):
    assert average_percent(average, others) == percent


@pytest.mark.parametrize(
    ("average", "others", "imps"),
    [
        (Average.PLUS, None, 3), (Average.PLUS, 2, 3), (Average.PLUS, Fraction(9, 2), Fraction(9, 2)),
        (Average.MINUS, None, -3), (Average.MINUS, -4, -4), (Average.MINUS, 5, -3),
        (Average.EVEN, 6, 0), (Average.EVEN, -6, 0),
    ],
)  # fmt: skip
def test_12c2b_averages_in_imps(average, others, imps):
    assert average_imps(average, others) == imps


def test_12c2a_an_average_follows_from_the_fault():
    assert {fault: average_percent(fault.average) for fault in Fault} == {
        Fault.NONE: 60,
        Fault.PARTIAL: 50,
        Fault.DIRECT: 40,
    }
    assert [average_imps(fault.average) for fault in Fault] == [3, 0, -3]


def test_each_side_of_an_average_has_its_own_other_boards():
    line = Averaged("1", Average.PLUS, Average.MINUS, ns_others=Fraction(129, 2), ew_others=36)
    assert line.as_percentages() == Artificial("1", Fraction(129, 2), Fraction(36))
    assert Averaged("1", 55, Average.EVEN, 70, 70).as_percentages() == Artificial("1", Fraction(55), Fraction(50))
    assert Averaged("1", Average.PLUS, Fraction(-3, 2), 4, 4).as_imps() == (4, Fraction(-3, 2))


# Self-inflicted damage: result at the table, without the infraction, and without the serious error after it


@pytest.mark.parametrize(
    ("actual", "without", "but_for", "non_offenders", "offenders"),
    [
        (2, 9, 6, 5, -9),
        (-11, -4, 2, -11, 4),
        (5, 3, 9, 5, -5),
        (5, 5, 0, 5, -5),
        (0, 4, 4, 0, -4),
        (2, 9, 2, 9, -9),
        (2, 9, -5, 9, -9),
    ],
)
def test_12c1e_the_non_offenders_keep_the_damage_they_did_to_themselves(
    actual, without, but_for, non_offenders, offenders
):
    assert self_inflicted(actual, without, but_for) == (non_offenders, offenders)


def test_12c1e_at_matchpoints_the_offenders_have_the_complement_to_the_top():
    assert self_inflicted(4, 18, 10, total=24) == (12, 6)
    assert self_inflicted(10, 8, 9, total=24) == (10, 14)


def test_12c1e_averaged_in_a_knock_out_match():
    assert knock_out(self_inflicted(-11, -4, 2)) == (Fraction(-15, 2), Fraction(15, 2))


def test_a_gamble_that_failed_by_its_three_scores():
    # Law 12, the commentary's example: -500 at the table, -100 without the infraction, +100 without the gamble
    line = split_for_self_inflicted("1", Side.NS, actual=-500, without=-100, but_for=100)
    assert line == Split("1", -500, -100)
    assert (team_imps(line.ns, 50), -team_imps(line.ew, 50)) == (-11, 4)


def test_nobody_damaged_the_table_score_stands():
    for side in Side:
        score = 420 if side is Side.NS else -420
        worse = 400 if side is Side.NS else -400
        assert split_for_self_inflicted("1", side, actual=score, without=worse, but_for=0) == Scored("1", score)


@settings(deadline=None)
@given(st.sampled_from(list(Side)), scores, scores, scores, st.lists(scores, min_size=1, max_size=12))
def test_the_line_of_self_inflicted_damage_earns_the_formula_in_every_method(side, actual, without, but_for, field):
    others = [Scored(f"f{number}", score) for number, score in enumerate(field)]
    line = split_for_self_inflicted("x", side, actual=actual, without=without, but_for=but_for)
    own, theirs = ("ns", "ew") if side is Side.NS else ("ew", "ns")

    def matchpoints(own_line):
        return matchpoint_board([*others, own_line]).line("x")

    points = [getattr(matchpoints(Scored("x", score)), own) for score in (actual, without, but_for)]
    expected = self_inflicted(*points, total=2 * len(field))
    points_of_line = matchpoints(line)
    assert getattr(points_of_line, own) == expected[0]
    assert getattr(points_of_line, theirs) == expected[1] or points[1] == points[0]

    def imps(own_line):
        return cross_imp_board([*others, own_line])[-1]

    crossed = [getattr(imps(Scored("x", score)), own) for score in (actual, without, but_for)]
    assert getattr(imps(line), own) == self_inflicted(*crossed)[0]


@settings(deadline=None)
@given(st.sampled_from(list(Side)), scores, scores, scores, st.lists(scores, min_size=1, max_size=12))
def test_the_field_of_the_damaged_side_keeps_its_average(side, actual, without, but_for, field):
    lines = [Scored(f"f{number}", score) for number, score in enumerate(field)]
    board = matchpoint_board(
        [*lines, split_for_self_inflicted("x", side, actual=actual, without=without, but_for=but_for)]
    )
    assert sum(line.ns for line in board.lines) == sum(line.ew for line in board.lines) == len(field) * (len(field) + 1)
    assert all(0 <= value <= board.top for line in board.lines for value in (line.ns, line.ew))


# An award as plain data


@pytest.mark.parametrize(
    "side", [Average.PLUS, Average.MINUS, Fraction(91, 2), Imps(Fraction(-5, 2)), Imps(3)], ids=repr
)
def test_an_award_is_read_back_as_it_was_written(side):
    award = Award(side, Average.EVEN)
    again = Award.from_json(award.as_json())
    assert again == award and type(again.ns) is type(award.ns)

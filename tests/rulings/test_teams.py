"""A board between two teams: weighted and split scores, Law 86, knock-out matches, board-a-match and total points."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.scores.adjusted import Fault, weighted
from rulings.scores.imps import imp, team_imps
from rulings.scores.teams import board_a_match, cancelled_board, knock_out, match_board, rounded, total_points

HALF = Fraction(1, 2)
scores = st.integers(-200, 200).map(lambda tens: 10 * tens)
imps = st.fractions(-24, 24, max_denominator=12)


@pytest.mark.parametrize(
    ("results", "there", "each", "imps"),
    [
        ([(HALF, 620), (HALF, -200)], 200, [9, -9], 0),
        ([(Fraction(3, 5), 420), (Fraction(2, 5), -50)], 420, [0, -10], -4),
        ([(Fraction(7, 10), 620), (Fraction(3, 10), 170)], 170, [10, 0], 7),
    ],
)
def test_every_result_is_converted_and_then_weighted(results, there, each, imps):
    assert [team_imps(score, there) for _weight, score in results] == each
    assert team_imps(weighted(results), there) == imps
    assert team_imps(there, weighted(results)) == -imps


def test_the_mean_of_the_scores_is_not_what_is_converted():
    results = weighted([(HALF, 620), (HALF, -100)])
    assert (team_imps(results, 260), team_imps(260, 260)) == (HALF * (8 - 8), 0)
    assert team_imps(results, 0) == HALF * (12 - 3) != imp(260)


def test_both_tables_may_be_weighted():
    here, there = weighted([(HALF, 620), (HALF, 170)]), weighted([(HALF, 170), (HALF, -100)])
    assert team_imps(here, there) == Fraction(10 + 12 + 0 + 7, 4)


@given(scores, scores)
def test_a_result_of_weight_one_is_the_result(here: int, there: int):
    assert team_imps(weighted([(1, here)]), there) == team_imps(here, there)
    assert board_a_match(weighted([(1, here)]), there) == board_a_match(here, there)
    assert total_points(weighted([(1, here)]), there) == here - there


def test_the_sides_of_a_split_score_are_compared_each_for_itself():
    assert match_board(-500, -100, 50) == (-11, 4)
    assert match_board(420, 420, 50) == (9, -9)


# Knock-out matches (Law 12C4)


@pytest.mark.parametrize(
    ("ours", "theirs", "average"), [(3, 3, 0), (-11, 4, Fraction(-15, 2)), (3, -3, 3), (-3, -3, 0), (6, 0, 3)]
)
def test_12c4_scores_that_do_not_balance_are_averaged(ours: int, theirs: int, average: int | Fraction):
    assert knock_out((ours, theirs)) == (average, -average)


@given(imps, imps)
def test_in_a_knock_out_what_one_team_has_the_other_loses(ours: Fraction, theirs: Fraction):
    assert sum(knock_out((ours, theirs))) == 0
    assert knock_out((ours, -ours)) == (ours, -ours)


@pytest.mark.parametrize(
    ("exact", "favoured", "other"), [("7.5", 8, 7), ("-7.5", -7, -8), ("4.2", 4, 4), ("-4.8", -5, -5), ("3", 3, 3)]
)
def test_a_half_imp_goes_to_the_side_that_did_not_offend(exact: str, favoured: int, other: int):
    assert rounded(Fraction(exact), in_favour=True) == favoured
    assert rounded(Fraction(exact), in_favour=False) == other
    assert rounded(-Fraction(exact), in_favour=False) == -favoured


# A board that is cancelled (Law 86B2)


@pytest.mark.parametrize(
    ("ns", "ew", "assigned", "given"),
    [
        (Fault.NONE, Fault.NONE, None, (3, 3)),
        (Fault.DIRECT, Fault.DIRECT, None, (-3, -3)),
        (Fault.PARTIAL, Fault.PARTIAL, None, (0, 0)),
        (Fault.PARTIAL, Fault.DIRECT, None, (0, -3)),
        (Fault.NONE, Fault.DIRECT, None, (3, -3)),
        (Fault.DIRECT, Fault.NONE, None, (-3, 3)),
        (Fault.NONE, Fault.DIRECT, 2, (3, -3)),
        (Fault.NONE, Fault.PARTIAL, 10, (10, -10)),
        (Fault.PARTIAL, Fault.NONE, Fraction(13, 2), (Fraction(-13, 2), Fraction(13, 2))),
        (Fault.DIRECT, Fault.DIRECT, 10, (-3, -3)),
    ],
)
def test_86b2_one_side_alone_at_fault_loses_what_the_other_is_given(ns, ew, assigned, given):
    assert cancelled_board(ns, ew, assigned=assigned) == given


def test_an_error_of_the_director_in_a_knock_out_is_nothing_to_both():
    assert knock_out(cancelled_board(Fault.NONE, Fault.NONE)) == (0, 0)
    assert knock_out(cancelled_board(Fault.DIRECT, Fault.DIRECT)) == (0, 0)


# Other methods


@pytest.mark.parametrize(("here", "there", "points"), [(430, 420, 2), (420, 420, 1), (-50, 0, 0)])
def test_board_a_match_counts_the_board_won_whatever_the_margin(here: int, there: int, points: int):
    assert board_a_match(here, there) == points
    assert board_a_match(there, here) == 2 - points


def test_a_weighted_score_wins_its_share_of_the_board():
    results = weighted([(Fraction(3, 5), 420), (Fraction(2, 5), -50)])
    assert board_a_match(results, 420) == Fraction(3, 5)
    assert board_a_match(420, results) == Fraction(7, 5)


def test_total_points_are_the_difference_of_the_scores():
    assert total_points(620, -100) == 720
    assert total_points(weighted([(HALF, 620), (HALF, -100)]), 100) == 160

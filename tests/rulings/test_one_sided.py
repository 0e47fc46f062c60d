"""An artificial score for one side alone (12C2(a), 15B3): the other side keeps its result, which is compared with the
field."""

from fractions import Fraction

import pytest

from rulings.bridge import Side
from rulings.scores.adjusted import Average, OneSided, Scored
from rulings.scores.award import Award, Possible
from rulings.scores.imps import butler_board, cross_imp_board, team_imps
from rulings.scores.matchpoints import fouled_board, matchpoint_board
from rulings.scores.session import Played, imp_session, matchpoint_session
from rulings.scores.teams import two_tables

KEPT = Possible("4S", "S", 10, 420)
FIELD = [Scored("1", 420), Scored("2", 450), Scored("3", -50)]


def line(award):
    return award.line("x")


def test_the_side_that_keeps_its_result_is_compared_and_the_other_is_not():
    board = matchpoint_board([line(Award((KEPT,), Average.PLUS)), *FIELD])
    assert board.top == 6
    points = {own_line.id: (own_line.ns, own_line.ew) for own_line in board.lines}
    # North-South: 450, 420, 420, -50 as before. East-West: three results of four, carried to six, and 60 % of six.
    assert points["x"] == (3, Fraction(18, 5))
    assert points["2"] == (6, Fraction(1, 3))
    assert points["3"] == (0, Fraction(17, 3))
    plain = matchpoint_board([Scored("x", 420), *FIELD])
    assert {own_line.id: own_line.ns for own_line in board.lines} == {
        own_line.id: own_line.ns for own_line in plain.lines
    }


def test_the_other_way_round_east_west_keeps_its_result():
    board = matchpoint_board([line(Award(Average.MINUS, (KEPT,))), *FIELD])
    assert (board.line("x").ns_percent, board.line("x").ew) == (40, 3)


def test_a_side_that_has_nothing_here_is_given_nothing():
    award = Award(Average.PLUS, ())
    assert award.artificial and award.one_sided is Side.NS and award.kind == "artificial"
    assert award.line("x").ns is Average.PLUS


@pytest.mark.parametrize("board", [butler_board, cross_imp_board])
def test_in_imps_the_side_keeps_its_own_and_the_other_has_three(board):
    lines_counted = board([line(Award((KEPT,), Average.PLUS)), *FIELD])
    lines = {own_line.id: own_line for own_line in (lines_counted.lines if board is butler_board else lines_counted)}
    plain = board([Scored("x", 420), *FIELD])
    before = {own_line.id: own_line for own_line in (plain.lines if board is butler_board else plain)}
    assert (lines["x"].ns, lines["x"].ew) == (before["x"].ns, 3)
    assert lines["1"].ns == before["1"].ns


def test_between_two_teams_each_has_its_own():
    def imps(points):
        return (points.as_imps()[0], points.as_imps()[1])

    both = two_tables(line(Award((KEPT,), Average.PLUS)), Scored("y", -50), team_imps, imps)
    assert both == (10, 3)


def test_a_fouled_board_compares_each_form_so():
    board = fouled_board([[line(Award((KEPT,), Average.EVEN)), *FIELD], [Scored("4", 100), Scored("5", 200)]])
    assert board.line("x").ew_percent == 50


def test_average_plus_follows_the_session_of_its_own_pair():
    pairs = {"x": ("A", "B"), "1": ("C", "D"), "2": ("E", "F")}
    board = Played((line(Award((KEPT,), Average.PLUS)), Scored("1", 420), Scored("2", 450)), pairs)
    other = Played((Scored("x", -50), Scored("1", 420), Scored("2", 450)), pairs)
    session = matchpoint_session({"1": board, "2": other})
    standing = {place.contestant: place for place in session.standings}
    assert standing["B"].percent == 100  # 100 % on its other board, so 100 % here (12C2(c))
    assert session.boards["1"].line("x").ew_percent == 100
    assert standing["A"].boards == 2
    imps = imp_session({"1": board, "2": other}, cross_imp_board)
    assert {place.contestant for place in imps.standings} == set("ABCDEF")


@pytest.mark.parametrize("award", [Award((KEPT,), Average.PLUS), Award(Fraction(45), ()), Award((), Average.EVEN)])
def test_it_is_stored_and_read_again(award):
    assert Award.from_json(award.as_json()) == award


def test_a_side_with_nothing_needs_an_artificial_score_beside_it():
    with pytest.raises(ValueError, match="no artificial score"):
        Award((), (KEPT,))


def test_a_line_of_one_side_seen_by_the_other_is_an_average():
    award = OneSided("x", Side.NS, 420, Average.PLUS)
    assert award.seen_by(Side.NS) == Scored("x", 420)

"""Matchpoints of a board (Law 78A), boards with scores missing or artificial, and the ranking of a session."""

import csv
import re
from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.scores.adjusted import Average, weighted
from rulings.scores.matchpoints import (
    RATIOS,
    Artificial,
    Averaged,
    Award,
    BoardPoints,
    Line,
    Neuberg,
    Scale,
    Scored,
    Split,
    Weighted,
    awards,
    fouled_board,
    matchpoint_board,
    matchpoint_field,
    neuberg,
    penalty,
    points_by_score,
    ranking,
    scaled,
    shown_percent,
    shown_points,
)
from tests.conftest import REAL_FILES


def board_of(*scores: int) -> list[Line]:
    return [Scored(str(number), score) for number, score in enumerate(scores, 1)]


def ns_points(board: BoardPoints) -> list[Fraction]:
    return [line.ns for line in board.lines]


scores_of_a_board = st.lists(st.integers(-200, 200).map(lambda tens: 10 * tens), min_size=1, max_size=40)
percentages = st.integers(0, 100).map(Fraction)


# One board


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        (
            [590, 100, -400, -100, 500, 690, -100, -550, -400, -400],
            [16, 12, 4, 9, 14, 18, 9, 0, 4, 4],
        ),
        (
            [1430, 690, 680, 680, 680, 660, 660, 650, -100, -100, -200],
            [20, 18, 14, 14, 14, 9, 9, 6, 3, 3, 0],
        ),
        ([690, *[660] * 7], [14, *[6] * 7]),
        ([0, 0, -50], [3, 3, 0]),
        ([420, 420], [1, 1]),
    ],
    ids=["EBL 2015", "nationwidepairs", "the seed", "a board passed out is compared", "equal"],
)
def test_two_for_a_result_beaten_and_one_for_an_equal_one(scores: list[int], points: list[int]):
    board = matchpoint_board(board_of(*scores))
    assert board.top == 2 * (len(scores) - 1)
    assert ns_points(board) == points
    assert [line.ew for line in board.lines] == [board.top - ns for ns in points]


def test_a_hundred_results_by_their_frequencies():
    frequencies = {1660: 1, 1430: 21, 680: 54, 650: 18, 620: 4, -100: 1, -200: 1}
    assert points_by_score(frequencies) == {1660: 198, 1430: 176, 680: 101, 650: 29, 620: 7, -100: 2, -200: 0}
    scores = [score for score, count in frequencies.items() for _ in range(count)]
    assert set(zip(scores, ns_points(matchpoint_board(board_of(*scores))), strict=True)) == set(
        points_by_score(frequencies).items()
    )


def test_frequencies_may_be_fractional_as_weighted_scores_need():
    weights = {110: Fraction(56, 10), 50: 3, -50: Fraction(24, 10), -110: 2}
    assert points_by_score(weights) == {
        110: Fraction("19.4"),
        50: Fraction("10.8"),
        -50: Fraction("5.4"),
        -110: Fraction(1),
    }


def test_690_among_seven_660_is_a_top_and_the_660_share_the_rest():
    board = matchpoint_board(board_of(690, *[660] * 7))
    first, second = board.lines[0], board.lines[1]
    assert (first.ns_percent, first.ew_percent) == (100, 0)
    assert (second.ns_percent, second.ew_percent) == (Fraction(300, 7), Fraction(400, 7))
    assert [shown_percent(line.ns_percent) for line in (first, second)] == [Decimal("100.00"), Decimal("42.86")]


def test_before_the_revoke_is_ruled_all_eight_are_average():
    assert {line.ns_percent for line in matchpoint_board(board_of(*[660] * 8)).lines} == {50}


def test_a_line_is_found_by_its_id():
    board = matchpoint_board([Scored("table 4", 420), Scored("table 5", 50)])
    assert board.line("table 5").ns == 0
    with pytest.raises(KeyError, match="table 6"):
        board.line("table 6")


@pytest.mark.parametrize("line", [Scored("1", -50), Scored("1", 0)])
def test_a_line_alone_has_nothing_to_compare_with(line: Scored):
    board = matchpoint_board([line])
    assert (board.top, board.lines[0].ns, board.lines[0].ew) == (0, 0, 0)
    assert (board.lines[0].ns_percent, board.lines[0].ew_percent) == (50, 50)


def test_a_board_not_yet_played_has_no_lines():
    assert matchpoint_board([]) == BoardPoints(0, ())


@given(scores_of_a_board)
def test_matchpoints_are_the_comparisons_of_every_pair_of_results(scores: list[int]):
    compared = [
        sum(2 * (mine > other) + (mine == other) for place, other in enumerate(scores) if place != own)
        for own, mine in enumerate(scores)
    ]
    assert ns_points(matchpoint_board(board_of(*scores))) == compared


@given(scores_of_a_board)
def test_the_points_of_a_board_add_up_to_its_average(scores: list[int]):
    board = matchpoint_board(board_of(*scores))
    assert 2 * sum(ns_points(board)) == board.top * len(scores)
    assert sum(line.ns_percent for line in board.lines) == 50 * len(scores)
    assert all(line.ns + line.ew == board.top and line.ns_percent + line.ew_percent == 100 for line in board.lines)


@given(scores_of_a_board.flatmap(lambda scores: st.tuples(st.just(scores), st.permutations(range(len(scores))))))
def test_the_order_of_the_lines_changes_nothing(case: tuple[list[int], list[int]]):
    scores, order = case
    lines = board_of(*scores)
    shuffled = matchpoint_board([lines[place] for place in order])
    straight = matchpoint_board(lines)
    assert {line.id: line for line in shuffled.lines} == {line.id: line for line in straight.lines}
    assert [line.id for line in shuffled.lines] == [lines[place].id for place in order]


@given(scores_of_a_board)
def test_a_better_score_never_earns_less(scores: list[int]):
    earned = points_by_score(Counter(scores))
    assert all(earned[low] < earned[high] for low, high in pairwise(sorted(earned)))


def test_two_lines_of_one_id_are_refused():
    with pytest.raises(ValueError, match="Line '1' is there 2 times"):
        matchpoint_board([Scored("1", 420), Scored("1", 50)])


def test_a_kind_of_line_that_is_not_known_is_refused():
    class Guessed:
        id = "1"

    with pytest.raises(ValueError, match="Guessed cannot be matchpointed"):
        matchpoint_board([Guessed()])


# Scores that are missing or artificial


@pytest.mark.parametrize(
    ("expected", "obtained", "raw", "carried"),
    [
        (11, 10, range(18, -1, -2), ["19.9", "17.7", "15.5", "13.3", "11.1", "8.9", "6.7", "4.5", "2.3", "0.1"]),
        (10, 7, range(12, -1, -2), ["123/7", "103/7", "83/7", "9", "43/7", "23/7", "3/7"]),
        (10, 3, (4, 2, 0), ["47/3", "9", "7/3"]),
        (16, 8, (14, 12, 0), ["29", "25", "1"]),
        (4, 3, (4, 0), ["17/3", "1/3"]),
        (3, 2, (2, 0), ["7/2", "1/2"]),
        (9, 8, (10, 14, 0), ["11.375", "15.875", "0.125"]),
        (13, 12, (22,), ["287/12"]),
        (7, 6, (9,), ["32/3"]),
        (12, 1, (0,), ["11"]),
    ],
)
def test_scores_that_are_missing_are_made_up_for_by_neubergs_formula(expected, obtained, raw, carried):
    points = [neuberg(Fraction(mp), obtained=obtained, expected=expected) for mp in raw]
    assert points == [Fraction(value) for value in carried]


@given(st.integers(0, 400), st.integers(1, 200))
def test_with_nothing_missing_neuberg_changes_nothing(points: int, results: int):
    assert neuberg(Fraction(points), obtained=results, expected=results) == points


def test_a_board_short_of_results_keeps_its_full_weight():
    board = matchpoint_board(board_of(620, 600, 170, 140, 110, -50, -100), expected=10)
    assert board.top == 18
    assert [shown_points(ns, 18) for ns in ns_points(board)] == [
        Decimal(value) for value in ("17.6", "14.7", "11.9", "9.0", "6.1", "3.3", "0.4")
    ]
    assert sum(ns_points(board)) == 63


def test_an_artificial_score_is_a_share_of_the_full_top_and_compares_with_nobody():
    lines = board_of(620, 600, 170, 140, 110, 100, -50, -100)
    board = matchpoint_board([*lines, Artificial("art", Fraction(60), Fraction(40))])
    assert board.top == 16
    artificial = board.line("art")
    assert (artificial.ns, artificial.ew) == (Fraction("9.6"), Fraction("6.4"))
    assert (artificial.ns_percent, artificial.ew_percent) == (60, 40)
    assert (board.line("1").ns, board.line("8").ns) == (Fraction("15.875"), Fraction("0.125"))
    assert sum(board.line(line.id).ns for line in lines) == 64


def test_both_sides_may_be_given_sixty_per_cent():
    board = matchpoint_board([*board_of(*[420] * 21), Artificial("22", Fraction(60), Fraction(60))])
    assert (board.line("22").ns, board.line("22").ew) == (Fraction("25.2"), Fraction("25.2"))


@given(scores_of_a_board, st.lists(st.tuples(percentages, percentages), max_size=4))
def test_artificial_scores_move_the_others_by_neuberg_alone(scores: list[int], given_percentages):
    artificial = [Artificial(f"a{number}", *given) for number, given in enumerate(given_percentages)]
    lines = board_of(*scores)
    together = matchpoint_board([*lines, *artificial])
    alone = matchpoint_board(lines, expected=len(lines) + len(artificial))
    assert together.top == alone.top
    assert together.lines[: len(lines)] == alone.lines


@given(scores_of_a_board, st.integers(0, 20))
def test_missing_results_leave_the_average_and_the_order(scores: list[int], missing: int):
    whole = matchpoint_board(board_of(*scores))
    short = matchpoint_board(board_of(*scores), expected=len(scores) + missing)
    assert 2 * sum(ns_points(short)) == short.top * len(scores)
    by_whole = sorted(range(len(scores)), key=lambda place: ns_points(whole)[place])
    assert by_whole == sorted(range(len(scores)), key=lambda place: ns_points(short)[place])
    assert all(0 <= line.ns <= short.top for line in short.lines)


def test_a_board_where_nothing_was_played_has_its_artificial_scores():
    board = matchpoint_board([Artificial("1", Fraction(60), Fraction(40)), Artificial("2", Fraction(50), Fraction(50))])
    assert (board.top, ns_points(board)) == (2, [Fraction("1.2"), 1])


def test_more_lines_than_expected_are_refused():
    with pytest.raises(ValueError, match="3 lines, more than the 2 expected"):
        matchpoint_board(board_of(1, 2, 3), expected=2)


@pytest.mark.real_files
@pytest.mark.parametrize(
    "name",
    [
        "acbl__club_game_5tables", "bws__bridgemate_11tables_27boards", "nzscorer__handicap_pairs", "nzscorer__pairs",
        "nzscorer__three_quarter_howell_with_phantom", "pbn__ffb_magic_contest_paires_seance1",
        "usebio__compscore_mp_howell_a5050", "usebio__compscore_mp_mitchell_7tables",
        "usebio__ebuscore_mp_howell_hands", "usebio__ebuscore_mp_two_winner_a5050",
        "usebio__pairsscorer_mp_two_winner", "usebio__realbridge_mp_with_lin_play",
    ],
)  # fmt: skip
def test_the_matchpoints_of_a_real_session_are_found_again(name: str):
    boards: dict[str, list[dict[str, str]]] = defaultdict(list)
    with (REAL_FILES / "golden" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file)):
            boards[row["board"]].append({**row, "id": str(number)})
    wrong, checked = [], 0
    for rows in boards.values():
        lines = [line for row in rows if (line := line_of(row)) is not None]
        points = matchpoint_board(lines, expected=max(len(lines), int(rows[0]["results_on_board"])))
        by_id = {line.id: line for line in points.lines}
        for row in rows:
            if row["id"] in by_id:
                line = by_id[row["id"]]
                rounded = (round(float(line.ns), 4), round(float(line.ew), 4))
                checked += 1
                if rounded != (float(row["neuberg_ns_mp"]), float(row["neuberg_ew_mp"])):
                    wrong.append((row["board"], row["ns"], rounded, row["neuberg_ns_mp"]))
    assert wrong == []
    assert checked >= 90


def line_of(row: dict[str, str]) -> Line | None:
    artificial = re.fullmatch("A([0-9]{2})([0-9]{2})", row["kind"])
    if artificial:
        return Artificial(row["id"], Fraction(artificial[1]), Fraction(artificial[2]))
    return Scored(row["id"], int(row["law77_ns_score"])) if row["kind"] in ("played", "pass") else None


# Weighted and split scores

HALF = Fraction(1, 2)
score = st.integers(-200, 200).map(lambda tens: 10 * tens)
mixtures = st.lists(st.tuples(st.integers(1, 9), score), min_size=1, max_size=4).map(
    lambda drawn: weighted((Fraction(part, sum(weight for weight, _score in drawn)), points) for part, points in drawn)
)
outcomes_of_a_board = st.lists(score | mixtures, min_size=1, max_size=12)


def lines_of(outcomes) -> list[Line]:
    return [
        Scored(str(number), outcome) if isinstance(outcome, int) else Weighted(str(number), outcome)
        for number, outcome in enumerate(outcomes, 1)
    ]


def parts(outcome) -> tuple[tuple[Fraction | int, int], ...]:
    return ((1, outcome),) if isinstance(outcome, int) else outcome


def against_the_others(own: int, field) -> Fraction:
    """Compute North-South's points of one line by the definition: every result of it against every result of the
    others."""
    return sum(
        (
            weight * other_weight * (2 * (mine > other) + (mine == other))
            for at, another in enumerate(field)
            if at != own
            for weight, mine in parts(field[own])
            for other_weight, other in parts(another)
        ),
        Fraction(0),
    )


SIXTY_FORTY = weighted([(Fraction(3, 5), 110), (Fraction(2, 5), -50)])
TWELVE = [110] * 5 + [50] * 3 + [-50] * 2 + [-110] * 2


def test_a_weighted_score_is_fractional_results_for_the_field_and_the_mean_of_their_points_for_the_pair():
    board = matchpoint_board([*board_of(*TWELVE), Weighted("x", SIXTY_FORTY)])
    assert [board.line(place).ns for place in ("1", "6", "9", "11")] == [
        Fraction("19.4"), Fraction("10.8"), Fraction("5.4"), 1,
    ]  # fmt: skip
    assert (board.line("x").ns, board.line("x").ew) == (Fraction("13.8"), Fraction("10.2"))


def test_the_table_result_of_the_same_board_was_no_damage():
    assert matchpoint_board([*board_of(*TWELVE), Scored("x", 100)]).line("x").ns == 14


def test_weighting_is_replacing_the_score_by_each_result_in_turn():
    replaced = [matchpoint_board([*board_of(*TWELVE), Scored("x", score)]).line("x").ns for score in (110, -50)]
    assert replaced == [19, 6]
    assert Fraction(3, 5) * replaced[0] + Fraction(2, 5) * replaced[1] == Fraction("13.8")


@pytest.mark.parametrize(
    ("weights", "worth", "points"),
    [((HALF, HALF), (18, 3), Fraction("10.5")), ((Fraction(3, 5), Fraction(2, 5)), (20, 5), 14)],
)
def test_a_pair_has_the_weighted_points_of_its_results(weights, worth, points):
    # A field of twelve on a top of 24 where 620 earns one figure, -200 another and nothing lies between them
    better, worse = 24 - worth[0], worth[1]
    equal_low = worse % 2
    equal_high = better % 2
    lower, higher = (worse - equal_low) // 2, (better - equal_high) // 2
    between = 12 - lower - higher - equal_low - equal_high
    field = [-500] * lower + [-200] * equal_low + [100] * between + [620] * equal_high + [990] * higher
    replaced = [matchpoint_board([*board_of(*field), Scored("x", score)]).line("x").ns for score in (620, -200)]
    assert tuple(replaced) == worth
    results = weighted(zip(weights, (620, -200), strict=True))
    assert matchpoint_board([*board_of(*field), Weighted("x", results)]).line("x").ns == points


@settings(deadline=None)
@given(outcomes_of_a_board)
def test_frequencies_give_what_every_pair_of_results_gives(field):
    board = matchpoint_board(lines_of(field))
    assert ns_points(board) == [against_the_others(own, field) for own in range(len(field))]
    assert all(line.ns + line.ew == board.top for line in board.lines)
    assert 2 * sum(ns_points(board)) == board.top * len(field)


@settings(deadline=None)
@given(scores_of_a_board, st.integers(0, 8))
def test_weighting_one_result_by_one_is_assigning_it(scores: list[int], missing: int):
    lines = board_of(*scores)
    expected = len(lines) + missing
    assigned = matchpoint_board(lines, expected=expected)
    same = [Weighted(line.id, weighted([(1, line.score)])) for line in lines]
    assert matchpoint_board(same, expected=expected) == assigned
    assert matchpoint_board([Split(line.id, line.score, line.score) for line in lines], expected=expected) == assigned


@settings(deadline=None)
@given(outcomes_of_a_board, st.integers(1, 8))
def test_a_weighted_score_counts_as_one_where_scores_are_missing(field, missing: int):
    whole = matchpoint_board(lines_of(field))
    short = matchpoint_board(lines_of(field), expected=len(field) + missing)
    assert ns_points(short) == [
        neuberg(points, obtained=len(field), expected=len(field) + missing) for points in ns_points(whole)
    ]


def test_each_side_of_a_split_score_is_compared_with_its_own_field():
    board = matchpoint_board([*board_of(420, -50), Split("x", 420, -50)])
    assert [(line.ns, line.ew) for line in board.lines] == [(3, 0), (0, 3), (3, 3)]
    assert [(line.ns_percent, line.ew_percent) for line in board.lines] == [(75, 0), (0, 75), (75, 75)]


@settings(deadline=None)
@given(st.lists(st.tuples(score | mixtures, score | mixtures), min_size=1, max_size=10))
def test_the_fields_of_split_scores_are_two_boards(sides):
    board = matchpoint_board([Split(str(number), *both) for number, both in enumerate(sides)])
    assert ns_points(board) == ns_points(matchpoint_board(lines_of([ns for ns, _ew in sides])))
    assert [line.ew for line in board.lines] == [
        line.ew for line in matchpoint_board(lines_of([ew for _ns, ew in sides])).lines
    ]


# Averages, and every use of Neuberg's formula


def test_an_average_follows_the_contestants_other_boards():
    lines = [*board_of(420, 50), Averaged("x", Average.PLUS, Average.MINUS, ns_others=64, ew_others=Fraction(73, 2))]
    line = matchpoint_board(lines).line("x")
    assert (line.ns, line.ew) == (Fraction("2.56"), Fraction("1.46"))
    assert (line.ns_percent, line.ew_percent) == (64, Fraction(73, 2))


@settings(deadline=None)
@given(outcomes_of_a_board, st.lists(st.sampled_from(list(Average)), max_size=4))
def test_adding_averages_moves_the_others_by_neuberg_alone(field, averages):
    extra = [Averaged(f"a{number}", average, Average.MINUS) for number, average in enumerate(averages)]
    together = matchpoint_board([*lines_of(field), *extra])
    alone = matchpoint_board(lines_of(field), expected=len(field) + len(extra))
    assert (together.top, together.lines[: len(field)]) == (alone.top, alone.lines)
    without = matchpoint_board([*lines_of(field), *extra], formula=Neuberg.NONE)
    assert without.lines[: len(field)] == matchpoint_board(lines_of(field)).lines


def test_three_ways_to_carry_a_short_board_to_its_weight():
    boards = {
        "1": [*board_of(420, 400, -50), Artificial("a", Fraction(60), Fraction(40))],
        "2": board_of(420, 400, 390, -50, -100),
    }
    by_formula = {formula: matchpoint_field(boards, formula=formula) for formula in Neuberg}
    assert [by_formula[formula]["1"].top for formula in Neuberg] == [6, 8, 4]
    assert [by_formula[formula]["2"].top for formula in Neuberg] == [8, 8, 8]
    assert [by_formula[formula]["1"].line("1").ns for formula in Neuberg] == [Fraction(17, 3), Fraction(22, 3), 4]
    assert [by_formula[formula]["1"].line("a").ns for formula in Neuberg] == [
        Fraction("3.6"), Fraction("4.8"), Fraction("2.4"),
    ]  # fmt: skip
    assert len({tuple(ns_points(by_formula[formula]["2"])) for formula in Neuberg}) == 1


def test_a_field_without_boards_has_no_points():
    assert matchpoint_field({}, formula=Neuberg.FIELD) == {}


# Fouled boards (Law 87)


def groups_of(*groups: list[int]) -> list[list[Line]]:
    return [
        [Scored(f"{form}{place}", points) for place, points in enumerate(scores)] for form, scores in enumerate(groups)
    ]


def test_seven_and_three_of_ten_scores_are_rated_each_by_themselves():
    board = fouled_board(groups_of([620, 600, 170, 140, 110, -50, -100], [420, 50, -50]))
    assert board.top == 18
    assert [shown_points(ns, 18) for ns in ns_points(board)[:7]] == [
        Decimal(value) for value in ("17.6", "14.7", "11.9", "9.0", "6.1", "3.3", "0.4")
    ]
    assert ns_points(board)[7:] == [Fraction("12.6"), Fraction("10.8"), 9]
    assert [line.ns_percent for line in board.lines[7:]] == [70, 60, 50]
    assert [line.ew_percent for line in board.lines[7:]] == [50, 60, 70]


@pytest.mark.parametrize(
    ("group", "percents"),
    [
        ([420, 50], [65, 55]),
        ([420, 420], [60, 60]),
        ([420, 50, 50], [70, 55, 55]),
        ([420, 420, 50], [65, 65, 50]),
        ([420, 420, 420], [60, 60, 60]),
    ],
)
def test_two_or_three_scores_of_many_have_sixty_per_cent_and_five_a_point(group: list[int], percents: list[int]):
    board = fouled_board(groups_of([100] * (10 - len(group)), group))
    small = board.lines[-len(group) :]
    assert [line.ns_percent for line in small] == percents
    assert all(line.ns_percent + line.ew_percent == 120 for line in small)


def test_a_small_group_is_carried_by_the_formula_where_the_regulations_say_so_or_few_scores_are_expected():
    by_formula = [Fraction(47, 3), 9, Fraction(7, 3)]
    forms = groups_of([100] * 7, [420, 50, -50])
    assert ns_points(fouled_board(forms, small_groups=False))[7:] == by_formula
    few = fouled_board(groups_of([100] * 5, [420, 50, -50]))
    assert ns_points(few)[5:] == [neuberg(Fraction(points), obtained=3, expected=8) for points in (4, 2, 0)]


@pytest.mark.parametrize(("group", "percents"), [([420, 50, -50], [70, 60, 50]), ([420, 50], [65, 55])])
def test_a_group_is_small_where_just_three_times_as_many_scores_are_expected(group: list[int], percents: list[int]):
    board = fouled_board(groups_of([100] * (2 * len(group)), group))
    assert [line.ns_percent for line in board.lines[-len(group) :]] == percents


@pytest.mark.parametrize(("played", "group"), [(7, [420, 50, 50, -50]), (8, [420, 50, 50, -50]), (5, [420, 50, -50])])
def test_four_scores_and_three_of_fewer_than_nine_are_carried_by_the_formula(played: int, group: list[int]):
    forms = groups_of([100] * played, group)
    assert fouled_board(forms) == fouled_board(forms, small_groups=False)


def test_a_form_played_once_is_average_plus_to_both():
    board = fouled_board(groups_of([420, 50, 50, -50], [690]))
    assert (board.lines[4].ns_percent, board.lines[4].ew_percent) == (60, 60)
    assert ns_points(board)[:4] == [neuberg(Fraction(points), obtained=4, expected=5) for points in (6, 3, 3, 0)]


def test_a_board_of_one_form_was_not_fouled():
    forms = groups_of([420, 50], [])
    assert fouled_board(forms, expected=8) == matchpoint_board(forms[0], expected=8)


def test_artificial_scores_stand_in_any_group_and_count_in_none():
    first, second = groups_of([100] * 6, [420, 50, -50])
    art = Artificial("a", Fraction(60), Fraction(40))
    board = fouled_board([first, [*second, art]])
    assert (board.top, board.line("a").ns, board.line("10").ns_percent) == (18, Fraction("10.8"), 70)
    with pytest.raises(ValueError, match="Line 'a' is there 2 times"):
        fouled_board([[*first, art], [*second, art]])
    with pytest.raises(ValueError, match="9 lines, more than the 8 expected"):
        fouled_board([first, second], expected=8)


@settings(deadline=None)
@given(st.lists(outcomes_of_a_board, min_size=1, max_size=3), st.integers(0, 6))
def test_the_groups_of_a_fouled_board_do_not_touch_each_other(fields, missing: int):
    forms = [
        [
            Weighted(f"{form}.{line.id}", weighted(parts(outcome)))
            for line, outcome in zip(lines_of(field), field, strict=True)
        ]
        for form, field in enumerate(fields)
    ]
    expected = sum(map(len, forms)) + missing
    board = fouled_board(forms, expected=expected, small_groups=False)
    for form in forms:
        if len(form) > 1 or len(forms) == 1:
            alone = matchpoint_board(form, expected=expected)
            assert [board.line(line.id) for line in form] == list(alone.lines)


# Whole sessions of real files, each by the rule of its program


@pytest.mark.real_files
@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("usebio__compscore_mp_howell_a5050", Neuberg.BOARD),
        ("usebio__ebuscore_mp_two_winner_a5050", Neuberg.BOARD),
        ("pbn__ffb_magic_contest_paires_seance1", Neuberg.BOARD),
        ("usebio__pairsscorer_mp_two_sections_a5050", Neuberg.FIELD),
    ],
)
def test_the_recorded_points_of_a_session_follow_from_its_use_of_the_formula(name: str, formula: Neuberg):
    boards: dict[str, list[dict[str, str]]] = defaultdict(list)
    with (REAL_FILES / "golden" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file)):
            boards[row["board"]].append({**row, "id": str(number)})
    field = {board: [line for row in rows if (line := line_of(row)) is not None] for board, rows in boards.items()}
    by_board = matchpoint_field(field, formula=formula)
    wrong = [
        (board, row["id"], row["recorded_ns_mp"], float(line.ns))
        for board, rows in boards.items()
        for row in rows
        if abs((line := by_board[board].line(row["id"])).ns - Fraction(row["recorded_ns_mp"])) > Fraction(51, 1000)
        or abs(line.ew - Fraction(row["recorded_ew_mp"])) > Fraction(51, 1000)
    ]
    assert wrong == []
    assert sum(map(len, field.values())) >= 160


@pytest.mark.real_files
def test_tenths_of_points_are_cut_as_their_program_cuts_them():
    with (REAL_FILES / "golden" / "nzscorer__three_quarter_howell_with_phantom.csv").open(encoding="utf-8") as file:
        rows = [
            {**row, "id": str(number)}
            for number, row in enumerate(csv.DictReader(file))
            if row["kind"] == "played" and not row["flag"]
        ]
    wrong = []
    for board in {row["board"] for row in rows}:
        played = [row for row in rows if row["board"] == board]
        points = matchpoint_board([line_of(row) for row in played], expected=int(played[0]["results_on_board"]))
        for row in played:
            line = points.line(row["id"])
            printed = tuple(10 * Fraction(row[side]) for side in ("recorded_ns_mp", "recorded_ew_mp"))
            if (scaled(line.ns, Scale.TENTHS), scaled(line.ew, Scale.TENTHS)) != printed:
                wrong.append((board, row["id"], printed, line.ns))
    assert wrong == []
    assert len(rows) == 120


@pytest.mark.parametrize(
    ("points", "scale", "printed"),
    [("9", Scale.TWO, "9"), ("9", Scale.ONE, "4.5"), ("9", Scale.TENTHS, "90"), ("7.89", Scale.TENTHS, "78")],
)
def test_points_on_another_scale(points: str, scale: Scale, printed: str):
    assert scaled(Fraction(points), scale) == Fraction(printed)


@pytest.mark.parametrize("scale", Scale)
def test_the_ratio_of_a_scale_is_that_of_its_points(scale: Scale):
    assert scaled(Fraction(6), scale) == 6 * RATIOS[scale]


# Ranking


def test_a_session_ranks_by_points_over_tops():
    first = matchpoint_board(board_of(420, 400, -50))
    second = matchpoint_board(board_of(110, 140))
    earned = [
        *awards(first, {"1": ("A", "D"), "2": ("B", "E"), "3": ("C", "F")}),
        *awards(second, {"1": ("A", "E"), "2": ("B", "D")}),
    ]
    places = {standing.contestant: standing for standing in ranking(earned)}
    assert {name: (place.points, place.top, place.boards) for name, place in places.items()} == {
        "A": (4, 6, 2), "B": (4, 6, 2), "C": (0, 4, 1), "D": (0, 6, 2), "E": (4, 6, 2), "F": (4, 4, 1),
    }  # fmt: skip
    assert [(standing.rank, standing.contestant) for standing in ranking(earned)] == [
        (1, "F"), (2, "A"), (2, "B"), (2, "E"), (5, "D"), (5, "C"),
    ]  # fmt: skip
    assert places["A"].percent == Fraction(200, 3)


def test_two_fields_are_ranked_apart():
    board = matchpoint_board(board_of(420, 400, -50))
    earned = awards(board, {"1": ("1", "11"), "2": ("2", "12"), "3": ("3", "13")})
    fields = {"1": "NS", "2": "NS", "3": "NS", "11": "EW", "12": "EW", "13": "EW"}
    assert [(place.field, place.rank, place.contestant, place.percent) for place in ranking(earned, fields)] == [
        ("NS", 1, "1", 100), ("NS", 2, "2", 50), ("NS", 3, "3", 0),
        ("EW", 1, "13", 100), ("EW", 2, "12", 50), ("EW", 3, "11", 0),
    ]  # fmt: skip


def test_a_pair_that_changed_direction_stays_in_its_field():
    earned = [Award("7", Fraction(4), 4), Award("7", Fraction(0), 4), Award("8", Fraction(3), 8)]
    assert [(place.contestant, place.percent) for place in ranking(earned, {"7": "NS", "8": "NS"})] == [
        ("7", 50),
        ("8", Fraction(75, 2)),
    ]


def test_a_board_sat_out_does_not_count():
    earned = [Award("A", Fraction(6), 10), Award("A", Fraction(4), 10), Award("B", Fraction(6), 10)]
    standings = {place.contestant: place for place in ranking(earned)}
    assert (standings["A"].percent, standings["A"].boards) == (50, 2)
    assert (standings["B"].percent, standings["B"].boards) == (60, 1)


def test_a_penalty_is_taken_from_the_total_and_not_from_the_board():
    earned = [Award("A", Fraction(12), 20), Award("B", Fraction(10), 20), Award("A", Fraction(-4), 0)]
    assert [(place.contestant, place.percent, place.boards) for place in ranking(earned)] == [
        ("B", 50, 1),
        ("A", 40, 1),
    ]


def test_a_penalty_is_a_share_of_a_top():
    assert penalty("A", 10, 24) == Award("A", Fraction("-2.4"), 0)
    with pytest.raises(ValueError, match="-10 % of a top is not one"):
        penalty("A", -10, 24)


def test_a_contestant_with_nothing_to_compare_yet_comes_last_without_a_rank():
    earned = [*awards(matchpoint_board(board_of(420)), {"1": ("A", "B")}), Award("C", Fraction(0), 8)]
    assert [(place.contestant, place.rank, place.percent) for place in ranking(earned)] == [
        ("C", 1, 0), ("A", None, None), ("B", None, None),
    ]  # fmt: skip
    assert ranking([]) == []


@given(st.lists(st.tuples(st.sampled_from("ABCDEFGH"), st.integers(0, 20), st.integers(1, 10)), max_size=60))
def test_a_rank_is_one_more_than_the_number_ahead(drawn: list[tuple[str, int, int]]):
    earned = [Award(name, Fraction(min(points, 2 * half)), 2 * half) for name, points, half in drawn]
    places = ranking(earned)
    for place in places:
        assert place.rank == 1 + sum(other.percent > place.percent for other in places)
    assert [place.rank for place in places] == sorted(place.rank for place in places)
    assert {place.contestant for place in places} == {name for name, _, _ in drawn}


@pytest.mark.parametrize(
    ("percent", "shown"),
    [(Fraction(300, 7), "42.86"), (Fraction("62.345"), "62.35"), (Fraction(50), "50.00"), (Fraction("-1.5"), "-1.50")],
)
def test_percentages_are_shown_to_two_places_halves_up(percent: Fraction, shown: str):
    assert str(shown_percent(percent)) == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        ("12.25", "12.2"),
        ("3.75", "3.8"),
        ("8.25", "8.2"),
        ("7.75", "7.8"),
        ("8", "8.0"),
        ("7.57", "7.6"),
        ("0.2", "0.2"),
    ],
)
def test_matchpoints_are_shown_to_a_tenth_exact_halves_towards_the_average(points: str, shown: str):
    assert str(shown_points(Fraction(points), 16)) == shown
    other = shown_points(16 - Fraction(points), 16)
    assert other + Decimal(shown) == 16

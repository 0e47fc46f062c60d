"""The method of a scoring program is recognised by the points and percentages that its file records."""

from dataclasses import replace
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.scores.adjusted import Artificial, Scored
from rulings.scores.matchpoints import Scale, shown_percent
from rulings.scores.methods import (
    Boards,
    Expected,
    Method,
    Placing,
    Row,
    Scores,
    Scoring,
    SitOut,
    VictoryPoints,
    equal_as_printed,
    score_session,
    worth_of_a_match,
)
from rulings.scores.recognition import PlayedMatch, candidates, compare, recognise, recognise_scale

SCORES = (420, 450, 400, -50, 420, 170, -100, 620)


def boards(tables: int = 6, count: int = 8, *, artificial: bool = True, phantom: bool = True) -> dict[str, list[Row]]:
    """Build a session that distinguishes methods: one artificial score, a shorter board, a table that did not play."""
    boards_read = {}
    for number in range(1, count + 1):
        rows = []
        for table in range(1 + (number == 7), tables + 1):  # one table has no row at all on board 7
            name = f"{number}.{table}"
            line: Scored | Artificial | None = Scored(name, SCORES[(number * 3 + table * table) % len(SCORES)])
            if artificial and (number, table) == (2, 3):
                line = Artificial(name, Fraction(60), Fraction(40))
            if phantom and (number, table) in ((3, 1), (3, 2), (4, 2)):
                line = None
            ew = f"EW{(table + number) % tables + 1}"
            rows.append(Row(name, line, f"NS{table}", ew if line is not None else "phantom", "AB"[table > tables // 2]))
        boards_read[str(number)] = rows
    return boards_read


def recorded(played: Boards, method: Method, digits: int = 1) -> tuple[dict[str, list[Row]], dict[str, Fraction]]:
    """Write the session as a program of this method does: with its points, rounded, and its percentages."""
    scores = score_session(played, method)
    factor = {Scale.TWO: 1, Scale.ONE: Fraction(1, 2), Scale.TENTHS: 10}[method.scale]

    def points(row: Row) -> tuple[Fraction, Fraction] | None:
        if row.id not in scores.rows:
            return None
        both = scores.rows[row.id].ns, scores.rows[row.id].ew
        if method.scale is Scale.TENTHS:
            return Fraction(int(10 * both[0])), Fraction(int(10 * both[1]))
        return round(both[0] * factor, digits), round(both[1] * factor, digits)

    rows = {name: [replace(row, recorded=points(row)) for row in rows] for name, rows in played.items()}
    totals = {
        standing.contestant: Fraction(shown_percent(standing.score))
        for standing in scores.standings
        if standing.score is not None
    }
    return rows, totals if method.unit == "percent" else {}


MATCHPOINTS = [
    replace(candidate, totals=totals, scale=scale, session_rule=session_rule, sit_out=sit_out)
    for candidate in candidates(Scoring.MATCHPOINTS, winners=1)
    for totals, scale, session_rule, sit_out in (
        (None, Scale.TWO, True, SitOut.NOTHING),
        (None, Scale.TENTHS, False, SitOut.NOTHING),
        (Expected.FIELD, Scale.ONE, True, SitOut.NOTHING),
        (None, Scale.TWO, False, SitOut.AVERAGE_PLUS),
    )
    if totals is not candidate.expected
]


@pytest.mark.parametrize(
    "method", MATCHPOINTS, ids=lambda choice: f"{choice.by_section}-{choice.expected}-{choice.totals}"
)
def test_every_way_of_matchpointing_is_found_again(method: Method):
    played = boards()
    rows, totals = recorded(played, method)
    recognition = recognise(rows, candidates(Scoring.MATCHPOINTS, winners=1), totals)
    assert recognition.reproduces
    assert recognition.method.scale is method.scale
    ranked, other = (score_session(played, way) for way in (method, recognition.method))
    assert {key: round(earned.ns, 1) for key, earned in ranked.rows.items()} == {
        key: round(earned.ns, 1) for key, earned in other.rows.items()
    }
    assert recognition.method.expected is method.expected
    assert (recognition.compared, recognition.totals) == (
        sum(row.recorded is not None for row in sum(rows.values(), [])),
        12,
    )


@pytest.mark.parametrize("scoring", [Scoring.BUTLER, Scoring.CROSS_IMPS])
def test_every_way_of_imps_is_found_again(scoring: Scoring):
    for method in candidates(scoring):
        rows, _totals = recorded(boards(), method, digits=2)
        recognition = recognise(rows, candidates(scoring))
        assert recognition.reproduces
        assert score_session(rows, recognition.method).rows == score_session(rows, method).rows
        assert recognise(rows, candidates(Scoring.IMPS)).reproduces  # a file that only says IMPs


def test_one_line_that_the_usual_method_misses_is_enough_to_find_the_method_of_the_program():
    """In sixty boards one score alone shows whether a datum is 445 or 450: 400 loses one IMP, or two."""
    played = {
        str(number): [
            Row(f"{number}.{table}", Scored(f"{number}.{table}", score), f"NS{table}", f"EW{table}")
            for table, score in enumerate((400, 490) if number == 7 else (420, 420))
        ]
        for number in range(60)
    }
    usual, *others = candidates(Scoring.BUTLER)
    program = replace(usual, round_to=1)
    assert program in others
    rows, _totals = recorded(played, program)
    recognition = recognise(rows, (usual, *others))
    assert (recognition.method, recognition.unlike, recognition.reproduces) == (program, (), True)
    assert recognise(rows, (usual,)).unlike == ("7.0",)


def one_board(*scores: int, number: int = 1) -> dict[str, list[Row]]:
    names = [f"{number}.{table}" for table in range(len(scores))]
    rows = [Row(name, Scored(name, score), f"NS{name}") for name, score in zip(names, scores, strict=True)]
    return {str(number): rows}


@pytest.mark.parametrize(("boards", "gives_way"), [(4, True), (1, False)])
def test_a_method_within_the_rounding_of_every_line_gives_way_if_it_is_further_on_average(boards: int, gives_way: bool):
    """A line wins 10 IMPs in all: 0.53 for each of 19 comparisons, 0.50 for each of 20 results. The difference is
    within the rounding of a file. A flat board fits every method."""
    usual, program = candidates(Scoring.CROSS_IMPS)[:2]
    played: dict[str, list[Row]] = {}
    for number in range(boards):
        played |= one_board(*[420, 450] * 10, number=number)
    rows, _totals = recorded(played | one_board(*[420] * 20, number=99), program, digits=2)
    assert recognise(rows, (usual,)).unlike == ()
    assert recognise(rows, (usual, program)).method == (program if gives_way else usual)


def test_a_line_that_was_changed_by_hand_does_not_hide_the_method_of_the_others():
    usual, program = candidates(Scoring.CROSS_IMPS)[:2]
    rows, _totals = recorded(one_board(*[420, 450] * 4), program, digits=2)
    changed = rows["1"][3]
    rows["1"][3] = replace(changed, recorded=(changed.recorded[0] + Fraction(1, 10), changed.recorded[1]))
    recognition = recognise(rows, (usual, program))
    assert (recognition.method, recognition.unlike) == (program, ("1.3",))


def test_the_usual_method_is_kept_where_no_other_is_nearer():
    """The points of the file are right, or equally wrong by every method."""
    for scoring in (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS):
        usual, *others = candidates(scoring)
        rows, _totals = recorded(one_board(420, 420, 420, 420), usual)
        assert recognise(rows, (usual, *others)).method == usual
        rows["1"][0] = replace(rows["1"][0], recorded=(Fraction(5), Fraction(-5)))
        recognition = recognise(rows, (usual, *others))
        assert (recognition.method, recognition.unlike) == (usual, ("1.0",))


def test_nothing_recorded_is_the_usual_method_and_reproduces_nothing():
    recognition = recognise(boards(), candidates(Scoring.MATCHPOINTS, winners=2))
    assert (recognition.method, recognition.compared, recognition.reproduces) == (Method(winners=2), 0, False)


def test_what_does_not_follow_is_named():
    rows, totals = recorded(boards(), Method(winners=1))
    rows["5"][0] = replace(rows["5"][0], recorded=(Fraction(9), Fraction(1)))
    totals["NS1"] += 1
    recognition = recognise(rows, candidates(Scoring.MATCHPOINTS, winners=1), totals)
    assert (recognition.method.expected, recognition.unlike, recognition.unlike_totals) == (
        Expected.BOARD,
        ("5.1",),
        ("NS1",),
    )
    assert not recognition.reproduces


@settings(deadline=None, max_examples=30)
@given(st.randoms(use_true_random=False), st.sampled_from(MATCHPOINTS))
def test_the_method_found_does_not_depend_on_the_order_of_the_file(random, method: Method):
    rows, totals = recorded(boards(), method)
    names = list(rows)
    random.shuffle(names)
    shuffled = {name: random.sample(rows[name], len(rows[name])) for name in names}
    usual = candidates(Scoring.MATCHPOINTS, winners=1)
    assert recognise(shuffled, usual, totals).method == recognise(rows, usual, totals).method


def test_thirty_boards_of_forty_tables_are_computed_and_recognised_in_no_time():
    played = boards(tables=40, count=30)
    rows, totals = recorded(played, replace(Method(winners=1), by_section=True, expected=Expected.ROWS))
    started = process_time()
    score_session(rows, Method(winners=1))
    once = process_time() - started
    recognition = recognise(rows, candidates(Scoring.MATCHPOINTS, winners=1), totals)
    every = process_time() - started - once
    assert recognition.reproduces and recognition.method.by_section
    # This takes fifty milliseconds and half a second on a laptop; the right method is the last candidate.
    assert (once < 1, every < 5) == (True, True)


# Matches of teams

TEAMS = Method(Scoring.IMPS)


@pytest.mark.parametrize(
    "method",
    [
        TEAMS,
        replace(TEAMS, victory_points=VictoryPoints.CONTINUOUS),
        replace(TEAMS, victory_points=VictoryPoints.DISCRETE),
        replace(TEAMS, victory_points=VictoryPoints.DISCRETE, margins=(0, 1, 2, 3, 5, 7, 9, 11, 14, 17, 21)),
    ],
    ids=["imps", "continuous", "whole", "seen in files"],
)
def test_the_scale_of_the_matches_is_found_again(method: Method):
    matches = [
        PlayedMatch(
            Fraction(won), 3, (worth_of_a_match(method, Fraction(won), 3), worth_of_a_match(method, Fraction(-won), 3))
        )
        for won in (0, 2, -4, 12, 30)
    ]
    assert recognise_scale(matches) == method
    short = [replace(match, boards=1, given=(worth_of_a_match(method, match.margin, 1),
             worth_of_a_match(method, -match.margin, 1))) for match in matches]  # fmt: skip
    assert recognise_scale(short) == method


def test_matches_that_no_scale_gives_tell_nothing():
    assert recognise_scale([]) is None
    assert recognise_scale([PlayedMatch(Fraction(5), 3, (Fraction(19), Fraction(1)))]) is None
    assert recognise_scale([PlayedMatch(Fraction(5), 0, (Fraction(10), Fraction(10)))]) is None


def test_tenths_that_are_cut_are_recognised_and_the_largest_board_is_found():
    """Three scores carried to the five of the largest board, as New Zealand's program prints them: 5.66 is 5.6."""
    scores = {1: (420, 400, 50, -50, -100), 2: (420, 400, 400), 3: (420, 50, 50), 4: (100, 50, -50)}
    boards = {}
    for number, of in scores.items():
        lines = []
        for table, score in enumerate(of):
            beaten = sum((score > other) * 2 + (score == other) for other in of) - 1
            worth = Fraction(5 * (beaten + 1), len(of)) - 1
            points = tuple(Fraction(int(10 * points), 10) for points in (worth, 8 - worth))
            name = f"{number}.{table}"
            lines.append(Row(name, Scored(name, score), f"n{table}", f"e{table}", recorded=points))
        boards[str(number)] = lines
    assert any(sum(row.recorded) < 8 for row in boards["3"])
    recognition = recognise(boards, candidates(Scoring.MATCHPOINTS))
    assert (recognition.method.expected, recognition.unlike) == (Expected.FIELD, ())


# Places


def as_placed(scores: Scores) -> tuple[dict[str, Fraction], dict[str, int]]:
    """Return the percentages and places that a program prints of its scores."""
    placed = [standing for standing in scores.standings if standing.score is not None and standing.rank is not None]
    percentages = {standing.contestant: Fraction(shown_percent(standing.score)) for standing in placed}
    return percentages, {standing.contestant: standing.rank for standing in placed}


@pytest.mark.parametrize("choice", [{"rank_sections": True}, {"rounded": True}, {}], ids=lambda choice: str([*choice]))
def test_the_choices_that_only_places_show_are_found_again(choice: dict[str, bool]):
    """The choices are sections ranked separately, and points rounded before they are added up."""
    method = Method(winners=1, expected=Expected.FIELD, **choice)
    seen = 0
    for count in range(7, 12):  # one of these sessions has a place that the choice moves
        played = boards(tables=9, count=count)
        rows, _totals = recorded(played, method)
        totals, places = as_placed(score_session(rows, method))
        plain = as_placed(score_session(rows, replace(method, rank_sections=False, rounded=False)))[1]
        recognition = recognise(rows, candidates(Scoring.MATCHPOINTS, winners=1), totals, places)
        assert recognition.reproduces, (count, recognition)
        assert as_placed(recognition.scores)[1] == places
        seen += plain != places
    assert bool(seen) is bool(choice)


def test_a_percentage_may_differ_by_its_last_figure():
    rows, totals = recorded(boards(), Method(winners=1))
    for apart, unlike in ((1, ()), (-1, ()), (2, ("NS1",)), (-2, ("NS1",))):
        changed = {**totals, "NS1": totals["NS1"] + Fraction(apart, 100)}
        assert recognise(rows, (Method(winners=1),), changed).unlike_totals == unlike


def test_a_percentage_of_a_pair_that_the_method_compares_with_nobody_is_not_reproduced():
    """A score alone on its board is worth half the field's top to one program, and nothing to another."""
    played = one_board(420, 400) | one_board(420, number=2)
    totals = {"NS1.0": Fraction(100), "NS2.0": Fraction(50)}
    for expected, unlike in ((Expected.FIELD, ()), (Expected.SCORED, ("NS2.0",))):
        assert compare(played, Method(expected=expected), totals).unlike_totals == unlike


def test_the_ranking_of_a_file_alone_shows_whether_its_method_is_known():
    """Contestants without a result are not compared."""
    played, method = boards(), Method(winners=1)
    totals, places = as_placed(score_session(played, method))
    others = {"Nobody": 1}
    by_percentages = recognise(played, (method,), totals | {"Nobody": Fraction(50)})
    by_places = recognise(played, (method,), None, places | others)
    assert (by_percentages.reproduces, by_percentages.compared, by_percentages.totals) == (True, 0, len(totals))
    assert (by_places.reproduces, by_places.compared, by_places.places) == (True, 0, len(places))


@pytest.mark.parametrize("with_percentages", [False, True])
@pytest.mark.parametrize("equal", [False, True])
def test_places_show_whether_equal_percentages_share_a_place(equal: bool, with_percentages: bool):
    method = Method(winners=1, expected=Expected.FIELD, equal_as_printed=equal)
    played = boards(tables=10, count=15)  # two of its scores are printed alike and differ
    percentages, places = as_placed(score_session(played, method))
    assert places != as_placed(score_session(played, replace(method, equal_as_printed=not equal)))[1]
    known = percentages if with_percentages else None
    recognition = recognise(played, (replace(method, equal_as_printed=False),), known, places)
    assert (recognition.method.equal_as_printed, recognition.reproduces) == (equal, True)


@pytest.mark.parametrize("by_mean", [False, True])
def test_places_show_whether_pairs_are_ranked_by_their_imps_or_by_those_of_a_board(by_mean: bool):
    """A has 5 IMPs on one board, B 9.5 on two."""
    method = Method(Scoring.CROSS_IMPS, winners=2, by_mean=by_mean)
    names = {"1": (("A", 420), ("B", 400), ("C", 50)), "2": (("B", 420), ("C", 170))}
    played = {board: [Row(board + pair, Scored(board + pair, score), pair) for pair, score in lines]
              for board, lines in names.items()}  # fmt: skip
    _percentages, places = as_placed(score_session(played, method))
    recognition = recognise(played, candidates(Scoring.CROSS_IMPS, winners=2), None, places)
    assert (places["A"], recognition.method.by_mean, recognition.reproduces) == (1 if by_mean else 2, by_mean, True)


@pytest.mark.parametrize("session_rule", [False, True])
def test_the_points_of_an_average_show_whether_it_follows_the_session(session_rule: bool):
    """North-South have every top besides their 60 per cent (Law 12C2(c))."""
    method = Method(winners=2, session_rule=session_rule)
    names = ("NS1.0", "NS1.1")
    played = {str(number): [replace(row, ns=name) for name, row in zip(names, rows, strict=True)]
              for number in (1, 2) for rows in one_board(420, 50, number=number).values()}  # fmt: skip
    played["3"] = [Row("3", Artificial("3", Fraction(60), Fraction(40)), "NS1.0"), *one_board(50, number=3)["3"]]
    _rows, totals = recorded(played, method)
    recognition = recognise(played, candidates(Scoring.MATCHPOINTS, winners=2), totals)
    assert (recognition.method.session_rule, recognition.reproduces) == (session_rule, True)


def test_a_place_that_no_choice_gives_is_named():
    rows, totals = recorded(boards(), Method(winners=1))
    _totals, places = as_placed(score_session(rows, Method(winners=1)))
    wrong = next(iter(places))
    recognition = recognise(rows, candidates(Scoring.MATCHPOINTS, winners=1), totals, {**places, wrong: 99})
    assert (recognition.unlike_places, recognition.reproduces) == ((wrong,), False)


def test_scores_that_are_printed_alike_share_a_place_within_their_ranking():
    """52.381 and 52.38 are printed alike, 52.376 is too, and 52.374 is not; the other ranking has its own places."""
    scores = {"A": "52.381", "B": "52.38", "C": "52.376", "D": "52.374", "E": "52.38"}
    fields = {"E": "EW"}
    exact = [
        Placing(name, fields.get(name, "NS"), place, Fraction(score), Fraction(0), 1)
        for place, (name, score) in enumerate(scores.items(), 1)
    ]
    assert [standing.rank for standing in equal_as_printed(exact)] == [1, 1, 1, 4, 1]


def test_points_are_added_as_each_scale_prints_them():
    """Nine thirds are 3. Printed with one decimal they add up to 2.7, cut to tenths also to 2.7, and at 1-½-0 with two
    decimals to 2.97."""
    third = Fraction(1, 3)
    printed = {scale: 9 * Method(scale=scale).printed(third, 10) for scale in Scale}
    assert printed == {Scale.TWO: Fraction(27, 10), Scale.ONE: 18 * Fraction(17, 100), Scale.TENTHS: Fraction(27, 10)}

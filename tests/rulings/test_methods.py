"""A session by every method: the effect of each choice on points and ranking, and invariants of all."""

from collections.abc import Mapping
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge import Side
from rulings.scores.adjusted import Artificial, Average, Averaged, Imps, Line, OneSided, Scored, Split, Weighted
from rulings.scores.matchpoints import Scale, neuberg
from rulings.scores.methods import (
    Boards,
    Expected,
    Method,
    Row,
    Scores,
    Scoring,
    SitOut,
    VictoryPoints,
    rankings_of,
    score_session,
)

MP, BUTLER, CROSS = (Method(scoring) for scoring in (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS))
TEAMS, BAM, TOTAL = (Method(scoring) for scoring in (Scoring.IMPS, Scoring.BOARD_A_MATCH, Scoring.TOTAL))
A6040 = (Fraction(60), Fraction(40))


def row(board: int, table: int, score: int | Line | None, **more: Any) -> Row:
    """Build the result of a table's North-South pair against the East-West pair of the same number."""
    name = f"{board}.{table}"
    line = Scored(name, score) if isinstance(score, int) else score
    return Row(name, line, **{"ns": f"NS{table}", "ew": f"EW{table}"} | more)


def artificial(board: int, table: int, ns: int = 60, ew: int = 40) -> Row:
    return row(board, table, Artificial(f"{board}.{table}", Fraction(ns), Fraction(ew)))


def session(*boards: tuple[int | None, ...]) -> dict[str, list[Row]]:
    """Build boards 1, 2 … with the scores of tables 1, 2 …"""
    return {
        str(number): [row(number, table, score) for table, score in enumerate(scores, 1)]
        for number, scores in enumerate(boards, 1)
    }


def ns(scores: Scores, *rows: str) -> list[float]:
    return [float(scores.rows[name].ns) for name in rows]


def table(scores: Scores) -> dict[str, tuple[int | None, float]]:
    """Map every contestant to rank and score; scores are rounded to two decimals."""
    return {standing.contestant: (standing.rank, round(float(standing.score or 0), 2)) for standing in scores.standings}


# The number of expected scores


def test_a_board_is_carried_to_the_scores_that_the_method_expects():
    boards = session((420, 400, 50), (420, 400, None)) | {"3": [row(3, 1, 420), artificial(3, 2)]}
    tops = {
        expected: [
            score_session(boards, replace(MP, expected=expected)).rows[name].top for name in ("1.1", "2.1", "3.1")
        ]
        for expected in Expected
    }
    assert tops == {
        Expected.BOARD: [4, 2, 2],
        Expected.FIELD: [4, 4, 4],
        Expected.SCORED: [4, 2, 0],
        Expected.ROWS: [4, 4, 2],
    }


def test_sums_may_be_made_with_other_boards_than_those_that_are_printed():
    boards = session((420, 400, 50), (420, 400, None))
    printed = score_session(boards, replace(MP, totals=Expected.FIELD))
    carried = score_session(boards, replace(MP, expected=Expected.FIELD))
    assert printed.rows == score_session(boards, MP).rows
    assert printed.standings == carried.standings
    rows = score_session(boards, replace(MP, totals=Expected.ROWS))
    assert (rows.rows, rows.standings) == (printed.rows, carried.standings)


def test_sections_are_compared_and_ranked_apart_when_the_method_says_so():
    first = [row(1, table, score, section="A") for table, score in ((1, 420), (2, 400))]
    second = [
        Row(f"B1.{table}", Scored(f"B1.{table}", 620), f"BNS{table}", f"BEW{table}", section="B") for table in (1, 2)
    ]
    boards = {"1": [*first, *second]}
    together, apart = (score_session(boards, replace(MP, by_section=by_section)) for by_section in (False, True))
    assert ns(together, "1.1", "1.2", "B1.1", "B1.2") == [2, 0, 5, 5]
    assert ns(apart, "1.1", "1.2", "B1.1", "B1.2") == [2, 0, 1, 1]
    assert {standing.field for standing in together.standings} == {"NS", "EW"}
    assert {standing.field for standing in apart.standings} == {"A NS", "A EW", "B NS", "B EW"}


# Fields of the ranking


def test_a_board_played_the_wrong_way_round_leaves_two_rankings():
    boards = session(*[(420, 400, 50)] * 20)
    boards["20"][0] = replace(boards["20"][0], ns="EW1", ew="NS1")
    assert set(rankings_of(boards, MP).values()) == {"NS", "EW"}
    scores = score_session(boards, MP)
    # Sitting East-West for once, pair 1 has the bottom.
    assert table(scores)["NS1"] == (1, 95.0) and table(scores)["EW1"] == (3, 5.0)


def test_pairs_that_change_direction_are_ranked_together_unless_the_method_says_otherwise():
    boards = session((420, 400), (420, 400))
    boards["2"] = [replace(board, ns=board.ew, ew=board.ns) for board in boards["2"]]
    assert set(rankings_of(boards, MP).values()) == {""}
    assert set(rankings_of(boards, replace(MP, winners=2)).values()) == {"NS", "EW"}
    assert set(rankings_of(session((420, 400)), replace(MP, winners=1)).values()) == {""}


def test_a_howell_section_beside_mitchells_is_ranked_by_itself():
    mitchells = {letter: session((420, 400), (420, 50), (110, 100)) for letter in "AC"}
    howell = session((420, 400), (420, 50), (110, 100))
    howell["2"] = [replace(line, ns=line.ew, ew=line.ns) for line in howell["2"]]
    boards: dict[str, list[Row]] = {}
    for letter, of in {**mitchells, "B": howell}.items():
        for number, rows in of.items():
            boards.setdefault(number, []).extend(
                replace(line, id=letter + line.id, line=Scored(letter + line.id, 420), ns=letter + str(line.ns),
                        ew=letter + str(line.ew), section=letter)
                for line in rows
            )  # fmt: skip
    together = {"ANS1": "NS", "CNS1": "NS", "AEW1": "EW", "BNS1": "B", "BEW1": "B"}
    assert together.items() <= rankings_of(boards, MP).items()
    assert together.items() <= rankings_of(boards, replace(MP, winners=2)).items()
    apart = {"ANS1": "A NS", "CEW1": "C EW", "BNS1": "B", "BEW1": "B"}
    assert apart.items() <= rankings_of(boards, replace(MP, by_section=True)).items()
    assert set(rankings_of(boards, replace(MP, winners=1)).values()) == {""}


@pytest.mark.parametrize(
    "method", [Method(scoring) for scoring in (Scoring.IMPS, Scoring.BOARD_A_MATCH, Scoring.TOTAL)]
)
def test_teams_have_one_ranking_though_a_section_has_the_rows_of_one_table_alone(method):
    boards = match((620, -170))
    boards["1"] += [row(1, 3, 100, ns="Wolves", ew="Hares", match="2", section="B")]
    assert set(rankings_of(boards, method).values()) == {""}


def test_each_player_of_an_individual_has_an_average_of_his_own():
    players = {1: ("a", "b"), 2: ("c", "d")}
    boards = {
        "1": [row(1, 1, 420, ns=("a", "b"), ew=("e", "f")), row(1, 2, 400, ns=("c", "d"), ew=("g", "h"))],
        "2": [
            row(2, table, score, ns=(first, second), ew=(f"x{table}", f"y{table}"))
            for table, (first, second, score) in enumerate((("a", "c", 420), ("b", "d", 400)), 1)
        ],
        "3": [
            row(3, 1, Averaged("3.1", Average.PLUS, Average.MINUS), ns=("a", "b"), ew=("e", "f")),
            row(3, 2, 110, ns=players[2], ew=("g", "h")),
            row(3, 3, 100, ns=("i", "j"), ew=("k", "l")),
        ],
    }
    scores = score_session(boards, MP)
    placed = {standing.contestant: standing for standing in scores.standings}
    # on the other boards a has 100 %, b 50 %: average plus is 100 % and 60 %, and the line shows the mean
    assert placed["a"].points == 2 + 2 + 4 and placed["b"].points == 2 + 0 + Fraction(24, 10)
    assert scores.rows["3.1"].ns_percent == 80
    assert placed["e"].points == 0


# Artificial scores, sit-outs, penalties


def test_sixty_per_cent_of_a_file_follows_the_session_or_stays_as_it_is():
    boards = session((420, 400, 50)) | {"2": [artificial(2, 1), row(2, 2, 50), row(2, 3, 50)]}
    by_rule, as_recorded = (
        score_session(boards, replace(MP, session_rule=session_rule)) for session_rule in (True, False)
    )
    assert (by_rule.rows["2.1"].ns_percent, by_rule.rows["2.1"].ew_percent) == (100, 0)
    assert (as_recorded.rows["2.1"].ns_percent, as_recorded.rows["2.1"].ew_percent) == (60, 40)
    assert by_rule.rows["2.2"] == as_recorded.rows["2.2"]


def test_what_a_director_awards_as_an_average_follows_the_session_whatever_the_file_does():
    averaged = row(2, 1, Averaged("2.1", Average.PLUS, Average.MINUS))
    boards = session((420, 400, 50)) | {"2": [averaged, row(2, 2, 50), row(2, 3, 50)]}
    assert score_session(boards, replace(MP, session_rule=False)).rows["2.1"].ns_percent == 100


@pytest.mark.parametrize(
    ("sit_out", "percent", "boards"),
    [(SitOut.NOTHING, 100.0, 1), (SitOut.AVERAGE, 83.33, 2), (SitOut.AVERAGE_PLUS, 100.0, 2)],
)
def test_a_pair_that_sits_out_has_what_the_method_gives_it(sit_out: SitOut, percent: float, boards: int):
    played = session((420, 400, 50), (420, 400))
    played["2"][0] = replace(played["2"][0], id="2.0", line=Scored("2.0", 420), ns="NS3", ew="EW3")
    played["2"].append(row(2, 1, None, ew="phantom"))
    scores = score_session(played, replace(MP, sit_out=sit_out, winners=2))
    assert table(scores)["NS1"] == (1, percent)
    assert next(standing.boards for standing in scores.standings if standing.contestant == "NS1") == boards
    assert "phantom" not in table(scores)
    assert table(scores)["NS2"][1] == 33.33  # nobody else is moved


@pytest.mark.parametrize(("method", "taken", "left"), [(MP, 10, 95.0), (CROSS, 3, 3.0), (BUTLER, 3, 3.0)])
def test_a_penalty_is_taken_from_the_total_and_moves_nobody_else(method: Method, taken: int, left: float):
    boards = session((420, 230), (420, 230))
    clean = score_session(boards, method)
    fined = score_session(boards, method, penalties={"NS1": taken})
    assert clean.rows == fined.rows
    assert {**table(clean), "NS1": table(fined)["NS1"]} == table(fined)
    before = table(clean)["NS1"][1]
    assert table(fined)["NS1"][1] == (left if method is MP else before - taken)


@pytest.mark.parametrize(
    ("choices", "taken"),
    [({}, {"A": 1.4, "B": 1.4}), ({"by_section": True}, {"A": 0.6, "B": 1.4}),
     ({"by_section": True, "expected": Expected.FIELD}, {"A": 1.4, "B": 1.4}),
     ({"by_section": True, "totals": Expected.FIELD}, {"A": 1.4, "B": 1.4}),
     ({"rank_sections": True}, {"A": 1.4, "B": 1.4})],
    ids=str,
)  # fmt: skip
def test_a_penalty_is_a_share_of_the_top_with_which_the_contestants_boards_count(choices, taken):
    """Four tables of section A and eight of section B played the boards of their own."""
    boards = {
        str(number): [replace(row(number, table, 10 * table), section=section) for table in tables]
        for number, section, tables in ((1, "A", range(1, 5)), (2, "B", range(5, 13)))
    }
    method = replace(MP, **choices)
    clean, fined = (
        {standing.contestant: standing.points for standing in score_session(boards, method, penalties=fines).standings}
        for fines in ({}, {"NS1": 10, "NS5": 10})
    )
    lost = {section: float(clean[pair] - fined[pair]) for section, pair in (("A", "NS1"), ("B", "NS5"))}
    assert lost == pytest.approx(taken)
    assert {pair for pair in clean if clean[pair] != fined[pair]} == {"NS1", "NS5"}


def test_a_pair_sits_out_a_round_once_somebody_has_a_result_in_it():
    """Pair 1 has no opponents in round 2, in which it would play board 2. Others have played it in round 1."""
    first = [replace(row(1, table, score), round=1) for table, score in ((1, 420), (2, 400))]
    others = [replace(row(2, table, score), round=1) for table, score in ((3, 420), (4, 50))]
    boards = {"1": first, "2": [row(2, 1, None, ew=(), round=2), *others]}
    method = replace(MP, sit_out=SitOut.AVERAGE, winners=2)

    def pair_1() -> tuple[int, float]:
        standing = next(place for place in score_session(boards, method).standings if place.contestant == "NS1")
        return standing.boards, float(standing.score or 0)

    assert pair_1() == (1, 100)
    boards["3"] = [row(3, 3, 420, round=2), row(3, 4, 50, round=2)]
    assert pair_1() == (2, 75)
    boards["2"][0] = replace(boards["2"][0], round=None)
    del boards["3"]
    assert pair_1() == (2, 75)


def test_a_side_alone_on_a_line_has_its_score_and_sits_nothing_out():
    boards = session((420, 400, 50)) | {"2": [row(2, 1, Averaged("2.1", Average.PLUS, Average.PLUS), ns=()),
                                              row(2, 2, 420), row(2, 3, 50)]}  # fmt: skip
    scores = score_session(boards, replace(MP, sit_out=SitOut.AVERAGE, winners=2))
    boards_of = {standing.contestant: standing.boards for standing in scores.standings}
    assert boards_of == {"NS1": 1, "EW1": 2, "NS2": 2, "EW2": 2, "NS3": 2, "EW3": 2}


@pytest.mark.parametrize(
    "line", [Averaged("2.1", Average.PLUS, Average.MINUS), Artificial("2.1", *A6040)], ids=["averages", "per cent"]
)
def test_an_artificial_score_of_pairs_at_total_points_is_no_board(line):
    boards = session((420, 400)) | {"2": [row(2, 1, line), row(2, 2, 420)]}
    scores = score_session(boards, replace(TOTAL, winners=2))
    assert table(scores) == {"NS2": (1, 820.0), "NS1": (2, 420.0), "EW1": (1, -420.0), "EW2": (2, -820.0)}


def test_a_board_with_one_table_is_no_other_board_that_an_average_follows():
    """An average minus is 40 % beside 0 of 0 points."""
    boards = session((420,)) | {"2": [row(2, 1, Averaged("2.1", Average.MINUS, Average.PLUS)), row(2, 2, 420)]}
    earned = score_session(boards, MP).rows["2.1"]
    assert (earned.ns_percent, earned.ew_percent) == (40, 60)


def test_an_average_is_added_up_at_the_size_of_the_totals():
    """The second board is shown at two tables and added up at three."""
    boards = session((420, 400, 50)) | {"2": [row(2, 1, Averaged("2.1", Fraction(55), Average.EVEN)), row(2, 2, 420)]}
    scores = score_session(boards, replace(MP, totals=Expected.FIELD, winners=2))
    points = {standing.contestant: standing.points for standing in scores.standings}
    assert (scores.rows["2.1"].ns, scores.rows["2.1"].ew) == (Fraction(11, 10), 1)
    assert (points["NS1"], points["EW1"]) == (4 + Fraction(22, 10), 0 + 2)


@pytest.mark.parametrize(("rounded", "points"), [(False, (Fraction(222, 100), Fraction(178, 100))),
                                                 (True, (Fraction(22, 10), Fraction(18, 10)))])  # fmt: skip
def test_points_of_an_artificial_score_are_rounded_like_those_of_a_result_before_they_are_added(rounded, points):
    given = Averaged("1.1", Fraction(111, 2), Fraction(89, 2))
    boards = {"1": [row(1, 1, given), row(1, 2, 420), row(1, 3, 50)]}
    scores = score_session(boards, replace(MP, rounded=rounded, winners=2))
    earned = {standing.contestant: standing.points for standing in scores.standings}
    assert (earned["NS1"], earned["EW1"]) == points


def test_imps_of_a_line_are_rounded_before_they_are_added():
    """Each of three boards is a third of an IMP; 0.33 three times is 0.99."""
    boards = session(*[(430, 410, 420, 420)] * 3)
    assert {name: float(score) for name, (_rank, score) in table(score_session(boards, CROSS)).items()}["NS1"] == 1
    added = table(score_session(boards, replace(CROSS, rounded=True)))
    assert {name: score for name, (_rank, score) in added.items() if score} == {
        "NS1": 0.99, "NS2": -0.99, "EW1": -0.99, "EW2": 0.99,
    }  # fmt: skip


def test_a_penalty_in_imps_comes_off_the_sum_of_which_the_mean_is_taken():
    boards = session((420, 230), (420, 230))
    by_mean = replace(CROSS, by_mean=True, winners=2)
    clean, fined = (table(score_session(boards, by_mean, penalties=taken)) for taken in ({}, {"NS1": 3}))
    assert (clean["NS1"], fined["NS1"]) == ((1, 5.0), (1, 3.5))
    assert {**clean, "NS1": fined["NS1"]} == fined


# Numbers of another unit


@pytest.mark.parametrize("method", [MP, BUTLER, CROSS], ids=lambda method: method.scoring)
@pytest.mark.parametrize(
    ("number", "percent", "imps"),
    [(Fraction(60), 60, 3), (Fraction(50), 50, 0), (Fraction(40), 40, -3), (Fraction(55), 55, None),
     (Imps(3), 60, 3), (Imps(0), 50, 0), (Imps(-3), 40, -3), (Imps(5), None, 5)],
    ids=repr,
)  # fmt: skip
def test_a_number_that_a_director_gave_in_another_unit_counts_as_its_average_or_not_at_all(
    method, number, percent, imps
):
    """The method was changed since; the number is literal, and follows no session."""
    wanted = percent if method is MP else imps
    boards = session((420, 400, 50)) | {
        "2": [row(2, 1, Averaged("2.1", number, number)), row(2, 2, 420), row(2, 3, 50)]
    }
    boards["3"] = [row(3, 1, OneSided("3.1", Side.NS, 420, number)), row(3, 2, 420), row(3, 3, 50)]
    rows = score_session(boards, method).rows
    if wanted is None:
        assert not {"2.1", "3.1"} & rows.keys()
        return
    both, alone = rows["2.1"], rows["3.1"]
    shares = (both.ns_percent, both.ew_percent, alone.ew_percent) if method is MP else (both.ns, both.ew, alone.ew)
    assert shares == (wanted, wanted, wanted)


@pytest.mark.parametrize(
    ("number", "imps", "share"),
    [(Fraction(60), 3, 60), (Imps(-3), -3, 40), (Fraction(55), None, 55), (Imps(5), 5, None)],
    ids=repr,
)
def test_a_number_of_another_unit_in_a_match(number, imps, share):
    boards = match((Averaged("1.1", number, number), 100))
    for method, wanted in ((TEAMS, imps), (BAM, share)):
        scores = score_session(boards, method)
        if wanted is None:
            assert not scores.rows
        else:
            assert (scores.rows["1.1"].ns, scores.rows["1.1"].ns_percent)[method is BAM] == wanted


# IMPs


def test_the_datum_leaves_out_as_many_scores_as_the_method_says():
    boards = session((980, 420, 420, 420, -50))
    assert ns(score_session(boards, BUTLER), "1.1", "1.2", "1.5") == [11, 0, -10]
    assert ns(score_session(boards, replace(BUTLER, drop=0)), "1.1", "1.2", "1.5") == [11, -1, -10]  # 438 is 440
    every = score_session(session((980, 400, 400)), replace(BUTLER, drop=0))
    assert ns(every, "1.1", "1.2") == [9, -5]  # 593.3 is 590
    assert ns(score_session(session((980, 400, 400)), replace(BUTLER, drop=2)), "1.1", "1.2") == [11, 0]  # one is left


def test_cross_imps_are_divided_by_comparisons_or_by_results():
    boards = session((420, 400, 50))
    assert ns(score_session(boards, CROSS), "1.1") == [5.0]  # 1 and 9
    assert score_session(boards, replace(CROSS, per_result=True)).rows["1.1"].ns == Fraction(10, 3)


def test_an_artificial_score_at_imps_is_three_imps_or_nothing_that_the_law_knows():
    boards = session((420, 400)) | {"2": [artificial(2, 1), artificial(2, 2, 55, 45), artificial(2, 3, 60, 45)]}
    for method in (BUTLER, CROSS):
        scores = score_session(boards, method)
        assert (scores.rows["2.1"].ns, scores.rows["2.1"].ew) == (3, -3)
        assert not {"2.2", "2.3"} & scores.rows.keys()


def test_pairs_may_be_ranked_by_their_imps_a_board():
    boards = session((420, 50, 50), (420, 50))
    boards["2"][0] = replace(boards["2"][0], ns="NS3", ew="EW3")
    totals, means = (score_session(boards, replace(CROSS, by_mean=by_mean)) for by_mean in (False, True))
    assert table(totals)["NS1"][1] == table(means)["NS1"][1] == 9.0
    assert table(totals)["NS3"] == (2, 4.5) and table(means)["NS3"] == (2, 2.25)


def test_total_points_are_added_and_artificial_scores_have_none():
    scores = score_session(session((420, 400)) | {"2": [artificial(2, 1), row(2, 2, -50)]}, replace(TOTAL, winners=2))
    assert table(scores) == {"NS1": (1, 420), "NS2": (2, 350), "EW1": (2, -420), "EW2": (1, -350)}
    split = score_session({"1": [row(1, 1, Split("1.1", 420, -50)), row(1, 2, 400)]}, TOTAL).rows["1.1"]
    assert (split.ns, split.ew) == (420, 50)


# Teams


def match(*boards: tuple[int | Line, int | Line]) -> dict[str, list[Row]]:
    """Build a match: Lions sit North-South at the first table, Bears at the second."""
    return {
        str(number): [
            row(number, 1, here, ns="Lions", ew="Bears", match="1"),
            row(number, 2, there, ns="Bears", ew="Lions", match="1"),
        ]
        for number, (here, there) in enumerate(boards, 1)
    }


@pytest.mark.parametrize(
    ("method", "first", "second", "lions"),
    [(TEAMS, 13, -3, 10.0), (BAM, 2, 0, 50.0), (TOTAL, 790, -110, 680.0)],
)
def test_the_two_tables_of_a_match_are_compared(method: Method, first: int, second: int, lions: float):
    scores = score_session(match((620, -170), (-100, 10)), method)
    assert ns(scores, "1.1", "2.1") == [first, second]
    # At the other table the same board has the other team North-South.
    top = 2 if method is BAM else 0
    assert ns(scores, "1.2", "2.2") == [top - first, top - second]
    assert table(scores)["Lions"][1] == lions
    won = scores.rows["1.1"]
    assert (won.top, won.ns_percent, won.ew_percent) == ((2, 100, 0) if method is BAM else (0, None, None))


@pytest.mark.parametrize(
    ("method", "bears", "fined"),
    [(TEAMS, 3, 0.5), (TOTAL, 110, 107.5), (BAM, 50, 48.75),
     (replace(TEAMS, victory_points=VictoryPoints.DISCRETE), 13, 10.5)],
    ids=["IMPs", "total points", "board-a-match", "victory points"],
)  # fmt: skip
def test_a_penalty_of_a_team_is_in_the_points_of_the_ranking_or_in_per_cent_of_a_board(
    method: Method, bears: float, fined: float
):
    """The Bears, East-West at the first table, win one board of two; they get a penalty of two points and a half."""
    boards = match((420, 420), (-100, 10)) if method is not BAM else match((420, 50), (-100, 10))
    before = score_session(boards, method)
    after = score_session(boards, method, penalties={"Bears": Fraction(5, 2)})
    assert (table(before)["Bears"], table(after)["Bears"][1]) == ((1, bears), fined)
    assert table(before)["Lions"][1] == table(after)["Lions"][1]
    assert before.rows == after.rows
    assert before.standings[0].contestant == "Bears" or method is BAM


def test_teams_may_be_ranked_by_their_imps_a_board():
    means = score_session(match((620, -170), (-100, 10)), replace(TEAMS, by_mean=True))
    assert table(means) == {"Lions": (1, 5.0), "Bears": (2, -5.0)}


def test_a_bye_gives_the_points_of_a_drawn_match_and_no_board():
    by_points = replace(TEAMS, victory_points=VictoryPoints.DISCRETE, bye=SitOut.AVERAGE)
    for bye, points in ((SitOut.AVERAGE, 10), (SitOut.AVERAGE_PLUS, 12)):
        scores = score_session(match((620, -170)), replace(by_points, bye=bye), byes={"Wolves": [1], "Bears": [1]})
        placed = {standing.contestant: standing for standing in scores.standings}
        assert (placed["Wolves"].points, placed["Wolves"].boards) == (points, 0)
        assert (placed["Bears"].points, placed["Bears"].boards) == (1 + points, 1)


def test_weights_splits_and_averages_in_a_match():
    half = ((Fraction(1, 2), 620), (Fraction(1, 2), -200))
    boards = match(
        (Weighted("1.1", half), -200),
        (Split("2.1", -500, -100), 50),
        (Averaged("3.1", Average.PLUS, Average.PLUS), 50),
        (420, Averaged("4.2", Average.PLUS, Average.MINUS)),
    )
    scores = score_session(boards, TEAMS)
    assert [(float(scores.rows[name].ns), float(scores.rows[name].ew)) for name in ("1.1", "2.1", "3.1", "4.1")] == [
        (6.5, -6.5), (-11, 4), (3, 3), (-3, 3),
    ]  # fmt: skip
    knocked_out = score_session(boards, replace(TEAMS, knock_out=True))
    assert ns(knocked_out, "1.1", "2.1", "3.1", "4.1") == [6.5, -7.5, 0, -3]
    assert sum(standing.points for standing in knocked_out.standings) == 0


def test_victory_points_of_a_match_by_the_scale_of_the_method():
    boards = match(*[(620, -170)] * 2, *[(-100, 10)] * 2)  # 20 IMPs in 4 boards
    assert table(score_session(boards, replace(TEAMS, victory_points=VictoryPoints.CONTINUOUS))) == {
        "Lions": (1, 18.09), "Bears": (2, 1.91),
    }  # fmt: skip
    assert table(score_session(boards, replace(TEAMS, victory_points=VictoryPoints.DISCRETE)))["Lions"] == (1, 18)
    own = replace(TEAMS, victory_points=VictoryPoints.DISCRETE, margins=(0, 1, 2, 3, 5, 7, 9, 11, 14, 17, 21))
    assert table(score_session(boards, own)) == {"Lions": (1, 19), "Bears": (2, 1)}


def test_a_board_played_at_one_table_of_a_match_is_not_compared():
    boards = match((620, -170))
    boards["2"] = [row(2, 1, 420, ns="Lions", ew="Bears", match="1")]
    scores = score_session(boards, TEAMS)
    assert set(scores.rows) == {"1.1", "1.2"}
    assert {standing.contestant: standing.boards for standing in scores.standings} == {"Lions": 1, "Bears": 1}


def test_boards_of_a_match_that_are_still_to_play_count_as_drawn_in_its_victory_points():
    """A margin of 13 IMPs is worth more in a match of one board than in one of eight."""
    by_points = replace(TEAMS, victory_points=VictoryPoints.DISCRETE)
    short = match((620, -170))
    long = short | {name: [replace(line, line=None) for line in rows] for name, rows in match(*[(0, 0)] * 8).items()
                    if name != "1"}  # fmt: skip
    [whole], [begun] = score_session(short, by_points).matches, score_session(long, by_points).matches
    assert (whole.played, whole.boards, whole.over, whole.worth) == (1, 1, True, (19, 1))
    assert (begun.played, begun.boards, begun.over, begun.worth) == (1, 8, False, (15, 5))


def test_a_board_with_three_tables_of_one_match_is_not_compared():
    boards = match((620, -170), (420, 50))
    boards["2"].append(row(2, 3, 400, ns="Lions", ew="Bears", match="1"))
    scores = score_session(boards, TEAMS)
    assert (set(scores.rows), scores.matches[0].points) == ({"1.1", "1.2"}, (13, -13))


def test_a_board_that_two_tables_played_in_different_forms_waits_for_an_assigned_score():
    """Law 86B2 requires an assigned score; an artificial score at one table counts as such."""
    by_points = replace(TEAMS, victory_points=VictoryPoints.DISCRETE)
    boards = match((620, -170))
    boards["1"][1] = replace(boards["1"][1], form=2)
    scores = score_session(boards, by_points)
    [waiting] = scores.matches
    assert (waiting.apart, waiting.played, waiting.points, waiting.won) == (("1",), 0, (0, 0), (0, 0))
    assert (scores.rows, scores.standings) == ({}, ())
    boards["1"][1] = replace(boards["1"][1], line=Averaged("1.2", Average.PLUS, Average.MINUS))
    [awarded] = score_session(boards, by_points).matches
    assert (awarded.apart, awarded.played, awarded.points) == ((), 1, (-3, 3))


@pytest.mark.parametrize(
    ("method", "lions", "bears"),
    [(TEAMS, (-3, 3), (3, 3)), (replace(TEAMS, session_rule=False), (-3, 3), (3, 3)),
     (BAM, (Fraction(4, 5), Fraction(6, 5)), (Fraction(6, 5), Fraction(6, 5)))],
    ids=["IMPs", "IMPs as in the file", "board-a-match"],
)  # fmt: skip
def test_an_average_on_a_board_of_a_match_is_three_imps_or_a_tenth_of_the_board(
    method: Method, lions: tuple[Fraction, Fraction], bears: tuple[Fraction, Fraction]
):
    """Each team has its own average, from a director or as 60 and 40 per cent in a file."""
    for average, other in (
        (Averaged("1.2", Average.PLUS, Average.MINUS), Averaged("2.1", Average.PLUS, Average.PLUS)),
        (Artificial("1.2", Fraction(60), Fraction(40)), Artificial("2.1", Fraction(60), Fraction(60))),
    ):
        rows = score_session(match((620, average), (other, -170)), method).rows
        assert [(rows[name].ns, rows[name].ew) for name in ("1.1", "2.1")] == [lions, bears]


@pytest.mark.parametrize("here", [True, False], ids=["the Lions", "the Bears"])
def test_an_artificial_score_at_one_table_counts_before_the_other_has_played(here: bool):
    """The board may never be played at the other table: the match is over all the same."""
    averaged = Averaged("2.1", Average.PLUS, Average.MINUS)
    boards = match((620, -170), (0, 0))
    boards["2"] = [replace(boards["2"][not here], id="2.1", line=averaged),
                   replace(boards["2"][here], id="2.2", line=None)]  # fmt: skip
    (scored,) = score_session(boards, TEAMS).matches
    assert (scored.points, scored.over) == ((16, -16) if here else (10, -10), True)
    boards["2"][0] = replace(boards["2"][0], line=Scored("2.1", 420))
    (scored,) = score_session(boards, TEAMS).matches
    assert (scored.points, scored.played) == ((13, -13), 1)
    boards["2"][0] = replace(boards["2"][0], line=OneSided("2.1", Side.NS, 420, Average.PLUS))
    assert not score_session(boards, TEAMS).matches[0].over


def test_an_artificial_score_at_total_points_is_not_compared():
    scores = score_session(match((620, -170), (420, Averaged("2.2", Average.PLUS, Average.MINUS))), TOTAL)
    assert (set(scores.rows), scores.matches[0].points, scores.matches[0].played) == ({"1.1", "1.2"}, (790, -790), 1)


def test_the_points_of_each_team_on_the_boards_that_it_won_are_told_apart():
    [scored] = score_session(match((620, -170), (-100, 10), (420, 420)), TEAMS).matches
    assert (scored.points, scored.won) == ((10, -10), (13, 3))


def test_the_total_of_a_match_gives_points_besides_its_boards_at_patton_alone():
    """The Lions win one board of three, lose another, and win the total by 680, in either order of the tables."""
    boards = match((620, -170), (-100, 10), (420, 420))
    boards["2"].reverse()
    patton = replace(BAM, patton=True, total_worth=4)
    assert score_session(boards, BAM).matches[0].worth == (3, 3)
    assert score_session(boards, patton).matches[0].worth == (3 + 4, 3)
    assert score_session(boards, replace(patton, total_margins=(500, 1000))).matches[0].worth == (3 + 3, 3 + 1)
    artificial = boards | {"4": match(*[(0, 0)] * 3, (Averaged("4.1", Average.PLUS, Average.MINUS), -2000))["4"]}
    # The artificial score adds nothing to the total: of the margins only the first is reached.
    assert score_session(artificial, replace(patton, total_margins=(680, 681))).matches[0].worth == (
        Fraction(21, 5) + 3,
        Fraction(19, 5) + 1,
    )
    assert score_session(boards, replace(TEAMS, patton=True)).matches == score_session(boards, TEAMS).matches


def test_a_team_that_has_only_been_exempt_at_board_a_match_has_nothing():
    scores = score_session(match((620, -170)), BAM, byes={"Wolves": [8]})
    assert table(scores) == {"Lions": (1, 100.0), "Bears": (2, 0.0), "Wolves": (2, 0.0)}


def half_an_imp(favoured: str | None, table: int, *, lost: bool = False) -> dict[str, list[Row]]:
    """Build a match of one board that the Lions win by 6½ IMPs, or lose if *lost*, through a weighted score at *table*.
    *favoured* is the team that did not offend, or None."""
    score, there = (620, -200) if (table == 1) is not lost else (-620, 200)
    awarded = Weighted(f"1.{table}", ((Fraction(1, 2), score), (Fraction(1, 2), there)))
    boards = match((awarded, there) if table == 1 else (there, awarded))
    adjusted = boards["1"][table - 1]
    favours = {adjusted.ns: Side.NS, adjusted.ew: Side.EW}.get(favoured)
    boards["1"][table - 1] = replace(adjusted, favours=favours)
    return boards


BY_IMPS = replace(
    TEAMS,
    victory_points=VictoryPoints.OWN,
    own_scale=tuple((imps, Fraction(imps), Fraction(-imps)) for imps in range(9)),
)
"""Victory points that equal the margin in whole IMPs, 0 to 8."""
each_table = pytest.mark.parametrize("table", [1, 2], ids=["first table", "second table"])
won_or_lost = pytest.mark.parametrize("lost", [False, True], ids=["won", "lost"])


@each_table
@pytest.mark.parametrize(
    ("favoured", "lost", "lions"),
    [("Lions", False, 7), ("Bears", False, 6), (None, False, 7),
     ("Lions", True, -6), ("Bears", True, -7), (None, True, -7)],
)  # fmt: skip
def test_half_an_imp_of_a_match_is_rounded_for_the_team_that_did_not_offend(
    favoured: str | None, lost: bool, lions: int, table: int
):
    """Without such a team the half IMP is rounded away from zero, as in any match."""
    scores = score_session(half_an_imp(favoured, table, lost=lost), BY_IMPS)
    assert {placed.contestant: placed.points for placed in scores.standings} == {"Lions": lions, "Bears": -lions}


@won_or_lost
@each_table
@pytest.mark.parametrize("favoured", ["Lions", "Bears", None])
def test_half_an_imp_of_a_knock_out_board_is_rounded_for_the_team_that_did_not_offend(
    favoured: str | None, lost: bool, table: int
):
    lions = (-6.5 if lost else 6.5) + {"Lions": 0.5, "Bears": -0.5, None: 0}[favoured]
    scores = score_session(half_an_imp(favoured, table, lost=lost), replace(TEAMS, knock_out=True))
    rows = [(float(scores.rows[name].ns), float(scores.rows[name].ew)) for name in ("1.1", "1.2")]
    assert rows == [(lions, -lions), (-lions, lions)]
    assert [float(points) for points in scores.matches[0].points] == [lions, -lions]


@won_or_lost
@pytest.mark.parametrize("method", [BY_IMPS, replace(TEAMS, knock_out=True)], ids=["match", "knock-out"])
def test_half_an_imp_is_rounded_for_nobody_in_particular_where_each_team_was_favoured_at_a_table(
    method: Method, lost: bool
):
    boards = half_an_imp("Bears", 1, lost=lost)
    boards["1"][1] = replace(boards["1"][1], favours=Side.EW)  # the Lions
    assert score_session(boards, method) == score_session(half_an_imp(None, 1, lost=lost), method)


def test_half_an_imp_of_one_team_alone_is_rounded_for_the_team_that_did_not_offend():
    """A split score gives the Lions 6½ IMPs by its weights, and the Bears a loss of 13."""
    boards = match((Split("1.1", ((Fraction(1, 2), 620), (Fraction(1, 2), -200)), 620), -200))
    worth = {}
    for favours in Side:
        boards["1"][0] = replace(boards["1"][0], favours=favours)
        scores = score_session(
            boards, replace(BY_IMPS, own_scale=tuple((n, Fraction(n), Fraction(-n)) for n in range(14)))
        )
        worth[favours] = scores.matches[0].worth
    assert worth == {Side.NS: (7, -13), Side.EW: (6, -13)}


def test_half_an_imp_is_rounded_for_the_team_that_was_favoured_on_the_board_that_it_comes_from():
    """The Bears did not offend on the other board, but its IMPs are whole."""
    boards = half_an_imp("Lions", 1, lost=True) | {"2": match((0, 0), (420, 420))["2"]}
    boards["2"][0] = replace(boards["2"][0], favours=Side.EW)
    assert score_session(boards, BY_IMPS).matches[0].worth == (-6, 6)


# Methods as plain data, and points as shown


def test_a_method_is_stored_choice_by_choice_and_read_again():
    own = Method(Scoring.BUTLER, True, 2, Expected.ROWS, Expected.FIELD, False, False, SitOut.AVERAGE, Scale.TENTHS,
                 2, 1, True, True, True, VictoryPoints.OWN, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
                 True, True, True,
                 ((0, Fraction(15), Fraction(15)), (3, Fraction(16), Fraction(29, 2))),
                 True, 4, (100, 300), SitOut.AVERAGE_PLUS)  # fmt: skip
    assert Method.from_json(own.as_json()) == own
    assert Method.from_json({}) == Method()
    assert set(own.as_json()) == {field.name for field in fields(Method)}
    assert own.differences(replace(own, drop=0, scale=Scale.ONE)) == ("scale", "drop")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"datum": 1}, "A method has no datum."),
        ({"scoring": "VP"}, "scoring cannot be 'VP'."),
        ({"winners": 3}, "winners cannot be 3."),
        ({"winners": True}, "winners cannot be True."),
        ({"drop": -1}, "drop cannot be -1."),
        ({"drop": 101}, "drop cannot be 101."),
        ({"round_to": 101}, "round_to cannot be 101."),
        ({"round_to": 0}, "round_to cannot be 0."),
        ({"by_section": "yes"}, "by_section cannot be 'yes'."),
        ({"margins": [0, 1]}, "margins cannot be [0, 1]."),
        ({"expected": None}, "expected cannot be None."),
    ],
)
def test_a_choice_that_is_not_one_is_refused_by_name(data: Mapping[str, Any], said: str):
    with pytest.raises(ValueError) as refused:
        Method.from_json(data)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("scale", "shown"), [(Scale.TWO, "9.3"), (Scale.ONE, "4.67"), (Scale.TENTHS, "93")]
)  # fmt: skip
def test_points_are_shown_in_the_scale_of_the_program(scale: Scale, shown: str):
    assert MP.differences(replace(MP, scale=scale)) in ((), ("scale",))
    assert replace(MP, scale=scale).shown(Fraction(28, 3), 14) == Decimal(shown)


def test_imps_are_shown_whole_or_with_two_decimals():
    assert [CROSS.shown(imps, 0) for imps in (Fraction(3), Fraction(-15, 7))] == [Decimal(3), Decimal("-2.14")]


# Invariants of all methods

METHODS = (
    *(replace(MP, expected=expected) for expected in Expected),
    BUTLER,
    replace(BUTLER, drop=0, round_to=1),
    CROSS,
    replace(CROSS, per_result=True),
)
every_method = pytest.mark.parametrize(
    "method", METHODS, ids=lambda method: f"{method.scoring}-{method.expected}-{method.drop}"
)

tens = st.integers(-30, 30).map(lambda number: 10 * number)
some_boards = st.lists(st.lists(tens, min_size=2, max_size=6).map(tuple), min_size=1, max_size=4)


@every_method
@settings(deadline=None, max_examples=40)
@given(some_boards, st.randoms(use_true_random=False))
def test_the_order_of_boards_and_rows_changes_nothing(method: Method, scores, random):
    boards = session(*scores) | {"99": [artificial(99, 1), row(99, 2, 420)]}
    names = list(boards)
    random.shuffle(names)
    shuffled: Boards = {name: random.sample(boards[name], len(boards[name])) for name in names}
    straight, other = score_session(boards, method), score_session(shuffled, method)
    assert straight.rows == other.rows
    assert set(straight.standings) == set(other.standings)


@every_method
@settings(deadline=None, max_examples=40)
@given(some_boards)
def test_a_weight_of_one_is_the_score_itself(method: Method, scores):
    boards = session(*scores)
    weighted = {name: [replace(line, line=Weighted(line.id, ((1, line.line.score),))) for line in rows]
                for name, rows in boards.items()}  # fmt: skip
    assert score_session(weighted, method) == score_session(boards, method)


@every_method
@settings(deadline=None, max_examples=40)
@given(some_boards)
def test_an_artificial_score_moves_nobody_else_but_through_neuberg(method: Method, scores):
    boards = session(*scores)
    count = len(scores[0])
    more = boards | {"1": [*boards["1"], artificial(1, 99)]}
    before, after = score_session(boards, method), score_session(more, method)
    for board in boards["1"]:
        was, now = before.rows[board.id], after.rows[board.id]
        if method.scoring is not Scoring.MATCHPOINTS or method.expected is Expected.SCORED:
            assert now == was
        elif method.expected is not Expected.FIELD:
            assert now.ns == neuberg(was.ns, obtained=count, expected=count + 1)
    assert {key: before.rows[key] for key in before.rows if not key.startswith("1.")} == {
        key: after.rows[key] for key in after.rows if not key.startswith("1.")
    } or method.expected is Expected.FIELD


@every_method
@settings(deadline=None, max_examples=40)
@given(some_boards)
def test_what_one_side_wins_the_other_loses(method: Method, scores):
    boards = session(*scores)
    totals = score_session(boards, method)
    for counted in totals.rows.values():
        assert counted.ns + counted.ew == counted.top
    assert sum(standing.points for standing in totals.standings) == sum(counted.top for counted in totals.rows.values())
    if method.scoring is not Scoring.BUTLER:
        for rows in boards.values():
            given_to_ns = [totals.rows[line.id] for line in rows]
            assert 2 * sum(counted.ns for counted in given_to_ns) == sum(counted.top for counted in given_to_ns)


@every_method
@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(tens, st.integers(1, 4)), min_size=1, max_size=5))
def test_a_row_that_stands_for_several_tables_is_as_many_rows(method: Method, scores):
    counted = {"1": [row(1, number, score, times=times) for number, (score, times) in enumerate(scores)]}
    spread = {
        "1": [
            row(1, number * 100 + time, score)
            for number, (score, times) in enumerate(scores) for time in range(times)
        ]
    }  # fmt: skip
    dense, other = score_session(counted, method), score_session(spread, method)
    assert [dense.rows[f"1.{number}"] for number in range(len(scores))] == [
        other.rows[f"1.{number * 100}"] for number in range(len(scores))
    ]


MATCHES = {
    "IMPs": TEAMS,
    "knock-out": replace(TEAMS, knock_out=True),
    "continuous": replace(TEAMS, victory_points=VictoryPoints.CONTINUOUS),
    "discrete": replace(TEAMS, victory_points=VictoryPoints.DISCRETE),
    "board-a-match": BAM,
    "Patton": replace(BAM, patton=True),
    "Patton by margins": replace(BAM, patton=True, total_worth=6, total_margins=(100, 300, 600)),
    "total points": TOTAL,
}


@pytest.mark.parametrize("method", MATCHES.values(), ids=MATCHES)
@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(tens, tens), min_size=1, max_size=5))
def test_two_teams_that_exchange_their_names_exchange_all_they_earn(method: Method, scores):
    boards = match(*scores)
    named = {"Lions": "Bears", "Bears": "Lions"}
    renamed = {name: [replace(line, ns=named[line.ns], ew=named[line.ew]) for line in rows]
               for name, rows in boards.items()}  # fmt: skip
    before, after = score_session(boards, method), score_session(renamed, method)
    assert before.rows == after.rows
    assert set(after.standings) == {replace(placed, contestant=named[placed.contestant]) for placed in before.standings}
    # With the other table listed first, the match names its teams in the other order.
    turned = score_session({name: rows[::-1] for name, rows in boards.items()}, method)
    assert set(turned.standings) == set(before.standings)
    [match_before], [match_after] = before.matches, turned.matches
    assert match_after.teams == match_before.teams[::-1]
    assert (match_after.points, match_after.worth, match_after.won) == (
        match_before.points[::-1],
        match_before.worth[::-1],
        match_before.won[::-1],
    )
    # With the tables listed in the other order on every board but the first, the match is the same.
    mixed = score_session({name: rows if name == "1" else rows[::-1] for name, rows in boards.items()}, method)
    assert (mixed.matches, set(mixed.standings)) == (before.matches, set(before.standings))


@pytest.mark.parametrize("method", [MP, BUTLER, CROSS], ids=lambda method: str(method.scoring))
def test_a_penalty_before_any_board_gives_nobody_points(method: Method):
    given_points = score_session({}, method, fields={"NS1": ""}, penalties={"NS1": 10}).standings
    assert all(standing.points <= 0 for standing in given_points)
    assert method is not MP or [standing.points for standing in given_points] == [0]

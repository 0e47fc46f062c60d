"""International matchpoints (Law 78B): the table, teams, Butler and cross-IMPs."""

import csv
import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge import Side
from rulings.scores.adjusted import Artificial, Average, Averaged, Line, OneSided, Scored, Split, Weighted, weighted
from rulings.scores.imps import (
    against,
    butler_board,
    cross_imp_board,
    datum,
    imp,
    imps_of_percent,
    shown_imps,
    team_imps,
)
from tests.conftest import REAL_FILES

LAW_78B = """
      0   10  0    270  310  7     750  890 13    2000 2240 19
     20   40  1    320  360  8     900 1090 14    2250 2490 20
     50   80  2    370  420  9    1100 1290 15    2500 2990 21
     90  120  3    430  490 10    1300 1490 16    3000 3490 22
    130  160  4    500  590 11    1500 1740 17    3500 3990 23
    170  210  5    600  740 12    1750 1990 18    4000 7600 24
    220  260  6
"""
ROWS = sorted(zip(*[iter(map(int, LAW_78B.split()))] * 3, strict=True))

boards = st.dictionaries(st.text("abcdef", min_size=1), st.integers(-200, 200).map(lambda tens: 10 * tens), min_size=1)


def test_the_table_has_every_value_from_0_to_24_and_no_gap():
    assert [imps for _, _, imps in ROWS] == list(range(25))
    assert all(after[0] == before[1] + 10 for before, after in zip(ROWS, ROWS[1:], strict=False))


@pytest.mark.parametrize(("least", "most", "imps"), ROWS)
def test_every_difference_of_a_row_earns_its_imps(least: int, most: int, imps: int):
    assert {imp(difference) for difference in range(least, most + 1, 10)} == {imps}
    assert {imp(-difference) for difference in range(least, most + 1, 10)} == {-imps}


@pytest.mark.parametrize(
    ("here", "there", "imps"),
    [(620, -170, 13), (600, -100, 12), (-800, 620, -16), (690, 660, 1), (420, 420, 0), (0, 50, -2), (-200, -200, 0)],
)
def test_a_team_scores_the_difference_between_its_two_tables(here: int, there: int, imps: int):
    assert team_imps(here, there) == imps
    assert team_imps(there, here) == -imps


@pytest.mark.parametrize(
    ("scores", "options", "expected"),
    [
        ([420, 420, 450, -50, 620], {}, 430),
        ([420, 420, 450, -50], {}, 310),
        ([420, 420, 450, -50, 620], {"drop": 0}, 370),
        ([420, 420, 450, -50, 620], {"drop": 2}, 420),
        ([420, 430], {}, 430),
        ([-420, -430], {}, -430),
        ([110, 100, 100], {"round_to": 1}, 103),
        ([0, -10], {"round_to": 1}, -5),
        ([50], {}, 50),
    ],
)
def test_the_datum_is_the_mean_without_the_extremes(scores: list[int], options: dict[str, int], expected: int):
    assert datum(scores, **options) == expected


@pytest.mark.parametrize(("scores", "drop"), [([], None), ([420, 50], 1), ([420, 50, 60], -1)])
def test_a_datum_of_nothing_is_refused(scores: list[int], drop: int | None):
    with pytest.raises(ValueError, match="leaves nothing to average"):
        datum(scores, drop=drop)


def test_a_datum_rounded_to_nothing_is_refused():
    with pytest.raises(ValueError, match="not of 0"):
        datum([420], round_to=0)


def as_played(scores: dict[str, int]) -> list[Line]:
    return [Scored(line, score) for line, score in scores.items()]


def test_butler_compares_every_line_with_the_datum():
    board = butler_board(as_played({"1": 420, "2": 420, "3": 450, "4": -50, "5": 620}))
    assert (board.datum, board.datum_ew) == (430, 430)
    assert [(line.id, line.ns, line.ew) for line in board.lines] == [
        ("1", 0, 0), ("2", 0, 0), ("3", 1, -1), ("4", -10, 10), ("5", 5, -5),
    ]  # fmt: skip


def test_cross_imps_are_the_mean_of_the_comparisons():
    scores = as_played({"1": 420, "2": 420, "3": -50})
    assert [(line.id, line.ns) for line in cross_imp_board(scores)] == [("1", 5), ("2", 5), ("3", -10)]
    assert [line.ns for line in cross_imp_board(scores, per_result=True)] == [
        Fraction(10, 3),
        Fraction(10, 3),
        Fraction(-20, 3),
    ]


def test_a_line_alone_has_no_imps():
    assert [line.ns for line in cross_imp_board(as_played({"1": 620}))] == [0]
    assert [line.ns for line in butler_board(as_played({"1": 620})).lines] == [0]


@given(boards)
def test_cross_imps_of_a_board_add_up_to_nothing_and_are_the_pairwise_sum(scores: dict[str, int]):
    lines = cross_imp_board(as_played(scores))
    assert sum(line.ns for line in lines) == 0
    for line in lines:
        others = [imp(scores[line.id] - score) for name, score in scores.items() if name != line.id]
        assert line.ns == (Fraction(sum(others), len(others)) if others else 0)


@given(st.integers(-8000, 8000))
def test_more_points_never_earn_fewer_imps(difference: int):
    assert imp(difference) == -imp(-difference)
    assert imp(difference) <= imp(difference + 10)


# Adjusted scores

HALF = Fraction(1, 2)
scores = st.integers(-200, 200).map(lambda tens: 10 * tens)
mixtures = st.lists(st.tuples(st.integers(1, 9), scores), min_size=1, max_size=4).map(
    lambda drawn: weighted((Fraction(part, sum(weight for weight, _score in drawn)), score) for part, score in drawn)
)
kinds = st.builds(Scored, st.just(""), scores) | st.builds(Weighted, st.just(""), mixtures)
fields = st.lists(kinds, min_size=1, max_size=12).map(
    lambda drawn: [
        Scored(str(number), line.score) if isinstance(line, Scored) else Weighted(str(number), line.results)
        for number, line in enumerate(drawn)
    ]
)


def plain(*scores: int) -> list[Line]:
    return [Scored(str(number), score) for number, score in enumerate(scores, 1)]


def results(line: Line) -> tuple[tuple[int | Fraction, int], ...]:
    return ((1, line.score),) if isinstance(line, Scored) else line.results


@settings(deadline=None)
@given(fields)
def test_cross_imps_of_weighted_scores_are_the_weighted_sum_of_every_comparison(lines: list[Line]):
    points = cross_imp_board(lines)
    for place, line in enumerate(lines):
        compared = [
            weight * other_weight * imp(score - other)
            for at, another in enumerate(lines)
            if at != place
            for weight, score in results(line)
            for other_weight, other in results(another)
        ]
        assert points[place].ns == sum(compared, Fraction(0)) / max(len(lines) - 1, 1)
    assert sum(line.ns for line in points) == sum(line.ew for line in points) == 0


@settings(deadline=None)
@given(st.lists(scores, min_size=1, max_size=12))
def test_a_result_of_weight_one_is_the_result(drawn: list[int]):
    same = [Weighted(line.id, weighted([(1, line.score)])) for line in plain(*drawn)]
    split = [Split(line.id, line.score, line.score) for line in plain(*drawn)]
    assert cross_imp_board(same) == cross_imp_board(split) == cross_imp_board(plain(*drawn))
    assert butler_board(same) == butler_board(split) == butler_board(plain(*drawn))


@settings(deadline=None)
@given(st.lists(scores, min_size=1, max_size=12))
def test_an_artificial_score_moves_nobody(drawn: list[int]):
    alone = plain(*drawn)
    extra = [Averaged("a", Average.PLUS, Average.MINUS), Artificial("b", Fraction(50), Fraction(60))]
    assert cross_imp_board([*alone, *extra])[:-2] == cross_imp_board(alone)
    assert butler_board([*alone, *extra]).lines[:-2] == butler_board(alone).lines
    assert [(line.ns, line.ew) for line in cross_imp_board([*alone, *extra])[-2:]] == [(3, -3), (0, 3)]


def test_each_side_of_a_split_score_has_its_own_comparisons():
    board = cross_imp_board([*plain(420, 420), Split("s", 420, -50)])
    assert [(line.ns, line.ew) for line in board] == [(0, -5), (0, -5), (0, 10)]


def test_each_side_of_a_split_score_has_its_own_datum():
    board = butler_board([*plain(420, 420), Split("s", 420, -180)])
    assert (board.datum, board.datum_ew) == (420, 220)
    assert [(line.ns, line.ew) for line in board.lines] == [(0, -5), (0, -5), (0, 9)]
    awarded = OneSided("o", Side.NS, 120, Average.PLUS)  # North-South alone keep a result
    board = butler_board([*plain(420, 420), awarded])
    assert (board.datum, board.datum_ew) == (320, 420)
    assert [(line.ns, line.ew) for line in board.lines] == [(3, 0), (3, 0), (-5, 3)]
    board = butler_board([*plain(420, 420), Split("s", 420, -180), awarded])
    assert (board.datum, board.datum_ew) == (350, 220)
    assert [(line.ns, line.ew) for line in board.lines] == [(2, -5), (2, -5), (2, 9), (-6, 3)]


def test_a_board_with_artificial_scores_alone_has_no_datum():
    board = butler_board([Averaged("a", Average.PLUS, Average.MINUS), Artificial("b", Fraction(40), Fraction(60))])
    assert (board.datum, board.datum_ew) == (None, None)
    assert [(line.ns, line.ew) for line in board.lines] == [(3, -3), (-3, 3)]


def test_a_weighted_score_enters_the_datum_with_its_mean():
    results = weighted([(HALF, 420), (HALF, 620)])
    board = butler_board([*plain(420, 420), Weighted("w", results)], round_to=1)
    assert (board.datum, board.datum_ew) == (453, 453)
    assert [line.ns for line in board.lines] == [-1, -1, HALF * (-1 + 4)]


def test_a_datum_that_a_file_gives_is_compared_with_as_it_is():
    assert [line.ns for line in against(plain(420, 620), 460)] == [-1, 4]
    alone = [OneSided("n", Side.NS, 420, Average.PLUS), OneSided("e", Side.EW, 420, Average.MINUS)]
    assert [(line.ns, line.ew) for line in against(alone, 460, 220)] == [(-1, 3), (-3, -5)]


@pytest.mark.parametrize(("percent", "imps"), [(60, 3), (50, 0), (40, -3)])
def test_a_percentage_of_an_average_has_its_imps(percent: int, imps: int):
    assert imps_of_percent(percent) == imps
    with pytest.raises(ValueError, match="55 % has no equivalent in IMPs"):
        imps_of_percent(55)


def test_a_kind_of_line_that_is_not_known_is_refused():
    class Guessed:
        id = "1"

    with pytest.raises(ValueError, match="Guessed has no IMPs"):
        cross_imp_board([Guessed()])


@pytest.mark.parametrize(
    ("imps", "shown"), [(Fraction(-15, 7), "-2.14"), (Fraction(1, 8), "0.13"), (Fraction(-1, 8), "-0.13"), (3, "3.00")]
)
def test_imps_are_shown_to_two_places_the_same_for_both_sides(imps: Fraction, shown: str):
    assert str(shown_imps(imps)) == shown
    assert shown_imps(-imps) == -shown_imps(imps)


# Real sessions


def golden_boards(name: str) -> list[list[dict[str, str]]]:
    boards: dict[str, list[dict[str, str]]] = defaultdict(list)
    with (REAL_FILES / "golden" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file)):
            boards[row["board"]].append({**row, "id": str(number)})
    return list(boards.values())


@pytest.mark.real_files
@pytest.mark.parametrize(
    ("name", "lines"), [("pianola_cross_imps_bad_contract", 192), ("teamsscorer_multiple_teams_imps_vp", 240)]
)
def test_the_cross_imps_of_a_real_session_are_found_again(name: str, lines: int):
    shown, recorded = [], []
    for rows in golden_boards(f"usebio__{name}"):
        board = cross_imp_board([Scored(row["id"], int(row["recorded_ns_score"])) for row in rows])
        shown += [shown_imps(line.ns) for line in board]
        recorded += [Decimal(row["recorded_ns_other"]) for row in rows]
    assert shown == recorded
    assert len(shown) == lines


@pytest.mark.real_files
def test_the_cross_imps_of_a_real_session_by_frequencies_are_found_again():
    text = (REAL_FILES / "pbn" / "okbridge_imps_scoretable.pbn").read_text(encoding="latin-1")
    row = re.compile(r" *[0-9]+ +\S+ +\S+ +\S+ +(-?[0-9]+) +(-?[0-9.]+) +([0-9]+)\s*$")
    wrong, checked = [], 0
    for table in re.findall(r"\[ScoreTable [^\n]*Multiplicity\"\]\n((?: *[0-9][^\n]*\n)+)", text.replace("\r", "")):
        rows = [row.match(line).groups() for line in table.splitlines()]
        lines = [
            Scored(f"{place}.{time}", int(score))
            for place, (score, _imps, times) in enumerate(rows)
            for time in range(int(times))
        ]
        worth = {line.id: line.ns for line in cross_imp_board(lines)}
        checked += len(rows)
        wrong += [
            (score, imps, worth[f"{place}.0"])
            for place, (score, imps, _times) in enumerate(rows)
            if abs(worth[f"{place}.0"] - Fraction(imps)) > Fraction(1, 100)
        ]
    assert wrong == []
    assert checked == 1685


@pytest.mark.real_files
def test_the_butler_of_a_real_session_is_found_again():
    event = ElementTree.parse(REAL_FILES / "usebio" / "compscore_butler_howell.xml")  # noqa: S314
    datums = [
        int(board.findtext("BOARD_AVERAGE")) for board in event.iter("BOARD") if board.find("BOARD_AVERAGE") is not None
    ]
    boards = golden_boards("usebio__compscore_butler_howell")
    butler_boards = [
        butler_board([Scored(row["id"], int(row["law77_ns_score"])) for row in rows], drop=1) for rows in boards
    ]
    assert [board.datum for board in butler_boards] == datums
    assert [line.ns for board in butler_boards for line in board.lines] == [
        int(row["recorded_ns_other"]) for rows in boards for row in rows
    ]
    assert len(datums) == 35

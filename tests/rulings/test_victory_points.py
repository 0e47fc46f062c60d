"""Victory points: the scales as the World Bridge Federation and the English Bridge Union print them."""

import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from fractions import Fraction

import pytest

from rulings.regulations import regulations
from rulings.scores.victory_points import (
    continuous_scale,
    discrete_scale,
    steps_of,
    table_points,
    victory_points,
    whole_victory_points,
)
from tests.conftest import REAL_FILES

PRINTED_24_BOARDS = """
    10.00 10.25 10.50 10.75 10.99 11.23 11.46 11.68 11.90 12.12 12.33 12.54 12.75 12.95 13.15
    13.34 13.53 13.72 13.90 14.08 14.26 14.43 14.60 14.76 14.92 15.08 15.24 15.39 15.54 15.69
    15.83 15.97 16.11 16.25 16.38 16.51 16.64 16.77 16.89 17.01 17.13 17.25 17.36 17.47 17.58
    17.69 17.79 17.89 17.99 18.09 18.19 18.29 18.38 18.47 18.56 18.65 18.74 18.82 18.90 18.98
    19.06 19.14 19.22 19.30 19.37 19.44 19.51 19.58 19.65 19.72 19.79 19.85 19.91 19.97 20.00
"""
PRINTED_4_BOARDS = """
    10.00 10.61 11.20 11.76 12.29 12.80 13.28 13.74 14.18 14.60 15.00 15.38 15.74 16.09 16.42 16.73
    17.03 17.31 17.59 17.84 18.09 18.33 18.55 18.76 18.97 19.16 19.34 19.52 19.69 19.85 20.00
"""
PRINTED_DISCRETE = """
     5: 0 1  3  5  7 10 13 16 20 25  31       15: 0 2  5  9 13 17 22 28 35 43  53
     6: 0 1  3  5  8 11 14 18 22 27  33       16: 0 2  5  9 13 18 23 29 36 44  54
     7: 0 1  3  6  9 12 15 19 24 29  36       20: 0 2  6 10 15 20 26 32 40 49  61
     8: 0 1  4  7 10 13 17 21 26 31  39       24: 0 2  6 11 16 22 28 35 44 54  66
     9: 0 1  4  7 10 13 17 22 27 33  41       28: 0 2  7 12 18 24 30 38 47 58  72
    10: 0 1  4  7 10 14 18 23 28 35  43       32: 0 3  8 13 19 25 33 41 51 62  77
    11: 0 2  5  8 11 15 19 24 30 37  45       40: 0 3  8 14 21 28 36 46 56 69  86
    12: 0 2  5  8 12 16 20 25 31 38  47       48: 0 3  9 16 23 31 40 50 62 76  94
    13: 0 2  5  8 12 16 21 26 32 40  49       56: 0 3 10 17 25 33 43 54 67 82 101
    14: 0 2  5  9 13 17 22 27 34 41  51       64: 0 4 11 18 26 36 46 58 71 88 108
"""
FIGURES = PRINTED_DISCRETE.replace(":", " ").split()
DISCRETE = [(int(row[0]), tuple(map(int, row[1:]))) for row in zip(*[iter(FIGURES)] * 12, strict=True)]


@pytest.mark.parametrize(("boards", "printed"), [(24, PRINTED_24_BOARDS), (4, PRINTED_4_BOARDS)])
def test_the_continuous_scale_is_the_printed_one(boards: int, printed: str):
    assert list(map(str, continuous_scale(boards))) == printed.split()


@pytest.mark.parametrize(("boards", "least_margins"), DISCRETE)
def test_the_discrete_scale_is_the_printed_one(boards: int, least_margins: tuple[int, ...]):
    assert discrete_scale(boards) == least_margins


@pytest.mark.parametrize(
    ("margin", "boards", "points"),
    [
        (0, 16, ("10.00", "10.00")), (10, 16, ("12.80", "7.20")), (-10, 16, ("7.20", "12.80")),
        (30, 16, ("16.73", "3.27")), (60, 16, ("20.00", "0.00")), (-200, 16, ("0.00", "20.00")),
        (1, 24, ("10.25", "9.75")),
    ],
)  # fmt: skip
def test_the_points_of_a_match_sum_to_twenty(margin: int, boards: int, points: tuple[str, str]):
    assert tuple(map(str, victory_points(margin, boards))) == points


def test_a_third_of_the_greatest_margin_is_worth_fifteen():
    assert [victory_points(5 * root, root * root)[0] for root in (1, 2, 3, 4, 6)] == [Decimal(15)] * 5


@pytest.mark.parametrize("boards", [*range(1, 33), 36, 40, 48, 50, 64, 100])
def test_no_imp_is_worth_more_than_an_earlier_one(boards: int):
    scale = continuous_scale(boards)
    worth = [after - before for before, after in zip(scale, scale[1:], strict=False)]
    assert worth == sorted(worth, reverse=True)
    assert (scale[0], scale[-1], scale[-2] < 20) == (10, 20, True)
    least = discrete_scale(boards)
    widths = [2 * least[1] - 1, *(after - before for before, after in zip(least[1:], least[2:], strict=False))]
    assert widths == sorted(widths)
    assert all(whole_victory_points(margin, least) == (10 + more, 10 - more) for more, margin in enumerate(least))
    assert all(
        whole_victory_points(1 - margin, least) == (11 - more, 9 + more) for more, margin in enumerate(least) if more
    )


@pytest.mark.parametrize("boards", [0, -3])
def test_a_match_without_boards_has_no_scale(boards: int):
    with pytest.raises(ValueError, match="A match has one board or more"):
        victory_points(3, boards)


@pytest.mark.parametrize("scale", [(0, 1, 2), tuple(range(1, 12)), (0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9)])
def test_a_scale_of_a_club_has_eleven_margins_that_increase(scale: tuple[int, ...]):
    with pytest.raises(ValueError, match="A scale has the least margin"):
        whole_victory_points(0, scale)


@pytest.mark.parametrize(
    "table",
    [
        [], [[0, 15, 15]], [[0, 10, 10], [1, 20, 0]], [[0, 15, 15], [1, 15, 15]], [[0, 0, 0], [3, 1, 0]],
        [[0, "12.5", "12.5"], [4, "25", "1/2"]],
    ],
)  # fmt: skip
def test_a_table_of_an_organiser_begins_with_a_draw_and_gives_a_loser_nothing_at_the_least(table: list):
    assert steps_of(table) == tuple(tuple(map(Fraction, step)) for step in table)


@pytest.mark.parametrize(
    "table",
    [
        [[1, 15, 15]], [[-1, 15, 15]], [[0, 16, 15]], [[0, 15, 16]], [[0, 15, 15], [0, 16, 14]],
        [[0, 15, 15], [3, 16, 14], [2, 17, 13]], [[0, 15, 15], [3, "29/2", 14]], [[0, 15, 15], [3, 16, "31/2"]],
        [[0, 15, 15], [30, 25, -1]], [[0, 15, 15], [30, 25, "-1/2"]],
    ],
)  # fmt: skip
def test_a_table_of_an_organiser_that_gives_less_for_more_or_less_than_nothing_is_refused(table: list):
    with pytest.raises(ValueError):
        steps_of(table)


@pytest.mark.parametrize(
    ("margin", "points"),
    [(0, (15, 15)), (2, (15, 15)), (3, (16, 14)), (8, (16, 14)), (9, (25, 0)), (100, (25, 0)), (-2, (15, 15)),
     (-3, (14, 16)), (-9, (0, 25))],
)  # fmt: skip
def test_a_margin_is_worth_the_last_step_that_it_reaches_in_an_organisers_table(margin: int, points: tuple[int, int]):
    assert table_points(margin, steps_of([[0, 15, 15], [3, 16, 14], [9, 25, 0]])) == points


@pytest.mark.real_files
def test_the_victory_points_of_a_real_event_follow_from_its_imps():
    scale = regulations("ffb")["victory_points"]["scales"]["teams_scorer_3_boards"]
    event = ElementTree.parse(REAL_FILES / "usebio" / "teamsscorer_multiple_teams_imps_vp.xml")  # noqa: S314
    points, recorded = [], []
    for match in event.iter("MATCH"):
        margin = sum(int(imps.text or 0) for imps in match.iter("IMPS"))
        points.append(whole_victory_points(margin, scale))
        recorded.append(tuple(int(match.findtext(tag) or 0) for tag in ("TEAM_SCORE", "OPPOSING_TEAM_SCORE")))
    assert points == recorded
    assert len(points) >= 40

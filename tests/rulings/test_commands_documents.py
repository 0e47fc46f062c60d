"""Boards of every kind through the commands, compared with results worked by hand and with the definitions alone."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.commands import scores as score_commands
from tests.rulings import by_definition
from tests.rulings.conftest import run_command
from tests.rulings.test_commands_scores import well_formed

Document = dict[str, Any]
Worked = dict[str, tuple[float, float]]
"""Points of lines to North-South and East-West, by id, to six decimals."""


def board(*lines: Any, **options: Any) -> Document:
    """Build a document with these lines, numbered from 1: a score, a weighted list, or another kind with its name."""
    results = []
    for number, line in enumerate(lines, 1):
        kind = line if isinstance(line, dict) else {"score" if isinstance(line, int) else "weighted": line}
        results.append({"id": str(number), **kind})
    return {**options, "results": results}


def split(ns: Any, ew: Any) -> Document:
    return {"split": {"ns": ns, "ew": ew}}


def art(ns: Any, ew: Any, /, **others: float | None) -> Document:
    return {"artificial": {"ns": ns, "ew": ew}, **({"others": others} if others else {})}


def half(first: int, other: int) -> list[list[Any]]:
    return [[0.5, first], [0.5, other]]


THIRDS = [["1/3", 620], ["1/3", 170], ["1/3", -100]]
THIRD = [["1/3", 620], ["2/3", -100]]

MATCHPOINTS: dict[str, tuple[Document, Worked]] = {
    "two results": (board(420, 50), {"1": (2, 0), "2": (0, 2)}),
    "three equal results": (board(110, 110, 110), {"1": (2, 2), "2": (2, 2), "3": (2, 2)}),
    "an even number, all different": (board(100, 90, 80, 70), {"1": (6, 0), "2": (4, 2), "3": (2, 4), "4": (0, 6)}),
    "passed out is a score": (board(0, -50, 0), {"1": (3, 1), "2": (0, 4), "3": (3, 1)}),
    "one result and no other expected": (board(620), {"1": (0, 0)}),
    "one result of two": (board(620, expected=2), {"1": (1, 1)}),
    "one result of nine": (board(-50, expected=9), {"1": (8, 8)}),
    "three of five": (board(420, 420, 50, expected=5), {"1": (17 / 3, 7 / 3), "3": (2 / 3, 22 / 3)}),
    "two of twenty": (board(420, 50, expected=20), {"1": (29, 9), "2": (9, 29)}),
    "three of nine, and no exception": (board(420, 50, -50, expected=9), {"1": (14, 2), "2": (8, 8), "3": (2, 14)}),
    "nothing missing": (board(420, 50, -50, expected=3), {"1": (4, 0), "2": (2, 2), "3": (0, 4)}),
    "nothing but artificial scores": (
        board(art(60, 40), art(50, 50), art("A+", "A-", ns=65, ew=35)), {"1": (2.4, 1.6), "2": (2, 2), "3": (2.6, 1.4)},
    ),
    "an artificial score alone": (board(art(60, 40)), {"1": (0, 0)}),
    "an artificial score alone of nine": (board(art(60, 40), expected=9), {"1": (9.6, 6.4)}),
    "eight scores and sixty-forty": (
        board(620, 600, 170, 140, 110, 100, -50, -100, art(60, 40), expected=9),
        {"1": (15.875, 0.125), "8": (0.125, 15.875), "9": (9.6, 6.4)},
    ),
    "sixty to both": (board(420, 420, art(60, 60)), {"1": (2, 2), "2": (2, 2), "3": (2.4, 2.4)}),
    "forty to both": (board(420, 50, art(40, 40)), {"1": (3.5, 0.5), "2": (0.5, 3.5), "3": (1.6, 1.6)}),
    "a half of a per cent": (board(420, 50, art(55.5, 44.5)), {"1": (3.5, 0.5), "3": (2.22, 1.78)}),
    "everything and nothing": (board(420, art(0, 100)), {"1": (1, 1), "2": (0, 2)}),
    "an artificial score, and two more missing": (
        board(420, 50, art(60, 40), expected=5), {"1": (6.5, 1.5), "2": (1.5, 6.5), "3": (4.8, 3.2)},
    ),
    "averages without other boards": (board(420, art("A+", "A-")), {"1": (1, 1), "2": (1.2, 0.8)}),
    "averages and others that change nothing": (board(420, art("A+", "A-", ns=59.9, ew=40.1)), {"2": (1.2, 0.8)}),
    "averages and others that count": (board(420, art("A-", "A+", ns=12.5, ew=72.5)), {"2": (0.25, 1.45)}),
    "others of one side": (board(420, art("A-", "A+", ew=72.5)), {"2": (0.8, 1.45)}),
    "others that are not known": (board(420, art("A+", "A+", ns=None, ew=61)), {"2": (1.2, 1.22)}),
    "average whatever the session": (board(420, art("A", "A", ns=70, ew=30)), {"2": (1, 1)}),
    "a percentage whatever the session": (board(420, art(60, 40, ns=70, ew=30)), {"2": (1.2, 0.8)}),
    "average plus and a percentage": (board(420, art("A+", 45, ns=70, ew=30)), {"2": (1.4, 0.9)}),
    "thirds": (board(THIRDS, 600, 140), {"1": (2, 2), "2": (10 / 3, 2 / 3), "3": (2 / 3, 10 / 3)}),
    "thirds in decimals": (
        board([[0.3333, 620], [0.3333, 170], [0.3333, -100]], 600, 140), {"1": (2, 2), "2": (10 / 3, 2 / 3)},
    ),
    "decimals as words": (board([["0.25", 420], ["0.75", 50]], 100), {"1": (0.5, 1.5), "2": (1.5, 0.5)}),
    "one result of weight one": (board([[1, 420]], 50), {"1": (2, 0), "2": (0, 2)}),
    "a result twice": (board([[0.25, 420], [0.25, 420], [0.5, 50]], 100), {"1": (1, 1), "2": (1, 1)}),
    "a weight of nothing": (board([[0, 690], [1, 50]], 50), {"1": (1, 1), "2": (1, 1)}),
    "two weighted scores": (board(half(420, 50), half(420, -50)), {"1": (1.25, 0.75), "2": (0.75, 1.25)}),
    "two weighted scores of four": (
        board(half(420, 50), half(420, -50), expected=4), {"1": (3.5, 2.5), "2": (2.5, 3.5)},
    ),
    "a weighted score alone of three": (board(half(420, 50), expected=3), {"1": (2, 2)}),
    "a split score": (board(420, -50, split(420, -50)), {"1": (3, 0), "2": (0, 3), "3": (3, 3)}),
    "a split score with weights on both sides": (
        board(100, split(half(420, -50), [["1/4", 420], ["3/4", -50]])), {"1": (1, 0.5), "2": (1, 1.5)},
    ),
    "a split score of one result is no split": (board(100, split(420, [[1, 420]])), {"1": (0, 2), "2": (2, 0)}),
    "a split score alone of two": (board(split(420, -50), expected=2), {"1": (1, 1)}),
    "a split score and one missing": (
        board(420, split(420, -50), expected=3), {"1": (2, 0.5), "2": (2, 3.5)},
    ),
    "every kind at once": (
        board(420, [[0.6, 420], [0.4, -50]], split(420, half(420, -50)), art(60, 40, ns=64.0, ew=47.5), expected=9),
        {"1": (9.2, 5.3), "2": (5.6, 8.9), "3": (9.2, 9.8), "4": (9.6, 6.4)},
    ),
}  # fmt: skip

FIVE = (420, 420, 450, -50, 620)

IMPS: dict[str, tuple[Document, Worked]] = {
    "butler of one": (board(420, method="butler"), {"1": (0, 0)}),
    "butler of four, nothing left out": (
        board(420, 420, 450, -50, method="butler"), {"1": (3, -3), "3": (4, -4), "4": (-8, 8)},
    ),
    "butler of five, the best and the worst left out": (
        board(*FIVE, method="butler"), {"1": (0, 0), "3": (1, -1), "4": (-10, 10), "5": (5, -5)},
    ),
    "butler of three, told to leave one out": (
        board(620, 170, -100, method="butler", datum={"drop": 1}), {"1": (10, -10), "2": (0, 0), "3": (-7, 7)},
    ),
    "butler of five, told to leave two out": (
        board(*FIVE, method="butler", datum={"drop": 2}), {"1": (0, 0), "3": (1, -1), "4": (-10, 10), "5": (5, -5)},
    ),
    "butler of five, told to leave none out": (
        board(*FIVE, method="butler", datum={"drop": 0}), {"1": (2, -2), "3": (2, -2), "4": (-9, 9), "5": (6, -6)},
    ),
    "butler not rounded": (
        board(*FIVE, method="butler", datum={"drop": 0, "round": 1}), {"1": (1, -1), "3": (2, -2), "4": (-9, 9)},
    ),
    "butler to a hundred": (
        board(*FIVE, method="butler", datum={"drop": 0, "round": 100}), {"1": (1, -1), "3": (2, -2), "4": (-10, 10)},
    ),
    "butler, half a ten away from zero": (board(-420, -430, method="butler"), {"1": (0, 0), "2": (0, 0)}),
    "butler with a weighted score": (
        board(420, 420, half(420, 620), method="butler", datum={"round": 1}), {"1": (-1, 1), "3": (1.5, -1.5)},
    ),
    "butler with a split score": (
        board(420, 420, split(420, -50), method="butler"), {"1": (0, -4), "2": (0, -4), "3": (0, 7)},
    ),
    "butler, a percentage as it is": (board(420, 50, art(60, 40, ns=8, ew=-8), method="butler"), {"3": (3, -3)}),
    "butler, averages by the session": (
        board(420, 50, art("A+", "A-", ns=4.5, ew=-5), method="butler"), {"3": (4.5, -5)},
    ),
    "butler, averages and a session in per cent": (
        board(420, 50, art("A+", "A-", ns=64, ew=20), method="butler"), {"3": (3, -3)},
    ),
    "butler, IMPs as they are": (board(420, 50, art(2.5, -2.5), method="butler"), {"3": (2.5, -2.5)}),
    "butler of averages alone": (board(art("A", 50), art("A+", "A+"), method="butler"), {"1": (0, 0), "2": (3, 3)}),
    "cross of one": (board(620, method="cross"), {"1": (0, 0)}),
    "cross of two": (board(420, 50, method="cross"), {"1": (9, -9), "2": (-9, 9)}),
    "cross by comparisons": (
        board(420, 420, -50, method="cross", divide_by="comparisons"), {"1": (5, -5), "3": (-10, 10)},
    ),
    "cross by results": (
        board(420, 420, -50, method="cross", divide_by="results"), {"1": (10 / 3, -10 / 3), "3": (-20 / 3, 20 / 3)},
    ),
    "cross, an average compares with nobody": (
        board(420, -50, art("A", "A"), method="cross"), {"1": (10, -10), "2": (-10, 10), "3": (0, 0)},
    ),
    "cross by results, an average is none": (
        board(420, -50, art(60, 40), method="cross", divide_by="results"), {"1": (5, -5), "3": (3, -3)},
    ),
    "cross with a weighted score": (board(THIRD, 170, method="cross"), {"1": (-4 / 3, 4 / 3), "2": (4 / 3, -4 / 3)}),
    "cross with two weighted scores": (
        board(half(620, 170), half(170, -100), method="cross"), {"1": (7.25, -7.25), "2": (-7.25, 7.25)},
    ),
    "cross with a split score": (
        board(420, 420, split(420, -50), method="cross"), {"1": (0, -5), "2": (0, -5), "3": (0, 10)},
    ),
    "cross with a split score, by results": (
        board(100, split(half(420, -50), 100), method="cross", divide_by="results"), {"1": (-1, 0), "2": (1, 0)},
    ),
}  # fmt: skip

TEAMS: list[tuple[Any, Any, float]] = [
    (620, -170, 13), (600, -100, 12), (-800, 620, -16), (690, 660, 1), (420, 410, 0), (0, 50, -2), (-500, 50, -11),
    (1430, -1400, 21), (2000, -2000, 24), (2000, -1990, 23), ([[1, 420]], -50, 10), (half(620, -200), 200, 0),
    ([[0.6, 420], [0.4, -50]], 420, -4), (170, [["0.7", 620], ["0.3", 170]], -7),
    (THIRD, [["1/2", 600], ["1/2", -100]], -11 / 6), (half(620, 170), half(170, -100), 7.25),
    ([[0.33333, 620], [0.66667, -100]], 600, 1 / 3 - 8),
]  # fmt: skip


def nearly(expected: Any) -> Any:
    """Return *expected* with its floats made equal to any that differ only by rounding (1e-9)."""
    if isinstance(expected, dict):
        return {name: nearly(value) for name, value in expected.items()}
    if isinstance(expected, list):
        return [nearly(value) for value in expected]
    return pytest.approx(expected, abs=1e-9) if isinstance(expected, float) else expected


def earned(answer: Document, worked: Worked) -> Worked:
    return {line["id"]: (line["ns"], line["ew"]) for line in answer["results"] if line["id"] in worked}


def figures(worked: Worked) -> dict[str, Any]:
    return {line: pytest.approx(both, abs=1e-6) for line, both in worked.items()}


@pytest.mark.parametrize("name", MATCHPOINTS)
def test_matchpoints_as_worked_by_hand_and_as_defined(name: str):
    document, worked = MATCHPOINTS[name]
    answer = score_commands.matchpoints(document)
    assert earned(answer, worked) == figures(worked)
    assert answer == nearly(by_definition.matchpoints(document))


@pytest.mark.parametrize("name", IMPS)
def test_imps_as_worked_by_hand_and_as_defined(name: str):
    document, worked = IMPS[name]
    answer = score_commands.imps(document)
    assert earned(answer, worked) == figures(worked)
    assert answer == nearly(getattr(by_definition, document["method"])(document))


@pytest.mark.parametrize(("here", "there", "imps"), TEAMS)
def test_teams_as_worked_by_hand_and_as_defined(here: Any, there: Any, imps: float):
    document = {"method": "teams", "here": here, "there": there}
    answer = score_commands.imps(document)
    assert answer["ns"] == -answer["ew"] == pytest.approx(imps, abs=2e-4)
    assert answer == nearly(by_definition.teams(document))


def test_the_door_prints_what_was_worked_by_hand():
    document, worked = MATCHPOINTS["every kind at once"]
    code, out, err = run_command("matchpoints", stdin=json.dumps(document))
    assert (code, earned(json.loads(out), worked), err) == (0, figures(worked), "")
    document, worked = IMPS["cross with a weighted score"]
    code, out, err = run_command("imps", stdin=json.dumps(document))
    assert (code, earned(json.loads(out), worked), err) == (0, figures(worked), "")


@given(well_formed, st.integers(0, 5))
def test_any_board_is_worth_what_the_definitions_say(lines: list[Document], missing: int):
    document = {"expected": len(lines) + missing, "results": lines}
    assert score_commands.matchpoints(document) == nearly(by_definition.matchpoints(document))
    for method in ("butler", "cross"):
        document = {"method": method, "results": lines}
        assert score_commands.imps(document) == nearly(getattr(by_definition, method)(document))

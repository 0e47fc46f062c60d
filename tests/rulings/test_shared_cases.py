"""Worked examples of scores (`tests/data/worked_rulings.jsonl`), computed by the commands, exactly.

Each line is one example: the input, and the expected ruling. ARBITRAGE_CASES names another file of the same form.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulings.bridge import format_margin, parse_contract
from tests.rulings.conftest import HERE, run_command

FILE = Path(os.environ.get("ARBITRAGE_CASES") or HERE.parent / "data" / "worked_rulings.jsonl").resolve()
TOPICS = {"scoring": 6, "matchpoints": 4, "neuberg": 3, "weighted": 5, "imps": 4}
"""Number of cases of each topic."""

SESSIONS = {"DER-AS01": ("A+", 64), "DER-AS02": ("A+", 47), "DER-AS03": ("A-", 36)}
"""Cases of Law 12C2(c) whose input is only in words: the pair's average, and its percentage on the other boards."""

HIGH, LOW = 620, -200


def cases() -> list[dict[str, Any]]:
    read = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [case for case in read if case["topic"] in TOPICS]


CASES = {case["id"]: case for case in cases()}


def of_topic(topic: str) -> pytest.MarkDecorator:
    names = [name for name, case in CASES.items() if case["topic"] == topic]
    return pytest.mark.parametrize("name", names or [topic])


def answer(command: str, document: dict[str, Any]) -> dict[str, Any]:
    """Return the output of a command for a document."""
    code, out, err = run_command(command, stdin=json.dumps(document))
    assert (code, err) == (0, "")
    return json.loads(out)


def near(value: float) -> Any:
    """Return *value* with a tolerance of 0.00005: the figures of the cases have four decimals at most."""
    return pytest.approx(value, abs=5e-5)


def test_every_case_of_scores_is_among_those_tried():
    assert {topic: sum(case["topic"] == topic for case in CASES.values()) for topic in TOPICS} == TOPICS


# Scoring


@of_topic("scoring")
def test_scoring(name: str):
    given, expected = CASES[name]["given"], CASES[name]["expected"]
    contract = parse_contract(given["contract"])
    result = f"{given['contract']}{format_margin(contract, given['tricks_at_table'])}"
    assert result == expected.get("result_after", result)
    played = [(given["declarer"], given["vul"])] if "declarer" in given else [("N", "None"), ("S", "All")]
    for declarer, vul in played:
        code, out, err = run_command("score", result, "--declarer", declarer, "--vul", vul)
        assert (code, int(out), err) == (0, expected.get("score_ns", expected.get("score")), "")


# Matchpoints


@pytest.mark.parametrize("name", SESSIONS)
def test_matchpoints_of_an_average_by_the_session(name: str):
    average, others = SESSIONS[name]
    assert f"{others}%" in CASES[name]["facts"]
    line = {"id": "x", "artificial": {"ns": average, "ew": "A"}, "others": {"ns": others}}
    board = answer("matchpoints", {"results": [line, {"id": "2", "score": 420}]})
    assert board["results"][0]["ns_percent"] == CASES[name]["expected"]["award_percent"]


def test_matchpoints_and_imps_of_an_average_by_fault():
    expected = CASES["PUB-W05"]["expected"]
    lines = [{"id": average, "artificial": {"ns": average, "ew": average}} for average in ("A-", "A", "A+")]
    shares = {line["id"]: line["ns_percent"] for line in answer("matchpoints", {"results": lines})["results"]}
    assert shares == {
        "A-": expected["pairs"]["at_fault_max"],
        "A": expected["pairs"]["partly"],
        "A+": expected["pairs"]["not_at_fault_min"],
    }
    for method in ("cross", "butler"):
        earned = {line["id"]: line["ns"] for line in answer("imps", {"method": method, "results": lines})["results"]}
        words = {"A-": "at_fault", "A": "partly", "A+": "not_at_fault"}
        assert earned == {average: expected["teams_imps"][word] for average, word in words.items()}


# Neuberg


@of_topic("neuberg")
def test_neuberg(name: str):
    given, expected = CASES[name]["given"], CASES[name]["expected"]
    beaten, equal = divmod(given["mp"], 2)
    field = [LOW] * beaten + [0] * equal + [HIGH] * (given["n"] - 1 - beaten - equal)
    lines = [{"id": "x", "score": 0}, *({"id": str(place), "score": score} for place, score in enumerate(field))]
    alone = answer("matchpoints", {"results": lines})
    assert (alone["results"][0]["ns"], alone["top"]) == (given["mp"], 2 * (given["n"] - 1))
    carried = answer("matchpoints", {"expected": given["N"], "results": lines})
    assert (carried["results"][0]["ns"], carried["top"]) == (near(expected["neuberg"]), expected["out_of"])


# Weighted scores


def field_where(*, high: int, low: int, others: int = 12) -> Iterator[int]:
    """Yield a field in which the result HIGH would earn one figure and LOW another, with results between the two."""
    below, equal_low = divmod(low, 2)
    above, equal_high = divmod(2 * others - high, 2)
    between = others - below - equal_low - equal_high - above
    for count, score in ((below, -500), (equal_low, LOW), (between, 100), (equal_high, HIGH), (above, 990)):
        yield from [score] * count


@pytest.mark.parametrize(
    ("name", "worth", "weights"), [("PUB-W01", (18, 3), (0.5, 0.5)), ("DER-WS06", (20, 5), (0.6, 0.4))]
)
def test_weighted_at_matchpoints(name: str, worth: tuple[int, int], weights: tuple[float, float]):
    case = CASES[name]
    given = [list(pair) for pair in zip(weights, worth, strict=True)]
    assert given == case.get("given", {}).get("weights", given)
    field = field_where(high=worth[0], low=worth[1])
    lines = [{"id": str(place), "score": score} for place, score in enumerate(field)]
    for score, points in zip((HIGH, LOW), worth, strict=True):
        assert answer("matchpoints", {"results": [*lines, {"id": "x", "score": score}]})["results"][-1]["ns"] == points
    line = {"id": "x", "weighted": [[weights[0], HIGH], [weights[1], LOW]]}
    board = answer("matchpoints", {"results": [*lines, line]})
    assert (board["top"], board["results"][-1]["ns"]) == (24, case["expected"]["matchpoints"])


@pytest.mark.parametrize("name", ["PUB-W02", "DER-WS01", "DER-WS03"])
def test_weighted_at_teams(name: str):
    given, expected = CASES[name]["given"], CASES[name]["expected"]
    # PUB-W02 gives the score of the side's own team-mates; the other North-South pair had the opposite
    there = -given["other_table"] if "other_table" in given else given["other_table_ns"]
    each = [answer("imps", {"method": "teams", "here": score, "there": there})["ns"] for _, score in given["weights"]]
    assert each == expected["per_result"]
    whole = answer("imps", {"method": "teams", "here": given["weights"], "there": there})
    assert whole["ns"] == expected.get("imps_ns", expected.get("imps")) == -whole["ew"]


# IMPs


@pytest.mark.parametrize("name", ["DER-IM01", "DER-IM05", "DER-IM10"])
def test_imps_of_two_tables(name: str):
    given, expected = CASES[name]["given"], CASES[name]["expected"]
    here, there = given["ns_table1"], given["ns_table2"]
    assert here - there == expected["difference"]
    assert answer("imps", {"method": "teams", "here": here, "there": there})["ns"] == expected["imps_team_A"]


def test_imps_of_an_average_where_one_side_alone_is_at_fault():
    expected = CASES["DER-AS05"]["expected"]
    line = {"id": "x", "artificial": {"ns": "A+", "ew": "A-"}}
    earned = answer("imps", {"method": "cross", "results": [line]})["results"][0]
    assert (earned["ns"], earned["ew"]) == (expected["imps_not_at_fault"], expected["imps_at_fault"])

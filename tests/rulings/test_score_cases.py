"""The table of scores: worked examples a director can check by hand, read through the commands."""

import tomllib
from pathlib import Path

import pytest

from rulings.commands import scores as score_commands

TABLE = tomllib.loads((Path(__file__).parent / "cases" / "scores.toml").read_text(encoding="utf-8"))
CASES = [(command, case) for command, cases in TABLE.items() for case in cases]


@pytest.mark.parametrize(("command", "case"), CASES, ids=[case["name"] for _command, case in CASES])
def test_case(command, case):
    answer = getattr(score_commands, command)(case["document"])
    lines = {line["id"]: line for line in answer.get("results", [])}
    result = lines[case["line"]["id"]] if "id" in case["line"] else answer
    assert result == {
        name: value if isinstance(value, str) else pytest.approx(value, abs=1e-6)
        for name, value in case["line"].items()
    }


def test_no_two_cases_share_a_name():
    names = [case["name"] for _command, case in CASES]
    assert len(names) == len(set(names)) >= 18

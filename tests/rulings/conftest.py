"""Fixtures of the tests of the rulings: the laws, their paths enumerated once, and the case tables."""

import io
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from rulings.__main__ import main
from rulings.engine.inquiry import Law, explore
from rulings.engine.inquiry import Path as LawPath
from rulings.laws2017 import LAWS
from tests.rulings import digests

HERE = Path(__file__).parent

every_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)


PASSED = pytest.StashKey[dict[str, str]]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of drawings that have not changed since they passed (``digests.py``)."""
    config.stash[PASSED] = {}
    passed = {} if digests.everything_is_drawn(config) else digests.passed_before()
    if left := digests.unchanged(items, passed):
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call" and report.passed and digests.DRAWN in item.stash:
        item.config.stash[PASSED][item.nodeid] = digests.state_of(item.stash[digests.DRAWN])
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    if passed := session.config.stash.get(PASSED, {}):
        digests.keep(passed)


@cache
def paths(law: Law) -> list[LawPath]:
    """Return every path of a law, enumerated once a run."""
    return list(explore(law))


@cache
def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """Return every case of every table, with the law that its file name begins with."""
    cases = []
    for file in sorted((HERE / "cases").glob("law_*.toml")):
        law = file.stem.split("_")[1]
        cases += [(law, case) for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]]
    return cases


def outlines() -> dict[tuple[str, str], Path]:
    """Return the path of each law's outline, by law and language."""
    return {(law, language): HERE / "trees" / f"law_{law}.{language}.txt" for law in LAWS for language in ("en", "fr")}


def cases_by_row() -> dict[str, list[str]]:
    """Return the names of the cases that cover each row of the reference."""
    rows: dict[str, list[str]] = {}
    for _, case in all_cases():
        for row in case["rows"]:
            rows.setdefault(row, []).append(case["name"])
    return rows


def run_command(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Run `python -m rulings` in this process; return its exit code, its output and its errors."""
    output, complained = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _stream in range(2))
    typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with (
        patch.multiple(sys, argv=["rulings", *arguments], stdin=typed),
        redirect_stdout(output),
        redirect_stderr(complained),
    ):
        code = main()
    return code, printed(output), printed(complained)


def printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.detach().getvalue().decode()


def started(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Run `python -m rulings` as a program with only the standard library; return code, output and errors."""
    command = [sys.executable, "-S", "-m", "rulings", *arguments]
    done = subprocess.run(command, cwd=HERE.parents[1], input=stdin.encode(), capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()

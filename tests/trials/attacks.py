"""The attacks that once succeeded are repeated: the tests that docs/safety.md lists for each, and the number of
requests that they send."""

import argparse
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.trials.failing import Found

ROOT = Path(__file__).resolve().parents[2]


def attacks(place: Path, asked: argparse.Namespace) -> Found:
    """Run the tests of every attack, and name those that cannot run on this machine."""
    listed, where = every_attack(), where_tests_are()
    wanted = {test for tests in listed.values() for test in tests}
    os.environ["DATABASE_URL"] = asked.database
    held = Held()
    # The tests without a browser come first: those with one leave an event loop running, beside which no other starts.
    named = sorted((f"{where[test]}::{test}" for test in wanted), reverse=True)
    command = ["-q", "-n0", "-p", "no:cacheprovider", *named]
    with (place / "said").open("w") as said, redirect_stdout(said):
        pytest.main(command, plugins=[held])
    lines = [line for attack, tests in listed.items() for line in held.lines(attack, tests)]
    broken = [] if held.ran else [(place / "said").read_text()[-3000:]]
    return Found(
        [
            f"{len(listed)} attacks, {sum(held.ran.values())} tests and {sum(held.requests.values())} requests; "
            f"gave way: {sum(held.failed.values())}",
            *lines,
            *broken,
        ],
        bool(held.ran) and not held.failed and not any(held.missing(tests) for tests in listed.values()),
    )


def every_attack() -> dict[str, list[str]]:
    """Read the attacks and the tests of each from their table in docs/safety.md."""
    text = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
    table = text.partition("## What gave way once")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?!Attack|---)([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    return {attack: re.findall(r"`(test_\w+)`", tests) for attack, tests in rows}


def where_tests_are() -> dict[str, str]:
    """Index the files of all tests by name, without names that occur twice."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return {name: paths[0] for name, paths in found.items() if len(paths) == 1}


class Held:
    """Plugin of pytest that counts passes, failures and requests, by the name of the test."""

    def __init__(self) -> None:
        self.ran: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.sent = 0

    def pytest_sessionstart(self) -> None:
        from django.core.signals import request_started

        request_started.connect(self.count)

    def count(self, **_said: object) -> None:
        self.sent += 1

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before = self.sent
        done = yield
        self.requests[_name(item.nodeid)] += self.sent - before
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran[_name(report.nodeid)] += report.when == "call" and report.passed
        self.failed[_name(report.nodeid)] += report.failed
        self.ran, self.failed = +self.ran, +self.failed

    def missing(self, tests: list[str]) -> list[str]:
        return [test for test in tests if not self.ran[test] and not self.failed[test]]

    def lines(self, attack: str, tests: list[str]) -> Iterator[str]:
        """Yield the result of an attack, a line for each test."""
        sent = sum(self.requests[test] for test in tests)
        requests = f", {sent} requests" if sent else ""
        yield f"  {attack}: {sum(self.ran[test] for test in tests)} tests held{requests}"
        yield from (f"    GAVE WAY: {test}" for test in tests if self.failed[test])
        yield from (f"    NOT RUN: {test}" for test in self.missing(tests))


def _name(nodeid: str) -> str:
    return nodeid.rpartition("::")[2].partition("[")[0]

"""Plugin that measures the cost of tests in processor seconds, by file and by test, including started programs, the
most expensive first.

`make test ARGS="-p tests.costs"` prints them at the end of a run. Unlike `--durations`, processor seconds are the same
on a busy machine. The work of PostgreSQL itself is not included.
"""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

FILES, TESTS = 40, 25
"""Numbers of files and tests in the list."""

UNTIL = pytest.StashKey[float]()
spent: dict[str, Counter[str]] = {}
"""Seconds by test and phase."""


def seconds() -> float:
    """Return the processor seconds that this process and every program below it have used."""
    times = os.times()
    return sum(times[:4]) + sum(map(_seconds_of, _below(os.getpid())))


def _below(pid: int) -> list[int]:
    """List the running descendants of a process; [] on systems other than Linux."""
    found: list[int] = []
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (thread / "children").read_text().split()):
                found += [child, *_below(child)]
    except OSError:  # the process has ended, or the system is not Linux
        pass
    return found


def _seconds_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def pytest_collection_finish(session: pytest.Session) -> None:
    session.config.stash[UNTIL] = seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Store in the report of each phase of a test the seconds spent since the phase before; the report goes to the
    process that sums them."""
    report = yield
    now = seconds()
    report.cost = max(0, now - item.config.stash[UNTIL])
    item.config.stash[UNTIL] = now
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    spent.setdefault(report.nodeid, Counter())[report.when or ""] += getattr(report, "cost", 0)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    files: dict[str, Counter[str]] = {}
    for test, cost in spent.items():
        files.setdefault(test.partition("::")[0], Counter()).update(cost)
    terminalreporter.section("processor seconds")
    terminalreporter.write_line(f"{sum(one.total() for one in files.values()):7.1f} in all")
    for file, cost in sorted(files.items(), key=lambda item: -item[1].total())[:FILES]:
        phases = ", ".join(f"{phase} {cost[phase]:.1f}" for phase in ("setup", "call", "teardown"))
        terminalreporter.write_line(f"{cost.total():7.1f} {file} ({phases})")
    for test, cost in sorted(spent.items(), key=lambda item: -item[1].total())[:TESTS]:
        terminalreporter.write_line(f"{cost.total():7.1f} {test}")

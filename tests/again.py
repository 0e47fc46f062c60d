"""Plugin that repeats a failed browser test once, and names both results at the end of the run.

A browser is another program, on a machine that may be busy: a single failure is reported, only a second one fails the
run. Tests without a browser are not repeated.
"""

from collections.abc import Mapping

import pytest
from _pytest.runner import runtestprotocol

FIRST_TRY = "failed once"


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not item.get_closest_marker("browser"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if failed := [report for report in reports if report.failed]:
        for one in failed:
            one.outcome = FIRST_TRY
        reports = [*failed, *runtestprotocol(item, log=False, nextitem=nextitem)]
    for one in reports:
        item.ihook.pytest_runtest_logreport(report=one)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, Mapping[str, bool] | str] | None:
    return (FIRST_TRY, "R", "FAILED ONCE") if report.outcome == FIRST_TRY else None


def tell_first_tries(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the report of each first failure, and the outcome of the second try."""
    if not (first := terminalreporter.stats.get(FIRST_TRY, [])):
        return
    again = {report.nodeid for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])}
    terminalreporter.section("browser tests that failed once", red=True, bold=True)
    for one in first:
        came_of_it = "and again" if one.nodeid in again else "and passed when it was run once more: look for the race"
        terminalreporter.write_line(f"FAILED ONCE, {came_of_it}: {one.nodeid} ({one.when})", red=True, bold=True)
        terminalreporter.write_line(one.longreprtext)

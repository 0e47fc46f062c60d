"""Distribution of one run among several workers, each on SQLite or on PostgreSQL; `python -m tests` loads this plugin.

A test that only the workers on one database have collected runs there; any worker may run a test that all have
collected. Each test runs once, together with the others of its file, so that fixtures of a module are built once.
"""

from typing import Any

import pytest
from xdist.scheduler import EachScheduling
from xdist.workermanage import WorkerController

WAITING = 2
"""Number of tests that a worker must have queued: it begins a test only when it knows the next one."""

TOGETHER = {
    "tests/house/": "tests/house/",  # programs are started on this machine, one after the other
    "tests/rulings/test_one_sheet": "tests/rulings/test_chart.py",  # the same charts are drawn once
    "tests/arbitrage/code/test_code_pages": "tests/rulings/test_chart.py",
}
"""Files that one worker runs together: the beginning of their names, and the file with which it runs them."""


class Sharing(EachScheduling):
    """The schedule of the files for each worker: first those that few workers could run."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        self.files: list[list[str]] | None = None
        """The tests that no worker has begun, by file."""
        self.places: dict[WorkerController, dict[str, int]] = {}

    @property
    def tests_finished(self) -> bool:
        return not self.files and super().tests_finished

    def schedule(self) -> None:
        """Start the distribution once every worker has reported its collection, and again when a dead worker was
        replaced."""
        if self.files is None:
            self.files = shared(*self.node2collection.values())
        for node, pending in self.node2pending.items():
            if node not in self._started:
                self._started.append(node)
                self.places[node] = {test: place for place, test in enumerate(self.node2collection[node])}
                if pending:
                    node.send_runtest_some(pending)
                self.feed(node)

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        super().mark_test_complete(node, item_index, duration)
        self.feed(node)

    def feed(self, node: WorkerController) -> None:
        """Give a worker with few queued tests the next file that it has collected; without one, shut it down."""
        pending, place = self.node2pending[node], self.places[node]
        while len(pending) < WAITING:
            file = next((waiting for waiting in self.files or [] if waiting[0] in place), None)
            if file is None:
                node.shutdown()
                return
            self.files.remove(file)  # type: ignore[union-attr]
            tests = [place[test] for test in file]
            pending += tests
            node.send_runtest_some(tests)


LONG = (
    "browser_every_evening",
    "browser_offline",
    "browser_accessibility",
    "browser_sequences",
    "device_and_server",
    "code_pages",
    "test_permissions",
    "browser_offline_tables",
    "browser_room",
    "browser_two_devices",
    "browser_whole_evening",
    "database/test_backup",
    "every_page",
    "nothing_in_vain",
    "what_is_proved",
    "inquiry/test_decision",
    "stolen_tablet",
    "test_chart",
    "what_stands",
    "appeal_rights",
    "without_a_program",
    "browser_several",
    "inquiry/test_question",
    "test_every_evening",
    "browser_committee",
    "print_documents",
    "every_path",
    "sequences_told",
    "database/test_postgresql",
    "exchange/test_hostile",
    "browser_inquiry",
    "export_tournament",
    "one_heading",
    "services/test_scores",
    "find_decisions",
    "browser_choose_score",
)
"""The files that take long, the longest first, by the last `--durations` and `-p tests.costs`. They are begun first, so
that no worker runs one at the end alone. A missing name costs only some seconds."""


def shared(*collections: list[str]) -> list[list[str]]:
    """Return the tests of all workers, file by file in the order in which they are to be started. Tests that the fewest
    workers can run come first, so that tests for any worker are left at the end. Within each group come the long files,
    the browser's, then the files of many tests."""
    having: dict[str, tuple[int, ...]] = {}
    for worker, collection in enumerate(collections):
        for test in collection:
            having[test] = (*having.get(test, ()), worker)
    files: dict[tuple[tuple[int, ...], str], list[str]] = {}
    for test, workers in having.items():
        name = next(
            (together for begins, together in TOGETHER.items() if test.startswith(begins)), test.partition("::")[0]
        )
        files.setdefault((workers, name), []).append(test)
    return [files[key] for key in sorted(files, key=lambda key: (len(key[0]), *length(key[1]), -len(files[key])))]


def length(file: str) -> tuple[int, bool]:
    """Return the place of a file among the long ones, 0 for the first, and whether it opens no browser."""
    return next((place for place, name in enumerate(LONG) if name in file), len(LONG)), "browser" not in file


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    return Sharing(config, log)

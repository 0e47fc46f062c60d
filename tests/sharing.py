"""How two workers, one on SQLite and one on PostgreSQL, share out one run; `python -m tests` loads this plugin.

A test that only one of them has collected is its own. A test that both have is run once, by the one that has time for
it, together with the others of its file: what a module builds once is built once.
"""

from itertools import groupby
from typing import Any

import pytest
from xdist.scheduler import EachScheduling
from xdist.workermanage import WorkerController

WAITING = 2
"""Tests that a worker must know of while there are any: it begins one when it knows the next."""


class Sharing(EachScheduling):
    """To each worker its own tests first, then file after file of those that both could run."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        self.files: list[list[str]] | None = None
        """The tests of the common heap that nobody has begun, file by file."""

    @property
    def tests_finished(self) -> bool:
        return not self.files and super().tests_finished

    def schedule(self) -> None:
        """Every worker has said what it collected, or one that replaces a dead one has: send them to work."""
        if self.files is None:
            self.files = shared(*self.node2collection.values())
            common = {test for file in self.files for test in file}
            for node, collection in self.node2collection.items():
                self.node2pending[node] = [place for place, test in enumerate(collection) if test not in common]
        for node, pending in self.node2pending.items():
            if node not in self._started:
                self._started.append(node)
                if pending:
                    node.send_runtest_some(pending)
                self.feed(node)

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        super().mark_test_complete(node, item_index, duration)
        self.feed(node)

    def feed(self, node: WorkerController) -> None:
        """Give the next file of the common heap to a worker that has little left to do; end its day when none is."""
        pending = self.node2pending[node]
        while self.files and len(pending) < WAITING:
            place = {test: place for place, test in enumerate(self.node2collection[node])}
            file = [place[test] for test in self.files.pop(0)]
            pending += file
            node.send_runtest_some(file)
        if not self.files and len(pending) < WAITING:
            node.shutdown()


LONG = (
    "browser_offline",
    "browser_table",
    "view_permissions",
    "view_decision",
    "export_tournament",
    "view_question",
    "backup",
    "browser_room",
    "browser_accessibility",
    "browser_whole_evening",
    "demo_club",
    "exchange_hostile",
    "merge_results",
    "merge_mutations",
    "code_pages",
    "casebook",
    "test_trees",
    "test_chart",
)
"""The files that take long, the longest first, as `--durations` and `-p tests.costs` last told: they are begun first,
so that nobody waits for one at the end. A name that is missing here costs some seconds and nothing else."""


def shared(*collections: list[str]) -> list[list[str]]:
    """The tests that every worker has, file by file: the long ones, the browser's, then the files of many tests."""
    common = set.intersection(*map(set, collections))
    tests = [test for test in collections[0] if test in common]
    files = [list(those) for _, those in groupby(tests, key=lambda test: test.partition("::")[0])]
    return sorted(files, key=lambda those: (length(those[0]), "browser" not in those[0], -len(those)))


def length(test: str) -> int:
    """The place of a test's file among those that take long, the first one's 0."""
    return next((place for place, name in enumerate(LONG) if name in test.partition("::")[0]), len(LONG))


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    return Sharing(config, log)

"""The tests that reach the changes of a sample: those that execute the changed line.

Every test file runs once in the tree that holds all changes, with none of them on, in a process of its own, so that
nothing an earlier file has cached hides a call. `tests/mutants_probe.py` notes the lines that each test executes. Tests
in a browser and tests that start other programs are left out; the choice of `tests/mutants_guards.py` remains for them.
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

FOLDERS = ("tests/arbitrage", "tests/rulings")

OF_A_FILE = 40
"""The most tests of one file that are tried for one change."""


@dataclass
class Reach:
    """The tests that reach one change: by themselves, and those of a file that reaches it before its first test, when
    it is imported or makes the rows of all its tests."""

    tests: dict[str, float] = field(default_factory=dict)
    """The processor seconds of each test."""
    files: dict[str, float] = field(default_factory=dict)
    """The processor seconds of all tests of each file."""

    def ordered(self, nearest: Sequence[str]) -> list[str]:
        """List the tests in the order in which they are tried: file by file, the nearest three first, then those whose
        tests take the least; of each file the quickest tests."""
        near = {file: place for place, file in enumerate(nearest[:3])}
        of: dict[str, list[str]] = defaultdict(list)
        for test in sorted(self.tests, key=self.tests.__getitem__):
            of[test.partition("::")[0]].append(test)
        taken = {file: tests[:OF_A_FILE] for file, tests in of.items()}

        def order(file: str) -> tuple[int, float]:
            return near.get(file, len(near)), sum(self.tests[test] for test in taken[file])

        alone = [test for file in sorted(taken, key=order) for test in taken[file]]
        return [*alone, *sorted(self.files, key=self.files.__getitem__)]


class Recorder:
    """A plugin of pytest that appends to a file what each phase of each test has reached."""

    def __init__(self, file: str, kept: Path) -> None:
        from tests import mutants_probe

        self.probe, self.file, self.kept = mutants_probe, file, kept
        self.before = time.process_time()

    def pytest_collection_finish(self) -> None:
        self.note("", "collect")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report.nodeid, report.when or "")

    def note(self, test: str, phase: str) -> None:
        now, reached = time.process_time(), sorted(self.probe.reached)
        self.probe.reached.clear()
        told = {"file": self.file, "test": test, "phase": phase, "seconds": now - self.before, "reached": reached}
        self.before = now
        with self.kept.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(told) + "\n")


def record(tree: Path, load: Callable[[Path], None], kept: Path, workers: int) -> None:
    """Run the test files of *tree* that the file *kept* does not list yet, and append the changes they reach to it."""
    done = {line["file"] for line in _lines(kept)}
    files = [
        str(path.relative_to(tree))
        for folder in FOLDERS
        for path in sorted((tree / folder).rglob("test_*.py"))
        if "browser" not in path.name and str(path.relative_to(tree)) not in done
    ]
    children = [_worker(files[at::workers], tree, load, kept) for at in range(workers)]
    if any([os.waitpid(child, 0)[1] for child in children]):
        raise RuntimeError("A process that records what the tests reach has ended before its time.")


def _worker(files: Sequence[str], tree: Path, load: Callable[[Path], None], kept: Path) -> int:
    """Start a process that has loaded the program and runs each file in a fork of itself; return its number."""
    if child := os.fork():
        return child
    status = 1
    try:
        load(tree)
        for file in files:
            if not (runs := os.fork()):
                _run(file, tree, kept)
            os.waitpid(runs, 0)
        status = 0
    finally:
        os._exit(status)


def _run(file: str, tree: Path, kept: Path) -> None:
    """Run the tests of a file in this process, and end it."""
    try:
        said = os.open(tree / f"reach-{os.getpid()}.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(said, stream)
        arguments = ["-q", "--no-header", "-p", "no:cacheprovider", "-m", "not browser", file]
        pytest.main(arguments, plugins=[Recorder(file, kept)])
    finally:
        os._exit(0)


def reached(kept: Path) -> dict[int, Reach]:
    """Read which tests reach each change, by its number."""
    seconds: dict[str, float] = defaultdict(float)
    by_file: dict[str, float] = defaultdict(float)
    alone: dict[int, set[str]] = defaultdict(set)
    together: dict[int, set[str]] = defaultdict(set)
    for line in _lines(kept):
        seconds[line["test"]] += line["seconds"]
        by_file[line["file"]] += line["seconds"]
        for number in line["reached"]:
            (alone[number].add(line["test"]) if line["test"] else together[number].add(line["file"]))
            if line["phase"] == "setup":
                together[number].add(line["file"])
    return {
        number: Reach(
            {test: seconds[test] for test in alone[number]}, {file: by_file[file] for file in together[number]}
        )
        for number in {*alone, *together}
    }


def _lines(kept: Path) -> list[dict]:
    return [*map(json.loads, kept.read_text(encoding="utf-8").splitlines())] if kept.exists() else []

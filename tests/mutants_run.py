"""The run of a sample of changes: each is made in a copy of the tree, where tests run until the first one fails.

A change within a function is switched on in a process that has loaded the program already (`tests/mutants_tree.py`).
For any other change the file is written and the program loaded anew. A test that fails is run again without the change;
if it still fails, it proves nothing and is left out. The result of each change is stored in ``var/mutants``: with the
same seed, only the changes that no test saw are tried again.
"""

import compileall
import contextlib
import hashlib
import importlib
import json
import os
import py_compile
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import hypothesis  # noqa: F401 (here so that no trial has to load it again)
import playwright.sync_api  # noqa: F401
import pytest

from tests import mutants_reach, mutants_tree
from tests.mutants_reach import Reach

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "var" / "mutants"

OUTLINE = "tests/rulings/test_trees.py::test_the_outline_is_the_reviewed_one"

BROKEN = 99
"""Exit status of a trial that could not begin."""

FEW, MANY = 40, 400
"""The tests that are tried first, and next: fewer files have to be collected for them."""

LONGEST = 60
"""Processor seconds after which a test counts as endless."""


@dataclass(frozen=True)
class Mutant:
    """One change: the file, its changed text, and the tests that should see it."""

    file: str
    what: str
    text: str
    guards: tuple[str, ...]
    place: tuple[int, int] | None = None
    """The line and the column of the change; None if it cannot be switched on in a loaded program."""

    @property
    def key(self) -> str:
        return hashlib.sha256(f"{self.file}\0{self.text}".encode()).hexdigest()[:24]


def run(sample: Sequence[tuple[str, Mutant]], seed: int, workers: int, afresh: bool, enough: float) -> None:
    """Try every change of the sample that no test has seen yet, and print the changes that stay unseen and the count of
    each kind.

    The tests of one change are tried until they have used *enough* seconds of processor.
    """
    os.environ.setdefault("ARBITRAGE_REAL_FILES", str(ROOT.parent / "shared" / "data"))  # not beside a copy of the tree
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / f"seed-{seed}.jsonl"
    if afresh:
        kept.unlink(missing_ok=True)
    seen = _seen(kept)
    changes = dict(enumerate(mutant for _, mutant in sample))
    left = {number for number, mutant in changes.items() if mutant.key not in seen}
    with tempfile.TemporaryDirectory() as folder:
        if left:
            clean = copied(Path(folder) / "clean")
            together = Path(shutil.copytree(clean, Path(folder) / "together" / "tree", symlinks=True))
            switched = mutants_tree.written(changes, together)
            reach = _reach(changes, together, workers)
            order = sorted(left)
            random.Random(seed).shuffle(order)  # noqa: S311 (a run that is stopped has tried some of each kind)
            for tree, loaded in ((together, True), (clean, False)):
                mine = [number for number in order if (number in switched) is loaded]
                shares = [{number: sample[number] for number in mine[at::workers]} for at in range(workers)]
                children = [_worker(share, tree, reach, loaded, enough, kept) for share in shares]
                if any([os.waitpid(child, 0)[1] for child in children]):
                    sys.exit("A worker has ended before its time.")
    seen = _seen(kept)
    for kind, number in Counter(kind for kind, _ in sample).items():
        of_it = sum(entry.key in seen for name, entry in sample if name == kind)
        print(f"{kind}: {of_it} of {number} seen", flush=True)
    print(f"all: {sum(one.key in seen for _, one in sample)} of {len(sample)} seen", flush=True)


def _seen(kept: Path) -> set[str]:
    """Return the keys of the changes that a test has seen."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    return {entry["key"] for entry in map(json.loads, lines) if entry["by"]}


def _reach(changes: dict[int, Mutant], tree: Path, workers: int) -> dict[int, Reach]:
    """Return the tests that reach each change, recorded once for a sample."""
    digest = hashlib.sha256("".join(mutant.key for mutant in changes.values()).encode()).hexdigest()[:24]
    kept = KEPT / "reach" / f"{digest}.jsonl"
    kept.parent.mkdir(exist_ok=True)
    mutants_reach.record(tree, _load, kept, workers)
    _forget_computed(tree)
    return mutants_reach.reached(kept)


def _worker(
    share: dict[int, tuple[str, Mutant]], tree: Path, reach: dict[int, Reach], loaded: bool, enough: float, kept: Path
) -> int:
    """Start a process that tries its share of the changes in a copy of this tree; return its number."""
    if child := os.fork():
        return child
    status = 1
    try:
        folder = tree.parents[1] / f"worker-{os.getpid()}" / "tree"
        trier = Trier(Path(shutil.copytree(tree, folder, symlinks=True)), enough, loaded=loaded)
        for number, (kind, mutant) in share.items():
            by = trier.seen_by(mutant, number if loaded else None, reach.get(number, Reach()))
            told = {"key": mutant.key, "kind": kind, "file": mutant.file, "what": mutant.what, "by": by}
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(told, ensure_ascii=False) + "\n")
            if not by:
                print(f"- {kind} {number}, `{mutant.file}`: {mutant.what}", flush=True)
        status = 0
    finally:
        sys.stdout.flush()
        os._exit(status)


# One change


class Trier:
    """Trial of changes, one after the other, in a copy of the tree. The copy holds all of them and is loaded once, or
    each change is written into it in turn."""

    def __init__(self, copy: Path, enough: float, *, loaded: bool) -> None:
        self.copy, self.enough = copy, enough
        self.left_out: set[str] = set()
        """Tests that fail without any change."""
        self.good: set[str] = set()
        """Tests that have been seen to pass without any change."""
        if loaded:
            _load(copy)

    def seen_by(self, mutant: Mutant, number: int | None, reach: Reach) -> str:
        """Return the test that sees this change; "" if none does. A change with a number is switched on."""
        outlines = tuple(entry[len(OUTLINE) + 1 : -1] for entry in mutant.guards if entry.startswith(OUTLINE))
        guards = [entry for entry in mutant.guards if OUTLINE not in entry]
        if outlines and self._fails(lambda: redraw(outlines), mutant, number):
            return "outlines"
        reaching = reach.ordered(guards)
        if reaching:
            guards = [entry for entry in guards if not entry.startswith(mutants_reach.FOLDERS) or "browser" in entry]
        left = self.enough
        for batch in (reaching[:FEW], reaching[FEW:MANY], reaching[MANY:], guards[:2], guards[2:]):
            began = _seconds_of_children()
            if left > 0 and (by := self._failed(batch, mutant, number, left)):
                return by
            left -= _seconds_of_children() - began
        return ""

    def _failed(self, guards: list[str], mutant: Mutant, number: int | None, enough: float) -> str:
        """Return the one of these tests that fails; "" if none does within *enough* seconds of processor."""
        while guards and self._fails(lambda: tried(guards, self.left_out, self.copy, enough), mutant, number):
            test = (self.copy / "failed.txt").read_text(encoding="utf-8") or guards[0]
            if test in self.good:
                return test
            if test in self.left_out:
                return ""
            if not _fails(self.copy, lambda test=test: tried([test], set(), self.copy, enough), None):  # type: ignore[misc]
                self.good.add(test)
                return test
            self.left_out.add(test)
        return ""

    def _fails(self, trial: Callable[[], int], mutant: Mutant, number: int | None) -> bool:
        """Tell whether a trial fails with a change."""
        if number is not None:
            return _fails(self.copy, trial, number)
        target = self.copy / mutant.file
        before = target.read_text(encoding="utf-8")
        target.write_text(mutant.text, encoding="utf-8")
        try:
            return _fails(self.copy, trial, None)
        finally:
            target.write_text(before, encoding="utf-8")


def redraw(outlines: tuple[str, ...]) -> int:
    """Draw these outlines again; return 1 if one has changed, else 0. test_trees checks the same, but needs pytest."""
    from rulings.laws2017 import LAWS
    from rulings.papers.outline import draw

    for name in outlines:
        language, law = name.split("-", 1)
        if draw(LAWS[law], language) != Path(f"tests/rulings/trees/law_{law}.{language}.txt").read_text("utf-8"):
            return 1
    return 0


class Watch:
    """A plugin of pytest that names the failing test, ends an endless test, and stops when the time for a change is
    used up."""

    def __init__(self, copy: Path, guards: Sequence[str], left_out: set[str], enough: float) -> None:
        self.failed = copy / "failed.txt"
        self.places = {guard: place for place, guard in enumerate(guards)}
        self.enough = enough
        self.left_out = left_out

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [entry for entry in items if entry.nodeid not in self.left_out]
        items.sort(key=self._place)  # pytest-django puts the tests with a database first

    def _place(self, item: pytest.Item) -> int:
        whole = self.places.get(item.nodeid.partition("::")[0], len(self.places))
        return self.places.get(item.nodeid, whole)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.failed.write_text(nodeid, encoding="utf-8")  # read even if the test never ends
        signal.setitimer(signal.ITIMER_PROF, LONGEST)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.write_text(report.nodeid, encoding="utf-8")

    def pytest_runtest_logfinish(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        if time.process_time() > self.enough:
            item.session.shouldstop = "enough was tried"


def tried(guards: Sequence[str], left_out: set[str], copy: Path, enough: float) -> int:
    """Run these tests until the first one fails; return 1 if one does."""
    marked = () if any("browser" in entry for entry in guards) else ("-m", "not browser")
    if missing := [entry for entry in guards if not Path(entry.partition("::")[0]).exists()]:
        raise FileNotFoundError(missing)
    arguments = ["-q", "-x", "--no-header", "-p", "no:cacheprovider", *marked, *guards]
    passed = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    status = pytest.main(arguments, plugins=[Watch(copy, guards, left_out, enough)])
    stopped = status == pytest.ExitCode.INTERRUPTED and time.process_time() > enough
    return 0 if status in passed or stopped else 1


def _load(copy: Path) -> None:
    """Load the program of this copy, as a test would."""
    _stand_in(copy)
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    django.setup()
    for folder in ("rulings", "arbitrage"):
        for path in sorted((copy / folder).rglob("*.py")):
            name = ".".join(path.relative_to(copy).with_suffix("").parts).removesuffix(".__init__")
            if "migrations" not in path.parts and path.name != "__main__.py":
                with contextlib.suppress(ImportError):  # a tool is not installed here
                    importlib.import_module(name)


def _stand_in(copy: Path) -> None:
    """Make this copy the working directory, and let later imports load its program."""
    os.chdir(copy)
    for name in [entry for entry in sys.modules if entry.split(".")[0] in ("rulings", "tests", "arbitrage")]:
        del sys.modules[name]
    sys.path[:] = [str(copy), *(entry for entry in sys.path if entry not in ("", str(ROOT)))]


def _fails(copy: Path, trial: Callable[[], int], number: int | None) -> bool:
    """Tell whether a trial ends with anything but 0, in a forked process with this change on."""
    (copy / "failed.txt").write_text("", encoding="utf-8")
    child = os.fork()
    if not child:
        status = 1
        try:
            os.environ["DRAW_ALL"] = "1"  # the digests do not know the change
            said = os.open(copy / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for stream in (1, 2):
                os.dup2(said, stream)
            if Path.cwd() != copy or "rulings" not in sys.modules:
                _stand_in(copy)
            importlib.import_module("tests.mutants_probe").put_on(number)
            status = int(trial())
        except FileNotFoundError:
            traceback.print_exc()
            status = BROKEN
        finally:
            sys.stdout.flush()
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == BROKEN:
        raise RuntimeError((copy / "said.txt").read_text(encoding="utf-8"))
    _forget_computed(copy)
    return status != 0


def _forget_computed(copy: Path) -> None:
    """Remove the files that the tests have computed in this copy, perhaps with a change on."""
    for kept in (copy / "var" / "tests").glob("*"):
        if not kept.name.startswith("migrated"):
            shutil.rmtree(kept, ignore_errors=True) if kept.is_dir() else kept.unlink()


def _seconds_of_children() -> float:
    """Return the processor seconds of all ended children of this process."""
    times = os.times()
    return times.children_user + times.children_system


def copied(folder: Path) -> Path:
    """Copy the tree without its large and unread files, and draw its outlines."""
    copy = folder / "tree"
    left_out = shutil.ignore_patterns(".git", ".venv", "mutants", "__pycache__", ".*_cache", "captures", "node_modules")
    shutil.copytree(ROOT, copy, ignore=left_out, symlinks=True)
    for name in (".venv", "node_modules"):
        if (ROOT / name).exists():
            (copy / name).symlink_to((ROOT / name).resolve())
    hashed = py_compile.PycInvalidationMode.CHECKED_HASH  # two changes within a second must differ
    compileall.compile_dir(copy, quiet=1, invalidation_mode=hashed, workers=0)
    write = "from tests.rulings.__main__ import write_outlines; write_outlines()"
    subprocess.run([sys.executable, "-c", write], cwd=copy, check=True)
    return copy

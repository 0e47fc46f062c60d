"""The tools of the tests: the copy of the migrated database, and the choice of tests for a mutant."""

import random
import sqlite3
from typing import NamedTuple

import pytest

from tests import migrated, mutants_javascript, mutants_probe, mutants_tree
from tests.mutants_guards import MOST, ROOT, nearest
from tests.mutants_reach import Reach


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A tree with one migration; its migrated database is stored in a folder of the tree."""
    folder = tmp_path / "arbitrage" / "migrations"
    folder.mkdir(parents=True)
    (folder / "0001_first.py").write_text("")
    monkeypatch.setattr(migrated, "ROOT", tmp_path)
    monkeypatch.setattr(migrated, "__file__", str(folder / "0001_first.py"))
    monkeypatch.setattr(migrated, "FOLDER", tmp_path / "kept")
    migrated.template.cache_clear()
    yield tmp_path
    migrated.template.cache_clear()


class Connection:
    def __init__(self, place):
        self.connection = sqlite3.connect(place)
        self.connection.execute("CREATE TABLE IF NOT EXISTS made (by TEXT)")

    def ensure_connection(self):
        pass


def test_a_migrated_database_is_copied_until_a_migration_changes(tree):
    migrated.copy_to(tree / "test.sqlite3")
    assert not (tree / "test.sqlite3").exists()
    migrated.keep(Connection(tree / "first.sqlite3"))
    migrated.copy_to(tree / "test.sqlite3")
    assert sqlite3.connect(tree / "test.sqlite3").execute("SELECT count(*) FROM made").fetchone() == (0,)
    first = migrated.template()
    (tree / "arbitrage" / "migrations" / "0002_second.py").write_text("")
    migrated.template.cache_clear()
    assert not migrated.template().exists()
    migrated.keep(Connection(tree / "second.sqlite3"))
    assert [path.name for path in migrated.FOLDER.iterdir()] == [migrated.template().name] != [first.name]


def test_a_change_of_a_service_is_tried_by_the_tests_that_import_it_first_and_by_no_browser():
    nearest_tests = nearest(ROOT / "arbitrage" / "services" / "files" / "matching.py", (1, 0))
    assert nearest_tests[0] == "tests/arbitrage/tournament/test_matching.py"
    assert 2 < len(nearest_tests) <= MOST
    assert not [path for path in nearest_tests if "browser" in path]


def test_a_change_of_the_javascript_is_in_no_comment_and_no_import():
    changes = list(mutants_javascript.changes(random.Random(7), 60, ROOT))
    assert len(changes) == 60
    for path, changed in changes:
        pairs = zip(path.read_text(encoding="utf-8").splitlines(), changed.splitlines(), strict=True)
        ((before, after),) = [pair for pair in pairs if pair[0] != pair[1]]
        assert not before.lstrip().startswith(("//", "*", "import ")), (path.name, before, after)


def test_a_change_of_the_javascript_is_tried_by_the_units_that_import_it_first():
    guards = {path.name: mutants_javascript.guards(path) for path in mutants_javascript.modules(ROOT)}
    assert [guard.partition("[")[2] for guard in guards["exercises.js"] if "units" in guard] == [
        "exercises]",
        "online]",
        "sending]",
    ]
    assert not [name for name, them in guards.items() if not them]
    tried = {guard.partition("::")[0] for them in guards.values() for guard in them}
    assert not [name for name in tried if not (ROOT / name).exists()]


SOURCE = """\"\"\"A file.\"\"\"

LIMIT = 3


class Hand:
    def strong(self, points):
        \"\"\"Is it strong?\"\"\"
        def enough():
            return points > LIMIT
        return enough()


def several(number=2):
    for place in range(number):
        yield place + 1
"""


class Change:
    """A change of `SOURCE`: *old* is replaced by *new*."""

    file = "hand.py"

    def __init__(self, old: str, new: str) -> None:
        assert SOURCE.count(old) == 1
        self.text = SOURCE.replace(old, new)
        before = SOURCE[: SOURCE.index(old)]
        self.place = (before.count("\n") + 1, len(before) - before.rfind("\n") - 1)


def test_a_file_holds_several_changes_of_which_one_is_on():
    changes = {
        4: Change("points >", "points >="),
        7: Change("place + 1", "place - 1"),
        8: Change("return enough()", "return not enough()"),
        9: Change("LIMIT = 3", "LIMIT = 4"),
        10: Change("number=2", "number=3"),
    }
    text, switched = mutants_tree.together(SOURCE, changes)
    assert switched == {4, 7, 8}, "what is read at import cannot be switched"
    holds: dict = {}
    exec(compile(text, "hand.py", "exec"), holds)  # noqa: S102 (our own text)
    came = {}
    mutants_probe.reached.clear()
    try:
        for number in (None, *changes):
            mutants_probe.put_on(number)
            came[number] = (holds["Hand"]().strong(3), list(holds["several"]()))
    finally:
        mutants_probe.put_on(None)
    assert mutants_probe.reached == switched, "each line of a change was executed"
    as_before = (False, [1, 2])
    assert came == {
        None: as_before,
        4: (True, [1, 2]),
        7: (False, [-1, 0]),
        8: (True, [1, 2]),
        9: as_before,
        10: as_before,
    }
    assert holds["__doc__"] == "A file." and holds["Hand"].strong.__doc__ == "Is it strong?"


def test_only_the_branch_that_a_test_executes_is_noted_as_reached():
    source = (
        "def sign(number):\n    if number < 0:\n        return -1\n    elif number:\n        return 1\n    return 0\n"
    )
    changes = {
        1: Branch(source.replace("number < 0", "number <= 0"), (2, 14)),
        2: Branch(source.replace("return -1", "return -2"), (3, 16)),
        3: Branch(source.replace("elif number", "elif not number"), (4, 9)),
        4: Branch(source.replace("return 1", "return 2"), (5, 15)),
        5: Branch(source.replace("return 0", "return 3"), (6, 11)),
    }
    text, switched = mutants_tree.together(source, changes)
    assert switched == set(changes)
    holds: dict = {}
    exec(compile(text, "sign.py", "exec"), holds)  # noqa: S102 (our own text)
    for number, sign, executed in ((-4, -1, {1, 2}), (4, 1, {1, 3, 4}), (0, 0, {1, 3, 5})):
        mutants_probe.reached.clear()
        assert holds["sign"](number) == sign
        assert mutants_probe.reached == executed


class Branch(NamedTuple):
    """A changed text, and the place of its change."""

    text: str
    place: tuple[int, int]
    file: str = "sign.py"


def test_a_change_is_tried_by_the_tests_that_reach_it_the_nearest_and_quickest_first():
    tests = {"far.py::slow": 3.0, "far.py::quick": 0.1, "near.py::one": 9.0, "light.py::one": 1.0}
    reach = Reach(tests, {"whole.py": 9.0})
    quickest = ["light.py::one", "far.py::quick", "far.py::slow", "whole.py"]
    assert reach.ordered(["near.py"]) == ["near.py::one", *quickest]


def test_a_file_whose_changes_cannot_be_switched_stays_as_it_is():
    assert mutants_tree.together(SOURCE, {9: Change("LIMIT = 3", "LIMIT = 4")}) == (SOURCE, set())

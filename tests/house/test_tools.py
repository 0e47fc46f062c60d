"""The tools of the tests: the migrated database that is copied, and the tests that are tried for a change."""

import random
import sqlite3

import pytest

from tests import migrated, mutants_javascript
from tests.mutants_guards import MOST, ROOT, nearest


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A tree with one migration, whose migrated database is kept in its own folder."""
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
    nearest_tests = nearest(ROOT / "arbitrage" / "services" / "files" / "matching.py")
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

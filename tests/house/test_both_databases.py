"""Which tests run on SQLite and on PostgreSQL, and which on either (`on_both` of tests/conftest.py says why)."""

import ast
import fnmatch
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "arbitrage"
PAGES = ("test_view_*", "test_browser_*", "test_print_*", "test_code_pages", "test_choose_score", "test_show_score")
BOTH = ("test_service_*", "test_*at_once", "test_*concurrency", "test_history", "test_soundness", "test_find_decisions")
BOTH += ("test_correct_result", "test_give_penalty", "test_kept_field", "test_models_*", "test_import_is_whole")
BOTH += ("test_tournament_record", "test_way_back", "test_standby", "test_indexes", "test_backup", "test_every_page")
COMPUTED = {"test_service_field": "what is counted of the lines", "test_service_method": "which method a file shows"}
A_PAGE_ON_BOTH = {"test_view_health": "it is about the database that answers, its tables and the guard of its record"}


def modules(*patterns: str) -> list[Path]:
    names = [path for path in sorted(TESTS.glob("test_*.py"))]
    return [path for path in names if any(fnmatch.fnmatch(path.stem, one) for one in patterns)]


def on_either(path: Path) -> bool:
    """Is every test of this module marked `either_database`?"""
    for line in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "pytestmark":
            return "pytest.mark.either_database" in ast.unparse(line.value)
    return False


def test_what_the_databases_could_answer_otherwise_runs_on_both():
    assert len(modules(*BOTH)) > 30
    assert {path.stem for path in modules(*BOTH) if on_either(path)} == set(COMPUTED)


def test_a_page_runs_on_either():
    assert len(modules(*PAGES)) > 30
    assert {path.stem for path in modules(*PAGES) if not on_either(path)} == set(A_PAGE_ON_BOTH)


def test_who_writes_from_several_threads_runs_on_both():
    writing = re.compile(r"^(import threading|from tests.arbitrage(.at_once)? import .*(all_at_once|crowd))", re.M)
    found = [path for path in modules("test_*") if writing.search(path.read_text(encoding="utf-8"))]
    assert len(found) > 4
    assert [path.stem for path in found if on_either(path)] == []

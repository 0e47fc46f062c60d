"""The choice of the tests that run on both databases and of those that run on either (`on_both` of tests/conftest.py
has the reasons)."""

import ast
import fnmatch
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "arbitrage"
PAGES = ("*/test_*_page", "*/test_browser_*", "report/*", "code/*", "score/*", "site/test_health")
PAGES += ("inquiry/test_question", "inquiry/test_decision", "inquiry/test_several", "inquiry/test_take_back")
PAGES += ("incident/test_call", "incident/test_dispute", "room/test_watched_results", "site/test_permissions")
PAGES += ("site/test_beginning", "site/test_without_a_program")
BOTH = ("*/test_*at_once", "*/test_*concurrency", "services/test_answer", "services/test_duties", "services/test_field")
BOTH += ("services/test_linked", "services/test_scores", "services/test_table", "services/test_history")
BOTH += ("services/test_soundness", "incident/test_open_incident", "devices/test_outbox", "appeal/test_appeals")
BOTH += ("decisions/test_find_decisions", "decisions/test_reviewing", "board/test_correct_result", "room/test_way_back")
BOTH += ("ranking/test_give_penalty", "ranking/test_publication", "ranking/test_method", "ranking/test_kept_field")
BOTH += ("club/test_who_sees_what", "tournament/test_evenings", "tournament/test_imports")
BOTH += ("tournament/test_import_is_whole", "tournament/test_tournament_record", "site/test_every_page")
BOTH += ("database/test_standby", "database/test_indexes", "database/test_backup")
COMPUTED = {"test_field": "what is counted of the lines", "test_method": "which method a file shows"}
A_PAGE_ON_BOTH = {
    "test_health": "it is about the database that answers, its tables and the guard of its record",
    "test_every_page": "what the others leave to it",
}


def modules(*patterns: str) -> list[Path]:
    """Return the test modules of tests/arbitrage, by folder and name: "inquiry/test_question"."""
    names = {path: path.relative_to(TESTS).with_suffix("").as_posix() for path in sorted(TESTS.glob("*/test_*.py"))}
    return [path for path, name in names.items() if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]


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
    writers = [path for path in modules("*") if writing.search(path.read_text(encoding="utf-8"))]
    assert len(writers) > 4
    assert [path.stem for path in writers if on_either(path)] == []

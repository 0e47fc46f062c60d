"""No code is written only for the tests: the application uses all of its functions."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CALLED_FROM_OUTSIDE = {
    "ArbitrageConfig": "Django finds it",
    "cancelled_board": "Law 86B2, for programs that keep the score of matches",
    "laws_page": "`make docs` writes docs/laws.md with it",
    "replay_incident": "for one incident at the shell; the command looks at many at a time",
}


def code() -> list[Path]:
    return [path for folder in ("rulings", "arbitrage") for path in sorted((ROOT / folder).rglob("*.py"))]


def modules() -> list[Path]:
    """Return the modules, without migrations, which Django calls."""
    return [path for path in code() if "migrations" not in path.parts]


def defined(path: Path) -> Iterator[str]:
    """Yield the functions and classes of a module; in the rulings, which no framework calls, the methods too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if path.is_relative_to(ROOT / "rulings") else tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not re.fullmatch("__.*__|_value_", node.name):
            yield node.name


def unused() -> set[str]:
    """List the names that occur only once, at their definition, in all of the code and the pages."""
    names = [(path, name) for path in modules() for name in defined(path)]
    words: Counter[str] = Counter()
    for path in (*code(), *(ROOT / "templates").rglob("*.html")):
        words.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    dispatched = {"history", "history_appeals"}  # the functions for the words of an event are looked up by name
    return {name for path, name in names if words[name] == 1 and path.stem not in dispatched}


def test_nothing_is_defined_for_the_tests_alone():
    assert unused() == set(CALLED_FROM_OUTSIDE)

"""A file and a view function stay short enough to be read at once."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

LINES = 500
DATA = {"arbitrage/demo/cases.py", "arbitrage/demo/judgements.py", "arbitrage/demo/turns.py"}
"""Files with a reason for their length in their docstring."""
BODY = 20


def sources() -> Iterator[str]:
    """Yield the files of the program; laws are as long as the book, migrations are written by a machine."""
    for path in sorted((*ROOT.glob("arbitrage/**/*.py"), *ROOT.glob("rulings/**/*.py"))):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("arbitrage/migrations/", "rulings/laws2017/law_")):
            yield name


def test_a_file_has_five_hundred_lines_at_most_or_says_why():
    long = {name for name in sources() if len((ROOT / name).read_text(encoding="utf-8").splitlines()) > LINES}
    assert long == DATA
    for name in DATA:
        assert "This long file contains only data" in " ".join((ast.get_docstring(tree_of(name)) or "").split())


def test_a_function_of_a_view_has_twenty_lines_at_most():
    """A view turns a request into a page: `pages/` writes the words, `forms/` reads the fields."""
    views = [name for name in sources() if name.startswith("arbitrage/views/")]
    functions = [
        (name, node) for name in views for node in ast.walk(tree_of(name)) if isinstance(node, ast.FunctionDef)
    ]
    assert len(functions) > 100
    assert {
        (name, function.name): lines_of(function) for name, function in functions if lines_of(function) > BODY
    } == {}


def tree_of(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text(encoding="utf-8"))


def lines_of(function: ast.FunctionDef) -> int:
    """Count the lines of its body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0

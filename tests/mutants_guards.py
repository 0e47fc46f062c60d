"""The choice of the tests that should see a change of a file of the application, the nearest first.

A test file is near a module when it imports it, a step farther when it imports what imports it.
"""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

MOST = 20
"""Test files that are tried for one change."""

EVERYWHERE = ("tests/arbitrage/test_every_page.py", "tests/arbitrage/test_whole_record.py")
"""What is tried where no import leads: a module that a command imports when it is called."""

SCREEN = "tests.arbitrage.at_the_screen"
"""What tests ask for pages with."""


def nearest(path: Path) -> tuple[str, ...]:
    """Return the test files nearest to this file of the application, at most ``MOST``; those of a browser are left
    out."""
    distances = _distances(_module(path.relative_to(_tree(path)))) or dict.fromkeys(EVERYWHERE, 0)
    words = set(path.stem.split("_"))
    named = {test for test in distances if words & set(Path(test).stem.split("_"))}
    return tuple(sorted(distances, key=lambda test: (distances[test], test not in named, _size(test), test))[:MOST])


def _tree(path: Path) -> Path:
    """Return the folder above ``arbitrage`` in a path."""
    return next(parent.parent for parent in path.parents if parent.name == "arbitrage")


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def _imports() -> dict[str, frozenset[str]]:
    """Map each module of the application, and each path of a test file, to the modules it imports."""
    found = {}
    for folder in ("arbitrage", "rulings", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            within = path.relative_to(ROOT)
            name = str(within) if path.name.startswith("test_") else _module(within)
            found[name] = frozenset(_imported(ast.parse(path.read_bytes())))
    found[SCREEN] |= {"arbitrage.urls"}  # a test that asks for a page reaches its view by the address
    return found


def _imported(tree: ast.Module) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)


def _distances(module: str) -> dict[str, int]:
    """Count for each test file how many imports lead from it to *module*."""
    found: dict[str, int] = {}
    reached, wanted = {module}, {module}
    for distance in range(1, 6):
        importing = {name for name, them in _imports().items() if them & wanted and name not in reached}
        found |= {name: distance for name in importing if name.endswith(".py") and "browser" not in name}
        reached |= importing
        wanted = {name for name in importing if not name.endswith(".py")}
    return found


def _size(test: str) -> int:
    return (ROOT / test).stat().st_size

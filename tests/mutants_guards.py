"""The choice of the tests that should see a change of a file, the nearest first.

A test file is nearest to the modules that it imports, and one step farther from the modules that these import.
"""

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

MOST = 20
"""The most test files that are tried for one change."""

EVERYWHERE = ("tests/arbitrage/site/test_every_page.py", "tests/arbitrage/services/test_whole_record.py")
"""Test files to try for a module that no test file imports, such as one that a command imports when it is called."""

OUTLINES = "tests/arbitrage/site/test_pages_outlined.py"
"""The comparison of every screen with its outline, tried second for what a page shows."""

SHOWN = {"pages", "services"}
"""Rooms whose changes a page can show."""

DEVICE = "tests/javascript/test_device_and_server.py"
"""The comparison of the device with the server at every step of every law, tried third for a change of downloads."""

SCREEN = "tests.arbitrage.at_the_screen"
"""The module with which tests request pages."""


def nearest(path: Path, place: tuple[int, int]) -> tuple[str, ...]:
    """Return the test files nearest to this place of a file, at most ``MOST``, by the number of imports between them. A
    test file counts as nearer if its name shares a word with the file, if it names a function that uses the place, or
    if it belongs to the same screen. Browser tests are left out. `OUTLINES` and `DEVICE` may come in addition."""
    distances = _distances(_module(path.relative_to(ROOT))) or dict.fromkeys(EVERYWHERE, 0)
    names = leading_to(ast.parse(path.read_bytes()), place[0])
    words = set(path.stem.split("_"))

    def order(test: str) -> tuple[int, int, str]:
        named = bool(words & set(Path(test).stem.split("_")))
        at_home = Path(test).parent.name in path.parts
        near = 2 * bool(names & _words(test)) + 2 * at_home + named
        return distances[test] - near, _size(test), test

    tests = [test for test in sorted(distances, key=order) if test not in (OUTLINES, DEVICE)][:MOST]
    wide = [OUTLINES] if SHOWN & set(path.parts) else []
    wide += [DEVICE] if "devices" in path.parts else []
    return (*tests[:1], *wide, *tests[1:])


def leading_to(tree: ast.Module, line: int) -> set[str]:
    """Return the names of the functions and classes of a module whose use reaches a line: those that contain it, and
    those that mention one of these."""
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    uses = {
        node.name: {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
        | {name.attr for name in ast.walk(node) if isinstance(name, ast.Attribute)}
        for node in defined
    }
    around = {
        node.name for node in tree.body if node.lineno <= line <= (node.end_lineno or 0) and hasattr(node, "name")
    }
    around |= {node.name for node in defined if node.lineno <= line <= (node.end_lineno or 0)}
    around |= {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or 0)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    while more := {name for name, them in uses.items() if them & around and name not in around}:
        around |= more
    return around


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
    found[SCREEN] |= {"arbitrage.urls"}  # a test that requests a page reaches its view by the address
    return found


def _imported(tree: ast.Module) -> Iterable[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _distances(module: str) -> dict[str, int]:
    """Count, for each test file, the imports that lead from it to *module*."""
    found: dict[str, int] = {}
    reached, wanted = {module}, {module}
    for distance in range(1, 6):
        importing = {name for name, them in _imports().items() if them & wanted and name not in reached}
        found |= {name: distance for name in importing if name.endswith(".py") and "browser" not in name}
        reached |= importing
        wanted = {name for name in importing if not name.endswith(".py")}
    return found


@cache
def _words(test: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", (ROOT / test).read_text(encoding="utf-8")))


def _size(test: str) -> int:
    return (ROOT / test).stat().st_size

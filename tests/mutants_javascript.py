"""Changes of the JavaScript, and the tests that should see them."""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SIGNS = (
    (" === ", " !== "),
    (" !== ", " === "),
    (" && ", " || "),
    (" || ", " && "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" + 1", " + 2"),
    (" - 1", " - 2"),
    ("(!", "("),
    ("true", "false"),
    ("false", "true"),
)
"""Fragments of code, each with its replacement."""

TESTS = Path(__file__).parent / "javascript"
UNIT = "test_the_unit_tests_of_the_javascript_pass"
COMPARED = "compare.js"

SCREENS = {
    "app": ("inquiry/test_browser_inquiry", "room/test_browser_room", "site/test_browser_touch"),
    "hands": ("evidence/test_browser_evidence", "inquiry/test_browser_opening_lead", "score/test_browser_drawn_score"),
    "phone": ("phone/test_browser_table_phone",),
    "pair": ("devices/test_browser_two_devices",),
    "room": ("room/test_browser_room", "tournament/test_browser_evening"),
}
"""The browser tests of a script of the pages."""

OFFLINE = ("walking", "offline_tables", "offline_cloth", "outbox", "two_devices", "offline")
"""The browser tests of a device without a network, the quickest first."""


def guards(path: Path) -> tuple[str, ...]:
    """Return the tests that are tried for a module, in this order: the unit tests in Node that import it, the
    comparison of the device with the server if that imports it, and the browser tests."""
    units = [file for file in sorted(TESTS.glob("*.test.js")) if path.resolve() in _imported(file)]
    named = [f"tests/javascript/test_units.py::{UNIT}[{file.name.removesuffix('.test.js')}]" for file in units]
    if path.stem in SCREENS and path.parent.name == "js":
        return (*named, *(f"tests/arbitrage/{name}.py" for name in SCREENS[path.stem]))
    compared = ["tests/javascript/test_device_and_server.py"] if path.resolve() in _imported(TESTS / COMPARED) else []
    browsers = sorted(OFFLINE, key=lambda name: path.stem not in name)
    return (*named, *compared, *(f"tests/arbitrage/devices/test_browser_{name}.py" for name in browsers))


@cache
def _imported(file: Path) -> frozenset[Path]:
    """Return the modules that a file of JavaScript imports, directly or not."""
    imported: set[Path] = set()
    left = [file.resolve()]
    while left:
        importing = left.pop()
        names = re.findall(r'(?:from|import)\s*\(?\s*"(\.[^"]+\.js)"', importing.read_text(encoding="utf-8"))
        more = {(importing.parent / name).resolve() for name in names} - imported
        imported |= more
        left += more
    return frozenset(imported)


Change = tuple[Path, str]
"""A file, and its text with one change."""


def modules(tree: Path) -> list[Path]:
    return sorted((tree / "static" / "js").rglob("*.js"))


def changes(rng: random.Random, number: int, tree: Path) -> Iterator[Change]:
    """Draw changes, every place equally likely, outside comments and imports."""
    places = []
    for path in modules(tree):
        source = path.read_text(encoding="utf-8")
        kept = [*_left_alone(source)]
        for sign, other in SIGNS:
            for match in re.finditer(re.escape(sign), source):
                if not any(begins <= match.start() < ends for begins, ends in kept):
                    places.append((path, match.start(), sign, other))
    for path, at, sign, other in rng.sample(places, min(number, len(places))):
        source = path.read_text(encoding="utf-8")
        yield path, source[:at] + other + source[at + len(sign) :]


def _left_alone(source: str) -> Iterator[tuple[int, int]]:
    """Yield the positions where each comment and import begins and ends."""
    for match in re.finditer(r"/\*.*?\*/|//[^\n]*|^import\b.*?;", source, re.DOTALL | re.MULTILINE):
        yield match.span()

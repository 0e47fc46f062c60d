"""Changes of the JavaScript that runs without a page, and the tests that should see them.

Only the modules that a test of ``tests/javascript`` imports: the others are seen by a browser alone.
"""

import random
import re
from collections.abc import Iterator
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

GUARDS = ("tests/javascript/test_units.py", "tests/javascript/test_device_and_server.py")
"""The tests that are tried: the units by Node, then the device compared with the server."""

Change = tuple[Path, str]
"""A file, and its text with one change."""


def modules(tree: Path) -> list[Path]:
    """Return the modules that the tests of the JavaScript import."""
    found = set()
    for test in (tree / "tests" / "javascript").glob("*.js"):
        for name in re.findall(r'from "(\.\./\.\./static/js/[^"]+\.js)"', test.read_text(encoding="utf-8")):
            found.add((test.parent / name).resolve())
    return sorted(found)


def changes(rng: random.Random, number: int, tree: Path) -> Iterator[Change]:
    """Draw changes, every place equally likely; comments and imports are left alone."""
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
    """Yield the first and last character of each comment and import."""
    for match in re.finditer(r"/\*.*?\*/|//[^\n]*|^import\b.*?;", source, re.DOTALL | re.MULTILINE):
        yield match.span()

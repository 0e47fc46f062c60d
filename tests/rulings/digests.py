"""Digests of the sources of a law's drawing, so that only a changed law is drawn and tested again.

A law is drawn from its compiled tree, from the catalogue's entries for its sentences, and from the code of `rulings`
outside the law files. Tests of a drawing that have passed are stored in ``var/drawn.json`` with their digest; a fresh
clone has no such file and draws every law. ``DRAW_ALL=1`` and ``REQUIRE_ALL=1`` draw every law too, and so does a run
that names a test of one law. The laws of ``ALWAYS`` are drawn in every run.
"""

import ast
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulings.engine.inquiry import Law, compile_tree
from rulings.engine.text import translator
from rulings.laws2017 import LAWS

ROOT = Path(__file__).resolve().parents[2]
PASSED = ROOT / "var" / "drawn.json"
"""File of the digests with which tests last passed on this machine, by the name of the test."""

ALWAYS = ("23", "26B", "27", "50-lead", "73")
"""Laws that are drawn in every run: of one sheet and of many, with a choice of a player, with a moment to wait for."""

MODULES = ("test_chart", "test_one_sheet", "test_trees")
"""Test modules that only draw a law and check the drawing."""

DRAWN = pytest.StashKey[str]()
"""Key under which a test stores the law that it draws."""


def digest(law: Law) -> str:
    """Digest everything on which the drawings of *law* depend, in both languages; 64 hexadecimal digits."""
    tree = compile_tree(law)
    messages = _shared_texts().union(_texts(tree))
    french: dict[Any, str] = translator("fr")._catalog  # type: ignore[attr-defined]
    entries = sorted((str(key), words) for key, words in french.items() if _message(key) in messages)
    drawn_from = json.dumps([law.id, law.title, tree, entries, _shared_code()], sort_keys=True, default=str)
    return hashlib.sha256(drawn_from.encode()).hexdigest()


def _texts(document: Any) -> Iterator[str]:
    """Yield every string of a compiled tree."""
    match document:
        case str():
            yield document
        case dict():
            for value in document.values():
                yield from _texts(value)
        case list() | tuple():
            for item in document:
                yield from _texts(item)


def _message(key: Any) -> str:
    """Return the English of an entry of the catalogue, without its context or its number."""
    return str(key[0] if isinstance(key, tuple) else key).rpartition("\x04")[2]


def _code() -> list[Path]:
    """Return the files that draw every law: all of ``rulings`` but the law files."""
    return [path for path in sorted((ROOT / "rulings").rglob("*.py")) if "laws2017" not in path.parts]


@cache
def _shared_code() -> str:
    """Digest the files of `_code`, and the list of common calls."""
    files = [*_code(), *sorted((ROOT / "rulings").rglob("*.toml"))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


@cache
def _shared_texts() -> frozenset[str]:
    """Return every string of the shared files: texts for blanks, headings and legends."""
    nodes = [node for file in _code() for node in ast.walk(ast.parse(file.read_bytes()))]
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


# The tests that need not run again


@cache
def _tests() -> str:
    """Digest the tests of drawings and their helpers."""
    files = [Path(__file__).parent / f"{name}.py" for name in (*MODULES, "charts", "conftest", "digests")]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


@cache
def state_of(law: str) -> str:
    """Digest a law's drawings, its reviewed outlines and the tests of both."""
    outlines = [Path(__file__).parent / "trees" / f"law_{law}.{language}.txt" for language in ("en", "fr")]
    reviewed = [outline.read_bytes().hex() if outline.exists() else "" for outline in outlines]
    return hashlib.sha256("\0".join([digest(LAWS[law]), *reviewed, _tests()]).encode()).hexdigest()


def everything_is_drawn(config: pytest.Config) -> bool:
    """Tell whether this run draws every law, ignoring earlier passes."""
    asked = "DRAW_ALL" in os.environ or os.environ.get("REQUIRE_ALL") == "1"
    return asked or any("::" in arg for arg in config.args)


def unchanged(items: Iterable[pytest.Item], passed: dict[str, str]) -> list[pytest.Item]:
    """Return the tests whose drawing has not changed since they passed.

    The law that each test draws goes to ``item.stash``. A digest takes time: it is computed here only for tests that
    have passed before, for the others once they pass, in the one process that runs them.
    """
    needed = []
    for item in items:
        law = getattr(item, "callspec", None) and item.callspec.params.get("law")  # type: ignore[attr-defined]
        if item.path.stem in MODULES and isinstance(law, Law) and law is LAWS.get(law.id) and law.id not in ALWAYS:
            item.stash[DRAWN] = law.id
            if item.nodeid in passed and passed[item.nodeid] == state_of(law.id):
                needed.append(item)
    return needed


def passed_before() -> dict[str, str]:
    """Load the results of earlier runs; {} if the file is missing or damaged."""
    try:
        kept: dict[str, str] = json.loads(PASSED.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept


def keep(passed: dict[str, str]) -> None:
    """Add the tests that passed in this run, and forget those of files that are gone."""
    kept = {name: digest for name, digest in passed_before().items() if (ROOT / name.partition("::")[0]).exists()}
    PASSED.parent.mkdir(parents=True, exist_ok=True)
    draft = PASSED.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(kept | passed, indent=0, sort_keys=True), encoding="utf-8")
    draft.replace(PASSED)

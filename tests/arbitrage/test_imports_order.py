"""Who may import whom in `arbitrage`: models < services < pages and forms < views, exchange apart, never a circle."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import arbitrage

HERE = Path(arbitrage.__file__).parent
ORDER = {"models": 0, "services": 1, "forms": 2, "pages": 2, "templatetags": 3, "views": 4}
"""The rooms by height: what is imported never stands higher than what imports it."""
APART = {"models", "services", "forms", "pages", "templatetags", "views"}
"""What `exchange` knows nothing of."""


def modules() -> dict[str, Path]:
    """Every module of the project by its name, migrations left out."""
    found = {}
    for path in HERE.rglob("*.py"):
        parts = ("arbitrage", *path.relative_to(HERE).with_suffix("").parts)
        if "migrations" not in parts:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imported(path: Path, *, always: bool = False) -> Iterator[str]:
    """The modules of the project that a file imports; with *always* those that it imports whenever it is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if always else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                whole = f"{node.module}.{one.name}"
                if whole in MODULES or node.module in MODULES:
                    yield whole if whole in MODULES else node.module


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


@pytest.mark.parametrize("module", sorted(name for name in MODULES if room(name) in ORDER))
def test_imports_point_one_way(module):
    height = ORDER[room(module)]
    too_high = {one for one in imported(MODULES[module]) if ORDER.get(room(one), -1) > height}
    assert too_high == set()


@pytest.mark.parametrize("module", sorted(name for name in MODULES if room(name) == "exchange"))
def test_the_exchange_of_files_knows_no_database(module):
    assert {one for one in imported(MODULES[module]) if room(one) in APART} == set()


@pytest.mark.parametrize("module", sorted(name for name in MODULES if room(name) == "pages"))
def test_what_a_page_says_knows_no_request(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert names.isdisjoint({"request", "HttpRequest", "HttpResponse", "MemberRequest", "render", "redirect"})


def test_no_module_of_the_screens_imports_in_a_circle():
    ahead = {
        name: [one for one in imported(path, always=True) if one != name]
        for name, path in MODULES.items()
        if room(name) in ("pages", "forms", "views", "templatetags")
    }
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, f"a circle: {' > '.join((*way[way.index(name) :], name))}"
        if name in done or name not in ahead:
            return
        for one in ahead[name]:
            visit(one, (*way, name))
        done.add(name)

    for name in ahead:
        visit(name, ())


@pytest.mark.parametrize("folder", ["pages", "forms", "views"])
def test_no_file_of_the_screens_is_longer_than_five_hundred_lines(folder):
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in (HERE / folder).rglob("*.py")}
    assert {name: count for name, count in lengths.items() if count > 500} == {}

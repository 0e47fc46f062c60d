"""The folders of `arbitrage`: each screen has one name everywhere, and imports point one way. Each failure says how to
mend it."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import arbitrage

HERE = Path(arbitrage.__file__).parent
ROOT = HERE.parent

SCREENS = {
    *("room", "incident", "inquiry", "score", "board", "ranking", "tournament", "decisions", "appeal", "report"),
    *("code", "club", "devices", "evidence", "phone", "poll", "school", "site"),
}
"""Every screen by the one name that it has in each folder below."""

BESIDE: Mapping[str, set[str]] = {
    "arbitrage/views": {"__init__"},
    "arbitrage/forms": {"__init__"},
    "arbitrage/pages": {"__init__", "wording"},
    "templates": {"includes", "base", "400", "403", "403_csrf", "404", "500"},
    "static/css": {"base", "large", "tokens"},
    "tests/arbitrage": {
        *("services", "exchange", "database", "server", "demo", "conftest"),  # the rooms that have no screen
        *("at_once", "at_the_screen", "crowd", "earlier_version", "evening_files", "factories", "rooms", "screens"),
        "tablet",
    },
}
"""Shared names that are allowed in the folders of the screens."""

TOP = {"__init__", "__main__", "admin", "apps", "settings", "urls", "wsgi"}
TOP |= {"database", "date_formats", "demo", "exchange", "forms", "management", "migrations", "models", "pages"}
TOP |= {"server", "services", "solver", "templatetags", "views"}
"""Django's own files and the rooms."""

ORDER = {"models": 0, "services": 1, "forms": 2, "pages": 2, "templatetags": 3, "views": 4}
"""Heights of the rooms; a module never imports one from a higher room."""
APART = {"models", "services", "forms", "pages", "templatetags", "views"}
"""Rooms that `exchange` may not import."""
BENEATH_THE_RECORD = ("models", "database", "services.record", "services.clock", "services.errors")


def names(folder: Path) -> set[str]:
    """List the names in a folder, without endings; an empty folder counts as none."""
    there = {path for path in folder.iterdir() if not path.name.startswith((".", "__pycache__"))}
    return {path.stem for path in there if path.is_file() or any(file.suffix != ".pyc" for file in path.rglob("*.*"))}


def modules() -> dict[str, Path]:
    """Return every module of the project by its name, migrations left out."""
    path_of = {}
    for path in HERE.rglob("*.py"):
        parts = ("arbitrage", *path.relative_to(HERE).with_suffix("").parts)
        if "migrations" not in parts:
            path_of[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return path_of


MODULES = modules()


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the project that a file imports, including imports inside functions and imports for
    types."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in MODULES or node.module in MODULES:
                    yield whole if whole in MODULES else node.module


@cache
def imports() -> dict[str, list[str]]:
    """Return the modules that each module imports, read only where a test asks: collection takes two seconds less."""
    return {name: sorted({other for other in imported(path) if other != name}) for name, path in MODULES.items()}


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


# One name a screen


@pytest.mark.parametrize("folder", BESIDE)
def test_a_screen_has_one_name_in_every_folder(folder):
    strangers = names(ROOT / folder) - SCREENS - BESIDE[folder]
    assert not strangers, (
        f"{folder} has {', '.join(sorted(strangers))}, which names no screen. Put it into the folder of its screen "
        f"({', '.join(sorted(SCREENS))}); what several screens share goes to pages/wording or templates/includes. "
        "For a new screen add its name to SCREENS, and use that name in all of these folders."
    )


def test_a_screen_that_is_asked_for_says_something_and_is_tested():
    wanting = {
        f"{folder}/{screen}"
        for screen in names(HERE / "views") & SCREENS
        for folder in ("templates", "tests/arbitrage")
        if screen not in names(ROOT / folder)
    }
    assert not wanting, f"Make {', '.join(sorted(wanting))}: what a screen has bears the name of its views."


def test_the_top_of_arbitrage_has_rooms_and_the_files_of_django():
    strangers = names(HERE) - TOP
    assert not strangers, (
        f"arbitrage/ has {', '.join(sorted(strangers))}: what serves the pages goes to server/, what keeps rows to "
        "database/, what writes to services/; docs/design.md lists the rooms."
    )


# Imports point one way


def told(faults: Mapping[str, list[str]]) -> str:
    return "; ".join(f"{name} imports {', '.join(ones)}" for name, ones in sorted(faults.items()))


def test_imports_point_from_views_to_pages_and_forms_to_services_to_models():
    faults = {
        name: higher
        for name, ones in imports().items()
        if room(name) in ORDER
        and (higher := [other for other in ones if ORDER.get(room(other), -1) > ORDER[room(name)]])
    }
    assert not faults, f"{told(faults)}: move down what both need; models < services < pages, forms < views."


def test_the_exchange_of_files_knows_no_database():
    faults = {
        name: rooms
        for name, ones in imports().items()
        if room(name) == "exchange" and (rooms := [other for other in ones if room(other) in APART])
    }
    assert not faults, f"{told(faults)}: a format gives plain records; services/files makes rows of them."


def test_the_record_stands_on_nothing_above_it():
    above = {
        name: higher
        for name, ones in imports().items()
        if name.startswith("arbitrage.services.record")
        and (higher := [other for other in ones if not other.removeprefix("arbitrage.").startswith(BENEATH_THE_RECORD)])
    }
    assert not above, f"{told(above)}: what looks at the whole record stands in services/proof."


def test_the_laws_know_nothing_of_arbitrage():
    faults = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "rulings").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
        + ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
        if name.partition(".")[0] in ("arbitrage", "django")
    ]
    assert faults == [], f"{', '.join(faults)}: hand the values to the law as facts or answers."


def test_words_that_screens_share_know_no_screen():
    faults = {
        name: screens
        for name, ones in imports().items()
        if name.startswith("arbitrage.pages.wording")
        and (screens := [other for other in ones if room(other) == "pages" and ".wording" not in other])
    }
    assert not faults, f"{told(faults)}: what a shared word needs is shared too; move it to pages/wording."


def test_no_module_imports_itself_through_others():
    """This includes imports for types: if two modules need each other's types, these belong in a third module."""
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        circle = " > ".join((*way[way.index(name) :], name)) if name in way else ""
        assert not circle, f"a circle: {circle}. Move what both need into a module beneath them."
        if name not in done:
            for other in imports()[name]:
                visit(other, (*way, name))
            done.add(name)

    for name in imports():
        visit(name, ())


@pytest.mark.parametrize("module", sorted(name for name in MODULES if room(name) == "pages"))
def test_what_a_page_says_knows_no_request(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert used.isdisjoint({"request", "HttpRequest", "HttpResponse", "MemberRequest", "render", "redirect"})

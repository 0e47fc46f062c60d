"""The package `rulings` uses the standard library only; no law reads a clock or draws random numbers."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "rulings").rglob("*.py"))
FORBIDDEN_EVERYWHERE = {"django", "arbitrage", "time", "datetime", "random", "secrets", "uuid", "socket", "threading"}
FORBIDDEN_IN_A_LAW = {"os", "sys", "pathlib", "json", "io", "subprocess", "tomllib"}


def imports(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_only_the_standard_library_and_itself(file):
    imported = set(imports(file))
    assert imported - set(sys.stdlib_module_names) - {"rulings"} == set()
    assert imported & FORBIDDEN_EVERYWHERE == set()


@pytest.mark.parametrize("file", sorted((ROOT / "rulings" / "laws2017").rglob("law_*.py")), ids=lambda file: file.stem)
def test_a_law_touches_nothing_outside(file):
    assert set(imports(file)) & FORBIDDEN_IN_A_LAW == set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While | ast.Try)]
    assert loops == [], "a law has no loop and no try"


def test_it_runs_with_a_bare_python_from_the_root():
    bare = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        "import sys; sys.path.insert(0, '.'); import rulings.__main__, rulings.papers.register",
    ]
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


LAW_FILES = sorted((ROOT / "rulings" / "laws2017").rglob("*.py"))


@pytest.mark.parametrize("file", LAW_FILES, ids=lambda file: file.stem)
def test_what_a_law_takes_from_others_is_said_at_the_top(file):
    inside = [
        node
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


@pytest.mark.parametrize("file", LAW_FILES, ids=lambda file: file.stem)
def test_a_law_file_opens_with_its_law(file):
    """After the imports comes the function of the first entry point; its questions and words come later."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    stated = [node for node in body if not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
    laws = [node for node in stated if isinstance(node, ast.Assign) and is_call(node.value, "Law")]
    if laws:
        entry = laws[0].value.args[2].id
        assert isinstance(stated[0], ast.FunctionDef)
        assert (stated[0].name, stated[1]) == (entry, laws[0])


FIRST_SCREEN = 44
"""The last line that a reader sees when he opens a file."""


@pytest.mark.parametrize("file", LAW_FILES, ids=lambda file: file.stem)
def test_a_law_begins_on_the_first_screen_of_its_file(file):
    """Imports push the law down: import vocabulary as a module (`from rulings.laws2017 import penalty_cards`)."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    if any(isinstance(node, ast.Assign) and is_call(node.value, "Law") for node in body):
        assert functions[0].lineno <= FIRST_SCREEN


def is_call(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


ORDER = (
    {"bridge"},
    {"auction", "cards_left", "evidence"},
    {"table"},
    {"engine"},
    {"regulations"},
    {"laws2017", "table_from_log", "scores"},
    {"papers", "commands"},
    {"school"},
    {"__main__"},
)
"""The rooms of `rulings`, and the modules beside them, from the bottom; a module imports only lower ones."""
HEIGHT = {room: height for height, rooms in enumerate(ORDER) for room in rooms}


def room_of(file):
    return (file.relative_to(ROOT / "rulings").parts[0]).removesuffix(".py")


def rooms_imported(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "rulings":
            names = [f"rulings.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            names = []
        yield from (name.split(".")[1] for name in names if name.startswith("rulings."))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_between_the_rooms_go_one_way(file):
    here = room_of(file)
    if here == "__init__":
        assert set(rooms_imported(file)) == set()
    else:
        assert {room for room in rooms_imported(file) if room != here and HEIGHT[room] >= HEIGHT[here]} == set()


def test_every_room_has_its_height_and_says_what_lives_there():
    assert {room_of(file) for file in FILES} - {"__init__"} == set(HEIGHT)
    for folder in {file.parent for file in FILES} - {ROOT / "rulings"}:
        docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
        assert docstring, folder.name

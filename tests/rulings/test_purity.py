"""The rulings know nothing of the world: standard library only, and no clock or chance in a law."""

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
    found = set(imports(file))
    assert found - set(sys.stdlib_module_names) - {"rulings"} == set()
    assert found & FORBIDDEN_EVERYWHERE == set()


@pytest.mark.parametrize("file", sorted((ROOT / "rulings" / "laws2017").glob("law_*.py")), ids=lambda file: file.stem)
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
        "import sys; sys.path.insert(0, '.'); import rulings.__main__, rulings.register",
    ]
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

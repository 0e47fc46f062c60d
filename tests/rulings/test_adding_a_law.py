"""The example of docs/adding_a_law.md: in a separate edition, its one file gives questions, paths, an outline and a
chart."""

import importlib
import re
import sys
import tomllib

import pytest

from rulings.engine.discovery import discover, law_modules
from rulings.engine.inquiry import Asking, compile_tree, explore
from rulings.engine.roles import resolved, with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.papers.chart import chart
from rulings.papers.outline import draw
from rulings.papers.register import said_of
from tests.rulings.conftest import HERE
from tests.rulings.test_cases import spelt

PAGE = (HERE.parents[1] / "docs" / "adding_a_law.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    """Return the one code block of the page in that language."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return block


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    """A package with the file of the page and nothing else."""
    folder = tmp_path_factory.mktemp("added") / "laws2094"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "law_94_a_telephone_rings.py").write_text(example("python"), encoding="utf-8")
    sys.path.insert(0, str(folder.parent))
    yield importlib.import_module("laws2094")
    sys.path.remove(str(folder.parent))
    for name in [module for module in sys.modules if module.startswith("laws2094")]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def law(edition):
    return discover(edition.__path__, edition.__name__)["94"]


def test_it_is_found_by_the_name_of_its_file_and_joins_an_edition(edition, law):
    assert list(LAWS | discover(edition.__path__, edition.__name__))[-1] == "94"
    assert law.finds == "telephone, call, screen"


def test_it_asks_in_the_order_of_the_law(law):
    known: dict[str, str] = {}
    for name, answer in (("offender", "E"), ("rang", "play"), ("seen", "yes")):
        state = law.step(known)
        assert isinstance(state, Asking) and state.question.id == name
        known[name] = answer
    assert law.step(known).ruling.law == "94A"


def test_every_path_of_it_is_enumerated_and_compiled(law):
    assert [path.end.ruling.law for path in explore(law)] == ["94A", "94A", "94B"]
    assert compile_tree(law)["root"] == len(compile_tree(law)["nodes"]) - 1


def test_its_case_holds(law):
    (case,) = tomllib.loads(example("toml"))["case"]
    state = law.step(case["answers"])
    known = with_roles(state.read)
    assert state.ruling.law == case["ruling"]
    assert [spelt(resolved(effect.as_json(), known)) for effect in state.ruling.rectifications] == case["effects"]
    sentences = [plain(effect.text, known, translator("en")) for effect in (state.ruling, *state.ruling.rectifications)]
    assert sentences == case["says_en"]


def test_its_outline_and_its_chart_are_drawn(law):
    outline = draw(law, "en")
    assert "Has the offender’s partner seen the screen? (94A)" in outline
    assert chart(law, translator("en")).parts


def test_what_its_docstring_says_is_read(edition):
    (module,) = law_modules(edition.__path__, edition.__name__)
    assert said_of(module, "Rows") == ["94.A, 94.B."]
    assert said_of(module, "Reading") == ["94.B. A telephone that hums has rung."]

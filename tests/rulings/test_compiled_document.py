"""The document of the compiled laws gives the same rulings as the laws, when it is walked by the function in
docs/compiled_laws.md."""

import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rulings.commands.laws import FORMAT, compiled
from rulings.engine.inquiry import Ruled, explore
from rulings.engine.text import translator
from rulings.laws2017 import LAWS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "compiled_laws.md"
PATHS = 60
"""Number of paths to walk in each law; the first ones are the deepest, and each later one differs in one answer."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return compiled(translator("en"), "en")


@pytest.fixture(scope="module")
def walk() -> Any:
    """The function ``walk`` of docs/compiled_laws.md."""
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102  (our own page)
    return names["walk"]


def test_it_has_every_law_and_says_what_it_is(document):
    assert (document["format"], document["language"], document["editions"]) == (FORMAT, "en", ["2017"])
    assert document["laws"].keys() == LAWS.keys()
    assert re.fullmatch("[0-9a-f]{64}", document["content"])
    assert f"| `format` | {FORMAT}." in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("law", LAWS)
def test_the_reader_of_the_page_rules_as_the_law_does(document, walk, law):
    for path in islice(explore(LAWS[law]), PATHS):
        end = walk(document["laws"][law], path.answers)
        assert end["ruling"]["law"] == path.end.ruling.law
        assert ("waiting" in end) == (not isinstance(path.end, Ruled))


@pytest.mark.parametrize("law", LAWS)
def test_without_an_answer_it_asks_a_question_of_the_law_that_has_words(document, walk, law):
    end = walk(document["laws"][law], {})
    words = end["asking"] if "asking" in end else end["ruling"]
    assert words["text"]

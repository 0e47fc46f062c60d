"""The reviewed outline of every law, in both languages: a changed rule or word shows as a readable difference.

After an intended change, write them again with ``make docs`` and read the difference with the book open.
"""

import re
from functools import cache

import pytest

from rulings.engine.inquiry import compile_tree, questions_of
from rulings.engine.questions import Fact
from rulings.engine.text import BLANKS, plain, translator
from rulings.laws2017 import LAWS
from rulings.papers.effects import FIELDS, NAMES, VALUES
from rulings.papers.outline import WIDTH, draw
from rulings.papers.register import laws_page
from tests.rulings.conftest import HERE, cases_by_row, every_law, outlines, paths

SAID_IN_WORDS = {"effect", "law", "text", "no_consult", "hands"}
"""Fields of an effect that the outline writes in other words."""


@every_law
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_outline_is_the_reviewed_one(law, language):
    assert draw(law, language) == outlines()[law.id, language].read_text(encoding="utf-8")


def test_every_reference_of_an_outline_leads_to_a_part_that_is_there():
    lost = {}
    for key, outline in outlines().items():
        page = outline.read_text(encoding="utf-8")
        there = set(re.findall(r"^ *\[(\d+)\] ", page, re.MULTILINE))
        lost[key] = set(re.findall(r"→ \[(\d+)\]", page)) - there
    assert {key: numbers for key, numbers in lost.items() if numbers} == {}


def test_no_outline_is_left_of_a_law_that_is_gone():
    assert set((HERE / "trees").glob("*.txt")) == set(outlines().values())


@every_law
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_outline_says_every_sentence_of_the_law_in_lines_that_can_be_read(law, language):
    page = draw(law, language)
    assert max(len(line) for line in page.splitlines()) <= WIDTH
    page_words = " ".join(page.split())
    words = translator(language)
    assert [text for text, roles in sentences(law) if text and spoken(text, words, dict(roles)) not in page_words] == []


@cache
def sentences(law):
    """Return every sentence of a path of the law, once, with the roles that its scope renames."""
    roles_of = {}
    for path in paths(law):
        for step in path.end.trail:
            if isinstance(step.question, Fact) and not step.question.asked:
                continue  # nobody is asked
            texts = [step.question.text, step.question.why, step.question.say]
            if not isinstance(step.question, Fact) and step.question.kind != "moment":
                texts += [text for option in step.question.options for text in (option.label, option.entails)]
            roles_of |= dict.fromkeys((text, tuple(step.question.roles)) for text in texts)
        ruled = (path.end.ruling, *path.end.ruling.rectifications, *path.end.ruling.duties)
        roles_of |= dict.fromkeys((effect.text, ()) for effect in ruled)
    return list(roles_of)


def spoken(text, words, roles):
    return " ".join(plain(text, {}, words, roles).split())


@every_law
def test_whatever_an_effect_says_has_words(law):
    effects = [effect for path in paths(law) for effect in path.end.ruling.rectifications]
    for effect in effects:
        data = effect.as_json()
        assert effect.effect in NAMES
        assert data.keys() - SAID_IN_WORDS <= FIELDS.keys()
        for name, value in data.items():
            if name in FIELDS and isinstance(value, str) and effect.effect != "SEND":
                names = {name if name in VALUES else name.split(":")[0] for name in value.split(", ")}
                assert names <= VALUES.keys() | BLANKS.keys() | questions_of(law).keys(), value


@every_law
def test_who_draws_a_law_leaves_its_compiled_form_as_it_was_made(law):
    draw(law, "fr")
    assert compile_tree(law) == compile_tree.__wrapped__(law)


def test_the_outlines_speak_french():
    words = translator("fr")
    for text in (*NAMES.values(), *FIELDS.values(), *VALUES.values()):
        assert words.gettext(text) != text or text in ("information", "note", "major")


def test_every_law_has_an_outline():
    assert {law for law, _ in outlines()} == set(LAWS)


def test_the_page_of_the_laws_is_up_to_date():
    page = HERE.parents[1] / "docs" / "laws.md"
    assert page.read_text(encoding="utf-8") == laws_page(cases_by_row())

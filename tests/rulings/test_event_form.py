"""Averages in a law are in the event's own unit: no percentage in a match, no IMP in matchpoints."""

import re
from collections import defaultdict
from functools import cache

import pytest

from rulings.engine.roles import with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.laws2017.event import FORM, MATCHES, Form
from tests.rulings.conftest import every_law, paths

PERCENT = re.compile(r"%|per cent|percent|pour cent|pourcent", re.IGNORECASE)
IMPS = re.compile(r"\bIMPs?\b")
NEVER_SAID = {
    Form.MATCHPOINTS: IMPS,
    Form.IMPS: PERCENT,
    Form.MATCH: PERCENT,
    Form.KNOCK_OUT: PERCENT,
    Form.POINTS: re.compile(f"{PERCENT.pattern}|{IMPS.pattern}", re.IGNORECASE),
}
OF_A_MATCH = ("86",)
"""The Law on matches, which does not apply in a pairs event."""
WEIGHTS = re.compile(r"(they make|ils font|elles font|font|total de) 100\s?%")


def of_the_form(law, form):
    """Yield the paths of a law that an event of this form may take."""
    for path in paths(law):
        told = [step.value for step in path.end.trail if step.question.id == FORM.id]
        if told in ([], [form.value]):
            yield path


@cache
def texts(law):
    """Group the texts of a law by the form of event on whose path they are, "" where no form is asked."""
    words_of_form = defaultdict(set)
    for path in paths(law):
        told, ruling = "", path.end.ruling
        words = {effect.text for effect in (ruling, *ruling.rectifications, *ruling.duties)}
        for step in path.end.trail:
            if step.question.id == FORM.id:
                told = step.value
                continue
            words |= {step.question.text, step.question.why, step.question.say}
            words |= {words_told for option in step.question.options for words_told in (option.label, option.entails)}
        words_of_form[told] |= words - {""}
    return words_of_form


def sentences_of(law, form):
    """Return every sentence of a law, as the page of an event of this form shows it."""
    known = with_roles({FORM.id: form.value, "penalty_percent": "10" if form is Form.MATCHPOINTS else "none"})
    every = texts(law)
    return {
        plain(text, known, translator(language)) for text in every[""] | every[form.value] for language in ("en", "fr")
    }


@every_law
@pytest.mark.parametrize("form", NEVER_SAID, ids=lambda form: form.value)
def test_no_sentence_is_in_the_unit_of_another_event(law, form):
    if law.id in OF_A_MATCH and form not in MATCHES:
        pytest.skip("a law on matches")
    wrong = [words for words in sentences_of(law, form) if NEVER_SAID[form].search(WEIGHTS.sub("", words))]
    assert wrong == []


@pytest.mark.parametrize("form", MATCHES, ids=lambda form: form.value)
def test_a_match_is_never_asked_whether_it_is_one(form):
    for law, question in (("87", "event"), ("15B", "teams")):
        for path in of_the_form(LAWS[law], form):
            assert question not in path.end.read


@pytest.mark.parametrize("form", (Form.MATCHPOINTS, Form.IMPS, Form.TOTAL), ids=lambda form: form.value)
def test_a_pairs_event_is_never_sent_to_the_law_on_matches(form):
    for law in LAWS.values():
        for path in of_the_form(law, form):
            if FORM.id in path.end.read:
                sent = [effect.to for effect in path.end.ruling.rectifications if effect.effect == "SEND"]
                assert "86" not in sent, (law.id, path.answers)

"""One heading, one set of keys: on no page of any law does a key answer anything but the heading."""

import re
from itertools import islice

import pytest
from django.db import transaction

from arbitrage.models import Inquiry
from arbitrage.services import incidents
from rulings.engine.inquiry import Asking, explore, questions_of
from rulings.engine.questions import UNKNOWN, Question
from rulings.laws2017 import LAWS
from tests.arbitrage.at_the_screen import url

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

PATHS = 80
"""Of a law with more, these show every question that a page has to itself."""


@pytest.mark.parametrize("law", LAWS)
def test_what_is_taken_as_a_fact_is_no_choice_of_a_player_and_no_agreement(law):
    """A question read to a player, or put to all four, is asked itself; what is taken has its sentence."""
    for asked in questions_of(LAWS[law]).values():
        assert bool(asked.leads_on) == bool(asked.taken), asked.id
        if asked.leads_on:
            assert asked.leads_on in asked.values
            assert not asked.chooser
            assert "agree" not in asked.text


@pytest.mark.parametrize("law", LAWS)
def test_every_key_of_every_question_answers_the_heading_of_its_page(client, inquiry, director, law):
    seen: set[str] = set()
    of_the_board = incidents.known_at(inquiry.incident)
    for path in islice(explore(LAWS[law]), PATHS):
        known: dict[str, str] = {}
        for step in path.end.trail:
            asked = step.question
            if asked.id not in seen and not step.derived and asked.kind != "moment":
                state = LAWS[law].step(of_the_board | known)
                if isinstance(state, Asking) and state.question.id == asked.id:
                    seen.add(asked.id)
                    with transaction.atomic():  # the next question is asked at a table where nothing has happened
                        opened = incidents.open_inquiry(
                            incident=inquiry.incident, law=law, by=director, facts=dict(known)
                        )
                        _one_heading_one_set_of_keys(client, opened, asked)
                        transaction.set_rollback(True)
            known[asked.id] = step.value
    assert seen, law


def _one_heading_one_set_of_keys(client, opened: Inquiry, asked: Question) -> None:
    """The page has one form of answers, whose keys are values of the question that its heading asks."""
    page = client.get(url("question", opened.pk, asked.id)).content.decode()
    content = page[page.index('<div id="step"') :]
    forms = [form for form in re.findall(r"<form.*?</form>", content, re.S) if 'name="version"' in form]
    assert len(forms) == 1, asked.id
    rest = content.replace(forms[0], "")
    assert 'name="answer"' not in rest and 'name="first"' not in rest, asked.id
    answered = re.search(r'action="[^"]*/q/([^/"]+)/"', forms[0])[1]
    shown = questions_of(opened.entry)[answered]
    keys = set(re.findall(r'<button[^>]* name="answer" value="([^"]*)"', forms[0]))
    if shown.values and shown.kind not in ("call", "contract"):  # a bidding box is whole, and refuses with a sentence
        of_boxes = {"ticked"} if shown.kind == "suits" and 'name="suit"' in forms[0] else set()
        assert keys <= {*shown.values, UNKNOWN} | of_boxes, (asked.id, keys)
    assert len(re.findall(r"<h1", content)) == 1, asked.id
    assert content.index("<h1") > content.index(forms[0][:60])
    if answered != asked.id:
        assert f'name="first" value="{asked.id}" data-value="{asked.leads_on}"' in forms[0]
        assert f"{url('question', opened.pk, asked.id)}?itself=yes" in rest

"""On every page of every law the keys answer the only heading, and no button does irreparable harm.

The browser's own parser reads the pages, and tells which form each button belongs to.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest
from django.urls import resolve
from django.utils import translation
from playwright.sync_api import Page

from arbitrage.pages.inquiry.several_questions import standing_together
from rulings.engine import text
from rulings.engine.inquiry import explore, questions_of
from rulings.engine.questions import UNKNOWN, Question
from rulings.engine.roles import with_roles
from rulings.laws2017 import LAWS
from tests.arbitrage.at_the_screen import HTMX, in_the_place_of_any, url
from tests.arbitrage.inquiry.test_decision import stage_of
from tests.arbitrage.room.test_every_act_has_a_way_back import ASKS, INVERSE, UNDONE

READ = """pages => pages.map(html => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const said = one => one.textContent.replace(/\\s+/g, " ").trim();
  const step = page.getElementById("step");
  const forms = [...step.querySelectorAll("form")].filter(form => form.elements.version);
  const answers = forms[0];
  const headings = [...step.querySelectorAll("h1")];
  const buttons = [...page.querySelectorAll("#step button, #step [type=submit], #step [hx-post]:not(form)")]
    .filter(one => one.type !== "button");
  return {
    forms: forms.length,
    headings: headings.map(said),
    above: !answers || headings.every(one => answers.contains(one)),
    answered: answers?.getAttribute("action"),
    first: answers?.elements.first?.value ?? "",
    first_says: answers?.elements.first?.dataset.value ?? "",
    together: answers?.elements.together?.value ?? "",
    refused: step.querySelector(".known a")?.getAttribute("href") ?? "",
    chosen: [...step.querySelectorAll("form input:checked")].map(one => `${one.name}=${one.value}`),
    keys: buttons.filter(one => one.form === answers).map(one => [one.name, one.value]),
    rest: buttons.filter(one => one.form !== answers).map(one => ({
      name: one.name, method: one.form?.method, said: said(one),
      action: one.getAttribute("formaction") ?? one.form?.getAttribute("action") ?? "",
      asks: !!one.closest("details:not([open])") && !!one.form?.querySelector("p, textarea, label"),
    })),
  };
})"""
"""Script that returns the headings of each page, its form of answers with the keys, and every other button."""

AT_ONCE = 100
"""Number of pages that the parser is given at once."""


@pytest.mark.parametrize("law", LAWS)
def test_what_is_taken_as_a_fact_is_no_choice_of_a_player_and_no_agreement(law):
    """A question that is read to a player or put to all four players is always asked. Every presumed answer has its
    sentence."""
    for asked in questions_of(LAWS[law]).values():
        assert bool(asked.leads_on) == bool(asked.taken), asked.id
        if asked.leads_on:
            assert asked.leads_on in asked.values
            assert not asked.chooser
            assert "agree" not in asked.text


@pytest.mark.parametrize("law", LAWS)
def test_yes_and_no_stand_under_a_heading_that_can_be_answered_so(law):
    for asked in questions_of(LAWS[law]).values():
        if asked.kind == "yes_no":
            assert "?" in asked.text, asked.id
            assert not re.match(r"(?:Who|Whose|Which|What|How|Where)\b", asked.text), asked.id


def read(page: Page, pages: list[str]) -> Iterator[dict[str, Any]]:
    for at in range(0, len(pages), AT_ONCE):
        yield from page.evaluate(READ, pages[at : at + AT_ONCE])


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.either_database
def test_every_key_of_every_question_answers_the_heading_of_its_page(page, client, incident, monkeypatch):
    """Each question comes after the answers before it on one path. A question that may be presumed is tested both
    presumed and asked."""
    inquiry = in_the_place_of_any(incident, monkeypatch)
    shown: list[tuple[str, Question[Any], dict[str, str], list[Question[Any]]]] = []
    pages: list[str] = []
    for law, asked, known in every_question():
        inquiry.law, inquiry.facts = law, known
        for itself in ("", "?itself=yes") if asked.leads_on else ("",):
            response = client.get(url("question", inquiry.pk, asked.id) + itself, headers=HTMX)
            assert response.status_code == 200, (law, asked.id)
            pages.append(response.content.decode())
            shown.append((law, asked, inquiry.known(), [] if itself else standing_together(inquiry, asked)))
    assert len({(law, asked.id) for law, asked, _known, _page in shown}) > 500
    for (law, asked, known, together), found in zip(shown, read(page, pages), strict=True):
        answers_its_heading(law, asked, known, together, found)
        every_button_has_a_way_back(found["rest"], asked.id)


def every_question() -> Iterator[tuple[str, Question[Any], dict[str, str]]]:
    """Yield every question of every law that a page asks, once, with the answers before it."""
    for law in LAWS.values():
        seen: set[str] = set()
        for path in explore(law):
            for step in path.end.trail:
                asked = step.question
                if asked.id not in seen and not step.derived and asked.kind != "moment":
                    seen.add(asked.id)
                    before = takewhile(lambda given: given[0] != asked.id, path.answers.items())  # noqa: B023
                    yield law.id, asked, dict(before)


def answers_its_heading(
    law: str, asked: Question[Any], known: dict[str, str], together: list[Question[Any]], found: dict[str, Any]
) -> None:
    """Check that a page has one form and one heading, and that its keys are answers to the question in the heading."""
    assert (found["forms"], len(found["headings"]), found["above"]) == (1, 1, True), asked.id
    assert found["chosen"] == [], asked.id
    answered = (
        questions_of(LAWS[law])[found["answered"].rstrip("/").rpartition("/")[2]] if not together else together[-1]
    )
    if found["first"]:
        assert (found["first"], found["first_says"]) == (asked.id, asked.leads_on)
        assert found["refused"].endswith(f"/q/{asked.id}/?itself=yes")
    elif not together:
        assert answered.id == asked.id
    names = {name for name, _value in found["keys"]}
    values = {value for name, value in found["keys"] if name == "answer"}
    if together and not values:  # only words, or boxes to tick
        assert names <= {"", "these"}, asked.id
        return
    assert names <= {"answer", "", "to", "go"}, asked.id
    if answered.values and answered.kind not in ("call", "contract"):  # a bidding box has all its keys
        ticked = {"ticked"} if answered.kind == "suits" else set()
        assert values <= {*answered.values, UNKNOWN} | ticked, asked.id
        assert values or answered.kind == "suits", asked.id
    if not answered.chooser:
        here = known | ({asked.id: asked.leads_on} if found["first"] else {})
        with translation.override("en"):
            heading = text.plain(answered.text, with_roles(here), translation, dict(answered.roles))
        assert " ".join(found["headings"][0].split()) == " ".join(heading.split())


def every_button_has_a_way_back(buttons: list[dict[str, Any]], where: object) -> None:
    """Check that no button beside the answers does irreparable harm at one touch."""
    for button in buttons:
        assert button["name"] not in ("answer", "first", "yes", "these", "together"), (where, button)
        if button["method"] == "post":
            act = resolve(button["action"]).url_name
            assert act in UNDONE | INVERSE.keys() | ASKS, (where, button)
            assert act not in ASKS or button["asks"], (where, button)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.either_database
def test_every_button_of_every_decision_can_be_undone_or_asks_first(page, client, incident, monkeypatch):
    """The decisions cover every set of acts: a wait, a law to continue with, a duty to come back for."""
    every: dict[object, tuple[str, Any]] = {}
    for law in LAWS.values():
        for path in explore(law):
            ruling = path.end.ruling
            sent = tuple(rectification.to for rectification in ruling.rectifications if rectification.effect == "SEND")
            due = tuple((duty.when, duty.opens, bool(duty.about)) for duty in ruling.duties)
            every.setdefault((type(path.end), sent, due), (law.id, path))
    inquiry = in_the_place_of_any(incident, monkeypatch)
    pages = []
    for law_id, path in every.values():
        inquiry.law, inquiry.facts, inquiry.stage = law_id, path.answers, stage_of(path.end)
        pages.append(client.get(url("decision", inquiry.pk), headers=HTMX).content.decode())
    for (law_id, path), found in zip(every.values(), read(page, pages), strict=True):
        assert (found["forms"], len(found["headings"])) == (0, 1)
        every_button_has_a_way_back(found["rest"], (law_id, path.answers))

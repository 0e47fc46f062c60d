"""Default answers are marked as supposed beneath the decision and on paper, and one tap denies them."""

import re

import pytest
from django.utils import translation

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.report import report
from arbitrage.services import incidents
from tests.arbitrage.at_the_screen import post, url, words
from tests.arbitrage.services.test_linked import LEFT_FREE, begin

pytestmark = pytest.mark.either_database

BOUND = "Was this lead bound already: a penalty card of the defenders, a forbidden suit?"
SUPPOSED = "supposed: nothing of the kind is noted at this table"


@pytest.fixture
def left_free(incident: Incident, director) -> Inquiry:
    """East has led out of turn at a table whose state is empty; declarer leaves the lead free."""
    return begin(incident, "54", director, **LEFT_FREE)


def on_paper(incident: Incident) -> dict[str, str]:
    found = report(Incident.objects.with_record().get(pk=incident.pk), address="https://club.example/")
    (asked,) = found["questions"]["inquiries"]
    return {line["question"]: line["answer"] for line in asked["lines"]}


def test_the_page_of_the_options_and_of_the_decision_say_what_is_supposed(client, left_free):
    decided = client.get(url("decision", left_free.pk))
    assert f"{BOUND} no {SUPPOSED}" in words(decided)
    lines = re.findall(r"<li>.*?</li>", decided.content.decode(), re.S)
    (line,) = (line for line in lines if BOUND in line)
    assert f'class="btn quiet small told" href="{url("question", left_free.pk, "besides")}"' in line
    assert "No other penalty card is known" not in words(decided)


def test_one_tap_refuses_it_and_the_ruling_follows(client, left_free):
    address = url("question", left_free.pk, "besides")
    assert words(client.get(address)).count(BOUND) >= 1
    post(client, address, {"answer": "yes", "version": Inquiry.objects.get(pk=left_free.pk).version})
    inquiry = Inquiry.objects.get(pk=left_free.pk)
    assert inquiry.state().question.id == "over_cards"


def test_the_report_prints_it_in_both_languages_with_the_word_supposed(left_free, in_english):
    assert on_paper(left_free.incident)[BOUND] == f"No ({SUPPOSED})"
    with translation.override("fr"):
        answers = on_paper(left_free.incident)
    assert "Non (supposé\u00a0: rien de tel n’est noté à cette table)" in answers.values()


def test_what_the_table_holds_is_known_and_not_supposed(client, incident, director):
    incidents.say(incident=incident, what="lies", about="W:C5 major", by=director)
    found = begin(incident, "54", director, wrong_leader="E", since_lead="nothing", card="DK")
    shown = words(client.get(url("inquiry", found.pk), follow=True))
    assert re.search(re.escape(BOUND) + r" yes known: ♣5 of West", shown)
    assert SUPPOSED not in shown.split(BOUND)[1][:120]


@pytest.mark.parametrize(
    ("law", "done"), [("69", "South claimed tricks."), ("71", "South conceded tricks.")], ids=["69", "71"]
)
def test_what_was_done_is_said_where_the_law_knows_it(client, incident, director, law, done, in_english):
    begin(incident, law, director, claimer="S", **({"objected": "too_late"} if law == "69" else {"in_time": "no"}))
    found = report(Incident.objects.with_record().get(pk=incident.pk), address="https://club.example/")
    assert done in str(found)
    assert "claimed or conceded" not in str(found)

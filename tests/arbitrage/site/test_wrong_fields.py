"""A refused form shows its error beside the field in our own words, moves the focus there, and keeps the typed
values."""

import re
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import expect

from arbitrage.models import Membership, Remark, Result, Tournament
from arbitrage.services.incidents import reviewing
from arbitrage.services.people import devices
from arbitrage.services.tournaments import evenings
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url
from tests.arbitrage.devices.test_shared_tablet import opened

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.django_db

CHECKED = re.compile(
    r'\brequired\b|\{\{ (?:field|form\.[a-z_.]+) \}\}|includes/field\.html|type="(?:date|number|email|url)"|pattern='
)
"""Attributes that a browser would check itself, showing its own message over the page."""


def said(page) -> dict[str, str]:
    """Return the message under each field."""
    matches = re.findall(r'<p class="small" id="([\w-]+)_error"><b>(.*?)</b>', page.content.decode())
    return {name: unescape(words).replace("\u00a0", " ") for name, words in matches}


def pointed(page) -> set[str]:
    """Return the fields that refer to the message under them."""
    return set(re.findall(r'aria-describedby="([\w-]+)_error"', page.content.decode()))


@pytest.fixture
def client(director):
    return sign_in(director)


@pytest.fixture
def evening(club, director) -> Tournament:
    plan = Plan(tables=5, movement="howell", rounds=9, each=3)
    return evenings.make_evening(club=club, by=director, name="Jeudi", date=make.EVENING, plan=plan)


def test_no_form_leaves_its_words_to_the_browser():
    forms = re.compile(r"(<form\b(?:[^>{]|\{%.*?%\}|\{\{.*?\}\})*>)(.*?)</form>", re.DOTALL)
    left = [
        (path.name, form)
        for path in (ROOT / "templates").rglob("*.html")
        for form, inside in forms.findall(path.read_text(encoding="utf-8"))
        if CHECKED.search(inside) and "novalidate" not in form
    ]
    assert left == []


def test_a_penalty_with_nothing_touched(client, tournament):
    page = client.get(url("penalty", tournament.pk), {"look": "yes"})
    assert page.status_code == 422
    assert list(said(page)) == ["who", "amount", "law", "reason"]
    assert said(page)["who"] == "Say who is penalised."
    assert said(page)["amount"] == "Say how much is taken off: touch it, or type it."
    assert said(page)["reason"] == "Touch the reason: it goes into the record."
    assert pointed(page) == set(said(page))


def test_a_penalty_keeps_what_was_touched(client, tournament):
    page = client.get(url("penalty", tournament.pk), {"look": "yes", "typed": "many", "law": "90", "reason": "slow"})
    assert list(said(page)) == ["who", "amount"]
    shown = page.content.decode()
    assert 'name="typed" inputmode="decimal" size="6" value="many"' in shown
    assert set(re.findall(r'name="(\w+)" value="\w+" checked', shown)) == {"law", "reason"}


def test_a_new_evening_without_a_name(client):
    sent = {"tables": "5", "movement": "howell", "rounds": "9", "each": "3", "was": "5-howell"}
    page = client.post(url("evening_new"), sent | {"name": "  ", "date": "", "names": "A - B\nC - D"})
    assert said(page) == {"name": "Give the evening a name.", "date": "Give the evening a date."}
    assert pointed(page) == {"name", "date"}
    assert "A - B\nC - D</textarea>" in page.content.decode()


def test_names_that_are_too_many_are_told_at_the_names(client):
    sent = {"tables": "2", "movement": "howell", "rounds": "3", "each": "3", "was": "2-howell"}
    page = client.post(
        url("evening_new"), sent | {"name": "Jeudi", "date": "2026-11-19", "names": "\n".join(["A - B"] * 9)}
    )
    assert said(page)["names"].startswith("There are more names than pairs.")
    assert page.content.decode().count("A - B") == 9


@pytest.mark.parametrize(
    ("sent", "field", "kept"),
    [
        ({"change": "name", "name": "", "date": "2026-12-24"}, "name", 'type="date" value="2026-12-24"'),
        ({"change": "name", "name": "Noël", "date": "1826-12-24"}, "date", 'name="name" value="Noël"'),
        ({"change": "names", "names": "A - B\n" * 11}, "names", "A - B\nA - B\n"),
        ({"change": "leave", "since": "2"}, "contestant", ""),
        ({"change": "close", "since": "2"}, "table", ""),
    ],
)
def test_what_is_changed_of_an_evening(client, evening, sent, field, kept):
    page = client.post(url("evening", evening.pk), sent)
    assert page.status_code == 422
    assert list(said(page)) == [field]
    assert pointed(page) == {field}
    assert kept in page.content.decode()


def test_a_late_pair_that_cannot_come_keeps_its_names(client, club, director):
    plan = Plan(tables=5, movement="howell", rounds=9, each=3, half=True)
    made = evenings.make_evening(club=club, by=director, name="Jeudi", date=make.EVENING, plan=plan)
    page = client.post(url("evening", made.pk), {"change": "arrive", "since": "", "names": "Ida Ray - Léo Sax"})
    assert said(page) == {"late": "Say from which round on the pair plays."}
    assert 'name="names" value="Ida Ray - Léo Sax"' in page.content.decode()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, {"member": "Touch your name.", "pin": "Type your PIN."}),
        ({"pin": "7391"}, {"member": "Touch your name."}),
        ({"member": "own"}, {"pin": "Type your PIN."}),
        ({"member": "own", "pin": "0000"}, {"pin": "That is not the PIN."}),
        ({"member": "own", "pin": "123456789"}, {"pin": "A PIN has four to eight digits."}),
    ],
)
def test_who_takes_the_tablet(director, sent, told):
    devices.set_pin(user=director, pin="7391")
    own = str(Membership.objects.get(user=director).pk)
    tablet = opened(director)
    page = tablet.post(url("switch"), {name: own if value == "own" else value for name, value in sent.items()})
    assert page.status_code == 422
    assert said(page) == told
    assert pointed(page) == set(told)
    assert (f'value="{own}" checked' in page.content.decode()) is ("member" in sent)


def test_the_committee_gets_no_empty_answer_and_a_long_one_is_not_lost(client, club, ruled):
    reviewing.ask(incident=ruled, words="Qui avait la main ?", by=make.make_member(club, "comite", "reviewer"))
    question = Remark.objects.get()
    address = url("answer_question", question.pk)
    page = client.post(address, {"words": " "})
    assert page.status_code == 422
    assert said(page) == {f"answer-{question.pk}": "Write a few words first."}
    long = "Est. " * 1001
    page = client.post(address, {"words": long})
    assert said(page) == {f"answer-{question.pk}": "This text is too long: shorten it to 5,000 characters."}
    assert long.strip() in page.content.decode()
    assert client.get(address).status_code == 302
    assert Remark.objects.count() == 1


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_first_wrong_field_is_gone_to(tablet, tournament):
    page = tablet.signed_in("martin").page
    tablet.open("penalty", tournament.pk)
    tablet.press("Voir ce que cela change")
    expect(page.locator("#who")).to_be_focused()
    expect(page.locator("#who_error")).to_be_in_viewport()
    page.locator("#who").select_option(index=1)
    tablet.press("Voir ce que cela change")
    expect(page.locator("[name=amount]").first).to_be_focused()
    tablet.open("evening_new")
    page.locator("#name").fill("")
    page.locator("#names").fill("Ida - Léo")
    tablet.press("Préparer la soirée")
    expect(page.locator("#name")).to_be_focused()
    expect(page.locator("#names")).to_have_value("Ida - Léo")


def test_no_name_of_a_late_pair_is_lost_in_silence(client, club, director):
    plan = Plan(tables=5, movement="mitchell", rounds=5, each=3)
    made = evenings.make_evening(club=club, by=director, name="Jeudi", date=make.EVENING, plan=plan)
    Result.objects.filter(board__tournament=made, round=1, table=1).update(kind=Result.Kind.PLAYED, score=400)
    late = {"change": "add", "since": "2", "names": "Ida - Léo\nUgo - Ève\nMax - Zoé"}
    page = client.post(url("evening", made.pk), late)
    assert said(page)["joining"].startswith("There are more names than pairs at this table.")
    assert "Ida - Léo\nUgo - Ève\nMax - Zoé</textarea>" in page.content.decode()
    page = client.post(url("evening", made.pk), late | {"names": "Ida - Léo\nUgo - Ève", "one_pair": "on"})
    assert list(said(page)) == ["joining"] and 'name="one_pair" checked' in page.content.decode()
    assert client.post(url("evening", made.pk), late | {"names": "Ida - Léo\nUgo - Ève"}).status_code == 302

"""A player's telephone in a browser: a result typed without a network is stored on it and sent once."""

import pytest
from playwright.sync_api import Page, expect

from arbitrage.models import Event, TableSheet, Tournament, TypedLine
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services import clock, tournaments
from arbitrage.services.people import link_tokens, table_sheets
from arbitrage.services.tournaments import evenings
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage.at_the_screen import url

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]


@pytest.fixture
def evening(club, director) -> Tournament:
    """An evening of three tables in its first round, with its sheets."""
    plan = Plan(tables=3, movement="mitchell", rounds=3, each=2)
    made = evenings.make_evening(club=club, by=director, name="Jeudi", date=clock.today(), plan=plan)
    made = tournaments.begin_round(tournament=made, number=1, by=director)
    table_sheets.prepare(tournament=made, places=tables(made), results=True, by=director)
    return made


def press(page: Page, *keys: tuple[str, str]) -> None:
    for name, value in keys:
        page.locator(f"input[name={name}][value='{value}']").locator("xpath=..").click()


def test_a_call_and_a_result_from_a_telephone_that_loses_its_network(page: Page, live_server, evening):
    sheet = TableSheet.objects.get(table=1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + url("table_sheet", sheet.pk, link_tokens.token("table", sheet.pk)))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="Type it").first.click()
    press(page, ("level", "4"), ("denomination", "S"), ("declarer", "N"), ("margin", "0"))
    expect(page.locator("#shown")).to_contain_text("by North")
    page.context.set_offline(True)
    page.get_by_role("button", name="Send, for East to confirm").click()
    expect(page.locator("#kept")).to_be_visible()
    page.get_by_role("button", name="Send, for East to confirm").click()  # the same key, pressed again
    assert not TypedLine.objects.exists()
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible(timeout=15000)
    expect(page.locator("#kept")).to_be_hidden()
    page.get_by_role("button", name="Confirm for East").click()
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    assert Event.objects.filter(kind="result_typed").count() == 1
    assert Event.objects.filter(kind="result_corrected").count() == 1
    page.get_by_role("button", name="A revoke").click()
    expect(page.get_by_role("heading", name="The director is called")).to_be_visible()


def test_a_result_that_comes_too_late_is_refused_in_words_until_somebody_has_read_them(
    page: Page, live_server, evening, director
):
    sheet = TableSheet.objects.get(table=1)
    page.set_viewport_size({"width": 390, "height": 844})
    here = live_server.url + url("table_sheet", sheet.pk, link_tokens.token("table", sheet.pk))
    page.goto(here)
    page.get_by_role("link", name="Type it").first.click()
    press(page, ("level", "3"), ("denomination", "NT"), ("declarer", "E"), ("margin", "0"))
    expect(page.locator("#shown")).to_contain_text("by East")
    page.context.set_offline(True)
    page.get_by_role("button", name="Send, for East to confirm").click()
    expect(page.locator("#kept")).to_be_visible()
    for number in (2, 3):
        tournaments.begin_round(tournament=evening, number=number, by=director)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#refused")).to_contain_text("This board is not of this round at this table.", timeout=15000)
    expect(page.locator("#refused li")).to_contain_text("3NT")
    expect(page.locator("#kept")).to_be_hidden()
    page.goto(here)
    expect(page.locator("#refused li")).to_have_count(1)
    page.get_by_role("button", name="I have read it").click()
    expect(page.locator("#refused")).to_be_hidden()
    page.reload()
    expect(page.locator("#refused")).to_be_hidden()
    assert not TypedLine.objects.exists()


def test_after_a_result_that_was_not_complete_the_keys_are_shown_again(page: Page, live_server, evening):
    sheet = TableSheet.objects.get(table=1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + url("table_sheet", sheet.pk, link_tokens.token("table", sheet.pk)))
    page.get_by_role("link", name="Type it").first.click()
    page.get_by_role("button", name="Send, for East to confirm").click()
    expect(page.locator(".phone > .error:not([hidden])")).to_contain_text("Touch")
    press(page, ("level", "2"), ("denomination", "H"), ("declarer", "W"))
    expect(page.locator("#shown")).to_contain_text("by West")
    press(page, ("margin", "0"))
    page.context.set_offline(True)
    page.get_by_role("button", name="Send, for East to confirm").click()
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator(".phone > .error:not([hidden])")).to_have_count(0)

"""*Nouvelle soirée* on a tablet and on a telephone: a few taps lead to the room of the new evening."""

import re

import pytest
from playwright.sync_api import expect

from arbitrage.models import Result, Tournament
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET, bring_the_session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE, PHONE], ids=["portrait", "landscape", "telephone"])
def test_five_tables_of_a_howell_are_ready_in_ten_taps(tablet, size):
    page = tablet.page
    page.set_viewport_size(size)
    tablet.open("tournament_list")
    page.get_by_role("link", name="Nouvelle soirée").click()
    tablet.tap("label:has(#tables-5)")
    expect(page.locator("#movement-mitchell")).to_be_checked()
    tablet.tap("label[for=movement-howell]")
    expect(page.get_by_text("10 paires, 9 tours de 3 donnes : 27 donnes.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(.key, .opt, select, .btn, .field input)")]
        .filter(one => one.checkVisibility()).map(one => [one.textContent.trim(), one.getBoundingClientRect()])
        .filter(([, box]) => box.height < 47.5 || box.width < 47.5).map(([text]) => text)"""
    )
    assert small == []
    tablet.press("Préparer la soirée")
    expect(page.locator(".room .tile .n")).to_have_text([f"Table {n}" for n in range(1, 6)])
    tablet.press("Commencer le tour 1")
    expect(page.locator("h1")).to_have_text("Tour 1 sur 9")
    assert tablet.taps + 1 <= 10
    assert Tournament.objects.get().rounds == 9


def test_a_result_is_typed_on_the_keypad_of_a_board_that_waits(tablet):
    page = tablet.page
    tablet.open("evening_new")
    tablet.press("Préparer la soirée")
    expect(page.locator(".room .tile").first).to_be_visible()
    line = Result.objects.get(board__number=1, round=1)
    tablet.open("board", line.board_id)
    tablet.tap(f"td a[href*='/results/{line.pk}/']")
    for row, value in (("level", "3"), ("denomination", "NT"), ("declarer", "S"), ("margin", "0")):
        page.locator(f"label:has(> input[name={row}][value='{value}'])").first.click()
    expect(page.locator("#shown .push")).to_have_text("400")
    expect(page.locator("#validate")).to_have_text(re.compile(r"Valider 3SA.*=, et passer à la table 2"))
    page.evaluate("window.stayed = true")
    page.locator("#validate").click()
    expect(page.locator(".undo").first).to_contain_text("Donne 1 écrite")
    assert Result.objects.get(pk=line.pk).score == 400
    # The next keypad comes without loading a page, with its own address and title; it is used for ten seconds
    expect(page).to_have_title(re.compile("Table 2"))
    assert "/type/" in page.url and str(line.pk) not in page.url
    expect(page.locator("#bar")).to_contain_text("Table 2")
    expect(page.locator(".undo .count")).to_contain_text(" s")
    assert page.locator("input[name=level]:checked").count() == 0
    assert page.evaluate("window.stayed")


def test_without_scripts_the_tables_are_said_and_the_page_asked_again(browser, live_server, director):
    with browser.new_context(java_script_enabled=False, viewport=PHONE, locale="fr-FR") as context:
        page = context.new_page()
        bring_the_session_of("martin", page, live_server.url)
        page.goto(live_server.url + "/fr/tournaments/new/")
        page.locator("#tables-6").check(force=True)
        page.get_by_role("button", name="Voir ce que cela donne").click()
        expect(page.locator("#movement-skip")).to_be_checked()
        page.get_by_role("button", name="Préparer la soirée").click()
        expect(page.locator(".room .tile .n")).to_have_text([f"Table {n}" for n in range(1, 7)])

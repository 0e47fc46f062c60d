"""A rehearsal on a tablet: an automatic call, its ruling, the penalty card on the table, and the page at the end."""

import datetime

import pytest
from playwright.sync_api import Page, expect

from arbitrage.models import Exercise, Rehearsal
from arbitrage.services import rehearsals
from tests.arbitrage.tablet import LANDSCAPE, TABLET, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]


def later(seconds: int) -> None:
    """Put the clock of the rehearsal forward by some seconds."""
    row = Rehearsal.objects.get()
    row.begun_at -= datetime.timedelta(seconds=seconds)
    row.save(update_fields=["begun_at"])


def fits(page: Page) -> bool:
    """Tell whether nothing is wider than the tablet, upright and lying, and every target is large enough."""
    for size in (TABLET, LANDSCAPE):
        page.set_viewport_size(size)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            return False
    small = "[...document.querySelectorAll('main :is(a,button,summary)')].filter((one) => one.checkVisibility()"
    return not page.evaluate(f"{small} && !one.closest('.entries') && one.getBoundingClientRect().height < 44).length")


def test_a_rehearsal_on_a_tablet_from_a_call_that_comes_to_its_end(tablet: Tablet, director):
    page, row = tablet.page, rehearsals.begin(scenario="quarter-of-an-hour", seed=7, by=director)
    tablet.open("rehearsal", row.pk)
    expect(page.locator(".tile")).to_have_count(5)
    expect(page.locator(".tile.open")).to_have_count(0)
    assert fits(page)

    later(next(one.call.at for one in rehearsals.standing(row) if one.call.key == "dropped"))
    expect(page.locator(".tile.open")).to_have_count(3, timeout=30_000)  # nobody has touched anything
    assert fits(page)
    page.wait_for_timeout(500)  # a touch just after an exchange does not count (JUST_NOW in room.js)
    page.locator("#call-dropped .btn.main").click()
    page.get_by_role("button", name="Arbitrer cette situation").click()
    page.locator(".what .tile", has_text="Carte vue").click()
    page.locator(".cases .tile").first.click()
    for question, value in CARD_DROPPED.items():
        tablet.answer(question, value)
    expect(page.locator("h1")).to_contain_text("carte pénalisée principale")
    assert fits(page)
    page.get_by_role("button", name="Annoncer et revenir à la salle").click()

    expect(page.locator(".tile.wait .laid")).to_have_count(1)
    expect(page.locator("#entry-on-lead")).to_contain_text("Avant chaque attaque d’Est, Nord choisit.")
    assert fits(page)
    page.locator("#evening summary").click()
    page.get_by_role("button", name="Terminer la répétition").click()
    expect(page.get_by_role("heading", name="Arbitré autrement que le Code")).to_be_visible()
    assert fits(page)
    assert Exercise.objects.get().right


CARD_DROPPED = {"owner": "W", "declarer": "N", "how": "dropped", "card": "DT", "already": "no"}

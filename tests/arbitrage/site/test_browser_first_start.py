"""The first day in a browser: somebody founds a club, makes a certificate or restores a backup. Every page is
accessible."""

import io

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from arbitrage.models import Club
from arbitrage.services.machine import restoring
from tests.arbitrage.at_the_screen import url
from tests.arbitrage.site.test_browser_accessibility import AXE, COLOURS, EVERYTHING, NARROW, RUN, SMALL, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

NEW = {"name": "Bridge Club de la Tour", "last_name": "Girard", "username": "girard", "password": "relais-levee-7315"}


def complaints(page: Page) -> list[str]:
    """List the accessibility faults of this page, as the test of every screen finds them."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(NARROW)
    found = page.evaluate(SMALL) + [f"scrolls sideways at {width} px" for width in too_wide(page)]
    page.evaluate(AXE.read_text())
    found += page.evaluate(RUN, EVERYTHING)
    page.emulate_media(color_scheme="dark")
    return [f"{page.url}: {said}" for said in found + page.evaluate(RUN, COLOURS)]


def test_a_volunteers_first_day(page: Page, live_server, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    page.goto(live_server.url)
    found = complaints(page)
    for name, value in NEW.items():
        page.fill(f"[name={name}]", value)
    page.click("button[value=club]")
    page.get_by_role("link", name="Ouvrir aux tablettes").click()
    page.click("button[value=certificate]")
    page.locator("code.address").wait_for()
    found += complaints(page)
    page.get_by_role("link", name="la page pour les tablettes").click()
    found += complaints(page)
    page.goto(live_server.url + url("backups", language="fr"))
    page.click("button[value=save]")
    page.locator(".list a").click()
    found += complaints(page)
    page.click("button[value=restore]")
    page.locator("button[value=keep]").wait_for()
    found += complaints(page)
    assert restoring.asked() is not None
    page.click("button[value=keep]")
    page.locator("button[value=keep]").wait_for(state="detached")
    page.goto(live_server.url + url("about", language="fr"))
    found += complaints(page)
    assert Club.objects.get().name == NEW["name"]
    assert restoring.asked() is None
    assert found == [], "\n".join(found)
    for language in ("fr", "en"):
        page.goto(live_server.url + url("volunteer_sheet", language=language))
        assert len(PdfReader(io.BytesIO(page.pdf(format="A4"))).pages) == 1

"""Letters twice as large on a telephone: every screen is read by scrolling down alone."""

import pytest
from playwright.sync_api import BrowserType, Page

from tests.arbitrage.screens import screens, set_the_scene
from tests.arbitrage.tablet import PHONE, bring_the_session_of
from tests.screenshots import QUIET, chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

LOOKED_AT = ("room-3-tables-1-duties", "what", "question-offender", "question-declaring_changes", "decision", "score",
             "board", "ranking", "decision_list", "report", "auction", "penalty", "clock")  # fmt: skip
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def large(browser_type: BrowserType):
    """A telephone whose owner has set letters of twice the usual size."""
    browser = browser_type.launch(executable_path=chromium(), args=[*QUIET, "--blink-settings=defaultFontSize=32"])
    yield browser.new_page(viewport=PHONE, locale="fr-FR", service_workers="block")
    browser.close()


def test_no_screen_scrolls_sideways_when_letters_are_twice_as_large(large: Page, live_server):
    _manager, scene = set_the_scene()
    bring_the_session_of("martin", large, live_server.url)
    found = {one.name: one.address for one in screens(scene, "fr") if one.name in LOOKED_AT}
    assert len(found) == len(LOOKED_AT)
    wide = []
    for name, address in found.items():
        large.goto(live_server.url + address)
        wide += [name] if large.evaluate(WIDE) else []
    assert wide == []

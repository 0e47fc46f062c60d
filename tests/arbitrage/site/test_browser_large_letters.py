"""Letters twice as large on a telephone: every screen can be read by vertical scrolling alone."""

import pytest
from django.db.models import F
from playwright.sync_api import BrowserType, Page, expect

from arbitrage.models import Board, Incident
from tests.arbitrage.board.test_player_link import address, link, published
from tests.arbitrage.screens import screens, set_the_scene
from tests.arbitrage.site.test_browser_accessibility import CLOSE
from tests.arbitrage.tablet import PHONE, bring_the_session_of
from tests.chromium import QUIET, chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

__all__ = ["link", "published"]  # the fixtures of this file

LOOKED_AT = ("room-3-tables-1-duties", "what", "question-offender", "question-declaring_changes", "decision", "score",
             "board", "ranking", "decision_list", "report", "auction", "penalty", "clock")  # fmt: skip
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def large(browser_type: BrowserType):
    """A telephone whose owner has set letters of twice the usual size."""
    browser = browser_type.launch(executable_path=chromium(), args=[*QUIET, "--blink-settings=defaultFontSize=32"])
    yield browser.new_page(viewport=PHONE, locale="fr-FR", service_workers="block")
    browser.close()


def test_no_screen_scrolls_sideways_and_no_targets_meet_when_letters_are_twice_as_large(large: Page, live_server):
    _manager, scene = set_the_scene()
    Incident.objects.update(number=F("number") + 12345)  # a club that has ruled for long
    bring_the_session_of("martin", large, live_server.url)
    found = {screen.name: screen.address for screen in screens(scene, "fr") if screen.name in LOOKED_AT}
    assert len(found) == len(LOOKED_AT)
    wide = []
    for name, path in found.items():
        large.goto(live_server.url + path)
        for width in (360, 390):
            large.set_viewport_size({"width": width, "height": 844})
            wide += [(name, width)] if large.evaluate(WIDE) else []
        wide += [(name, found) for found in large.evaluate(CLOSE)]
    assert wide == [], "\n".join(map(str, wide))


HANDS = "N:642.732.A74.QJ853 873.KJ96.Q.T9742 AKQT9.854.653.AK J5.AQT.KJT982.6"
OUT = """() => [...document.querySelectorAll(".deal .hand p, .deal > .mid")]
  .filter((one) => getComputedStyle(one).display !== "none")
  .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)"""


def test_a_pair_reads_its_board_on_the_smallest_telephone_with_any_letters(page, large, live_server, published):
    Board.objects.filter(pk=published.board_id).update(deal=HANDS)
    for letters in (page, large):
        for width in (320, 360, 390):
            letters.set_viewport_size({"width": width, "height": 740})
            letters.goto(live_server.url + address(published, "fr"))
            expect(letters.locator(".deal .hand")).to_have_count(4)
            assert not letters.evaluate(WIDE), width
            assert letters.evaluate(OUT) == [], width
    heights = large.locator("tbody td").evaluate_all("cells => cells.map((one) => one.offsetHeight)")
    # The cell has two results, the played one struck through; a result broken into single letters would be higher.
    assert max(heights) < 160, "a word is not broken letter by letter"

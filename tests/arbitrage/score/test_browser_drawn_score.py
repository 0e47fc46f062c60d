"""The drawing of a score on a screen: it fits the smallest telephone, and prints on white paper although the screen is
dark."""

import pytest
from playwright.sync_api import expect

from tests.arbitrage.at_the_screen import url
from tests.arbitrage.tablet import Tablet

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.either_database,
    pytest.mark.usefixtures("of_a_scoring_program"),
]

WEIGHTED = "?kind=weighted&ns=4S-N-10@1/2&ns=4Sxx-N-9@3/10&ns=3NT-S-9@1/5&law=12C1c"
WIDE = "document.documentElement.scrollWidth > innerWidth"
LEAVES = """(svg) => [...svg.querySelectorAll("text")].filter((one) => {
  const [words, room] = [one, one.parentElement.querySelector("rect")].map((part) => part.getBoundingClientRect());
  return words.width && (words.left < room.left || words.right > room.right);
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("name", ["choose", "score"])
def test_the_words_of_a_weight_stay_within_its_part(tablet: Tablet, ruled, name):
    page = tablet.page
    page.goto(tablet.address + url(name, ruled.pk, language="fr") + WEIGHTED)
    bar = page.locator(".weights")
    for width in (320, 360, 390, 820, 1180):
        page.set_viewport_size({"width": width, "height": 820})
        assert bar.evaluate(LEAVES) == [], width
        expect(bar.locator("text:visible").first).to_have_text("50\u00a0%")
        assert not page.evaluate(WIDE), width


def test_the_scores_in_question_are_read_on_the_smallest_telephone(tablet: Tablet, ruled):
    page = tablet.page
    page.set_viewport_size({"width": 320, "height": 740})
    tablet.open("score", ruled.pk)
    before, after = (page.locator(f".strip text.{one}").bounding_box() for one in ("before", "after"))
    assert before["y"] + before["height"] <= after["y"] + 4, "one under the other: they never overlap"
    assert not page.evaluate(WIDE)


def test_the_report_is_black_on_white_where_the_screen_is_dark(tablet: Tablet, ruled):
    page = tablet.page
    page.emulate_media(color_scheme="dark")
    tablet.open("choose", ruled.pk)
    page.goto(page.url.partition("?")[0] + WEIGHTED + "&show=yes")
    tablet.tap("#confirm .main")
    expect(page.locator("button[name=entered]")).to_be_visible()
    tablet.open("report", ruled.pk)
    fills = page.locator(".sheet .weights rect").evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
    assert fills == ["none", "rgb(255, 255, 255)", "none"]
    assert page.locator(".sheet .weights text").first.evaluate("(one) => getComputedStyle(one).fill") == "rgb(0, 0, 0)"

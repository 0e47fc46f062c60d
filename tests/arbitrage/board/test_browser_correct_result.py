"""A director corrects a line of the traveller on his tablet: he touches the pencil and the keys, sees the effect, and
confirms."""

import pytest
from playwright.sync_api import expect

from arbitrage.models import Event, Result
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]


def key(tablet: Tablet, row: str, value: str) -> None:
    """Touch a key of the keypad by its label, because its input is hidden."""
    tablet.tap(f"label:has(> input[name={row}][value='{value}'])")


def pencil(line: Result) -> str:
    return f"a[href*='/results/{line.pk}/']"


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE, PHONE], ids=["portrait", "landscape", "telephone"])
def test_a_line_is_corrected_with_the_keys_and_the_line_above_follows_them(tablet, board, size):
    page, line = tablet.page, board.results.get(table=3)
    page.set_viewport_size(size)
    tablet.open("board", board.pk)
    touch = page.locator(pencil(line)).bounding_box()
    assert min(touch["width"], touch["height"]) >= 48
    tablet.tap(pencil(line))
    shown = page.locator("#shown")
    expect(shown.locator(".push")).to_have_text("660")
    key(tablet, "margin", "1")
    expect(shown.locator(".push")).to_have_text("630")
    expect(page.locator("input[name=level][value='3']")).to_be_checked()
    tablet.tap(".btn[name=kind][value=played]")
    expect(page.locator("tr.this th")).to_have_text("3")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], "nothing sticks out of the page"
    assert Event.objects.count() == 0
    key(tablet, "reason", "tricks")
    tablet.tap("form .main")
    expect(page.locator(".hist .big")).to_have_count(1)
    assert Result.objects.get(pk=line.pk).score == 630
    assert Event.objects.get().data["reason"] == "tricks"


def test_without_javascript_the_sides_are_exchanged_and_an_average_is_given(browser, live_server, board, director):
    line = board.results.get(table=3)
    context = browser.new_context(java_script_enabled=False, viewport=TABLET)
    try:
        tablet = Tablet(context.new_page(), live_server.url).signed_in("martin")
        tablet.open("result", line.pk)
        tablet.tap("button[name=exchange]")
        expect(tablet.page.locator("#place-ns")).to_have_value(str(line.ew_id))
        tablet.tap("details:has(button[value=artificial]) > summary")
        key(tablet, "ns_share", "A-")
        key(tablet, "ew_share", "A+")
        tablet.tap("button[name=kind][value=artificial]")
        tablet.tap("form .main")
        expect(tablet.page.locator(".hist li").first).to_be_visible()
    finally:
        context.close()
    now = Result.objects.get(pk=line.pk)
    assert (now.ns, now.ew, now.award) == (line.ew, line.ns, {"ns": "A-", "ew": "A+"})

"""A director composes a score by hand on his tablet: he touches results on the keypad, sets their weights, sees the
effect on the field, and confirms."""

from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from arbitrage.models import Adjustment
from tests.arbitrage.at_the_screen import url
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET, Tablet

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.either_database,
    pytest.mark.usefixtures("of_a_scoring_program"),
]


def key(tablet: Tablet, row: str, value: str) -> None:
    """Touch a key of the keypad by its label, because its input is hidden."""
    tablet.tap(f"label:has(> input[name={row}][value='{value}'])")


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["portrait", "landscape"])
def test_two_results_are_weighed_and_the_field_is_seen_before_the_score_counts(tablet, ruled, size):
    page = tablet.page
    page.set_viewport_size(size)
    tablet.open("score", ruled.pk)
    tablet.tap("a[href*='kind=weighted']")
    rows = page.locator("#step .trail li")
    for added, margin in enumerate(("0", "-1"), 1):
        key(tablet, "level", "3")
        key(tablet, "denomination", "NT")
        key(tablet, "declarer", "S")
        key(tablet, "margin", margin)
        expect(page.locator("#shown .push")).to_be_visible()  # its points, shown before it is added
        tablet.tap("button[name=add]")
        expect(rows).to_have_count(added)  # the keys are released again
    for more in ("55", "60"):
        tablet.tap("[id='more-ns:0']")
        expect(rows.first.locator("input")).to_have_value(more)
    expect(rows.last.locator("input")).to_have_value("40")
    page.reload()
    expect(rows.last.locator("input")).to_have_value("40")  # the draft is in the address
    tablet.tap("button[name=show]")
    tablet.title("pondérée")
    assert Adjustment.objects.count() == 0
    expect(page.locator("tr.this")).to_contain_text("60")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"], "nothing sticks out of the page"
    page.locator("#reason").fill("Deux lignes de jeu étaient possibles.")
    tablet.tap("#confirm .main")
    expect(page.locator("button[name=entered]")).to_be_visible()
    adjustment = Adjustment.objects.get()
    assert [(one.tricks, one.weight) for one in adjustment.given.ns] == [(9, Fraction(3, 5)), (8, Fraction(2, 5))]
    assert adjustment.reason == "Deux lignes de jeu étaient possibles."


def test_without_javascript_an_average_is_chosen_and_confirmed(browser, live_server, ruled):
    context = browser.new_context(java_script_enabled=False, viewport=TABLET)
    try:
        tablet = Tablet(context.new_page(), live_server.url).signed_in("martin")
        tablet.open("score", ruled.pk)
        tablet.tap("a[href*='kind=artificial']")
        key(tablet, "average_ns", "A+")
        key(tablet, "average_ew", "A-")
        tablet.tap("button[name=show]")
        tablet.tap("#confirm .main")
        expect(tablet.page.locator("button[name=entered]")).to_be_visible()
    finally:
        context.close()
    assert Adjustment.objects.get().award == {"ns": "A+", "ew": "A-"}


def too_wide(page: Page) -> list[int]:
    """Return the widths at which the open page scrolls sideways: a tablet's upright and lying, and a telephone's."""
    widths = []
    for size in (TABLET, LANDSCAPE, PHONE):
        page.set_viewport_size(size)
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            widths.append(size["width"])
    return widths


def test_nothing_of_the_score_leaves_the_screen(tablet, ruled):
    page = tablet.page
    drafts = [
        "kind=weighted&ns=3NT-S-9@1/3&ns=3NT-S-8@1/3&ns=3NT-S-11@1/3",
        "kind=artificial&average_ns=A%2B&average_ew=A-",
    ]
    drafts += ["kind=split&ns=3NT-S-9&ew=3NT-S-8", "kind=self&damaged=NS&ns=3NT-S-12&ew=3NT-S-11"]
    score = tablet.address + url("score", ruled.pk, language="fr")
    for address in [score, *(f"{score}{page_}?{draft}" for page_ in ("", "choose/") for draft in drafts)]:
        page.goto(address)
        assert too_wide(page) == [], address
    page.goto(f"{score}?{drafts[1]}")
    for size in (TABLET, LANDSCAPE, PHONE):
        page.set_viewport_size(size)
        page.locator("#confirm .main").click(trial=True)
    tablet.tap("#confirm .main")
    expect(page.locator("button[name=entered]")).to_be_visible()
    assert too_wide(page) == []
    for name, *keys in (
        ("report", ruled.pk),
        ("ranking", ruled.tournament_id),
        ("method", ruled.tournament_id),
        ("board", ruled.board_id),
        ("decision_list",),
    ):
        tablet.open(name, *keys)
        assert too_wide(page) == [], name

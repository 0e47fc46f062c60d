"""The cards of a claim in a real browser: beside the question, on the cloth with the keyboard alone, and without
scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from arbitrage.models import Event, Inquiry
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url
from tests.arbitrage.evidence.test_claim_evidence import HEARD, TRUMP_OUT, a_claim
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET, bring_the_session_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.either_database]

SMALL = """() => [...document.querySelectorAll(
  "main button, main a.btn, main a.key, main summary, main .key, main select, main input:not([type=hidden],.sr)")]
.filter(one => one.checkVisibility())
.map(one => [one.textContent.trim(), one.getBoundingClientRect()])
.filter(([, box]) => box.height < 47.5 || box.width < 47.5).map(([text]) => text)"""
WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def claim(incident, director) -> Inquiry:
    """A contested claim with a small trump still in a defender's hand; all players were heard."""
    claim = a_claim(incident, director, **TRUMP_OUT, **HEARD)
    claim = make.answer(claim, director, spoke_of_it="yes", new_line="no", one_opponent="no")
    return make.answer(claim, director, order_open="no")


def kept() -> list[str]:
    return [event.data["shown"] for event in Event.objects.filter(kind="evidence_shown").order_by("seq")]


def test_it_is_looked_at_beside_the_question_and_what_is_typed_there_stays(page: Page, live_server, claim):
    bring_the_session_of("martin", page, live_server.url)
    page.goto(live_server.url + url("question", claim.pk, "normal_lines"))
    page.fill("textarea[name=normal_lines]", "He draws the trump.")
    page.get_by_text("Evidence: none of this decides").click()
    page.get_by_role("button", name="Look at the cards").click()
    expect(page.locator("#evidence")).to_contain_text("North-South can make 4 of 4")
    expect(page.locator("#evidence")).to_contain_text("Does not know of a trump that is out (70C2)")
    expect(page.locator("textarea[name=normal_lines]")).to_have_value("He draws the trump.")
    page.locator("[name=kind_unaware][value=irrational] + .key").click()
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.get_by_role("button", name="Keep what is ticked").click()
    expect(page.locator("[name=kind_unaware][value=irrational]")).to_be_checked()
    expect(page.locator("textarea[name=normal_lines]")).to_have_value("He draws the trump.")
    assert kept() == ["claim", "judged"]
    for size in (TABLET, LANDSCAPE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(SMALL) == []
        assert not page.evaluate(WIDER)


def test_a_line_is_laid_by_keyboard_taken_back_and_kept(page: Page, live_server, claim):
    bring_the_session_of("martin", page, live_server.url)
    page.goto(live_server.url + url("evidence", claim.pk))
    page.get_by_role("button", name="Look at the cards").click()
    page.get_by_role("link", name="Lay a line").click()
    expect(page.locator("h1")).to_have_text("South to play")
    page.get_by_role("link", name="the ace of spades").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".past")).to_contain_text("South")
    expect(page.locator(".head")).to_contain_text("1 to North-South")
    page.get_by_role("link", name="Take back").click()
    expect(page.locator(".head")).to_contain_text("0 to North-South")
    page.get_by_role("link", name="the 9 of hearts").click()
    page.get_by_role("button", name="Keep this line").click()
    expect(page.get_by_role("heading", name="Lines kept")).to_be_visible()
    assert kept() == ["claim", "line"]
    for size in (TABLET, LANDSCAPE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(SMALL) == []
        assert not page.evaluate(WIDER)


def test_without_scripts_the_same_pages_do_it(browser: Browser, live_server, claim):
    with browser.new_context(java_script_enabled=False, viewport=TABLET) as context:
        page = context.new_page()
        bring_the_session_of("martin", page, live_server.url)
        page.goto(live_server.url + url("question", claim.pk, "normal_lines"))
        page.get_by_text("Evidence: none of this decides").click()
        page.get_by_role("link", name="What carelessness can cost").click()
        page.get_by_role("button", name="Look at the cards").click()
        expect(page.locator("#evidence")).to_contain_text("North-South can make 4 of 4")
        page.get_by_text("A line that loses 1").click()
        page.get_by_role("link", name="Lay it on the cloth").first.click()
        expect(page.locator("h1")).to_have_text("The line is played out")
        expect(page.locator(".head")).to_contain_text("3 to North-South, 1 to East-West")
        page.get_by_role("link", name="From the beginning").click()
        expect(page.locator("h1")).to_have_text("South to play")
        assert kept() == ["claim"]

"""The inquiry in a real browser: with scripts, without scripts, and when the network is lost."""

import pytest
from playwright.sync_api import Browser, Page, expect

from arbitrage.models import Answer, Club, Incident, Inquiry
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET, bring_the_session_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.either_database]

SMALL = """() => [...document.querySelectorAll(
  "main button:not([aria-hidden]), main a.btn, main a.tile, main summary, main textarea")]
.filter(one => one.checkVisibility())
.map(one => [one.textContent.trim(), one.getBoundingClientRect()])
.filter(([, box]) => box.height < 47.5 || box.width < 47.5).map(([text]) => text)"""


def sign_in(page: Page, server: str) -> None:
    bring_the_session_of("martin", page, server)


def touch(page: Page, answer: str) -> None:
    """Touch an answer and wait for the next page."""
    title = page.inner_text("h1")
    page.click(f"[name=answer][value='{answer}']")
    expect(page.locator("h1")).not_to_have_text(title)


def common_revoke(page: Page) -> None:
    for answer in make.DURING_THE_PLAY.values():
        touch(page, answer)
    page.get_by_role("button", name="The board is played: count the tricks").click()
    expect(page.locator(".known")).to_contain_text("Ask first: Has West revoked before in this suit?")
    for question, answer in make.AT_THE_END.items():
        if question == "exclusion":
            continue  # no key of its own: the tap on the next question records it
        if question == "line":
            expect(page.locator("h1")).to_contain_text("probably have done better")
            page.fill("textarea", answer)  # the keys of the judgement are beneath the note
        else:
            touch(page, answer)
    expect(page.locator("h1")).to_have_text("One trick is transferred to North-South.")


def asked_itself(inquiry: Inquiry) -> str:
    """Return the address at which the first question is asked with its own keys, and not presumed as a fact."""
    return url("question", inquiry.pk, "able") + "?itself=yes"


def test_two_taps_from_the_table_to_the_first_question(page, live_server, evening, director):
    page.goto(live_server.url + url("login"))
    page.fill("[name=username]", "martin")
    page.fill("[name=password]", "atout")
    page.click("form .main")
    page.wait_for_url(f"**{url('room', evening.pk)}")
    page.click("#table-A2")
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator("h1")).to_have_text("Who revoked?")


def test_the_common_revoke_from_the_first_question_to_the_score(page, live_server, inquiry):
    sign_in(page, live_server.url)
    page.goto(live_server.url + asked_itself(inquiry))
    common_revoke(page)
    assert page.url == live_server.url + url("decision", inquiry.pk)
    assert page.title() == "One trick is transferred to North-South. · Arbitrage"
    expect(page.get_by_role("link", name="The score")).to_be_visible()


def test_the_whole_inquiry_works_without_scripts(browser: Browser, live_server, inquiry):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        sign_in(page, live_server.url)
        page.goto(live_server.url + asked_itself(inquiry))
        common_revoke(page)
        assert page.url == live_server.url + url("decision", inquiry.pk)


def test_the_next_question_is_announced_and_back_follows_it(page, live_server, inquiry):
    sign_in(page, live_server.url)
    page.goto(live_server.url + asked_itself(inquiry))
    touch(page, "yes")
    touch(page, "W")
    expect(page.locator("h1")).to_be_focused()
    assert page.url == live_server.url + url("question", inquiry.pk, "trick")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator("h1")).to_have_text("Who is declarer?")
    expect(page.locator("[aria-current=true]")).to_have_count(0)


def test_the_browser_s_back_shows_a_whole_page_again(page, live_server, inquiry):
    sign_in(page, live_server.url)
    page.goto(live_server.url + asked_itself(inquiry))
    touch(page, "yes")
    page.goto(live_server.url + url("room", inquiry.incident.tournament_id))
    page.go_back()
    expect(page.locator("h1")).to_have_text("Who revoked?")
    expect(page.locator("header.bar")).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Could the player follow suit, or play what he had to?")
    expect(page.locator("[aria-current=true]")).to_have_text("Yes")


def without_the_laws(page: Page) -> None:
    """Keep the laws from the device, which cannot continue offline without them."""
    page.route("**/laws.json", lambda route: route.abort())


def test_a_tap_that_is_lost_is_said_and_can_be_repeated(page, live_server, inquiry):
    without_the_laws(page)
    sign_in(page, live_server.url)
    page.goto(live_server.url + asked_itself(inquiry))
    page.route("**/q/able/", lambda route: route.abort())
    page.click("[value=yes]")
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("[value=yes]")).to_be_enabled()
    page.unroute("**/q/able/")
    touch(page, "yes")
    expect(page.locator("#lost")).to_be_hidden()
    assert list(Answer.objects.values_list("question", "value")) == [("able", "yes")]


def test_an_answer_that_arrived_although_the_reply_was_lost_is_stored_once(page, live_server, inquiry):
    without_the_laws(page)
    sign_in(page, live_server.url)
    page.goto(live_server.url + asked_itself(inquiry))

    def lose_the_reply(route):
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/q/able/", lose_the_reply)
    page.click("[value=yes]")
    expect(page.locator("#lost")).to_be_visible()
    page.unroute("**/q/able/")
    touch(page, "yes")
    assert Inquiry.objects.get().version == 1


def test_two_directors_meet_in_place(page, live_server, inquiry, director):
    sign_in(page, live_server.url)
    page.goto(live_server.url + asked_itself(inquiry))
    colleague = make.make_member(Club.objects.get(), "leclerc")
    make.answer(inquiry, colleague, able="yes")
    page.click("[value=no]")
    expect(page.get_by_role("alert")).to_contain_text("leclerc answered yes on")
    page.get_by_role("button", name="Change it to: no").click()
    expect(page.locator("h1")).to_have_text("There is no revoke. Play goes on.")
    assert Inquiry.objects.get().answers_dict() == {"able": "no"}


def test_a_question_that_vanished_is_told_on_the_page_that_follows(page, live_server, inquiry, director):
    make.answer(inquiry, director, able="yes")
    sign_in(page, live_server.url)
    page.goto(live_server.url + url("inquiry", inquiry.pk))
    make.answer(Inquiry.objects.get(), director, able="no")
    page.click("[value=W]")
    expect(page.get_by_text("This question is not asked any more")).to_be_visible()
    expect(page.locator("h1")).to_have_text("There is no revoke. Play goes on.")


def test_who_was_signed_out_signs_in_again_and_finds_the_question(page, live_server, inquiry, director):
    sign_in(page, live_server.url)
    page.goto(live_server.url + asked_itself(inquiry), wait_until="networkidle")  # nothing sets a cookie later
    page.context.clear_cookies()
    page.context.add_cookies([{"name": "csrftoken", "value": "x" * 32, "url": live_server.url}])
    page.evaluate("document.querySelector('main form [name=csrfmiddlewaretoken]').value = 'x'.repeat(32)")
    page.click("[value=yes]")
    page.wait_for_url(f"**{url('login')}**")
    page.fill("[name=username]", "martin")
    page.fill("[name=password]", "atout")
    page.click("form .main")
    expect(page.locator("h1")).to_have_text("Who revoked?")


def test_every_target_is_large_enough_and_nothing_leaves_the_screen(page, live_server, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="during", since="nothing", card="SQ")
    make.answer(Inquiry.objects.get(), director, faced="no", declaring_played="yes", declaring_changes="keep")
    sign_in(page, live_server.url)
    incident = Incident.objects.get()
    pages = [url("question", inquiry.pk, one) for one in ("able", "offender", "trick", "since", "card")]
    pages += [url("question", inquiry.pk, "declaring_changes"), url("decision", inquiry.pk)]
    pages += [url("what", incident.pk), url("dispute", incident.pk), url("room", incident.tournament_id)]
    for address in pages:
        page.goto(live_server.url + address)
        for size in (TABLET, LANDSCAPE, PHONE):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, size)
            assert page.evaluate(SMALL) == [], (address, size)

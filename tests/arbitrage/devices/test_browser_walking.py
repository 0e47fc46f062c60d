"""A tablet with a network shows the next question at once, and the server confirms it later. A real browser tries this
with delayed answers, with another director's answer, with a lost network, and without JavaScript."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from arbitrage.models import Inquiry
from arbitrage.services import incidents
from arbitrage.services.record import history
from tests.arbitrage.devices import test_browser_offline as alone
from tests.arbitrage.devices.test_browser_offline import back, cut, in_the_end, installed, pending
from tests.arbitrage.tablet import Tablet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

patient_worker, windows, taken_along = alone.patient_worker, alone.windows, alone.taken_along


class Held:
    """Answers held on their way to the server until the test releases one."""

    def __init__(self, page: Page) -> None:
        self.page, self.routes = page, list[Route]()
        page.route("**/q/**", self._hold)

    def _hold(self, route: Route) -> None:
        self.routes.append(route) if route.request.method == "POST" else route.continue_()

    def let_go(self) -> None:
        in_the_end(self.page, lambda: bool(self.routes))
        self.routes.pop(0).continue_()


@pytest.fixture
def walking(taken_along, inquiry, settings) -> Tablet:
    """A tablet that shows the next questions itself, at the second question of a revoke."""
    settings.DEVICE_WALKS = True
    installed(taken_along, inquiry.incident.tournament)
    taken_along.open("inquiry", inquiry.pk)
    expect(taken_along.page.locator("body")).to_have_attribute("data-walks", "yes")
    return taken_along


def asked(page: Page, question: str) -> None:
    page.wait_for_url(f"**/q/{question}/")
    expect(page.locator(f"form[action$='/q/{question}/']")).to_be_visible()


TAP = """key => {
  const by = {bubbles: true, cancelable: true, pointerType: "touch", detail: 1};
  for (const name of ["pointerdown", "pointerup"]) key.dispatchEvent(new PointerEvent(name, by));
  return key.dispatchEvent(new PointerEvent("click", by));
}"""
"""Script of a tap; false where the page ignored it."""

TWICE = f"""() => [1, 2].map(() => ({TAP})(document.querySelector("#step button[name=answer]")))"""


def test_the_next_questions_stand_at_once_and_the_server_confirms_them_in_their_order(walking, inquiry):
    page, held = walking.page, Held(walking.page)
    page.evaluate("document.getElementById('step').stays = true")
    walking.answer("offender", "W")
    asked(page, "trick")
    expect(page.locator("main h1")).to_be_focused()
    walking.answer("trick", "4")
    asked(page, "noticed")
    pending(walking, 3)
    assert (len(held.routes), Inquiry.objects.get().answers_dict()) == (1, {})
    held.let_go()
    held.let_go()
    pending(walking, 0)
    assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "W", "trick": "4"}
    in_the_end(page, lambda: '"version":3' in page.locator("#step").get_attribute("data-inquiry"))
    assert page.evaluate("document.getElementById('step').stays"), "the page of the server says the same"
    page.wait_for_timeout(400)
    assert page.evaluate(TWICE) == [True, False], "the second tap of a finger that was too quick"
    held.let_go()
    pending(walking, 0)
    page.go_back()
    asked(page, "noticed")
    expect(page.locator("header.bar")).to_have_count(1)
    _goes_on_alone(walking, held)
    answers = {"able": "yes", "offender": "W", "trick": "4", "noticed": "during"}
    assert Inquiry.objects.get().answers_dict() == answers
    assert history.differences(inquiry.incident) == []


def _goes_on_alone(device: Tablet, held: Held) -> None:
    """Check that the device continues offline after an earlier answer could not be sent, and sends that answer
    later."""
    page = device.page
    page.unroute("**/q/**")
    cut(device)
    device.answer("noticed", "during")
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "since")
    pending(device, 1)
    back(device)


def test_the_answer_of_another_director_is_shown_and_nothing_that_waits_is_lost(walking, inquiry, colleague):
    page, held = walking.page, Held(walking.page)
    _answered_first(inquiry, colleague, able="yes", offender="E")
    walking.answer("offender", "W")
    asked(page, "trick")
    held.let_go()
    expect(page.locator("#step [role=alert]")).to_contain_text("Est")
    asked(page, "offender")
    page.locator("#step [role=alert] a.btn").click()
    asked(page, "trick")
    expect(page.locator("body")).to_have_attribute("data-walks", "yes")
    _answered_first(inquiry, colleague, trick="5")
    walking.answer("trick", "4")
    asked(page, "noticed")
    walking.answer("noticed", "during")
    pending(walking, 2)
    held.let_go()
    expect(page.locator(".note[role=status]")).to_contain_text("À quelle levée")
    pending(walking, 0)
    answers = {"able": "yes", "offender": "E", "trick": "5", "noticed": "during"}
    assert Inquiry.objects.get().answers_dict() == answers
    assert history.differences(inquiry.incident) == []


def _answered_first(inquiry: Inquiry, colleague: User, **answers: str) -> None:
    for question, value in answers.items():
        incidents.record_answer(inquiry=inquiry, question_id=question, value=value, seen_version=0, by=colleague)
        inquiry = Inquiry.objects.with_answers().get()


def test_words_typed_while_an_earlier_answer_is_lost_are_still_there(taken_along, incident, director, settings):
    settings.DEVICE_WALKS = True
    device, page = taken_along, taken_along.page
    penalty = incidents.open_inquiry(incident=incident, law="90", by=director)
    for question, value in {"offence": "late", "what_happened": "Dix minutes.", "at_fault": "yes"}.items():
        incidents.record_answer(inquiry=penalty, question_id=question, value=value, seen_version=0, by=director)
        penalty = Inquiry.objects.with_answers().get()
    installed(device, incident.tournament)
    device.open("inquiry", penalty.pk)
    expect(page.locator("body")).to_have_attribute("data-walks", "yes")
    held = Held(page)
    device.answer("penalty_decision", "other")
    asked(page, "amount")
    page.locator("textarea[name=answer]").fill("25 % d’un top")
    in_the_end(page, lambda: bool(held.routes))
    cut(device)
    held.routes.pop(0).abort()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "amount")
    expect(page.locator("textarea[name=answer]")).to_have_value("25 % d’un top")
    page.unroute("**/q/**")
    back(device)
    page.locator("#online").click()
    asked(page, "amount")
    expect(page.locator("textarea[name=answer]")).to_have_value("25 % d’un top")

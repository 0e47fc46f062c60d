"""In a real browser, a device keeps its waiting acts until the server has accepted each of them, or has refused it with
a reason."""

import pytest
from playwright.sync_api import expect

from arbitrage.models import Incident
from tests.arbitrage.devices.test_browser_offline import (
    cut,
    in_the_end,
    installed,
    kept_table,
    patient_worker,
    pending,
    taken_along,
    typed_on,
    windows,
)

__all__ = ["patient_worker", "taken_along", "windows"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

FLUSH = """async () => (await import("/static/js/offline/outbox.js")).flush()"""


def a_call_with_words(device, tournament) -> None:
    """Keep a call and a note on the device, without a network."""
    page = device.page
    installed(device, tournament)
    cut(device)
    page.reload()
    kept_table(page, 3).click()
    page.get_by_role("button", name="Ajouter une note").click()
    typed_on(page, "Calme.")
    page.get_by_role("button", name="Garder cette note").click()
    pending(device, 2)


def test_a_server_that_cannot_write_for_as_long_as_it_takes_loses_nothing(taken_along, tournament):
    device, page = taken_along, taken_along.page
    a_call_with_words(device, tournament)
    answers = {"status": 500, "body": "It does not work."}
    page.context.route("**/outbox/", lambda route: route.fulfill(**answers) if is_post(route) else route.continue_())
    page.context.set_offline(False)
    for _again in range(8):
        assert page.evaluate(FLUSH) in ("lost", None)
    pending(device, 2)
    assert not Incident.objects.exists()
    page.context.unroute("**/outbox/")
    page.evaluate(FLUSH)
    in_the_end(page, lambda: [incident.words for incident in Incident.objects.all()] == ["Calme."])
    pending(device, 0)


def is_post(route) -> bool:
    return route.request.method == "POST"


def test_what_follows_a_refused_call_waits_behind_it_and_is_sent_again_with_it(taken_along, tournament):
    device, page = taken_along, taken_along.page
    a_call_with_words(device, tournament)
    refusal = '{"status": "refused", "code": "closed", "message": "Cet étui vous est fermé."}'
    page.context.route(
        "**/outbox/",
        lambda route: (
            route.fulfill(status=422, body=refusal, content_type="application/json")
            if is_post(route)
            else route.continue_()
        ),
    )
    page.context.set_offline(False)
    page.evaluate(FLUSH)
    expect(page.locator("#net")).to_have_attribute("data-refused", "2")
    page.context.unroute("**/outbox/")
    page.evaluate(FLUSH)
    assert not Incident.objects.exists(), "the note would be of nothing"
    page.locator("#waits").click()
    expect(page.locator("main")).to_contain_text("Cet étui vous est fermé.")
    page.get_by_role("button", name="Envoyer de nouveau").click()
    in_the_end(page, lambda: [incident.words for incident in Incident.objects.all()] == ["Calme."])
    expect(page.locator("#net")).to_have_attribute("data-refused", "0")

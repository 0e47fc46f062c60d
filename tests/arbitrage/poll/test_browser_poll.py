"""A poll in a real browser: answers that players give aloud are stored without a network, and counted once."""

import pytest
from playwright.sync_api import expect

from arbitrage.models import Incident
from arbitrage.services import incidents
from arbitrage.services.incidents import polls
from tests.arbitrage import factories as make
from tests.arbitrage.devices.test_browser_offline import (
    back,
    cut,
    installed,
    patient_worker,
    pending,
    taken_along,
    windows,
)
from tests.arbitrage.poll.test_poll import WEIGHED
from tests.arbitrage.site.test_browser_accessibility import CLOSE, SMALL

__all__ = ["patient_worker", "taken_along", "windows"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]


def test_what_players_say_aloud_without_a_network_is_counted_once_among_the_telephones(taken_along, incident, director):
    device, page = taken_along, taken_along.page
    inquiry = incidents.open_inquiry(incident=incident, law="16B", by=director)
    inquiry = make.answer(inquiry, director, **WEIGHED)
    sent = polls.Page("AQ64.KT6.KJ64.K6", "N", "E", "None", "MP", ("Pass", "1C", "X"))
    polls.open_poll(inquiry=inquiry, page=sent, by=director)
    installed(device, incident.tournament)
    device.open("question", inquiry.pk, "polled")
    expect(page.locator("body")).to_have_attribute("data-installed", "yes")
    cut(device)
    page.reload()
    aloud(page).click()
    expect(page.locator("main")).to_contain_text("Montrez au joueur la main")
    for problem in (SMALL, CLOSE):
        assert page.evaluate(problem) == []
    page.get_by_role("button", name="Garder cette réponse").click()
    expect(page.get_by_role("alert")).to_contain_text("Choisissez la déclaration")
    pending(device, 0)
    for call in ("Pass", "1H"):
        page.locator(f"[name=chosen][value='{call}'] + .key").click()
    page.locator("summary").click()
    page.locator("[name=considered][value=Pass] + .key").click()
    page.get_by_role("button", name="Garder cette réponse").dblclick()
    pending(device, 1)
    expect(page.locator("main")).to_contain_text("1 réponse de vive voix attend")
    telephone = polls.poll_of(inquiry)
    polls.answer(incident=incident, poll=telephone, said=polls.Answer("Pass"), browser="telephone")
    aloud(page).click()
    page.get_by_role("button", name="J’ai joué cette donne").click()
    pending(device, 2)
    back(device)
    assert [(reply.chosen, reply.considered, reply.heard, reply.oral) for reply in polls.poll_of(inquiry).answers] == [
        ("Pass", (), False, False), ("1H", ("Pass",), False, True), ("", (), True, True),
    ]  # fmt: skip
    cut(device)
    aloud(page).click()
    page.locator("[name=chosen][value=Pass] + .key").click()
    page.get_by_role("button", name="Garder cette réponse").click()
    pending(device, 1)
    polls.close(inquiry=inquiry, by=director)
    back(device)
    assert len(polls.poll_of(inquiry).answers) == 3
    assert "non compté dans le sondage" in Incident.objects.get(pk=incident.pk).words


def aloud(page):
    return page.get_by_role("button", name="Une réponse de vive voix")

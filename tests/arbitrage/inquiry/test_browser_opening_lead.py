"""The commonest call, an opening lead out of turn, in a real browser: its five options, and its card until the end of
play."""

import re

import pytest
from playwright.sync_api import expect

from arbitrage.models import Duty, Incident
from tests.arbitrage.tablet import LANDSCAPE, TABLET, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

TABLE = 3
LED = [("wrong_leader", "E"), ("since_lead", "nothing"), ("card", "DK")]


def call(tablet: Tablet, board) -> None:
    tablet.open("room", board.tournament_id)
    tablet.call(TABLE, "Entame hors tour")
    for question, value in LED:
        tablet.answer(question, value)


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["portrait", "landscape"])
def test_four_taps_lead_to_the_text_that_is_read_aloud(tablet, board, size):
    tablet.page.set_viewport_size(size)
    call(tablet, board)
    tablet.title("À lire à voix haute, en entier, à Sud")
    assert tablet.taps == 4
    options = tablet.page.locator(".opts .opt")
    expect(options).to_have_count(5)
    for at, words in enumerate(("restez déclarant", "devenez le mort", "exigez", "interdisez", "libre")):
        expect(options.nth(at)).to_contain_text(words)
    expect(options.locator(".then b")).to_have_text(["cette fois seulement", "tant qu’il garde la main"])
    expect(tablet.page.locator(".say").first).to_contain_text("sans concertation")


def test_the_lead_that_is_required_is_ruled_to_its_end(tablet, board):
    call(tablet, board)
    tablet.answer("option", "require")
    tablet.title("Ouest doit entamer ♦ carreau")
    steps = tablet.page.locator(".steps")
    expect(steps).to_contain_text("À Est : « Reprenez")
    expect(steps).to_contain_text("cette fois seulement")
    assert tablet.taps == 5
    assert list(Duty.objects.all()) == []


def test_a_penalty_card_stays_in_the_tray_until_it_has_left_the_table(tablet, board):
    call(tablet, board)
    tablet.answer("option", "free")
    expect(tablet.page).to_have_url(re.compile("/decision/"))
    tablet.open("room", board.tournament_id)
    tray = tablet.page.locator(".tray")
    expect(tray).to_contain_text("♦R d’Est, carte pénalisée principale")

    # Before each lead of the partner the choice is read aloud again
    for choice in ("free", "require"):
        tablet.press("Ouest va attaquer")
        tablet.title("À lire à voix haute, en entier, à Sud")
        expect(tablet.page.locator(".opts .opt")).to_have_count(3)
        tablet.answer("lead_choice", choice)
        expect(tablet.page).to_have_url(re.compile("/decision/"))
        tablet.open("room", board.tournament_id)
    expect(tray).to_be_visible()
    expect(tray).not_to_contain_text(re.compile("♦R|pénalisée", re.IGNORECASE))

    # Only the duty at the end of play is left
    tray.locator("summary").last.click()
    tray.get_by_role("link", name="Y aller").first.click()
    tablet.press("La donne est jouée : à revoir")
    tablet.answer("helped", "no")
    expect(tablet.page).to_have_url(re.compile("/decision/"))
    tablet.open("room", board.tournament_id)
    assert Incident.objects.get().state == "ruled"
    assert set(Duty.objects.values_list("state", flat=True)) == {"done"}

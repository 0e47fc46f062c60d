"""A device without a network draws the cards around the compass as the server's page does, each card before the same
player."""

import pytest
from playwright.sync_api import expect

from arbitrage.models import Incident
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.devices.test_browser_offline import (
    HELD,
    cut,
    in_the_end,
    installed,
    patient_worker,
    taken_along,
    windows,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

__all__ = ["patient_worker", "taken_along", "windows"]  # the fixtures of this file


LAID = """seats => seats.map((seat) => [
  seat.value || seat.dataset.answer,
  seat.querySelector(".soft")?.textContent ?? "",
  [...seat.querySelectorAll(".laid")].map((card) => [
    card.className, card.querySelector("[aria-hidden]")?.textContent ?? "", Boolean(card.querySelector(".sr")),
  ]),
])"""


@pytest.mark.parametrize("card", ["S2", "?"])
def test_the_cards_lie_on_the_cloth_without_a_network_as_with_it(taken_along, inquiry, director, card):
    device, page = taken_along, taken_along.page
    incidents.say(incident=inquiry.incident, what="lies", about="E:C4 minor", by=director)
    found = incidents.open_inquiry(incident=Incident.objects.get(), law="64", by=director)
    make.answer(found, director, able="yes", offender="W", trick="3", noticed="during", since="nothing", card=card)
    installed(device, inquiry.incident.tournament)
    device.open("question", found.pk, "offender")
    seats = page.locator(".compass .seat")
    expect(seats).to_have_count(4)
    online = seats.evaluate_all(LAID)
    assert [one for one in online if one[0] == "E"] == [
        ["E", "carte pénalisée", [["laid penalty", "♣4", True], ["laid hidden", "", False]]]
    ]
    in_the_end(page, lambda: page.evaluate(HELD) == 1)
    cut(device)
    page.goto(f"{device.address}/fr/offline/#ask/{found.incident_id}/{found.pk}/offender")
    expect(seats).to_have_count(4)
    assert seats.evaluate_all(LAID) == online
    expect(page.locator(".compass .corner")).to_have_text("3SA3 sans-atoutpar Sud")

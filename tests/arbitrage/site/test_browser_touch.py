"""Fingers and keys: no target of the table's pages is too small or too near another, and the arrow keys move through
the pads.

The pages are those with the most keys, on a telephone of 320 px and on a tablet upright and lying.
"""

import pytest
from playwright.sync_api import Page, expect

from arbitrage.models import Inquiry, Tournament
from arbitrage.services import incidents
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage import factories as make
from tests.arbitrage.site.test_browser_accessibility import CLOSE, SMALL, WIDE
from tests.arbitrage.tablet import LANDSCAPE, TABLET, Tablet
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

SIZES = ({"width": 320, "height": 700}, TABLET, LANDSCAPE)


@pytest.fixture
def evening(club, director) -> Tournament:
    """Nine tables of named pairs."""
    return made(
        club, director, Plan(tables=9, movement="mitchell", rounds=9, each=3), names=[("Ann Lee", "Bo Li")] * 18
    )


@pytest.fixture
def claim(evening, director) -> Inquiry:
    """A claim whose inquiry asks for the cards."""
    call = incidents.open_incident(tournament=evening, by=director, section=evening.sections.get(), table=2)
    inquiry = incidents.open_inquiry(incident=call, law="70", by=director, facts={"declarer": "S"})
    return make.answer(inquiry, director, claimer="S")


@pytest.fixture
def card(evening, director) -> Inquiry:
    """A card led out of turn, whose inquiry asks which one."""
    call = incidents.open_incident(tournament=evening, by=director, section=evening.sections.get(), table=3)
    inquiry = incidents.open_inquiry(incident=call, law="54", by=director, facts={"declarer": "S"})
    return make.answer(inquiry, director, wrong_leader="E", since_lead="nothing")


def test_no_target_is_small_or_beside_another(tablet: Tablet, evening, claim, card):
    line = evening.boards.order_by("number").first().results.first()
    pages = [
        ("what", claim.incident_id),
        ("question", claim.pk, "cards_left"),
        ("question", card.pk, "card"),
        ("type_result", line.pk),
        ("evening", evening.pk, "?act=leave"),
        ("evening", evening.pk, "?act=close"),
        ("room", evening.pk),
    ]
    found = []
    for name, *rest in pages:
        query = rest.pop() if str(rest[-1]).startswith("?") else ""
        tablet.open(name, *rest)
        if query:
            tablet.page.goto(tablet.page.url.split("?")[0] + query)
        for size in SIZES:
            tablet.page.set_viewport_size(size)
            where = (name, query, size["width"])
            found += [(where, one) for one in (*tablet.page.evaluate(SMALL), *tablet.page.evaluate(CLOSE))]
            found += [(where, "scrolls sideways")] if tablet.page.evaluate(WIDE) else []
    assert found == []


def at(page: Page) -> str:
    """Return the value of the focused element."""
    return page.evaluate("document.activeElement.value ?? ''")


def walk(page: Page, first: str, *arrows: str) -> list[str]:
    """Press the arrows from the key of this value on; return the focused value after each."""
    page.locator(f"button[name=answer][value='{first}']").focus()
    found = []
    for arrow in arrows:
        page.keyboard.press(f"Arrow{arrow}")
        found.append(at(page))
    return found


def test_arrows_lead_through_a_pad_as_its_keys_stand(tablet: Tablet, card):
    tablet.open("question", card.pk, "card")
    assert walk(tablet.page, "SA", "Right", "Down", "Left", "Up", "Up") == ["SK", "S6", "S7", "SA", "SA"]
    assert walk(tablet.page, "S7", "Down", "Down") == ["HA", "H7"]
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator(".opt").first).to_be_visible()
    assert Inquiry.objects.get(pk=card.pk).answers_dict()["card"] == "H7"


def test_arrows_lead_round_the_table(tablet: Tablet, card):
    tablet.ask(card.pk, "wrong_leader")
    assert walk(tablet.page, "N", "Down", "Left", "Right", "Up") == ["S", "W", "E", "N"]


def test_arrows_lead_through_the_cards_left_at_a_claim(tablet: Tablet, claim):
    tablet.open("question", claim.pk, "cards_left")
    tablet.page.locator("[data-card=SA]").focus()
    tablet.page.keyboard.press("ArrowRight")
    assert tablet.page.evaluate("document.activeElement.dataset.card") == "SK"
    tablet.page.keyboard.press("ArrowDown")
    assert tablet.page.evaluate("document.activeElement.dataset.card") == "S6"

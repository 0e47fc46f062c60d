"""Several irregularities at one table, in a real browser: each ruling takes the effects of earlier ones into
account."""

import re

import pytest
from playwright.sync_api import expect

from arbitrage.models import Duty, Incident
from arbitrage.services import incidents
from tests.arbitrage.tablet import LANDSCAPE, TABLET, Tablet, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

TABLE = 3


def call(tablet: Tablet, board, tile: str) -> None:
    """Call the director to table 3 on this board."""
    tablet.open("room", board.tournament_id)
    touch_table(tablet.page, TABLE)
    expect(tablet.page.locator("h1").first).to_contain_text("Que s’est-il passé")
    incident = Incident.objects.get()
    incidents.place_incident(incident=incident, by=incident.opened_by, board=board)
    another(tablet, incident, tile)


def another(tablet: Tablet, incident: Incident, tile: str) -> None:
    """Report another irregularity in the same call."""
    tablet.open("what", incident.pk)
    tablet.page.get_by_role("button", name=tile).first.click()


def card_seen(tablet: Tablet, board) -> None:
    """Rule that East has dropped the 4 of clubs."""
    call(tablet, board, "Carte vue")
    expect(tablet.page).to_have_url(re.compile("tile=carte-vue"))
    tablet.tap("button[name=case][value='carte-vue:0']")
    answers(tablet, owner="E", how="dropped", card="C4")
    ruled(tablet, "carte pénalisée secondaire")


def answers(tablet: Tablet, **answers: str | None) -> None:
    for question, value in answers.items():
        tablet.answer(question, value)


def ruled(tablet: Tablet, words: str) -> None:
    expect(tablet.page).to_have_url(re.compile("/decision/"))
    tablet.title(words)


def who_is_on_lead(tablet: Tablet, board, seat: str) -> None:
    """Touch in the tray the button of the player who is about to lead."""
    tablet.open("room", board.tournament_id)
    words = re.compile({"E": "^Est", "W": "^Ouest"}[seat] + " va attaquer")
    tablet.page.get_by_role("button", name=words).first.click()


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["portrait", "landscape"])
def test_a_minor_card_then_a_lead_out_of_turn_to_the_end_of_play(tablet, board, size):
    tablet.page.set_viewport_size(size)
    page = tablet.page

    # East drops the 4 of clubs: a minor penalty card
    card_seen(tablet, board)

    # He leads the 5 of diamonds at West's turn; South is told of both and refuses: both are major
    another(tablet, Incident.objects.get(), "Carte jouée hors tour")
    page.get_by_role("button", name="Un défenseur a attaqué").first.click()
    answers(tablet, offender="E", leader="W", card="D5", since_defenders_lead="nothing", over_cards="refuse")
    ruled(tablet, "Refusée")
    tablet.open("room", board.tournament_id)
    tray = page.locator(".tray")
    for card in ("♣4 d’Est, carte pénalisée principale", "♦5 d’Est, carte pénalisée principale"):
        expect(tray).to_contain_text(card)
    expect(tray).not_to_contain_text("secondaire")
    expect(tray.get_by_role("button", name="Ouest va attaquer")).to_have_count(1)

    # The page names the origin of the cards on the table
    tray.get_by_text("Sur la table", exact=True).click()
    expect(tray.locator(".lying li").first).to_contain_text(re.compile(r"♣4.*donne 2, .*Loi 49"))

    # West is about to lead: South chooses over two suits, and forbids diamonds
    who_is_on_lead(tablet, board, "W")
    tablet.title("À lire à voix haute, en entier, à Sud")
    answers(tablet, several_suits="forbid")
    answers(tablet, suit="D")
    if "/q/" in page.url:
        tablet.press("Non")
    ruled(tablet, "Ouest ne peut pas attaquer")
    tablet.open("room", board.tournament_id)
    expect(tray).to_contain_text("♣4 d’Est")
    expect(tray).not_to_contain_text("♦5 d’Est")
    expect(tray).to_contain_text("Ouest ne peut pas attaquer ♦")

    # East is on lead: the card that is left
    who_is_on_lead(tablet, board, "E")
    ruled(tablet, "Est doit attaquer de sa carte pénalisée")
    expect(page.locator(".steps")).to_contain_text("♣4")
    tablet.open("room", board.tournament_id)
    expect(tray).not_to_contain_text("♣4 d’Est")
    assert not Duty.objects.filter(state="open").exclude(about="").exists()

    # The end of play: once, whatever the number of cards
    tray.locator("#end").click()
    tray.get_by_role("link", name="Y aller").last.click()
    tablet.press("La donne est jouée : à revoir")
    tablet.answer("helped", "no")
    ruled(tablet, "Le résultat")


def test_what_the_tray_says_of_a_table_is_corrected_there_with_two_taps(tablet, board):
    card_seen(tablet, board)
    tablet.open("room", board.tournament_id)
    tray = tablet.page.locator(".tray")
    tray.get_by_text("Sur la table", exact=True).click()
    tray.get_by_text("Ce n’est pas cela").first.click()
    tray.get_by_role("button", name="Ce n’est pas une carte pénalisée").click()
    expect(tablet.page).to_have_url(re.compile("/tournaments/"))
    expect(tray).not_to_contain_text("♣4")


def test_both_sides_revoke_and_the_first_decision_is_shown_as_replaced(tablet, board):
    page = tablet.page
    call(tablet, board, "Renonce")
    answers(tablet, able="yes", offender="W", trick="4", noticed="all_played", after_play="not_yet")
    answers(tablet, exclusion="none", winner="N", tricks_after="2")
    expect(page.locator(".numbers")).to_contain_text(re.compile("12 levées, 3SA\\+3, 690"))
    tablet.answer("equity", "no")
    ruled(tablet, "Une levée est transférée à Nord-Sud")
    expect(page.locator(".sum .end")).to_contain_text("3SA+3")
    first = page.url

    another(tablet, Incident.objects.get(), "Renonce")
    answers(tablet, able="yes", offender="S", trick="6", noticed="all_played", after_play="not_yet")
    answers(tablet, exclusion="both", equity_both="nobody")
    ruled(tablet, "Aucune levée n’est transférée")
    expect(page.locator(".sum .end")).to_contain_text("inchangé")
    expect(page.locator("s")).to_contain_text("Une levée est transférée à Nord-Sud")

    page.goto(first)
    expect(page.locator("h1 s")).to_contain_text("Une levée est transférée à Nord-Sud")
    expect(page.locator(".banner").first).to_contain_text("les deux camps ont fait une renonce sur cette donne")
    page.get_by_role("link", name="La voir").click()
    ruled(tablet, "Aucune levée n’est transférée")

    page.locator("details.more > summary").first.click()
    page.get_by_role("link", name="Rapport", exact=True).click()
    expect(page.locator(".sheet")).to_contain_text("Remplacée par la décision rendue")


def test_a_revoke_a_claim_and_an_objection(tablet, board):
    page = tablet.page
    call(tablet, board, "Renonce")
    answers(tablet, able="yes", offender="W", trick="9", noticed="during", since="claimed")
    ruled(tablet, "Statuez d’abord sur la revendication")
    expect(page.locator("main .btn.main")).to_contain_text("Statuez maintenant sur la revendication")

    # The claim of East, to which South objects, is ruled on first
    page.locator("main .btn.main").click()
    answers(tablet, said="all", claimer="E", doubted="yes", since_claim="nothing")
    ruled(tablet, "La revendication est contestée")
    expect(page.locator("main .btn.main")).to_contain_text("contestée")

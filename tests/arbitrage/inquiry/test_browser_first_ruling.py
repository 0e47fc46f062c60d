"""The seed case from "Arbitre !" to the printed report, in a real browser on an upright tablet.

South makes eleven tricks in 3NT, vulnerable; West revoked and did not win the trick, and the defence won two tricks
later. One trick is transferred (64A2): 3NT+3 for 690, where seven tables have 660.
"""

import re

import pytest
from playwright.sync_api import Browser, expect

from arbitrage.models import Answer, Incident
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.tablet import LANDSCAPE, TABLET, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

TABLE = 3
DURING = [("able", "yes"), ("offender", "W"), ("trick", "4"), ("noticed", "during"), ("since", "played")]
AT_THE_END = [("exclusion", "none"), ("winner", "N"), ("tricks_after", "2"), ("equity", "no")]


def call_at_the_table(tablet: Tablet, board) -> None:
    tablet.open("room", board.tournament_id)
    tablet.call(TABLE, "Renonce")


def say_which_board(board) -> Incident:
    incident = Incident.objects.get()
    return incidents.place_incident(incident=incident, by=incident.opened_by, board=board)


def test_two_taps_lead_from_the_call_to_the_first_question(tablet, board):
    call_at_the_table(tablet, board)
    tablet.title("Qui a renoncé")
    assert tablet.taps == 2


@pytest.mark.parametrize("size", [TABLET, LANDSCAPE], ids=["portrait", "landscape"])
def test_the_common_revoke_from_the_call_to_the_report(tablet, board, size):
    tablet.page.set_viewport_size(size)
    call_at_the_table(tablet, board)
    say_which_board(board)

    for question, value in DURING:
        tablet.answer(question, value)
    tablet.title("La renonce est consommée")

    # The tray of the room brings the director back at the end of play
    tablet.open("room", board.tournament_id)
    expect(tablet.page.locator(".tray")).to_contain_text("compter les levées")
    tablet.page.locator(".tray summary").click()  # duties for the end of the board are folded until then
    tablet.page.locator(".tray").get_by_role("link", name="Y aller").click()
    tablet.tap("form[action$='/reach/'] button")
    for question, value in AT_THE_END:
        tablet.answer(question, value)
    tablet.title("Une levée est transférée à Nord-Sud")
    # 2 taps for the call, 5 questions during play, the end of play, 4 questions at the end: only those that the Law
    # asks. The first question of both groups is a usual fact, recorded with the answer below it
    assert tablet.taps == 2 + len(DURING[1:]) + 1 + len(AT_THE_END[1:])

    tablet.page.get_by_role("link", name="La marque").click()
    page = tablet.page
    for words in ("3SA", "+3", "690"):
        expect(page.locator(".sum .end")).to_contain_text(words)
    line = page.locator("tr.this").first
    for words in ("690", "100", "0"):
        expect(line).to_contain_text(words)
    expect(page.locator("table").first).to_contain_text("42,9")
    page.get_by_role("button", name="Confirmer 3SA+3, 690").click()
    expect(page.locator("main")).to_contain_text(re.compile(r"Confirmée (le [^.]+ )?à"))

    incident = Incident.objects.get()
    (result,) = incident.adjustments.get().given.ns
    assert (result.contract, result.declarer, result.tricks, result.score) == ("3NT", "S", 12, 690)

    tablet.open("report", incident.pk)
    sheet = page.locator(".sheet")
    for words in (
        incident.reference,
        "64A2",
        "3SA+3",
        "690",
        "42,9",
        "Qui a renoncé",
        "Une levée est transférée à Nord-Sud",
    ):
        expect(sheet).to_contain_text(words)


def test_a_reload_and_a_killed_connection_lose_no_answer(tablet, board):
    """The device has not had the time to fetch the laws, so it cannot go on by itself."""
    tablet.page.context.route("**/*laws*", lambda route: route.abort())
    call_at_the_table(tablet, board)
    tablet.answer("able", "yes")
    tablet.answer("offender", "W")
    expect(tablet.page).to_have_url(re.compile("/q/(?!able/)"))
    tablet.page.reload()
    tablet.page.context.set_offline(True)
    tablet.page.locator("button[name=answer]").first.click()
    expect(tablet.page.locator("#lost")).to_be_visible()
    tablet.page.context.set_offline(False)
    tablet.page.reload()
    expect(tablet.page.locator("#net")).to_have_attribute("data-pending", "0")
    expect(tablet.page.locator(".trail")).to_contain_text("Ouest")
    assert {("able", "yes"), ("offender", "W")} < set(Answer.objects.values_list("question", "value"))
    assert Answer.objects.count() == 3, "the tap that did not get through has waited on the tablet"


def test_a_second_director_meets_a_message_and_overwrites_nothing(tablet, board, browser: Browser, live_server, club):
    make.make_member(club, "dupont")
    call_at_the_table(tablet, board)
    tablet.title("Qui a renoncé")

    other = Tablet(browser.new_context(viewport=TABLET).new_page(), live_server.url).signed_in("dupont")
    other.page.goto(tablet.page.url)
    tablet.answer("offender", "W")
    expect(tablet.page).to_have_url(re.compile("/q/(?!able/)"))
    other.tap("button[name=answer][value='E']")

    expect(other.page.get_by_role("alert")).to_contain_text("Ouest")
    assert Answer.objects.get(question="offender").value == "W"
    other.page.context.close()

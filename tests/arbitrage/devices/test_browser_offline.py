"""Without a network, a real browser asks the same questions and gives the same rulings; no act is lost, and none is
carried out twice."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from arbitrage.models import Event, Exercise, Incident, Inquiry
from arbitrage.pages.devices import compiled_laws, offline_worker
from arbitrage.server import kept_files
from arbitrage.services import incidents, school
from arbitrage.services.errors import Refused
from arbitrage.services.record import history
from arbitrage.services.tournaments import playing_director
from tests.arbitrage.at_the_screen import url
from tests.arbitrage.devices import offline_walks
from tests.arbitrage.site.test_browser_accessibility import AXE, CLOSE, COLOURS, EVERYTHING, NARROW, RUN, SMALL, WIDE
from tests.arbitrage.tablet import TABLET, Tablet
from tests.conftest import PATIENCE
from tests.offline_trials import Director, compare

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

A_LAW = 3
"""Number of random ways through each law in each language, besides one on a table that answers some questions."""

HELD = """async () => (await (await import("/static/js/offline/store.js")).all("incidents")).length"""

ON_THE_TABLET = ("cut", "close", "reload", "two tabs", "sign-in ends")
"""Disturbances in these tests; `python -m tests.offline_trials` also kills or suspends the server."""


@pytest.fixture(autouse=True)
def patient_worker(monkeypatch) -> Iterator[None]:
    """A service worker that waits longer for a page on a busy machine; without a network it still gives up at once."""
    monkeypatch.setattr(offline_worker, "PATIENCE", PATIENCE)
    offline_worker.script.cache_clear()
    yield
    offline_worker.script.cache_clear()


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Iterator[BrowserContext]:
    """The windows of a tablet on which the application is installed once for all tests of a module."""
    compiled_before()
    with browser.new_context(viewport=TABLET, locale="fr-FR", service_workers="allow") as context:
        yield context


@pytest.fixture
def taken_along(windows: BrowserContext, live_server, director) -> Iterator[Tablet]:
    """A tablet with the session of a director, which has stored nothing yet. The first test of a module installs the
    application; later tests find its files there. No password is typed: only tests of signing in and out need that."""
    try:
        yield from with_a_session(windows, live_server.url)
    finally:
        forget_all(windows, live_server.url)


@pytest.fixture
def new_device(browser: Browser, live_server, director) -> Iterator[Tablet]:
    """A tablet with the session of a director, on which the application is not installed yet."""
    compiled_before()
    with browser.new_context(viewport=TABLET, locale="fr-FR", service_workers="allow") as context:
        yield from with_a_session(context, live_server.url)


def with_a_session(windows: BrowserContext, address: str) -> Iterator[Tablet]:
    tablet = Tablet(windows.new_page(), address).signed_in("martin")
    troubles: list[str] = []
    tablet.page.on("pageerror", lambda error: troubles.append(str(error)))
    yield tablet
    for page in windows.pages:
        page.close()
    assert troubles == []


def forget_all(windows: BrowserContext, address: str) -> None:
    """Clear the session, acts, rooms and notes of a tablet; leave only the installed application."""
    windows.set_offline(False)
    windows.unroute_all()
    windows.clear_cookies()
    page = windows.new_page()
    tools = windows.new_cdp_session(page)
    stored = {"origin": address, "storageTypes": "indexeddb,local_storage"}
    tools.send("Storage.clearDataForOrigin", stored)
    page.close()


def compiled_before() -> None:
    """Compile the laws before the tests, so that the first device does not wait for the server to compile them."""
    for language in ("fr", "en"):
        compiled_laws.compressed(language)


def installed(device: Tablet, tournament) -> None:
    device.open("room", tournament.pk)
    expect(device.page.locator("body")).to_have_attribute("data-installed", "yes")


def touch(page, selector: str) -> None:
    """Touch a button; if it is among the folded acts, unfold these first."""
    button = page.locator(selector).first
    button.wait_for(state="attached")
    if not button.is_visible():
        page.locator(f"details.more:not([open]):has({selector}) > summary").first.click()
    button.click()


def cut(device: Tablet) -> None:
    device.page.context.set_offline(True)


def back(device: Tablet) -> None:
    device.page.context.set_offline(False)
    device.page.evaluate("dispatchEvent(new Event('online'))")
    expect(device.page.locator("#net")).to_have_attribute("data-pending", "0")


def in_the_end(page, so: Callable[[], bool]) -> None:
    """Wait until *so* is true after an automatic action of the device."""
    for _tenth in range(PATIENCE // 100):
        if so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("It does not come.")


def kept_table(page: Page, table: int) -> Locator:
    """Return the tile of a table in the room as the device last saw it."""
    return page.locator("#seen form .tile", has=page.locator(f".n:text-is('{table}')"))


def pending(device: Tablet, number: int) -> None:
    expect(device.page.locator("#net")).to_have_attribute("data-pending", str(number))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_device_asks_and_rules_word_for_word_as_the_server(page, live_server, language):
    chance = random.Random(29)
    with translation.override(language):
        ways = [way for law in offline_walks.LAWS.values() for way in offline_walks.walks(law, chance, A_LAW)]
    assert len([one for one in ways if one["readings"]]) > 10, "the tables say something to many laws"
    page.goto(f"{live_server.url}/{language}/login/")
    laws = url("offline_laws", kept_files.version(), language=language)
    found = page.evaluate(offline_walks.COMPARE, {"laws": laws, "walks": ways})
    for way, said in zip(ways, found, strict=True):
        assert said == way["seen"], (way["law"], way["facts"], way["answers"])


def test_what_a_page_takes_along_is_asked_for_once_all_of_the_page_is_there(new_device, inquiry):
    page, held, asked = new_device.page, [], []
    page.context.route("**/atkinson-700*", lambda route: held.append(route))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(
        new_device.address + url("question", inquiry.pk, "able", language="fr") + "?itself=yes",
        wait_until="domcontentloaded",
    )
    page.wait_for_timeout(2000)
    along = ("carry", "laws.json", "sw.js")
    assert held and not [one for one in asked if any(name in one for name in along)]
    with page.expect_request("**/carry*"):
        held[0].continue_()


def test_from_the_room_as_last_seen_to_a_ruling_without_a_network(taken_along, board):
    device = taken_along
    installed(device, board.tournament)
    page = device.page
    cut(device)
    page.reload()
    expect(page.locator("#seen .room")).to_be_visible()
    kept_table(page, 3).click()
    page.get_by_role("button", name="Entame hors tour").click()
    for value in (
        "N",
        "DK",
        "no",
    ):  # the device has no state of this table, so it asks whether anything else lies there
        page.locator(f"[data-answer='{value}']").click()
        if value == "N":  # a wrong seat, changed later
            page.get_by_role("button", name="Reprendre : Nord").click()
            page.locator("[data-answer='E']").click()
            expect(page.locator(".known")).to_contain_text("Demandez d’abord")
    device.title("À lire à voix haute, en entier, à Sud")
    expect(page.locator(".opts .opt")).to_have_count(5)
    expect(page.locator(".then b")).to_have_text(["cette fois seulement", "tant qu’il garde la main"])
    page.locator("[data-answer='require']").click()
    device.title("Ouest doit entamer ♦ carreau")
    pending(device, 9)
    assert Incident.objects.count() == 0
    page.reload()
    device.title("Ouest doit entamer ♦ carreau")
    back(device)
    incident = Incident.objects.get()
    assert incident.table == 3
    assert Inquiry.objects.get().answers_dict() == {
        "wrong_leader": "E",
        "since_lead": "nothing",
        "card": "DK",
        "besides": "no",
        "option": "require",
    }
    assert [event.data["same"] for event in Event.objects.filter(kind="ruled_offline")] == [True]
    assert history.differences(incident) == []
    expect(page.locator("#online")).to_be_visible()
    page.locator("#online").click()
    device.title("Ouest doit entamer")
    expect(page).to_have_url(f"{device.address}{url('decision', Inquiry.objects.get().pk, language='fr')}")


def test_with_the_network_there_an_answer_is_saved_at_once_and_sent_once(taken_along, inquiry):
    device = taken_along
    installed(device, inquiry.incident.tournament)
    sent: list[str] = []
    device.page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    device.ask(inquiry.pk, "able")
    for answer, then in (("yes", "/q/offender/"), ("W", "/q/trick/")):
        device.page.locator(f'button[name="answer"][value="{answer}"]').click()
        device.page.wait_for_url(f"**{then}")
        pending(device, 0)
    for _moment in range(100):  # the device shows the next question before it sends
        if len(sent) >= 2:
            break
        device.page.wait_for_timeout(50)
    pending(device, 0)
    assert [one for one in sent if one.endswith("/outbox/")] == []
    assert len(sent) == 2


def test_a_tap_that_fails_goes_on_where_it_was_and_the_answer_that_came_first_counts(taken_along, inquiry, colleague):
    device = taken_along
    installed(device, inquiry.incident.tournament)
    page = device.page
    device.ask(inquiry.pk, "able")
    cut(device)
    page.locator("button[name=answer][value=yes]").first.click()
    expect(page.locator("[data-ask]")).to_be_visible()
    pending(device, 1)
    page.locator("[data-ask] [data-answer='W']").click()
    expect(page.locator("[data-ask]")).not_to_have_attribute("data-question", "offender")
    pending(device, 2)
    for question, value in (("able", "yes"), ("offender", "E")):
        incidents.record_answer(inquiry=inquiry, question_id=question, value=value, seen_version=0, by=colleague)
    back(device)
    assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "E"}
    assert Event.objects.filter(kind="answer_refused").count() == 1
    page.reload()
    expect(page.locator("[role=alert]").first).to_contain_text("leclerc")
    expect(page.locator(".trail")).to_contain_text("Est")


def test_what_the_server_had_already_goes_on_under_the_finger(taken_along, inquiry, tournament, colleague):
    """The server already had the call, and the director chose the law without a network; the page continues with the
    server's copy."""
    device, page = taken_along, taken_along.page
    installed(device, tournament)
    section = tournament.sections.get()
    there = incidents.answer_call(tournament=tournament, by=colleague, section=section, table=3)
    cut(device)
    page.reload()
    kept_table(page, 3).click()
    page.get_by_role("button", name="Entame hors tour").click()
    back(device)
    assert [str(incident.pk) for incident in Incident.objects.filter(table=3)] == [str(there.pk)]
    page.locator("[data-answer='E']").click()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "card")
    cut(device)
    touch(page, "[data-go='note']")
    typed_on(page, "Calme.")
    page.get_by_role("button", name="Garder cette note").click()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "card")
    back(device)
    there.refresh_from_db()
    assert there.words == "Calme."
    assert [one.answers_dict() for one in there.inquiries.all()] == [{"wrong_leader": "E"}]


def test_a_law_that_was_chosen_already_goes_on_under_the_finger(taken_along, inquiry):
    device, page = taken_along, taken_along.page
    installed(device, inquiry.incident.tournament)
    device.ask(inquiry.pk, "able")
    in_the_end(page, lambda: page.evaluate(HELD) == 1)
    cut(device)
    page.reload()
    touch(page, "[data-go='what']")
    page.locator("input[name=q]").fill("64")
    page.locator("#found [data-law='64']").click()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "offender")
    back(device)
    page.locator("[data-answer='W']").click()
    expect(page.locator("[data-ask]")).not_to_have_attribute("data-question", "offender")
    pending(device, 0)
    assert [one.answers_dict() for one in Inquiry.objects.all()] == [{"able": "yes", "offender": "W"}]


def test_a_fact_is_taken_above_the_question_that_follows_and_can_be_refused_without_a_network(taken_along, tournament):
    device, page = taken_along, taken_along.page
    installed(device, tournament)
    cut(device)
    page.reload()
    kept_table(page, 3).click()
    page.locator("input[name=q]").fill("64")
    page.locator("#found [data-law='64']").click()
    expect(page.locator(".known")).to_contain_text("il pouvait fournir")
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "offender")
    expect(page.locator("main h1")).to_have_count(1)
    page.locator(".known [data-change]").click()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "able")
    expect(page.locator(".known")).to_have_count(0)
    page.locator("[data-answer='yes']").click()
    page.locator("[data-answer='W']").click()
    page.locator(".trail [data-change='offender']").click()
    expect(page.locator(".known")).to_contain_text("il pouvait fournir")
    page.locator("[data-answer='E']").click()
    expect(page.locator("[data-ask]")).not_to_have_attribute("data-question", "offender")
    page.locator("[data-go='room']").first.click()
    _claim_without_a_network(page)
    page.locator("[data-go='room']").first.click()
    back(device)
    assert Inquiry.objects.get(law="64").answers_dict() == {"able": "yes", "offender": "E"}
    found = Inquiry.objects.get(law="70").answers_dict()
    assert {name: found.get(name) for name in CLAIMED} == CLAIMED
    assert [event.data["same"] for event in Event.objects.filter(kind="ruled_offline")] == [True]


def _claim_without_a_network(page: Page) -> None:
    """Rule on a contested claim: one page asks for the statements, another for the doubtful points, and the numbers of
    tricks are below the field for the lines of play."""
    asked = page.locator("[data-ask]")
    keys = {"tricks_left": "3", "tricks_before": "8", "trumps": "H", "trumps_out": "0"}
    kept_table(page, 5).click()
    page.locator("input[name=q]").fill("70")
    page.locator("#found [data-law='70']").click()
    for question in ("claimer", "declarer", "cards_left", *list(keys)[:2], "to_play", "trumps"):
        expect(asked).to_have_attribute("data-question", question)
        if question == "cards_left":
            asked.locator("button:not([type=button])").last.click()
        else:
            page.locator(f"[data-answer='{keys.get(question, 'S')}']").click()
    expect(page.locator("main h1")).to_have_text("Qu’a dit chacun ?")
    page.locator("[name=statement]").fill("Tout est bon")
    page.locator("[name=tricks_claimed][value='3'] + .key").click()
    page.locator("[name=said_on_the_right]").fill("Non, il n’a rien dit")
    page.reload()  # the unfinished text is kept
    expect(page.locator("[name=said_on_the_right]")).to_have_value("Non, il n’a rien dit")
    page.locator("[name=tricks_claimed][value='3'] + .key").click()
    page.locator("[data-ask] .main").click()
    page.locator("[data-answer='0'], [data-answer='no']").first.click()  # no trump was out
    expect(page.locator("main h1")).to_have_text("L’une de ces choses est-elle vraie de la revendication ?")
    page.locator("[name=these][value=ticked]").click()
    expect(page.locator(".error")).to_contain_text("Touchez ce qui est vrai")
    for question in ("new_line", "order_open"):
        page.locator(f"[name=yes][value={question}] + .choice").click()
    page.locator("[name=these][value=ticked]").click()
    expect(asked).to_have_attribute("data-question", "worse_line")
    page.locator("[data-answer='yes']").click()
    expect(asked).to_have_attribute("data-question", "normal_lines")
    expect(asked.locator("textarea")).to_have_count(1)
    page.locator("[name=normal_lines]").fill("Pique d’abord")
    page.locator("[data-answer='1']").click()
    expect(page.locator(".steps")).to_be_visible()


CLAIMED = {
    "statement": "Tout est bon",
    "tricks_claimed": "3",
    "said_on_the_left": "",
    "said_on_the_right": "Non, il n’a rien dit",
    "said_by_partner": "",
    "new_line": "yes",
    "worse_line": "yes",
    "one_opponent": "no",
    "order_open": "yes",
    "normal_lines": "Pique d’abord",
    "tricks_to_others": "1",
}
"""The answers given without the network, as the server stores them afterwards."""


def test_the_room_without_a_network_goes_on_at_the_question_and_comes_back_to_itself_with_it(taken_along, tournament):
    """The tile of a call is marked and reopens its question. The bar has one line about the waiting acts, and the calls
    of this device are listed under the tiles."""
    device, page = taken_along, taken_along.page
    installed(device, tournament)
    cut(device)
    page.reload()
    in_the_end(page, lambda: kept_table(page, 3).bounding_box() is not None)
    top = kept_table(page, 3).bounding_box()
    kept_table(page, 3).click()
    page.get_by_role("button", name="Entame hors tour").click()
    page.locator("[data-answer='E']").click()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "card")
    page.locator("[data-go='room']").first.click()
    expect(page.locator("#waits")).to_contain_text("3 ")
    expect(page.locator("#seen .tile.open")).to_have_count(1)
    in_the_end(page, lambda: kept_table(page, 3).bounding_box() == top)  # the page may be redrawing
    kept_table(page, 3).click()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "card")
    page.locator("[data-go='room']").first.click()
    page.locator("#waits").click()
    back(device)
    page.locator("#online").click()
    expect(page).to_have_url(device.address + url("room", tournament.pk, language="fr"))
    assert Incident.objects.count() == 1


def test_what_one_director_left_is_never_sent_as_anothers(taken_along, board, colleague):
    device = taken_along
    installed(device, board.tournament)
    page = device.page
    cut(device)
    page.reload()
    kept_table(page, 3).click()
    expect(page.locator(".what .tile").first).to_be_visible()
    page.context.clear_cookies(name="sessionid")
    page.context.set_offline(False)
    device.sign_in("leclerc")
    expect(page.locator("#waits")).to_contain_text("1 ")
    expect(page.locator("#net")).to_have_attribute("data-pending", "0")
    page.locator("#waits").click()
    expect(page.locator("main p", has_text="martin")).to_contain_text("1 ")
    assert Incident.objects.count() == 0
    page.context.clear_cookies(name="sessionid")
    device.sign_in("martin")
    in_the_end(page, Incident.objects.exists)
    expect(page.locator("#waits")).to_be_hidden()
    assert [incident.opened_by.username for incident in Incident.objects.all()] == ["martin"]


def test_signing_out_is_refused_while_something_waits_and_takes_everything_with_it(taken_along, incident):
    device = taken_along
    installed(device, incident.tournament)
    page = device.page
    device.open("tournament_list")
    expect(page.locator("body")).to_have_attribute("data-installed", "yes")  # the service worker is ready
    page.context.route("**/outbox/", lambda route: route.abort())
    page.evaluate(
        """async (incident) => {
          const { act } = await import("/static/js/offline/outbox.js");
          await act({ kind: "words", incident, words: "Le mort est parti." }, () => {}, { held: true });
        }""",
        str(incident.pk),
    )
    sign_out = page.locator("form[action$='/logout/'] button")
    sign_out.click()
    expect(page.locator("#leaving")).to_contain_text("Le mort est parti.")
    page.locator("[data-stay]").click()
    expect(page.locator("#leaving")).to_be_hidden()
    sign_out.click()
    page.locator("[data-lose]").click()
    expect(page.locator("input[name=password]")).to_be_visible()
    kept = page.evaluate(
        """async () => {
          const { all } = await import("/static/js/offline/store.js");
          return (await Promise.all(["acts", "incidents", "rooms", "meta"].map(all))).map((found) => found.length);
        }"""
    )
    assert kept == [0, 0, 0, 0]


LONG_AGO = """async () => {
  const { of, write } = await import("/static/js/offline/store.js");
  const at = new Date(Date.now() - 13 * 3600 * 1000).toISOString();
  await write(async ({ incidents, rooms }) => {
    for (const store of [incidents, rooms])
      for (const one of await of(store.getAll())) store.put({ ...one, at, seen: undefined });
  });
}"""


def test_a_room_that_was_kept_too_long_is_not_read_any_more_and_what_waits_stays(taken_along, incident):
    device, page = taken_along, taken_along.page
    installed(device, incident.tournament)
    device.open("incident", incident.pk)
    device.open("room", incident.tournament_id)
    cut(device)
    page.goto(device.address + url("offline", language="fr"))
    expect(page.locator("#seen .tile").first).to_be_visible()
    page.locator("#seen form .tile").first.click()  # a call without a network
    expect(page.locator(".what .tile").first).to_be_visible()
    assert page.evaluate(HELD) == 2
    page.evaluate(LONG_AGO)
    page.evaluate("dispatchEvent(new Event('focus'))")
    in_the_end(page, lambda: page.evaluate(HELD) == 1)
    page.goto(device.address + url("room", incident.tournament_id, language="fr"))
    expect(page.locator("#step")).to_contain_text("Aucune salle")
    assert page.locator("#seen .tile").count() == 0
    pending(device, 1)
    back(device)
    in_the_end(page, lambda: Incident.objects.count() == 2)


@dataclass
class Served:
    """The server of the tests, with the interface of the trials' server."""

    address: str
    folder: Path


def test_incidents_under_a_random_schedule_of_trouble_are_each_there_once(
    browser, live_server, director, tournament, tmp_path
):
    seed = 11
    compiled_before()
    context = browser.new_context(viewport=TABLET, locale="fr-FR", service_workers="allow")
    somebody = Director(
        Served(live_server.url, tmp_path), context, str(tournament.pk), random.Random(seed), ON_THE_TABLET, 900.0
    )
    somebody.room()
    somebody.page.locator("body[data-installed=yes]").wait_for(timeout=60000)
    expected = [(mark, somebody.incident(mark)) for mark in (f"Essai {number}." for number in range(1, 7))]
    assert somebody.finish() == []
    context.close()
    found = [
        {
            "words": incident.words,
            "differences": history.differences(incident),
            "answers": [inquiry.answers_dict() for inquiry in incident.inquiries.all()],
        }
        for incident in Incident.objects.all()
    ]
    assert compare(expected, found) == [], f"seed {seed}, {dict(somebody.troubles)}"
    assert len(somebody.troubles) > 2, "it has been made difficult"


WORDS = "Le mort a dit : « encore un pique »."


def typed_on(page, words: str) -> None:
    page.locator("textarea[name=words]").press("Control+End")
    page.locator("textarea[name=words]").press_sequentially(words)


def test_a_note_is_saved_while_it_is_typed_through_a_cut_network_a_reload_and_a_closed_tab(taken_along, inquiry):
    device, incident = taken_along, inquiry.incident
    installed(device, incident.tournament)
    device.ask(inquiry.pk, "able")
    device.page.locator("details.more summary").first.click()
    device.page.get_by_role("link", name="Ajouter une note").click()
    kept = device.page.locator("#kept")
    typed_on(device.page, "Le mort a dit")
    expect(kept).to_have_attribute("data-state", "saved")
    assert Incident.objects.get().words == "Le mort a dit"
    cut(device)
    typed_on(device.page, " : « encore")
    expect(kept).to_have_attribute("data-state", "waits")
    pending(device, 1)
    typed_on(device.page, " un")
    device.page.reload()  # at once, before the pause after which a note is sent
    expect(device.page.locator("textarea[name=words]")).to_have_value("Le mort a dit : « encore un")
    typed_on(device.page, " pique ».")
    other = device.page.context.new_page()
    device.page.close()
    device.page = other
    other.context.set_offline(False)
    device.open("room", incident.tournament.pk)
    in_the_end(other, lambda: Incident.objects.get().words == WORDS)
    device.open("add_words", incident.pk)
    expect(other.locator("textarea[name=words]")).to_have_value(WORDS)
    expect(other.locator("[data-writing]")).to_be_hidden()
    other.locator("form.slim button.main").click()
    expect(other).to_have_url(re.compile("/inquiries/"))
    device.open("add_words", incident.pk)
    expect(other.locator("textarea[name=words]")).to_have_value("")
    expect(other.locator("[data-writing]")).to_have_text(WORDS)
    assert Incident.objects.get().words == WORDS
    assert history.differences(Incident.objects.get()) == []


SLOW_DISK = """const before = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, more) {
  const until = Date.now() + 300;
  while (mode === "readwrite" && Date.now() < until);
  return before.call(this, stores, mode, more);
};"""


def test_a_device_that_is_slow_to_keep_a_note_does_not_take_the_field_from_whoever_writes(taken_along, inquiry):
    device, incident = taken_along, inquiry.incident
    installed(device, incident.tournament)
    device.open("add_words", incident.pk)
    typed_on(device.page, "Le mort a dit")
    expect(device.page.locator("#kept")).to_have_attribute("data-state", "saved")
    cut(device)
    typed_on(device.page, " : « encore")
    device.page.context.add_init_script(SLOW_DISK)
    device.page.reload()
    field = device.page.locator("textarea[name=words]")
    field.focus()
    expect(device.page.locator("#kept")).to_have_attribute("data-state", "waits")
    device.page.wait_for_timeout(500)
    expect(field).to_be_focused()


NO_ROOM_FOR_TYPING = """() => {
  const before = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (record) {
    const request = before.call(this, record);
    if (String(record.id).startsWith("typing:")) this.transaction.abort();
    return request;
  };
}"""


def test_words_of_a_closed_tab_are_sent_from_the_room_of_a_device_that_opens_without_a_network(taken_along, inquiry):
    device, incident = taken_along, inquiry.incident
    installed(device, incident.tournament)
    device.ask(inquiry.pk, "able")
    device.page.locator("details.more summary").first.click()
    device.page.get_by_role("link", name="Ajouter une note").click()
    cut(device)
    device.page.reload()
    expect(device.page.locator("textarea[name=words]")).to_have_attribute("data-incident", str(incident.pk))
    device.page.evaluate(NO_ROOM_FOR_TYPING)  # the tab is closed before the store has written any of them
    typed_on(device.page, WORDS)
    other = device.page.context.new_page()
    device.page.close()
    device.page = other
    device.open("room", incident.tournament.pk)
    expect(other.locator("#seen")).to_be_visible()
    back(device)
    in_the_end(other, lambda: Incident.objects.get().words == WORDS)
    assert history.differences(Incident.objects.get()) == []


def test_signing_out_before_the_scripts_ran_loses_nothing_and_shows_nothing_to_anybody_else(
    taken_along, incident, colleague
):
    device, page = taken_along, taken_along.page
    installed(device, incident.tournament)
    cut(device)
    page.reload()
    kept_table(page, 3).click()
    expect(page.locator(".what .tile").first).to_be_visible()
    page.context.route("**/outbox/", lambda route: route.abort())
    page.context.set_offline(False)
    device.open("tournament_list")
    page.evaluate("document.querySelector(`form[action$='/logout/']`).submit()")  # no script is notified
    expect(page.locator("body")).to_have_attribute("data-cleared", "yes")
    page.context.unroute("**/outbox/")
    page.goto(f"{device.address}/fr/offline/")
    expect(page.locator("main a", has_text="Se connecter")).to_be_visible()
    expect(page.locator("#seen, #mine")).to_have_count(0)
    device.sign_in("leclerc")
    expect(page.locator("#waits")).to_contain_text("1 ")
    assert Incident.objects.count() == 1
    page.context.clear_cookies(name="sessionid")
    device.sign_in("martin")
    expect(page.locator("#waits")).to_be_hidden()
    in_the_end(page, lambda: Incident.objects.count() == 2)
    expect(page.locator("#net")).to_have_attribute("data-pending", "0")
    assert [one.table for one in Incident.objects.order_by("called_at")] == [incident.table, 3]


def test_what_a_device_has_of_a_board_that_its_director_has_yet_to_play_leaves_it(taken_along, inquiry, board):
    device, page = taken_along, taken_along.page
    installed(device, board.tournament)
    device.ask(inquiry.pk, "able")
    line = board.results.exclude(table=inquiry.incident.table).first()
    line.kind = "not_played"
    line.save()
    in_the_end(page, lambda: page.evaluate(HELD) == 1)
    playing_director.say_playing(tournament=board.tournament, by=inquiry.incident.opened_by, contestant=line.ns)
    installed(device, board.tournament)
    in_the_end(page, lambda: page.evaluate(HELD) == 0)
    cut(device)
    page.goto(device.address + url("question", inquiry.pk, "able", language="fr") + "?itself=yes")
    expect(page.locator("#seen .room")).to_be_visible()
    expect(page.locator("#mine")).to_have_count(0)


SITUATIONS = """async (language) =>
  Boolean(await (await import("/static/js/offline/store.js")).get("meta", `situations:${language}`))"""


def test_a_situation_is_ruled_on_without_a_network_and_counted_once_when_it_is_back(taken_along, tournament):
    device, page = taken_along, taken_along.page
    installed(device, tournament)
    device.open("school")
    in_the_end(page, lambda: page.evaluate(SITUATIONS, "fr"))
    before = Event.objects.count()
    cut(device)
    device.open("school")
    page.locator(".themes a", has_text="Renonce").click()
    page.locator(".places a").nth(1).click()
    page.get_by_role("button", name="Arbitrer cette situation").click()
    page.locator("[data-law='64']").first.click()
    expect(page.locator(".badge")).to_have_text("Exercice")
    expect(page.locator(".told .say")).to_contain_text("Est défausse le")
    page.locator(
        ".known [data-change]"
    ).click()  # the assumed fact that he could follow suit is above the next question
    page.locator("[data-answer='no']").click()
    device.title("Avant de lire le Code")
    page.locator("[data-practise='decide:code']").click()
    device.title("Une question vous sépare du Code")
    expect(page.locator("tr.parts td")).to_contain_text(["non", "oui", "61A"], ignore_case=True)
    page.reload()
    device.title("Une question vous sépare du Code")
    pending(device, 0)
    assert (Exercise.objects.count(), Event.objects.count(), Incident.objects.count()) == (0, before, 0)
    back(device)
    in_the_end(page, Exercise.objects.exists)
    page.locator("#online").click()
    expect(page).to_have_url(f"{device.address}{url('school', language='fr')}")
    expect(page.get_by_role("link", name="À revoir")).to_contain_text("1 situation")
    assert [(exercise.situation, exercise.right, exercise.user.username) for exercise in Exercise.objects.all()] == [
        ("revoke-2", False, "martin")
    ]
    assert (Event.objects.count(), Incident.objects.count()) == (before, 0)


def test_an_exercise_that_the_server_refuses_stays_here_with_its_answers_and_is_sent_again(
    taken_along, tournament, monkeypatch
):
    device, page = taken_along, taken_along.page
    installed(device, tournament)
    device.open("school")
    in_the_end(page, lambda: page.evaluate(SITUATIONS, "fr"))
    cut(device)
    device.open("school")
    page.locator(".themes a", has_text="Renonce").click()
    page.locator(".places a").nth(1).click()
    expect(page.locator(".places .on")).to_have_text("2")
    page.get_by_role("button", name="Arbitrer cette situation").click()
    page.locator("[data-law='64']").first.click()
    page.locator(".known [data-change]").click()
    page.locator("[data-answer='no']").click()
    page.locator("[data-practise='decide:code']").click()
    device.title("Une question vous sépare du Code")

    def refuse(**_said: object) -> None:
        raise Refused("", "not_asked")

    with monkeypatch.context() as patch:
        patch.setattr(school, "bring", refuse)
        back(device)
        expect(page.locator("#net")).to_have_attribute("data-refused", "1")
        page.locator("#waits").click()
        device.title("Ce qui attend d’être envoyé")
        told = page.locator("main .trail")
        expect(told).to_contain_text(["Renonce, Situation 2 sur 10"])
        expect(told).to_contain_text(["ses réponses laissent une question ouverte"])
        expect(told.locator("li").first).to_contain_text("non", ignore_case=True)
        device.open("school")
        expect(page.locator("#waits")).to_be_visible()  # the server's own pages say so too
        assert not Exercise.objects.exists()

    page.locator("#waits").click()
    page.get_by_role("button", name="Envoyer de nouveau").click()
    in_the_end(page, Exercise.objects.exists)
    expect(page.locator("#net")).to_have_attribute("data-refused", "0")


def on_every_screen(device, tournament, language: str) -> Iterator[str]:
    """Yield the name of each screen without a network, from the room to the waiting acts, in a language."""
    page = device.page
    page.goto(device.address + url("school", language=language))
    in_the_end(page, lambda: page.evaluate(SITUATIONS, language))
    page.goto(device.address + url("room", tournament.pk, language=language))
    expect(page.locator("body")).to_have_attribute("data-installed", "yes")
    cut(device)
    page.reload()
    kept_table(page, 3).click()
    expect(page.locator(".what .tile").first).to_be_visible()
    yield "what"
    page.locator(".what [data-law='54']").click()
    asked = {"wrong_leader": "E", "since_lead": "nothing", "card": "DK", "besides": "no", "option": "require"}
    for question, value in asked.items():
        if question == "since_lead":
            expect(page.locator(".known")).to_be_visible()
            yield "a fact above a question"
            page.locator(".known [data-change]").click()
        expect(page.locator("[data-ask]")).to_have_attribute("data-question", question)
        yield question
        page.locator(f"[data-answer='{value}']").first.click()
    expect(page.locator(".steps").first).to_be_visible()
    yield "decision"
    touch(page, "[data-go='note']")
    page.locator("textarea[name=words]").fill("Calme.")
    yield "note"
    page.locator("form button.main").click()
    page.locator("[data-go='room']").first.click()
    expect(page.locator("#mine")).to_be_visible()
    yield "room"
    page.locator("[data-go='waiting']").click()
    expect(page.locator("[data-try]")).to_be_visible()
    yield "waiting"
    page.locator("[data-back]").click()
    page.locator("[data-go='code']").click()
    expect(page.locator("#every")).to_be_visible()
    yield "code"
    yield from on_every_screen_of_the_school(device, language)
    page.context.set_offline(False)


def on_every_screen_of_the_school(device, language: str) -> Iterator[str]:
    page = device.page
    page.goto(f"{device.address}{url('situation', 'revoke-2', language=language)}")
    expect(page.locator("[data-practise='begin:revoke-2']")).to_be_visible()
    yield "situation"
    page.locator("[data-practise='begin:revoke-2']").click()
    page.locator("[data-law='64']").first.click()
    page.locator(".known [data-change]").click()
    page.locator("[data-answer='no']").click()
    expect(page.locator("[data-practise='decide:']")).to_be_visible()
    yield "one's own decision"
    page.locator("[data-practise='decide:']").click()
    expect(page.locator("tr.parts")).to_be_visible()
    yield "correction"
    page.locator("[data-back]").click()
    expect(page.locator(".themes")).to_be_visible()
    yield "themes"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_screens_without_a_network_are_as_good_to_use_as_the_others(taken_along, tournament, language):
    """Axe finds no fault in either theme, no target is too small, and no screen scrolls sideways on a narrow telephone
    or with letters twice as large."""
    page, complaints = taken_along.page, []
    for screen in on_every_screen(taken_along, tournament, language):
        if not page.evaluate("Boolean(globalThis.axe)"):
            page.evaluate(AXE.read_text())
        for theme, rules in (("dark", COLOURS), ("light", EVERYTHING)):
            page.emulate_media(color_scheme=theme)
            complaints += [(screen, theme, found) for found in page.evaluate(RUN, rules)]
        page.set_viewport_size(NARROW)
        complaints += [(screen, found) for found in (*page.evaluate(SMALL), *page.evaluate(CLOSE))]
        complaints += [(screen, "scrolls sideways")] if page.evaluate(WIDE) else []
        page.set_viewport_size(TABLET)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        complaints += [(screen, "scrolls sideways with large letters")] if page.evaluate(WIDE) else []
        page.evaluate("document.documentElement.style.fontSize = ''")
    assert complaints == [], "\n".join(map(str, complaints))

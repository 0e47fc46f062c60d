"""A whole evening on the tablet, from *Nouvelle soirée* to *Clore la soirée*, without any other program."""

import re
from dataclasses import dataclass, field

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Browser, Locator, Page, expect

from arbitrage.models import Event, Incident, Inquiry, Result, Tournament
from arbitrage.pages.devices import offline_worker
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from rulings.bridge import Contract, Denomination, Seat
from tests.arbitrage import factories as make
from tests.arbitrage.devices.test_browser_offline import back, compiled_before, cut, installed, kept_table, pending
from tests.arbitrage.tablet import PHONE, TABLET, Tablet, touch_table
from tests.conftest import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

MOST_TAPS = 40
SETTLED = """() => location.pathname.includes("/decision/") ? !document.querySelector("#step form[action*='/q/']") :
[...document.querySelectorAll("#step form[action*='/q/']")].some((form) =>
form.getAttribute("action") === location.pathname ||
location.pathname.endsWith(`/q/${form.querySelector("[name=first]")?.value}/`))
&& !document.querySelector("fieldset:disabled")"""
QUESTION = "#step form[action*='/q/']"
ANSWERED = """() => location.pathname.includes("/decision/") || document.querySelector("#step:not([data-touched])")"""


@dataclass(frozen=True)
class Call:
    """A call: the table, the tile, the place of its case, and the answers that differ from the first key of the
    page."""

    table: int
    tile: str
    case: int = 0
    answers: dict[str, str] = field(default_factory=dict)


REVOKE = Call(1, "Renonce", answers={"able": "yes", "offender": "W", "declarer": "S", "trick": "5"})
HESITATION = Call(2, "Hésitation, explication", 0, {"informant": "W"})
DROPPED = Call(
    3,
    "Carte vue ou pénalisée",
    answers={"owner": "E", "declarer": "S", "how": "dropped", "could_see": "yes", "already": "no"},
)
OTHERS = (
    DROPPED,
    Call(4, "Enchère insuffisante", answers={"offender": "N"}),
    Call(5, "Déclaration hors tour", 0, {"offender": "E"}),
    Call(3, "Revendication"),
    Call(4, "Jeu, étui, nombre de cartes"),
    Call(5, "Résultat faux"),
)


class Director:
    """A director on his device: he opens calls, answers questions and returns to duties."""

    def __init__(self, page: Page, address: str, user: str) -> None:
        self.tablet = Tablet(page, address)
        self.page = page
        self.tablet.signed_in(user)

    def go_to(self, call: Call, evening: Tournament) -> None:
        """Open the first question of a table's call."""
        page = self.page
        self.tablet.open("room", evening.pk)
        touch_table(page, call.table)
        page.wait_for_url(re.compile(r"/(what|q|decision|inquiries)/"))
        if "/what/" not in page.url:  # a duty of this table waits: the call is another irregularity
            self.tablet.open("what", Incident.objects.filter(table=call.table).latest("pk").pk)
        page.locator(".what .tile").filter(has_text=call.tile).click()
        page.wait_for_url(re.compile(r"tile=|/q/|/decision/|/wrong-score/"))
        if "/wrong-score/" in page.url:  # the players disagree: an inquiry opens, and no line is corrected
            page.get_by_role("button", name="Désaccord sur le nombre de levées").click()
            page.wait_for_url(re.compile(r"/q/"))
        if "tile=" in page.url:
            page.locator(".cases button").nth(call.case).click()
            page.wait_for_url(re.compile(r"/q/|/decision/"))

    def answer(self, call: Call) -> None:
        """Answer question by question until the decision."""
        page, tried = self.page, {}
        for _tap in range(MOST_TAPS):
            page.wait_for_function(SETTLED)
            if "/decision/" in page.url:
                return
            asked = re.search(r"/q/([^/]+)/", page.locator(QUESTION).first.get_attribute("action"))[1]
            again = tried[asked] = tried.get(asked, -1) + 1
            page.wait_for_function("() => (document.getElementById('step').dataset.touched = 'yes')")
            self._touch(call.answers.get(asked, ""), again)
            page.wait_for_function(ANSWERED)
        raise AssertionError(f"no decision after {MOST_TAPS} taps: {page.url}")

    def _touch(self, value: str, again: int) -> None:
        form = self.page.locator(QUESTION).first
        keys, wanted = (
            form.locator("button[name=answer]:enabled"),
            form.locator(f"button[name=answer][value='{value}']"),
        )
        if value and not again and wanted.count():
            wanted.first.click()
        elif keys.count() and not form.locator("textarea, input[type=checkbox]").count():
            keys.nth(again).click()
        else:  # words that may be left out, or boxes of which one is ticked
            if form.locator("label:has(input[type=checkbox])").count():
                form.locator("label:has(input[type=checkbox])").nth(again).click()
            ways = (
                "button.main:enabled, button.key:enabled, button[name=answer]:enabled, button[name=go][value=unknown]"
            )
            form.locator(ways).first.click()

    def rule(self, call: Call, evening: Tournament) -> None:
        self.go_to(call, evening)
        self.answer(call)

    def type_result(self, line: Result, level: str, tricks_more: str) -> None:
        """Type a result on the keypad of the line, look at it, then write it."""
        page = self.page
        self.tablet.open("result", line.pk)
        for row, value in (("level", level), ("denomination", "NT"), ("declarer", "N"), ("margin", tricks_more)):
            page.locator(f"label:has(> input[name={row}][value='{value}'])").first.click()
        page.locator(".btn[name=kind][value=played]").click()
        page.locator("form[method=post] .main").click()
        page.wait_for_url(re.compile("/boards/"), wait_until="domcontentloaded")

    def undo_what_was_done(self, said: str) -> None:
        """Touch *Annuler* within ten seconds of the act that the page reports."""
        page = self.page
        expect(page.locator(".undo p").first).to_contain_text(said)
        page.locator(".undo button:visible").first.click()
        expect(page.get_by_text("Annulé : tout est comme avant.").first).to_be_visible()

    def close_and_reopen(self, evening: Tournament, table: int, since: int) -> None:
        """Close a table under *Préparer*, where nothing is preselected and the effect is shown first; then take it
        back."""
        page = self.page
        self.tablet.open("evening", evening.pk)
        page.get_by_role("link", name="Une table ferme").click()
        assert page.locator("[aria-pressed=true]").count() == 0
        page.locator("button[name=table]").nth(table - 1).click()
        page.locator(f"button[name=since][value='{since}']").click()
        lost = Result.objects.filter(board__tournament=evening, table=table, round__gte=since)
        kept = lost.count()
        expect(page.get_by_text(f"{kept} résultats de moins")).to_be_visible()
        page.get_by_role("button", name=re.compile(f"Fermer la table {table} à partir du tour {since}")).click()
        expect(page.locator(".undo p").first).to_be_visible()
        assert kept and not lost.exists()
        page.get_by_role("button", name=re.compile("^Rouvrir")).click()
        expect(page.get_by_role("button", name=re.compile("^Rouvrir"))).to_have_count(0)
        assert lost.count() == kept

    def close_what_is_open(self, evening: Tournament) -> None:
        """Go through the list of *Clore la soirée* line by line until nothing is open."""
        page = self.page
        for _line in range(MOST_TAPS):
            self.tablet.open("close_evening", evening.pk)
            lines = page.locator("main .pickone a")
            if not lines.count():
                return
            page.goto(self.tablet.address + lines.first.get_attribute("href"))
            self._deal_with_it()
        raise AssertionError(f"still open: {page.locator('main .pickone').all_inner_texts()}")

    def _deal_with_it(self) -> None:
        page = self.page
        come = page.locator("form:is([action$='/reach/'], [action$='/done/']) button:visible")
        if "/score/" in page.url:
            self._send(page.locator("main form[method=post] .main").first)
        elif come.count():
            self._send(come.first)
        if "/q/" in page.url:
            self.answer(REVOKE)

    def _send(self, button: Locator) -> None:
        """Touch a button, and wait until the request has arrived and the next page is there."""
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            button.click()
        self.page.wait_for_load_state("networkidle")


@pytest.fixture
def martin(page: Page, live_server, director) -> Director:
    page.set_viewport_size({"width": 820, "height": 1180})
    return Director(page, live_server.url, "martin")


def new_evening(director: Director) -> Tournament:
    """Prepare and begin a Howell of five tables, three rounds of two boards."""
    page = director.page
    director.tablet.open("tournament_list")
    page.get_by_role("link", name="Nouvelle soirée").click()
    page.locator("label:has(#tables-5)").click()
    page.locator("label[for=movement-howell]").click()
    expect(page.get_by_text("9 tours de 3 donnes")).to_be_visible()
    page.locator("label:has(#each-2)").click()
    expect(page.get_by_text("9 tours de 2 donnes")).to_be_visible()
    page.locator("#rounds").select_option("3")
    expect(page.get_by_text("10 paires, 3 tours de 2 donnes")).to_be_visible()
    page.get_by_role("button", name="Préparer la soirée").click()
    page.get_by_role("button", name="Commencer le tour 1").click()
    expect(page.locator("h1")).to_have_text("Tour 1 sur 3")
    return Tournament.objects.get()


def call_without_a_network(browser: Browser, address: str, evening: Tournament) -> None:
    """Cut a device off after it has seen the room, rule on a lead out of turn at table 2, and connect it again."""
    compiled_before()
    with browser.new_context(viewport=TABLET, locale="fr-FR", service_workers="allow") as context:
        device = Tablet(context.new_page(), address)
        device.sign_in("martin")
        installed(device, evening)
        page = device.page
        cut(device)
        page.reload()
        expect(page.locator("#seen .room")).to_be_visible()
        kept_table(page, 2).click()
        page.get_by_role("button", name="Entame hors tour").click()
        for value in ("E", "DK"):
            page.locator(f"[data-answer='{value}']").click()
        besides, chosen = page.locator("[data-answer='no']"), page.locator("[data-answer='require']")
        expect(besides.or_(chosen).first).to_be_visible()
        if besides.count():  # the device has no state of the table, so it asks whether another card lies there
            besides.click()
        chosen.click()
        device.title("Ouest doit entamer")
        assert not Inquiry.objects.filter(law="54").exists()
        back(device)
        pending(device, 0)
    assert [event.data["same"] for event in Event.objects.filter(kind="ruled_offline")] == [True]


def enter(line: Result, by: User, tricks: int) -> None:
    """Store three no-trumps by North, without the keypad."""
    contract = Contract(3, Denomination.NT, 0, Seat.N)
    entry = Entry(kind=Result.Kind.PLAYED, contract=contract, tricks=tricks, ns=line.ns, ew=line.ew)
    correct_result(result=line, by=by, entry=entry, seen=seen_of(line))


@pytest.mark.usefixtures("in_english")
@pytest.mark.append_only
def test_an_evening_from_its_beginning_to_its_end(
    martin: Director, browser: Browser, live_server, club, capsys, monkeypatch
):
    monkeypatch.setattr(offline_worker, "PATIENCE", PATIENCE)
    offline_worker.script.cache_clear()
    page = martin.page
    evening = new_evening(martin)

    # Two calls at once, on two devices.
    colleague = make.make_member(club, "leclerc")
    martin.go_to(REVOKE, evening)
    with browser.new_context(viewport=PHONE, locale="fr-FR") as context:
        leclerc = Director(context.new_page(), live_server.url, "leclerc")
        leclerc.rule(HESITATION, evening)
        assert Incident.objects.get(table=1).state == "open"
        martin.answer(REVOKE)
        for round in (1, 2, 3):
            if round > 1:
                martin.tablet.open("room", evening.pk)
                page.get_by_role("button", name="Tour suivant").click()
                if round == 2:  # too early: undone, then done again
                    martin.undo_what_was_done("tour 2 a commencé")
                    expect(page.locator("h1")).to_have_text("Tour 1 sur 3")
                    page.get_by_role("button", name="Tour suivant").click()
                expect(page.locator("h1")).to_have_text(f"Tour {round} sur 3")
            for call in OTHERS[2 * round - 2 : 2 * round]:
                martin.rule(call, evening)
                if call is DROPPED:
                    page.locator("form[action$='/done/'] button:visible").first.click()
                    martin.undo_what_was_done("C’est noté")
            lines = Result.objects.filter(board__tournament=evening, round=round).order_by("table", "board__number")
            for number, line in enumerate(lines):
                if round == 1:
                    leclerc.type_result(line, "13"[number % 2], "012"[number % 3])
                else:
                    enter(line, colleague, tricks=9 + number % 3)

            if round == 1:
                martin.close_and_reopen(evening, table=5, since=3)
            if round == 2:
                call_without_a_network(browser, live_server.url, evening)

    assert Inquiry.objects.values("law").distinct().count() >= 8
    assert {one.opened_by.username for one in Incident.objects.all()} == {"martin", "leclerc"}
    assert not Result.objects.filter(board__tournament=evening, kind="not_played").exists()

    # The end: the open items, line by line; then the published ranking, and a report.
    martin.close_what_is_open(evening)
    expect(page.get_by_text("Rien n’est ouvert")).to_be_visible()
    page.locator("main a.main").click()
    expect(page.locator("table").first).to_contain_text("%")
    page.get_by_role("button", name="Publier les marques").click()
    expect(page.get_by_role("button", name="Retirer la publication")).to_be_visible()
    assert Tournament.objects.get().published_at is not None
    incident = Incident.objects.get(inquiries__law="64")
    martin.tablet.open("report", incident.pk)
    expect(page.locator("header.bar")).to_contain_text(incident.reference)
    expect(page.locator(".sheet")).to_be_visible()
    printed = page.context.request.get(page.url.rstrip("/") + ".pdf")
    assert printed.body().startswith(b"%PDF")

    # What was undone and taken back is in the history, both times
    kinds = list(Event.objects.values_list("kind", flat=True))
    assert kinds.count("taken_back") == 2  # a round, and a table that was closed
    assert "duty_reopened" in kinds

    # the record verifies, and every ruling replays the same
    call_command("verify_history")
    call_command("replay")
    output = capsys.readouterr().out
    assert "The record is sound" in output
    assert "Nothing differs." in output

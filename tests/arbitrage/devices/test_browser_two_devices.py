"""Two devices work on one incident in a real browser; others have a wrong clock, a full memory or an expired sign-in.
Nothing is lost, every device shows the answers in force, and a refused act is reported."""

import datetime
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from arbitrage.models import Event, Incident, Inquiry
from arbitrage.pages.devices import offline_worker
from arbitrage.services import clock, incidents
from arbitrage.services.record import history
from tests.arbitrage import factories as make
from tests.arbitrage.devices import test_browser_offline as alone
from tests.arbitrage.devices.test_browser_offline import (
    back,
    compiled_before,
    cut,
    in_the_end,
    installed,
    kept_table,
    pending,
    touch,
)
from tests.arbitrage.tablet import TABLET, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

patient_worker = alone.patient_worker

Devices = Callable[..., Tablet]


@pytest.fixture
def devices(browser: Browser, live_server, director) -> Iterator[Devices]:
    """A function that makes a tablet on which a user has signed in; its *script* runs before every page."""
    compiled_before()
    opened = []
    troubles: list[str] = []

    def device(user: str = "martin", script: str = "", service_workers: str = "allow") -> Tablet:
        options = {"service_workers": service_workers, "background": True}
        context = browser.new_context(viewport=TABLET, locale="fr-FR", **options)
        opened.append(context)
        if script:
            context.add_init_script(script)
        tablet = Tablet(context.new_page(), live_server.url).signed_in(user)
        tablet.page.on("pageerror", lambda error: troubles.append(str(error)))
        return tablet

    yield device
    for context in opened:
        context.close()
    assert troubles == []


def answered(page: Page, *values: str) -> None:
    """Touch these answers on a page that goes on without a network."""
    for value in values:
        asked = page.locator("[data-ask]").get_attribute("data-question")
        page.locator(f"[data-ask] [data-answer='{value}']").first.click()
        expect(page.locator(f"[data-ask][data-question='{asked}']")).to_have_count(0)


def goes_on_alone(device: Tablet, inquiry: Inquiry) -> None:
    """Touch the first answer just after the network has gone, and check that the page switches to offline."""
    device.ask(inquiry.pk, "able")
    cut(device)
    device.page.locator("button[name=answer][value=yes]").first.click()
    expect(device.page.locator("[data-ask]")).to_be_visible()


@pytest.mark.parametrize("other", ["leclerc", "martin"])
def test_two_devices_answer_otherwise_and_both_are_told(devices, inquiry, colleague, other):
    here, there = devices(), devices(other)
    installed(here, inquiry.incident.tournament)
    goes_on_alone(here, inquiry)
    answered(here.page, "W")
    there.ask(inquiry.pk, "able")
    for answer, then in (("yes", "offender"), ("E", "trick")):
        there.page.locator(f"button[name=answer][value='{answer}']").first.click()
        there.page.wait_for_url(f"**/q/{then}/")
    top = here.page.locator("h1").bounding_box()
    back(here)
    expect(here.page.locator("#differs")).to_be_visible()
    assert here.page.locator("h1").bounding_box() == top, "nothing moves under the finger"
    here.page.locator("#differs").click()
    expect(here.page.locator("[role=alert]").first).to_contain_text("Est")
    expect(here.page.locator("[role=alert]").first).to_contain_text("Ouest")
    expect(here.page.locator("#differs")).to_be_hidden()
    expect(here.page.locator(".trail")).to_contain_text("Est")
    here.page.locator("#online").click()
    expect(here.page).to_have_url(f"{here.address}/fr/inquiries/{inquiry.pk}/q/trick/")
    there.page.reload()
    expect(there.page.locator(".note[role=status]")).to_contain_text("Ouest")
    assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "E"}
    assert history.differences(Incident.objects.get()) == []


def decided(inquiry: Inquiry, by) -> None:
    incidents.record_answer(inquiry=inquiry, question_id="able", value="no", seen_version=0, by=by)


MEANWHILE = {
    "withdrawn": lambda inquiry, by: incidents.withdraw_incident(incident=inquiry.incident, by=by),
    "dropped": lambda inquiry, by: incidents.drop_inquiry(inquiry=inquiry, by=by),
    "decided": decided,
    "moved": lambda inquiry, by: incidents.place_incident(incident=inquiry.incident, by=by, table=5),
    "taken over": lambda inquiry, by: incidents.attend(incident=inquiry.incident, by=by),
}
"""Acts of another director while this device has no network."""


@pytest.mark.parametrize(
    ("happens", "not_taken", "kept"),
    [
        ("withdrawn", 3, False),
        ("dropped", 2, True),
        ("decided", 1, True),
        ("moved", 0, True),
        ("taken over", 0, True),
    ],
)
def test_what_another_director_does_meanwhile_loses_no_word(devices, inquiry, colleague, happens, not_taken, kept):
    device = devices()
    page = device.page
    installed(device, inquiry.incident.tournament)
    goes_on_alone(device, inquiry)
    answered(page, "W")
    touch(page, "[data-go='note']")
    page.locator("textarea[name=words]").fill("Ouest a dit pardon.")
    page.get_by_role("button", name="Garder cette note").click()
    expect(page.locator("[data-ask]")).to_be_visible()
    MEANWHILE[happens](inquiry, colleague)
    back(device)
    expect(page.locator("#net")).to_have_attribute("data-refused", str(not_taken))
    incident = Incident.objects.get()
    assert incident.words == ("Ouest a dit pardon." if kept else "")
    assert history.differences(incident) == []
    if happens in ("moved", "taken over"):
        assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "W"}
        expect(page.locator("#waits")).to_be_hidden()
        return
    page.locator("#waits").click()
    expect(page.locator(".trail h2")).to_have_count(1)
    expect(page.locator(".trail")).to_contain_text("Table 1")
    expect(page.locator(".trail li")).to_have_count(not_taken)
    expect(page.locator(".trail li b")).to_have_count(1)  # the reason of the refusal is shown once
    expect(page.locator("[data-try]")).to_have_count(0)  # the outbox is empty
    if not kept:
        expect(page.locator(".trail")).to_contain_text("Ouest a dit pardon.")
    page.locator("[data-read]").click()
    expect(page.locator("#waits")).to_be_hidden()


def test_twenty_two_acts_wait_and_are_sent_in_their_order_after_the_sign_in_has_ended(devices, board):
    device = devices()
    page = device.page
    installed(device, board.tournament)
    cut(device)
    page.reload()
    for table in (3, 4):
        kept_table(page, table).click()
        page.get_by_role("button", name="Entame hors tour").click()
        answered(page, "E", "DK", "no")  # the device does not know what lay on the table before
        page.locator("[data-answer='require']").click()
        expect(page.locator(".steps").first).to_be_visible()
        for number in range(3):
            touch(page, "[data-go='note']")
            page.locator("textarea[name=words]").fill(f"Mot {number} de la table {table}.")
            page.locator("form button.main").click()
            expect(page.locator(".steps").first).to_be_visible()
        page.locator("[data-go='room']").first.click()
        expect(page.locator("#mine")).to_be_visible()
    expect(page.locator("#waits")).to_contain_text("22 ")
    page.locator("#waits").click()
    expect(page.locator(".trail h2")).to_have_count(2)
    expect(page.locator(".trail li")).to_have_count(22)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.clear_cookies(name="sessionid")
    page.context.set_offline(False)
    page.locator("[data-try]").click()
    expect(page.locator("[role=alert] a.main")).to_be_visible()
    assert Incident.objects.count() == 0
    page.locator("[role=alert] a.main").click()
    page.fill("input[name=username]", "martin")
    page.fill("input[name=password]", "atout")
    page.click("main button.main, main button[type=submit]")
    in_the_end(page, lambda: page.locator("#net").get_attribute("data-pending") == "0")
    assert [incident.words for incident in Incident.objects.order_by("table")] == [
        "\n\n".join(f"Mot {number} de la table {table}." for number in range(3)) for table in (3, 4)
    ]
    for one in Incident.objects.all():
        said = [event.kind for event in Event.objects.filter(incident=one).order_by("seq")]
        assert said.index("inquiry_opened") < said.index("answered") < said.index("words_added")
        assert history.differences(one) == []


LATE_ROOM = """const before = IDBObjectStore.prototype.getAll;
IDBObjectStore.prototype.getAll = function () {
  const right = before.call(this);
  if (this.name !== "rooms" || !globalThis.late) return right;
  globalThis.late = false;
  const told = {};
  right.onsuccess = () => (globalThis.arrives = () => {
    told.result = right.result;
    told.onsuccess();
  });
  return told;
};"""
"""Script that delays the next reading of the stored rooms until the test releases it."""

CHANGED = "globalThis.late = true; new BroadcastChannel('arbitrage').postMessage('changed')"
"""Script that announces a change by another page of the device: the list is read again, and arrives late."""


def read_late(devices, board) -> tuple[Page, Locator]:
    """Return the page of a room that was reloaded without a network and whose stored list is read again, late; and the
    tile of a table there."""
    device = devices(script=LATE_ROOM)
    page = device.page
    installed(device, board.tournament)
    cut(device)
    page.reload()
    tile = kept_table(page, 3)
    tile.wait_for()
    page.evaluate(CHANGED)
    return page, tile


def arrives(page: Page) -> None:
    """Wait until the late response has arrived, and until it would have been drawn."""
    in_the_end(page, lambda: page.evaluate("Boolean(globalThis.arrives)"))
    page.evaluate("globalThis.arrives()")
    page.wait_for_timeout(300)


def test_what_was_read_late_does_not_draw_the_page_again_under_a_finger(devices, board):
    page, tile = read_late(devices, board)
    tile.click()
    lead = page.get_by_role("button", name="Entame hors tour")
    lead.evaluate("button => (button.dataset.touched = 'yes')")
    arrives(page)
    expect(lead).to_have_attribute("data-touched", "yes")
    lead.click()
    expect(page.locator("[data-ask]")).to_be_visible()


def test_a_list_that_was_read_before_a_finger_came_down_waits_until_it_is_lifted(devices, board):
    page, tile = read_late(devices, board)
    tile.hover()
    tile.evaluate("tile => (tile.dataset.held = 'yes')")
    page.mouse.down()
    arrives(page)
    expect(tile).to_have_attribute("data-held", "yes", timeout=2000)
    page.mouse.up()
    expect(page.get_by_role("button", name="Entame hors tour")).to_be_visible()


HELD_ELSEWHERE = """async () => {
  const { flush } = await import("/static/js/offline/outbox.js");
  const [pauses, right] = [[], globalThis.setTimeout];
  globalThis.setTimeout = (work, pause, ...more) => (work === flush && pauses.push(pause), right(work, pause, ...more));
  await navigator.locks.request("outbox", async () => {
    for (let time = 0; time < 6; time += 1) {
      const before = pauses.length;
      await flush();
      while (pauses.length === before) await new Promise((then) => right(then, 10));
    }
  });
  return pauses;
}"""
"""Script that returns how long a page waits while another tab sends; the page sends as soon as the other tab has
finished."""


def test_a_page_waits_no_longer_because_another_was_sending(devices, inquiry):
    device = devices()
    installed(device, inquiry.incident.tournament)
    goes_on_alone(device, inquiry)
    pauses = device.page.evaluate(HELD_ELSEWHERE)
    ours = pauses[1:]  # the first pause may belong to an earlier failed sending
    assert len(ours) >= 5 and max(ours) <= 1000, pauses


def test_who_changes_an_earlier_answer_stays_there_while_another_one_is_sent(devices, inquiry, director):
    device = devices()
    make.answer(inquiry, director, able="yes", offender="W")
    installed(device, inquiry.incident.tournament)
    device.open("question", inquiry.pk, "trick")
    cut(device)
    device.page.locator("button[name=answer][value='3']").click()
    expect(device.page.locator("[data-ask]")).to_be_visible()
    pending(device, 1)
    device.page.context.set_offline(False)
    device.open("question", inquiry.pk, "offender")
    in_the_end(device.page, lambda: Inquiry.objects.get().answers_dict().get("trick") == "3")
    device.page.wait_for_timeout(1500)
    assert device.page.url.endswith(f"/fr/inquiries/{inquiry.pk}/q/offender/")
    device.page.locator("button[name=answer][value=E]").click()
    in_the_end(device.page, lambda: Inquiry.objects.get().answers_dict()["offender"] == "E")
    assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "E", "trick": "3"}


LOADS = "if (location.pathname.endsWith('/q/able/')) sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1;"


def test_the_first_question_comes_once_and_not_again_under_the_finger(devices, board):
    device = devices(script=LOADS)
    device.open("room", board.tournament_id)
    device.call(3, "Renonce")
    expect(device.page).to_have_url(re.compile("/q/able/"))
    expect(device.page.locator("#net")).to_have_attribute("data-pending", "0")
    device.page.wait_for_timeout(1500)
    assert device.page.evaluate("sessionStorage.loads") == "1"


AHEAD = """const right = Date;
globalThis.Date = class extends right {
  constructor(...given) { given.length ? super(...given) : super(right.now() + 25 * 3600000); }
  static now() { return right.now() + 25 * 3600000; }
};"""


def test_a_tablet_whose_clock_is_a_day_wrong_tells_the_right_time_of_a_call(devices, board):
    device = devices(script=AHEAD)
    page = device.page
    installed(device, board.tournament)
    cut(device)
    page.reload()
    before = clock.now()
    kept_table(page, 3).click()
    expect(page.locator(".what .tile").first).to_be_visible()
    after = clock.now()
    page.wait_for_timeout(3000)
    back(device)
    second = datetime.timedelta(seconds=1)
    assert before - second <= Incident.objects.get().called_at <= after + second


FULL = """for (const name of ["put", "add"]) {
  const before = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...given) {
    if (globalThis.full) throw new DOMException("full", "QuotaExceededError");
    return before.apply(this, given);
  };
}"""


def test_what_a_full_device_cannot_keep_is_said_and_the_question_stays(devices, inquiry):
    device = devices(script=FULL)
    page = device.page
    installed(device, inquiry.incident.tournament)
    goes_on_alone(device, inquiry)
    page.evaluate("globalThis.full = true")
    page.locator("[data-ask] [data-answer='W']").click()
    expect(page.locator("#not-kept")).to_be_visible()
    expect(page.locator("[data-ask]")).to_have_attribute("data-question", "offender")
    page.evaluate("globalThis.full = false")
    answered(page, "W")
    expect(page.locator("#not-kept")).to_have_count(0)
    back(device)
    assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "W"}


CLOSED = """IDBFactory.prototype.open = () => { throw new DOMException("closed", "SecurityError"); };"""


def test_a_browser_that_keeps_nothing_says_so_and_works_with_the_network(devices, inquiry):
    device = devices(script=CLOSED)
    page = device.page
    device.ask(inquiry.pk, "able")
    expect(page.locator("#waits")).to_be_visible()
    assert page.locator("#waits").inner_text() == page.locator("#net").get_attribute("data-unkept")
    page.locator("button[name=answer][value=yes]").first.click()
    page.wait_for_url("**/q/offender/")
    assert Inquiry.objects.get().answers_dict() == {"able": "yes"}


def test_a_private_window_without_a_worker_goes_on_on_the_page_that_is_open(devices, inquiry):
    device = devices(service_workers="block")
    page = device.page
    device.open("tournament_list")
    expect(page.locator("#unkept")).to_be_visible()
    with page.expect_response("**/laws.json"):
        device.ask(inquiry.pk, "able")
    page.wait_for_load_state("networkidle")  # the files that the page needs offline are cached
    cut(device)
    page.locator("button[name=answer][value=yes]").first.click()
    expect(page.locator("[data-ask]")).to_be_visible()
    answered(page, "W")
    pending(device, 2)
    back(device)
    assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "W"}
    page.locator("#online").click()
    expect(page).to_have_url(f"{device.address}/fr/inquiries/{inquiry.pk}/q/trick/")


def stop_the_workers(page: Page) -> None:
    """Stop the service workers of the page's browser, as the browser does with idle ones."""
    tools = page.context.new_cdp_session(page)
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")
    tools.detach()


CACHES = "async () => (await caches.keys()).join()"


def test_a_new_version_waits_until_no_inquiry_is_open_and_what_waits_is_sent(devices, inquiry, monkeypatch):
    device = devices()
    page = device.page
    installed(device, inquiry.incident.tournament)
    before = page.evaluate(CACHES)
    goes_on_alone(device, inquiry)
    answered(page, "W")
    monkeypatch.setattr(offline_worker, "VERSION", "99")
    offline_worker.script.cache_clear()
    back(device)
    assert Inquiry.objects.get().answers_dict() == {"able": "yes", "offender": "W"}
    page.locator("#online").click()
    page.wait_for_url("**/q/trick/")
    in_the_end(
        page, lambda: page.evaluate("async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    )
    assert before in page.evaluate(CACHES), "the version that began the inquiry is still there"
    stop_the_workers(page)  # a worker with an open request would delay the new version by five minutes
    device.open("room", inquiry.incident.tournament_id)
    in_the_end(page, lambda: page.evaluate(CACHES) not in ("", before) and before not in page.evaluate(CACHES))
    cut(device)
    page.reload()
    expect(page.locator("#seen .room")).to_be_visible()

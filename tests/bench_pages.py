"""Speed of pages as multiples of a bare view through the same middleware, and their weight in a real browser.

The ratios are of processor times, the best of several runs, so that other programs and the disk have no influence. The
waits for the disk are measured separately.
"""

import json
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench import judged, show

if TYPE_CHECKING:
    from tests.trials.installation import Installation
    from tests.trials.tablet import Tablet

Action = Callable[[], None]

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
"""A slow network: 150 ms there and back, 1.6 Mbit a second."""
FIRST, LATER, PAINTED = 90.0, 15.0, 1_000.0
"""Limits: KB of a first load, KB of a later page, ms until the largest contentful paint."""


def best_ms(action: Action, repeat: int) -> float:
    """Return the processor time of the quickest of *repeat* runs, after two to warm up."""
    action(), action()
    found, worked = [], Worked()
    for _time in range(repeat):
        began = worked.ms()
        action()
        found.append(worked.ms() - began)
    return min(found)


class Worked:
    """Clock of the processor time of this process, of its connection's process if PostgreSQL runs on this machine, and
    of the processes that typeset PDFs."""

    def __init__(self) -> None:
        from django.db import connection

        from tests.trials.looking import database_process

        self.database = database_process() if connection.vendor == "postgresql" else None
        self.others: dict[Path, float] = {}
        """The last known milliseconds of each other process; those of an ended process still count."""

    def ms(self) -> float:
        from arbitrage.pages.report.typesetter import typesetter

        setters = [Path(f"/proc/{one.process.pid}/schedstat") for one in typesetter.idle]
        for told in [*setters, *([self.database] if self.database else [])]:
            if told.exists():
                self.others[told] = int(told.read_text().split()[0]) / 1e6
        return time.process_time() * 1000 + sum(self.others.values())


def pages() -> None:
    """Measure the demonstration club, a tap, and every page of a ruled incident, through Django's own client."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from arbitrage.demo import club as clubs
    from arbitrage.models import Incident, Tournament
    from arbitrage.services import incidents
    from arbitrage.services.record.reading import stored_rows  # noqa: F401  imported once, before the clock runs
    from tests.trials.worker import memory_of_a_worker

    began, cpu = time.perf_counter(), time.process_time()
    demo = clubs.make_demo_club()
    assert demo is not None
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    show("the demo club, made and imported", took * 1000, judged(cpu, 4, "s of processor"))

    ruled = Incident.objects.filter(state="ruled", result__isnull=False).order_by("called_at").first()
    director = ruled.opened_by
    client = Client()
    client.force_login(director)
    room = Tournament.objects.get(pk=ruled.tournament_id)
    call = incidents.open_incident(tournament=demo.running, by=director)  # an evening whose decisions may still change
    inquiry = incidents.open_inquiry(incident=call, law="64", by=director)

    def read(name: str, *arguments: Any, status: int = 200, query: str = "", **headers: str) -> Action:
        address = reverse(name, args=arguments) + query

        def action() -> None:
            done = client.get(address, headers=headers)
            assert done.status_code == status, (address, done.status_code)

        return action

    tap = _tapping(client, reverse("question", args=[inquiry.pk, "able"]))
    bare = best_ms(read("healthz"), 200)
    show("a bare view, through the same middleware", bare)

    def against(name: str, action: Action, most: float, repeat: int = 30) -> None:
        found = best_ms(action, repeat)
        with CaptureQueriesContext(connection) as queries:
            action()
        show(f"{name}, {len(queries)} queries", found, judged(found / bare, most))

    against("one question shown", read("question", inquiry.pk, "able"), 8)
    against("one tap: answer stored, chained, ruled again", tap, 8)
    if connection.vendor == "sqlite":
        _synced(tap)
    _witnessed(tap)
    seen = client.get(reverse("room", args=[room.pk])).content.decode().split('data-seen="')[1].split('"')[0]
    again = read("room", room.pk, status=204, query=f"?seen={seen}", **{"HX-Request": "true"})
    against("an unchanged room asked again", again, 3, 100)
    against("La salle", read("room", room.pk), 12)
    against("La marque", read("score", ruled.pk), 20)
    against("Le classement", read("ranking", room.pk), 12)
    against("Le rapport", read("report", ruled.pk), 25)
    against("L'étui", read("board", ruled.board_id), 20, 10)
    page, pdf = best_ms(read("report", ruled.pk), 10), best_ms(read("report_pdf", ruled.pk), 10)
    show("one report as PDF", pdf, f"x{pdf / page:.1f} of its page")
    for name, megabytes in memory_of_a_worker(director, 2_000, 200).items():
        print(f"{name:<66} {judged(megabytes, 200, 'MB')}")


def _tapping(client: Any, address: str) -> Action:
    answers = iter(["no", "yes"] * 100_000)

    def tap() -> None:
        done = client.post(address, {"answer": next(answers), "version": 1_000_000})
        assert done.status_code == 302, done.status_code

    return tap


def _synced(tap: Action) -> None:
    """Measure the cost of syncing an answer to the disk before it is acknowledged, on SQLite with and without the
    sync."""
    from django.db import connection
    from django.db.backends.base.base import BaseDatabaseWrapper

    times: dict[str, list[float]] = {"NORMAL": [], "FULL": []}
    commits: dict[str, list[float]] = {"NORMAL": [], "FULL": []}
    commit = BaseDatabaseWrapper._commit

    def timed(self: BaseDatabaseWrapper) -> None:
        began = time.perf_counter()
        commit(self)
        commits[setting].append((time.perf_counter() - began) * 1000)

    for _time in range(40):  # alternately, so that other work of the machine slows both alike
        for setting, those in times.items():
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA synchronous={setting}")
            BaseDatabaseWrapper._commit = timed  # type: ignore[method-assign]
            began = time.perf_counter()
            tap()
            tap()
            those.append((time.perf_counter() - began) * 1000 / 2)
            BaseDatabaseWrapper._commit = commit  # type: ignore[method-assign]
    found = {setting: statistics.median(those) for setting, those in times.items()}
    cost = found["FULL"] - found["NORMAL"]
    show(
        "the same by the clock, synchronous=FULL", found["FULL"], f"{cost:+.1f} ms against synchronous=NORMAL (median)"
    )
    of_commit = {setting: statistics.median(those) for setting, those in commits.items()}
    show(
        "its commit alone, synchronous=FULL",
        of_commit["FULL"],
        f"x{of_commit['FULL'] / of_commit['NORMAL']:.1f} of NORMAL",
    )


def _witnessed(tap: Action) -> None:
    """Measure the cost of writing the end of the chain to a file outside the database before answering."""
    from arbitrage.services.record import heads

    follow, times = heads.follow, dict[bool, list[float]]({True: [], False: []})
    for _time in range(40):  # alternately, so that other work of the machine slows both alike
        for kept, those in times.items():
            heads.follow = follow if kept else lambda *_end: None
            began = time.process_time()
            tap()
            tap()
            those.append((time.process_time() - began) * 1000 / 2)
    heads.follow = follow
    with_it, without = statistics.median(times[True]), statistics.median(times[False])
    show("the same, the end of its chain kept outside", with_it, f"x{with_it / without:.2f} of an answer without")


# The weight of pages


def weight() -> None:
    """Measure the transfer size and the paint times of a browser, from `manage.py start` behind its own proxy."""
    from tests.chromium import NEEDED, chromium

    if chromium() is None:
        print(f"NOT RUN: the weight of the pages needs {NEEDED}")
        return
    with begun_evening() as (installation, tournament, session, tablet):
        _searched(tablet, tournament)
        where = tablet.call(tournament)
        rooms = f"/fr/tournaments/{tournament}/"
        for name, first, later in (("La salle", rooms, f"{rooms}boards/"), ("an inquiry", where, rooms)):
            _weighed(installation.address, session, name, first, later)
        _kit(installation.address)


@contextmanager
def begun_evening() -> Iterator[tuple["Installation", str, str, "Tablet"]]:
    """Start an installation with one evening; yield it, its tournament, its director's session and his tablet."""
    from tests.trials.installation import Installation
    from tests.trials.tablet import Tablet

    with tempfile.TemporaryDirectory(prefix="arbitrage-bench-") as place:
        installation = Installation(Path(place) / "var")
        tournament, (session,) = installation.scene(1)
        installation.start()
        try:
            yield installation, tournament, session, Tablet([installation.address], session)
        finally:
            installation.kill()


def _searched(tablet: Any, tournament: str) -> None:
    """Measure the first search after a start, beside the second. It comes five seconds after the call."""
    tablet.get(f"/fr/tournaments/{tournament}/")
    _page, what = tablet.post(f"/fr/tournaments/{tournament}/call/")
    time.sleep(5)
    times = []
    for word in ("renonce", "alerte"):
        began = time.perf_counter()
        tablet.get(f"{what}?q={word}")
        times.append((time.perf_counter() - began) * 1000)
    show("the first search after a start", times[0], f"the second {times[1]:.1f} ms")


def _weighed(address: str, session: str, name: str, first: str, later: str) -> None:
    from playwright.sync_api import sync_playwright

    from tests.chromium import QUIET, chromium

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(whole=True), args=list(QUIET))
        loads = []
        for _time in range(3):
            context = browser.new_context(viewport={"width": 820, "height": 1180}, service_workers="block")
            context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            page = context.new_page()
            line = context.new_cdp_session(page)
            log = Log(line)
            line.send("Network.emulateNetworkConditions", SLOW)
            line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.goto(address + first, wait_until="networkidle")
            painted = page.evaluate(LARGEST)
            waited_for, kit = log.kilobytes()
            log.clear()
            page.goto(address + later, wait_until="networkidle")
            loads.append((painted, waited_for, sum(log.kilobytes()), kit))
            context.close()
        browser.close()
    painted, kilobytes, then, kit = min(loads)
    show(f"{name}: largest paint, processor and network slowed", painted, judged(painted / 1000, PAINTED / 1000, "s"))
    print(f"{f'{name}: first load':<66} {kilobytes:>10.1f} KB   {judged(kilobytes, FIRST, 'KB')}")
    print(f"{f'{name}: the page after it':<66} {then:>10.1f} KB   {judged(then, LATER, 'KB')}")
    print(f"{f'{name}: taken along once it is there, where no worker can be':<66} {kit:>10.1f} KB")


class Log:
    """The browser's log of the requests of a page."""

    def __init__(self, line: Any) -> None:
        self.began: dict[str, float] = {}
        self.bytes: dict[str, float] = {}
        self.there: list[float] = []
        line.on("Network.requestWillBeSent", lambda one: self.began.setdefault(one["requestId"], one["timestamp"]))
        line.on("Network.loadingFinished", lambda one: self.bytes.update({one["requestId"]: one["encodedDataLength"]}))
        line.on("Page.loadEventFired", lambda one: self.there.append(one["timestamp"]))
        line.send("Network.enable")
        line.send("Page.enable")

    def kilobytes(self) -> tuple[float, float]:
        """Return the kilobytes requested before the page was ready, for which a person waits, and those requested
        later."""
        before = sum(size for one, size in self.bytes.items() if self.began.get(one, 0) <= self.there[0])
        return before / 1024, (sum(self.bytes.values()) - before) / 1024

    def clear(self) -> None:
        for kept in (self.began, self.bytes, self.there):
            kept.clear()


def _kit(address: str) -> None:
    """Measure everything that the service worker fetches after the first page: the program, and the laws in both
    languages."""
    with urllib.request.urlopen(f"{address}/sw.js") as answer:  # noqa: S310  our own server
        kept = json.loads(answer.read().decode().partition("serve(")[2].rpartition(")")[0])
    paths = [*kept["files"], *kept["shells"].values(), *kept["laws"].values()]
    sizes = []
    for path in paths:
        asked = urllib.request.Request(address + path, headers={"Accept-Encoding": "gzip"})  # noqa: S310
        with urllib.request.urlopen(asked) as answer:  # noqa: S310
            sizes.append(len(answer.read()) + len(str(answer.headers)))
    print(f"{f'the whole offline kit, once, {len(paths)} files':<66} {sum(sizes) / 1024:>10.1f} KB")


LARGEST = """() => new Promise(found => new PerformanceObserver(list => found(list.getEntries().at(-1).startTime))
    .observe({type: "largest-contentful-paint", buffered: true}))"""

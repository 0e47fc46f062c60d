"""Milliseconds from a tap to the next question, on a slow tablet behind bad Wi-Fi: with pages from the server, and with
questions that the device shows itself (ADR 021). ``python -m tests.bench_walking``, and a part of ``make bench``."""

import asyncio
import random
import statistics
import threading
from contextlib import suppress
from typing import Any

from tests.bench import judged, show
from tests.bench_pages import begun_evening
from tests.trials.installation import Installation, free_port
from tests.trials.tablet import ANSWERS

ROUND_TRIP, LOST, AGAIN = 0.8, 0.1, 1.0
"""Seconds of a round trip; the share of lost pieces; seconds until a lost one is sent again."""
SLOWED = 4
CALLS, TAPS = 5, 3
AT_ONCE = 60.0
"""The most milliseconds until the device paints the next question itself."""

TIMES = """() => {
  window.painted = [];
  let tapped = 0;
  addEventListener("click", (event) => event.target.closest("#step form button") && (tapped = event.timeStamp), true);
  const action = () => document.querySelector("#step form[hx-post]")?.getAttribute("action");
  let shown = action();
  new MutationObserver(() => {
    if (!tapped || action() === shown) return;
    const began = tapped;
    shown = action();
    tapped = 0;
    requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - began)));
  }).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ["action"]});
}"""
"""Script that notes the time from each tap until the first frame with another question."""


class Wifi(threading.Thread):
    """A simulated Wi-Fi in front of a server. When it is *bad*, each piece is delayed by half a round trip, and some
    are sent again."""

    def __init__(self, to: int) -> None:
        super().__init__(daemon=True)
        self.to, self.port, self.chance = to, free_port(), random.Random(31)
        self.is_open = threading.Event()
        self.is_bad = False
        self.start()
        self.is_open.wait()

    def run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.is_open.set()
        await server.serve_forever()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.to)
        await asyncio.gather(self._late(reader, there_writer), self._late(there_reader, writer))

    async def _late(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while piece := await reader.read(65536):
                if self.is_bad:
                    await asyncio.sleep(ROUND_TRIP / 2 + AGAIN * (self.chance.random() < LOST))
                writer.write(piece)
                await writer.drain()
            writer.close()


def walking() -> None:
    """Measure taps on a common revoke, on the same installation, with and without the service worker."""
    from tests.chromium import NEEDED, chromium

    if chromium() is None:
        print(f"NOT RUN: the time of a tap needs {NEEDED}")
        return
    with begun_evening() as (installation, tournament, session, tablet):
        calls = [tablet.call(tournament) for _call in range(2 * CALLS)]
        before = _taps(installation, session, calls[:CALLS], walks=False)
        after = _taps(installation, session, calls[CALLS:], walks=True)
    slowed = f"{SLOWED} times slower, {ROUND_TRIP * 1000:.0f} ms, {LOST:.0%} lost"
    then, now = statistics.median(before), statistics.median(after)
    show(f"a tap to the next question from the server, {slowed}", then, f"median of {len(before)}")
    show("the same where the device walks", now, f"1/{then / now:.0f}; {judged(now, AT_ONCE, 'ms')}")
    show("the slowest of these", max(after), f"median of {len(after)}")


def _taps(installation: Installation, session: str, calls: list[str], *, walks: bool) -> list[float]:
    """Answer the first questions of each call as a director would, at least a second apart. Return the milliseconds of
    each tap after which the device could have shown the next question."""
    from playwright.sync_api import sync_playwright

    from tests.chromium import QUIET, chromium

    wifi = Wifi(int(installation.address.rpartition(":")[2]))
    address = f"http://127.0.0.1:{wifi.port}"
    found: list[float] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=list(QUIET))
        workers: Any = "allow" if walks else "block"
        context = browser.new_context(viewport={"width": 820, "height": 1180}, service_workers=workers)
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{address}{calls[0]}")
        if walks:
            page.wait_for_selector("body[data-installed]", state="attached")
        wifi.is_bad = True
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        for call in calls:
            page.goto(f"{address}{call}")
            if walks:
                page.wait_for_selector("body[data-walks]", state="attached")
            page.evaluate(TIMES)
            for _tap in range(TAPS):
                page.wait_for_timeout(1000)
                action = page.locator("#step form[hx-post]").get_attribute("action") or ""
                question = action.split("/")[-2]
                page.locator(f"#step button[name=answer][value='{ANSWERS[question]}']").click()
                page.locator(f"#step form[hx-post='{action}']").wait_for(state="detached")
            page.wait_for_timeout(500)
            found += page.evaluate("window.painted")
        browser.close()
    return found


if __name__ == "__main__":
    walking()

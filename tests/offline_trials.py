"""Trial of incidents on a tablet under random disturbances: `python -m tests.offline_trials --incidents 200`.

The trial cuts the network, kills or suspends the server, closes, reloads or doubles the tab, and ends the session. At
the end each incident must be stored exactly once, with its answers and its words. The schedule comes from a seed, which
is printed and can be given again.
"""

import argparse
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, sync_playwright

from tests.chromium import QUIET, chromium

ROOT = Path(__file__).resolve().parents[1]
TROUBLES = ("cut", "kill", "hang", "close", "reload", "two tabs", "sign-in ends")
PATIENCE = 90.0
"""Seconds that one step may take, including disturbances."""
ANSWERS = 4
"""The most questions that are answered; some inquiries stay open."""


class Server:
    """A server on a database of its own that can be killed, suspended and started."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.process = folder, None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.offline_settings",
            "DATA_DIR": str(folder),
            "DATABASE_URL": "",
        }

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(done.stderr[-3000:])
        return done.stdout

    def start(self) -> None:
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "runserver", f"127.0.0.1:{self.port}", "--noreload", "--insecure"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                asked.request("GET", "/healthz")
                asked.getresponse()
                return
            except OSError:
                time.sleep(0.2)
        raise SystemExit("The server does not start.")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()


PREPARE = """
import django; django.setup()
from tests.arbitrage import factories as make
board = make.make_seed_case(make.make_club())
make.make_member(board.tournament.club)
from arbitrage.pages.devices import compiled_laws as compiled
compiled.compressed("fr"), compiled.compressed("en")
print(board.tournament_id)
"""

REPORT = """
import django, json; django.setup()
from arbitrage.models import Incident
from arbitrage.services.record import history
print(json.dumps([{"words": one.words, "differences": history.differences(one),
                   "answers": [inquiry.answers_dict() for inquiry in one.inquiries.all()]}
                  for one in Incident.objects.all()]))
"""

NEWEST = """async ([known]) => {
  const { all } = await import("/static/js/offline/store.js");
  const found = (await all("incidents")).filter((one) => !known.includes(one.id));
  found.sort((one, other) => (one.at < other.at ? 1 : -1));
  const one = found[0];
  return one ? [one.id, one.inquiries.at(-1)?.id ?? "", one.url ?? "", one.notes.length] : null;
}"""
PENDING = """async () => {
  const { all } = await import("/static/js/offline/store.js");
  const { flush } = await import("/static/js/offline/outbox.js");
  const ended = await flush();
  const acts = await all("acts");
  return [acts.filter((one) => !one.refused).length, acts.filter((one) => one.refused), ended];
}"""

ASKED = """const form = document.querySelector("[data-ask], form:has([name=version])");
  const path = form?.getAttribute("action")?.split("/q/")[1] ?? "";
  const question = form?.dataset.question ?? path.replace(/\\/$/, "");
  const keys = form ? [...form.querySelectorAll("[data-answer], button[name=answer]")] : [];
  const value = (key) => key.dataset.answer ?? key.value;"""
KEYS = f"""() => {{
  {ASKED}
  const first = form?.querySelector("[name=first]");
  return [question, keys.map(value), first && [first.value, first.dataset.value ?? ""]];
}}"""
TAP = f"""([asked, answer]) => {{
  {ASKED}
  if (question === asked) keys.find((key) => value(key) === answer)?.click();
}}"""
"""Script that taps a key if the page still asks the question that was read; in one step, so that nothing changes
between."""


class Director:
    """The user of the tablet: he continues from any page, and remembers his answers."""

    def __init__(
        self,
        server: "Server",
        context: BrowserContext,
        tournament: str,
        chance: random.Random,
        troubles: Sequence[str] = TROUBLES,
        patience: float = PATIENCE,
    ) -> None:
        self.server, self.context, self.tournament, self.chance = server, context, tournament, chance
        self.may_happen, self.patience = troubles, patience
        self.page = self.opened()
        self.done: list[str] = []
        self.troubles: Counter[str] = Counter()
        self.wrong: str = ""  # the present disturbances

    def opened(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(8000)
        page.set_default_navigation_timeout(20000)
        return page

    def goto(self, path: str) -> None:
        try:
            self.page.goto(self.server.address + path, wait_until="load")
        except Error:
            time.sleep(0.3)
        self.sign_in_if_asked()

    def sign_in_if_asked(self) -> None:
        for _again in range(2):
            field = self.page.locator("input[name=password]")
            if not field.count() or self.wrong in ("cut", "hang"):
                return
            self.page.fill("input[name=username]", "martin")
            field.fill("atout")
            self.page.click("main form button")
            self.page.wait_for_load_state("load")

    def room(self) -> None:
        self.goto(f"/fr/tournaments/{self.tournament}/")

    # Disturbances

    def trouble(self) -> None:
        """Begin or end a random disturbance."""
        if self.wrong:
            if self.chance.random() < 0.5:
                self.heal()
            return
        if self.chance.random() > 0.35:
            return
        what = self.chance.choice(self.may_happen)
        self.troubles[what] += 1
        match what:
            case "cut":
                self.context.set_offline(True)
                self.wrong = "cut"
            case "kill":
                self.server.kill()
                self.wrong = "kill"
            case "hang":
                self.server.process.send_signal(signal.SIGSTOP)
                self.wrong = "hang"
            case "close":
                self.page.close()
                self.page = self.opened()
                self.goto("/fr/offline/")
            case "reload":
                try:
                    self.page.reload()
                except Error:
                    time.sleep(0.3)
                self.sign_in_if_asked()
            case "two tabs":
                other = self.opened()
                try:
                    other.goto(self.server.address + f"/fr/tournaments/{self.tournament}/", wait_until="load")
                    other.evaluate(PENDING)
                except Error:
                    time.sleep(0.1)
                other.close()
            case _:
                self.context.clear_cookies(name="sessionid")

    def heal(self) -> None:
        match self.wrong:
            case "cut":
                self.context.set_offline(False)
            case "kill":
                self.server.start()
            case "hang":
                self.server.process.send_signal(signal.SIGCONT)
        self.wrong = ""

    # An incident

    def newest(self) -> tuple[str, str, str, int] | None:
        try:
            return self.page.evaluate(NEWEST, [self.done])
        except Error:
            return None

    def incident(self, mark: str) -> dict[str, str]:
        """Rule on one incident from the call to the note; return the answers given, by question."""
        self.room()
        self.until(lambda: self.newest() is not None, self.call)
        chosen: dict[str, str] = {}
        self.until(lambda: bool((found := self.newest()) and found[1]), self.choose)
        for _answer in range(ANSWERS):
            self.trouble()
            if not self.answer(chosen):
                break
        self.note(mark)
        found = self.newest()
        if found:
            self.done.append(found[0])
        return chosen

    def until(self, so: Callable[[], bool], act: Callable[[], None]) -> None:
        """Repeat *act* until *so* is true; after some time end all disturbances.

        :raises SystemExit: *so* is not true in time.
        """
        began = time.monotonic()
        while not so():
            if time.monotonic() > began + self.patience:
                self.page.screenshot(path=str(self.server.folder / "stuck.png"))
                raise SystemExit(f"It does not go on at {self.page.url}; see {self.server.folder}.")
            try:
                act()
            except Error:
                self.sign_in_if_asked()
                time.sleep(0.3)
            if self.wrong and time.monotonic() > began + PATIENCE / 2:
                self.heal()

    def call(self) -> None:
        button = self.page.locator(".tray form[action$='/call/'] button").first
        if not button.count():
            self.room()
            return
        button.click()
        self.page.locator(".what .tile").first.wait_for()

    def choose(self) -> None:
        found = self.newest()
        if not self.page.locator(".what .tile").count() and found:
            self.goto(f"/fr/offline/#what/{found[0]}")
            self.page.reload()
        self.page.locator(".what .tile[data-law], .what .tile[name=law]").first.click()
        self.page.locator("[data-ask], form:has([name=version])").first.wait_for()

    def question(self) -> str:
        """Return the question that the page asks, "" where it asks none or is just going away."""
        try:
            return self.page.evaluate(KEYS)[0]
        except Error:
            return ""

    def answer(self, chosen: dict[str, str]) -> bool:
        """Answer the question of the page; return False at the end of the law."""
        asked = ""

        def at_a_question() -> bool:
            nonlocal asked
            asked = self.question()
            return bool(asked) or self.ended()

        self.until(at_a_question, self.find)
        if not asked:
            return False
        value = ""

        def moved() -> bool:
            return self.ended() or self.question() not in ("", asked)

        def tap() -> None:
            nonlocal value
            if not self.question() and not self.ended():
                self.find()
            if self.question() not in ("", asked):
                return  # offline the device asks a question that a page of the server had assumed
            shown, values, taken = self.page.evaluate(KEYS)
            if shown != asked:
                return  # the device has moved on by itself
            if taken:
                chosen[taken[0]] = taken[1]
            if not values:
                form = self.page.locator("[data-ask], form:has([name=version])").first
                form.locator("textarea").fill(f"Mots de {asked}")
                value = chosen[asked] = f"Mots de {asked}"
                form.locator("button.main").click()
            else:
                if asked not in chosen:
                    chosen[asked] = self.chance.choice([one for one in values if one not in ("several", "?")])
                value = chosen[asked]
                self.page.evaluate(TAP, [asked, value])
            until = time.monotonic() + 9
            while not moved() and time.monotonic() < until:
                time.sleep(0.05)

        self.until(moved, tap)
        return not self.ended()

    def ended(self) -> bool:
        decided = self.page.locator("#step:has(.acts):not(:has([data-ask])):not(:has([name=version])) .head h1")
        return bool(decided.count()) and ("/decision/" in self.page.url or "#ask/" in self.page.url)

    def find(self) -> None:
        """Go back to the inquiry, from whatever page is open."""
        found = self.newest()
        if found is None:
            self.room()
        elif found[2] and not self.wrong and self.chance.random() < 0.5:
            self.goto(found[2])
        else:
            self.goto(f"/fr/offline/#ask/{found[0]}/{found[1]}")
            self.page.reload()
        self.page.locator("#step .acts").first.wait_for()

    def note(self, mark: str) -> None:
        """Write a note with unique words, which identify this incident."""
        found = self.newest()
        if found is None:
            return

        def write() -> None:
            if not self.page.locator("textarea[name=words]").count():
                self.goto(f"/fr/offline/#note/{found[0]}")
                self.page.reload()
            self.page.locator("textarea[name=words]").fill(mark)
            self.trouble()
            if not self.page.locator("textarea[name=words]").count():
                return  # the tab was closed: the typed words are sent automatically
            self.page.locator("form:has(textarea[name=words]) button.main").click()
            self.page.locator("textarea[name=words]").wait_for(state="detached")

        self.until(lambda: bool((one := self.newest()) and one[3]), write)

    def finish(self) -> list[dict[str, object]]:
        """End every disturbance, wait until the outbox is empty, and return the refused acts."""
        self.heal()
        refused: list[dict[str, object]] = []
        until = time.monotonic() + 2 * self.patience
        while time.monotonic() < until:
            self.room()
            try:
                left, refused, _ended = self.page.evaluate(PENDING)
            except Error:
                continue
            if not left:
                return refused
            time.sleep(0.5)
        raise SystemExit("What waits is not sent.")


def compare(expected: list[tuple[str, dict[str, str]]], found: list[dict[str, object]]) -> list[str]:
    """List the differences between the stored and the expected incidents, a sentence each."""
    problems = [f"{len(found)} incidents instead of {len(expected)}"] if len(found) != len(expected) else []
    for mark, answers in expected:
        here = [one for one in found if mark in str(one["words"]).split("\n\n")]
        if len(here) != 1:
            problems.append(f"{mark} is there {len(here)} times")
            continue
        if here[0]["words"] != mark:
            problems.append(f"{mark}: its words are {here[0]['words']!r}")
        if here[0]["answers"] != [answers]:
            problems.append(f"{mark}: {here[0]['answers']} instead of {answers}")
        if here[0]["differences"]:
            problems.append(f"{mark}: {here[0]['differences']}")
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--incidents", type=int, default=int(os.environ.get("INCIDENTS", "200")))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SEED", random.SystemRandom().randrange(10**6))))
    wanted = parser.parse_args()
    print(f"seed {wanted.seed}, {wanted.incidents} incidents", flush=True)
    chance = random.Random(wanted.seed)
    folder = Path(tempfile.mkdtemp(prefix="offline-trials-"))
    server = Server(folder)
    server.run("manage.py", "migrate", "--verbosity", "0")
    tournament = server.run("-c", PREPARE).split()[-1]
    server.start()
    expected = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(whole=True), args=list(QUIET))
            context = browser.new_context(locale="fr-FR", viewport={"width": 820, "height": 1180})
            director = Director(server, context, tournament, chance)
            director.room()
            director.page.locator("body[data-installed=yes]").wait_for(timeout=120000)
            for number in range(1, wanted.incidents + 1):
                director.trouble()
                mark = f"Essai {number} de la graine {wanted.seed}"
                expected.append((mark, director.incident(mark)))
                if number % 10 == 0:
                    print(f"{number} incidents", flush=True)
            refused = director.finish()
            troubles = director.troubles
            browser.close()
        data = json.loads(server.run("-c", REPORT).splitlines()[-1])
    finally:
        server.kill()
    problems = compare(expected, data) + [f"refused: {one}" for one in refused]
    print(", ".join(f"{what} {count}" for what, count in sorted(troubles.items())) or "no trouble")
    if problems:
        sys.exit("\n".join([*problems, f"seed {wanted.seed}; {folder}"]))
    shutil.rmtree(folder)
    print(f"{len(data)} incidents, each exactly once")


if __name__ == "__main__":
    main()

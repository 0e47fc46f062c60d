"""The requests of a director's tablet during an evening.

Between calls the tablet shows the room, which polls every five seconds as `room.js` does; now and then the director
opens another page. At a call he touches the irregularity, reads and answers the questions, reads the decision, looks at
the score, often tries another one, and confirms it; he prints some reports. Every request is one that a page offers.
"""

import html
import random
import re
import time
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.trials.tablet import ANSWERS, HTMX, QUESTION, VERSION, Away, Tablet

POLL = 5.0
"""Seconds between two polls of the room."""
SEEN = re.compile(r'data-seen="(\d+)"')
BUTTON = re.compile(r"<button\b[^>]*>")
ASKED_AT = re.compile(r'action="([^"]*/q/[^"]+/)"')
TAKEN = re.compile(r'name="first" value="([^"]+)"')
TOGETHER, TOUCHED = re.compile(r'name="together" value="([^"]+)"'), re.compile(r'name="touched" value="([^"]+)"')
"""Patterns in the HTML of a question: ASKED_AT finds the address of its form, TAKEN the question whose usual answer the
page assumes, TOGETHER the questions asked on one page, and TOUCHED the one of them that is touched."""
VALUE = {name: re.compile(rf'\b{name}="([^"]*)"') for name in ("name", "value", "href")}
TAP, PAGE, POLLED, PRINT = 4_000, 5_000, 4_000, 20_000
"""Milliseconds after which the page gives up: htmx (base.html), the service worker (offline_worker.py), the room
(room.js). A PDF has no such limit; the last number is the patience of a tablet here."""
LIMITS = {
    "the room asks whether anything happened": POLLED,
    "a call, until the tiles of what happened": PAGE,
    "what happened, until the first question": PAGE,
    "an answer, until the next question": TAP,
    "the score: before, after, the field": PAGE,
    "another score, tried": PAGE,
    "a score confirmed": TAP,
    "the room": PAGE,
    "the ranking": PAGE,
    "the decisions": PAGE,
    "the boards": PAGE,
    "a report printed (PDF)": PRINT,
}
"""The acts of a director, each with the milliseconds that the page waits."""
WAITED_FOR = tuple(limit for limit in LIMITS if "asks whether" not in limit and "printed" not in limit)
"""The acts whose answer a director waits for."""


@dataclass
class Act:
    """A finished act: the time of its end, its duration in total and by part, and the reason of a failure ("" for
    none)."""

    what: str
    at: float
    took: float
    requests: int
    spent: dict[str, float]
    failed: str = ""


@dataclass
class Pace:
    """Minutes from the end of a case to the next call, and seconds between two taps, both on average."""

    every: float = 3.0
    thinking: float = 8.0


@dataclass
class Director:
    """A director with a tablet, in one tournament."""

    tablet: Tablet
    tournament: str
    places: list[list[str]]
    pace: Pace
    chance: random.Random
    acts: list[Act] = field(default_factory=list)

    def direct(self, until: float) -> None:
        """Direct the evening until a moment. Directors begin at different times."""
        time.sleep(self.chance.uniform(0, POLL))
        now = time.monotonic()
        called = now + self.chance.uniform(0, self.pace.every * 60)
        look = now + self.chance.uniform(0, 90)
        seen = self.room()
        while (now := time.monotonic()) < until:
            if now >= called:
                self.case(until)
                called = time.monotonic() + self.chance.expovariate(1 / (self.pace.every * 60))
                seen = self.room()
            elif now >= look:
                self.look()
                self.think()
                look = time.monotonic() + self.chance.expovariate(1 / 90)
                seen = self.room()
            else:
                seen = self.poll(seen)
            time.sleep(POLL)

    # The requests of a tablet

    def room(self) -> str:
        return seen_in(self.page("the room", f"/fr/tournaments/{self.tournament}/"))

    def poll(self, seen: str) -> str:
        address = f"/fr/tournaments/{self.tournament}/?seen={seen}"
        found = self.did("the room asks whether anything happened", self.tablet.get, address, **HTMX)
        return seen_in(found[0], seen)

    def look(self) -> None:
        what, where = self.chance.choice((
            ("the ranking", f"/fr/tournaments/{self.tournament}/ranking/"),
            ("the boards", f"/fr/tournaments/{self.tournament}/boards/"),
            ("the decisions", "/fr/decisions/"),
        ))  # fmt: skip
        self.page(what, where)

    def case(self, until: float) -> None:
        """Take a call from the table to the score."""
        section, table, board = self.chance.choice(self.places)
        call = f"/fr/tournaments/{self.tournament}/call/"
        page, where = self.did(
            "a call, until the tiles of what happened", self.tablet.post, call, section=section, table=table
        )
        if "/what/" not in where:
            return  # the incident is ruled already
        self.think()
        wanted = self.chance.choice(("law=64", "law=64", *offered(page, "law"), *offered(page, "tile")))
        place = {"table": f"{section}:{table}", "board": board}
        while "/what/" in where and time.monotonic() < until:
            name, value = wanted.split("=")
            page, where = self.did(
                "what happened, until the first question", self.tablet.post, where, **{name: value}, **place
            )
            self.think()
            wanted = self.chance.choice(offered(page, "case") or offered(page, "law") or ["law=64"])
        ruled = self.answers(page, where, until)
        if ruled and time.monotonic() < until:
            self.score(ruled)

    def answers(self, page: str, where: str, until: float) -> str:
        """Answer the questions; return the incident once it is ruled."""
        for _question in range(40):
            found, version = QUESTION.search(where), VERSION.search(page)
            if not found or not version or time.monotonic() > until:
                break
            to, first = ASKED_AT.search(page), TAKEN.search(page)
            found = (to and QUESTION.search(to[1])) or found
            together, touched = TOGETHER.search(page), TOUCHED.search(page)
            asked = touched[1] if touched else found[2]
            value = self.reply(page, asked)
            page, then = self.did(
                "an answer, until the next question",
                self.tablet.post,
                to[1] if to else where,
                first=first[1] if first else "",
                together=together[1] if together else "",
                touched=touched[1] if touched else "",
                htmx=True,
                answer=value,
                version=version[1],
            )
            if then == where:
                break  # the question needs more than one tap: leave the call
            self.tablet.acknowledged.append((found[1], asked, value))
            where = then
            self.think()
        ruled = re.search(r"/incidents/([0-9a-f-]+)/(?:score|report)/", page)
        return ruled[1] if ruled and "/decision/" in where else ""

    def reply(self, page: str, question: str) -> str:
        """Choose the answer to touch: for a revoke the usual one, otherwise one that the first question of the page
        offers."""
        form = page.partition('name="version"')[2].partition("</form>")[0]
        values = [one.partition("=")[2] for one in offered(form, "answer")]
        usual = ANSWERS.get(question, "")
        return usual if usual in values or not values else self.chance.choice(values)

    def score(self, incident: str) -> None:
        where = f"/fr/incidents/{incident}/score/"
        page = self.page("the score: before, after, the field", where)
        self.think()
        others = [html.unescape(one) for one in re.findall(r'href="((?:[^"]*/score/(?:choose/)?)?\?kind=[^"]+)"', page)]
        if others and self.chance.random() < 0.5:
            self.page("another score, tried", urllib.parse.urljoin(where, self.chance.choice(others)))
            self.think()
        if seen := re.search(r'name="seen" value="([^"]+)"', page):
            self.did("a score confirmed", self.tablet.post, where, htmx=True, seen=seen[1])
            self.think()
        if self.chance.random() < 0.2:
            self.page("a report printed (PDF)", f"/fr/incidents/{incident}/report.pdf")

    def page(self, what: str, where: str) -> str:
        return self.did(what, self.tablet.get, where)[0]

    def did(self, what: str, act: Callable[..., tuple[str, str]], *words: Any, **said: Any) -> tuple[str, str]:
        """Do an act and note its duration. The page gives up after the limit of the act; a later answer counts as a
        failure."""
        self.tablet.patience = LIMITS[what] / 1000
        first, began, failed, found = len(self.tablet.spent), time.perf_counter(), "", ("", "")
        try:
            found = act(*words, **said)
        except Away as error:
            failed = str(error)
        took = (time.perf_counter() - began) * 1000
        if not failed and took > LIMITS[what]:
            failed = f"{what}: after more than {LIMITS[what] / 1000:g} s"
        parts: dict[str, float] = {}
        requests = self.tablet.spent[first:]
        for request in requests:
            for name, ms in request.items():
                parts[name] = parts.get(name, 0.0) + ms
        self.acts.append(Act(what, time.monotonic(), took, len(requests), parts, failed))
        return found

    def think(self) -> None:
        time.sleep(self.chance.uniform(0.4, 1.6) * self.pace.thinking)


def seen_in(page: str, before: str = "0") -> str:
    found = SEEN.search(page)
    return found[1] if found else before


def offered(page: str, name: str) -> list[str]:
    """Return "name=value" for each button *name* of a page."""
    found: list[Any] = []
    for one in BUTTON.findall(page):
        named, value = VALUE["name"].search(one), VALUE["value"].search(one)
        if named and value and named[1] == name:
            found.append(f"{name}={html.unescape(value[1])}")
    return found

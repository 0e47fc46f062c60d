"""A simulated director who taps a sequence of irregularities on a tablet, from the room to each decision. For the
second half he may be without a network."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from arbitrage.models import Board, Incident, Inquiry, Tournament
from rulings.bridge import parse_contract
from rulings.laws2017 import LAWS
from tests.arbitrage.devices.test_browser_offline import back, cut, installed, touch
from tests.arbitrage.tablet import Tablet, touch_table

MOST_TAPS = 40
ASKED = """() => {
  if (document.querySelector("fieldset:disabled, .htmx-request, #step h1[data-touched]")) return null;
  if (location.pathname.includes("/decision/")) return { decided: true };
  const form = document.querySelector("#step form[action*='/q/']");
  if (!form) return null;
  const fields = [...form.querySelectorAll("textarea")].map((one) => one.name);
  const first = form.querySelector("[name=first]");
  return {
    asked: form.getAttribute("action").match(/\\/q\\/([^/]+)\\//)[1],
    first: first?.value ?? "",
    usual: first?.dataset.value ?? "",
    together: form.querySelector("[name=together]")?.value ?? "",
    touched: form.querySelector("[name=touched]")?.value ?? "",
    boxes: [...form.querySelectorAll("[name=yes]")].map((one) => one.value),
    fields,
  };
}"""
"""Script that returns the question of the page; null while the page is being replaced."""

ANOTHER = """(question) => {
  const asked = document.querySelector("[data-ask]");
  return asked ? asked.dataset.question !== question : document.querySelector(".head h1");
}"""
"""Script that tells whether the device shows another question now, or a decision."""

SAID_NOW = {
    "returned": {"noticed": "all_played", "after_play": "not_yet"},
    "cards_out": {"noticed": "all_played", "after_play": "not_yet"},
    "round_over": {"noticed": "all_played", "after_play": "round_over"},
}
"""Today's answers to the question when a revoke was noticed, by the answers of an earlier version."""


def as_asked_now(law: str, answers: dict[str, str]) -> dict[str, str]:
    """Write the answers of a step by the keys that a director touches today."""
    return answers | SAID_NOW.get(answers.get("noticed", ""), {}) if law == "64" else answers


class Finger:
    """A director who answers his tablet's questions only from a sequence."""

    def __init__(self, tablet: Tablet, evening: Tournament) -> None:
        self.tablet, self.page, self.evening = tablet, tablet.page, evening
        self.known: dict[str, str] = {}
        self.answers: dict[str, str] = {}

    @property
    def inquiry(self) -> Inquiry:
        """The inquiry whose question, or decision, the page shows."""
        key = re.search(r"/inquiries/([0-9a-f-]+)/", self.page.url)
        assert key is not None, self.page.url
        return Inquiry.objects.with_answers().get(pk=key[1])

    # With the network

    def call(self, table: int) -> Incident:
        """Touch the tile of a table that calls."""
        self.tablet.open("room", self.evening.pk)
        touch_table(self.page, table)
        self.page.wait_for_url(re.compile(r"/(what|q|decision|inquiries)/"))
        return Incident.objects.filter(tournament=self.evening, table=table).latest("pk")

    def choose(self, call: Incident, law: str) -> None:
        """Choose a law by its number on the page *What happened?*, which the decision links to for another
        irregularity."""
        page = self.page
        if "/what/" not in page.url and "/decision/" in page.url:
            page.locator("details.more > summary").first.click()
            page.locator(f"details.more[open] a[href*='/incidents/{call.pk}/what/']").click()
            page.wait_for_url(re.compile("/what/"))
        elif "/what/" not in page.url:
            self.tablet.open("what", call.pk)
        number = law.removesuffix("-table")
        page.locator("form.find input[name=q]").fill(number)
        page.locator("form.find input[name=q]").press("Enter")
        page.locator(f"search button[name=law][value='{law}']").first.click()
        page.wait_for_url(re.compile(r"/q/|/decision/"))

    def rule(self, call: Incident, law: str, answers: dict[str, str], known: dict[str, str]) -> Inquiry:
        """Choose a law and answer its questions to the decision."""
        self.answers, self.known = as_asked_now(law, answers), known
        self.choose(call, law)
        return self.answer_all()

    def answer_all(self) -> Inquiry:
        for _tap in range(MOST_TAPS):
            asked = self.page.wait_for_function(ASKED).json_value()
            if not asked.get("decided"):
                self._touch(asked)
                continue
            come = self.page.locator("form[action$='/reach/'] button")
            if not (come.count() and {"end_of_play", "end_of_auction"} & set(self.answers)):
                return self.inquiry
            self._press(come.first)
        raise AssertionError(f"no decision after {MOST_TAPS} taps: {self.page.url}")

    def change(self, inquiry: Inquiry, question: str, value: str) -> None:
        """Touch *Modifier* beside an answer of the decision, then the right answer."""
        self.tablet.open("decision", inquiry.pk)
        self.page.locator(f".trail a[href*='/q/{question}/']").click()
        self.page.wait_for_url(re.compile(f"/q/{question}/"))
        self.page.wait_for_function(ASKED)
        self._press(self.page.locator(f"button[name=answer][value='{value}']").first)
        self.answer_all()

    def supersede(self, inquiry: Inquiry, question: str, value: str, reason: str) -> None:
        """Replace a decision from its review: try another answer, then give a reason."""
        page = self.page
        self.tablet.open("review", inquiry.incident_id)
        page.locator(f"a[href*='/inquiries/{inquiry.pk}/if/']").first.click()
        page.locator(f".trail a[href*='change={question}']").first.click()
        page.locator(f"button[name=answer][value='{value}']").click()
        page.get_by_text("Décider ainsi, à la place").click()
        page.get_by_label("Motif").fill(reason)
        page.get_by_role("button", name="Rendre cette décision à la place").click()
        page.wait_for_url(re.compile("/review/"))

    def right(self, question: str) -> str:
        """Return the sequence's answer to a question; if it has none, the answer that follows from the table and the
        other answers."""
        if question in self.answers:
            return self.answers[question]
        if question in self.known:
            return self.known[question]
        found = self.inquiry
        return found.entry.step(found.known() | self.answers).read.get(question, "no")

    def _touch(self, asked: dict[str, Any]) -> None:
        page, first = self.page, asked["first"]
        if first and self.right(first) != asked["usual"]:
            self._press(page.locator(".known .btn").first)
        elif asked["boxes"]:
            true = [box for box in asked["boxes"] if self.right(box) == "yes"]
            for one in true:
                page.locator(f"label:has([name=yes][value='{one}'])").click()
            self._press(page.locator(f"button[name=these][value='{'ticked' if true else 'none'}']"))
        else:
            for name in asked["fields"]:
                words = self.right(asked["asked"] if name == "answer" else name)
                page.locator(f"textarea[name='{name}']").fill("" if words in ("no", "?") else words)
            key = asked["touched"] or (asked["asked"] if not asked["fields"] else "")
            if key and self.right(key) == "?" and page.locator("[data-hands]").count():
                self._press(page.locator("button[name=go][value=unknown]"))
            elif key:
                self._press(page.locator(f"button[name=answer][value='{self.right(key)}']").first)
            else:
                self._press(page.locator("#step form[action*='/q/'] .main").first)

    def _press(self, button: Any) -> None:
        """Touch a button, and mark the page to distinguish it from the next one."""
        self.page.evaluate("() => { document.querySelector('#step h1').dataset.touched = 'yes'; }")
        button.click()

    # Without the network

    def lose_the_network(self, call: Incident) -> None:
        """Load the room with its tables, cut the network, and go back to the call."""
        installed(self.tablet, self.evening)
        cut(self.tablet)
        self.page.reload()
        expect(self.page.locator("#seen .room")).to_be_visible()
        leading = self.page.locator(f"[data-incident='{call.pk}']")
        spot = self.page.locator("#seen .spot", has=leading)
        if spot.count() and not leading.first.is_visible():  # its tile first shows two buttons
            spot.first.locator(".tile").click()
        leading.first.click()
        expect(self.page.locator(".head h1")).to_be_visible()

    def rule_alone(self, law: str, answers: dict[str, str], known: dict[str, str], truth: dict[str, str]) -> None:
        """Rule on the pages of the device; *truth* has the cards on the table, for questions that the device asks."""
        page = self.page
        self.answers, self.known = as_asked_now(law, answers), known
        said = LAWS[law].step(known | truth | self.answers).read
        if page.locator("input[name=q]").count() == 0:
            touch(page, "[data-go='what']")
        page.locator("input[name=q]").fill(law.removesuffix("-table"))
        page.locator(f"#found [data-law='{law}']").first.click()
        expect(page.locator("[data-ask]")).to_be_visible()
        for _tap in range(MOST_TAPS):
            asked = page.locator("[data-ask]")
            if not asked.count():
                return
            question = asked.get_attribute("data-question") or ""
            self._touch_alone(question, lambda name: self.answers.get(name) or known.get(name) or said.get(name, "no"))
            page.wait_for_function(ANOTHER, arg=question)
        raise AssertionError(f"no decision after {MOST_TAPS} taps: {page.url}")

    def _touch_alone(self, question: str, right: Callable[[str], str]) -> None:
        """Answer a page of the device: boxes to tick, words to write and a number beneath them, or one key."""
        form = self.page.locator("[data-ask]")
        boxes, words = form.locator("[name=yes]"), form.locator("textarea")
        if boxes.count():
            true = [name for name in boxes.evaluate_all("all => all.map(one => one.value)") if right(name) == "yes"]
            for name in true:
                form.locator(f"[name=yes][value='{name}'] + .choice").click()
            form.locator(f"[name=these][value={'ticked' if true else 'none'}]").click()
            return
        for name in words.evaluate_all("all => all.map(one => one.name)"):
            value = right(question if name == "answer" else name)
            form.locator(f"textarea[name='{name}']").fill("" if value in ("no", "?") else value)
        for name in set(form.locator("[type=radio]").evaluate_all("all => all.map(one => one.name)")):
            if (value := right(name)) not in ("no", "?"):
                form.locator(f"[name='{name}'][value='{value}'] + .key").click()
        touched = form.locator("[name=touched]")
        if touched.count():
            question = touched.input_value()
        elif words.count():
            form.locator(".main").click()
            return
        form.locator(f"[data-answer='{right(question)}']").first.click()

    def is_back(self) -> None:
        back(self.tablet)
        expect(self.page.locator("#net")).to_have_attribute("data-refused", "0")


def of_the_board(sequence: dict[str, Any], board: Board) -> dict[str, str]:
    """Return the known facts of a table before any event: its result, or its declarer."""
    said = {name: str(value) for name, value in sequence.get("board", {}).items() if name != "auction"}
    played = parse_contract(said["contract"]) if "contract" in said else None
    return said | ({"trumps": str(played.denomination)} if played else {}) | {"vul": board.vulnerability}

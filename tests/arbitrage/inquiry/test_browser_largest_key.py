"""A user who always touches the largest key never reaches a ruling that its page did not announce.

The test makes ten random calls: the table, the irregularity, its case. Then it touches on each page the key with the
largest area on a club's tablet, and a random one among equally large keys. The environment variable LARGEST_KEYS is the
number of such evenings, LARGEST_KEYS_FROM the seed of the first.
"""

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from playwright.sync_api import Page, Route

from arbitrage.models import Adjustment, Answer, Duty, Event, Incident, Inquiry, Result, Ruling, Tournament
from arbitrage.pages.incident.cases import case_at
from arbitrage.pages.inquiry.several_questions import standing_together
from rulings.engine.inquiry import Ending
from rulings.laws2017 import LAWS
from tests.arbitrage.at_the_screen import make_evening, url

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

FIRST, EVENINGS = int(os.environ.get("LARGEST_KEYS_FROM", "0")), int(os.environ.get("LARGEST_KEYS", "1"))
CALLS, TABLES = 10, 10
SAME_PAGE = 3
"""Number of visits to the same page before the call is abandoned: *Reprendre* may be the largest key."""
AREAS = """() => [...document.querySelectorAll("main :is(a[href], button)")].filter(one => !one.closest(".trail"))
.map(one => {
  const box = one.getBoundingClientRect();
  const touched = one.checkVisibility() && !one.disabled && box.right <= innerWidth + 1;
  return touched ? Math.round(box.width * box.height) : 0;
})"""
"""Script that returns the areas of all visible links and buttons."""
TRAIL = re.compile(r'<section class="trail".*?</section>', re.DOTALL)
AS_LARGE = 0.98
HARMFUL = ("incident_withdrawn", "adjustment_confirmed", "table_closed", "pair_left", "round_begun")


class Keys(HTMLParser):
    """Keys of a page in their order, each with the form that it sends."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.keys: list[dict[str, Any]] = []
        self.forms: dict[str, dict[str, Any]] = {}
        self.inside = ""
        self.feed(TRAIL.sub("", page.partition("<main")[2].partition("</main>")[0].partition(">")[2]))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        to = of.get("form", self.inside)
        match tag:
            case "form":
                self.inside = of.get("id", f"form {len(self.forms)}")
                self.forms[self.inside] = {"fields": [], **of}
            case "button" | "a" if tag == "button" or "href" in of:
                self.keys.append({"tag": tag, "to": to, **of})
            case "textarea":
                self.forms.get(to, {"fields": []})["fields"].append((of.get("name", ""), ""))
            case "input" if of.get("type") == "hidden" or "checked" in of:
                self.forms.get(to, {"fields": []})["fields"].append((of.get("name", ""), of.get("value", "on")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = ""


@dataclass
class Finger:
    """A simulated user who touches keys on the pages of one club, and records their effects."""

    client: Client
    page: Page
    chance: random.Random
    areas: dict[str, list[int]] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    unannounced: list[str] = field(default_factory=list)

    def largest(self, shown: HttpResponse) -> dict[str, Any] | None:
        """Choose the largest key of a page; of several equally large ones, choose at random."""
        content = shown.content.decode()
        kind = self.kind(shown)
        if kind not in self.areas:
            self.page.set_content(content, wait_until="load")
            self.areas[kind] = self.page.evaluate(AREAS)
        areas, keys = self.areas[kind], Keys(content).keys
        assert len(areas) == len(keys)
        most = max(areas, default=0)
        if not most:
            return None
        return self.chance.choice([one for one, area in zip(keys, areas, strict=True) if area >= AS_LARGE * most])

    def kind(self, shown: HttpResponse) -> str:
        """Return the HTML of a page without its numbers and its trail, so that pages whose keys have the same sizes are
        equal."""
        inside = TRAIL.sub("", shown.content.decode().partition("<main")[2])
        return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|name=\"csrfmiddlewaretoken\" value=\"\w+\"|\d+", "", inside)

    def touch(self, shown: HttpResponse, key: Mapping[str, Any]) -> HttpResponse:
        """Touch a key, note an inquiry that it drops, and return the page that follows."""
        here = shown.request["PATH_INFO"]
        if key["tag"] == "a":
            return self.client.get(key["href"], follow=True)
        form = Keys(shown.content.decode()).forms[key["to"]]
        if form.get("action", "").endswith("/drop/"):
            self.unannounced.append(f"an inquiry is dropped on {here}")
        sent: dict[str, Any] = {}
        for name, value in (*form["fields"], (key.get("name", ""), key.get("value", ""))):
            if name:
                sent[name] = value
        address = key.get("formaction") or form.get("action") or here
        send = self.client.post if form.get("method") == "post" else self.client.get
        return send(address, sent, follow=True)

    def call(self, evening: Tournament) -> None:
        """Take one call to its ruling: random keys until a law asks, then the largest key of each page, and once more
        on the decision."""
        table = self.chance.randint(1, TABLES)
        shown = self.client.post(
            url("call", evening.pk), {"section": evening.sections.get().pk, "table": table}, follow=True
        )
        while resolve(shown.request["PATH_INFO"]).url_name == "what":
            keys = Keys(shown.content.decode()).keys
            tiles = [one for one in keys if one["tag"] == "button" and "tile" in one.get("class", "").split()]
            shown = self.watched(shown, self.chance.choice(tiles))
        seen: Counter[str] = Counter()
        while True:
            at = resolve(shown.request["PATH_INFO"]).url_name
            seen[self.kind(shown)] += 1
            if seen[self.kind(shown)] == SAME_PAGE:
                self.counted["calls that go round in a circle"] += 1
                return
            key = self.largest(shown)
            if at in ("room", "tournament_list") or key is None:
                self.counted["calls that lead back to the room"] += 1
                return
            shown = self.watched(shown, key)
            if at == "decision":
                self.counted["calls that end in a ruling"] += 1
                return

    def watched(self, shown: HttpResponse, key: Mapping[str, Any]) -> HttpResponse:
        """Touch a key, and compare the stored answers with those that its page announced."""
        announced = dict(self.announced(shown, key))
        rulings, answers = set(Ruling.objects.values_list("pk", flat=True)), stored()
        then = self.touch(shown, key)
        assert then.status_code in (200, 409, 422), (shown.request["PATH_INFO"], key)
        harmed = Event.objects.filter(kind__in=HARMFUL).count()
        if harmed > self.counted["harm"]:
            self.unannounced.append(
                f"{Event.objects.filter(kind__in=HARMFUL).last().kind} by {key} on {shown.request['PATH_INFO']}"
            )
            self.counted["harm"] = harmed
        self.counted["touches"] += 1
        for (inquiry, question), value in stored().items():
            if answers.get((inquiry, question)) != value and announced.get(question) != value:
                self.unannounced.append(f"{question}={value!r} by {key} on {shown.request['PATH_INFO']}")
        for ruling in Ruling.objects.exclude(pk__in=rulings).select_related("inquiry"):
            self.counted["rulings"] += 1
            here = shown.request["PATH_INFO"]
            if f"/inquiries/{ruling.inquiry_id}/" not in here and not self.of_its_case(shown, ruling.inquiry):
                self.unannounced.append(f"a ruling of {ruling.inquiry.law} on {here}, by {key}")
            state = Inquiry.objects.with_answers().get(pk=ruling.inquiry_id).state()
            if not isinstance(state, Ending) or json.loads(ruling.outcome)["text"] != state.ruling.text:
                self.unannounced.append(f"{ruling.pk} says something else than its answers")
        return then

    def of_its_case(self, shown: HttpResponse, inquiry: Inquiry) -> bool:
        """Tell whether the words of the chosen case announced a ruling that needs no question."""
        return resolve(shown.request["PATH_INFO"]).url_name == "what" and not inquiry.answers.exists()

    def announced(self, shown: HttpResponse, key: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the questions and answers that a page announces for a key: those of the chosen case, the moment that is
        reached, the presumed fact, and the question of the heading."""
        content = shown.content.decode()
        if key.get("name") == "case" and (case := case_at(LAWS, key["value"])):
            yield from case.answers
        form = Keys(content).forms.get(key.get("to", ""), {})
        if moment := re.search(r"/inquiries/([0-9a-f-]+)/reach/$", form.get("action", "")):
            for duty in Duty.objects.filter(inquiry=moment[1], state=Duty.State.OPEN).exclude(question=""):
                yield duty.question, "reached"  # the label of the key names the moment
        sent = re.search(r"/inquiries/([0-9a-f-]+)/q/([^/]+)/$", form.get("action", ""))
        if not sent:
            return
        inquiry = Inquiry.objects.with_answers().get(pk=sent[1])
        asked = inquiry.state().questions
        fields = dict(form["fields"])
        if first := fields.get("first"):
            assert 'class="known' in content
            yield first, asked[first].leads_on
        question = asked.get(sent[2])
        if question is None:  # the question beneath the presumed fact
            yield sent[2], key.get("value", "")
        elif together := standing_together(inquiry, question) if "together" in fields else []:
            for one in together:
                yield one.id, {"yes_no": "no", "words": ""}.get(one.kind, "?")
            if key.get("name") == "answer":
                yield together[-1].id, key["value"]
        else:
            yield question.id, key.get("value", "")


def stored() -> dict[tuple[Any, str], str]:
    return {(answer.inquiry_id, answer.question): answer.value for answer in Answer.objects.all()}


def dressed(route: Route) -> None:
    """Serve a page's style sheets and fonts, and no script."""
    address = route.request.url.partition("?")[0]
    found = finders.find(address.partition("/static/")[2]) if "/static/" in address else None
    if address == "http://tablet.example.org/":
        route.fulfill(body="<!doctype html>", content_type="text/html")
    elif found and not address.endswith(".js"):
        route.fulfill(path=found)
    else:
        route.abort()


@pytest.mark.usefixtures("one_moment")
def test_a_finger_on_the_largest_key_ends_in_no_ruling_that_its_page_did_not_announce(
    page, client, club, director, capsys
):
    page.route("**/*", dressed)
    page.goto("http://tablet.example.org/")
    counted: Counter[str] = Counter()
    areas: dict[str, list[int]] = {}
    for seed in range(FIRST, FIRST + EVENINGS):
        finger = Finger(client, page, random.Random(seed), areas)
        evening = make_evening(club, tables=TABLES)
        lines = dict(Result.objects.filter(board__tournament=evening).values_list("pk", "kind"))
        for _call in range(CALLS):
            finger.call(evening)
        counted += finger.counted
        assert finger.unannounced == [], seed
        assert not Incident.objects.filter(tournament=evening, state="withdrawn").exists()
        assert not Adjustment.objects.filter(incident__tournament=evening).exists()
        assert dict(Result.objects.filter(pk__in=lines).values_list("pk", "kind")) == lines
        assert Tournament.objects.get(pk=evening.pk).current_round == 1
        with capsys.disabled():
            print(f"\nevening {seed}: {dict(finger.counted)}", flush=True)
    with capsys.disabled():
        told = ", ".join(f"{number} {what}" for what, number in sorted(counted.items()))
        print(f"\n{EVENINGS} evenings of {CALLS} calls: {told}; {len(areas)} pages measured; unannounced: 0")
    assert counted["rulings"] >= EVENINGS

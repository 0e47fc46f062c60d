"""The question after an answer, as the device draws it on a page of the server. It has the same words in the same
order, the same keys, links and fields as the page that the server then sends (ADR 021)."""

import gzip
import json
import random
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from django.utils.timezone import now

from arbitrage.models import Answer, Inquiry
from arbitrage.pages.devices import page_downloads
from arbitrage.pages.devices.compiled_laws import compressed
from arbitrage.pages.inquiry.question import question_page
from arbitrage.pages.wording.people import players
from rulings.engine.inquiry import Asking
from tests.arbitrage.devices.offline_walks import LAWS, value_for
from tests.javascript.node import node

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

VOID = {"input", "br", "img", "hr", "path", "circle", "rect", "line", "use"}
TOUCHED = {"a": ("href",), "button": ("name", "value", "disabled"), "input": ("name", "value", "checked"),
           "textarea": ("name",), "form": ("action",)}  # fmt: skip


ORIGIN = re.compile(r'</b> <span class="small soft">([^<]*)</span></span>.*?href="[^"]*/q/([^/]+)/')
"""Pattern of the origin of an answer in the trail, with its question."""


class Said(HTMLParser):
    """Parser of the words, controls and fields of a part of a page in order. It leaves out spaces, drawings, tokens,
    and the unchanged parts: the acts beside the question, the links to other cases."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        stays = tag == "svg" or "push" in classes or "reach" in classes or (tag, classes) == ("details", ["more"])
        shown = not any(self.inside) and not stays and given.get("name") not in ("version", "csrfmiddlewaretoken")
        if tag not in VOID:
            self.inside.append(stays)
        if shown and tag in TOUCHED:
            self.found.append(f"<{tag} {'|'.join(given.get(name, '') or '' for name in TOUCHED[tag])}>")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.inside:  # the part ends before its page does
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.inside) and (words := re.sub(r"\s", "", data)):
            self.found.append(words)

    def __str__(self) -> str:
        return "".join(self.found).replace("><", ">\n<")


def as_given(inquiry: Inquiry, answers: list[tuple[str, str]], by: User) -> Inquiry:
    """Copy an inquiry with these answers, in memory."""
    found = Inquiry(
        incident=inquiry.incident, law=inquiry.law, edition=inquiry.edition, facts=inquiry.facts, version=len(answers),
        pk=inquiry.pk,
    )  # fmt: skip
    rows = [
        Answer(inquiry=found, question=name, value=value, by=by, at=now(), version=at + 1)
        for at, (name, value) in enumerate(answers)
    ]
    found._prefetched_objects_cache = {"answers": rows, "rulings": [], "duties": []}
    return found


def page_of(inquiry: Inquiry, by: User) -> str:
    """Render the page of the question that an inquiry asks."""
    state = inquiry.state()
    assert isinstance(state, Asking)
    request = RequestFactory().get(inquiry.question_url(state.question.id))
    request.user, request.htmx, request.here = by, False, None
    context = question_page(inquiry, state, state.question, reader=by)
    return render_to_string("inquiry/question.html", context, request)


def walked(inquiry: Inquiry, by: User, chance: random.Random) -> list[tuple[dict[str, Any], str]]:
    """Take one way through the law of an inquiry; return for each answer the data of the device and the server's next
    page, "" where the server asks nothing more."""
    steps, shown = [], ""
    answers: list[tuple[str, str]] = []
    while isinstance(state := as_given(inquiry, answers, by).state(), Asking) and len(answers) < 30:
        given = [(state.question.id, value_for(state.question, chance))]
        here = as_given(inquiry, answers, by)
        page = shown or page_of(here, by)
        said = {"inquiry": page_downloads.inquiry(here), "by": {name: words for words, name in ORIGIN.findall(page)}}
        if given[0][1] == state.question.leads_on and 'name="first"' in page:
            after = as_given(inquiry, [*answers, *given], by).state()
            assert isinstance(after, Asking)
            given.append((after.question.id, value_for(after.question, chance)))
        answers += given
        then = as_given(inquiry, answers, by)
        shown = page_of(then, by) if isinstance(then.state(), Asking) else ""
        steps.append(({"kind": "next", "given": given, **said}, shown))
    return steps


def test_the_device_draws_the_question_that_follows_word_for_word_as_the_server(incident, director):
    seats = players(incident)
    assert len(seats) == 4
    chance, asked, expected = random.Random(31), [], []
    more = {"players": seats, "vulnerability": "Nord-Sud vulnérables"}
    with translation.override("fr"):
        for law in LAWS.values():
            facts = {"contract": "3NT", "declarer": "S", "trumps": "NT", "vulnerability": "NS"}
            inquiry = Inquiry(incident=incident, law=law.id, edition="2017", facts=facts)
            for said, page in walked(inquiry, director, chance):
                asked.append({**said, **more})
                expected.append(page)
    bundle = {"kind": "bundle", **json.loads(gzip.decompress(compressed("fr")))}
    done = node("tests/javascript/compare.js", said="\n".join(json.dumps(one) for one in (bundle, *asked)))
    assert done.returncode == 0, done.stderr[-3000:]
    _laws, *drawn = map(json.loads, done.stdout.splitlines())
    same, differ = 0, []
    for said, page, device in zip(asked, expected, drawn, strict=True):
        if device is None:
            continue
        heading, back, html = device
        where = (said["inquiry"]["law"], said["inquiry"]["answers"], said["given"])
        assert page, where
        there = page.split('<div class="split ask">')[1].split("</main>")[0]
        title = unescape(page.split("<title>")[1].split(" · ")[0])
        (before,) = re.findall(r'<header class="bar">\s*<a class="btn" href="([^"]*)">', page)
        mine = (back, re.sub(r"\s", "", heading), str(Said(html)))
        theirs = (before, re.sub(r"\s", "", title), str(Said(there)))
        if mine != theirs:
            differ.append((where, mine, theirs))
        same += 1
    assert differ == []
    asks = sum(bool(page) for page in expected)
    assert same > 0.7 * asks, "most questions follow at once"

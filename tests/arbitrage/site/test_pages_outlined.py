"""The outline of every screen, as it was proofread: a changed word, number, link, choice or mark fails the test.

`outlines/NAME.txt` is the French page of a screen of `tests/arbitrage/screens.py`, a block a line, without what changes
with each run (identifiers, signatures, digests). `WRITE_OUTLINES=yes make test
ARGS=tests/arbitrage/site/test_pages_outlined.py` writes all of them again. Proofread the difference before committing
it.
"""

import datetime
import json
import os
import re
import secrets
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from html.parser import HTMLParser
from itertools import count
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.arbitrage.at_the_screen import sign_in
from tests.arbitrage.screens import Screen, screens, set_the_scene

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

ROOT = Path(__file__).resolve().parents[3]
OUTLINES = Path(__file__).parent / "outlines"
WRITE = "WRITE_OUTLINES"
"""Environment variable with which the outlines are written instead of compared."""
HOW = f"{WRITE}=yes make test ARGS=tests/arbitrage/site/test_pages_outlined.py"
DRAWN = {"code_chart", "code_whole_chart"}
"""The charts of laws, which `tests/rulings` compares."""

BEGINNING = datetime.datetime(2026, 11, 20, 19, 30, tzinfo=datetime.UTC)
"""The moment at which the first row of the screens is stored: 20:30 in Paris, on the day of their evening."""

RANDOM = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"(?<=[/=:])[A-Za-z0-9_-]{6,}:[A-Za-z0-9_-]{20,}\b", "…"),  # a signature with its moment
        (r"(?<=/)(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{40,}(?=/)", "…"),  # a signature
        (r"\b[0-9a-f]{40,64}\b|(?<=seen=)[0-9a-f]{20}\b|(?<=seen=\")[0-9a-f]{20}\b", "…"),  # a digest
        (r"\b[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}\b", "…"),  # the key of a second step
        (r"(?<=/offline/)[0-9a-f]{12}", "…"),
        (r"(?<=empreinte )[0-9a-f]{12}|(?<=empreinte )[0-9a-f]{4} [0-9a-f]{4}", "…"),
        (r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", "XXXX-XXXX"),  # the code of a tablet
        (re.escape(tempfile.gettempdir()) + r"/[\w-]+", "…"),
    )
)
IDENTIFIER = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b")

VOID = {"link", "meta", "input", "br", "img", "hr", "use", "path", "source", "rect", "line", "circle", "polyline"}
LEFT_OUT = {"script", "style", "template"} | VOID - {"input", "img"}
INLINE = {"a", "abbr", "b", "bdi", "cite", "em", "i", "kbd", "q", "small", "span", "strong", "svg", "text", "tspan"}
UNREAD = set(
    re.findall(r"\w+", "id for style nonce src srcset d points x y x1 x2 y1 y2 cx cy r width height viewbox xmlns")
)
"""Attributes that no reader sees, no screen reader speaks and no form sends."""
TYPOGRAPHY = set(re.findall(r"\w+", "nw ca sr long short small soft num grp ic law first last btn"))
"""Classes that only change the look of an element."""
RENEWED = {"csrfmiddlewaretoken", "id", "seen", "sender"}
"""Fields whose value changes with each run."""


class Outline(HTMLParser):
    """The words of a page and the addresses and fields that it sends, a block a line; the state of the network, the
    same on every page, is left out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._line: list[str] = []
        self._left_out: list[str] = []
        self.feed(page)
        self._end_line()

    def _end_line(self) -> None:
        if self._line:
            self.lines.append(" ".join(self._line))
        self._line = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        alike = given.get("class") == "net" or (given.get("class") == "error" and "hidden" in given)
        if self._left_out or tag in LEFT_OUT or alike:
            self._left_out += [] if tag in VOID else [tag]
            return
        if tag in {"td", "th"}:
            self._line += ["|"]
        elif tag not in INLINE:
            self._end_line()
        if given.get("name") in RENEWED:
            given["value"] = "…"
        given["class"] = " ".join(word for word in (given.get("class") or "").split() if word not in TYPOGRAPHY)
        if "data-inquiry" in given:
            given["data-inquiry"] = in_short(given["data-inquiry"] or "")
        kept = {name: value for name, value in given.items() if name not in UNREAD and (name, value) not in SILENT}
        marks = [name if value is None else f'{name}="{value}"' for name, value in kept.items()]
        if marks:
            self._line += [f"<{' '.join([tag, *marks])}>"]

    def handle_endtag(self, tag: str) -> None:
        if self._left_out:
            if self._left_out[-1] == tag:
                self._left_out.pop()
        elif tag not in INLINE | {"td", "th"}:
            self._end_line()

    def handle_data(self, data: str) -> None:
        if not self._left_out and data.strip():
            self._line += filter(None, re.split(r"[ \t\n\r]+", data))  # no-break spaces stay


SILENT = {("class", ""), ("aria-hidden", "true"), ("focusable", "false"), ("scope", "col"), ("scope", "row")}
"""Attributes that are left out because nearly every element has them."""


def in_short(inquiry: str) -> str:
    """Return the inquiry that a page passes to the device, with the readings of its cards counted, not listed."""
    told = json.loads(inquiry)
    readings = told["inquiry"]["readings"]
    told["inquiry"]["readings"] = {name: Counter(cards.values()) for name, cards in readings.items()}
    return json.dumps(told, ensure_ascii=False, sort_keys=True)


def outline(page: str) -> str:
    """Return the outline of a page, with its identifiers numbered in the order of their appearance."""
    numbers: dict[str, int] = {}
    text = "\n".join(Outline(page).lines) + "\n"
    text = IDENTIFIER.sub(lambda match: f"#{numbers.setdefault(match.group(), len(numbers) + 1)}", text)
    for pattern, put in RANDOM:
        text = pattern.sub(put, text)
    return text


def without_numbers_of_users(text: str) -> str:
    """Return the text without the primary keys of users, which depend on the tests before."""
    for user in User.objects.all():
        text = text.replace(f'data-user="{user.pk}"', 'data-user="…"')
        name = user.get_full_name() or user.username
        text = text.replace(f'value="{user.pk}"> {name}', f'value="…"> {name}')
    return text


@dataclass(frozen=True)
class Pages:
    """Every screen by its name, and the manager who requests it."""

    screens: dict[str, Screen]
    manager: User

    def outline(self, name: str) -> str:
        screen = self.screens[name]
        browser = sign_in(self.manager) if screen.signed_in else Client()  # a new session has no last room
        page = browser.get(screen.address, headers={"host": HOST})
        assert page.status_code == 200, screen.address
        return without_numbers_of_users(outline(page.content.decode()))


HOST = "127.0.0.1:8000"


@pytest.fixture(scope="module")
def pages(set_once) -> Iterator[Pages]:
    """The screens with their rows. Each row is stored a millisecond after the one before, and all pages are requested
    at the same moment; random series are always the same."""
    built: list[Pages] = []
    readings = count()

    def build() -> None:
        manager, scene = set_the_scene()
        named = {screen.name: screen for screen in screens(scene, "fr") if screen.name not in DRAWN}
        built.append(Pages(named, manager))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbelow", lambda below: 4711 % below)
        patch.setattr(timezone, "now", lambda: BEGINNING + datetime.timedelta(milliseconds=next(readings)))
        set_once(build)
        patch.setattr(timezone, "now", lambda: BEGINNING + datetime.timedelta(minutes=1))
        yield built[0]


WITH_A_SOLVER = {"board", "evidence-of-the-room"}
NAMES = [
    pytest.param(path.stem, marks=[pytest.mark.solver] if path.stem in WITH_A_SOLVER else [])
    for path in sorted(OUTLINES.glob("*.txt"))
]


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_says_and_sends_what_was_proofread(pages, db, name):
    kept, now = (OUTLINES / f"{name}.txt").read_text(encoding="utf-8"), pages.outline(name)
    changed = "\n".join(unified_diff(kept.splitlines(), now.splitlines(), "proofread", "now", lineterm="", n=1))
    assert not changed, f"{changed}\nIf this is wanted: {HOW}, and proofread the difference."


def test_every_screen_has_an_outline(pages, db):
    if os.environ.get(WRITE):
        for path in OUTLINES.glob("*.txt"):
            path.unlink()
        for name in pages.screens:
            (OUTLINES / f"{name}.txt").write_text(pages.outline(name), encoding="utf-8")
    assert sorted(pages.screens) == sorted(path.stem for path in OUTLINES.glob("*.txt"))

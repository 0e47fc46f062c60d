"""Every screen passes axe, has no target too small or too near another, and does not scroll sideways.

A screen is opened once. It is measured at the width of the narrowest telephone and of a tablet, and with letters twice
as large; axe checks it in the light theme, and its colours in the dark one. The language alternates from screen to
screen.
"""

from pathlib import Path

import pytest
from django.urls import resolve
from django.utils import translation
from playwright.sync_api import Page

from arbitrage.server.rights import NEEDS
from tests.arbitrage.screens import Screen, screens, set_the_scene
from tests.arbitrage.tablet import PHONE, TABLET, bring_the_session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

AXE = Path(__file__).resolve().parents[2] / "vendor" / "axe.min.js"
RUN = """async (only) => (await axe.run(document, {resultTypes: ["violations"], ...only})).violations
.map(one => `${one.id}: ${one.nodes.map(node => node.target.join(" ")).slice(0, 3).join(", ")}`)"""
EVERYTHING: dict[str, list[str]] = {}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
NARROW = {"width": 320, "height": 740}
SMALL = """() => [...document.querySelectorAll("a.btn, button, summary, select, textarea, input, .tile, .key, .choice")]
.filter(one => one.checkVisibility() && !one.closest(".sr, .sheet") && !one.classList.contains("sr"))
.filter(one => one.type !== "hidden" && !one.matches(".skip:not(:focus)"))
.map(one => [one, (one.closest("label") ?? one).getBoundingClientRect()])
.filter(([, box]) => box.width > 0 && (box.height < 47.5 || box.width < 47.5))
.map(([one, box]) => [one.tagName, one.textContent.trim().slice(0, 30), Math.round(box.width), Math.round(box.height)])
.map(found => found.join(" "))"""
CLOSE = """() => {
  const all = [...document.querySelectorAll("main :is(a[href], button, summary, select, textarea, label:has(input))")]
    .filter((one) => one.checkVisibility() && !one.closest(".sr, .stick, .dots, svg"))
    .map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 1 && box.height > 1);
  return all.flatMap(([one, a], at) => all.slice(at + 1)
    .filter(([other, b]) => !one.contains(other) && !other.contains(one) &&
      Math.max(a.left - b.right, b.left - a.right) < 7.5 && Math.max(a.top - b.bottom, b.top - a.bottom) < 7.5)
    .map(([other]) => `${one.textContent.trim().slice(0, 20)} / ${other.textContent.trim().slice(0, 20)}`));
}"""
WIDE = "document.documentElement.scrollWidth > innerWidth"
LEFT_OUT = {
    "no page": "healthz readyz service_worker manifest offline_laws outbox tables_along trust_root export_file "
    "export_case_file school_kit",
    "leads on to another": "home incident inquiry logout school_theme school_again",
    "only sent to": "pin site_person site_club ask_versions withdraw_invitation round undo look call attend leave "
    "place say withdraw drop reach linked evidence_judged duty_done duty_open several_sessions simultaneous take_over "
    "forget link_days erase_conduct member supersede school_shown withdraw_penalty answer_question school_brought "
    "start_with_session",
    "laid out as a report": "claim_sheet hand_report recorder_memo penalty_notice",
    "in another state than the scene's": "first_start sign_in_code pair pair_in switch tour trust line_corrected "
    "dropped new_password",
}
"""Addresses that are not opened here, grouped by the reason."""


def test_every_screen_is_clean_and_fits(page: Page, live_server):
    _manager, scene = set_the_scene()
    both = [sorted(screens(scene, language), key=lambda one: one.signed_in) for language in ("fr", "en")]
    assert not_opened(both[1]) == set()
    complaints, signed_in = [], False
    letters = page.context.new_cdp_session(page)
    page.add_init_script(path=AXE)
    for at, pair in enumerate(zip(*both, strict=True)):
        screen = pair[at % 2]
        if screen.signed_in and not signed_in:
            bring_the_session_of("martin", page, live_server.url)
            signed_in = True
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(NARROW)
        response = page.goto(live_server.url + screen.address)
        assert response.status == 200, (screen.name, response.status)
        found = page.evaluate(SMALL) + [f"scrolls sideways at {width} px" for width in too_wide(page)]
        found += page.evaluate(CLOSE)
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        found += [f"scrolls sideways at {width} px with large letters" for width in too_wide(page, PHONE)]
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        found += page.evaluate(RUN, EVERYTHING)
        page.emulate_media(color_scheme="dark")
        found += [f"in the dark, {said}" for said in page.evaluate(RUN, COLOURS)]
        complaints += [f"{screen.address}: {said}" for said in found]
    assert complaints == [], "\n".join(complaints)


def not_opened(english: list[Screen]) -> set[str]:
    """Return the pages that are neither among the screens nor left out for a reason, and those that are both."""
    with translation.override("en"):
        opened = {resolve(screen.address.partition("?")[0]).url_name for screen in english}
    left_out = set(" ".join(LEFT_OUT.values()).split())
    pages = {name for name in NEEDS if not name.endswith("_pdf")}
    return (pages - opened - left_out) | (opened & left_out)


def too_wide(page: Page, *sizes: dict[str, int]) -> list[int]:
    """Return the widths at which the open page scrolls sideways; it keeps the last size, by default a tablet's."""
    found = []
    for size in sizes or (NARROW, TABLET):
        page.set_viewport_size(size)
        if page.evaluate(WIDE):
            found.append(size["width"])
    return found

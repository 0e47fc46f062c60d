"""Every screen, in both themes and both languages: nothing that axe complains of, no target too small, no sideways
scroll on the narrowest telephone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.arbitrage.screens import screens, set_the_scene
from tests.arbitrage.tablet import TABLET, bring_the_session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

AXE = Path(__file__).resolve().parents[1] / "vendor" / "axe.min.js"
RUN = """async (only) => (await axe.run(document, {resultTypes: ["violations"], ...only})).violations
.map(one => `${one.id}: ${one.nodes.map(node => node.target.join(" ")).slice(0, 3).join(", ")}`)"""
EVERYTHING: dict[str, list[str]] = {}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
NARROW = {"width": 360, "height": 740}
SMALL = """() => [...document.querySelectorAll("a.btn, button, summary, select, textarea, input, .tile, .key, .choice")]
.filter(one => one.checkVisibility() && !one.closest(".sr, .sheet") && !one.classList.contains("sr"))
.filter(one => one.type !== "hidden" && !one.matches(".skip:not(:focus)"))
.map(one => [one, (one.closest("label") ?? one).getBoundingClientRect()])
.filter(([, box]) => box.width > 0 && (box.height < 47.5 || box.width < 47.5))
.map(([one, box]) => [one.tagName, one.textContent.trim().slice(0, 30), Math.round(box.width), Math.round(box.height)])
.map(found => found.join(" "))"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_axe_finds_nothing_and_nothing_is_too_small_or_too_wide_on_the_narrowest_telephone(page, live_server, language):
    """A screen is opened once: axe looks at it by day, at its colours by night; then it is made narrow."""
    _manager, scene = set_the_scene()
    complaints = {}
    for screen in in_order(page, live_server.url, scene, language):
        page.evaluate(AXE.read_text())
        found = {"light": page.evaluate(RUN, EVERYTHING)}
        page.emulate_media(color_scheme="dark")
        found["dark"] = page.evaluate(RUN, COLOURS)
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(NARROW)
        found["narrow"] = page.evaluate(SMALL) + (["scrolls sideways"] if page.evaluate(WIDE) else [])
        page.set_viewport_size(TABLET)
        complaints |= {(screen.name, how): said for how, said in found.items() if said}
    assert complaints == {}, "\n".join(f"{name}, {how}: {said}" for (name, how), said in complaints.items())


def in_order(page: Page, address: str, scene, language: str):
    """Each screen, open in the browser: those before signing in, then the others."""
    every = sorted(screens(scene, language), key=lambda one: one.signed_in)
    signed_in = False
    for screen in every:
        if screen.signed_in and not signed_in:
            bring_the_session_of("martin", page, address)
            signed_in = True
        response = page.goto(address + screen.address)
        assert response.status == 200, (screen.name, response.status)
        yield screen

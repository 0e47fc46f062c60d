"""Layout in a real browser: a question and its answers are visible together, and no word overflows its key.

A page is opened once and measured at every size: only style sheets depend on the size of the window, no script does.
"""

import pytest
from playwright.sync_api import Page

from tests.arbitrage.at_the_screen import deal
from tests.arbitrage.at_the_screen import url as url_of
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

LONG_NAMES = ("Kerouanton", "Thibaudeau", "Bonnefoy", "Vandenbroucke")
SPILLED = """() => [...document.querySelectorAll(".key")].filter(one => one.checkVisibility())
.filter(one => one.scrollWidth > one.clientWidth + 1 || one.offsetHeight > 80).map(one => one.innerText)"""


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).first.bounding_box()
    assert found, what
    return found


def test_the_history_of_a_board_stands_beside_its_diagram_where_there_is_room(tablet, board, confirmed):
    deal(board)
    tablet.open("board", board.pk)
    for size in (LANDSCAPE, TABLET, PHONE):
        tablet.page.set_viewport_size(size)
        diagram, history = box(tablet.page, ".deal"), box(tablet.page, ".hist")
        traveller = box(tablet.page, ".etui > .scroll table")
        assert diagram["y"] < traveller["y"]
        if size == LANDSCAPE:
            assert history["x"] > diagram["x"] + diagram["width"]
            assert history["y"] < size["height"] / 2
        else:
            assert history["y"] > traveller["y"] + traveller["height"]
        assert tablet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LEFT = """() => [...document.querySelectorAll(".key small")].filter(one => {
    const word = one.getBoundingClientRect(), key = one.closest(".key").getBoundingClientRect();
    return word.left < key.left || word.right > key.right || key.right > innerWidth;
}).map(one => one.innerText)"""
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
INK = "one => getComputedStyle(one).color"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_long_names_stay_on_their_keys_and_are_whole_on_a_telephone(tablet, board, language):
    line = board.results.get(table=3)
    for player, name in zip((*line.ns.players.all(), *line.ew.players.all()), LONG_NAMES, strict=True):
        player.name = f"Anne {name}"
        player.save()
    tablet.page.goto(tablet.address + url_of("result", line.pk, language=language))
    for size in (LANDSCAPE, TABLET, PHONE, {"width": 360, "height": 780}):
        tablet.page.set_viewport_size(size)
        assert tablet.page.locator(".key small", has_text="Kerouanton").is_visible()
        assert tablet.page.evaluate(LEFT) == [], size
        assert size == LANDSCAPE or tablet.page.locator(".key small").evaluate_all(CUT) == [], size


def test_a_suit_on_the_green_button_has_the_ink_of_the_button(tablet, ruled):
    tablet.page.goto(f"{tablet.address}{url_of('score', ruled.pk, language='fr')}?kind=assigned&ns=4H-S-11")
    button = tablet.page.locator("#confirm button")
    assert button.inner_text() == "Confirmer 4♥C+1, 650"
    assert {one.evaluate(INK) for one in button.locator("*").all()} == {button.evaluate(INK)}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_words_of_a_key_stay_on_it(tablet, board, language):
    tablet.page.goto(tablet.address + url_of("result", board.results.get(table=3).pk, language=language))
    for size in (LANDSCAPE, TABLET, PHONE):
        tablet.page.set_viewport_size(size)
        assert tablet.page.evaluate(SPILLED) == [], size


def test_the_next_round_is_in_sight_below_a_large_clock(tablet, evening):
    tablet.page.set_viewport_size(LANDSCAPE)
    tablet.open("clock", evening.pk)
    last = box(tablet.page, ".timer .btn:has-text('Tour suivant')")
    assert last["y"] + last["height"] <= LANDSCAPE["height"]


def test_nothing_leaves_a_narrow_screen_sideways(tablet, tournament, confirmed):
    tablet.open("room", tournament.pk)
    pages = [
        ("room", tournament.pk),
        ("decision_list",),
        ("code",),
        ("score", confirmed.pk),
        ("ranking", tournament.pk),
    ]
    wide = []
    for name, *args in pages:
        tablet.open(name, *args)
        for width in (320, 360):
            tablet.page.set_viewport_size({"width": width, "height": 700})
            out = tablet.page.evaluate("document.documentElement.scrollWidth > innerWidth")
            wide += [(name, width)] if out else []
    assert wide == []


def test_what_is_only_touched_is_not_printed(tablet, confirmed):
    tablet.page.emulate_media(media="print")
    for name, controls in (("code", "search, .find"), ("decision_list", ".filters, .list .btn")):
        tablet.open(name)
        assert tablet.page.locator(controls).count()
        assert [one for one in tablet.page.locator(controls).all() if one.is_visible()] == [], name

"""*La salle* on a tablet and on a telephone: even twenty duties do not move a table. Changes made on other devices
appear, but the page neither closes the parts that the user has opened nor moves a button under his finger.

A room is opened once and measured at every size: only style sheets depend on the size of the window, no script does.
"""

import datetime
import re
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from arbitrage.models import Incident, Tournament
from arbitrage.services import clock, incidents, tournaments
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url
from tests.arbitrage.rooms import busy_room, lay_a_card
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET, bring_the_session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

SCREENS = [(size["width"], size["height"]) for size in (TABLET, LANDSCAPE, PHONE)]

BOXES = """() => [...document.querySelectorAll(".room > li")]
.map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height].map(Math.round))"""
SPILLED = """() => [...document.querySelectorAll(".room .tile .n, .room .badge")]
.filter(one => one.checkVisibility())
.filter(one => one.getBoundingClientRect().right > one.closest("li").getBoundingClientRect().right + 1)
.map(one => one.textContent)"""


CUT = """() => [...document.querySelectorAll(".room .tile, .room .wait .one")]
.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.textContent.trim())"""


FULL = """() => [...document.querySelectorAll(".room .tile")]
.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.textContent.trim())"""


MISSED = """() => [...document.querySelectorAll(".room > li")].filter((one) => {
  const own = one.querySelector(".tile");
  own.scrollIntoView({block: "center"});
  const box = own.getBoundingClientRect();
  return !own.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((one) => one.textContent.trim().slice(0, 40))"""


def at_each(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[ViewportSize]:
    """Give the open page each of these widths and heights in turn."""
    for width, height in sizes:
        size: ViewportSize = {"width": width, "height": height}
        page.set_viewport_size(size)
        yield size


def places(page: Page) -> list[list[int]]:
    """List the left edge, top edge, width and height of each table."""
    return page.evaluate(BOXES)


@pytest.mark.parametrize("tables", [3, 20, 40])
def test_twenty_duties_move_no_table_and_push_none_off_the_screen(tablet, club, director, tables):
    page = tablet.page
    calm = busy_room(club, director, tables=tables, duties=0, calls=0)
    full = busy_room(club, director, tables=tables, duties=20, calls=2)
    tablet.open("room", calm.pk)
    expect(page.locator(".room > li")).to_have_count(tables)
    before = [places(page) for _size in at_each(page, SCREENS)]
    tablet.open("room", full.pk)
    expect(page.locator(".tile .laid, .tile .later").first).to_be_visible()
    for size, calmly in zip(at_each(page, SCREENS), before, strict=True):
        assert places(page) == calmly, size
        assert all(y + height <= size["height"] for _x, y, _width, height in calmly), f"below the screen: {size}"
        assert all(min(width, height) >= 48 for _x, _y, width, height in calmly), size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert page.evaluate(SPILLED) == [], size


def test_what_a_tile_and_the_word_after_the_last_say_is_not_cut_off(tablet, club, director):
    page = tablet.page
    for some in (0, 1):
        tablet.open("room", busy_room(club, director, tables=5, duties=some, calls=some).pk)
        expect(page.locator(".tile").first).to_be_visible()
        for size in at_each(page, SCREENS):
            assert page.evaluate(CUT) == [], (some, size)


@pytest.mark.parametrize("tables", [24, 40])
def test_no_sign_of_a_table_that_waits_is_cut_off_on_any_tablet(tablet, club, director, tables):
    page = tablet.page
    room = busy_room(club, director, tables=tables, duties=6, calls=3)
    tablet.open("room", room.pk)
    expect(page.locator(".tile .laid, .tile .later").first).to_be_visible()
    sizes = ((1024, 768), (1180, 820), (1280, 800), (1366, 768), (768, 1024), (820, 1180), (390, 844), (360, 740))
    for size in at_each(page, sizes):
        assert page.evaluate(FULL) == [], size


@pytest.mark.parametrize("tables", [9, 21, 40])
def test_a_finger_in_the_middle_of_a_table_touches_that_table(tablet, club, director, tables):
    page = tablet.page
    room = busy_room(club, director, tables=tables, duties=6, calls=3)
    last = incidents.open_inquiry(incident=make_call(room, 7, director), law="47", by=director)
    make.answer(last, director, ground="other")
    lay_a_card(make_call(room, 3, director), director, "DK")
    reader = make.make_member(club, "leclerc", "reader")
    for user in (director, reader):
        tablet.signed_in(user.username)
        tablet.open("room", room.pk)
        expect(page.locator(".dots").first).to_be_visible()
        states = (".tile.open", ".tile.wait", ".tile.calm", *([".two .tile"] if user == director else []))
        for size in at_each(page, ((320, 740), (390, 844), (820, 1180), (1180, 820))):
            assert [state for state in states if not page.locator(state).count()] == []
            assert page.evaluate(MISSED) == [], (user.username, size)


def test_the_tray_has_what_no_tile_shows_and_the_end_of_the_board_in_its_heading(tablet, club, director):
    page = tablet.page
    tournament = busy_room(club, director, tables=3, duties=20, calls=2)
    tablet.open("room", tournament.pk)
    for _size in at_each(page, SCREENS):
        expect(page.locator("#later > summary")).to_have_text(re.compile("^À la fin de la donne"))
        assert page.locator("#later").get_attribute("open") is None
        expect(page.locator(".tray .now")).to_have_count(1)  # the other call is on its tile
        expect(page.locator(".tray .now").last).to_contain_text("Table à préciser")
        amber = page.locator(".tray .now").last.evaluate("one => getComputedStyle(one).backgroundColor")
        assert amber == page.locator(".tile.open").first.evaluate("one => getComputedStyle(one).backgroundColor")
        expect(page.locator(".stick .open")).to_have_text("1 appel sans table")


def test_a_call_on_another_tablet_comes_by_itself_and_folds_nothing(tablet, club, director):
    page = tablet.page
    page.set_viewport_size(LANDSCAPE)
    tournament = busy_room(club, director, tables=20, duties=20, calls=0)
    tablet.open("room", tournament.pk)
    page.locator("#end").click()
    tray = page.locator(".waiting")
    tray.evaluate("one => one.scrollTop = 300")
    line = page.locator(".tray .entries > li").nth(3)
    identifier, top = line.get_attribute("id"), line.bounding_box()["y"]
    make_call(tournament, 20, make.make_member(club, "leclerc"))
    expect(page.locator("#table-A20, [id^=table-][id$='20']").first).to_contain_text("leclerc y va")
    assert page.locator("#later").get_attribute("open") is not None
    assert abs(page.locator(f"#{identifier}").bounding_box()["y"] - top) < 2
    assert page.title().startswith("(1) ")


def test_nothing_is_exchanged_while_a_finger_is_down(tablet, club, director):
    page = tablet.page
    tournament = busy_room(club, director, tables=3, duties=0, calls=0)
    page.clock.install()
    tablet.open("room", tournament.pk)
    asked: list[str] = []
    late = ("/static/", "/tables/")  # its icon, and the state of the tables, which the device stores
    page.on("request", lambda one: None if any(part in one.url for part in late) else asked.append(one.url))
    page.mouse.move(400, 700)
    page.mouse.down()
    asked.clear()
    make_call(tournament, 1, director)
    page.clock.run_for(6_500)
    assert (asked, page.locator(".tile.open").count()) == ([], 0)
    page.mouse.up()
    page.clock.run_for(7_000)
    expect(page.locator(".tile.open")).to_have_count(1)


def test_a_room_in_which_nothing_happens_is_asked_for_and_not_sent(tablet, club, director):
    page = tablet.page
    tournament = busy_room(club, director, tables=3, duties=2, calls=1)
    tablet.open("room", tournament.pk)
    with page.expect_response(lambda response: "seen=" in response.url) as asked:
        pass
    assert asked.value.status == 204
    first = "performance.getEntriesByType('resource').filter((one) => one.name.includes('seen='))[0].startTime"
    assert page.evaluate(first) >= 5000, "the room asked as soon as it had come, though it says what is so now"


def test_a_director_takes_over_from_another_on_his_own_tablet(tablet, browser, club, director):
    tournament = busy_room(club, director, tables=3, duties=0, calls=0)
    incident = make_call(tournament, 2, director)
    tablet.open("room", tournament.pk)
    expect(tablet.page.locator(".tile.open")).to_contain_text("martin y va")
    make.make_member(club, "leclerc")
    with browser.new_context(viewport=PHONE, locale="fr-FR") as other:
        page = other.new_page()
        bring_the_session_of("leclerc", page, tablet.address)
        page.goto(f"{tablet.address}/fr/tournaments/{tournament.pk}/")
        page.locator(".tile.open").click()
        page.get_by_role("button", name="Prendre le relais").click()
        expect(page.get_by_text("Vous avez pris le relais ; martin en est prévenu.")).to_be_visible()
    said = tablet.page.get_by_text("leclerc a pris le relais à la table 2, où vous alliez.")
    expect(said).to_be_visible(timeout=15_000)
    assert Incident.objects.get(pk=incident.pk).attended_by.username == "leclerc"


def test_every_tablet_shows_the_same_clock(tablet, club, director):
    page = tablet.page
    tournament = busy_room(club, director, tables=3, duties=0, calls=0)
    tablet.open("clock", tournament.pk)
    for size in at_each(page, SCREENS):
        expect(page.locator(".digits")).to_have_text(re.compile(r"^1[45]:\d\d$"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    tournaments.pause_clock(tournament=Tournament.objects.get(), by=director)
    expect(page.get_by_text("Le chronomètre est arrêté")).to_be_visible(timeout=15_000)
    for _size in at_each(page, SCREENS):
        expect(page.get_by_text("Le chronomètre est arrêté")).to_be_visible()
        page.get_by_role("button", name="Reprendre").first.click(trial=True)
    tablet.press("Reprendre")
    tablet.open("room", tournament.pk)
    for _size in at_each(page, SCREENS):
        expect(page.locator(".watch")).to_contain_text("15 min restantes")
    late = clock.now() - datetime.timedelta(minutes=15 + 754)
    Tournament.objects.update(round_started_at=late)  # the round began in the afternoon, and no other has begun
    tablet.open("clock", tournament.pk)
    expect(page.locator(".digits")).to_have_text("−12\u00a0h\u00a034")
    for size in at_each(page, SCREENS):
        page.evaluate("document.querySelector('.digits').textContent = ''")  # the text that its own timer writes
        expect(page.locator(".digits")).to_have_text(re.compile("^−12\u00a0h\u00a03[45]$"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def make_call(tournament: Tournament, table: int, by) -> Incident:
    section = tournament.sections.get()
    incident = incidents.open_incident(tournament=tournament, by=by, section=section, table=table)
    return incidents.attend(incident=incident, by=by)


HEADING = """() => {
  const seen = [...document.querySelectorAll(".head > h1, .head .watch, .head .ways .btn")]
    .filter((one) => !(one.closest(".long") && getComputedStyle(one.closest(".long")).position === "absolute"))
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  const wrong = seen.filter(([, box]) => box.right > innerWidth).map(([words]) => words);
  const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 8 && b.top < a.bottom - 8;
  const over = seen.filter(([, a], at) => seen.slice(0, at).some(([, b]) => across(a, b)));
  return [...wrong, ...over.map(([words]) => words)];
}"""
SMALL = (PHONE["width"], PHONE["height"])


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_of_the_heading_is_cut_or_moves_when_the_clock_warns(tablet, club, director, language):
    page = tablet.page
    room = busy_room(club, director, tables=8, duties=1, calls=1)
    Tournament.objects.update(current_round=5, rounds=9, round_minutes=20)
    found: dict[tuple[int, int], list[object]] = {}
    for gone in (2, 16, 38):
        begun = clock.now() - datetime.timedelta(minutes=gone)
        Tournament.objects.update(round_started_at=begun)
        page.goto(tablet.address + url("room", room.pk, language=language))
        expect(page.locator(".watch .clock")).to_be_visible()
        for size in at_each(page, ((1180, 820), (1024, 768), (1400, 900), SMALL)):
            width, height = size["width"], size["height"]
            boxes = page.locator(".room").bounding_box()["y"], page.locator(".ways").bounding_box()
            found.setdefault((width, height), []).append(boxes)
            if (width, height) != SMALL:
                assert page.evaluate(HEADING) == [], (size, gone)
                tray = page.locator(".tray").bounding_box()
                assert tray["y"] + tray["height"] <= height, (size, gone)
    assert {size: boxes for size, boxes in found.items() if boxes != [boxes[0]] * 3} == {}


OVER_ITS_TILE = """() => [...document.querySelectorAll(".room .tile")].filter((tile) => {
  const end = tile.getBoundingClientRect(), top = tile.querySelector(".top");
  const parts = [...tile.querySelectorAll(".n, .badge")].map((part) => part.getBoundingClientRect());
  const [number, minutes] = top.querySelectorAll(".n");
  return parts.some((part) => part.right > end.right || part.bottom > end.bottom)
    || minutes && minutes.getBoundingClientRect().top > number.getBoundingClientRect().bottom - 4;
}).map((tile) => tile.innerText)"""
"""Script that lists the tiles on which something is cut off, or whose minutes are not beside the number of the
table."""


def test_a_telephone_shows_who_goes_to_each_call_and_for_how_long_it_waits(tablet, club, director):
    page = tablet.page
    room = busy_room(club, director, tables=11, duties=2, calls=4)
    for call in Incident.objects.filter(tournament=room, state="open"):
        incidents.attend(incident=call, by=director)
    Incident.objects.filter(tournament=room, state="open").update(
        called_at=clock.now() - datetime.timedelta(minutes=27)
    )
    tablet.open("room", room.pk)
    expect(page.locator(".tile.open").first).to_be_visible()
    for size in at_each(page, ((320, 740), (360, 740), (390, 740))):
        assert page.evaluate(OVER_ITS_TILE) == [], size


def test_the_bar_is_as_high_whatever_waits(tablet, ruled):
    page = tablet.page
    inquiry = ruled.inquiries.get()
    for name, key in (("room", ruled.tournament_id), ("decision", inquiry.pk), ("board_list", ruled.tournament_id)):
        tablet.open(name, key)
        for size in at_each(page, ((320, 740), (360, 740), (390, 740), (820, 740))):
            heights = page.evaluate(BARS)
            assert heights == [heights[0]] * 4, (name, size, heights)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, size)


BARS = """() => [["", ""], ["off", ""], ["waits", "1"], ["off waits", "12"]].map(([classes, number]) => {
  const [net, waits] = ["net", "waits"].map((id) => document.getElementById(id));
  net.className = `net ${classes}`;
  waits.hidden = !number;
  waits.textContent = net.dataset.many.replace("%(count)s", number);
  return document.querySelector("header.bar").offsetHeight;
})"""
"""The height of the bar while nothing waits, without a network, and with acts that wait."""

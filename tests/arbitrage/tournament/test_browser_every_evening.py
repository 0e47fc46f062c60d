"""Every kind of evening on a tablet, from *Nouvelle soirée* to *Clore la soirée*, with two rulings and an adjusted
score.

The screens are touched in the browser. The results of the tables are sent by the keypad's form without a browser, as
`test_browser_whole_evening` taps the keys once. Both rulings, and the lines of *Clore la soirée* that follow from them,
are tapped in every third kind, and in each with `EVERY_TAP=1`: the questions are the same in all. The printed ranking
is computed again from the typed results, without code of the product (`kinds_of_evening`).
"""

import os
import random
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from arbitrage.models import Contestant, Incident, Result, Tournament
from arbitrage.services.results import scores
from tests.arbitrage.at_the_screen import sign_in, url
from tests.arbitrage.tablet import TABLET
from tests.arbitrage.tournament.kinds_of_evening import KINDS, Evening, expected, points_of, rounded
from tests.arbitrage.tournament.test_browser_whole_evening import Call, Director
from tests.arbitrage.tournament.test_every_evening import called

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]


TAPPED = KINDS if os.environ.get("EVERY_TAP") == "1" else KINDS[::3]
"""The kinds in which the questions of both rulings are tapped too, and all that is still open at the end."""


def rounds_of(kind: Evening) -> str:
    """Return the number of rounds to play: two, or three for movements that play no board twice in their first two.
    Rulings are given in the second round, which a Swiss draws. `test_every_evening` plays three of every kind."""
    return "3" if kind.plan.movement in ("howell", "individual") else "2"


REVOKE = Call(
    1,
    "Renonce",
    answers={"able": "yes", "offender": "W", "declarer": "S", "trick": "5", "winner": "W", "tricks_after": "2"},
)
HESITATION = Call(2, "Hésitation, explication", 0, {"informant": "W", "declarer": "S"})


def prepared(martin: Director, kind: Evening) -> Tournament:
    """Touch the keys of the guide, one after the other, and prepare the evening."""
    page = martin.page
    martin.tablet.open("tournament_list")
    page.get_by_role("link", name="Nouvelle soirée").click()
    for name, value in kind.touched:
        touch(page, page.locator(f"#{name}-{value}" if value != "on" else f"#{name}"))
    touch(page, page.locator("input[name=each]").first)  # the fewest boards that the form offers
    with page.expect_response(lambda response: "/tournaments/new/" in response.url):
        page.locator("#rounds").select_option(rounds_of(kind))
    expect(page.locator("#rounds")).to_have_value(rounds_of(kind))
    page.get_by_role("button", name="Préparer la soirée").click()
    expect(page.locator(".room .tile").first).to_be_visible()
    return Tournament.objects.get()


def touch(page: Page, key: Locator) -> None:
    """Touch a key of the form that is not chosen yet, and wait for the form that follows from it."""
    if not key.is_checked():
        chosen = page.locator(f"#{key.get_attribute('id')}")
        with page.expect_response(lambda response: "/tournaments/new/" in response.url):
            page.locator("label", has=key).first.click()
        expect(chosen).to_be_checked()


def begin(martin: Director, evening: Tournament, number: int) -> None:
    """Begin a round from the room; where it has to be drawn, draw it first."""
    page = martin.page
    if number > 1:  # the room of a prepared evening is on the screen
        martin.tablet.open("room", evening.pk)
    drawn = page.get_by_role("link", name=f"Tirer le tour {number}")
    if number > 1 and drawn.count():
        drawn.click()
        page.get_by_role("button", name=f"Tirer le tour {number}").click()
        expect(page.locator("h1")).to_contain_text(f"Tour {number}")
        martin.tablet.open("room", evening.pk)
    match, half = evening.match_of(number), evening.half_of(number)
    following = "Tour suivant" if half == 1 else "Commencer la seconde mi-temps"
    page.get_by_role("button", name="Commencer le tour 1" if number == 1 else following).click()
    halves = ("", ", première mi-temps", ", seconde mi-temps")
    matches, named = evening.match_of(evening.rounds), halves[half] if evening.halves > 1 else ""
    expect(page.locator("h1")).to_have_text(f"Tour {match} sur {matches}{named}")


def typed(client: Client, line: Result, tricks: int) -> None:
    """Send a result as the keypad does: three no-trumps by South."""
    said = {"kind": "played", "level": "3", "denomination": "NT", "declarer": "S", "margin": str(tricks - 9)}
    answer = client.post(url("type_result", line.pk, language="fr"), said | {"doubled": "0"})
    assert answer.status_code == 302, answer.content.decode()


def played(client: Client, evening: Tournament, number: int, draw: random.Random) -> dict:
    """Type every result of a round; return the tricks of each line."""
    found = {}
    for line in Result.objects.filter(board__tournament=evening, round=number).order_by("pk"):
        found[line.pk] = draw.randrange(6, 12)
        typed(client, line, found[line.pk])
    return found


def ruled(martin: Director, evening: Tournament, number: int) -> list[Incident]:
    """Tap both rulings at the first two tables that play in a round, those of the first section; return the calls."""
    lines = Result.objects.filter(board__tournament=evening, round=number)
    first, second = sorted(set(lines.values_list("table", flat=True)))[:2]
    letter = "A" if evening.sections.count() > 1 else ""
    for call, table in ((REVOKE, first), (HESITATION, second)):
        martin.rule(replace(call, table=f"{letter}{table}"), evening)  # type: ignore[arg-type]
    return list(Incident.objects.filter(tournament=evening).order_by("pk"))


def ruled_at_once(evening: Tournament, number: int, by: User) -> list[Incident]:
    """Store a revoke at each of the first two tables that play in a round; return the calls."""
    lines = (
        Result.objects.with_pairs().filter(board__tournament=evening, round=number).order_by("table", "section", "pk")
    )
    by_table = {line.table: line for line in reversed(lines)}
    return [called(by_table[table], by) for table in sorted(by_table)[:2]]


def given(martin: Director, incident: Incident, tricks: int) -> None:
    """Set the board of the incident; then compose a score by hand on *La marque*, and confirm it."""
    page = martin.page
    martin.tablet.open("score", incident.pk)
    if page.get_by_role("heading", name="Quelle table, quelle donne").count():
        page.locator("label:has(input[name=board])").first.click()
        page.get_by_role("button", name="Passer à la marque").click()
        expect(page.get_by_role("heading", name="Quelle table, quelle donne")).to_have_count(0)
    score = url("score", incident.pk, language="fr")
    page.goto(f"{martin.tablet.address}{score}?kind=assigned&ns=3NT-S-{tricks}")
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator("main form[method=post] .main").first.click()
    page.wait_for_load_state("networkidle")
    assert incident.adjustments.filter(state="confirmed").count() == 1


def names_of(evening: Tournament) -> dict[str, str]:
    """Map the keys of `expected` to the names that the page shows."""
    people = Contestant.objects.filter(section__tournament=evening).select_related("section")
    if evening.kind == "teams":
        return {person.team: person.team for person in people}
    several = evening.sections.count() > 1
    ways = {"NS": "NS ", "EW": "EO ", "": ""}
    return {
        str(person.pk): f"{person.section.letter + ' ' if several else ''}{ways[person.direction]}{person.number}"
        for person in people
    }


def ranked(page: Page) -> dict[str, float]:
    """Read the rankings from the page: contestants with their scores."""
    rows = page.locator("section.scroll table tbody tr").evaluate_all(
        """(rows) => rows.map((row) => [row.querySelector("th").firstChild.textContent.trim(),
        [...row.querySelectorAll("td.num:not(.long)")].at(-1).textContent.trim()])"""
    )
    return {name: float(score.replace(",", ".").replace("−", "-")) for name, score in rows}


@pytest.mark.parametrize("kind", KINDS, ids=[one.name for one in KINDS])
def test_an_evening_of_every_kind_is_run_on_a_tablet(kind: Evening, page: Page, live_server, club, director):
    page.set_viewport_size(TABLET)
    martin, client, draw = Director(page, live_server.url, "martin"), sign_in(director), random.Random(kind.name)
    evening, tricks = prepared(martin, kind), {}
    assert evening.rounds == int(rounds_of(kind)) * kind.plan.halves
    for number in range(1, evening.rounds + 1):
        begin(martin, evening, number)
        if number == 2 and kind in TAPPED:
            revoke, second = ruled(martin, evening, number)
        tricks |= played(client, evening, number, draw)
        if number == 2 and kind not in TAPPED:
            revoke, second = ruled_at_once(evening, number, director)
    lines = {result.pk: result for result in Result.objects.filter(board__tournament=evening).select_related("board")}
    counts = {key: points_of(number, lines[key].board.number) for key, number in tricks.items()}
    assert lines.keys() == tricks.keys()
    if kind in TAPPED:
        martin.close_what_is_open(evening)
    else:
        scores.confirm_adjustment(incident=second, by=director, seen=scores.propose_adjustment(second).digest)
    assert second.inquiries.filter(rulings__isnull=False).exists()
    given(martin, revoke, 13)
    revoke.refresh_from_db()
    counts[revoke.result_id] = points_of(13, lines[revoke.result_id].board.number)
    if kind not in TAPPED:  # one trick more for South
        counts[second.result_id] = points_of(tricks[second.result_id] + 1, lines[second.result_id].board.number)
    martin.tablet.open("close_evening", evening.pk)
    expect(page.get_by_text("Rien n’est ouvert")).to_be_visible()
    page.locator("main a.main").click()
    expect(page.locator("section.scroll table").first).to_be_visible()
    names = names_of(evening)
    assert ranked(page) == {names[key]: score for key, score in rounded(expected(evening, counts)).items()}
    page.get_by_role("button", name="Publier les marques").click()
    expect(page.get_by_role("button", name="Retirer la publication")).to_be_visible()

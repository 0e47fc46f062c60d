"""Every kind of evening that a club runs, from *Nouvelle soirée* to *Clore la soirée*; the test computes its ranking
again.

Expected scores, matchpoints and IMPs are computed here from the typed results, without code of the product.
"""

import random
import re
from pathlib import Path

import pytest

from arbitrage.models import Contestant, Incident, Result, Tournament
from arbitrage.services import incidents, tournaments
from arbitrage.services.results import scores
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.results.field import field_of
from arbitrage.services.tournaments import swiss
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, url, words
from tests.arbitrage.tournament.kinds_of_evening import BESIDE, EACH, GAME, KINDS, Evening, expected, points_of, rounded

ALL = (*KINDS, *BESIDE)
every = pytest.mark.parametrize("kind", ALL, ids=[one.name for one in ALL])
ROOT = Path(__file__).resolve().parents[3]

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment", "replayed")]


def shown(page) -> dict[str, str]:
    """Return the fields that the form would send now: its ticked, selected and typed values."""
    html = page.content.decode()
    found = dict(re.findall(r'<input[^>]* name="([a-z_]+)" value="([^"]*)" checked', html))
    found |= dict.fromkeys(re.findall(r'<input type="checkbox"[^>]* name="([a-z_]+)" checked', html), "on")
    found |= dict(re.findall(r'<input type="hidden" name="(was|id)" value="([^"]*)"', html))
    found |= dict(re.findall(r'<input id="(name|date)" [^>]*value="([^"]*)"', html))
    for name in ("rounds", "more"):
        picker = re.search(rf'<select id="{name}".*?</select>', html, re.S)[0]
        found |= dict.fromkeys([name], "".join(re.findall(r'value="([^"]*)" selected', picker)))
    return found


def prepared(client, kind: Evening) -> Tournament:
    """Touch the form key after key, as htmx sends it, and prepare the evening."""
    page = client.get(url("evening_new"))
    for name, value in (*kind.touched, ("each", EACH), ("rounds", kind.rounds)):
        page = client.get(url("evening_new"), shown(page) | {name: value})
        assert shown(page).get(name) == value, f"{name} {value} is not shown as it was touched"
    room = post(client, url("evening_new"), shown(page))
    assert room.status_code == 200
    return Tournament.objects.get()


# The evening


def played(tournament: Tournament, director, draw: random.Random) -> dict:
    """Play the evening round by round; return the tricks of each line."""
    tricks = {}
    for number in range(1, tournament.rounds + 1):
        if swiss.waits_for_draw(tournament) == number:
            swiss.draw_round(tournament=tournament, number=number, by=director)
        tournaments.begin_round(tournament=tournament, number=number, by=director)
        tournament.refresh_from_db()
        for line in Result.objects.with_pairs().filter(board__tournament=tournament, round=number):
            tricks[line.pk] = draw.randrange(6, 12)
            sat = {"ns": line.ns, "ew": line.ew, "seats": tuple(line.seats)}
            entry = Entry(kind=Result.Kind.PLAYED, contract=GAME, tricks=tricks[line.pk], **sat)
            correct_result(result=line, by=director, entry=entry, seen=seen_of(line))
    return tricks


def called(line: Result, director) -> Incident:
    """Rule on a revoke of West at this table: one trick for South (64A2)."""
    incident = incidents.open_incident(
        tournament=line.board.tournament, by=director, section=line.section, table=line.table, board=line.board
    )
    incident = incidents.attend(incident=incident, by=director)
    make.rule_the_seed_case(incident, director)
    return Incident.objects.get(pk=incident.pk)


@every
def test_every_kind_is_prepared_by_the_keys_of_the_guide(kind, client):
    tournament = prepared(client, kind)
    assert (tournament.rounds, Contestant.objects.count() > 5) == (int(kind.rounds) * kind.plan.halves, True)
    assert Result.objects.filter(round=1).exists()


@every
def test_an_evening_from_its_preparation_to_its_end(kind, client, director):
    tournament = prepared(client, kind)
    draw = random.Random(kind.name)
    tricks = played(tournament, director, draw)
    lines = {pair.pk: pair for pair in Result.objects.with_pairs().select_related("board").all()}
    counts = {key: points_of(tricks[key], line.board.number) for key, line in lines.items()}
    first, second = draw.sample(sorted(key for key, line in lines.items() if line.round == tournament.rounds), 2)
    incident = called(lines[first], director)
    assert incident.result_id == first
    proposal = scores.propose_adjustment(incident)
    scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest)
    counts[first] = points_of(tricks[first] + 1, lines[first].board.number)
    incident = called(lines[second], director)
    given = points_of(12, lines[second].board.number)
    choice = scores.Choice(Award.both(Possible("3NT", "S", 12, given)), "12C1b", "The play without the revoke.")
    proposal = scores.propose_adjustment(incident, choice)
    scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest, choice=choice)
    counts[second] = given
    assert ranked(tournament) == rounded(expected(tournament, counts))
    assert "Nothing is open" in words(client.get(url("close_evening", tournament.pk)))
    page = words(client.get(url("ranking", tournament.pk)))
    best = max(rounded(expected(tournament, counts)).values())
    assert f"{best:.2f}" in page or f"{best:g}" in page
    assert client.get(url("session_report", tournament.pk)).status_code == 200


def ranked(tournament: Tournament) -> dict[str, float]:
    field = field_of(tournament)
    points = field.points(field.counted())
    return {
        key: float(points.score(standing)) for key, standing in points.standings.items() if standing.score is not None
    }


# The table of the guide


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_guide_says_how_many_taps_each_evening_takes(language):
    text = (ROOT / "docs" / f"evenings.{language}.md").read_text()
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| (\d+) \|", text, re.M)
    assert [int(taps) for *_name, taps in rows] == [one.taps for one in ALL]
    if language == "en":
        assert [name for name, *_rest in rows] == [one.name for one in ALL]


def test_everybody_is_there_in_both_sections(client, director):
    tournament = prepared(client, next(kind for kind in KINDS if kind.name == "Mitchell, two sections"))
    letters = Contestant.objects.filter(section__tournament=tournament).values_list("section__letter", flat=True)
    assert (list(letters).count("A"), list(letters).count("B")) == (14, 14)
    page = words(client.get(url("seating", tournament.pk)))
    assert "A1" in page and "B7" in page

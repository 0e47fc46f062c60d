"""Every kind of evening that a club runs, from *Nouvelle soirée* to *Clore la soirée*, its ranking recomputed.

What is expected is worked out here from what was typed, with nothing of the product: scores, matchpoints, IMPs.
"""

import random
import re
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

import pytest
from django.conf import settings

from arbitrage.models import Contestant, Incident, Result, Tournament
from arbitrage.services import incidents, tournaments
from arbitrage.services.results import scores
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.results.field import field_of
from arbitrage.services.tournaments import swiss
from rulings.bridge import Contract, Denomination, Seat
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment")]


@dataclass(frozen=True)
class Evening:
    """A kind of evening: how the guide calls it, what is touched beside what is proposed, key after key."""

    name: str
    touched: tuple[tuple[str, str], ...]

    @property
    def taps(self) -> int:
        """The taps of an evening, with the entry in the list of tournaments, and the green button."""
        return len(self.touched) + 2


KINDS = (
    Evening("Mitchell", ()),
    Evening("Mitchell, one ranking", (("one_ranking", "on"),)),
    Evening("Mitchell, a pair missing", (("half", "on"),)),
    Evening("Mitchell with a skip", (("tables", "8"),)),
    Evening("Mitchell with relay and share", (("tables", "8"), ("movement", "relay"))),
    Evening("Mitchell, two sections", (("sections", "2"),)),
    Evening("Howell, two sections", (("tables", "4"), ("movement", "howell"), ("sections", "2"))),
    Evening("Howell", (("tables", "4"), ("movement", "howell"))),
    Evening("Howell, a pair missing", (("tables", "4"), ("movement", "howell"), ("half", "on"))),
    Evening("Howell of three tables", (("tables", "3"), ("movement", "howell"))),
    Evening("Individual", (("tables", "4"), ("movement", "individual"))),
    Evening("Teams of four", (("tables", "4"), ("movement", "teams"))),
    Evening("Swiss of pairs", (("tables", "5"), ("movement", "swiss"))),
    Evening("Swiss of teams", (("tables", "6"), ("movement", "swiss_teams"))),
    Evening("Swiss of teams, an odd number", (("tables", "6"), ("movement", "swiss_teams"), ("half", "on"))),
)
GAME = Contract(3, Denomination.NT, 0, Seat.S)
EACH, ROUNDS = "2", "3"
"""So few boards and rounds that a test is quick; they are no taps of the guide."""


def shown(page) -> dict[str, str]:
    """What the form sends as it stands: what is ticked, selected or typed."""
    said = page.content.decode()
    found = dict(re.findall(r'<input[^>]* name="([a-z_]+)" value="([^"]*)" checked', said))
    found |= dict.fromkeys(re.findall(r'<input type="checkbox"[^>]* name="([a-z_]+)" checked', said), "on")
    found |= dict(re.findall(r'<input type="hidden" name="(was|id)" value="([^"]*)"', said))
    found |= dict(re.findall(r'<input id="(name|date)" [^>]*value="([^"]*)"', said))
    for name in ("rounds", "more"):
        picker = re.search(rf'<select id="{name}".*?</select>', said, re.S)[0]
        found |= dict.fromkeys([name], "".join(re.findall(r'value="([^"]*)" selected', picker)))
    return found


def prepared(client, kind: Evening) -> Tournament:
    """Touch the form key after key, as htmx sends it, and prepare the evening."""
    page = client.get(url("evening_new"))
    for name, value in (*kind.touched, ("each", EACH), ("rounds", ROUNDS)):
        page = client.get(url("evening_new"), shown(page) | {name: value})
        assert shown(page).get(name) == value, f"{name} {value} is not shown as it was touched"
    room = post(client, url("evening_new"), shown(page))
    assert room.status_code == 200
    return Tournament.objects.get()


# What is expected

IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500)


def points_of(tricks: int, board: int) -> int:
    """3NT by South, undoubled, for North-South."""
    vulnerable = board % 16 in (2, 4, 5, 7, 10, 12, 13, 15)
    if tricks >= 9:
        return (600 if vulnerable else 400) + 30 * (tricks - 9)
    return (100 if vulnerable else 50) * (tricks - 9)


def imps(difference: int) -> int:
    won = sum(1 for step in IMPS if abs(difference) >= step)
    return won if difference > 0 else -won


def expected(tournament: Tournament, counts: dict) -> dict[str, Fraction]:
    """What each contestant is ranked by, from the score that counts on each line."""
    boards = defaultdict(list)
    for line in Result.objects.filter(board__tournament=tournament).select_related("ns", "ew"):
        boards[line.board_id].append(line)
    total: dict[str, Fraction] = defaultdict(Fraction)
    top: dict[str, Fraction] = defaultdict(Fraction)
    for lines in boards.values():
        if tournament.kind == "teams":
            for line in lines:
                other = next(
                    one
                    for one in lines
                    if (one.round, one.ns.team, one.ew.team) == (line.round, line.ew.team, line.ns.team)
                )
                total[line.ns.team] += imps(counts[line.pk] - counts[other.pk])
            continue
        for line in lines:
            others = [counts[one.pk] for one in lines if one.pk != line.pk]
            won = sum(2 * (counts[line.pk] > one) + (counts[line.pk] == one) for one in others)
            north, east, south, west = line.seats or (str(line.ns_id), str(line.ew_id), None, None)
            for one, points in (
                (north, won),
                (south, won),
                (east, 2 * len(others) - won),
                (west, 2 * len(others) - won),
            ):
                if one is not None:
                    total[one] += points
                    top[one] += 2 * len(others)
    return {one: (100 * total[one] / top[one] if top[one] else total[one]) for one in total}


# The evening


def played(tournament: Tournament, director, draw: random.Random) -> dict:
    """Play it round by round; return the tricks of each line."""
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
    """A revoke of West at this table, ruled: one trick for South (64A2)."""
    incident = incidents.open_incident(
        tournament=line.board.tournament, by=director, section=line.section, table=line.table, board=line.board
    )
    incident = incidents.attend(incident=incident, by=director)
    make.rule_the_seed_case(incident, director)
    return Incident.objects.get(pk=incident.pk)


@pytest.mark.parametrize("kind", KINDS, ids=[one.name for one in KINDS])
def test_every_kind_is_prepared_by_the_keys_of_the_guide(kind, client):
    tournament = prepared(client, kind)
    assert (tournament.rounds, Contestant.objects.count() > 5) == (int(ROUNDS), True)
    assert Result.objects.filter(round=1).exists()


@pytest.mark.parametrize("kind", KINDS, ids=[one.name for one in KINDS])
def test_an_evening_from_its_preparation_to_its_end(kind, client, director):
    tournament = prepared(client, kind)
    draw = random.Random(kind.name)
    tricks = played(tournament, director, draw)
    lines = {one.pk: one for one in Result.objects.with_pairs().select_related("board").all()}
    counts = {key: points_of(tricks[key], one.board.number) for key, one in lines.items()}
    first, second = draw.sample(sorted(key for key, one in lines.items() if one.round == tournament.rounds), 2)
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
    assert ranked(tournament) == rounded(expected(tournament, counts), tournament)
    assert "Nothing is open" in words(client.get(url("close_evening", tournament.pk)))
    page = words(client.get(url("ranking", tournament.pk)))
    best = max(rounded(expected(tournament, counts), tournament).values())
    assert f"{best:.2f}" in page or f"{best:g}" in page
    assert client.get(url("session_report", tournament.pk)).status_code == 200


def ranked(tournament: Tournament) -> dict[str, float]:
    field = field_of(tournament)
    points = field.points(field.counted())
    return {key: float(points.score(one)) for key, one in points.standings.items() if one.score is not None}


def rounded(said: dict[str, Fraction], tournament: Tournament) -> dict[str, float]:
    return {one: float(round(points + Fraction(1, 10**9), 2)) for one, points in said.items()}


# The table of the guide


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_guide_says_how_many_taps_each_evening_takes(language):
    text = (settings.BASE_DIR / "docs" / f"evenings.{language}.md").read_text()
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| (\d+) \|", text, re.M)
    assert [int(taps) for *_name, taps in rows] == [one.taps for one in KINDS]
    if language == "en":
        assert [name for name, *_rest in rows] == [one.name for one in KINDS]


def test_everybody_is_there_in_both_sections(client, director):
    tournament = prepared(client, KINDS[5])
    letters = Contestant.objects.filter(section__tournament=tournament).values_list("section__letter", flat=True)
    assert (list(letters).count("A"), list(letters).count("B")) == (14, 14)
    page = words(client.get(url("seating", tournament.pk)))
    assert "A1" in page and "B7" in page

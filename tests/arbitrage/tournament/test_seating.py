"""The seating is shown in the list of a round, on guide cards, on the screen on the wall, on the tile, and on the
pair's telephone."""

import datetime
import re

import pytest
from django.test import Client

from arbitrage.models import Contestant, Event, PlayerLink, Result, Tournament
from arbitrage.pages.tournament import seating
from arbitrage.services import clock, tournaments
from arbitrage.services.people import link_tokens
from arbitrage.services.tournaments import evenings, movements
from arbitrage.services.tournaments.evenings import Plan
from arbitrage.services.tournaments.running import happened
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment")]

PLANS = {
    "mitchell": Plan(5, "mitchell", 5, 4),
    "one ranking": Plan(5, "mitchell", 5, 4, one_ranking=True),
    "relay": Plan(6, "relay", 6, 4),
    "rover": Plan(5, "rover", 5, 4),
    "bump": Plan(6, "bump", 5, 4),
    "howell": Plan(4, "howell", 7, 3),
    "howell with a pair missing": Plan(4, "howell", 7, 3, half=True),
    "individual": Plan(2, "individual", 7, 3),
    "teams": Plan(4, "teams", 3, 8),
}
NAMES = [("Jeanne Martin", "Paul Durand"), ("Zoé Lenoir", "Anne Roy")]


def made(club, director, plan: Plan) -> Tournament:
    day = datetime.date(2026, 11, 19)
    return evenings.make_evening(club=club, by=director, name="Jeudi", date=day, plan=plan, names=NAMES)


def wall_of(tournament: Tournament) -> str:
    return url("wall", tournament.pk, link_tokens.token(link_tokens.WALL, tournament.pk))


@pytest.fixture
def howell(club, director) -> Tournament:
    return made(club, director, PLANS["howell"])


@pytest.mark.parametrize("name", PLANS)
def test_the_cards_of_everybody_say_what_the_lines_say(name, club, director):
    """Each line is on the guide cards of all who sit there and of its table, and on no other."""
    tournament = made(club, director, PLANS[name])
    by_table = {
        (
            card["title"],
            str(line["round"]),
            line["boards"],
            *(f"{side['way']} {side['pair']}" for side in line["sides"]),
        )
        for card in seating.cards_by_table(tournament)
        for line in card["lines"]
    }
    said = set()
    for contestant in seating.everybody_of(tournament):
        lines = seating.card_of(contestant)
        assert [line["round"] for line in lines] == [str(number) for number in range(1, PLANS[name].rounds + 1)]
        for line in lines:
            where = [key for key in by_table if key[:2] == (line["table"], str(line["round"]))]
            if not line["table"]:
                assert PLANS[name].half or PLANS[name].movement in movements.WITH_A_ROVER
                continue
            assert any(line["boards"] == key[2] and f"{line['way']} {contestant.number}" in key[3:] for key in where)
            said |= set(where)
    assert said == by_table
    lines = Result.objects.filter(board__tournament=tournament)
    assert lines.values("table", "round").distinct().count() == len(by_table)


@pytest.mark.parametrize("name", PLANS)
def test_the_pages_show_every_contestant_and_every_table(name, club, director, client):
    tournament = made(club, director, PLANS[name])
    page = client.get(url("seating", tournament.pk))
    assert "Where to sit, round 1" in words(page)
    assert "Jeanne Martin" in words(page)
    everybody = Contestant.objects.filter(section__tournament=tournament)
    cards = client.get(url("guide_cards", tournament.pk)).content.decode()
    assert cards.count('<article class="guide">') == everybody.count()
    tables = client.get(url("guide_cards", tournament.pk) + "?by=table").content.decode()
    assert tables.count('<article class="guide">') == PLANS[name].tables - PLANS[name].half


def test_what_is_shared_is_said_before_the_first_round_and_not_after_it(club, director, client):
    relay = made(club, director, PLANS["relay"])
    assert "Shared or made in several copies: boards 1–4: tables 1, 6." in words(client.get(url("seating", relay.pk)))
    tournaments.begin_round(tournament=relay, number=2, by=director)
    assert "Shared or made" not in words(client.get(url("seating", relay.pk)))
    teams = made(club, director, PLANS["teams"])
    assert "boards 1–8: tables 1, 2, 3, 4" in words(client.get(url("seating", teams.pk)))


def test_the_wall_needs_no_account_and_shows_no_name(howell, director):
    stranger = Client()
    page = stranger.get(wall_of(howell))
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store"
    assert "No round has begun" in words(page) and "Next, round 1" in words(page)
    tournaments.begin_round(tournament=howell, number=1, by=director)
    tournaments.set_round_minutes(tournament=howell, minutes=20, by=director)
    page = stranger.get(wall_of(howell))
    assert "Round 1 of 7" in words(page) and "20:00" in words(page) and "Next, round 2" in words(page)
    for text in ("Martin", "Durand", "Lenoir", director.username, "csrf", "data-user"):
        assert text not in page.content.decode().replace("Tournoi", "")
    assert not page.cookies


def test_the_wall_asks_again_for_nothing_as_long_as_nothing_happened(howell, director, django_assert_max_num_queries):
    seen = re.search(r'data-seen="(\d+)"', Client().get(wall_of(howell)).content.decode())[1]
    with django_assert_max_num_queries(1):
        assert Client().get(f"{wall_of(howell)}?seen={seen}").status_code == 204
    tournaments.begin_round(tournament=howell, number=1, by=director)
    again = Client().get(f"{wall_of(howell)}?seen={seen}", headers={"HX-Request": "true"})
    assert again.status_code == 200 and "<html" not in again.content.decode()


def test_the_version_of_the_wall_is_the_number_of_acts_on_the_tournament(club, howell, director):
    assert happened(make.make_tournament(club).pk) == 0
    tournaments.begin_round(tournament=howell, number=1, by=director)
    assert happened(howell.pk) == Event.objects.filter(stream=howell.pk).count() > 1


def test_the_wall_opens_with_its_token_on_its_day_alone(howell):
    other = link_tokens.token(link_tokens.BOARD, howell.pk)
    assert Client().get(url("wall", howell.pk, other)).status_code == 404
    with clock.at(clock.now() + datetime.timedelta(days=3)):
        assert Client().get(wall_of(howell)).status_code == 404


def test_a_table_that_has_played_its_round_says_who_comes_next(howell, director, client):
    tournaments.begin_round(tournament=howell, number=1, by=director)
    lines = Result.objects.filter(board__tournament=howell, round=1, table=2)
    lines.update(kind="passed", score=0)
    following = Result.objects.filter(board__tournament=howell, round=2, table=2).select_related("ns", "ew")[0]
    said = f"NS {following.ns.number}, EW {following.ew.number} in the next round"
    assert words(client.get(url("room", howell.pk))).count(said) == 1


def test_a_pair_has_its_card_on_its_telephone_and_nobody_elses_name(howell, client):
    page = post(client, url("seating", howell.pk))
    assert "8 links made." in words(page)
    assert "0 links made." in words(post(client, url("seating", howell.pk)))
    link = PlayerLink.objects.get(contestant__number="1")
    shown_words = words(Client().get(url("player_board", link.pk, link_tokens.token(link_tokens.BOARD, link.pk))))
    assert "Where you sit: 1 Round" in shown_words
    first = Result.objects.filter(board__tournament=howell, round=1, ew=link.contestant).select_related("ns")[0]
    assert f"1 {first.table} EW {first.ns.number} " in shown_words
    assert "Lenoir" not in shown_words and "Martin" not in shown_words
    assert client.get(url("guide_cards", howell.pk)).content.decode().count('class="scan"') == 8


def test_who_may_only_read_makes_no_link(howell, club):
    reader = sign_in(make.make_member(club, "lecteur", role="reader"))
    assert reader.get(url("seating", howell.pk)).status_code == 200
    assert reader.post(url("seating", howell.pk)).status_code == 403
    assert not PlayerLink.objects.exists()

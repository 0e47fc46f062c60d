"""The room and the list of tournaments: one look says what is open, what waits and what was ruled."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Club, Incident, Tournament
from arbitrage.services import clock, incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, make_evening, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment")]


@pytest.fixture
def director():
    return make.make_member(make.make_club())


@pytest.fixture
def tournament(director) -> Tournament:
    return make_evening(Club.objects.get())


def at_table(tournament: Tournament, table: int, by) -> Incident:
    return incidents.open_incident(tournament=tournament, by=by, section=tournament.sections.get(), table=table)


def room(tournament: Tournament, by):
    return sign_in(by).get(url("room", tournament.pk))


def test_the_first_page_is_the_room_of_the_tournament_that_runs(director, tournament):
    make_evening(Club.objects.get(), started=False)
    assert sign_in(director).get(url("home")).url == url("room", tournament.pk)


def test_the_first_page_is_the_list_when_no_tournament_runs_or_two_do(director, tournament):
    client = sign_in(director)
    make_evening(Club.objects.get())
    assert client.get(url("home")).url == url("tournament_list")
    Tournament.objects.update(round_started_at=clock.now() - datetime.timedelta(days=1))
    assert client.get(url("home")).url == url("tournament_list")


def test_a_tile_a_table_says_who_plays_there_and_which_boards(director, tournament):
    said = words(room(tournament, director))
    assert "Round 1 of 2" in said
    assert "1 Boards 1–2 NS 1, EW 1" in said
    assert "2 Boards 3–4 NS 2, EW 2" in said
    assert "3 Boards 5–6 NS 3, EW 3" in said
    assert "All is calm. Touch the table that calls." in said


def test_the_next_round_moves_the_pairs_and_the_boards(director, tournament):
    said = words(post(sign_in(director), url("round", tournament.pk), {"round": 2}))
    assert "Round 2 of 2" in said
    assert "1 Boards 3–4 NS 1, EW 3" in said


def test_beginning_the_same_round_again_does_not_restart_its_clock(director, tournament):
    started = tournament.round_started_at
    post(sign_in(director), url("round", tournament.pk), {"round": 1})
    assert Tournament.objects.get().round_started_at == started


def test_a_round_that_does_not_exist_is_refused_with_a_sentence(director, tournament):
    response = post(sign_in(director), url("round", tournament.pk), {"round": 3})
    assert "This tournament has no such round." in words(response)
    assert Tournament.objects.get().current_round == 1


def test_an_open_call_shows_its_minutes_and_who_goes(director, tournament):
    director.first_name, director.last_name = "Claire", "Aubry"
    director.save()
    incident = at_table(tournament, 2, director)
    incidents.attend(incident=incident, by=director)
    Incident.objects.update(called_at=clock.now() - datetime.timedelta(minutes=3, seconds=10))
    response = room(tournament, director)
    assert "2 3 min NS 2, EW 2 Director! Claire Aubry is on the way" in words(response)
    assert url("incident", incident.pk) in response.content.decode()
    assert "2 calm tables." in words(response)
    assert "<title>(1) The room" in response.content.decode()


def test_what_waits_is_in_its_tile_and_in_the_tray(director, tournament):
    incident = at_table(tournament, 3, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts={"declarer": "S"})
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    said = words(room(tournament, director))
    assert "3 Boards 5–6 NS 3, EW 3 To come back to Revoke of West" in said
    assert "Table 3, for 0 min Revoke of West: count the tricks, then ask about equity (64C)." in said


def test_a_ruled_table_says_when_and_is_calm_again_in_the_next_round(director, tournament):
    inquiry = incidents.open_inquiry(incident=at_table(tournament, 1, director), law="64", by=director)
    make.answer(inquiry, director, able="no")
    assert "1 Boards 1–2 NS 1, EW 1 Ruled at" in words(room(tournament, director))
    post(sign_in(director), url("round", tournament.pk), {"round": 2})
    assert "Ruled at" not in words(room(tournament, director))


def test_a_call_whose_table_is_not_known_waits_in_the_tray(director, tournament):
    incident = incidents.open_incident(tournament=tournament, by=director)
    response = room(tournament, director)
    assert "Table to be said, for 0 min Director!" in words(response)
    assert url("incident", incident.pk) in response.content.decode()


def test_a_second_call_of_a_table_is_not_hidden_by_the_first(director, tournament):
    first, second = at_table(tournament, 1, director), at_table(tournament, 1, director)
    page = room(tournament, director).content.decode()
    assert url("incident", first.pk) in page
    assert url("incident", second.pk) in page


def test_the_minutes_left_are_shown_until_the_round_is_over(director, tournament):
    tournament.round_minutes = 15
    tournament.round_started_at = clock.now() - datetime.timedelta(minutes=9, seconds=5)
    tournament.save()
    assert "6 min left" in words(room(tournament, director))
    tournament.round_started_at = clock.now() - datetime.timedelta(minutes=16)
    tournament.save()
    assert "min left" not in words(room(tournament, director))


def test_a_tournament_without_rounds_shows_its_tables_all_the_same(director):
    tournament = make_evening(Club.objects.get(), started=False)
    response = room(tournament, director)
    assert "Tournoi du jeudi" in words(response)
    assert "Table 1 NS 1 Table 2 NS 2 Table 3 NS 3 All is calm." in words(response)
    assert "Next round" not in words(response)


def test_sections_are_named_where_there_are_several(director, tournament):
    other = tournament.sections.create(letter="B")
    pair = other.contestants.create(direction="NS", number="1")
    tournament.boards.get(number=1).results.create(section=other, table=1, round=1, ns=pair, kind="not_played")
    said = words(room(tournament, director))
    assert "A1 Boards 1–2" in said
    assert "B1 Board 1" in said


def test_the_room_takes_the_same_queries_for_one_incident_and_for_three(director, tournament):
    client = sign_in(director)
    counts = []
    for table in (1, 2, 3):
        incident = at_table(tournament, table, director)
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts={"declarer": "S"})
        make.answer(inquiry, director, **make.DURING_THE_PLAY)
        at_table(tournament, table, director)
        with CaptureQueriesContext(connection) as queries:
            client.get(url("room", tournament.pk))
        counts.append(len(queries))
    assert counts == [counts[0]] * 3


def test_the_page_that_refreshes_itself_gets_its_part_alone(director, tournament):
    client = sign_in(director)
    part = client.get(url("room", tournament.pk), headers=HTMX).content.decode()
    assert "<!doctype" not in part
    assert 'id="step"' in part
    whole = client.get(url("room", tournament.pk), headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert "<!doctype" in whole.content.decode()
    assert "HX-Request" in whole["Vary"]


def test_the_list_counts_what_is_open_and_takes_the_same_queries_for_one_and_three(director, tournament):
    client = sign_in(director)
    with CaptureQueriesContext(connection) as one:
        client.get(url("tournament_list"))
    make_evening(Club.objects.get())
    third = make_evening(Club.objects.get())
    at_table(third, 1, director)
    with CaptureQueriesContext(connection) as three:
        response = client.get(url("tournament_list"))
    assert len(three) == len(one)
    assert words(response).count("Tournoi du jeudi") == 3
    assert words(response).count("1 open call") == 1


def test_a_director_without_a_tournament_is_told_where_one_comes_from(director):
    assert "Import a results file" in words(sign_in(director).get(url("tournament_list")))

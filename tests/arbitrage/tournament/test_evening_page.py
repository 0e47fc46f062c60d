"""*Nouvelle soirée*: the proposed form, its taps and the new evening; and the page that changes the evening
afterwards."""

import datetime
import re

import pytest

from arbitrage.forms.tournament.evenings import pairs_of
from arbitrage.models import Board, Contestant, Event, Inquiry, Player, Result, Tournament
from arbitrage.services import incidents, tournaments
from arbitrage.services.results import scores
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.tournaments import evenings
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import mains, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment")]

HOWELL = {"tables": "5", "movement": "howell", "rounds": "9", "each": "3", "was": "5-howell"}
NAMED = {"name": "Tournoi du jeudi", "date": "2026-11-19", "names": ""}


def checked(page, name: str) -> list[str]:
    """Return the values that are ticked or selected."""
    html = page.content.decode()
    ticked = re.findall(rf'name="{name}" value="([^"]*)" checked', html)
    chooser = re.search(rf'<select id="{name}".*?</select>', html, re.S)
    return ticked + (re.findall(r'value="([^"]*)" selected', chooser[0]) if chooser else [])


def offered(page, name: str) -> list[str]:
    return re.findall(rf'name="{name}" value="([^"]*)"', page.content.decode())


@pytest.fixture
def howell(club, director) -> Tournament:
    plan = Plan(tables=5, movement="howell", rounds=9, each=3)
    return evenings.make_evening(club=club, by=director, name="Jeudi", date=datetime.date(2026, 11, 19), plan=plan)


def test_most_of_a_new_evening_is_proposed(client):
    page = client.get(url("evening_new"))
    assert checked(page, "tables") == ["7"]
    assert checked(page, "movement") == ["mitchell"]
    assert (checked(page, "each"), checked(page, "rounds")) == (["4"], ["7"])
    assert 'value="Thursday tournament"' in page.content.decode()
    assert 'type="date" value="2026-11-19"' in page.content.decode()
    assert "14 pairs, 7 rounds of 4 boards: 28 boards." in words(page)
    assert mains(page) == ["Prepare the evening"]


@pytest.mark.parametrize(
    ("touched", "movement", "each", "rounds", "can"),
    [
        ({"tables": "8", "movement": "mitchell", "was": "7-mitchell", "each": "4", "rounds": "7"}, "skip", "4", "7",
         ["skip", "relay", "rover", "bump", "howell", "individual", "teams", "swiss", "swiss_teams", "none"]),
        ({"tables": "5", "movement": "howell", "was": "7-mitchell"}, "howell", "3", "9",
         ["mitchell", "rover", "bump", "howell", "individual", "teams", "swiss", "none"]),
        ({"tables": "3", "movement": "teams", "was": "4-teams"}, "teams", "8", "3",
         ["mitchell", "howell", "individual", "triangle", "teams", "swiss", "none"]),
        ({"tables": "4", "movement": "teams", "was": "4-teams", "each": "8", "rounds": "2"}, "teams", "8", "2",
         ["skip", "relay", "rover", "bump", "howell", "individual", "teams", "swiss", "swiss_teams", "none"]),
        ({"tables": "1", "more": "", "movement": "howell"}, "none", "2", "14", ["none"]),
        ({"tables": "7", "more": "17", "movement": "howell"}, "mitchell", "2", "14",
         ["mitchell", "rover", "bump", "teams", "swiss", "none"]),
    ],
)  # fmt: skip
def test_what_no_longer_goes_together_is_replaced_by_what_is_usual(client, touched, movement, each, rounds, can):
    page = client.get(url("evening_new"), touched)
    assert offered(page, "movement") == can
    assert checked(page, "movement") == [movement]
    assert (checked(page, "each"), checked(page, "rounds")) == ([each], [rounds])


def test_five_tables_of_a_howell_are_made_and_shown_in_the_room(client):
    names = "1. Jeanne Martin - Paul Durand\n2. Zoé Lenoir / Anne Roy"
    room = post(client, url("evening_new"), HOWELL | NAMED | {"names": names})
    tournament = Tournament.objects.get()
    assert room.request["PATH_INFO"] == url("room", tournament.pk)
    assert (tournament.name, tournament.date) == ("Tournoi du jeudi", datetime.date(2026, 11, 19))
    assert Board.objects.count() == 27
    assert list(Player.objects.order_by("contestant__position", "order").values_list("name", flat=True)) == [
        "Jeanne Martin", "Paul Durand", "Zoé Lenoir", "Anne Roy",
    ]  # fmt: skip
    assert "5 tables" in words(room)
    begun = post(client, url("round", tournament.pk), {"round": "1"})
    assert "NS 10, EW 1" in words(begun)
    assert "Table 1 Board 1, N deals NS 10, EW 1" in words(begun)


def test_the_same_form_sent_twice_makes_one_evening(client):
    again = HOWELL | NAMED | {"id": "01a2034f-0000-7000-8000-000000000000"}
    assert post(client, url("evening_new"), again).request == post(client, url("evening_new"), again).request
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "Give the evening a name."),
        ({"name": "T" * 201}, "This name is too long: 200 letters at most."),
        ({"date": "tomorrow"}, "Type the date as on the calendar."),
        ({"date": "1900-01-01"}, "This date is too far away"),
        ({"date": "2062-11-19"}, "This date is too far away"),
        ({"names": "A - B\n" * 11}, "There are more names than pairs."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_touched_stays(client, wrong, said):
    page = client.post(url("evening_new"), HOWELL | NAMED | wrong)
    assert (page.status_code, Tournament.objects.count()) == (422, 0)
    assert said in words(page)
    assert checked(page, "movement") == ["howell"]


def proposed(client, field: str) -> str:
    """Return the value preset in a field of the page of a new evening."""
    (written,) = re.findall(rf'<input[^>]* name="{field}"[^>]*>', client.get(url("evening_new")).content.decode())
    return re.search(r' value="([^"]*)"', written)[1]


def test_two_tournaments_of_a_day_are_told_apart(client, howell, director):
    name, today = proposed(client, "name"), proposed(client, "date")
    tournaments.begin_round(tournament=howell, by=director, number=1)
    assert "The evening : Jeudi" in words(client.get(url("room", howell.pk)))
    post(client, url("evening_new"), HOWELL | {"name": name, "date": today, "names": ""})
    assert proposed(client, "name") == f"{name} 2"
    page = client.post(url("evening_new"), HOWELL | {"name": f" {name} ", "date": today, "names": ""})
    assert page.status_code == 422
    assert "Another tournament of this day has this name." in words(page)
    client.post(url("evening", howell.pk), {"change": "name", "name": name, "date": today})
    assert Tournament.objects.get(pk=howell.pk).name == "Jeudi"
    client.post(url("evening", howell.pk), {"change": "name", "name": "Jeudi", "date": today})
    other = Tournament.objects.exclude(pk=howell.pk).get()
    tournaments.begin_round(tournament=other, by=director, number=1)
    assert f"The evening : {name}" in words(client.get(url("room", other.pk)))


def test_a_list_of_pairs_is_read_however_it_was_written():
    pasted = "Dupont - Martin\nDurand/Roy\n\n3\tLenoir ; Petit\nNS 4. Blanc & Noir\nJean-Luc Fort et Eva Hue\n"
    assert pairs_of(pasted) == [
        ("Dupont", "Martin"),
        ("Durand", "Roy"),
        (),
        ("Lenoir", "Petit"),
        ("Blanc", "Noir"),
        ("Jean-Luc Fort", "Eva Hue"),
    ]


def test_an_evening_is_renamed_and_moved_to_another_day(client, howell):
    page = post(client, url("evening", howell.pk), {"change": "name", "name": "Challenge", "date": "2026-11-20"})
    assert "Name and date recorded." in words(page)
    assert list(Tournament.objects.values_list("name", "date")) == [("Challenge", datetime.date(2026, 11, 20))]


def test_names_are_typed_afterwards_and_shown_as_they_can_be_typed_again(client, howell):
    page = post(client, url("evening", howell.pk), {"change": "names", "names": "\nJeanne Martin - Paul Durand"})
    assert [player.name for player in Contestant.objects.get(number="2").players.all()] == [
        "Jeanne Martin",
        "Paul Durand",
    ]
    page = client.get(url("evening", howell.pk), {"act": "names"})
    shown = re.search(r"<textarea id=\"names\".*?>\n?(.*?)</textarea>", page.content.decode(), re.S)[1]
    assert pairs_of(shown) == [(), ("Jeanne Martin", "Paul Durand")]


def test_a_table_more_is_made_before_the_first_result_and_no_longer_afterwards(client, howell, director):
    six = {"change": "again", "tables": "6", "movement": "howell", "was": "6-howell", "rounds": "9", "each": "3"}
    assert "The movement is made again." in words(post(client, url("evening", howell.pk), six))
    assert Contestant.objects.count() == 12
    Result.objects.filter(table=1, round=1).update(kind="passed", score=0)
    page = client.post(url("evening", howell.pk), six | {"tables": "7", "was": "7-howell"})
    assert (page.status_code, Contestant.objects.count()) == (422, 12)
    assert "Results are entered already: the movement stays." in words(page)
    assert "Tables and movement" not in words(client.get(url("evening", howell.pk)))


def test_a_pair_leaves_a_table_closes_and_the_room_shows_who_is_left(client, howell):
    pair = Contestant.objects.get(number="1")
    response = post(client, url("evening", howell.pk), {"change": "leave", "contestant": str(pair.pk), "since": "2"})
    assert "Its opponents sit out from round 2 on." in words(response)
    assert {line.round for line in Result.objects.filter(ns=pair) | Result.objects.filter(ew=pair)} == {1}
    response = post(client, url("evening", howell.pk), {"change": "close", "table": "5", "since": "3"})
    assert "Table 5 is closed from round 3 on." in words(response)
    assert set(Result.objects.filter(table=5).values_list("round", flat=True)) == {1, 2}


def test_nothing_is_chosen_beforehand_the_effect_is_seen_and_a_closed_table_opens_again(client, howell):
    address = url("evening", howell.pk)
    page = client.get(address, {"act": "close"}).content.decode()
    assert 'aria-pressed="true"' not in page
    assert "Close table" not in page
    section = howell.sections.get()
    chosen = {"act": "close", "table": f"{section.pk}:5", "since": "3"}
    shown_words = words(client.get(address, chosen))
    lines = Result.objects.filter(table=5, round__gte=3).count()
    assert f"{lines} results less." in shown_words
    assert "Close table 5 from round 3 on" in shown_words
    assert Result.objects.filter(table=5, round__gte=3).count() == lines
    page = post(client, address, {"change": "close", "table": f"{section.pk}:5", "since": "3"})
    assert "Table 5 is closed from round 3 on." in words(page)
    assert re.search(r'action="/en/undo/[^"]+" data-seconds="10"', page.content.decode())
    assert "table 5 closes from round 3 on Take back" in words(page)
    event = re.search(r'name="event" value="([^"]+)"', page.content.decode())[1]
    page = post(client, address, {"change": "reopen", "event": event})
    assert "It is as it was before." in words(page)
    assert Result.objects.filter(table=5, round__gte=3).count() == lines
    assert "Take back" not in words(page)


def test_a_round_that_has_begun_is_not_given_back(client, howell, director):
    post(client, url("evening", howell.pk), {"change": "close", "table": "5", "since": "2"})
    tournaments.begin_round(tournament=howell, by=director, number=2)
    page = client.get(url("evening", howell.pk))
    assert "table 5 closes from round 2 on" in words(page)
    assert "Take back" not in words(page)
    event = Event.objects.get(kind="table_closed")
    page = client.post(url("evening", howell.pk), {"change": "reopen", "event": str(event.pk)})
    assert page.status_code == 422
    assert "This cannot be taken back any more" in words(page)


def test_the_missing_pair_arrives_late_with_its_names(client, club, director):
    plan = Plan(tables=5, movement="howell", rounds=9, each=3, half=True)
    made = evenings.make_evening(club=club, by=director, name="Jeudi", date=datetime.date(2026, 11, 19), plan=plan)
    response = post(client, url("evening", made.pk), {"change": "arrive", "since": "4", "names": "Ida Ray - Léo Sax"})
    assert "The pair plays from round 4 on." in words(response)
    late = Contestant.objects.get(number="10")
    assert [player.name for player in late.players.all()] == ["Ida Ray", "Léo Sax"]
    assert Result.objects.filter(ns=late).count() == 6 * 3


def test_a_pair_that_has_arrived_is_not_said_to_be_missing_and_no_name_is_lost(client, club, director):
    plan = Plan(tables=5, movement="mitchell", rounds=5, each=3, half=True)
    made = evenings.make_evening(club=club, by=director, name="Jeudi", date=datetime.date(2026, 11, 19), plan=plan)
    assert "The missing pair arrives" in words(client.get(url("evening", made.pk)))
    shown_words = words(
        post(client, url("evening", made.pk), {"change": "arrive", "since": "2", "names": "Ida Ray - Léo Sax"})
    )
    assert "The missing pair arrives" not in shown_words
    assert "The pair that arrived late" in shown_words
    Result.objects.filter(table=1, round=1).update(kind="passed")
    assert "The pair that was missing is there" in words(client.get(url("evening", made.pk)))
    again = client.post(url("evening", made.pk), {"change": "arrive", "since": "1", "names": "Max Roy - Zoé Lee"})
    assert "This pair has its names already: change them above." in words(again)
    assert 'value="Max Roy - Zoé Lee"' in again.content.decode()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"change": "leave", "since": "2"}, "Say which pair leaves"),
        ({"change": "close", "since": "2"}, "Say which table closes"),
        ({"change": "arrive", "since": "2"}, "No pair was missing"),
        ({"change": "arrive"}, "Say from which round on"),
        ({"change": "name", "name": " ", "date": "2026-11-19"}, "Give the evening a name."),
        ({"change": "name", "name": "Jeudi", "date": "0206-11-19"}, "This date is too far away"),
        ({"change": "nothing"}, "Touch one of the buttons"),
    ],
)
def test_what_is_not_possible_says_what_to_do(client, howell, sent, said):
    page = client.post(url("evening", howell.pk), sent)
    assert page.status_code == 422
    assert said in words(page)


def test_a_tournament_of_a_file_is_renamed_here_too(client, tournament):
    page = client.get(url("evening", tournament.pk))
    assert "Tables and movement" not in words(page)
    post(client, url("evening", tournament.pk), {"change": "name", "name": "Autre", "date": "2026-11-19"})
    assert Tournament.objects.get(pk=tournament.pk).name == "Autre"


def opened(page) -> dict[str, list[str]]:
    """List the links of the lines that are still open, by kind."""
    kinds = re.findall(r"<section>\s*<h2>(.*?)</h2>(.*?)</section>", page.content.decode(), re.S)
    return {title: re.findall(r'<a class="btn" href="([^"]*)"', lines) for title, lines in kinds}


def test_an_evening_that_was_just_made_waits_for_every_board(client, howell):
    page = client.get(url("close_evening", howell.pk))
    boards = [url("board", board.pk) for board in Board.objects.order_by("number")]
    assert opened(page) == {"Results that are missing": boards}
    assert "Board 1: 5 results" in words(page)


def test_what_is_open_is_a_tap_away_and_goes_once_it_is_dealt_with(client, board, director, incident):
    close = url("close_evening", board.tournament_id)
    assert opened(client.get(close)) == {"Calls": [incident.get_absolute_url()]}
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    page = client.get(close)
    assert opened(page) == {"To come back to": [inquiry.get_absolute_url()]}
    assert "Table 1, board 2: Revoke of West: count the tricks" in words(page)
    incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=director)
    make.answer(Inquiry.objects.get(pk=inquiry.pk), director, **make.AT_THE_END)
    assert opened(client.get(close)) == {"Scores to confirm": [url("score", incident.pk)]}
    ruled = incidents.fresh(incident)
    seen = scores.propose_adjustment(ruled).digest
    scores.confirm_adjustment(incident=ruled, by=director, seen=seen)
    closed = client.get(close)
    assert opened(closed) == {}
    assert mains(closed) == ["To the ranking, to publish the scores"]


def test_a_decision_whose_result_was_corrected_since_is_listed(client, board, director, confirmed):
    line = board.results.get(table=1)
    entry = Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew)
    correct_result(result=line, by=director, entry=entry, seen=seen_of(line))
    found = opened(client.get(url("close_evening", board.tournament_id)))
    assert found["Decisions that no longer follow from the result"] == [url("board", board.pk)]


def test_a_reader_sees_what_is_open(club, board, incident):
    reader = sign_in(make.make_member(club, "reader", role="reviewer"))
    assert opened(reader.get(url("close_evening", board.tournament_id))) == {"Calls": [incident.get_absolute_url()]}

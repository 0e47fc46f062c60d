"""The room and the list of tournaments show at a glance the open, waiting and ruled incidents."""

import datetime
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Club, Duty, Incident, Result, Tournament
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.tournaments.evenings import Plan
from rulings.engine.inquiry import Asking
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, make_evening, post, sign_in, url, words
from tests.arbitrage.rooms import busy_room
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.either_database]


def at_table(tournament: Tournament, table: int, by) -> Incident:
    return incidents.open_incident(tournament=tournament, by=by, section=tournament.sections.get(), table=table)


def room(tournament: Tournament, by):
    return sign_in(by).get(url("room", tournament.pk))


def test_the_first_page_is_the_room_of_the_tournament_that_runs(director, evening):
    make_evening(Club.objects.get(), started=False)
    assert sign_in(director).get(url("home")).url == url("room", evening.pk)


def test_the_first_page_is_the_list_when_no_tournament_runs_or_two_do(director, evening):
    client = sign_in(director)
    make_evening(Club.objects.get())
    assert client.get(url("home")).url == url("tournament_list")
    Tournament.objects.update(round_started_at=clock.now() - datetime.timedelta(days=1))
    assert client.get(url("home")).url == url("tournament_list")


def test_a_tile_a_table_says_who_plays_there_and_which_boards(director, evening):
    text = words(room(evening, director))
    assert "Round 1 of 2" in text
    assert "1 Boards 1–2 NS 1, EW 1" in text
    assert "2 Boards 3–4 NS 2, EW 2" in text
    assert "3 Boards 5–6 NS 3, EW 3" in text


def test_a_table_without_anybody_says_so_unless_its_lines_are_still_to_come(director, evening, club):
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=2, half=True))
    tournaments.begin_round(tournament=tournament, by=director, number=1)
    assert "3 Nobody plays" in words(room(tournament, director))
    Result.objects.filter(board__tournament=evening, round=1, table=3).delete()  # a file is read in between
    assert "Nobody plays" not in words(room(evening, director))


def test_the_next_round_moves_the_pairs_and_the_boards(director, evening):
    text = words(post(sign_in(director), url("round", evening.pk), {"round": 2}))
    assert "Round 2 of 2" in text
    assert "1 Boards 3–4 NS 1, EW 3" in text


def test_beginning_the_same_round_again_does_not_restart_its_clock(director, evening):
    started = evening.round_started_at
    post(sign_in(director), url("round", evening.pk), {"round": 1})
    assert Tournament.objects.get().round_started_at == started


def test_a_round_that_does_not_exist_is_refused_with_a_sentence(director, evening):
    response = post(sign_in(director), url("round", evening.pk), {"round": 3})
    assert "This tournament has no such round." in words(response)
    assert Tournament.objects.get().current_round == 1


def test_an_open_call_shows_its_minutes_and_who_goes(director, evening):
    director.first_name, director.last_name = "Claire", "Aubry"
    director.save()
    incident = at_table(evening, 2, director)
    incidents.attend(incident=incident, by=director)
    Incident.objects.update(called_at=clock.now() - datetime.timedelta(minutes=3, seconds=10))
    response = room(evening, director)
    assert "2 3 min Boards 3–4 NS 2, EW 2 Aubry is on the way" in words(response)
    assert url("incident", incident.pk) in response.content.decode()
    assert "<title>(1) The room" in response.content.decode()


def test_what_waits_is_in_its_tile_and_in_the_tray(director, evening):
    incident = at_table(evening, 3, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts={"declarer": "S"})
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    text = words(room(evening, director))
    assert "3 Boards 5–6 NS 3, EW 3 1 at the end" in text
    assert "At the end of the board : 3 Table 3 Revoke of West: count the tricks, then ask about equity (64C)." in text


def test_a_ruled_table_says_when_and_is_calm_again_in_the_next_round(director, evening):
    inquiry = incidents.open_inquiry(incident=at_table(evening, 1, director), law="64", by=director)
    make.answer(inquiry, director, able="no")
    shown = words(room(evening, director))
    assert "1 Boards 1–2 NS 1, EW 1 NS 1, EW 3 in the next round Ruled at" in shown
    assert "Table 1 : Director!" in shown  # which table calls is seen on the button that covers its number
    post(sign_in(director), url("round", evening.pk), {"round": 2})
    assert "Ruled at" not in words(room(evening, director))


def test_a_call_whose_table_is_not_known_waits_in_the_tray(director, evening):
    incident = incidents.open_incident(tournament=evening, by=director)
    response = room(evening, director)
    assert "Table not known, for 0 min Nobody is on the way." in words(response)
    assert url("incident", incident.pk) in response.content.decode()


def test_a_call_of_an_earlier_round_says_who_sat_there_though_nobody_has_said_its_board(director, evening):
    at_table(evening, 2, director)
    begun = tournaments.begin_round(tournament=evening, number=2, by=director)
    assert "From round 1. Nobody is on the way. NS 2, EW 2 sat there." in words(room(begun, director))


def test_a_call_of_an_earlier_round_says_where_each_pair_sits_now_whichever_way(club, director):
    howell = made(club, director, Plan(tables=3, movement="howell", rounds=5, each=2))
    begun = tournaments.begin_round(tournament=howell, number=1, by=director)
    at_table(begun, 1, director)
    begun = tournaments.begin_round(tournament=begun, number=2, by=director)
    seated = {}
    for line in Result.objects.filter(board__tournament=howell, round=2).select_related("ns", "ew"):
        seated |= {line.ns.number: line.table, line.ew.number: line.table}
    first = Result.objects.filter(board__tournament=howell, round=1, table=1).select_related("ns", "ew").first()
    told = words(room(begun, director))
    assert f"NS {first.ns.number}, EW {first.ew.number} sat there." in told
    for pair in (f"NS {first.ns.number}", f"EW {first.ew.number}"):
        table = seated[pair.split()[1]]
        assert (f"{pair} is now at table {table}." in told) == (table != 1)
    assert "is now at table" in told


def test_in_a_mitchell_only_the_pair_of_that_side_has_moved(director, evening):
    at_table(evening, 2, director)
    begun = tournaments.begin_round(tournament=evening, number=2, by=director)
    table = Result.objects.filter(board__tournament=evening, round=2, ew__number="2").first().table
    told = words(room(begun, director))
    assert f"NS 2, EW 2 sat there. EW 2 is now at table {table}." in told
    assert "NS 2 is now" not in told


def test_a_second_call_of_a_table_is_not_hidden_by_the_first(director, evening):
    first, second = at_table(evening, 1, director), at_table(evening, 1, director)
    page = room(evening, director).content.decode()
    assert url("incident", first.pk) in page
    assert url("incident", second.pk) in page


def test_the_minutes_left_are_shown_until_the_round_is_over(director, evening):
    evening.round_minutes = 15
    evening.round_started_at = clock.now() - datetime.timedelta(minutes=9, seconds=5)
    evening.save()
    assert "6 min left" in words(room(evening, director))
    evening.round_started_at = clock.now() - datetime.timedelta(minutes=16)
    evening.save()
    assert "1 min late" in words(room(evening, director))


def test_a_tournament_without_rounds_shows_its_tables_all_the_same(director):
    tournament = make_evening(Club.objects.get(), started=False)
    response = room(tournament, director)
    assert "Tournoi du jeudi" in words(response)
    assert "Table 1 NS 1 Table 2 NS 2 Table 3 NS 3" in words(response)
    assert "Next round" not in words(response)


def test_sections_are_named_where_there_are_several(director, evening):
    other = evening.sections.create(letter="B")
    pair = other.contestants.create(direction="NS", number="1")
    evening.boards.get(number=1).results.create(section=other, table=1, round=1, ns=pair, kind="not_played")
    text = words(room(evening, director))
    assert "A1 Boards 1–2" in text
    assert "B1 Board 1" in text


def test_every_line_of_the_tray_names_the_section_where_there_are_several(director, colleague, evening):
    other = evening.sections.create(letter="B")
    pairs = {side: other.contestants.create(direction=side, number="1") for side in ("NS", "EW")}
    board = evening.boards.get(number=1)
    line = board.results.create(
        section=other, table=1, round=1, ns=pairs["NS"], ew=pairs["EW"], kind="not_played", position=99
    )
    waiting = [
        incidents.open_incident(tournament=evening, by=director, section=section, table=1, board=board)
        for section in (evening.sections.get(letter="A"), other)
    ]
    for incident in waiting:
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts={"declarer": "S"})
        make.answer(inquiry, director, **make.DURING_THE_PLAY)
    called = incidents.answer_call(tournament=evening, by=director, section=other, table=1)
    incidents.attend(incident=called, by=colleague)
    told = words(room(evening, director))
    assert "At the end of the board : A1 and B1" in told
    assert "leclerc has taken over your call of table B1." in told
    begun = tournaments.begin_round(tournament=evening, number=2, by=director)
    told = words(room(begun, director))
    assert "Table B1, for 0 min From round 1. leclerc is on the way" in told
    Result.objects.filter(board__tournament=evening, round=1).exclude(pk=line.pk).update(kind="played")
    assert "B1 From round 1, board 1 : no result yet." in words(room(begun, director))


def test_the_room_takes_the_same_queries_for_one_incident_and_for_three(director, evening):
    client = sign_in(director)
    client.get(url("room", evening.pk))  # the first request stores the last room in the session
    counts = []
    for table in (1, 2, 3):
        incident = at_table(evening, table, director)
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts={"declarer": "S"})
        make.answer(inquiry, director, **make.DURING_THE_PLAY)
        at_table(evening, table, director)
        with CaptureQueriesContext(connection) as queries:
            client.get(url("room", evening.pk))
        counts.append(len(queries))
    assert counts == [counts[0]] * 3


def test_the_page_that_refreshes_itself_gets_its_part_alone(director, evening):
    client = sign_in(director)
    part = client.get(url("room", evening.pk), headers=HTMX).content.decode()
    assert "<!doctype" not in part
    assert 'id="step"' in part
    whole = client.get(url("room", evening.pk), headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert "<!doctype" in whole.content.decode()
    assert "HX-Request" in whole["Vary"]


def test_the_list_counts_what_is_open_and_takes_the_same_queries_for_one_and_three(director, evening):
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


# Polling


def asked_again(client, tournament: Tournament) -> Callable:
    """Return a function that polls as the page does, with the version that the page was rendered in."""
    seen = re.search(r'data-seen="(\w+)"', client.get(url("room", tournament.pk)).content.decode())[1]
    return lambda: client.get(f"{url('room', tournament.pk)}?seen={seen}", headers=HTMX)


def test_a_room_in_which_nothing_happened_is_not_sent_again(director, evening):
    again = asked_again(sign_in(director), evening)
    response = again()
    assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize("what", ["a call", "who goes", "a duty", "a round", "the clock", "a result"])
def test_whatever_happens_in_the_room_is_sent(director, colleague, evening, what):
    incident = at_table(evening, 2, director)
    line = Result.objects.filter(board__tournament=evening).first()
    again = asked_again(sign_in(director), evening)
    if what == "a call":
        at_table(evening, 3, director)
    elif what == "who goes":
        incidents.attend(incident=incident, by=colleague)
    elif what == "a duty":
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts={"declarer": "S"})
        make.answer(inquiry, director, **make.DURING_THE_PLAY)
    elif what == "a round":
        tournaments.begin_round(tournament=evening, number=2, by=director)
    elif what == "the clock":
        tournaments.pause_clock(tournament=evening, by=director)
    else:
        entry = Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew)
        correct_result(result=line, by=director, entry=entry, seen=seen_of(line))
    response = again()
    assert response.status_code == 200
    assert "data-seen" in response.content.decode()


def test_what_happens_in_another_room_is_not_sent(director, evening):
    other = make_evening(Club.objects.get())
    again = asked_again(sign_in(director), evening)
    at_table(other, 1, director)
    assert again().status_code == 204


def test_an_unchanged_room_is_not_told_to_a_stranger(director, evening):
    stranger = make.make_member(make.make_club("Autre", "autre"), "autre")
    version = re.search(r'data-seen="(\w+)"', room(evening, director).content.decode())[1]
    assert sign_in(stranger).get(f"{url('room', evening.pk)}?seen={version}").status_code == 404


def test_asking_an_unchanged_room_again_takes_three_queries(director, evening):
    for table in (1, 2, 3):
        at_table(evening, table, director)
    again = asked_again(sign_in(director), evening)
    with CaptureQueriesContext(connection) as queries:
        again()
    assert len(queries) == 3


def test_a_director_takes_a_call_over_and_both_are_told(director, colleague, evening):
    incident = at_table(evening, 2, director)
    incidents.attend(incident=incident, by=director)
    response = post(sign_in(colleague), url("attend", incident.pk))
    assert "You have taken the call over; martin is told." in words(response)
    assert "EW 2 leclerc is on the way" in words(response)
    assert "leclerc has taken over your call of table 2." in words(room(evening, director))
    assert "has taken over" not in words(room(evening, make.make_member(Club.objects.get(), "tiers")))


def test_an_inquiry_that_has_begun_says_whose_it_is_apart_from_its_state(director, colleague, evening):
    incident = at_table(evening, 2, director)
    incidents.open_inquiry(incident=incident, law="64", by=director)
    text = words(room(evening, colleague))
    assert "EW 2 Nobody is on the way" in text
    incidents.attend(incident=incident, by=director)
    text = words(room(evening, colleague))
    assert "EW 2 martin is there" in text
    assert "on the way" not in text


def test_who_goes_to_a_call_of_nobody_takes_nothing_from_anybody(director, colleague, evening):
    incident = at_table(evening, 2, director)
    assert "EW 2 Nobody is on the way" in words(room(evening, colleague))
    assert "Nobody is on this call. I’m going" in words(sign_in(colleague).get(url("what", incident.pk)))
    response = post(sign_in(colleague), url("attend", incident.pk))
    assert "taken the call over" not in words(response)
    assert "taken over" not in words(room(evening, director))


def test_a_call_that_is_left_to_another_director_waits_for_one(director, colleague, evening):
    incident = at_table(evening, 2, director)
    incidents.attend(incident=incident, by=director)
    assert "Leave it to another director" in words(sign_in(director).get(url("what", incident.pk)))
    response = post(sign_in(director), url("leave", incident.pk))
    assert "The call waits in the room until another director goes." in words(response)
    assert Incident.objects.get().attended_by is None
    assert "EW 2 Nobody is on the way" in words(room(evening, colleague))


def test_the_page_of_a_call_says_that_another_director_is_on_it(director, colleague, evening):
    incident = at_table(evening, 2, director)
    incidents.attend(incident=incident, by=director)
    assert "martin is on this call since" in words(sign_in(colleague).get(url("what", incident.pk)))
    assert "is on this call" not in words(sign_in(director).get(url("what", incident.pk)))
    response = post(sign_in(colleague), url("attend", incident.pk), {"next": "call"})
    assert response.redirect_chain[-1][0] == url("what", incident.pk)


def test_a_second_call_of_a_table_is_in_the_tray_with_who_called(director, evening):
    section = evening.sections.get()
    at_table(evening, 1, director)
    incidents.open_incident(tournament=evening, by=director, section=section, table=1, called_by="S")
    text = words(room(evening, director))
    assert text.count("Table 1, called by South, for 0 min") == 1


# The most urgent state


PENALTY_CARD = {"what": "play", "owner": "E", "how": "dropped", "could_see": "yes", "already": "no"}


def penalty_card(tournament: Tournament, table: int, by, card: str) -> Incident:
    incident = at_table(tournament, table, by)
    inquiry = incidents.open_inquiry(incident=incident, law="49", by=by, facts={"declarer": "S"})
    answers = PENALTY_CARD | {"card": card}
    while isinstance(state := inquiry.state(), Asking):
        inquiry = make.answer(inquiry, by, **{state.question.id: answers.get(state.question.id, "no")})
    return incident


def tile(page: str, table: int) -> str:
    """Return the CSS class and the text of a table's tile, such as "wait: 2 Boards 3–4 …"."""
    spot = next(one for one in page.split('<li class="spot">')[1:] if f"</span>{table}</b>" in one)
    state, said = re.search(r'class="tile (\w+)"[^>]*>(.*?)</(?:a|button|summary|div)>', spot, re.S).groups()
    return f"{state}: {' '.join(re.sub(r'<[^>]+>', ' ', said).split())}"


def test_a_tile_tells_the_most_urgent_thing_of_now(director, evening):
    """In descending urgency: an open call, a duty that needs a director, a penalty card, a duty for the end."""
    revoke = incidents.open_inquiry(
        incident=at_table(evening, 1, director), law="64", by=director, facts={"declarer": "S"}
    )
    make.answer(revoke, director, **make.DURING_THE_PLAY)
    page = room(evening, director).content.decode()
    assert tile(page, 1).startswith("calm:") and "1 at the end" in tile(page, 1)
    penalty_card(evening, 1, director, "C4")
    page = room(evening, director).content.decode()
    assert tile(page, 1).startswith("calm:") and "♣4" in tile(page, 1) and "at the end" not in tile(page, 1)
    penalty_card(evening, 1, director, "DK")
    page = room(evening, director).content.decode()
    assert tile(page, 1).startswith("wait:") and "East" in tile(page, 1)
    at_table(evening, 1, director)
    page = room(evening, director).content.decode()
    assert tile(page, 1).startswith("open:") and "Nobody is on the way" in tile(page, 1)


def test_the_tray_names_who_leads_and_asks_for_the_choice_at_one_tap(director, evening):
    penalty_card(evening, 2, director, "DK")
    client = sign_in(director)
    page = client.get(url("room", evening.pk))
    assert "Before each lead of West, South chooses." in words(page)
    assert "West is about to lead" in words(page)
    duty = Duty.objects.get(opens="50-table")
    post(client, url("duty_open", duty.pk), {"on_lead": "W"})
    assert duty.opened_inquiries.get().answers_dict() == {"now": "lead", "on_lead": "W"}
    assert duty.opened_inquiries.get().state().question.chooser == "declarer"


def test_dots_count_the_boards_done_and_lead_to_the_next_line(director, club):
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=3))
    tournaments.begin_round(tournament=tournament, by=director, number=1)
    first, second = Result.objects.filter(board__tournament=tournament, round=1, table=2).order_by("board__number")[:2]
    page = room(tournament, director).content.decode()
    assert f'href="{url("type_result", first.pk)}" aria-label="Table 2 : 0 boards of 3 played' in page
    correct_result(result=first, by=director, entry=Entry(kind="passed"), seen=seen_of(first))
    page = room(tournament, director).content.decode()
    assert f'href="{url("type_result", second.pk)}" aria-label="Table 2 : 1 board of 3 played' in page
    assert page.count('<i class="full">') == 1


def test_what_an_earlier_round_left_is_in_the_tray_with_the_pair_that_moved(director, club):
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=1))
    tournament = tournaments.begin_round(tournament=tournament, by=director, number=1)
    at_table(tournament, 2, director)
    for line in Result.objects.filter(board__tournament=tournament, round=1).exclude(table=3):
        correct_result(result=line, by=director, entry=Entry(kind="passed"), seen=seen_of(line))
    tournaments.begin_round(tournament=tournament, by=director, number=2)
    text = words(room(tournament, director))
    assert tile(room(tournament, director).content.decode(), 2).startswith("calm:")
    assert "Table 2, for 0 min From round 1" in text
    assert "3 From round 1, board 3 : no result yet. NS 3, EW 3 sat there. EW 3 is now at table 1." in text


def test_a_reader_is_offered_nothing_that_he_may_not_open_and_no_count_of_nothing(club, director):
    full = busy_room(club, director, tables=3, duties=3, calls=1)
    reader = sign_in(make.make_member(club, "reader", role="reader"))
    page = reader.get(url("room", full.pk))
    ways = set(re.findall(r'href="(/en/[^"#]+)', page.content.decode()))
    refused = {way: status for way in ways if (status := reader.get(way, follow=True).status_code) != 200}
    assert len(ways) > 5
    assert refused == {}
    assert "<form" not in page.content.decode().split("<main")[1].split("</main")[0]

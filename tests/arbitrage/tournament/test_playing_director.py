"""A director who plays cannot open the boards that he still has to play, and a look at one is recorded."""

import datetime
import html
import json
import re

import pytest

from arbitrage.models import Board, Contestant, Event, Incident, Inquiry, Result, Stream, Tournament
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import table_calls
from arbitrage.services.people import table_sheets
from arbitrage.services.record import history, tournament_rows
from arbitrage.services.results import table_results
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.tournaments import evenings, playing_director
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, deal, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def howell(club, director) -> Tournament:
    """Five tables of a Howell in its first round; the director is pair 3."""
    tournament = evenings.make_evening(
        club=club,
        by=director,
        name="Tournoi du vendredi",
        date=datetime.date(2026, 11, 20),
        plan=Plan(tables=5, movement="howell", rounds=9, each=3),
    )
    return playing_director.say_playing(
        tournament=tournament, by=director, contestant=Contestant.objects.get(number="3")
    )


def line_of(number: str, round: int = 1) -> Result:
    lines = Result.objects.filter(round=round).order_by("board__number")
    return next(line for line in lines if number in (line.ns.number, line.ew.number))


def pass_out(line: Result, by) -> None:
    entry = Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew)
    correct_result(result=line, by=by, entry=entry, seen=seen_of(line))


def a_call(howell: Tournament, by, board: Board) -> Inquiry:
    """Store a revoke on the board at a table where the director does not sit."""
    lines = board.results.exclude(ns__number="3").exclude(ew__number="3")
    table = lines.order_by("round").first().table
    incident = incidents.open_incident(
        tournament=howell, by=by, section=howell.sections.get(), table=table, board=board
    )
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=by, facts={"declarer": "S"})
    return make.answer(inquiry, by, **make.DURING_THE_PLAY)


def test_a_board_is_closed_until_he_has_played_it(howell, director):
    line = line_of("3")
    assert line.board_id in playing_director.closed_boards(director, howell)
    pass_out(line, director)
    assert line.board_id not in playing_director.closed_boards(director, howell)


def test_a_board_that_he_sits_out_is_open(howell, director):
    closed = playing_director.closed_boards(director, howell)
    mine = {result.board_id for result in Result.objects.all() if "3" in (result.ns.number, result.ew.number)}
    assert closed == mine


def test_a_board_that_he_sits_out_stays_open_once_the_last_result_is_typed(club, director):
    plan = Plan(tables=3, movement="mitchell", rounds=2, each=1)
    tournament = evenings.make_evening(club=club, by=director, name="Soir", date=datetime.date(2026, 11, 20), plan=plan)
    tournament = tournaments.begin_round(tournament=tournament, number=2, by=director)
    mine = Contestant.objects.get(number="1", direction="NS")
    playing_director.say_playing(tournament=tournament, by=director, contestant=mine)
    tournament.refresh_from_db()
    for line in Result.objects.order_by("round", "table"):
        pass_out(line, director)
        assert not [
            board for board in playing_director.closed_boards(director, tournament) if not board_of(board, mine)
        ]
    assert playing_director.closed_boards(director, tournament) == set()


def board_of(board, pair: Contestant) -> bool:
    return Result.objects.filter(board=board, ns=pair).exists()


@pytest.fixture
def growing(club, director) -> Tournament:
    """A tournament of three boards from a file that grows: pair 1 has played the first one, pair 2 the second, with no
    line to play."""
    tournament = make.make_tournament(club, tables=3, boards=(1, 2, 3))
    for number in (1, 2):
        make.make_result(Board.objects.get(tournament=tournament, number=number), number)
    tournament.rounds, tournament.current_round = 3, 2
    tournament.playing = {str(director.pk): str(make.pairs_of(tournament)["NS", "1"].pk)}
    tournament.save()
    return tournament


def closed_numbers(user, tournament: Tournament) -> set[int]:
    boards = Board.objects.filter(pk__in=playing_director.closed_boards(user, tournament))
    return set(boards.values_list("number", flat=True))


def test_while_a_file_grows_every_board_that_he_has_not_played_may_come_to_him(growing, director):
    assert closed_numbers(director, growing) == {2, 3}


@pytest.mark.parametrize(("rounds", "current"), [(None, 2), (3, 4)])
def test_of_a_file_without_rounds_or_after_the_last_one_nothing_is_closed(growing, director, rounds, current):
    growing.rounds, growing.current_round = rounds, current
    assert closed_numbers(director, growing) == set()


@pytest.mark.parametrize("current", [None, 3])
def test_before_the_first_round_and_in_the_last_one_boards_may_still_come(growing, director, current):
    growing.current_round = current
    assert closed_numbers(director, growing) == {2, 3}


def test_a_file_that_says_what_is_still_to_be_played_closes_nothing_else(growing, director):
    line = Result.objects.get(board__number=2)
    Result.objects.filter(pk=line.pk).update(kind="not_played", contract="", declarer="", tricks=None, score=None)
    assert closed_numbers(director, growing) == set()


def test_a_device_takes_along_at_which_tables_his_boards_are_played_before_he_plays_them(howell, director, colleague):
    playing_director.say_playing(tournament=howell, by=colleague, contestant=Contestant.objects.get(number="7"))
    howell = tournaments.begin_round(tournament=howell, number=2, by=director)
    for board in line_of("3").board, line_of("7").board:
        playing_director.look_all_the_same(board=board, by=director)
    seen = along(sign_in(director), howell)
    told = {table: {int(number): judge for number, judge in rounds} for table, rounds in seen["later"].items()}
    for table, judge in seen["others"].items():
        told.setdefault(table, {})[2] = judge
    section = howell.sections.get().pk
    when = {
        who: {line.board_id: line.round for line in lines_of(number)} for who, number in (("me", "3"), ("her", "7"))
    }
    looked = set(Event.objects.filter(kind=playing_director.LOOKED).values_list("board", flat=True))
    expected: dict[str, dict[int, str]] = {}
    for line in Result.objects.filter(round__gte=2).order_by("round", "table", "board__number"):
        if line.board_id not in looked and when["me"].get(line.board_id, 0) >= line.round:
            judge = "" if when["her"].get(line.board_id, 0) >= line.round else "leclerc"
            expected.setdefault(f"{section}:{line.table}", {}).setdefault(line.round, judge)
    assert told == expected
    assert {judge for rounds in expected.values() for judge in rounds.values()} == {"", "leclerc"}
    assert max(round for rounds in expected.values() for round in rounds) > 5, "not this round alone"


def lines_of(number: str) -> list[Result]:
    return [line for line in Result.objects.all() if number in (line.ns.number, line.ew.number)]


def test_nothing_is_closed_to_who_does_not_play_nor_once_the_scores_are_published(howell, director, colleague):
    assert playing_director.closed_boards(colleague, howell) == set()
    howell.published_at = clock.now()
    assert playing_director.closed_boards(director, howell) == set()


def test_what_he_said_is_in_the_record_and_can_be_taken_back(howell, director):
    howell = playing_director.say_playing(tournament=howell, by=director, contestant=None)
    assert (howell.playing, playing_director.closed_boards(director, howell)) == ({}, set())
    assert tournament_rows.differences(howell) == []
    assert history.verify(Stream.objects.get(pk=howell.pk)) == []


def test_a_pair_of_another_tournament_is_refused(howell, director, club):
    other = make.make_tournament(club)
    with pytest.raises(Refused):
        playing_director.say_playing(
            tournament=other, by=director, contestant=Contestant.objects.filter(number="3").first()
        )


def test_hands_results_and_incidents_of_a_closed_board_are_not_shown(howell, director, colleague):
    board = deal(line_of("3").board)
    inquiry = a_call(howell, colleague, board)
    client = sign_in(director)
    line = board.results.first()
    duty = inquiry.duties.get()
    pages = [url("board", board.pk), url("result", line.pk), url("what", inquiry.incident_id)]
    pages += [url("decision", inquiry.pk), url("question", inquiry.pk, "offender"), url("report", inquiry.incident_id)]
    for address in pages:
        shown_words = words(client.get(address))
        assert "You have yet to play this board" in shown_words, address
        assert "West" not in shown_words, address
    assert "You have yet to play this board" in words(client.post(url("duty_done", duty.pk)))
    assert client.post(url("question", inquiry.pk, "able"), {"answer": "no", "version": 9}).status_code == 200
    assert Inquiry.objects.get().version == inquiry.version
    part = client.get(url("decision", inquiry.pk), headers=HTMX).content.decode()
    assert "<!doctype" not in part
    assert "You have yet to play this board" in part


def test_what_is_open_at_the_end_says_of_his_boards_that_there_is_something_and_not_what(howell, director, colleague):
    a_call(howell, colleague, line_of("3").board)
    address = url("close_evening", howell.pk)
    assert "Revoke of West" in words(sign_in(colleague).get(address))
    page = words(sign_in(director).get(address))
    assert "Revoke" not in page and "On a board that you have yet to play." in page


@pytest.mark.parametrize("name", ["room", "table_sheets"])
def test_a_result_that_a_table_has_typed_on_his_board_is_not_said(howell, director, colleague, name):
    tournament = tournaments.begin_round(tournament=howell, number=1, by=director)
    table_sheets.prepare(tournament=tournament, places=tables(tournament), results=True, by=director)
    coming = {line.board_id for line in Result.objects.filter(round__gt=1) if "3" in (line.ns.number, line.ew.number)}
    line = Result.objects.filter(round=1, board__in=coming).first()
    keys = {"kind": "played", "contract": "4S", "declarer": "N", "tricks": 10, "lead": ""}
    sheet = table_sheets.of_evening(tournament).get(table=line.table)
    with clock.at(datetime.datetime(2026, 11, 20, 20, tzinfo=datetime.UTC)):
        table_results.type_line(sheet=sheet, line=line.pk, typed=keys, seen=seen_of(line), id=line.pk)
    open_page, page = (sign_in(user).get(url(name, howell.pk)) for user in (colleague, director))
    assert "by North" in words(open_page) and "level=4" in open_page.content.decode()
    assert "by North" not in words(page) and "level=4" not in page.content.decode()
    assert "On a board that you have yet to play." in words(page)


def test_the_case_that_a_table_names_on_his_board_is_not_said(howell, director, colleague):
    tournaments.begin_round(tournament=howell, number=1, by=director)
    table_sheets.prepare(tournament=howell, places=tables(howell), results=False, by=director)
    line = line_of("3")
    with clock.at(datetime.datetime(2026, 11, 20, 20, tzinfo=datetime.UTC)):
        sheet = table_sheets.of_evening(howell).get(table=line.table)
        call = table_calls.call(sheet=sheet, about="revoke")
        Incident.objects.filter(pk=call.pk).update(board=line.board)
    said_to = [words(sign_in(user).get(url("room", howell.pk))) for user in (colleague, director)]
    assert ["The table says: A revoke." in page for page in said_to] == [True, False]


def test_his_tray_says_that_there_is_something_and_not_what(howell, director, colleague):
    a_call(howell, colleague, line_of("3").board)
    assert "Revoke of West" in words(sign_in(colleague).get(url("room", howell.pk)))
    shown_words = words(sign_in(director).get(url("room", howell.pk)))
    assert "On a board that you have yet to play." in shown_words
    assert "Revoke of West" not in shown_words


def along(client, tournament) -> dict:
    """Return the data of the room for a device that goes offline."""
    match = re.search('data-room="([^"]*)"', client.get(url("room", tournament.pk)).content.decode())
    return json.loads(html.unescape(match[1]))


def test_a_device_keeps_no_incident_of_a_closed_board_and_knows_who_may_judge_instead(howell, director, colleague):
    line = line_of("3")
    theirs = a_call(howell, colleague, line.board).incident
    elsewhere = incidents.open_incident(tournament=howell, by=colleague, section=howell.sections.get(), table=1)
    seen = along(sign_in(director), howell)
    assert seen["closed"] == [str(theirs.pk)]
    assert str(elsewhere.pk) not in seen["closed"]
    howell = tournaments.begin_round(tournament=howell, number=1, by=colleague)
    seen = along(sign_in(director), howell)
    assert seen["others"] == {f"{line.section_id}:{table}": "leclerc" for table in range(1, 6)}
    seen = along(sign_in(colleague), howell)
    assert (seen["closed"], seen["others"]) == ([], {})


def test_another_director_is_proposed_and_the_judgement_may_be_left_to_him(howell, director, colleague):
    board = line_of("3").board
    incident = incidents.open_incident(tournament=howell, by=director, board=board)
    incidents.attend(incident=incident, by=director)
    client = sign_in(director)
    shown_words = words(client.get(url("what", incident.pk)))
    assert "Who may judge in your place: leclerc." in shown_words
    assert "Judge later, when I have played it" in shown_words
    assert "The call waits in the room" in words(post(client, url("leave", incident.pk)))
    playing_director.say_playing(tournament=howell, by=colleague, contestant=Contestant.objects.get(number="3"))
    assert "No other director of the club can judge now" in words(client.get(url("what", incident.pk)))


def test_a_look_is_recorded_and_opens_the_board_to_him_alone(howell, director, colleague):
    board = line_of("3").board
    client = sign_in(director)
    response = post(client, url("look", board.pk))
    assert response.redirect_chain[-1][0] == url("board", board.pk)
    assert "Opened by a director who had yet to play it" in words(response)
    (event,) = Event.objects.filter(kind="board_opened_to_player")
    assert (event.by, event.board) == (director, board)
    playing_director.say_playing(tournament=howell, by=colleague, contestant=Contestant.objects.get(number="3"))
    assert "You have yet to play" in words(sign_in(colleague).get(url("board", board.pk)))


def test_he_says_on_the_page_which_pair_he_is(howell, director):
    client = sign_in(director)
    pair = Contestant.objects.get(number="7")
    response = post(client, url("play", howell.pk), {"contestant": pair.pk})
    assert "The boards that you have yet to play are closed to you." in words(response)
    assert Tournament.objects.get().playing == {str(director.pk): str(pair.pk)}
    assert "You do not play." in words(post(client, url("play", howell.pk), {"contestant": ""}))


def test_a_reader_says_nothing_of_the_kind(howell, club):
    reader = make.make_member(club, "lecteur", "reviewer")
    assert sign_in(reader).post(url("play", howell.pk), {"contestant": ""}).status_code == 403


def test_the_list_of_decisions_leaves_his_boards_out(howell, director, colleague):
    incident = a_call(howell, colleague, line_of("3").board).incident
    assert incident.reference in words(sign_in(colleague).get(url("decision_list")))
    assert incident.reference not in words(sign_in(director).get(url("decision_list")))

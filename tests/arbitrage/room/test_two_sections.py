"""In an evening of two sections every page names a table with the letter of its section."""

import datetime

import pytest

from arbitrage.models import Incident, Result, Section, Tournament
from arbitrage.pages.appeal.appeals import appeals_of, right_page
from arbitrage.pages.decisions.statistics import evening_page as calls_page
from arbitrage.pages.room.look_again import again_lines
from arbitrage.pages.room.room_page import taken_over_words
from arbitrage.pages.room.tray import tables_in_words
from arbitrage.pages.score.slip import _place
from arbitrage.pages.tournament.evenings import to_close
from arbitrage.services import appeals, clock, incidents, tournaments
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.tournaments import playing_director, publish_scores
from arbitrage.services.tournaments.evenings import Plan
from rulings.bridge import Seat, parse_contract
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.either_database]

TWO = Plan(tables=3, movement="mitchell", rounds=3, each=2, sections=2)


@pytest.fixture
def two(club, director) -> Tournament:
    """Two sections of three tables in their first round."""
    return tournaments.begin_round(tournament=made(club, director, TWO), by=director, number=1)


def of(tournament: Tournament, letter: str) -> Section:
    return tournament.sections.get(letter=letter)


def called(tournament: Tournament, letter: str, table: int, by) -> Incident:
    return incidents.open_incident(tournament=tournament, by=by, section=of(tournament, letter), table=table)


def line_at(tournament: Tournament, letter: str, table: int) -> Result:
    lines = Result.objects.filter(board__tournament=tournament, section__letter=letter, table=table, round=1)
    return lines.order_by("board__number")[0]


def typed(line: Result, by) -> None:
    entry = Entry(kind="played", contract=parse_contract("3NT").by(Seat.N), tricks=9, ns=line.ns, ew=line.ew)
    correct_result(result=line, by=by, entry=entry, seen=seen_of(line))


def ruled(tournament: Tournament, letter: str, by) -> Incident:
    """Return a revoke at table 3 of a section, ruled during the play."""
    call = called(tournament, letter, 3, by)
    inquiry = incidents.open_inquiry(incident=call, law="64", by=by, facts={"declarer": "S"})
    make.answer(inquiry, by, **make.DURING_THE_PLAY)
    return incidents.fresh(call)


def room(tournament: Tournament, by) -> str:
    return words(sign_in(by).get(url("room", tournament.pk)))


def test_calls_of_the_same_number_are_told_apart_in_the_tray(two, director):
    for letter in "AB":
        for _number in range(2):  # the second call of a table is in the tray alone
            called(two, letter, 3, director)
    page = room(two, director)
    for letter in "AB":
        assert f"Table {letter}3, for 0 min" in page
        assert f"Go there : Table {letter}3" in page
    assert "Table 3" not in page


def test_what_is_to_be_come_back_to_at_the_end_names_both_tables(two, director):
    for letter in "BA":
        ruled(two, letter, director)
    page = room(two, director)
    assert "At the end of the board : A3 and B3" in page
    assert "Table A3 Revoke of West" in page and "Table B3 Revoke of West" in page
    assert "AA3" not in page and "BB3" not in page


def test_ten_tables_are_named_in_the_order_of_the_room():
    assert tables_in_words({"table": name} for name in ("B1", "A10", "", "A2")) == "A2, A10, B1 and ?"
    assert tables_in_words({"table": name} for name in ("10", "9", "2")) == "2, 9 and 10"


def test_a_board_left_from_the_round_before_says_its_section_and_who_moved(two, director):
    for line in Result.objects.filter(board__tournament=two, round=1).exclude(pk=line_at(two, "B", 3).pk):
        typed(line, director)
    tournaments.begin_round(tournament=two, by=director, number=2)
    page = room(two, director)
    assert "B3 From round 1, board 5 : no result yet. NS 3, EW 3 sat there. EW 3 is now at table 1." in page


def test_who_has_taken_a_call_over_says_of_which_table(two, director, colleague):
    call = called(two, "B", 2, director)
    assert taken_over_words(call, "Leclerc") == "Leclerc has taken over your call of table B2."
    incidents.attend(incident=call, by=director)
    incidents.attend(incident=call, by=colleague)
    assert "has taken over your call of table B2." in room(two, director)


def test_the_dots_of_a_tile_say_their_section(two, director):
    page = sign_in(director).get(url("room", two.pk)).content.decode()
    assert 'aria-label="Table B3 : 0 boards of 2 played' in page and 'aria-label="Table 3 :' not in page


def test_the_call_and_the_choice_of_a_wrong_line_name_the_section(two, director):
    client, call = sign_in(director), called(two, "B", 2, director)
    for name in ("what", "which_line"):
        page = words(client.get(url(name, call.pk)))
        assert "Table B2" in page and "Table 2" not in page, name


def test_the_evening_call_by_call_and_what_is_open_name_the_section(two, director):
    called(two, "B", 2, director)
    page = calls_page(two, director)
    assert [line["table"] for line in page["lines"]] == ["B2"]
    assert [mark["label"] for mark in page["chart"]["marks"]] == ["B2"]
    assert to_close(two, director)[0]["lines"][0]["words"] == "table B2"


def test_the_keypad_and_the_board_name_the_table_that_comes_next(two, director):
    client, first = sign_in(director), line_at(two, "A", 1)
    assert "Type table A1, then the next" in words(client.get(url("board", first.board_id)))
    keys = {"down": "board", "level": 3, "denomination": "NT", "declarer": "N", "margin": 0}
    page = client.get(url("type_result", line_at(two, "B", 2).pk), keys)
    assert "and on to table B3" in words(page)


def test_the_place_that_was_noted_and_the_slip_name_the_section(two, director):
    line, call = line_at(two, "B", 2), called(two, "A", 1, director)
    typed(line, director)
    incidents.place_incident(incident=call, by=director, line=line)
    page = words(sign_in(director).get(url("board", line.board_id)))
    assert f"Place noted: table B2, board {line.board.number}" in page
    assert "table B2 (" in _place(Result.objects.with_pairs().select_related("board__tournament").get(pk=line.pk))


def test_an_appeal_names_the_section(two, director):
    call, line = ruled(two, "B", director), line_at(two, "B", 3)
    incidents.place_incident(incident=call, by=director, line=line)
    inquiry = call.inquiries.get()
    incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=director)
    make.answer(type(inquiry).objects.with_answers().get(pk=inquiry.pk), director, **make.AT_THE_END)
    publish_scores(tournament=two, by=director)
    appeals.request_appeal(incident=incidents.fresh(call), side="", about="facts", agreed=True, by=director)
    assert appeals_of(two, clock.now())["lines"][0]["where"] == f"Table B3, board {line.board.number}"
    assert right_page(incidents.fresh(call), may_rule=True)["appeals"][0]["where"].startswith("Table B3")


# A single field


def test_a_pair_of_a_single_field_that_changed_its_direction_is_found_where_it_sits(club, director):
    tournament = made(club, director, Plan(tables=3, movement="howell", rounds=5, each=1))
    tournament = tournaments.begin_round(tournament=tournament, by=director, number=2)
    waits = Result.objects.get(board__tournament=tournament, round=2, table=3)  # 3 sits North-South, 5 East-West
    for line in Result.objects.filter(board__tournament=tournament, round__lte=2).exclude(pk=waits.pk):
        typed(line, director)
    tournaments.begin_round(tournament=tournament, by=director, number=3)
    now = {
        pair.number: line.table
        for line in Result.objects.filter(board__tournament=tournament, round=3).select_related("ns", "ew")
        for pair in (line.ns, line.ew)
    }
    page = room(tournament, director)
    assert now[waits.ns.number] != 3
    assert f"NS {waits.ns.number} is now at table {now[waits.ns.number]}." in page
    assert (f"EW {waits.ew.number} is now at table" in page) == (now[waits.ew.number] != 3)


# After a pause, and for a director who plays


def test_a_ruling_before_a_pause_of_the_clock_stays_on_its_tile(two, director):
    begun = clock.now()
    with clock.at(begun + datetime.timedelta(minutes=2)):
        call = called(two, "A", 1, director)
        make.answer(incidents.open_inquiry(incident=call, law="64", by=director), director, able="no")
        tournaments.pause_clock(tournament=two, by=director)
    with clock.at(begun + datetime.timedelta(minutes=9)):
        two = tournaments.resume_clock(tournament=two, by=director)
        assert "Ruled at" in room(two, director)
        tournaments.begin_round(tournament=two, number=2, by=director)
        assert "Ruled at" not in room(two, director)


def test_the_evening_call_by_call_says_nothing_of_a_board_that_the_reader_plays_later(two, director, colleague):
    line = line_at(two, "B", 3)
    call = called(two, "B", 3, colleague)
    incidents.place_incident(incident=call, by=colleague, line=line)
    incidents.open_inquiry(incident=call, law="64", by=colleague)
    playing_director.say_playing(tournament=two, by=director, contestant=line.ns)
    two.refresh_from_db()
    assert [told["kind"] for told in calls_page(two, director)["lines"]] == ["On a board that you have yet to play."]
    assert [told["kind"] for told in calls_page(two, colleague)["lines"]] == ["Revoke"]
    assert again_lines(two, set()) == []

"""A director types results for all boards of a table, or for all tables of a board. The first result of a line is not a
correction."""

import re

import pytest

from arbitrage.models import Event, Result, Tournament
from arbitrage.services import tournaments
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage.at_the_screen import mains, post, sign_in, url, words
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.either_database]

THREE_NOTRUMP = {"level": "3", "denomination": "NT", "doubled": "0", "declarer": "S", "margin": "2", "kind": "played"}


@pytest.fixture
def running(club, director) -> Tournament:
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=2))
    return tournaments.begin_round(tournament=tournament, by=director, number=1)


def lines(tournament: Tournament, **where) -> list[Result]:
    return list(Result.objects.filter(board__tournament=tournament, **where).order_by("board__number", "table"))


def test_the_button_says_what_is_written_and_what_comes_next(running, director):
    first, second = lines(running, table=2, round=1)
    client = sign_in(director)
    page = client.get(url("type_result", first.pk), THREE_NOTRUMP)
    assert mains(page) == [f"Write 3NT3 notrump+2, and on to board {second.board.number}"]  # the sign, then its words
    page = client.get(url("type_result", first.pk), THREE_NOTRUMP | {"down": "board"})
    assert mains(page) == ["Write 3NT3 notrump+2, and on to table 3"]
    Result.objects.filter(board=first.board).exclude(pk=first.pk).update(kind="passed", score=0)
    page = client.get(url("type_result", first.pk), THREE_NOTRUMP | {"down": "board"})
    assert mains(page) == ["Write 3NT3 notrump+2"]


def test_a_line_is_written_at_one_tap_and_the_next_one_follows(running, director):
    first, second = lines(running, table=2, round=1)
    client = sign_in(director)
    page = post(client, url("type_result", first.pk), THREE_NOTRUMP)
    assert page.request["PATH_INFO"] == url("type_result", second.pk)
    shown_words = words(page)
    assert f"Board {first.board.number} is written: 3NT+2 by South" in shown_words
    assert "Undo" in shown_words and "Change" in shown_words
    line = Result.objects.get(pk=first.pk)
    assert (line.kind, line.contract, line.declarer, line.tricks) == ("played", "3NT", "S", 11)
    page = post(client, url("type_result", second.pk), {"kind": "passed"})
    assert page.request["PATH_INFO"] == url("room", running.pk)
    assert f"Board {second.board.number} is written: passed out." in words(page)


def test_the_ranks_of_the_lead_are_read_as_words(running, director):
    page = sign_in(director).get(url("type_result", lines(running)[0].pk)).content.decode()
    for rank, name in (("A", "the ace"), ("K", "the king"), ("Q", "the queen"), ("J", "the jack"), ("10", "the 10")):
        assert f'<span class="sr">{name}</span><span aria-hidden="true">{rank}</span>' in page
    assert '<span class="sr">made</span><span aria-hidden="true">=</span>' in page


def test_down_the_board_goes_table_by_table(running, director):
    board = running.boards.get(number=1)
    waiting = lines(running, board=board)
    client = sign_in(director)
    for line, after in zip(waiting, [*waiting[1:], None], strict=True):
        page = post(client, url("type_result", line.pk), THREE_NOTRUMP | {"down": "board"})
        wanted = url("board", board.pk) if after is None else url("type_result", after.pk)
        assert page.request["PATH_INFO"] == wanted


def test_a_first_result_is_no_correction_in_the_history_and_in_the_report(running, director):
    first = lines(running, table=2, round=1)[0]
    client = sign_in(director)
    post(client, url("type_result", first.pk), THREE_NOTRUMP)
    shown_words = words(client.get(url("board", first.board_id)))
    assert "Table 2: 3NT+2 by South" in shown_words
    assert "Result corrected" not in shown_words
    assert "Corrected by" not in words(client.get(url("session_report", running.pk)))


def test_what_is_missing_is_said_and_nothing_touched_is_lost(running, director):
    first = lines(running, table=2, round=1)[0]
    half = {name: THREE_NOTRUMP[name] for name in ("level", "denomination", "kind")}
    page = sign_in(director).post(url("type_result", first.pk), half)
    assert page.status_code == 422
    assert "Touch declarer’s seat." in words(page)
    assert 'value="3" checked' in page.content.decode()
    assert Result.objects.get(pk=first.pk).kind == "not_played"


def test_a_line_that_somebody_wrote_meanwhile_is_corrected_with_its_effect(running, director, colleague):
    first = lines(running, table=2, round=1)[0]
    post(sign_in(colleague), url("type_result", first.pk), {"kind": "passed"})
    page = post(sign_in(director), url("type_result", first.pk), THREE_NOTRUMP)
    assert page.request["PATH_INFO"] == url("result", first.pk)
    assert "Now: passed out." in words(page)
    assert re.search(r'name="margin"[^>]* value="2"[^>]* checked', page.content.decode())
    assert Event.objects.filter(kind="result_corrected").count() == 1


def test_the_last_result_is_undone_from_the_next_keypad(running, director):
    first = lines(running, table=2, round=1)[0]
    client = sign_in(director)
    post(client, url("type_result", first.pk), THREE_NOTRUMP)
    event = Event.objects.get(kind="result_corrected")
    post(client, url("undo", event.pk), {"next": url("room", running.pk)})
    assert Result.objects.get(pk=first.pk).kind == "not_played"


def test_a_reader_types_nothing(running, club):
    from tests.arbitrage import factories as make

    reader = sign_in(make.make_member(club, "reader", role="reader"))
    assert reader.get(url("type_result", lines(running)[0].pk)).status_code == 403
    assert "type/" not in reader.get(url("room", running.pk)).content.decode()

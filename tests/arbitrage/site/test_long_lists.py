"""Lists that grow for years are shown a page at a time: the tournaments of a club, and the history of a board."""

import datetime

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Contestant, Result, Tournament
from arbitrage.pages.board import boards
from arbitrage.services import incidents
from arbitrage.services.record import history
from arbitrage.views import room
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def evenings(club, count: int) -> None:
    first = datetime.date(2020, 1, 1)
    Tournament.objects.bulk_create(
        Tournament(club=club, name=f"Evening {number:03}", date=first + datetime.timedelta(days=number))
        for number in range(1, count + 1)
    )


@pytest.mark.parametrize(
    ("count", "on_the_first", "on_the_second"),
    [(0, 0, 0), (1, 1, 1), (3, 3, 3), (4, 3, 1), (6, 3, 3)],
    ids=["none", "one", "a page", "a page and one", "two pages"],
)
def test_tournaments_come_a_page_at_a_time_the_newest_first(count, on_the_first, on_the_second, monkeypatch):
    monkeypatch.setattr(room, "A_PAGE", 3)
    club = make.make_club()
    client = sign_in(make.make_member(club))
    evenings(club, count)
    first, second = (words(client.get(url("tournament_list") + page)) for page in ("", "?page=2"))
    assert [first.count("Evening "), second.count("Evening ")] == [on_the_first, on_the_second]
    assert [("Older" in first), ("Newer" in first)] == [count > 3, False]
    assert [("Older" in second), ("Newer" in second)] == [False, count > 3]
    if count:
        assert f"Evening {count:03}" in first


def test_the_calls_of_a_page_are_counted_with_it_in_the_same_queries(monkeypatch):
    monkeypatch.setattr(room, "A_PAGE", 3)
    club = make.make_club()
    by = make.make_member(club)
    board = make.make_seed_case(club)
    make.make_incident(board, by, table=1)
    client = sign_in(by)
    Tournament.objects.filter(pk=board.tournament_id).update(date=datetime.date(2019, 1, 1))
    with CaptureQueriesContext(connection) as one:
        assert "1 open call" in words(client.get(url("tournament_list")))
    evenings(club, 3)
    with CaptureQueriesContext(connection) as page:
        assert "open call" not in words(client.get(url("tournament_list")))
    assert len(page) == len(one)
    assert "1 open call" in words(client.get(url("tournament_list") + "?page=2"))


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_what_happened_to_a_board_comes_a_page_at_a_time_the_newest_first(count, monkeypatch):
    monkeypatch.setattr(boards, "A_PAGE", 3)
    club = make.make_club()
    by = make.make_member(club)
    board = make.make_seed_case(club)
    called = min(count, 1)
    if called:
        incident = make.make_incident(board, by, table=1)
        for number in range(2, count + 1):
            incidents.add_words(incident=incident, words=f"Word {number}.", by=by)
    client = sign_in(by)
    before = len(boards.History(board).entries()) - count
    monkeypatch.setattr(boards, "A_PAGE", 3 + before)
    first = words(client.get(url("board", board.pk)))
    second = words(client.get(url("board", board.pk) + "?history=2"))
    assert (f"Word {count}." in first) == (count > 1)
    assert ["Older" in first, "Newer" in second] == [count > 3] * 2
    assert "Newer" not in first


def test_the_history_of_a_board_reads_no_row_of_the_file_that_it_came_with():
    board = make.make_seed_case(make.make_club())
    history.append(
        board.tournament_id, "tournament_imported", by=None, club=board.tournament.club_id, tournament=board.tournament
    )
    with CaptureQueriesContext(connection) as found:
        assert len(boards.History(board).entries()) == 1
    events = [one["sql"] for one in found if 'FROM "arbitrage_event"' in one["sql"]]
    whole = [event for event in events if "board_id" not in event.partition("WHERE")[2]]
    assert [len(events), len(whole)] == [2, 0]


BY_ANOTHERS = (Contestant, Result)
"""Models that are ordered by a column of another model, because pages show the letter of the section and the number of
the board."""


def test_no_other_table_is_read_only_to_put_rows_in_order():
    models = set(apps.get_app_config("arbitrage").get_models()) - set(BY_ANOTHERS)
    assert [model.__name__ for model in models if " JOIN " in str(model.objects.all().query)] == []

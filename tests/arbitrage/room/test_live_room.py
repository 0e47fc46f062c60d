"""The room of a session that is read from the live database of its tables, round after round."""

import pytest

from arbitrage.models import Club, Tournament
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services import tournaments
from arbitrage.services.files import imports, merging
from tests.arbitrage import evening_files as evening
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def read(by, rows) -> Tournament:
    data = evening.bws(rows.values())
    return imports.import_tournament(club=Club.objects.get(), by=by, data=data, filename="soir.bws").tournaments[0]


def test_a_table_that_has_sent_nothing_yet_has_its_tile(director):
    rows = {key: row for key, row in evening.played(1).items() if key[0] == 1}
    tournament = read(director, rows)
    assert [table for _section, table in tables(tournament)] == [1, 2, 3]
    assert "Table 3" in words(sign_in(director).get(url("room", tournament.pk)))


def test_where_pairs_change_their_tables_only_those_that_sent_something_are_known(director):
    rows = {(1, 1, 1): evening.row(1, 1, 1), (2, 1, 3): evening.row(2, 1, 3, PairNS=3, PairEW=11)}
    tournament = read(director, rows)
    assert [table for _section, table in tables(tournament)] == [1, 2]


def test_the_second_round_begins_before_the_file_is_read_again(director):
    tournament = read(director, evening.played(1))
    tournament = tournaments.begin_round(tournament=tournament, number=2, by=director)
    data = evening.bws(evening.played(2).values())
    merging.update(club=tournament.club, by=director, data=data, filename="soir.bws", into={"": tournament})
    tournament.refresh_from_db()
    assert (tournament.current_round, tournament.rounds) == (2, 3)
    assert "NS 1, EW 13" in words(sign_in(director).get(url("room", tournament.pk)))

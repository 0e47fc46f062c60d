"""A later file corrects its boards, not only their results: dealer, vulnerability, hands, and makeable tricks."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from arbitrage import exchange
from arbitrage.models import Board, Event, Result, Tournament
from arbitrage.services.files import imports, merging
from tests.arbitrage.at_the_screen import buttons, post, url, words
from tests.arbitrage.exchange.exchange_files import DEALS, TRAVELLER, pbn_game

pytestmark = pytest.mark.django_db
LINE = "1 2 3NT N 9 - - - - -"
DOUBLE_DUMMY = "13579abcd013579abcd0"


def file_of(number: int = 2, line: str = LINE, **tags: str) -> bytes:
    return pbn_game(number, TRAVELLER, line, **tags).encode()


def store(club, by, data: bytes) -> Tournament:
    (tournament,) = imports.import_tournament(club=club, by=by, data=data, filename="soir.pbn").tournaments
    return tournament


def read_again(tournament: Tournament, by, data: bytes) -> tuple[merging.Merge, Board]:
    """Plan and write a later file; return the plan and the board."""
    (merge,) = merging.plan(
        file=exchange.read(data), digest=imports.digest_of(data), into={"": Tournament.objects.get(pk=tournament.pk)}
    )
    seen = merging.looked_at([merge])
    merging.update(club=tournament.club, by=by, data=data, filename="soir.pbn", into={"": tournament}, seen=seen)
    return merge, Board.objects.get(tournament=tournament)


@pytest.mark.parametrize(
    ("tags", "now"),
    [
        ({"Dealer": "W"}, {"dealer": "W"}),
        ({"Vulnerable": "All"}, {"vulnerability": "All"}),
        ({"DoubleDummyTricks": DOUBLE_DUMMY}, {"double_dummy": DOUBLE_DUMMY}),
        ({"OptimumScore": "NS 400"}, {"par": "NS 400"}),
    ],
)
def test_a_file_that_only_corrects_its_board_is_shown_and_written(club, director, tags, now):
    tournament = store(club, director, file_of(Deal=DEALS[0]))
    merge, board = read_again(tournament, director, file_of(Deal=DEALS[0], **tags))
    assert (merge.to_write, merge.conditions, merge.deals, merge.other_deals) == (True, (2,), (), ())
    assert {name: getattr(board, name) for name in now} == now
    assert Event.objects.filter(stream_id=tournament.pk).order_by("seq").last().kind == "tournament_updated"
    (again,) = merging.plan(
        file=exchange.read(file_of(Deal=DEALS[0], **tags)),
        digest="",
        into={"": Tournament.objects.get(pk=tournament.pk)},
    )
    assert not again.to_write


def test_a_corrected_vulnerability_corrects_the_scores_that_follow_from_it(club, director):
    tournament = store(club, director, file_of(Deal=DEALS[0], Vulnerable="None"))
    assert Result.objects.get().score == 400
    merge, _board = read_again(tournament, director, file_of(Deal=DEALS[0], Vulnerable="All"))
    assert (len(merge.changed), Result.objects.get().score) == (1, 600)


def test_other_hands_take_away_what_could_be_made_with_those_of_before(club, director):
    known = {"DoubleDummyTricks": DOUBLE_DUMMY, "OptimumScore": "NS 400"}
    tournament = store(club, director, file_of(Deal=DEALS[0], **known))
    merge, board = read_again(tournament, director, file_of(Deal=DEALS[1]))
    assert (merge.other_deals, merge.conditions) == ((2,), ())
    assert (board.deal, board.double_dummy, board.par) == (DEALS[1], "", "")
    _merge, board = read_again(tournament, director, file_of(Deal=DEALS[0], **known))
    assert (board.deal, board.double_dummy, board.par) == (DEALS[0], DOUBLE_DUMMY, "NS 400")


def test_hands_that_come_later_keep_what_the_file_before_said_can_be_made(club, director):
    tournament = store(club, director, file_of(DoubleDummyTricks=DOUBLE_DUMMY))
    merge, board = read_again(tournament, director, file_of(Deal=DEALS[0]))
    assert (merge.deals, merge.conditions, board.double_dummy) == ((2,), (), DOUBLE_DUMMY)


def test_the_par_of_another_vulnerability_is_gone_with_it_and_the_tricks_stay(club, director):
    known = {"DoubleDummyTricks": DOUBLE_DUMMY, "OptimumScore": "NS 400"}
    tournament = store(club, director, file_of(Deal=DEALS[0], **known))
    _merge, board = read_again(tournament, director, file_of(Deal=DEALS[0], Vulnerable="All"))
    assert (board.vulnerability, board.double_dummy, board.par) == ("All", DOUBLE_DUMMY, "")


def test_a_file_without_these_values_takes_none_away(club, director):
    known = {"Dealer": "W", "Vulnerable": "All", "DoubleDummyTricks": DOUBLE_DUMMY, "OptimumScore": "NS 400"}
    tournament = store(club, director, file_of(Deal=DEALS[0], **known))
    merge, board = read_again(tournament, director, file_of())
    assert (merge.to_write, board.deal, board.par) == (False, DEALS[0], "NS 400")
    assert (board.dealer, board.vulnerability, board.double_dummy) == ("W", "All", DOUBLE_DUMMY)


def test_the_page_names_the_boards_before_they_change(client, club, director, data_dir):
    tournament = store(club, director, file_of(Deal=DEALS[0]))
    file = SimpleUploadedFile("soir.pbn", file_of(Deal=DEALS[0], Dealer="W"))
    page = post(client, url("tournament_import"), {"file": file})
    token = re.search(r'name="token" value="([^"]*)"', page.content.decode())
    assert token is not None
    page = post(client, url("tournament_import"), {"token": html.unescape(token[1]), "look": str(tournament.pk)})
    assert "Boards that get another dealer or vulnerability, or what can be made: 2" in words(page)
    assert buttons(page, "update") == [str(tournament.pk)]


def test_a_board_that_changed_while_the_page_was_open_is_looked_at_again(club, director):
    tournament = store(club, director, file_of(Deal=DEALS[0]))
    data = file_of(Deal=DEALS[0], Dealer="W", Vulnerable="All")
    (merge,) = merging.plan(file=exchange.read(data), digest=imports.digest_of(data), into={"": tournament})
    (none,) = merging.plan(file=exchange.read(file_of()), digest="", into={"": tournament})
    assert merging.looked_at([merge]) != merging.looked_at([none])

"""Makeable tricks and par on *L'étui* and on a pair's page: they come from the file or are computed, and the page names
their source."""

import re

import pytest
from django.test import Client
from django.utils import translation

from arbitrage import exchange
from arbitrage.models import Board, MakeableTricks
from arbitrage.pages.board.makeable import par
from arbitrage.services.files import imports
from arbitrage.services.people import link_tokens, player_links
from arbitrage.services.tournaments import makeable, publish_scores
from arbitrage.solver import process
from tests.arbitrage.at_the_screen import url, words
from tests.conftest import REAL_FILES

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

DEAL = "N:AQ64.KT6.KJ64.K6 T2.AJ8753.T.AQJ8 K953.94.9873.T52 J87.Q2.AQ52.9743"
TRICKS = "563735637276a6a76a6a"


@pytest.fixture
def dealt(board) -> Board:
    board.deal = DEAL
    board.save()
    return board


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("NS 420; 4S N 10", "4 spades N = 420"),
        ("NS 990; 6NT S 12", "6 notrump S = 990"),
        ("NS 140; par NS 2S+1", "2 spades NS +1 = 140"),
        ("NS 300; par EW 5DX-2", "5 diamonds doubled EW \N{MINUS SIGN}2 = 300 to North-South"),
        ("EW 400; par EW 3NT, E 5C", "3 notrump EW or 5 clubs E = 400"),
        ("NS -620; par EW 4H", "4 hearts EW = 620"),
        ("NS 660", "660 to North-South"),
        ("NS 0", "0"),
        ("NS 420; something else", "420 to North-South"),
        ("nonsense", ""),
        ("", ""),
    ],
)
def test_a_par_is_said_with_its_contract(stored, said):
    with translation.override("en"):
        aloud = re.sub(r'<span aria-hidden="true">.*?(?=<span class="sr">)', "", par(stored))
    assert re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", aloud)).strip() == said


def test_the_table_of_the_file_is_shown_as_the_file_s_and_nothing_is_computed(client, dealt):
    dealt.double_dummy, dealt.par = TRICKS, "EW 620; 4H E 10"
    dealt.save()
    shown_words = words(client.get(url("board", dealt.pk)))
    assert "Makeable tricks" in shown_words
    assert "From the file." in shown_words
    assert "= 620" in shown_words
    assert "Compute the makeable tricks" not in shown_words
    client.post(url("board", dealt.pk), {"act": "compute"})
    assert not MakeableTricks.objects.exists()


@pytest.mark.solver
def test_a_board_without_a_table_has_it_computed_when_the_director_asks_and_it_stays(client, dealt):
    page = client.get(url("board", dealt.pk))
    assert "Compute the makeable tricks" in words(page)
    done = words(client.post(url("board", dealt.pk), {"act": "compute"}))
    assert "Computed: DDS 2.9.0 (endplay 0.5.12)." in done
    assert "EW = 420" in done
    assert MakeableTricks.objects.get().tricks == TRICKS
    again = words(client.get(url("board", dealt.pk)))
    assert "Computed: DDS 2.9.0" in again and "Compute the makeable" not in again


@pytest.mark.parametrize(
    ("deal", "whole"),
    [
        (DEAL, True),
        ("", False),
        ("nonsense", False),
        ("N:AQ64.KT6.KJ64.K6 T2.AJ8753.T.AQJ8 K953.94.9873.T52 J87.Q2.AQ52.974", False),
        ("N:Q64.KT6.KJ64.K6 T2.AJ8753.T.AQJ8 K953.94.9873.T52 J87.Q2.AQ52.9743", False),
        ("N:AQ64.KT6.KJ64.K6 - - -", False),
        ("N:- - - -", False),
    ],
)
def test_the_computation_is_offered_only_where_all_cards_are_known(client, board, monkeypatch, deal, whole):
    monkeypatch.setattr(process, "installed", lambda: True)
    Board.objects.filter(pk=board.pk).update(deal=deal)
    assert ("Compute the makeable tricks" in words(client.get(url("board", board.pk)))) == whole


@pytest.mark.solver
def test_what_was_computed_for_another_deal_is_not_shown(client, dealt):
    makeable.compute(dealt)
    turned = "N:T2.AJ8753.T.AQJ8 K953.94.9873.T52 J87.Q2.AQ52.9743 AQ64.KT6.KJ64.K6"
    Board.objects.filter(pk=dealt.pk).update(deal=turned)
    shown_words = words(client.get(url("board", dealt.pk)))
    assert "Makeable tricks" not in shown_words
    assert "Compute the makeable tricks" in shown_words


@pytest.mark.solver
def test_a_whole_tournament_is_computed_after_its_import(dealt):
    assert makeable.compute_all(dealt.tournament_id) == 1
    assert makeable.compute_all(dealt.tournament_id) == 0
    assert MakeableTricks.objects.get().par == "EW 420; par EW 4H"


def test_without_a_solver_nothing_is_offered_and_the_page_is_as_before(client, dealt, no_solver):
    shown_words = words(client.get(url("board", dealt.pk)))
    assert "Compute the makeable tricks" not in shown_words and "Makeable" not in shown_words
    answered = client.post(url("board", dealt.pk), {"act": "compute"})
    assert "The solver gives no answer at this moment." in words(answered)
    assert not MakeableTricks.objects.exists()


@pytest.mark.solver
def test_the_hands_of_a_board_in_play_keep_its_tricks_to_themselves(client, dealt):
    makeable.compute(dealt)
    dealt.tournament.current_round = 1
    dealt.tournament.save()
    line = dealt.results.first()
    line.kind, line.round = "not_played", 2
    line.save()
    shown_words = words(client.get(url("board", dealt.pk)))
    assert "its hands are not shown" in shown_words
    assert "Makeable" not in shown_words and "Compute" not in shown_words


@pytest.mark.solver
def test_a_pair_reads_them_once_the_scores_are_published(dealt, director):
    makeable.compute(dealt)
    link = player_links.make(board=dealt, contestant=dealt.results.first().ns, by=director)
    address = url("player_board", link.pk, link_tokens.token("board", link.pk))
    assert "Makeable tricks" not in words(Client().get(address))
    publish_scores(tournament=dealt.tournament, minutes=30, by=director)
    shown_words = words(Client().get(address))
    assert "Makeable tricks" in shown_words and "Computed: DDS" in shown_words


BOARD = f'''[Event "Evening"]
[Date "2026.11.20"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "{DEAL}"]
'''


@pytest.mark.parametrize(
    ("said", "running", "installed", "started"),
    [
        ("", True, True, 1),
        (f'[DoubleDummyTricks "{TRICKS}"]\n', True, True, 0),
        ("", False, True, 0),
        ("", True, False, 0),
    ],
    ids=["no table", "a table of the file", "no server", "no solver"],
)
def test_after_an_import_what_no_file_says_is_computed_apart(
    club, settings, monkeypatch, django_capture_on_commit_callbacks, said, running, installed, started
):
    begun: list[list[str]] = []
    settings.BEHIND_FRONT = running
    monkeypatch.setattr(process, "installed", lambda: installed)
    monkeypatch.setattr(makeable, "_start", begun.append)
    with django_capture_on_commit_callbacks(execute=True):
        made = imports.import_tournament(club=club, by=None, data=(BOARD + said).encode(), filename="evening.pbn")
    assert begun == [[str(made.tournaments[0].pk)]] * started


@pytest.mark.solver
def test_no_file_that_goes_out_says_what_was_computed_as_if_it_were_the_club_s(client, dealt):
    makeable.compute(dealt)
    out = client.get(url("export_file", dealt.tournament_id) + "?format=pbn").content.decode()
    assert DEAL in out
    assert "DoubleDummyTricks" not in out and "OptimumScore" not in out


@pytest.mark.solver
@pytest.mark.real_files
def test_the_tables_of_files_are_the_solver_s():
    compared = 0
    for path in sorted((REAL_FILES / "pbn").glob("*.pbn")):
        for board in exchange.read(path.read_bytes(), path.name).boards:
            if not makeable.is_whole(board.deal) or not board.double_dummy or compared >= 40:
                continue
            found = process.makeable(board.deal, board.dealer, board.vulnerability)
            assert found is not None and found.tricks == board.double_dummy, (path.name, board.number)
            score = board.par.partition(";")[0].strip()
            if score:
                side, _space, points = score.partition(" ")
                assert found.score == int(points) * (1 if side == "NS" else -1), (path.name, board.number)
            compared += 1
    assert compared > 10

"""Every file that the project writes is read back the same."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings

from arbitrage import exchange
from arbitrage.exchange import pbn, usebio
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    MatchRecord,
    PlayerRecord,
    ResultRecord,
    SectionRecord,
    TeamRecord,
    TournamentFile,
)
from tests.arbitrage.exchange.exchange_files import DEALS, tournaments

slow_is_fine = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def without_trimmings(tournament: TournamentFile) -> TournamentFile:
    """Return the tournament without the fields that describe its file and the program that wrote it."""
    return replace(tournament, format="", version="", encoding="", warnings=())


@slow_is_fine
@given(tournaments(pbn=False))
def test_a_tournament_written_in_usebio_reads_back_the_same(tournament: TournamentFile) -> None:
    read = exchange.read(usebio.write(tournament), "evening.xml")
    assert without_trimmings(read) == tournament
    assert read.format == "usebio"


@slow_is_fine
@given(tournaments(pbn=True))
def test_a_tournament_written_in_pbn_reads_back_the_same(tournament: TournamentFile) -> None:
    read = exchange.read(pbn.write(tournament), "evening.pbn")
    assert without_trimmings(read) == tournament
    assert read.format == "pbn"


def two_sessions() -> TournamentFile:
    def board(number: int, session: str, deal: str, score: int) -> BoardRecord:
        line = ResultRecord(ns="1", ew="2", contract="3NT", declarer="S", tricks=9, score=score, section="A")
        return BoardRecord(number=number, dealer="N", vulnerability="None", deal=deal, session=session, results=(line,))

    pairs = (
        ContestantRecord(number="1", direction="NS", players=(PlayerRecord(name="Ann"), PlayerRecord(name="Bob"))),
        ContestantRecord(number="2", direction="EW", players=(PlayerRecord(name="Cleo"), PlayerRecord(name="Dan"))),
    )
    return TournamentFile(
        name="Two sessions",
        event="pairs",
        scoring="MP",
        winners=2,
        sections=tuple(SectionRecord(letter="A", session=session, contestants=pairs) for session in ("1", "2")),
        boards=(board(1, "1", DEALS[0], 400), board(1, "2", DEALS[1], 430)),
    )


@pytest.mark.parametrize("written", [usebio, pbn])
def test_two_sessions_keep_their_own_board_one(written) -> None:
    tournament = two_sessions()
    assert without_trimmings(exchange.read(written.write(tournament))) == tournament
    assert tournament.session("2").boards == (tournament.boards[1],)


@pytest.mark.parametrize("written", [usebio, pbn])
def test_an_individual_keeps_its_four_players(written) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan")
    tournament = TournamentFile(
        event="individual",
        scoring="MP",
        sections=(
            SectionRecord(
                contestants=tuple(
                    ContestantRecord(number=str(number), players=(PlayerRecord(name=name, licence=f"L{number}"),))
                    for number, name in enumerate(names, 1)
                )
            ),
        ),
        boards=(
            BoardRecord(
                number=1,
                dealer="N",
                vulnerability="None",
                results=(ResultRecord(players=("1", "2", "3", "4"), contract="1NT", declarer="N", tricks=7, score=90),),
            ),
        ),
    )
    assert without_trimmings(exchange.read(written.write(tournament))) == tournament


def test_pbn_keeps_rooms_and_players_whose_names_look_like_two() -> None:
    players = (PlayerRecord(name="Ann - the first"), PlayerRecord(name="Bob / second", licence="007"))
    tournament = TournamentFile(
        event="pairs",
        scoring="CROSS_IMPS",
        sections=(
            SectionRecord(
                contestants=(
                    ContestantRecord(number="1", players=players),
                    ContestantRecord(number="2", players=(PlayerRecord(name="Cleo"), PlayerRecord(name="Dan"))),
                    ContestantRecord(number="3", players=(PlayerRecord(name=""), PlayerRecord(name="Eve"))),
                )
            ),
        ),
        boards=(
            BoardRecord(
                number=7,
                dealer="W",
                vulnerability="EW",
                results=(ResultRecord(ns="1", ew="2", kind="passed", score=0, room="closed"),),
            ),
        ),
    )
    assert without_trimmings(exchange.read(pbn.write(tournament))) == tournament


def test_usebio_writes_teams_with_their_totals_and_the_boards_of_their_matches() -> None:
    """The file has two teams of two pairs, with their members, seats and totals; the score of the match is computed."""
    pairs = tuple(ContestantRecord(number=str(number), team="AB"[(number - 1) // 2]) for number in range(1, 5))
    teams = (TeamRecord(number="A", name="Les As", total=Decimal("12.5"), rank="1"), TeamRecord(number="B", rank="2"))
    played = {"contract": "3NT", "declarer": "N", "tricks": 9, "round": 2}
    lines = (
        ResultRecord(ns="1", ew="4", table=1, score=400, **played),
        ResultRecord(ns="3", ew="2", table=2, score=400, **played),
    )
    board = BoardRecord(number=1, dealer="N", vulnerability="None", results=lines)
    file = TournamentFile(event="teams", scoring="IMPS", sections=(SectionRecord(contestants=pairs),), boards=(board,))
    back = exchange.read(usebio.write(replace(file, teams=teams)))
    assert (back.event, back.scoring, back.teams) == ("teams", "IMPS", teams)
    assert [(contestant.number, contestant.team) for contestant in back.contestants] == [
        (pair.number, pair.team) for pair in pairs
    ]
    assert [replace(result, section="") for result in back.boards[0].results] == list(lines)
    assert back.matches == (MatchRecord(one="A", other="B", round=2, session=back.matches[0].session),)


def test_usebio_refuses_to_write_a_result_of_no_section_rather_than_lose_it() -> None:
    with pytest.raises(ValueError, match="section 'A'"):
        usebio.write(replace(two_sessions(), sections=()))

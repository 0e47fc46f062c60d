"""A file that is read and written again has the same content, including an unread line, the par, the players of an
individual, and teams."""

from dataclasses import replace
from pathlib import Path

import pytest

from arbitrage import exchange
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    PlayerRecord,
    ResultRecord,
    SectionRecord,
    TeamRecord,
    TournamentFile,
)
from tests.arbitrage.exchange.exchange_files import DEALS

pytestmark = pytest.mark.usefixtures("in_english")

UNREAD = ("Pass", "PASS", "passe", "3NT", "4S x", "A+", "60%", "A6040", "NP", "420", "+50", "42", "smudged", "-", "?")


def tournament(line: ResultRecord, **changes: object) -> TournamentFile:
    pairs = tuple(ContestantRecord(number=number) for number in ("1", "2"))
    board = BoardRecord(number=1, dealer="N", vulnerability="None", deal=DEALS[0], results=(line,))
    made = TournamentFile(
        name="x", event="pairs", scoring="MP", sections=(SectionRecord(contestants=pairs),), boards=(board,)
    )
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["usebio", "pbn", "csv", "json", "xlsx"])
@pytest.mark.parametrize("contract", ["", "4S"])
@pytest.mark.parametrize("remark", UNREAD)
def test_a_line_that_nobody_could_read_stays_so_through_every_format(form, contract: str, remark: str) -> None:
    line = ResultRecord(
        ns="1", ew="2", kind="unreadable", contract=contract, declarer="N" if contract else "", remark=remark
    )
    again = exchange.read(exchange.write(tournament(line), form).data, f"again.{form}").results[0]
    assert (again.kind, again.remark, again.score) == ("unreadable", remark, None)


def test_the_par_keeps_its_contract_by_the_name_that_the_file_had_for_it() -> None:
    game = f'[Event "x"]\n[Board "1"]\n[Deal "{DEALS[0]}"]\n[OptimumScore "NS 990"]\n'
    for tag in ('[OptimumContract "6NT S 12"]', '[ParContract "NS 6NT"]'):
        file = exchange.read(f"{game}{tag}\n".encode())
        assert file.boards[0].par.startswith("NS 990; ")
        written = exchange.write(file, "pbn").data.decode()
        assert '[OptimumScore "NS 990"]' in written and tag in written
        assert exchange.read(written.encode()).boards[0].par == file.boards[0].par


@pytest.mark.real_files
def test_the_par_of_a_real_file_comes_back(real_files: Path) -> None:
    data = (real_files / "pbn/common_game_36_boards_dd.pbn").read_bytes()
    file = exchange.read(data)
    again = exchange.read(exchange.write(file, "pbn").data)
    assert [board.par for board in again.boards] == [board.par for board in file.boards]
    assert any(board.par for board in file.boards)


@pytest.mark.parametrize("form", ["csv", "xlsx", "usebio", "pbn", "json"])
def test_an_individual_keeps_its_four_players(form) -> None:
    players = tuple(
        ContestantRecord(number=str(number), players=(PlayerRecord(name=f"Player {number}"),))
        for number in (3, 5, 7, 9)
    )
    line = ResultRecord(players=("3", "5", "7", "9"), contract="3NT", declarer="S", tricks=9, score=400)
    before = tournament(line, event="individual", sections=(SectionRecord(contestants=players),))
    again = exchange.read(exchange.write(before, form).data, f"again.{form}")
    assert again.event == "individual" and again.results[0].players == line.players
    names = {contestant.number: [player.name for player in contestant.players] for contestant in again.contestants}
    assert names == {one.number: [player.name for player in one.players] for one in players}


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_table_keeps_teams_and_rooms(form) -> None:
    pairs = (ContestantRecord(number="1", team="1"), ContestantRecord(number="2", team="2"))
    line = ResultRecord(ns="1", ew="2", contract="3NT", declarer="S", tricks=9, score=400, room="closed")
    before = tournament(
        line, event="teams", scoring="IMPS", sections=(SectionRecord(contestants=pairs),),
        teams=(TeamRecord(number="1", name="Les Ondines"), TeamRecord(number="2", name="Les Salicaires")),
    )  # fmt: skip
    again = exchange.read(exchange.write(before, form).data, f"again.{form}")
    assert again.event == "teams" and again.results[0].room == "closed"
    assert [team.name for team in again.teams] == ["Les Ondines", "Les Salicaires"]
    assert [contestant.team for contestant in again.contestants] == ["Les Ondines", "Les Salicaires"]

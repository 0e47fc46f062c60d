"""Club games of the ACBL are read from the JSON in a page of results."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from arbitrage import exchange
from arbitrage.exchange.records import ContestantRecord, PlayerRecord, ResultRecord, TournamentFile
from tests.arbitrage.exchange.exchange_files import DEALS
from tests.arbitrage.exchange.exchange_malice import EDITS, check, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")


def result(**changes: Any) -> dict[str, Any]:
    scored = {"ns_score": "-200", "ew_score": "200", "ns_match_points": "3.50", "ew_match_points": "0.50"}
    played = {"contract": "1 S", "declarer": "W", "result": "+4", "tricks_taken": "11", "opening_lead": "H10"}
    return {"round_number": 2, "table_number": 3, "ns_pair": "1", "ew_pair": "2"} | played | scored | changes


def unscored(word: str, other: str | None = None) -> dict[str, Any]:
    played = dict.fromkeys(("contract", "declarer", "result", "tricks_taken", "opening_lead"), "")
    return result(**played, ns_score=word, ew_score=word if other is None else other)


def pair(number: str, *names: str, **changes: Any) -> dict[str, Any]:
    players = [{"name": name, "id_number": f"L{place}"} for place, name in enumerate(names, 1)]
    known = {"pair_number": number, "direction": None, "percentage": "60.15", "score": "43.31"}
    return known | {"players": players, "strat_place": [{"strat_number": 1, "rank": "1/2"}]} | changes


def hand(board: int = 1, deal: str = DEALS[0], **changes: Any) -> dict[str, Any]:
    written: dict[str, Any] = {"board": board, "dealer": "W", "vulnerability": "All"}
    for seat, suits in zip(("north", "east", "south", "west"), deal[2:].split(), strict=True):
        for suit, held in zip(("spades", "hearts", "diamonds", "clubs"), suits.split("."), strict=True):
            written[f"{seat}_{suit}"] = " ".join(held).replace("T", "10") or "-----"
    return written | changes


TWO = (pair("1", "Ann", "Bob"), pair("2", "Cleo", "Dan"))


def game(*results: Any, hands: tuple = (), pairs: tuple = TWO, sessions: int = 1, **changes: Any) -> bytes:
    """Return a game of one section and one board with these results; each further session is the same again."""
    boards = [{"board_number": 1, "board_results": list(results)}]
    section = {"name": "A", "pair_summaries": list(pairs), "boards": boards}
    played = [
        {"number": number, "game_date": "2026-04-15 00:00:00", "hand_records": list(hands), "sections": [section]}
        for number in range(1, sessions + 1)
    ]
    about = {"name": "Wednesday", "club_name": "Lakeside", "type": "PAIRS", "board_scoring_method": "MATCH_POINTS"}
    return json.dumps(about | {"winner_type": 1, "start_date": "04/16/2026", "sessions": played} | changes).encode()


def read(*results: dict[str, Any], **changes: Any) -> TournamentFile:
    return exchange.read(game(*results, **changes), "game.json")


def test_a_game_is_read_whole() -> None:
    tournament = read(result(), hands=(hand(), hand(2)))
    assert (tournament.name, tournament.club, str(tournament.date)) == ("Wednesday", "Lakeside", "2026-04-15")
    assert (tournament.scoring, tournament.winners, tournament.event, tournament.format) == ("MP", 1, "pairs", "acbl")
    assert tournament.warnings == ()
    (section,) = tournament.sections
    assert section.contestants[0] == ContestantRecord(
        number="1", players=(PlayerRecord(name="Ann", licence="L1"), PlayerRecord(name="Bob", licence="L2")),
        percentage=Decimal("60.15"), total=Decimal("43.31"), rank="1/2",
    )  # fmt: skip
    (board,) = tournament.boards
    assert (board.number, board.dealer, board.vulnerability, board.deal) == (1, "W", "All", DEALS[0])
    assert board.results == (
        ResultRecord(
            ns="1", ew="2", section="A", table=3, round=2, contract="1S", declarer="W", lead="HT", tricks=11,
            score=-200, ns_points=Decimal("3.50"), ew_points=Decimal("0.50"),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("row", "kind", "expected"),
    [
        (unscored("PASS"), "passed", (0, None, None, "")),
        (result(contract="PASS", declarer="", result="", tricks_taken="", ns_score="0"), "passed", (0, None, None, "")),
        (unscored("AVE+", "AVE-"), "artificial", (None, Decimal(60), Decimal(40), "A+/A-")),
        (unscored("AVE"), "artificial", (None, Decimal(50), Decimal(50), "A/A")),
        (unscored("NP"), "not_played", (None, None, None, "")),
        (unscored("LATE"), "not_played", (None, None, None, "")),
        (unscored("oops"), "unreadable", (None, None, None, "OOPS")),
        (result(tricks_taken=None), "played", (-200, None, None, "")),
    ],
)
def test_every_kind_of_line(row: dict, kind: str, expected: tuple) -> None:
    (line,) = read(row).results
    assert (line.kind, (line.score, line.ns_percent, line.ew_percent, line.remark)) == (kind, expected)
    assert line.tricks in (11, None)


def test_the_day_of_the_event_is_read_the_american_way() -> None:
    data = game(result()).replace(b"2026-04-15 00:00:00", b"")
    assert str(exchange.read(data).date) == "2026-04-16"


def test_the_rank_is_that_of_the_first_stratum_wherever_it_stands() -> None:
    strata = [{"strat_number": 2, "rank": "1"}, {"strat_number": 1, "rank": "5/6"}, {"strat_number": 3, "rank": "2"}]
    tournament = read(result(), pairs=(pair("1", "Ann", "Bob", strat_place=strata), pair("2", "Cleo", "Dan")))
    assert [contestant.rank for contestant in tournament.sections[0].contestants] == ["5/6", "1/2"]


def test_a_pair_ranked_in_a_lower_stratum_alone_has_no_rank() -> None:
    strata = [{"strat_number": 2, "rank": "1"}]
    tournament = read(result(), pairs=(pair("1", "Ann", "Bob", strat_place=strata), pair("2", "Cleo", "Dan")))
    assert tournament.sections[0].contestants[0].rank == ""


def test_two_sessions_keep_their_own_board_one() -> None:
    tournament = read(result(), sessions=2)
    assert [(board.session, board.number) for board in tournament.boards] == [("1", 1), ("2", 1)]


def test_what_is_odd_is_said_with_its_table_and_board() -> None:
    data = json.loads(game(result(ew_pair="9"), result(ns_pair=None), pairs=(pair("1"), pair("2"), pair(""))))
    data["sessions"][0]["sections"][0]["boards"].append({"board_number": "x"})
    data["sessions"][0]["hand_records"] = [hand(north_spades="A K X")]
    assert [str(problem) for problem in exchange.read(json.dumps(data).encode()).warnings] == [
        "section A: A contestant without a number is left out.",
        "table A3, board 1: Number 9 is on the travellers but not among the participants; it has no name.",
        "table A3, board 1: The line does not say which pairs played.",
        "“x” is not a board number; the board is left out.",
        "board 1: The hands cannot be read and are left out. “X” in the hand of N is not a rank: write A K Q J T 9 to "
        "2.",
    ]


@pytest.mark.parametrize("data", [b'{"sessions": 1}', b'{"sessions": []}', b'{"sessions": [7]}', game(hands=())])
def test_a_document_without_a_game_is_refused(data: bytes) -> None:
    with pytest.raises(exchange.Unreadable, match="game.json: (This JSON|The tournament has no board)"):
        exchange.read(data, "game.json")


SOUND = game(result(), unscored("AVE+", "AVE-"), unscored("PASS"), hands=(hand(),))


def test_the_file_that_is_mutated_is_sound() -> None:
    check(exchange.read(SOUND))


@quickly
@given(EDITS)
def test_a_mutated_file_is_read_or_refused(edits: list) -> None:
    read_or_refuse(mutated(SOUND, edits))

"""A case as a game of PBN marks irregularities at their call or card, and has everything else in the commentary."""

import datetime
from dataclasses import replace

import pytest

from arbitrage import exchange
from arbitrage.exchange import case_pbn
from arbitrage.exchange.case_pbn import Game, Mark
from arbitrage.exchange.records import BoardRecord, ResultRecord
from rulings.bridge import Seat
from tests.arbitrage.exchange.exchange_files import DEALS, pbn_game

# West leads three times; at the third trick, a heart, East plays a club.
PLAY = ("SA", "S4", "S2", "S5", "DA", "D4", "D2", "D5", "H2", "H3", "CK", "H4")
LINE = ResultRecord(
    contract="4Hx",
    declarer="S",
    tricks=10,
    score=590,
    lead="SA",
    auction=("1H", "Pass", "4H", "X", "Pass", "Pass", "Pass"),
    play=PLAY,
)


def game(line: ResultRecord | None = LINE, *marks: Mark, commentary: tuple[str, ...] = ()) -> Game:
    return Game(
        event="Club night",
        site="Lac",
        date=datetime.date(2026, 11, 20),
        board=BoardRecord(number=1, dealer="N", vulnerability="None", deal=DEALS[0]),
        line=line,
        scoring="MP",
        names={},
        marks=marks,
        commentary=commentary,
    )


def section(data: bytes, tag: str) -> list[str]:
    """Return the rows under a tag."""
    rows = data.decode().split("\r\n")
    begin = next((place for place, row in enumerate(rows) if row.startswith(f"[{tag} ")), None)
    if begin is None:
        return []
    end = next((place for place, row in enumerate(rows) if place > begin and (not row or row[0] == "[")), len(rows))
    return rows[begin + 1 : end]


def written(*args: object, **kwargs: object) -> bytes:
    return case_pbn.write(game(*args, **kwargs)).data


def test_the_game_reads_back_with_its_auction_and_play() -> None:
    (board,) = exchange.read(written(), "case.pbn").boards
    (line,) = board.results
    assert (board.number, board.deal, board.dealer) == (1, DEALS[0], "N")
    assert (line.contract, line.declarer, line.tricks, line.score) == ("4Hx", "S", 10, 590)
    assert line.auction == LINE.auction
    assert line.play == PLAY


def test_the_auction_is_four_calls_a_line_from_the_dealer() -> None:
    assert section(written(), "Auction") == ["1H Pass 4H X", "Pass Pass Pass"]
    assert b'[Auction "N"]' in written()


@pytest.mark.parametrize(
    ("auction", "rows"),
    [
        (("1D", "1C", "Pass", "Pass", "Pass"), ["1D ^I 1C Pass Pass", "Pass"]),
        (("1D", "1D", "Pass", "Pass", "Pass"), ["1D ^I 1D Pass Pass", "Pass"]),
        (("2D", "1NT", "2C", "Pass", "Pass", "Pass"), ["2D ^I 1NT 2C Pass", "Pass Pass"]),
        (("-", "1D", "Pass", "Pass", "Pass"), ["^S 1D Pass Pass", "Pass"]),
        (("1D", "-", "1C", "Pass", "Pass", "Pass"), ["1D ^S ^I 1C Pass", "Pass Pass"]),
        (("1D", "-", "-", "2D"), ["1D ^S ^S 2D", "*"]),
        (("1H", "X", "XX", "1S"), ["1H X XX 1S", "*"]),
    ],
)
def test_what_was_accepted_in_the_auction_is_marked_as_pbn_does(auction: tuple[str, ...], rows: list[str]) -> None:
    """The cases include the examples (A) and (B) of the standard (PBN 2.1, 3.9)."""
    assert section(written(replace(LINE, auction=auction)), "Auction") == rows


def test_a_skipped_player_is_read_and_written_again() -> None:
    sections = ('[Auction "N"]', "^S 1D Pass Pass", "^I 1C Pass Pass Pass")
    tags = {"Deal": DEALS[0], "Dealer": "N", "Declarer": "W", "Contract": "1C", "Result": "7", "Score": "EW 70"}
    (line,) = exchange.read(pbn_game(1, *sections, **tags).encode(), "a.pbn").results
    assert line.auction == ("-", "1D", "Pass", "Pass", "1C", "Pass", "Pass", "Pass")
    assert section(written(line), "Auction") == ["^S 1D Pass Pass", "^I 1C Pass Pass Pass"]


def test_a_revoke_is_marked_before_its_card() -> None:
    result = case_pbn.write(game(LINE, Mark("R", Seat.E, trick=3)))
    assert section(result.data, "Play") == ["SA S4 S2 S5", "DA D4 D2 D5", "H2 H3 ^R CK H4", "*"]
    assert result.problems == ()
    (line,) = exchange.read(result.data).results
    assert line.play == PLAY


@pytest.mark.parametrize(
    "mark",
    [
        Mark("R", Seat.E, trick=2),  # he followed suit
        Mark("R", Seat.W, trick=2),  # he led
        Mark("R", Seat.E, trick=4),  # there is no such trick in the record
        Mark("R", Seat.E, trick=3, card="CA"),
        Mark("R", Seat.E, trick=None),
        Mark("L", Seat.N, card="C2"),
    ],
)
def test_a_mark_that_the_record_does_not_bear_out_is_told_instead(mark: Mark) -> None:
    result = case_pbn.write(game(LINE, mark))
    assert "^" not in result.data.decode()
    (problem,) = result.problems
    assert problem.reason


def test_a_lead_out_of_turn_that_stood_is_marked_in_its_column() -> None:
    """Example (D) of the standard: East led the three of clubs in place of West."""
    line = replace(LINE, contract="3NT", play=("CA", "C2", "C3", "C4"))
    assert section(written(line, Mark("L", Seat.E, trick=1, card="C3")), "Play") == ["CA C2 ^L C3 C4", "*"]
    assert section(written(line, Mark("L", Seat.E, card="C3")), "Play") == ["CA C2 ^L C3 C4", "*"]


def test_a_lead_out_of_turn_says_what_suit_was_led() -> None:
    """East leads a club out of turn, and the lead is accepted, so that West's spade is the revoke."""
    line = replace(LINE, contract="3NT", play=("SA", "C2", "C3", "C4"))
    marks = (Mark("R", Seat.W, trick=1), Mark("L", Seat.E, trick=1, card="C3"))
    assert section(written(line, *marks), "Play") == ["^R SA C2 ^L C3 C4", "*"]
    assert "^R" not in written(line, marks[0]).decode()


def test_the_opening_lead_is_marked_even_when_nothing_else_of_the_play_is_known() -> None:
    line = replace(LINE, play=())
    assert section(written(line, Mark("L", Seat.E, trick=1, card="C3")), "Play") == ["- - ^L C3 -", "*"]
    assert section(written(line, Mark("R", Seat.E, trick=3)), "Play") == []


def test_a_game_without_a_result_has_its_deal() -> None:
    result = case_pbn.write(game(None, Mark("R", Seat.E, trick=3)))
    (board,) = exchange.read(result.data).boards
    assert (board.deal, board.results) == (DEALS[0], ())
    assert len(result.problems) == 1


def test_a_board_that_was_passed_out_says_so() -> None:
    line = ResultRecord(kind="passed", score=0, auction=("Pass",) * 4)
    result = written(line)
    assert b'[Contract "Pass"]' in result and b'[Declarer ""]' in result
    (read,) = exchange.read(result).results
    assert (read.kind, read.auction) == ("passed", ("Pass",) * 4)


def test_the_commentary_stands_between_braces_and_holds_none() -> None:
    data = written(commentary=("Law 64A2: {one} trick.", "% 100 of it.", "word " * 60, ""))
    text = data.decode()
    assert text.count("{") == text.count("}") == 1
    assert " Law 64A2: (one) trick.\r\n % 100 of it.\r\n" in text
    assert max(map(len, text.split("\r\n"))) < 120
    assert len(exchange.read(data).warnings) == 0


def test_players_are_named_or_unknown() -> None:
    assert b'[West "?"]' in written()
    named = case_pbn.write(replace(game(), names=case_pbn.players_by_seat(["Ann", "Bob"], ["Cleo", 'D "an"']))).data
    assert named.count(b'"?"') == 0
    for tag in ('[North "Ann"]', '[South "Bob"]', '[East "Cleo"]', '[West "D \\"an\\""]'):
        assert tag in named.decode()

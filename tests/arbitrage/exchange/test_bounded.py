"""A reader limits the length of a field before it parses it, so that long input is read or refused in time."""

import time

import pytest

from arbitrage import exchange
from tests.arbitrage.exchange.exchange_files import DEALS
from tests.bench_readers import SHAPES, exponent

pytestmark = pytest.mark.usefixtures("in_english")

LONGEST = 4.0
"""Processor seconds for a file of 400 kB, many times what any shape takes; a quadratic reader takes minutes."""


@pytest.mark.parametrize("name", SHAPES)
def test_a_file_of_any_shape_is_read_or_refused_in_time(name: str) -> None:
    data = SHAPES[name](400_000)
    began = time.process_time()
    try:
        exchange.read(data, "long")
    except exchange.Unreadable as refused:
        assert refused.reason
    assert time.process_time() - began < LONGEST


def test_the_exponent_is_that_of_the_growth() -> None:
    assert exponent([(2**step, 0.01 * 4**step) for step in range(10)]) == pytest.approx(2)
    assert exponent([(2**step, 0.01 * 2**step) for step in range(10)]) == pytest.approx(1)


def test_a_hand_as_long_as_a_novel_is_no_hand_and_its_board_is_kept() -> None:
    data = SHAPES["LIN, a long hand"](800_000)
    (board,) = exchange.read(data, "novel.lin").boards
    assert (board.number, board.deal, len(board.results)) == (1, "", 1)


def test_a_contract_longer_than_any_is_kept_as_unread_and_does_not_pass_for_its_beginning() -> None:
    table = f"board;ns;ew;contract;declarer;tricks;score\n1;1;2;3NT{' nonsense' * 50};S;9;400\n"
    (line,) = exchange.read(table.encode(), "table.csv").results
    assert (line.kind, line.contract, line.remark[:12]) == ("unreadable", "", "3NT nonsense")


def test_tags_in_small_letters_are_those_of_pbn() -> None:
    game = f'[event "Friday"]\n[board "7"]\n[dealer "S"]\n[vulnerable "All"]\n[deal "{DEALS[0]}"]\n'
    (board,) = exchange.read(game.encode(), "small.pbn").boards
    assert (board.number, board.deal) == (7, DEALS[0])


def test_pbn_that_begins_with_an_angle_bracket_is_pbn() -> None:
    game = f'<written by hand>\n[Event "Friday"]\n[Board "7"]\n[Deal "{DEALS[0]}"]\n'
    assert exchange.read(game.encode(), "hand.pbn").boards[0].deal == DEALS[0]


def lin(*boards: tuple[int, int, str]) -> bytes:
    """Write a file of passed-out boards, each given by number, dealer (1 South to 4 East) and vulnerability."""
    hands = "SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,CAKQJT98765432"
    return "".join(
        f"qx|o{number}|pn|a,b,c,d|md|{dealt_by}{hands}|sv|{vulnerable}|mb|p|mb|p|mb|p|mb|p|pg||\n"
        for number, dealt_by, vulnerable in boards
    ).encode()


def test_numbers_that_say_the_session_first_make_sessions() -> None:
    tournament = exchange.read(lin((101, 3, "o"), (102, 4, "n"), (201, 3, "o"), (202, 4, "n")), "teams.lin")
    assert [(board.session, board.number) for board in tournament.boards] == [("1", 1), ("1", 2), ("2", 1), ("2", 2)]


def test_the_boards_of_a_long_match_keep_their_numbers() -> None:
    tournament = exchange.read(lin((65, 3, "o"), (66, 4, "n"), (67, 1, "e")), "final.lin")
    assert [(board.session, board.number) for board in tournament.boards] == [("", 65), ("", 66), ("", 67)]

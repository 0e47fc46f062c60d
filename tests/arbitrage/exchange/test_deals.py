"""Files of dealing machines contain boards in order, with their hands only."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.exchange.records import TournamentFile
from rulings.bridge import RANKS, parse_deal
from tests.arbitrage.exchange.exchange_files import DEALS, dealt
from tests.arbitrage.exchange.exchange_malice import EDITS, check, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")

PACK = [suit + rank for suit in "SHDC" for rank in RANKS]


def holders(deal: str) -> list[str]:
    """List the holder of each card, from the ace of spades down."""
    held = {str(card): str(seat) for seat, hand in parse_deal(deal).items() for card in hand}
    return [held[card] for card in PACK]


def dup(*deals: str, tail: bytes = b"YN7  0 02 ") -> bytes:
    """Return a .dup file of these deals. Each board has the numbers of 39 cards; its hands by suit, which the reader
    ignores, are left empty. *tail* is the end of the first board, which gives its number."""
    boards = []
    for place, deal in enumerate(deals):
        who = holders(deal)
        cards = "".join(f"{card:02d}" for seat in "NES" for card, holder in enumerate(who, 1) if holder == seat)
        boards.append(cards.encode() + bytes(68) + (bytes(10) if place else tail))
    return b"".join(boards)


def dlm(*deals: str, first: int = 1, last: int | None = None) -> bytes:
    lines = ["[Document]", "Status=Show", f"From board={first}", f"To board={last or first + len(deals) - 1}"]
    for number, deal in enumerate(deals, first):
        who = ["NESW".index(seat) for seat in holders(deal)]
        letters = "".join(chr(97 + 4 * who[place] + who[place + 1]) for place in range(0, 52, 2))
        check_sum = number
        for letter in letters:
            check_sum ^= ord(letter)
        lines += [f"Duplicates {number:02d}=0", f"Board {number:02d}={letters}{check_sum:03d}"]
    return ("\r\n".join(lines) + "\r\n").encode()


def boards(tournament: TournamentFile) -> list[tuple[int, str]]:
    return [(board.number, board.deal) for board in tournament.boards]


def said(data: bytes) -> list[str]:
    return [str(problem) for problem in exchange.read(data).warnings]


def test_dup_boards_are_numbered_from_the_first_of_the_file() -> None:
    tournament = exchange.read(dup(*DEALS), "deals.dup")
    assert boards(tournament) == [(7, DEALS[0]), (8, DEALS[1])]
    assert (tournament.format, tournament.results, tournament.warnings) == ("dup", (), ())
    assert (tournament.boards[0].dealer, tournament.boards[0].vulnerability) == ("S", "All")


def test_dlm_boards_have_their_own_numbers_and_those_not_dealt_are_left_out() -> None:
    tournament = exchange.read(dlm(*DEALS, DEALS[0], first=3, last=4), "deals.dlm")
    assert boards(tournament) == [(3, DEALS[0]), (4, DEALS[1])]
    assert (tournament.format, tournament.warnings) == ("dlm", ())


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 999), min_size=1, max_size=4, unique=True))
def test_any_deals_are_read_back_from_both_formats(seeds: list[int]) -> None:
    deals = [dealt(seed) for seed in seeds]
    for data in (dup(*deals), dlm(*deals)):
        assert [board.deal for board in exchange.read(data).boards] == deals


def test_what_is_odd_is_said() -> None:
    damaged = dlm(*DEALS).replace(b"Board 02=", b"Board 02=!")
    assert said(damaged) == ["line 8: The hands cannot be read and are left out."]
    wrong_sum = dlm(*DEALS)[:-5] + b"999\r\n"
    assert said(wrong_sum) == ["line 8: The check sum of the board is wrong: its hands may have been damaged."]
    assert said(dup(DEALS[0], tail=bytes(10))) == [
        "The file does not say the number of its first board; the boards are numbered from 1."
    ]
    assert said(dup(DEALS[0], tail=b"YY7  0 02 ")) == [
        "The file says that its boards count backwards; check the numbers of the boards."
    ]


def test_a_deal_that_gives_a_card_twice_is_left_out_and_the_others_are_read() -> None:
    data = bytearray(dup(*DEALS))
    data[0:2] = data[2:4]
    tournament = exchange.read(bytes(data))
    assert boards(tournament) == [(8, DEALS[1])]
    assert tournament.warnings[0].place == "board 7"


@pytest.mark.parametrize(
    "data", [dup(DEALS[0])[:78].replace(b"0", b"1").ljust(156, b"\0"), b"[Document]\nFrom board=1\n"]
)
def test_a_file_without_a_deal_is_refused(data: bytes) -> None:
    with pytest.raises(exchange.Unreadable, match="deals: No deal of the file can be read."):
        exchange.read(data, "deals")


@quickly
@given(st.sampled_from((dup(*DEALS), dlm(*DEALS))), EDITS)
def test_mutated_deals_are_read_or_refused(data: bytes, edits: list) -> None:
    check(exchange.read(data))
    read_or_refuse(mutated(data, edits))

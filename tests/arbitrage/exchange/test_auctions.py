"""Every complete auction in the real files, where those are available, gives the contract and the declarer of its
result."""

import re

import pytest

from rulings.auction import Auction
from rulings.bridge import Seat, parse_contract
from tests.arbitrage.exchange.test_real_files import FOLDER, read

pytestmark = [
    pytest.mark.real_files,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="the real files are not here (ARBITRAGE_REAL_FILES)"),
]

AUCTIONS = {
    "pbn/bbo_tourney_auction_notes.pbn": 56,
    "pbn/bermuda_bowl_2000_converted.pbn": 31,
    "pbn/cap_gemini_1998_r07_result_side.pbn": 80,
    "pbn/ec1997_irregular_result.pbn": 24,
    "pbn/ec1999_inherited_tags.pbn": 40,
    "pbn/okbridge_imps_scoretable.pbn": 8,
    "pbn/okbridge_tournament_v20.pbn": 3,
    "pbn/team_match_two_rooms_french_diagrams.pbn": 32,
    "lin/bbo_12_boards_full_play.lin": 12,
    "lin/bbo_single_claim_00.lin": 1,
    "lin/bbo_single_claim_02.lin": 1,
    "lin/bbo_single_claim_04.lin": 1,
    "lin/bbo_single_claim_06.lin": 1,
    "lin/bbo_single_claim_08.lin": 1,
    "lin/bbo_single_claim_10.lin": 1,
    "lin/bbo_single_endplay_fails_0.lin": 1,
    "lin/bbo_single_played_out_00.lin": 1,
    "lin/bbo_single_played_out_02.lin": 1,
    "lin/team_match_two_rooms.lin": 32,
    "lin/vugraph_segment_claims_chat.lin": 30,
}
"""The number of auctions in each file; the other files have none (the tables' database has an empty table for them)."""


def auctions(name: str) -> list[tuple[int, str, Auction, tuple[str, str]]]:
    """List the lines with an auction: the board, the room, the auction, and the contract and declarer of the result."""
    return [
        (board.number, line.room, Auction.recorded(Seat(board.dealer), line.auction), (line.contract, line.declarer))
        for board in read(name).boards
        for line in board.results
        if line.auction
    ]


def ended(auction: Auction) -> tuple[str, str]:
    contract = auction.contract
    return (str(contract), str(contract.declarer)) if contract else ("", "")


def test_every_file_with_auctions_is_among_those_tried():
    held = {}
    for path in sorted(FOLDER.glob("*/*.*")):
        name = str(path.relative_to(FOLDER))
        if name.split("/")[0] in ("pbn", "lin", "bws", "usebio", "nzscorer", "acbl"):
            held[name] = len(auctions(name))
    assert {name: count for name, count in held.items() if count} == AUCTIONS


@pytest.mark.parametrize("name", AUCTIONS)
def test_every_auction_is_whole_regular_and_ends_in_the_contract_of_its_result(name):
    for board, _room, auction, result in auctions(name):
        assert auction.irregular() is None, board
        assert auction.over, board
        assert ended(auction) == result, board


@pytest.mark.parametrize("name", ["lin/team_match_two_rooms.lin", "lin/vugraph_segment_claims_chat.lin"])
def test_the_auctions_of_a_match_end_in_the_contracts_of_its_list_of_results(name):
    """The list of results, which is separate from the calls, is compared in both rooms, board by board."""
    text = (FOLDER / name).read_text(encoding="utf-8", errors="replace")
    first = int(re.search(r"vg\|([^|]*)\|", text)[1].split(",")[3])
    listed = re.search(r"rs\|([^|]*)\|", text)[1].split(",")
    compared = 0
    for board, room, auction, _result in auctions(name):
        written = listed[2 * (board - first) + (room == "closed")].strip()
        match = re.fullmatch(r"([1-7](?:NT|[NSHDC]))([NESW])(x{0,2})(?:=|[+-]\d+)", written, re.IGNORECASE)
        if match:
            assert ended(auction) == (str(parse_contract(match[1] + match[3])), match[2].upper()), board
            compared += 1
    assert compared == len(auctions(name))

"""Unusual shapes of files: tables with the board in a row of its own, saved web pages, the JSON of Bridgemate, and
deals of machines."""

import html
import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given

from arbitrage import exchange
from arbitrage.exchange.records import TournamentFile, Unreadable
from rulings.bridge import RANKS, parse_deal
from tests.arbitrage.exchange.exchange_files import DEALS, dealt
from tests.arbitrage.exchange.exchange_malice import EDITS, mutated, quickly, read_or_refuse
from tests.arbitrage.exchange.test_deals import dlm, dup, holders

pytestmark = pytest.mark.usefixtures("in_english")


def lines(file: TournamentFile) -> list[tuple]:
    return [
        (board.number, line.ns, line.ew, line.contract, line.declarer, line.tricks, line.score)
        for board in file.boards for line in board.results
    ]  # fmt: skip


BRIDGEWEBS = """#VERSION,ScoreBridge 5
#DATE,20/11/2026
#TITLE,Friday pairs
#PAIRS,4
#WINNERS,2
#SCORES
POSITION,PAIR,NAME1,NAME2,PERCENT
1,1,Ann Oxlip,Bob Cedar,62.50
2,2,Cleo Rowan,Dan Alder,37.50
#SCORES
POSITION,PAIR,NAME1,NAME2,PERCENT
1=,1,Eve Hazel,Fay Yarrow,50.00
1=,2,Gus Linden,Hal Maple,50.00
#BOARDFORMAT,BOARD
#TRAVELLERS
NS Pair,EW Pair,Contract,By,Lead,Tricks,NS Score,NS MP,EW MP
#BOARD,1
1,1,4S,N,HA,10,420,2,0
2,2,3NT,S,D4,8,-50,0,2
#BOARD,2
1,2,PASS,,,,0,1,1
2,1,PASS,,,,0,1,1
"""


def test_bridgewebs_has_its_boards_in_rows_of_their_own_and_a_ranking_for_each_direction() -> None:
    file = exchange.read(BRIDGEWEBS.encode(), "friday.csv")
    assert lines(file) == [
        (1, "1", "1", "4S", "N", 10, 420),
        (1, "2", "2", "3NT", "S", 8, -50),
        (2, "1", "2", "", "", None, 0),
        (2, "2", "1", "", "", None, 0),
    ]
    assert (file.name, str(file.date), file.winners) == ("Friday pairs", "2026-11-20", 2)
    pairs = {(contestant.direction, contestant.number): contestant for contestant in file.contestants}
    assert [player.name for player in pairs["EW", "2"].players] == ["Gus Linden", "Hal Maple"]
    assert (pairs["NS", "1"].rank, pairs["NS", "1"].percentage) == ("1", Decimal("62.50"))
    assert pairs["EW", "1"].rank == "1="


@pytest.mark.parametrize("heading", ["Board 3", "Donne n° 3", "BOARD: 3", "Board No 3;Dealer S;Vul EW", "Bd;3"])
def test_a_board_in_a_row_of_its_own_is_that_of_the_rows_below(heading: str) -> None:
    rows = ["Friday;;", ";;", "NS;EW;Contract;By;Tricks;Score", heading, "1;2;3NT;S;9;400", "3;4;4S;N;9;-50", "Board 4"]
    table = "\n".join([*rows, "1;4;1NT;N;7;90"])
    assert lines(exchange.read(table.encode())) == [
        (3, "1", "2", "3NT", "S", 9, 400), (3, "3", "4", "4S", "N", 9, -50), (4, "1", "4", "1NT", "N", 7, 90),
    ]  # fmt: skip


def test_a_heading_that_comes_back_under_every_board_is_no_result() -> None:
    part = "NS;EW;Contract;By;Tricks\n1;2;3NT;S;9\n"
    assert len(exchange.read(f"Board 1\n{part}\nBoard 2\n{part}".encode()).results) == 2


# Web pages


def page(*tables: str, title: str = "Results") -> bytes:
    head = f"<head><title>{title}</title><script>alert(1)</script></head>"
    return f"<!DOCTYPE html><html>{head}<body>{''.join(tables)}".encode()


TRAVELLER = (
    "<h2>Board 5 traveller</h2><table><tr><th>North</th><th>South</th><th>East</th><th>West</th><th>Result</th>"
    "<th>Contract</th><th>By</th><th>NS Score</th></tr>"
    "<tr><td>ann</td><td>bob</td><td>cleo</td><td>dan</td><td>=</td><td>4&spades;</td><td>N</td><td>620</td></tr>"
    "<tr><td>eve</td><td>fay</td><td>gus</td><td>hal</td><td>-1</td><td>3N</td><td>S</td><td>-100</td></tr></table>"
)


def test_a_page_with_a_table_a_board_is_read_with_its_names() -> None:
    file = exchange.read(page(TRAVELLER, TRAVELLER.replace("Board 5", "Board 6")), "travellers.html")
    assert [(line[0], line[3], line[5], line[6]) for line in lines(file)] == [
        (5, "4S", 10, 620), (5, "3NT", 8, -100), (6, "4S", 10, 620), (6, "3NT", 8, -100),
    ]  # fmt: skip
    assert {tuple(player.name for player in contestant.players) for contestant in file.contestants} == {
        ("ann", "bob"), ("cleo", "dan"), ("eve", "fay"), ("gus", "hal"),
    }  # fmt: skip
    assert file.format == "html"
    assert "they are numbered in the order they are met" in " ".join(map(str, file.warnings))


def test_a_page_with_one_table_of_all_results_is_read_as_a_table() -> None:
    rows = "".join(f"<tr><td>{board}<td>1<td>2<td>3NT<td>S<td>400" for board in (1, 2))
    data = page("<table><tr><th>Board<th>NS<th>EW<th>Contract<th>By<th>Score</tr>" + rows + "</table>")
    assert [line[0] for line in lines(exchange.read(data))] == [1, 2]


def test_the_text_of_a_cell_may_stand_far_inside_it() -> None:
    """A page laid out by a program has blanks around its text, inside and outside the tags of its style."""
    blanks = " " * 1500
    spread = TRAVELLER.replace("<td>3N</td>", f"<td>{blanks}<b>{blanks}3N{blanks}</b>{blanks}</td>")
    assert spread != TRAVELLER
    assert lines(exchange.read(page(spread))) == lines(exchange.read(page(TRAVELLER)))


@pytest.mark.parametrize("section", ["<![CDATA-1[x]]>", "<![if !IE]>", "<![endif]>", "<![", "<![x", "<![CDATA["])
def test_a_marked_section_of_a_page_is_passed_over(section: str) -> None:
    assert len(lines(exchange.read(page(TRAVELLER, section, TRAVELLER.replace("Board 5", "Board 6"))))) >= 2


def test_a_page_without_results_says_what_to_export() -> None:
    with pytest.raises(Unreadable, match="no table of results that is understood"):
        exchange.read(page("<table><tr><td>Hello</td><td>you</td></tr><tr><td>1</td><td>2</td></tr></table>"), "x.html")
    with pytest.raises(Unreadable, match="This is a web page"):
        exchange.read(page("<p>Sign in</p>"), "x.html")


@pytest.mark.real_files
@pytest.mark.parametrize("attribute", [True, False])
def test_the_page_of_an_american_club_game_is_read_as_its_data(real_files: Path, attribute: bool) -> None:
    (path,) = real_files.glob("acbl/*.json")
    data = json.dumps(json.loads(path.read_bytes()))
    inside = (
        f'<result-details v-bind:data="{html.escape(data)}"></result-details>'
        if attribute
        else f"<script>\nvar data = {data};\n</script>"
    )
    file = exchange.read(page(inside), "game.html")
    assert file == exchange.read(path.read_bytes())


# Bridgemate Data Connector

GUID = "A1B2C3D4E5F60718293A4B5C6D7E8F90"


def result(table: int, board: int, **changes: object) -> dict:
    """Return a result as Bridge Systems publish its fields: 3NT by South, nine tricks, the ace of spades led."""
    return {
        "SessionGuid": GUID, "SectionLetters": "A", "TableNumber": table, "RoundNumber": 1, "BoardNumber": board,
        "ScoringDirection": 3, "IsDeleted": False, "PairNorthSouth": table, "PairEastWest": table + 10,
        "DeclaringPair": table, "DeclarerDirection": 3, "Level": 3, "Denomination": 5, "Stake": 0, "TotalTricks": 9,
        "LeadCardRank": 14, "LeadCardSuit": 4, "ValidationMessages": None,
    } | changes  # fmt: skip


def message(*results: dict, **data: object) -> bytes:
    """Return a response of the connector, whose data is JSON inside a string."""
    return json.dumps(
        {"SessionGuid": GUID, "DataType": 10, "SerializedData": json.dumps(list(results))} | data
    ).encode()


def test_the_results_of_the_data_connector_are_read() -> None:
    file = exchange.read(
        message(
            result(1, 1),
            result(2, 1, Level=4, Denomination=4, Stake=1, TotalTricks=8, DeclarerDirection=2, LeadCardRank=0),
            result(1, 2, Level=0, TotalTricks=0),
            result(2, 2, Level=-7),
            result(1, 3, Level=-10),
            result(2, 3),
            result(2, 3, IsDeleted=True),
        ),
        "results.json",
    )
    assert lines(file)[:2] == [(1, "1", "11", "3NT", "S", 9, None), (1, "2", "12", "4Sx", "E", 8, None)]
    assert [line.kind for line in file.results] == ["played", "played", "passed", "artificial", "not_played"]
    average = file.results[3]
    assert (average.ns_percent, average.ew_percent, average.remark) == (Decimal(60), Decimal(40), "A+/A-")
    assert (file.results[0].lead, file.results[0].key, file.format) == ("SA", "A.1.1.1", "bridgemate")


@pytest.mark.parametrize(
    ("others", "several"), [((), False), ((GUID,), False), (("B0" * 16,), True), (("B0" * 16, "C0" * 16), True)]
)
def test_the_boards_of_several_sessions_are_read_as_one_and_the_director_is_told_once(
    others: tuple[str, ...], several: bool
) -> None:
    sessions = [{"SessionGuid": guid, "Name": "Vendredi", "ScoringGroups": []} for guid in (GUID, *others)]
    file = exchange.read(json.dumps({"Sessions": sessions, "Results": [result(1, 1), result(1, 2)]}).encode())
    assert (file.name, [board.number for board in file.boards]) == ("Vendredi", [1, 2])
    told = [str(warning) for warning in file.warnings if "several sessions" in str(warning)]
    assert told == ["The file holds several sessions; their boards are read as one."] * several


def test_names_hands_movement_and_the_session_come_with_them() -> None:
    suits = ("Spades", "Hearts", "Diamonds", "Clubs")
    hands = {seat + suit: "" for seat in ("North", "East", "South", "West") for suit in suits}
    hands |= {
        seat + suit: "AKQJT98765432" for seat, suit in zip(("North", "East", "South", "West"), suits, strict=True)
    }
    place = {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1}
    document = {
        "Sessions": [{"SessionGuid": GUID, "Name": "Vendredi", "Year": 2026, "Month": 11, "Day": 20, "ScoringGroups": [
            {"Sections": [{"Letters": "A", "Winners": 2, "Tables": [
                {"Rounds": [place | {"PairNS": 1, "PairEW": 11, "LowBoardNumber": 1}]}]}]}]}],
        "PlayerData": [{"SessionGuid": GUID, "PlayerNumber": "1001", "FirstName": "Ann", "LastName": "Oxlip"}],
        "Participations": [place | {"Direction": 1, "PlayerNumber": "1001", "FirstName": None, "LastName": None},
                           place | {"Direction": 3, "PlayerNumber": "1002", "FirstName": "Bob", "LastName": "Cedar"}],
        "Handrecords": [{"SessionGuid": GUID, "BoardNumber": 1} | hands],
        "Results": [result(1, 1)],
    }  # fmt: skip
    file = exchange.read(json.dumps(document).encode())
    assert (file.name, str(file.date), file.winners, file.rounds) == ("Vendredi", "2026-11-20", 2, 1)
    pair = next(contestant for contestant in file.contestants if contestant.number == "1")
    assert [(player.name, player.licence) for player in pair.players] == [("Ann Oxlip", "1001"), ("Bob Cedar", "1002")]
    assert file.boards[0].deal.startswith(f"N:{RANKS}...")


# Deals of other machines


def bri(*deals: str) -> bytes:
    return b"".join(dup(deal)[:78].ljust(128, b" ") for deal in deals)


def dge(*deals: str) -> bytes:
    signs = dict(zip("SHDC", b"\x06\x03\x04\x05", strict=True))
    records = []
    for deal in deals:
        record = bytearray()
        for hand in parse_deal(deal).values():
            for suit in "SHDC":
                record.append(signs[suit])
                record += "".join(str(card)[1] for card in hand if str(card)[0] == suit).encode()
        records.append(bytes(record).ljust(128, b"\0"))
    return b"".join(records)


def ber(*deals: str) -> bytes:
    return b"".join("".join(str("NESW".index(seat) + 1) for seat in holders(deal)).encode() for deal in deals)


@pytest.mark.parametrize(("name", "made"), [("bri", bri), ("dge", dge), ("ber", ber)])
def test_deals_are_read_and_numbered_in_order(name: str, made) -> None:
    file = exchange.read(made(*DEALS), f"deals.{name}")
    assert [(board.number, board.deal) for board in file.boards] == [(1, DEALS[0]), (2, DEALS[1])]
    assert (file.format, file.hands_alone, len(file.warnings)) == (name, True, 1)


def test_deals_are_read_in_their_own_format_whatever_their_number() -> None:
    """The length of a file does not tell its format: three boards of .ber are as long as one of .dup."""
    deals = [dealt(seed) for seed in range(39)]
    for name, made in {"dup": dup, "dlm": dlm, "bri": bri, "dge": dge, "ber": ber}.items():
        for number in range(1, 40):
            file = exchange.read(made(*deals[:number]))
            assert (file.format, [board.deal for board in file.boards]) == (name, deals[:number])


def test_a_file_of_holders_longer_than_a_tournament_is_read_like_any_other() -> None:
    assert [len(exchange.read(ber(*[dealt(1)] * number)).boards) for number in (399, 400, 402)] == [399, 400, 402]


@pytest.mark.real_files
@pytest.mark.parametrize("name", ["ber", "dge"])
def test_real_deals_are_those_of_their_reference(real_files: Path, name: str) -> None:
    reference = exchange.read((real_files / "deals/test16_jfr_ability.pbn").read_bytes())
    file = exchange.read((real_files / f"deals/test16.{name}").read_bytes())
    assert [board.deal for board in file.boards] == [board.deal for board in reference.boards]


@pytest.mark.parametrize("name", ["deals.rzd", "deals.BHG", "deals.cds"])
def test_formats_of_machines_that_nobody_describes_are_named(name: str) -> None:
    with pytest.raises(Unreadable, match="export the deals as PBN"):
        exchange.read(b"\x01\x02\x03 whatever", name)


GOOD = {
    "bridgewebs": BRIDGEWEBS.encode(),
    "html": page(TRAVELLER),
    "bridgemate": message(result(1, 1), result(2, 1)),
    "bri": bri(*DEALS),
    "dge": dge(*DEALS),
    "ber": ber(*DEALS),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_mutated_file_is_read_or_refused(name: str) -> None:
    @quickly
    @given(EDITS)
    def run(edits: list) -> None:
        read_or_refuse(mutated(GOOD[name], edits))

    run()


# A heading that comes back with its columns in another order

TWO_HEADINGS = (
    (("NS", "EW", "Contract", "By", "Tricks", "Score"), ("1", "2", "4S", "N", "10", "420")),
    (("EW", "NS", "Contract", "By", "Score", "Lead"), ("1", "2", "3NT", "N", "400", "HK")),
)


def as_page(*, by_title: bool) -> str:
    tables = ""
    for board, (heading, cells) in enumerate(TWO_HEADINGS, 1):
        rows = (heading, cells) if by_title else (("Board", *heading), (str(board), *cells))
        inside = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        tables += (f"<h2>Board {board}</h2>" if by_title else "") + f"<table>{inside}</table>"
    return f"<html><body>{tables}</body></html>"


def as_text(*, by_title: bool) -> str:
    rows: list[tuple[str, ...]] = []
    for board, (heading, cells) in enumerate(TWO_HEADINGS, 1):
        rows += [(f"Board {board}",), heading, cells] if by_title else [("Board", *heading), (str(board), *cells)]
    return "\n".join(map(";".join, rows))


@pytest.mark.parametrize("by_title", [True, False])
@pytest.mark.parametrize("written", [as_page, as_text])
def test_rows_below_another_heading_are_read_by_their_own(written, by_title: bool) -> None:
    first, second = exchange.read(written(by_title=by_title).encode()).results
    assert (first.ns, first.ew, first.contract, first.tricks, first.score) == ("1", "2", "4S", 10, 420)
    assert (second.ns, second.ew, second.contract, second.score) == ("2", "1", "3NT", 400)


@pytest.mark.parametrize("bar", ["|", "%7C", "%7c"])
def test_the_record_of_play_in_a_link_is_read_however_its_bars_are_written(bar: str) -> None:
    record = "md|1SKQT6HAJTDT984C65,SA2HK9876D72C9742,SJ543H43DAQ5CAKJ3,|ah|Board 3|".replace("|", bar)
    cells = f'<td>1</td><td>2</td><td><a href="http://example.org/?lin={record}">4S</a></td><td>N</td><td>10</td>'
    heading = "<tr><th>NS</th><th>EW</th><th>Contract</th><th>By</th><th>Tricks</th></tr>"
    file = exchange.read(f"<html><body><table>{heading}<tr>{cells}</tr></table></body></html>".encode())
    assert (file.boards[0].number, file.boards[0].deal[:6]) == (3, "N:J543")


# Sections announced in rows of their own

ROWS_OF_SECTIONS = {
    "above each block": ["Section A", "Board;NS;EW;Score", "1;1;2;420", "Section B", "Board;NS;EW;Score", "1;1;2;-50"],
    "in two cells": ["Board;NS;EW;Score", "Section;A", "1;1;2;420", "section : b", "1;1;2;-50"],
    "below each board": ["NS;EW;Contract;Score", "Board 1", "Section A", "1;2;3NT N;420", "Section B", "1;2;3NT N;-50"],
    "around boards": ["Groupe A", "NS;EW;Score", "Board 1", "1;2;420", "Groupe B", "Board 1", "1;2;-50"],
}


@pytest.mark.parametrize("name", ROWS_OF_SECTIONS)
def test_pairs_of_one_number_in_two_sections_stay_two(name: str) -> None:
    tournament = exchange.read("\n".join(ROWS_OF_SECTIONS[name]).encode())
    assert [(line.section, line.score) for line in tournament.results] == [("A", 420), ("B", -50)]
    assert {section.letter: len(section.contestants) for section in tournament.sections} == {"A": 2, "B": 2}


def test_a_column_of_sections_counts_more_than_a_row_that_looks_like_one() -> None:
    rows = ["Section;Board;NS;EW;Score", "C;1;1;2;420", "Section B", "C;2;1;2;-50"]
    assert {line.section for line in exchange.read("\n".join(rows).encode()).results} == {"C"}

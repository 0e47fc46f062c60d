"""Bridgemate databases of two versions: finished ones, some still in use, special results. A damaged table leaves the
others readable."""

import datetime
import struct
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.exchange import access
from arbitrage.exchange.access import Database
from arbitrage.exchange.reading import Notes
from arbitrage.exchange.records import ContestantRecord, PlayerRecord, ResultRecord, TournamentFile
from tests.arbitrage.exchange.access_files import BOOLEAN, DATE, INTEGER, LONG, TEXT, database
from tests.arbitrage.exchange.exchange_files import DEALS
from tests.arbitrage.exchange.exchange_malice import check, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")

AT = {"Section": INTEGER, "Table": INTEGER, "Round": INTEGER, "Board": INTEGER}
SECTION = {"ID": INTEGER, "Letter": TEXT, "Tables": INTEGER, "Winners": INTEGER, "ScoringType": INTEGER}
ROUND = {"Section": INTEGER, "Table": INTEGER, "Round": INTEGER, "NSPair": INTEGER, "EWPair": INTEGER}
RESULT = AT | {"ID": LONG, "PairNS": INTEGER, "PairEW": INTEGER, "Declarer": INTEGER, "NS/EW": TEXT, "Contract": TEXT,
               "Result": TEXT, "LeadCard": TEXT, "Remarks": TEXT, "DateLog": DATE, "Erased": BOOLEAN}  # fmt: skip
PLAYER = {"Section": INTEGER, "Table": INTEGER, "Direction": TEXT, "Number": TEXT, "Name": TEXT, "Round": INTEGER}
ANN = [dict(Section=1, Table=1, Direction="N", Number="4711", Name="Ann")]
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
HAND = {"Section": INTEGER, "Board": INTEGER} | {
    seat + suit: TEXT for seat in ("North", "East", "South", "West") for suit in SUITS
}


def result(table: int = 1, board: int = 1, **changes: Any) -> dict[str, Any]:
    day = datetime.datetime(2026, 11, 20)
    played = {"NS/EW": "N", "Contract": "3 NT", "Result": "+1", "LeadCard": "C10", "Declarer": 1, "DateLog": day}
    where = {"Section": 1, "Table": table, "Round": 1, "Board": board}
    return where | {"ID": 1, "PairNS": table, "PairEW": table + 10} | played | changes


def special(remark: str, **changes: Any) -> dict[str, Any]:
    return result(**{"Contract": "", "Result": "", "LeadCard": "", "NS/EW": "", "Remarks": remark} | changes)


def movement(*rounds: tuple[int, int, int, int]) -> tuple:
    """Build rows of table, round, and the numbers of North-South and East-West."""
    rows = [dict(Section=1, Table=table, Round=number, NSPair=ns, EWPair=ew) for table, number, ns, ew in rounds]
    return ROUND, rows


def session(*results: dict[str, Any], jet: int = 3, **tables: tuple) -> bytes:
    known = {
        "Section": (SECTION, [{"ID": 1, "Letter": "A  ", "Tables": 2, "Winners": 0, "ScoringType": 1}]),
        "RoundData": movement((1, 1, 1, 11), (2, 1, 2, 12)),
        "ReceivedData": (RESULT, list(results)),
    }
    return database(known | tables, jet=jet)


def read(*results: dict[str, Any], **more: Any) -> TournamentFile:
    return exchange.read(session(*results, **more), "evening.bws")


def only(*results: dict[str, Any], **more: Any) -> ResultRecord:
    (line,) = read(*results, **more).results
    return line


def said(tournament: TournamentFile) -> list[str]:
    return [str(problem) for problem in tournament.warnings]


@pytest.mark.parametrize("jet", [3, 4])
def test_a_session_is_read_in_the_databases_of_both_ages(jet: int) -> None:
    players = [
        dict(Section=1, Table=1, Direction="S", Number="0042", Name="René", Round=0),
        dict(Section=1, Table=1, Direction="N", Number="4711", Name="Ann", Round=0),
        dict(Section=1, Table=2, Direction="E", Number="0", Name="Élodie", Round=0),
    ]
    named = {"Session": ({"Name": TEXT, "Date": DATE}, [{"Name": "Thursday", "Date": datetime.datetime(2026, 11, 19)}])}
    tournament = read(result(), result(2, 1), jet=jet, PlayerNumbers=(PLAYER, players), **named)
    assert (tournament.name, str(tournament.date), tournament.scoring) == ("Thursday", "2026-11-19", "MP")
    assert (tournament.format, tournament.event, tournament.warnings) == ("bws", "pairs", ())
    (section,) = tournament.sections
    assert section.letter == "A"
    assert section.contestants == (
        ContestantRecord(
            number="1",
            direction="NS",
            players=(PlayerRecord(name="Ann", licence="4711"), PlayerRecord(name="René", licence="0042")),
        ),
        ContestantRecord(number="2", direction="NS"),
        ContestantRecord(number="11", direction="EW"),
        ContestantRecord(number="12", direction="EW", players=(PlayerRecord(name="Élodie"),)),
    )
    (board,) = tournament.boards
    assert (board.number, board.dealer, board.vulnerability) == (1, "N", "None")
    assert board.results[0] == ResultRecord(
        ns="1",
        ew="11",
        section="A",
        table=1,
        round=1,
        contract="3NT",
        declarer="N",
        lead="CT",
        tricks=10,
        key="1.1.1.1",
    )


def test_the_day_is_that_of_the_first_result_where_the_session_has_none() -> None:
    assert str(read(result()).date) == "2026-11-20"


@pytest.mark.parametrize(
    ("row", "kind", "expected"),
    [
        (result(Contract="2 D x", Result="-2", **{"NS/EW": "W"}), "played", ("2Dx", "W", 6, None, None)),
        (result(Contract="1 C xx", Result="=", **{"NS/EW": "S"}), "played", ("1Cxx", "S", 7, None, None)),
        (result(Contract="PASS", Result="", LeadCard="", **{"NS/EW": ""}), "passed", ("", "", None, None, None)),
        (special("Not played"), "not_played", ("", "", None, None, None)),
        (special("40%-60%"), "artificial", ("", "", None, Decimal(40), Decimal(60))),
        (special("60%-60%"), "artificial", ("", "", None, Decimal(60), Decimal(60))),
        (special("Arbitral score"), "artificial", ("", "", None, None, None)),
        (special(""), "not_played", ("", "", None, None, None)),
        (special("150%-60%"), "unreadable", ("", "", None, None, None)),
        (special("see me"), "unreadable", ("", "", None, None, None)),
        (result(Contract="8 NT"), "unreadable", ("", "N", None, None, None)),
        (result(Result="?"), "unreadable", ("3NT", "N", None, None, None)),
    ],
)
def test_every_kind_of_row(row: dict, kind: str, expected: tuple) -> None:
    line = only(row)
    assert line.kind == kind
    assert (line.contract, line.declarer, line.tricks, line.ns_percent, line.ew_percent) == expected


@pytest.mark.parametrize("remark", ["Arbitral score", "Wrong direction", "see me"])
def test_a_remark_is_kept_as_it_is_written(remark: str) -> None:
    assert only(special(remark)).remark == remark


def test_what_the_director_has_to_look_at_is_said_with_table_and_board() -> None:
    tournament = read(
        special("Arbitral score"),
        result(2, 3, Remarks="Wrong direction"),
        result(2, 4, **{"NS/EW": "EW"}),
        result(2, 5, **{"NS/EW": "", "Declarer": 2}),
        result(2, 6, **{"NS/EW": "", "Declarer": 12}),
        result(2, 7, **{"NS/EW": "", "Declarer": 3}),
    )
    assert said(tournament) == [
        "table A1, board 1: The result was left for the director to decide.",
        "table A2, board 3: The table says that the board was played in the wrong direction: "
        "check which pair sat North-South.",
        "table A2, board 4: The file says which side declared and not who; E is put.",
        "table A2, board 5: The file says which side declared and not who; N is put.",
        "table A2, board 6: The file says which side declared and not who; E is put.",
        "table A2, board 7: The contract 3NT has no declarer; it is kept as a remark.",
        "table A2, board 7: There is neither a score nor a contract with its tricks; the line is kept as unread.",
    ]
    assert [line.declarer for line in tournament.results] == ["", "N", "E", "N", "E", ""]
    assert [line.remark for line in tournament.results[:4]] == ["Arbitral score", "Wrong direction", "", ""]


def test_an_erased_row_counts_no_more_and_the_last_of_two_is_kept() -> None:
    tournament = read(result(Erased=True, Contract="1 C"), result(Contract="2 C"), result(Contract="3 C"))
    assert [line.contract for line in tournament.results] == ["3C"]
    assert said(tournament) == [
        "table A1, board 1: The table has several results on this board; the last one entered is kept."
    ]


def test_the_last_of_two_is_the_one_entered_last_wherever_it_is_stored() -> None:
    tournament = read(result(ID=3, Contract="3 C"), result(ID=1, Contract="1 C"), result(ID=2, Contract="2 C"))
    assert [line.contract for line in tournament.results] == ["3C"]
    tournament = read(result(ID=2, board=2), result(ID=1, board=2, table=2))
    assert [line.table for line in tournament.results] == [2, 1]


def test_a_section_without_a_letter_goes_by_its_number() -> None:
    tournament = read(special("Arbitral score", Section=12))
    assert [section.letter for section in tournament.sections if section.letter != "A"] == ["12"]
    assert said(tournament) == ["table 12-1, board 1: The result was left for the director to decide."]


def test_a_row_without_its_place_is_left_out_and_the_rest_is_read() -> None:
    tournament = read(result(Board=0), result(), special("", Table=2, PairNS=None))
    assert len(tournament.results) == 2
    assert said(tournament) == [
        "A result does not say its table, round and board; it is left out.",
        "table A2, board 1: The line does not say which pairs played.",
    ]


def test_the_same_number_on_both_sides_is_two_pairs_and_two_rankings() -> None:
    tournament = read(result(PairEW=1), RoundData=movement((1, 1, 1, 1), (2, 1, 2, 2)))
    assert [(contestant.number, contestant.direction) for contestant in tournament.contestants] == [
        ("1", "NS"), ("2", "NS"), ("1", "EW"), ("2", "EW"),
    ]  # fmt: skip
    assert tournament.winners == 2


def test_pairs_that_change_sides_have_no_direction() -> None:
    tournament = read(result(), RoundData=movement((1, 1, 1, 2), (1, 2, 2, 3), (2, 2, 1, 0)))
    assert {(contestant.number, contestant.direction) for contestant in tournament.contestants} == {
        ("1", ""), ("2", ""), ("3", ""), ("11", ""),
    }  # fmt: skip
    assert tournament.winners is None


def test_a_name_that_the_table_did_not_get_is_found_in_the_roll() -> None:
    sat = [dict(Section=1, Table=1, Direction="N", Number="4711", Name="", Round=0)]
    roll = ({"ID": LONG, "Name": TEXT, "strID": TEXT}, [{"ID": 4711, "Name": "Ann", "strID": ""}])
    tournament = read(result(), PlayerNumbers=(PLAYER, sat), PlayerNames=roll)
    assert tournament.contestants[0].players == (PlayerRecord(name="Ann", licence="4711"),)


def told(what: str, seats: str, values: tuple[str, ...]) -> tuple:
    """Return a table of calls or cards, stored in reverse order."""
    rows = [
        dict(Section=1, Table=1, Round=1, Board=1, Counter=place, Direction=seat) | {what: value}
        for place, (seat, value) in enumerate(zip(seats, values, strict=True), 1)
    ]
    return AT | {"Counter": INTEGER, "Direction": TEXT, what: TEXT}, rows[::-1]


def test_hands_auction_and_play_are_read_where_the_file_has_them() -> None:
    hands = [hand.split(".") for hand in DEALS[0][2:].split()]
    cells = [suit for hand in hands for suit in hand]
    record = dict(zip(HAND, (1, 1, *cells), strict=True))
    bids = ("1 NT", "PASS", "2D", "x", "XX", "P", "Pass", "pass")
    cards = ("H10", "HA", "H3", "H2", "S4")
    tournament = read(
        result(),
        HandRecord=(HAND, [record]),
        BiddingData=told("Bid", "NESWNESW", bids),
        PlayData=told("Card", "ESWNW", cards),
    )
    assert tournament.boards[0].deal == DEALS[0]
    (line,) = tournament.results
    assert line.auction == ("1NT", "Pass", "2D", "X", "XX", "Pass", "Pass", "Pass")
    assert line.play == ("HT", "HA", "H3", "H2")


def test_an_auction_with_a_call_missing_is_left_out() -> None:
    assert only(result(), BiddingData=told("Bid", "E", ("1 NT",))).auction == ()


# A live file


def test_reading_a_live_file_again_shows_what_is_new() -> None:
    before = read(result(), result(2), result(1, 2))
    after = read(result(), result(2, Contract="4 S"), result(1, 2, Erased=True), result(2, 2))
    new = exchange.changes(before, after)
    assert [(one.board, one.line.key) for one in new.added] == [(2, "1.2.1.2")]
    assert [(old.line.contract, now.line.contract) for old, now in new.changed] == [("3NT", "4S")]
    assert [(one.board, one.line.key) for one in new.removed] == [(2, "1.1.1.2")]
    assert not exchange.changes(after, after)


def test_a_pair_number_put_right_is_a_line_that_changed_and_not_another_one() -> None:
    new = exchange.changes(read(result()), read(result(PairEW=12)))
    assert (len(new.added), len(new.changed), len(new.removed)) == (0, 1, 0)


def test_before_the_first_result_the_file_is_refused_with_what_to_do() -> None:
    with pytest.raises(exchange.Unreadable, match="evening.bws: No result has been entered at the tables yet."):
        read()


# Damage


def test_a_table_that_is_damaged_costs_itself_only() -> None:
    data = bytearray(session(result(), PlayerNumbers=(PLAYER, ANN)))
    rows_of_players = 2048 * 11
    assert data[rows_of_players : rows_of_players + 2] == b"\1\1"
    data[rows_of_players + 8 : rows_of_players + 10] = b"\xff\xff"
    tournament = exchange.read(bytes(data))
    assert len(tournament.results) == 1
    assert said(tournament) == ["The table PlayerNumbers of the database is damaged; what can be read of it is kept."]


def test_a_row_that_is_damaged_costs_itself_only() -> None:
    data = bytearray(session(result(), result(2)))
    row = struct.unpack_from("<H", data, 2048 * 9 + 10)[0]
    data[2048 * 9 + 12 : 2048 * 9 + 14] = struct.pack("<H", row - 3)
    tournament = exchange.read(bytes(data))
    assert [line.table for line in tournament.results] == [1]
    assert said(tournament) == ["The table ReceivedData of the database has rows that cannot be read: 1."]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\0\1\0\0Standard Jet DB\0" + bytes(500), "The database is damaged: none of its tables can be found."),
        (b"\0\1\0\0Standard ACE DB\0" + bytes(9000), "The database is damaged: none of its tables can be found."),
        (database({"Music": ({"Title": TEXT}, [{"Title": "x"}])}), "The database is not one of Bridgemate’s"),
    ],
)
def test_what_is_no_bridgemate_database_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(exchange.Unreadable, match=f"a.bws: {why}"):
        exchange.read(data, "a.bws")


def test_definitions_that_point_at_each_other_come_to_an_end() -> None:
    data = bytearray(session(result()))
    for page in range(2, len(data) // 2048, 2):
        struct.pack_into("<I", data, page * 2048 + 4, page)
    with pytest.raises(exchange.Unreadable, match="none of its tables can be found"):
        exchange.read(bytes(data))


def test_more_rows_than_a_tournament_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "MAX_ROWS", 5)
    with pytest.raises(exchange.Unreadable, match="The file is larger than any tournament’s."):
        read(result())


def test_a_database_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    access._READ.clear()
    monkeypatch.setattr(access, "MAX_SECONDS", -1.0)
    with pytest.raises(exchange.Unreadable, match="The file is larger than any tournament’s."):
        read(result())


def test_nothing_of_a_damaged_row_goes_to_the_log(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture
) -> None:
    data = session(result(Remarks="A name"))
    exchange.read(data.replace(b"A name", b"\xff\xff\xff\xff\xff\xff"))
    Database(data[: 2048 * 9] + b"\1\1" + bytes(2046) + data[2048 * 10 :], Notes()).rows("ReceivedData")
    assert (caplog.records, capfd.readouterr().err) == ([], "")


SOUND = {
    jet: session(
        result(), special("40%-60%", Table=2), jet=jet,
        PlayerNumbers=(PLAYER, ANN),
        HandRecord=(HAND, []),
    )
    for jet in (3, 4)
}  # fmt: skip


def test_the_files_that_are_mutated_are_sound() -> None:
    for data in SOUND.values():
        tournament = exchange.read(data)
        check(tournament)
        assert (len(tournament.results), tournament.warnings) == (2, ())


@quickly
@given(
    st.sampled_from((3, 4)),
    st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=4)), min_size=1, max_size=8),
)
def test_a_mutated_database_is_read_or_refused(jet: int, edits: list) -> None:
    data = bytearray(SOUND[jet])
    used = [place for place, byte in enumerate(data) if byte]
    for where, noise in edits:
        start = used[int(where * (len(used) - 1))]
        data[start : start + len(noise)] = noise
    read_or_refuse(bytes(data))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from((3, 4)), st.floats(0, 1))
def test_a_database_cut_anywhere_is_read_or_refused(jet: int, where: float) -> None:
    read_or_refuse(SOUND[jet][: 1 + int(where * len(SOUND[jet]))])

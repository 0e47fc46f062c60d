"""The reader of New Zealand Scorer XML turns attributes into plain records, and reports odd values with their place."""

from decimal import Decimal
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given

from arbitrage import exchange
from arbitrage.exchange.records import ContestantRecord, PlayerRecord, ResultRecord
from tests.arbitrage.exchange.exchange_malice import EDITS, check, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")


def element(name: str, **attributes: object) -> str:
    return f"<{name}{''.join(f' {key}={quoteattr(str(value))}' for key, value in attributes.items())}/>\n"


def result(**changes: object) -> str:
    line = dict(tab=1, bd=1, rnd=1, ns=1, ew=2, dec="S", cont="4 S", lead="H4", res="+2", score=480, mp_ns=10, mp_ew=10)
    return element("result", **line | changes)


def pair(number: int, direction: str = "H", **changes: object) -> str:
    known = dict(player_name_1="Ann", player_name_2="Bob", match_points="12/24", place="1=", dir=direction, no=number)
    return element("pair", **known | dict(nzb_no_1="0", nzb_no_2="4711", res="51.5", raw_score="50.0") | changes)


def session(*results: str, pairs: str = pair(1) + pair(2), section: str = "A", **changes: object) -> bytes:
    head = dict(club="Lakeside", field_scoring="false", scoring_type="MP", event_name="Friday", event_date="16/11/2025")
    attributes = "".join(f" {key}={quoteattr(str(value))}" for key, value in (head | changes).items())
    return (
        f'<?xml version="1.0"?>\n<session{attributes}>\n'
        f'<sections><section sectid="{section}" handicap="false"/></sections>\n'
        f'<board_results><brsection id="{section}">\n{"".join(results)}</brsection></board_results>\n'
        f'<scores><scsection id="{section}">{pairs}</scsection></scores>\n</session>\n'
    ).encode()


def line(*results: str, place: int = 0) -> ResultRecord:
    return exchange.read(session(*results)).results[place]


def test_a_session_is_read_whole() -> None:
    tournament = exchange.read(session(result()), "friday.xml")
    assert (tournament.name, str(tournament.date), tournament.club) == ("Friday", "2025-11-16", "Lakeside")
    assert (tournament.scoring, tournament.winners, tournament.event, tournament.format) == (
        "MP",
        1,
        "pairs",
        "nzscorer",
    )
    assert tournament.warnings == ()
    assert tournament.contestants[0] == ContestantRecord(
        number="1",
        players=(PlayerRecord(name="Ann"), PlayerRecord(name="Bob", licence="4711")),
        percentage=Decimal("50.0"),
        total=Decimal(12),
        rank="1=",
    )
    (board,) = tournament.boards
    assert (board.number, board.dealer, board.vulnerability, board.deal) == (1, "N", "None", "")
    assert board.results == (
        ResultRecord(
            ns="1", ew="2", section="A", table=1, round=1, contract="4S", declarer="S", lead="H4", tricks=12, score=480,
            ns_points=Decimal(1), ew_points=Decimal(1),
        ),
    )  # fmt: skip


def test_pairs_that_sit_one_way_are_told_apart_by_it() -> None:
    tournament = exchange.read(session(result(ns=1, ew=1), pairs=pair(1, "N") + pair(1, "E")))
    assert [(contestant.number, contestant.direction) for contestant in tournament.contestants] == [
        ("1", "NS"),
        ("1", "EW"),
    ]
    assert tournament.winners == 2


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (result(cont="3 NT x", dec="E", res="-2", score=300), ("played", "3NTx", "E", 7, 300)),
        (result(cont="1 D", dec="W", res="=", score=-70), ("played", "1D", "W", 7, -70)),
        (result(cont="PASS", dec="", res="", lead="", score=0), ("passed", "", "", None, 0)),
        (result(cont="N P", dec="", res="", lead="", score=0), ("not_played", "", "", None, None)),
        (
            result(cont="", dec="", res="", lead="", score="", mp_ns=-9999, mp_ew=-9999),
            ("not_played", "", "", None, None),
        ),
        (result(cont="9 S", score=480), ("unreadable", "", "S", None, 480)),
        (result(score="lots"), ("unreadable", "4S", "S", 12, None)),
    ],
)
def test_every_kind_of_line(written: str, expected: tuple) -> None:
    read = line(written)
    assert (read.kind, read.contract, read.declarer, read.tricks, read.score) == expected


def test_an_adjusted_score_has_the_percentages_of_its_match_points() -> None:
    adjusted = result(cont="", dec="", res="", lead="", score="Adj", mp_ns=24, mp_ew=16)
    read = line(result(), result(), adjusted, place=2)
    assert (read.kind, read.score, read.ns_points, read.ns_percent, read.ew_percent) == (
        "artificial", None, Decimal("2.4"), Decimal(60), Decimal(40),
    )  # fmt: skip


def test_with_one_field_the_top_is_that_of_all_sections() -> None:
    adjusted = result(cont="", dec="", res="", lead="", score="Adj", mp_ns=24, mp_ew=16)
    data = session(result(), adjusted, field_scoring="true").replace(
        b"</board_results>", f'<brsection id="B">{result()}</brsection></board_results>'.encode()
    )
    assert exchange.read(data).results[1].ns_percent == 60
    assert exchange.read(data.replace(b'"true"', b'"false"')).results[1].ns_percent is None


def test_what_is_odd_is_said_with_its_line_and_board() -> None:
    data = session(
        result(bd=0), result(bd=2, ns=7), result(ns=""), pairs=pair(1) + pair(2) + pair(2, place=3) + pair(""),
        event_date="soon",
    )  # fmt: skip
    assert [str(problem) for problem in exchange.read(data).warnings] == [
        "line 11: Number 2 is given to two contestants; the first is kept.",
        "line 12: A contestant without a number is left out.",
        "line 5: “0” is not a board number; the line is left out.",
        "line 6, board 2: Number 7 is on the travellers but not among the participants; it has no name.",
        "line 7, board 1: The line does not say which pairs played.",
        "line 2: The file has no date that can be read.",
    ]


def test_handicaps_are_said_to_be_left_out() -> None:
    data = session(result()).replace(b'handicap="false"', b'handicap="true"')
    assert [problem.reason for problem in exchange.read(data).warnings] == [
        "The pairs have handicaps; the percentages read are those without them."
    ]


def test_a_session_without_results_is_refused() -> None:
    with pytest.raises(exchange.Unreadable, match="a.xml, line 2: The tournament has no board: nothing was recorded."):
        exchange.read(session(), "a.xml")


@quickly
@given(EDITS)
def test_a_mutated_file_is_read_or_refused(edits: list) -> None:
    read_or_refuse(mutated(session(result(), result(bd=2, cont="PASS", score=0), result(score="Adj")), edits))


def test_the_file_that_is_mutated_is_sound() -> None:
    check(exchange.read(session(result(), result(bd=2, cont="PASS", score=0), result(score="Adj"))))

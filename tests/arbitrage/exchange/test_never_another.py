"""A value of a file is read as itself or noted, never in silence as another value."""

import io
import json
from collections.abc import Callable
from decimal import Decimal

import openpyxl
import pytest

from arbitrage import exchange
from arbitrage.exchange.records import ResultRecord, TournamentFile
from arbitrage.exchange.writing import FORMATS
from tests.arbitrage.exchange.exchange_files import (
    DEALS,
    PAIRS,
    TRAVELLER,
    pbn_game,
    usebio_board,
    usebio_event,
    usebio_line,
)

pytestmark = pytest.mark.usefixtures("in_english")


def read(text: str | bytes) -> TournamentFile:
    return exchange.read(text.encode() if isinstance(text, str) else text)


def only(text: str | bytes) -> ResultRecord:
    (line,) = read(text).results
    return line


def noted(text: str) -> str:
    return "; ".join(problem.reason for problem in read(text).warnings)


# The same line in every format that has these words


def in_usebio(result: str, score: str, points: str) -> str:
    line = usebio_line(CONTRACT="4S", PLAYED_BY="N", TRICKS=result, SCORE=score, NS_MATCH_POINTS=points)
    return usebio_event(PAIRS, usebio_board(line))


def in_pbn(result: str, score: str, points: str) -> str:
    return pbn_game(1, TRAVELLER, f'1 2 4S N "{result or "-"}" - "{score or "-"}" - {points} -')


def in_csv(result: str, score: str, points: str) -> str:
    return f"Board;NS;EW;Contract;By;Tricks;Score;NS MP\n1;1;2;4S;N;{result};{score};{points}\n"


def in_nz_scorer(result: str, score: str, points: str) -> str:
    tenths = f"{Decimal(points) * 10:f}"
    line = f'<result bd="1" tab="1" ns="1" ew="2" cont="4 S" dec="N" res="{result}" score="{score}" mp_ns="{tenths}"/>'
    section = f'<board_results><brsection id="A">{line}</brsection></board_results>'
    return f'<session event_date="21/11/2026">{section}</session>'


def in_acbl(result: str, score: str, points: str) -> str:
    line = {"ns_pair": 1, "ew_pair": 2, "contract": "4 S", "declarer": "N", "result": result, "ns_score": score}
    line["ns_match_points"] = float(points)
    board = {"board_number": 1, "board_results": [line]}
    return json.dumps({"name": "Club night", "sessions": [{"sections": [{"name": "A", "boards": [board]}]}]})


every_reader = pytest.mark.parametrize("written", [in_usebio, in_pbn, in_csv, in_nz_scorer, in_acbl])
Written = Callable[[str, str, str], str]


@every_reader
@pytest.mark.parametrize(("result", "tricks"), [("+1", 11), ("-2", 8), ("=", 10), ("\u22121", 9), ("\u20131", 9)])
def test_a_result_beside_its_contract_is_not_a_number_of_tricks(written: Written, result: str, tricks: int) -> None:
    assert only(written(result, "", "1")).tricks == tricks


@every_reader
@pytest.mark.parametrize("score", ["-50", "\u221250", "\u201350"])
def test_a_typeset_minus_is_a_minus(written: Written, score: str) -> None:
    line = only(written("-1", score, "1"))
    assert (line.kind, line.score) == ("played", -50)


@every_reader
def test_points_with_many_decimals_are_rounded_and_not_lost(written: Written) -> None:
    points = only(written("=", "420", "1.66666666666667")).ns_points
    assert points is not None and round(points, 6) == Decimal("1.666667")


@pytest.mark.parametrize(("word", "kind"), [("NP", "not_played"), ("PASS", "passed")])
def test_a_score_that_says_again_what_the_contract_says_is_no_unread_line(word: str, kind: str) -> None:
    usebio = usebio_event(PAIRS, usebio_board(usebio_line(CONTRACT=word, SCORE=word)))
    pbn = pbn_game(1, TRAVELLER, f'1 2 "{word}" - - - "{word}" - - -')
    csv = f"Board;NS;EW;Contract;Score\n1;1;2;{word};{word}\n"
    nz_scorer = in_nz_scorer("", word, "1").replace("4 S", word)
    assert [only(text).kind for text in (usebio, pbn, csv, nz_scorer)] == [kind] * 4


@pytest.mark.parametrize("written", [in_usebio, in_pbn, in_csv, in_nz_scorer])
def test_a_contract_that_was_not_played_is_a_contradiction_to_look_at(written: Written) -> None:
    line = only(written("=", "NP", "1"))
    assert (line.kind, line.contract) == ("unreadable", "4S")


# PBN


@pytest.mark.parametrize("declarer", ["n", "North", "^N", "Nord", "N"])
def test_the_tricks_of_a_side_are_declarers_however_he_is_written(declarer: str) -> None:
    assert only(pbn_game(1, Contract="3NT", Declarer=declarer, Result="NS 10")).tricks == 10
    assert only(pbn_game(1, Contract="3NT", Declarer=declarer, Result="ew 3")).tricks == 10


def test_the_tricks_of_a_side_are_declarers_for_a_french_west() -> None:
    assert only(pbn_game(1, Contract="3NT", Declarer="O", Result="EW 10")).tricks == 10


def test_a_result_beside_the_contract_of_a_game_is_relative_to_it() -> None:
    assert only(pbn_game(1, Contract="3NT", Declarer="N", Result="+1")).tricks == 10


@pytest.mark.parametrize(
    ("calls", "auction"),
    [
        ("1NT! Pass 3NT?? AP", ("1NT", "Pass", "3NT", "Pass", "Pass", "Pass")),
        ("1NT=1= Pass$3 3NT!? AP", ("1NT", "Pass", "3NT", "Pass", "Pass", "Pass")),
        ("1N P 3SA AP", ("1NT", "Pass", "3NT", "Pass", "Pass", "Pass")),
        ("1C D Pass R AP", ("1C", "X", "Pass", "XX", "Pass", "Pass", "Pass")),
        ("1C ^I =1= $2 ! - + 1D *", ("1C", "1D")),
    ],
)
def test_a_call_with_a_mark_or_in_other_letters_is_not_dropped_from_the_auction(calls: str, auction: tuple) -> None:
    assert only(pbn_game(1, '[Auction "N"]', calls)).auction == auction


def test_an_auction_ends_before_a_call_that_cannot_be_read() -> None:
    text = pbn_game(1, '[Auction "N"]', "1NT Pass 3ZZ Pass Pass Pass")
    assert only(text).auction == ("1NT", "Pass")
    assert "A call of the auction cannot be read" in noted(text)


def test_words_after_the_end_of_an_auction_are_no_calls() -> None:
    text = pbn_game(1, '[Auction "N"]', "1NT Pass Pass Pass and so on", Result="7")
    assert only(text).auction == ("1NT", "Pass", "Pass", "Pass")
    assert "call of the auction" not in noted(text)


def test_a_card_with_a_mark_is_not_dropped_from_the_play() -> None:
    game = ('[Auction "N"]', "3NT AP", '[Play "E"]', "H7! H3 HQ=1= HA", "S6?? ^R SA $1 S3 S7")
    assert only(pbn_game(1, *game, Deal=DEALS[0])).play == ("H7", "H3", "HQ", "HA", "S6", "SA", "S3", "S7")


def test_the_play_ends_before_a_card_that_cannot_be_read() -> None:
    text = pbn_game(1, '[Auction "N"]', "3NT AP", '[Play "E"]', "H7 H3 HQ HA", "S6 SX S3 S7")
    assert only(text).play == ("H7", "H3", "HQ", "HA", "S6")
    assert "A card of the play" in noted(text)


@pytest.mark.parametrize(
    ("comment", "tricks"),
    [
        ("{Declarer claims the rest.}", 13),
        ("{N claims all 13 tricks}", 13),
        ("{Claims all of the remaining tricks; nobody objects}", 13),
        ("{A fine lead} {Declarer claims the rest} {at last}", 13),
        ("{Defenders claim the rest}", None),
        ("{The opponents claim all the tricks}", None),
        ("{Declarer claims the contract}", None),
        ("{Declarer claims all but one}", None),
        ("{Declarer claims the rest of the trumps}", None),
        ("{East claims the rest}", None),
    ],
)
def test_a_claim_gives_declarer_only_what_it_says(comment: str, tricks: int | None) -> None:
    game = ('[Auction "N"]', "3NT AP", '[Play "E"]', comment, "H7 H3 HQ HA")
    assert only(pbn_game(1, *game, Deal=DEALS[0])).tricks == tricks


def test_both_sides_of_a_score_and_of_its_points_are_read() -> None:
    line = only(pbn_game(1, Contract="3NT", Declarer="N", Result="9", Score="NS 100 EW -50", ScoreMP="EW 3 NS 5"))
    assert (line.score, line.score_ew, line.ns_points, line.ew_points) == (100, -50, 5, 3)
    line = only(pbn_game(1, Contract="3NT", Declarer="N", Result="9", Score="EW -400 NS 400", ScoreMP="EW 3"))
    assert (line.score, line.score_ew, line.ns_points, line.ew_points) == (400, None, None, 3)


def test_a_score_of_a_game_that_no_board_gives_is_kept_as_unread() -> None:
    text = pbn_game(1, Contract="3NT", Declarer="N", Result="9", Score="NS 99999")
    assert (only(text).kind, only(text).remark) == ("unreadable", "NS 99999")
    assert "“NS 99999” is not a score" in noted(text)


def game_of(ns: str, ew: str, board: int = 1) -> str:
    return pbn_game(board, North=ns, South=ns, East=ew, West=ew, Contract="3NT", Declarer="N", Result="9")


@pytest.mark.parametrize(
    ("ns", "ew", "numbers"),
    [
        ("Pair 3", "Pair 4", ("3", "4")),
        ("NS 3", "EW 3", ("3", "3")),
        ("A1", "B1", ("1", "B1")),
        ("Table 2 pair 3", "Table 4 pair 3", ("1", "2")),
    ],
)
def test_two_pairs_whose_names_end_in_one_number_stay_two(ns: str, ew: str, numbers: tuple[str, str]) -> None:
    tournament = read(game_of(ns, ew) + game_of(ns, ew, 2))
    assert {(line.ns, line.ew) for line in tournament.results} == {numbers}
    contestants = {(pair.number, pair.direction) for pair in tournament.contestants}
    assert len(contestants) == 2


def test_a_second_table_of_results_in_a_game_is_not_lost_in_silence() -> None:
    line = "1 2 3NT N 9 - 400 - - -"
    assert "The tag ScoreTable is there twice" in noted(pbn_game(1, TRAVELLER, line, TRAVELLER, line))


def test_what_stands_beside_a_tag_belongs_to_it() -> None:
    assert only(pbn_game(1, '[Auction "N"] 1NT Pass 3NT AP {so it went}')).auction[:3] == ("1NT", "Pass", "3NT")
    assert only(pbn_game(1, f"{TRAVELLER} 1 2 3NT N 9 - 400 - - -")).score == 400


def test_a_percentage_above_a_hundred_is_no_artificial_score() -> None:
    assert only(pbn_game(1, TRAVELLER, "1 2 - - - - 100% 0% - -")).ns_percent == 100
    line = only(pbn_game(1, TRAVELLER, "1 2 - - - - 101% 0% - -"))
    assert (line.kind, line.remark) == ("unreadable", "101%")


# LIN


def in_lin(*calls: str) -> str:
    hands = "1S987HQ52DKJ63CQT8,SKQT6HAJTDT984C65,SA2HK9876D72C9742,"
    return f"pn|s,w,n,e|qx|o1|md|{hands}|sv|o|" + "".join(f"mb|{call}|" for call in calls) + "mc|9|pg||\n"


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        (("1n", "dbl", "rdbl", "p", "p", "p"), "1NTxx"),
        (("1n", "double", "redouble", "pass", "pass", "pass"), "1NTxx"),
        (("1n", "d!", "r?", "p", "p", "p"), "1NTxx"),
        (("3sa", "pass", "pass", "pass"), "3NT"),
        (("1ndrppp",), "1NTxx"),
    ],
)
def test_the_words_of_a_call_are_one_call(calls: tuple[str, ...], contract: str) -> None:
    assert only(in_lin(*calls)).contract == contract


def test_a_value_that_is_not_only_calls_is_not_read_in_part() -> None:
    text = in_lin("1n", "2x", "p", "p", "p")
    assert only(text).auction == ("1NT",)
    assert "A call of the auction cannot be read" in noted(text)


# Bridgemate Data Connector


def in_connector(**changes: object) -> str:
    line = {"SessionGuid": "x", "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 1}
    line |= {"PairNorthSouth": 1, "PairEastWest": 2, "Level": 4, "Denomination": 4, "DeclarerDirection": 1}
    return json.dumps([{**line, "Stake": 1, "TotalTricks": 10, **changes}])


@pytest.mark.parametrize("tricks", [None, 14, -1, "x"])
def test_tricks_that_are_missing_are_not_none_at_all(tricks: object) -> None:
    line = only(in_connector(TotalTricks=tricks))
    assert (line.kind, line.contract, line.tricks) == ("unreadable", "4Sx", None)
    assert only(in_connector(TotalTricks=0)).tricks == 0


def test_a_stake_that_is_unknown_is_not_undoubled() -> None:
    assert [only(in_connector(Stake=stake)).contract for stake in (0, 1, 2, None)] == ["4S", "4Sx", "4Sxx", "4S"]
    assert (only(in_connector(Stake=3)).kind, only(in_connector(Stake=3)).remark) == ("unreadable", "4S?")


# Tables


def results_in(*rows: str) -> list[int | None]:
    return [line.tricks for line in read("\n".join(("Board;NS;EW;Contract;By;Result", *rows))).results]


def test_a_plain_number_among_results_with_signs_is_a_margin() -> None:
    assert results_in("1;1;2;4S;N;1", "1;3;4;3NT;N;-2", "1;5;6;4S;N;0") == [11, 7, 10]


def test_small_numbers_alone_are_margins() -> None:
    assert results_in("1;1;2;4S;N;1", "1;3;4;3NT;N;2", "1;5;6;4S;N;0", "1;7;8;4S;N;0") == [11, 11, 10, 10]


def test_small_numbers_that_fulfil_every_contract_are_odd_tricks() -> None:
    assert results_in("1;1;2;4S;N;4", "1;3;4;3NT;N;5", "1;5;6;6S;N;7", "1;7;8;4S;N;-1") == [10, 11, 13, 9]


@pytest.mark.parametrize(
    ("rows", "tricks"),
    [
        (("1;1;2;4S;N;10", "1;3;4;3NT;N;6", "1;5;6;4S;N;5", "1;7;8;4S;N;4"), [10, 6, 5, 4]),  # one is high
        (("1;1;2;4S;N;6", "1;3;4;3NT;N;6", "1;5;6;4S;N;5"), [6, 6, 5]),  # three are few
        (("1;1;2;1S;N;1", "1;3;4;1S;N;-1"), [1, 6]),  # both fit
        (("1;1;2;6S;N;5", "1;3;4;1S;N;-1"), [5, 6]),  # neither fits
        (("1;1;2;1S;N;8", "1;3;4;4S;N;-1"), [8, 9]),
    ],
)
def test_plain_numbers_are_all_tricks_where_the_column_does_not_show_otherwise(rows: tuple, tricks: list) -> None:
    assert results_in(*rows) == tricks


def test_a_column_of_tricks_is_never_one_of_margins() -> None:
    rows = "Board;NS;EW;Contract;By;Tricks\n1;1;2;4S;N;1\n1;3;4;3NT;N;-2\n"
    assert [line.tricks for line in read(rows).results] == [1, 7]


def scores_in(ns: str, ew: str) -> ResultRecord:
    return only(f"Board;NS;EW;Contract;Score NS;Score EW\n1;1;2;;{ns};{ew}\n")


@pytest.mark.parametrize(
    ("ns", "ew", "score", "score_ew"),
    [
        ("", "420", -420, None),
        ("", "-420", -420, None),
        ("", "\u2212420", -420, None),
        ("0", "110", -110, None),
        ("110", "0", 110, None),
        ("-", "0", 0, None),
        ("0", "0", 0, None),
        ("-50", "50", -50, None),
        ("100", "-50", 100, -50),
        ("-50", "-50", -50, -50),
    ],
)
def test_each_side_keeps_its_own_score(ns: str, ew: str, score: int, score_ew: int | None) -> None:
    line = scores_in(ns, ew)
    assert (line.kind, line.score, line.score_ew) == ("played", score, score_ew)


def test_a_score_of_east_west_that_cannot_be_read_is_no_board_that_nobody_played() -> None:
    assert [scores_in("", "lost").kind, scores_in("", "NP").kind, scores_in("420", "lost").kind] == [
        "unreadable",
        "not_played",
        "unreadable",
    ]


def test_an_unread_contract_keeps_the_score_of_east_west() -> None:
    line = only("Board;NS;EW;Contract;Score NS;Score EW\n1;1;2;8S;;420\n")
    assert (line.kind, line.remark, line.score) == ("unreadable", "8S", -420)


def test_an_average_keeps_the_percentage_that_the_table_gives_for_it() -> None:
    heading = "Board;NS;EW;Score NS;Score EW;NS %;EW %\n"
    line = only(f"{heading}1;1;2;A+;A-;63.2;\n")
    assert (line.kind, line.ns_percent, line.ew_percent, line.remark) == ("artificial", Decimal("63.2"), 40, "A+/A-")
    line = only(f"{heading}1;1;2;A+;A-;;36.5\n")
    assert (line.ns_percent, line.ew_percent) == (60, Decimal("36.5"))


def test_a_line_with_percentages_alone_is_no_board_that_nobody_played() -> None:
    text = "Board;NS;EW;NS %;EW %\n1;1;2;60;40\n2;1;2;;40\n3;1;2;;\n"
    assert [line.kind for line in read(text).results] == ["unreadable", "unreadable", "not_played"]


def test_a_share_in_a_workbook_is_a_percentage_and_not_a_score() -> None:
    book = openpyxl.Workbook()
    for row in (("Board", "NS", "EW", "Score"), (1, 1, 2, 0.6), (2, 1, 2, 0.4)):
        book.active.append(row)
    for cell in ("D2", "D3"):
        book.active[cell].number_format = "0%"
    file = io.BytesIO()
    book.save(file)
    assert [(line.score, line.ns_percent) for line in read(file.getvalue()).results] == [(None, 60), (None, 40)]


@pytest.mark.parametrize("between", [" ET ", " et ", " And ", " - ", " / ", " & "])
def test_two_names_are_cut_between_the_players_and_not_in_one_of_them(between: str) -> None:
    text = f"Board;ns_names;ew_names;Score\n1;JEAN-PAUL ONE{between}ANNE TWO;A / B;420\n"
    names = [[player.name for player in pair.players] for pair in read(text).contestants]
    assert names == [["JEAN-PAUL ONE", "ANNE TWO"], ["A", "B"]]


@pytest.mark.parametrize(
    ("written", "contract", "declarer"),
    [("4PS", "4S", "S"), ("4KxO", "4Dx", "W"), ("3TN", "3C", "N"), ("3SAS", "3NT", "S"), ("3NTN", "3NT", "N")],
)
def test_a_french_contract_may_touch_its_declarer(written: str, contract: str, declarer: str) -> None:
    line = only(f"Donne;NS;EO;Contrat;Levées\n1;1;2;{written};9\n")
    assert (line.contract, line.declarer) == (contract, declarer)


# Characters that no file can hold


@pytest.mark.parametrize("character", ["\ud800", "\udfff", "\ufffe", "\uffff", "\x00", "\x7f", "\x9f"])
def test_half_a_character_in_json_is_left_out_or_refused_and_never_stored(character: str) -> None:
    board = {"board_number": 1, "board_results": [{"ns_pair": f"1{character}", "ew_pair": 2, "ns_score": 420}]}
    pair = {"pair_number": 2, "players": [{"name": f"An{character}na"}]}
    section = {"name": f"A{character}", "pair_summaries": [pair], "boards": [board]}
    acbl = json.dumps({"name": f"Club{character} night", "sessions": [{"sections": [section]}]})
    named = json.loads(in_connector(SectionLetters=f"A{character}"))
    named += [{"SessionGuid": "x", "PlayerNumber": "7", "FirstName": f"An{character}na"}]
    for text in (acbl, json.dumps(named)):
        tournament = read(text)
        assert character not in repr(tournament) and len(tournament.results) == 1
        for format in FORMATS:
            exchange.read(exchange.write(tournament, format).data)


@pytest.mark.parametrize("character", ["\ud800", "\ufffe", "\uffff", "\x00", "\x7f"])
@pytest.mark.parametrize("place", ["name", "sections[0].letter", "number", "warnings"])
def test_our_own_file_with_such_a_character_is_refused_with_its_place(character: str, place: str) -> None:
    document = json.loads(exchange.write(read(in_csv("=", "420", "1")), "json").data)
    tournament = document["tournament"]
    text = f"A{character}"
    if place == "name":
        tournament["name"] = text
    elif place == "number":
        tournament["sections"][0]["contestants"].append({"number": text})
    elif place == "warnings":
        tournament["warnings"] = [{"place": text, "reason": "x"}]
    else:
        tournament["sections"].append({"letter": text})
    with pytest.raises(exchange.Unreadable) as refused:
        read(json.dumps(document))
    assert place.split("[")[0] in refused.value.place

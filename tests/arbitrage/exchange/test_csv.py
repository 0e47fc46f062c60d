"""Tables in CSV: our own, and those of other programs, whose columns the reader recognises and reports."""

import csv
import io
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.exchange import spreadsheet
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    MatchRecord,
    PlayerRecord,
    ResultRecord,
    SectionRecord,
    TournamentFile,
)
from arbitrage.exchange.spreadsheet.columns import FORMULA, propose
from tests.arbitrage.exchange.exchange_files import DEALS, tournaments
from tests.arbitrage.exchange.exchange_malice import EDITS, check, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")


def read(*rows: str) -> TournamentFile:
    return exchange.read("\n".join(rows).encode("utf-8-sig"), "table.csv")


def only(*rows: str) -> ResultRecord:
    (line,) = read(*rows).results
    return line


def said(tournament: TournamentFile) -> list[str]:
    return [str(problem) for problem in tournament.warnings]


# Our own tables


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(tournaments(pbn=False))
def test_the_results_of_any_tournament_are_read_back_the_same(tournament: TournamentFile) -> None:
    back = exchange.read(spreadsheet.write(tournament), "evening.csv")
    assert back.boards == tournament.boards
    assert (back.name, back.date, back.club) == (tournament.name, tournament.date, tournament.club)
    assert (back.scoring, back.winners, back.event) == (tournament.scoring, tournament.winners, "pairs")
    assert (back.format, back.warnings) == ("csv", ())
    known = {
        (section.letter, contestant.number): contestant
        for section in tournament.sections
        for contestant in section.contestants
    }
    for section in back.sections:
        for contestant in section.contestants:
            players = known[section.letter, contestant.number].players[:2]
            assert contestant.players == (players if any(player.name or player.licence for player in players) else ())


def two_pairs_of_one_number() -> TournamentFile:
    def pair(direction: str, *names: str) -> ContestantRecord:
        return ContestantRecord(
            number="1", direction=direction, players=tuple(PlayerRecord(name=name) for name in names)
        )

    line = ResultRecord(ns="1", ew="1", contract="3NT", declarer="S", tricks=9, score=400, section="A")
    board = BoardRecord(number=1, dealer="W", vulnerability="All", deal=DEALS[0], session="2", results=(line,))
    pairs = (pair("NS", "Ann", "=1+1"), pair("EW", "'-x", "Dan"))
    return TournamentFile(
        event="pairs",
        winners=2,
        sections=(SectionRecord(letter="A", session="2", contestants=pairs),),
        boards=(board, replace(board, number=2, results=())),
    )


def test_two_pairs_of_one_number_boards_without_results_and_a_dealer_of_its_own_are_read_back() -> None:
    tournament = two_pairs_of_one_number()
    back = exchange.read(spreadsheet.write(tournament))
    assert (back.boards, back.sections) == (tournament.boards, tournament.sections)


def test_a_spreadsheet_opens_it_with_its_accents_and_takes_no_name_for_a_formula() -> None:
    written = spreadsheet.write(two_pairs_of_one_number())
    assert written.startswith(b"\xef\xbb\xbftournament;date;club;")
    row = next(csv.DictReader(io.StringIO(written.decode("utf-8-sig")), delimiter=";"))
    assert (row["ns_name2"], row["ew_name1"]) == ("'=1+1", "''-x")


def test_what_a_table_has_no_place_for_is_told() -> None:
    told = exchange.unsaid(replace(two_pairs_of_one_number(), matches=(MatchRecord(one="1", other="2"),)), "csv")
    assert "The matches of the teams are left out." in [one.reason for one in told]


# Tables of other programs


def test_a_french_table_is_read_in_french_and_says_how() -> None:
    tournament = read(
        "Tournoi du jeudi;;;;;;;;",
        "N° donne;Paire NS;Paire EO;Contrat;Déclarant;Entame;Résultat;Marque;% NS;Salle",
        "3;1;2;4C x;O;DP;-1;200;61,5 %;A",
        "3;3;4;3SA;S;RK;+2;-;38,5 %;A",
        "4;1;4;Passe;;;;0;50;A",
    )
    assert said(tournament) == [
        "line 2: The columns were read so: “N° donne” → board, “Paire NS” → ns, “Paire EO” → ew, “Contrat” → contract, "
        "“Déclarant” → declarer, “Entame” → lead, “Résultat” → result, “Marque” → score, “% NS” → ns_percent. "
        "Column left out: “Salle”."
    ]
    first, second, third = tournament.results
    assert (first.contract, first.declarer, first.lead, first.tricks, first.score) == ("4Hx", "W", "SQ", 9, 200)
    assert (first.ns_percent, first.ns, first.ew) == (Decimal("61.5"), "1", "2")
    assert (second.contract, second.lead, second.tricks, second.score) == ("3NT", "DK", 11, None)
    assert (third.kind, third.score) == ("passed", 0)


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_mark_between_the_cells_is_found(mark: str) -> None:
    rows = ("Board,NS,EW,Contract,By,Tricks", "1,1,2,4C,N,10")
    line = only(*(row.replace(",", mark) for row in rows))
    assert (line.contract, line.declarer, line.tricks) == ("4C", "N", 10)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("4S W,,-1,", ("played", "4S", "W", 9, None)),
        ("3NT+1,N,,", ("played", "3NT", "N", 10, None)),
        ("3NT=,S,,400", ("played", "3NT", "S", 9, 400)),
        ("4♠x,S,8,-300", ("played", "4Sx", "S", 8, -300)),
        (",,,-50", ("played", "", "", None, -50)),
        ("PASS,,,", ("passed", "", "", None, 0)),
        (",,,A+", ("artificial", "", "", None, None)),
        (",,,A6040", ("artificial", "", "", None, None)),
        (",,,60%-40%", ("artificial", "", "", None, None)),
        (",,,NP", ("not_played", "", "", None, None)),
        (",,,", ("not_played", "", "", None, None)),
        ("8S,N,9,400", ("unreadable", "", "N", None, 400)),
        ("4S,N,10,many", ("unreadable", "4S", "N", 10, None)),
        ("4S,,10,", ("unreadable", "", "", 10, None)),
    ],
)
def test_every_kind_of_cell(cells: str, expected: tuple) -> None:
    line = only("Board,NS,EW,Contract,Declarer,Result,Score", f"1,1,2,{cells}")
    assert (line.kind, line.contract, line.declarer, line.tricks, line.score) == expected


@pytest.mark.parametrize(
    ("ns", "ew", "expected"),
    [
        ("A+", "A-", (Decimal(60), Decimal(40), "A+/A-")),
        ("M", "M+", (Decimal(50), Decimal(60), "A/A+")),
        ("A6040", "", (Decimal(60), Decimal(40), "")),
        ("60/60", "", (Decimal(60), Decimal(60), "")),
    ],
)
def test_artificial_scores(ns: str, ew: str, expected: tuple) -> None:
    line = only("Board,NS,EW,NS score,EW score", f"1,1,2,{ns},{ew}")
    assert (line.ns_percent, line.ew_percent, line.remark) == expected


def test_a_score_in_east_wests_column_is_north_souths_with_the_other_sign() -> None:
    assert only("Board,NS,EW,NS score,EW score", "1,1,2,,620").score == -620


def test_names_together_or_apart_name_the_pairs() -> None:
    tournament = read("Board,NS,EW,Score,NS names,East,West", "1,1,2,50,Ann - Bob,Cleo,Dan", "2,1,2,50,,,")
    pairs = tournament.contestants
    assert [(pair.number, pair.direction, [player.name for player in pair.players]) for pair in pairs] == [
        ("1", "NS", ["Ann", "Bob"]), ("2", "EW", ["Cleo", "Dan"]),
    ]  # fmt: skip


def test_a_pair_that_sits_both_ways_is_one_pair() -> None:
    tournament = read("Board,NS,EW,Score", "1,1,2,50", "2,3,1,50")
    assert [(contestant.number, contestant.direction) for contestant in tournament.contestants] == [
        ("1", ""),
        ("3", ""),
        ("2", ""),
    ]


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (("Les Ondines", "Les Salicaires"), ("Les Ondines", "Les Salicaires")),
        (("a" * 20, "b" * 21), ("a" * 20, "b" * 20)),
        (
            ("Les Ondines de Tours et d’Amboise", "Les Ondines de Chinon"),
            ("Les Ondines de Tours", "Les Ondines de Chino"),
        ),
        (("Bridge Club d’Amiens et environs", "x"), ("Bridge Club d’Amiens", "x")),
        (("Bridge Club du Mans et environs", "x"), ("Bridge Club du Mans", "x")),
        (("Bridge Club de Clermont 1", "Bridge Club de Clermont 2"), ("Bridge Club de Clerm", "Bridge Club de Cle 2")),
        (("a" * 20, "a" * 21), ("a" * 20, "a" * 18 + " 2")),
    ],
)
def test_a_team_of_a_long_name_is_that_of_its_pairs_and_of_no_others(
    names: tuple[str, str], numbers: tuple[str, str]
) -> None:
    tournament = read("board,ns,ew,score,ns_team,ew_team", f"1,1,2,50,{','.join(names)}", "2,1,2,50,,")
    assert [(team.number, team.name) for team in tournament.teams] == list(zip(numbers, names, strict=True))
    assert tuple(pair.team for pair in tournament.contestants) == numbers


@pytest.mark.parametrize(
    ("columns", "cells", "score"),
    [
        ("NS score,EW score", ",620", -620), ("NS score,EW score", ",-620", -620), ("NS score,EW score", "-50,50", -50),
        ("EW score,Remark", "620,", -620), ("EW score,Remark", "-620,", 620),
    ],
)  # fmt: skip
def test_a_score_of_east_west_is_their_gain_beside_a_column_of_north_south(
    columns: str, cells: str, score: int
) -> None:
    assert only(f"Board,NS,EW,{columns}", f"1,1,2,{cells}").score == score


def test_two_pairs_of_one_number_are_told_apart_by_their_names_in_any_order_or_by_a_board_on_which_both_sit() -> None:
    def pairs(*rows: str) -> list[tuple[str, str]]:
        contestants = read("Board,NS,EW,Score,NS names,EW names", *rows).contestants
        return sorted((pair.number, pair.direction) for pair in contestants)

    turning = [("1", ""), ("2", ""), ("3", "")]
    directed = [("1", "EW"), ("1", "NS"), ("2", "EW"), ("3", "NS")]
    assert pairs("1,1,2,50,Ann - Bob,", "2,3,1,50,,Bob - Ann") == turning
    assert pairs("1,1,2,50,Ann - Bob,", "2,3,1,50,,Cleo - Dan") == directed
    assert pairs("1,1,2,50,,", "1,3,1,50,,") == directed


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "rows",
    [("1,1,2,50,,,,", "2,3,1,50,,Ann - Bob,,Reds"), ("1,1,2,50,Ann - Bob,,Reds,", "2,3,1,50,,,,")],
    ids=["named East-West", "named North-South"],
)
def test_a_pair_that_sits_both_ways_has_the_names_and_the_team_of_either_row(
    rows: tuple[str, str], *, turned: bool
) -> None:
    tournament = read("Board,NS,EW,Score,NS names,EW names,ns_team,ew_team", *(rows[::-1] if turned else rows))
    (pair,) = [pair for pair in tournament.contestants if pair.number == "1"]
    assert ([player.name for player in pair.players], pair.team) == (["Ann", "Bob"], "Reds")


def test_a_table_of_teams_says_so_by_a_team_or_by_its_word() -> None:
    heading = "event,board,ns,ew,score,ns_team,ew_team"
    events = [read(heading, row).event for row in (",1,1,2,50,Reds,Blues", "teams,1,1,2,50,,", "pairs,1,1,2,50,,")]
    assert events == ["teams", "teams", "pairs"]


def test_a_director_may_say_what_the_columns_mean() -> None:
    rows = b"Board,NS,EW,Left,Right\n1,1,2,430,9\n"
    with pytest.raises(exchange.Unreadable, match="line 1: The table needs columns for the board"):
        exchange.read(rows, "")
    (line,) = spreadsheet.read(rows, {"Left": "score"}).results
    assert line.score == 430


@pytest.mark.parametrize("row", ["5;1;2;;;", "Friday", "5;1", ";;;;;"], ids=["blank cells", "text", "cut", "blank"])
def test_contracts_and_declarers_without_a_heading_are_told_by_their_cells_whatever_a_row_lacks(row: str) -> None:
    rows = ["1;1;2;3NT;S;400", "2;1;2;4S;N;420", row, "3;1;2;2H;E;-110"]
    for table in (rows, [*rows[:2], *rows[3:], row]):
        layout = spreadsheet.layout("\n".join(table).encode())
        assert layout is not None
        assert layout.meaning.columns == ("", "", "", "contract", "declarer", "")


def test_a_column_without_a_heading_is_not_told_by_some_of_its_cells() -> None:
    rows = ["1;1;2;3NT;S;400", "2;1;2;4S;N;420", "3;1;2;2H;E;-110"]
    for number, row in enumerate(rows):
        other = row.replace("3NT", "Ann").replace("4S", "Ann").replace("2H", "Ann")
        layout = spreadsheet.layout("\n".join([*rows[:number], other, *rows[number + 1 :]]).encode())
        assert layout is not None
        assert layout.meaning.columns == ("", "", "", "", "declarer", "")


def test_what_is_odd_is_said_with_its_line_and_board() -> None:
    tournament = read("board,ns,ew,score", "x,1,2,50", "2,1,,50", "", "3,1,2,fifty")
    assert said(tournament) == [
        "line 2: “x” is not a board number; the line is left out.",
        "line 3, board 2: The line does not say which pairs played.",
        "line 5, board 3: “fifty” is not a score; the line is kept as unread.",
    ]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (("Board,Contract,Declarer", "1,4S,N"), "line 1: The table needs columns for the board"),
        (("Board,NS,EW,Score",), "The tournament has no board: nothing was recorded."),
        (("Name,Town", "Ann,York"), "The format of this file is not known."),
    ],
)
def test_a_table_that_tells_no_tournament_is_refused(rows: tuple[str, ...], why: str) -> None:
    with pytest.raises(exchange.Unreadable, match=f"table.csv(, |: ){why}"):
        read(*rows)


def test_more_rows_than_a_tournament_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet.reading, "MAX_ROWS", 3)
    with pytest.raises(exchange.Unreadable, match="The file is larger than any tournament’s."):
        read("Board,NS,EW,Score", *["1,1,2,50"] * 4)


OTHER = "Donne;Paire NS;Paire EO;Contrat;Déclarant;Résultat;Marque\n3;1;2;4C x;O;-1;200\n4;1;2;Passe;;;0\n5;1;2;;;;A+\n"


@quickly
@given(st.sampled_from((spreadsheet.write(two_pairs_of_one_number()), OTHER.encode(), OTHER.encode("cp1252"))), EDITS)
def test_a_mutated_table_is_read_or_refused(data: bytes, edits: list) -> None:
    check(exchange.read(data))
    read_or_refuse(mutated(data, edits))


@pytest.mark.parametrize("sign", "=+-@＝＋－＠")
def test_what_a_spreadsheet_would_compute_is_guarded_in_full_width_too(sign: str) -> None:
    assert FORMULA.match(f"{sign}1+1")
    assert FORMULA.match(f"'{sign}1+1")


def test_a_heading_that_is_repeated_further_down_is_that_of_the_first_row():
    heading = "Board;NS;EW;Contract;Tricks"
    proposal = propose(f"{heading}\n1;1;2;3NT S;9\n{heading}\n2;1;2;4S N;10\n")
    assert proposal is not None
    assert proposal.row == 1

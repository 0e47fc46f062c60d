"""The reader of PBN files returns their content, with notes about their faults."""

import datetime
from decimal import Decimal

import pytest

from arbitrage import exchange
from arbitrage.exchange.records import ContestantRecord, PlayerRecord, ResultRecord, TournamentFile
from tests.arbitrage.exchange.exchange_files import DEALS, TRAVELLER, pbn_game

pytestmark = pytest.mark.usefixtures("in_english")


def read(*games: str) -> TournamentFile:
    return exchange.read("".join(games).encode(), "evening.pbn")


def reasons(tournament: TournamentFile) -> list[str]:
    return [problem.reason for problem in tournament.warnings]


def read_row(*rows: str, header: str = TRAVELLER) -> tuple[ResultRecord, list[str]]:
    """Return the first line of a table of results, and the notes about it except those about missing names."""
    tournament = read(pbn_game(1, header, *rows, Scoring="MP"))
    return tournament.results[0], [reason for reason in reasons(tournament) if "does not name the pairs" not in reason]


# Games and tags


def test_a_deal_has_its_dealer_vulnerability_hands_and_makeable_contracts() -> None:
    tournament = read(pbn_game(3, Dealer="W", Vulnerable="Both", Deal="E:A2.K9876.72.9742 J543.43.AQ5.AKJ3 "
                               "987.Q52.KJ63.QT8 KQT6.AJT.T984.65", DoubleDummyTricks="8A6978A7974364443644",
                               OptimumScore="NS 420"))  # fmt: skip
    board = tournament.boards[0]
    assert (board.number, board.dealer, board.vulnerability) == (3, "W", "All")
    assert (board.deal, board.double_dummy, board.par) == (DEALS[0], "8a6978a7974364443644", "NS 420")
    assert (tournament.name, tournament.date) == ("Club night", datetime.date(2026, 11, 21))
    assert (tournament.results, tournament.sections, tournament.warnings) == ((), (), ())


def test_dealer_and_vulnerability_come_from_the_number_when_the_file_has_none() -> None:
    tournament = read(pbn_game(6, Deal=DEALS[0]), pbn_game(7, Deal=DEALS[1], Dealer="Z", Vulnerable="some"))
    assert [(board.dealer, board.vulnerability) for board in tournament.boards] == [("E", "EW"), ("S", "All")]
    assert reasons(tournament) == [
        "“Z” is not a dealer; the one of the board’s number is taken.",
        "“some” is not a vulnerability; the one of the board’s number is taken.",
    ]


def test_a_hash_repeats_the_game_before_and_two_hashes_set_the_default() -> None:
    tournament = read(
        pbn_game(1, Event="##Long night", Site="Here", Vulnerable="NS", Room="#"),
        '[Board "2"]\n[Site "#"]\n[Vulnerable "#"]\n\n[Board "3"]\n[Vulnerable "#"]\n[Dealer "#"]\n',
    )
    assert [(board.number, board.vulnerability) for board in tournament.boards] == [(1, "NS"), (2, "NS"), (3, "NS")]
    assert (tournament.name, tournament.club) == ("Long night", "Here")
    assert reasons(tournament) == [
        "The tag Room repeats the value of the game before, which has none.",
        "The tag Dealer repeats the value of the game before, which has none.",
    ]


def test_two_tags_on_a_line_and_games_without_empty_lines_are_read() -> None:
    tournament = read('[Event "A"] [Board "1"]\n[Dealer "N"]\n[Board "2"]\n[Board "3"]\n[Event "B"]\n[Board "4"]')
    assert [board.number for board in tournament.boards] == [1, 2, 3, 4]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_kind_of_line_end_is_read(ends: str) -> None:
    text = pbn_game(1, TRAVELLER, "1 2 4S N 10 S9 420 - 2 0") + pbn_game(2, TRAVELLER, "1 2 3S N 9 S9 140 - 2 0")
    tournament = exchange.read(text.replace("\n", ends).encode())
    assert [line.score for line in tournament.results] == [420, 140]


@pytest.mark.parametrize(
    ("between", "tables"),
    [
        ("\n", [1, 2]),
        ("  \t\n", [1, 2]),
        ("{ why }\n\n", [1, 2]),
        ("", [1, None]),
        ("{ why }\n", [1, None]),
        ("{ why\n\n}\n", [1, None]),
    ],
    ids=["empty line", "blanks", "comment and empty line", "nothing", "comment", "empty line in a comment"],
)
def test_an_empty_line_outside_of_comments_begins_a_game_whatever_its_first_tag(between: str, tables: list) -> None:
    played = '[Contract "3NT"]\n[Declarer "S"]\n[Result "9"]\n'
    tournament = read(f'[Table "1"]\n[Board "1"]\n{played}{between}', f'[Table "2"]\n[Board "1"]\n{played}')
    assert [line.table for line in tournament.results] == tables
    twice = "The tag Table is there twice in one game; the first is kept."
    assert (twice in reasons(tournament)) == (tables == [1, None])


def test_comments_and_escaped_lines_are_passed_over() -> None:
    tournament = read(
        "% a line for another program [Board \"9\"]\n; a remark\n{ a comment\n[Dealer \"W\"]\n over lines } [Note\n",
        pbn_game(1, "{ A }", f"{TRAVELLER} ; the traveller", "1 2 4S N 10 S9 420 - 2 0 {good} ; better", "{", "}",
                 "2 1 \"PASS\" - - - 0 - {a}{b} 1 1", Event="A {not a comment}; nor this"),
    )  # fmt: skip
    assert [board.number for board in tournament.boards] == [1]
    assert [line.kind for line in tournament.results] == ["played", "passed"]
    assert tournament.name == "A {not a comment}; nor this"


def test_a_comment_that_is_never_closed_does_not_swallow_the_other_games() -> None:
    tournament = read(pbn_game(1, "{ never closed", 'still [Board "7"] inside'), pbn_game(2), pbn_game(3, "{ nor this"))
    assert [board.number for board in tournament.boards] == [1, 2, 3]
    assert [str(problem) for problem in tournament.warnings] == [
        "line 4: A comment opened here is never closed; it is skipped.",
        "line 14: A comment opened here is never closed; it is skipped.",
    ]


def test_one_bad_game_never_loses_the_others() -> None:
    tournament = read(
        pbn_game(1, Deal=DEALS[0]),
        pbn_game("one", Deal=DEALS[0]),
        pbn_game(2, Deal=DEALS[1].replace("N:K", "N:KK")),
        '[Event "x"]\n[Board "3\n[Deal "N:..."]\n\n',
        pbn_game(4, Deal="S:hello"),
        pbn_game(5, Deal=DEALS[1]),
    )
    assert [(board.number, board.deal) for board in tournament.boards] == [
        (1, DEALS[0]),
        (2, ""),
        (4, ""),
        (5, DEALS[1]),
    ]
    assert [(problem.place, problem.reason[:44]) for problem in tournament.warnings] == [
        ("line 6", "“one” is not a board number; the game is lef"),
        ("line 11, board 2", "The hands cannot be read and are left out. C"),
        ("line 17", "“[Board \"3” is not a PBN tag; it is skipped."),
        ("line 16", "The game has no board number; it is left out"),
        ("line 20, board 4", "The hands cannot be read and are left out. “"),
    ]  # fmt: skip


def test_deals_without_numbers_are_numbered_in_order() -> None:
    tournament = read(f'[Deal "{DEALS[0]}"]\n\n[Deal "{DEALS[1]}"]\n')
    assert [(board.number, board.deal) for board in tournament.boards] == [(1, DEALS[0]), (2, DEALS[1])]
    assert len(tournament.warnings) == 1


def test_a_number_that_comes_back_with_other_hands_is_a_board_of_another_session() -> None:
    tournament = read(*(pbn_game(number, Deal=deal) for deal in DEALS for number in (1, 2)))
    assert [(board.session, board.number, board.deal) for board in tournament.boards] == [
        ("", 1, DEALS[0]), ("", 2, DEALS[0]), ("2", 1, DEALS[1]), ("2", 2, DEALS[1]),
    ]  # fmt: skip
    assert (tournament.sessions, len(tournament.warnings)) == (("", "2"), 1)


# Tables of results


def test_a_row_of_the_score_table_is_read_column_by_column() -> None:
    header = (
        r'[ScoreTable "+Rank\3R;Section\1L;Table\2R;Round\2R;PairId_NS;PairId_EW;Contract\5L;Declarer\1;Lead;'
        r'Result\2R;Score_NS\5R;MP_NS;MP_EW;Percentage_NS;Multiplicity;Room"]'
    )
    line, noted = read_row('1 A 12 3 "7" 31 4HXX N HT 8 -2200 0.5 11,5 4 2 closed', header=header)
    assert line == ResultRecord(
        ns="7",
        ew="31",
        section="A",
        table=12,
        round=3,
        room="closed",
        contract="4Hxx",
        declarer="N",
        lead="HT",
        tricks=8,
        score=-2200,
        ns_points=Decimal("0.5"),
        ew_points=Decimal("11.5"),
        ns_percent=Decimal(4),
        times=2,
    )
    assert noted == []


@pytest.mark.parametrize(
    ("ns", "ew", "score", "score_ew"),
    [("420", "-", 420, None), ("-", "420", -420, None), ("-50", "50", -50, None), ("420", "50", 420, 50),
     ("0", "0", 0, None), ('"420"', "-", 420, None)],
)  # fmt: skip
def test_a_score_is_that_of_the_side_whose_column_it_is_in(ns: str, ew: str, score: int, score_ew: int | None) -> None:
    line, noted = read_row(f"1 2 4S N 10 S9 {ns} {ew} 2 0")
    assert (line.score, line.score_ew, line.kind, noted) == (score, score_ew, "played", [])


@pytest.mark.parametrize(
    ("ns", "ew", "shares", "remark"),
    [("A+", "A+", (60, 60), "A+/A+"), ("A-", "A+", (40, 60), "A-/A+"), ("A", "A", (50, 50), "A/A"),
     ("AVE+", "-", (60, None), "A+/-"), ("55%", "45%", (55, 45), ""),
     ("62,5%", "37.5%", (Decimal("62.5"), Decimal("37.5")), ""), ("A+", "40%", (60, 40), "A+/40%")],
)  # fmt: skip
def test_average_scores_are_artificial_with_what_the_file_calls_them(
    ns: str, ew: str, shares: tuple, remark: str
) -> None:
    line, noted = read_row(f"1 2 - - - - {ns} {ew} 12.6 8.4")
    assert (line.kind, (line.ns_percent, line.ew_percent), line.remark) == ("artificial", shares, remark)
    assert (line.score, line.ns_points, line.ew_points, noted) == (None, Decimal("12.6"), Decimal("8.4"), [])


def test_the_percentage_of_the_file_is_kept_for_an_average() -> None:
    header = TRAVELLER.replace('R"]', r'R;Percentage_NS\3R;Percentage_EW\3R"]')
    line, noted = read_row("1 2 - - - - A+ A- 12 8 63 40", header=header)
    assert (line.ns_percent, line.ew_percent, line.remark, noted) == (63, 40, "A+/A-", [])


@pytest.mark.parametrize(("written", "kept"), [("0", 0), ("100", 100), ("101", None), ("100.5", None), ("-1", None)])
def test_a_percentage_that_cannot_be_is_left_out(written: str, kept: int | None) -> None:
    header = TRAVELLER.replace('R"]', r'R;Percentage_NS\5R;Percentage_EW\5R"]')
    line, _noted = read_row(f"1 2 - - - - A A 12 8 {written} 50", header=header)
    assert (line.ns_percent, line.ew_percent) == (kept, 50)


def test_a_row_of_nothing_was_not_played() -> None:
    assert read_row("1 2 - - - - - - - -")[0].kind == "not_played"


def test_rows_that_cannot_be_read_are_kept_as_unread() -> None:
    tournament = read(
        pbn_game(
            4, TRAVELLER, "1 2 4S N 10 S9 420 - 2 0", "1 2 4S N", "3 4 9S N 10 - 420 - 2 0", "5 6 4S N 10 - huge - 2 0"
        )
    )
    assert [(line.kind, line.ns, line.score, line.remark) for line in tournament.results] == [
        ("played", "1", 420, ""),
        ("unreadable", "", None, "1 2 4S N"),
        ("unreadable", "3", 420, "9S"),
        ("unreadable", "5", None, "huge"),
    ]
    assert [problem.place for problem in tournament.warnings[1:]] == [f"line {line}, board 4" for line in (6, 7, 8)]


def test_an_unknown_opponent_is_nobody() -> None:
    line, _noted = read_row("59 ??? 2C S 10 HA 130 - 3 1")
    assert (line.ns, line.ew) == ("59", "")


@pytest.mark.parametrize(
    ("result", "tricks"), [("+1", 11), ("=", 10), ("-2", 8), ("10", 10), ("14", None), ("-", None)]
)
def test_tricks_may_be_relative_to_the_contract(result: str, tricks: int | None) -> None:
    assert read_row(f"1 2 4S N {result} - 420 - 2 0")[0].tricks == tricks


RANKING = (
    r'[TotalScoreTable "Rank\2R;PairId\2R;Direction\5R;TotalScoreMP\5R;TotalPercentage\5R;Names\30L;'
    'MemberID1;MemberID2"]'
)


def test_the_ranking_names_the_pairs() -> None:
    tournament = read(
        pbn_game(1, RANKING, '1 7 "N-S" 771.2 61.21 "Otto PALME - Anaïs GENÊT" "10002664" "-"',
                 '1= 8 E-W 630.0 50.00 "Ann/Bob" - -', "2 9 - - - Alone - -", TRAVELLER, "7 8 4S N 10 S9 420 - 2 0"),
    )  # fmt: skip
    assert tournament.contestants == (
        ContestantRecord(
            number="7",
            direction="NS",
            players=(
                PlayerRecord(name="Otto PALME", licence="10002664"),
                PlayerRecord(name="Anaïs GENÊT", licence="-"),
            ),
            percentage=Decimal("61.21"),
            total=Decimal("771.2"),
            rank="1",
        ),
        ContestantRecord(
            number="8",
            direction="EW",
            players=(PlayerRecord(name="Ann"), PlayerRecord(name="Bob")),
            percentage=Decimal(50),
            total=Decimal(630),
            rank="1=",
        ),
        ContestantRecord(number="9", players=(PlayerRecord(name="Alone"),), rank="2"),
    )
    assert tournament.winners == 2


def test_pairs_that_change_direction_have_none_and_are_ranked_together() -> None:
    ranking = ["1 7 N-S 1 1 a/b - -", "2 8 E-W 1 1 c/d - -"]
    tournament = read(pbn_game(1, RANKING, *ranking, TRAVELLER, "8 7 4S N 10 S9 420 - 2 0"))
    assert [pair.direction for pair in tournament.contestants] == ["", ""]
    assert tournament.winners == 1


def test_a_ranking_without_sections_serves_a_traveller_that_has_them() -> None:
    tournament = read(pbn_game(1, TRAVELLER, "7 8 4S N 10 S9 420 - 2 0", Section="A"),
                      pbn_game(2, RANKING, "1 7 - 1 1 a/b - -", "2 8 - 1 1 c/d - -"),
                      pbn_game(3, TRAVELLER, "7 8 4S N 10 S9 420 - 2 0", Section="B"))  # fmt: skip
    assert [(section.letter, [pair.number for pair in section.contestants]) for section in tournament.sections] == [
        ("A", ["7", "8"]),
        ("", ["7", "8"]),
    ]
    assert [line.section for line in tournament.results] == ["A", ""]


def test_a_ranking_without_numbers_is_not_guessed_at() -> None:
    tournament = read(pbn_game(1, '[TotalScoreTable "Rank;Names"]', "1 Ann/Bob", TRAVELLER, "7 8 4S N 10 S9 420 - 2 0"))
    assert [(pair.number, pair.players) for pair in tournament.contestants] == [("7", ()), ("8", ())]
    assert reasons(tournament) == [
        "The ranking names pairs without their numbers; the names cannot be put to the results.",
        "The file does not name the pairs, only their numbers.",
    ]


# A game for each table


def test_one_game_a_table_makes_a_traveller_and_numbers_the_pairs() -> None:
    def game(north: str, east: str, **tags: str) -> str:
        players = {"North": north, "South": f"{north}'s partner", "East": east, "West": f"{east}'s partner"}
        return pbn_game(1, **players, Deal=DEALS[0], **tags)

    tournament = read(
        game("Ann", "Bob", Declarer="N", Contract="4S", Result="10", Score="NS 420", Table="1", Round="2"),
        game("Cleo", "Dan", Declarer="E", Contract="3NTX", Result="NS 6", Score="EW -300", ScoreMP="NS 2"),
        game("Bob", "Ann", Declarer="", Contract="Pass", Result="", ScoreIMP="EW 1.5"),
    )
    assert len(tournament.boards) == 1
    assert [
        (result.ns, result.ew, result.kind, result.contract, result.tricks, result.score)
        for result in tournament.results
    ] == [
        ("1", "2", "played", "4S", 10, 420),
        ("3", "4", "played", "3NTx", 7, 300),
        ("2", "1", "passed", "", None, None),
    ]
    assert [(result.table, result.round, result.ns_points, result.ew_points) for result in tournament.results] == [
        (1, 2, None, None),
        (None, None, 2, None),
        (None, None, None, Decimal("1.5")),
    ]
    assert tournament.contestants[1].players == (PlayerRecord(name="Bob"), PlayerRecord(name="Bob's partner"))
    assert reasons(tournament) == ["The file does not number the pairs; they are numbered in the order they are met."]


def test_pair_numbers_written_as_names_are_numbers() -> None:
    players = {"North": "Para-12", "South": "Para-12", "East": "Para-3", "West": "Para-3"}
    tournament = read(pbn_game(1, **players, Declarer="S", Contract="4H", Result="9"))
    assert (tournament.results[0].ns, tournament.results[0].ew) == ("12", "3")
    assert tournament.contestants == (ContestantRecord(number="12"), ContestantRecord(number="3"))
    assert tournament.warnings == ()


def test_a_number_in_the_name_of_one_player_is_not_that_of_the_pair() -> None:
    players = {"North": "Para-12", "South": "Ann", "East": "Bob", "West": "Para-3"}
    tournament = read(pbn_game(1, **players, Declarer="S", Contract="4H", Result="9"))
    assert (tournament.results[0].ns, tournament.results[0].ew) == ("1", "2")
    assert [[player.name for player in pair.players] for pair in tournament.contestants] == [
        ["Para-12", "Ann"],
        ["Bob", "Para-3"],
    ]


def test_the_two_rooms_of_a_match_are_two_results_of_two_teams() -> None:
    def game(room: str, north: str, east: str) -> str:
        return pbn_game(1, Room=room, HomeTeam="Reds", VisitTeam="Blues", North=north, South="S", East=east, West="W",
                        Declarer="N", Contract="1NT", Result="7", Score="NS 90")  # fmt: skip

    tournament = read(game("Open", "Ann", "Bob"), game("Closed", "Cleo", "Dan"))
    assert (tournament.event, [line.room for line in tournament.results]) == ("teams", ["open", "closed"])
    assert [pair.team for pair in tournament.contestants] == ["Reds", "Blues", "Blues", "Reds"]


def test_teams_whose_names_begin_alike_stay_two_teams() -> None:
    home, away = "Bridge Club de la Vallée, une", "Bridge Club de la Vallée, deux"
    teams = {"HomeTeam": home, "VisitTeam": away, "Declarer": "N", "Contract": "1NT", "Result": "7"}
    tournament = read(
        pbn_game(1, Room="Open", North="Ann", South="S", East="Bob", West="W", **teams),
        pbn_game(1, Room="Closed", North="Cleo", South="S", East="Dan", West="W", **teams),
    )
    one, two = "Bridge Club de la Va", "Bridge Club de la 2"
    assert [pair.team for pair in tournament.contestants] == [one, two, two, one]
    ranking = '[TotalScoreTable "Rank;PairId;Team"]'
    ranked = read(pbn_game(1, ranking, f'1 1 "{home}"', f'2 2 "{away}"', TRAVELLER, "1 2 4S N 10 S9 420 - 2 0"))
    assert [pair.team for pair in ranked.contestants] == [one, two]


def test_auction_and_play_go_with_their_result() -> None:
    tournament = read(
        pbn_game(1, '[Auction "N"]', "1C =1= pass 1NT $2 X", "XX AP", '[Note "1:strong"]', '[Note "2:weak"]',
                 '[Play "W"]', "S9 S2 S3 s4", "D10 - - DA", "*", "H2",
                 Declarer="S", Contract="1NTXX", Result="^7", Score="NS 560"),
    )  # fmt: skip
    line = tournament.results[0]
    assert line.auction == ("1C", "Pass", "1NT", "X", "XX", "Pass", "Pass", "Pass")
    assert line.play == ("S9", "S2", "S3", "S4", "DT", "-", "-", "DA")
    assert (line.lead, line.tricks, line.contract) == ("S9", 7, "1NTxx")
    assert reasons(tournament) == ["“^7” is marked as irregular in the file."]


def test_four_passes_written_short_are_four_passes() -> None:
    tournament = read(pbn_game(1, '[Auction "N"]', "AP", Contract="Pass"))
    assert tournament.results[0].auction == ("Pass",) * 4


def test_auction_and_play_join_the_one_line_of_the_table_they_fit() -> None:
    own = {"Declarer": "N", "Contract": "4S", "Result": "10"}
    auction = ('[Auction "N"]', "4S AP")
    one = read(pbn_game(1, *auction, TRAVELLER, "1 2 4S N 10 S9 420 - 2 0", "3 4 3S N 10 S9 170 - 0 2", **own))
    two = read(pbn_game(1, *auction, TRAVELLER, "1 2 4S N 10 S9 420 - 2 0", "3 4 4S N 10 S9 420 - 0 2", **own))
    assert [line.auction for line in one.results] == [("4S", "Pass", "Pass", "Pass"), ()]
    assert [line.auction for line in two.results] == [(), ()]
    assert "The auction and play of a board are left out" in reasons(two)[-1]


# Makeable contracts, methods, encodings


def test_makeable_contracts_are_read_from_a_table() -> None:
    rows = [
        f"{seat} {name} {tricks}"
        for seat in "WNES"
        for name, tricks in zip(("NT", "S", "H", "D", "C"), (1, 2, 13, 0, 10), strict=True)
    ]
    tournament = read(pbn_game(1, r'[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]', *rows))
    assert tournament.boards[0].double_dummy == "12d0a" * 4
    table = '[OptimumResultTable "Declarer;Denomination;Result"]'
    assert read(pbn_game(1, table, *rows[1:])).boards[0].double_dummy == ""
    ability = '[Ability "N:12d0a S:12d0a E:12d0a W:12d0b"]'
    assert read(pbn_game(1, ability, table, *rows[1:])).boards[0].double_dummy == "12d0a" * 3 + "12d0b"


@pytest.mark.parametrize(
    ("written", "read_as"),
    [("MP", "MP"), ("MatchPoints;MP1", "MP"), ("IMP", "CROSS_IMPS"), ("##IMP;Cross", "CROSS_IMPS"),
     ("Butler", "BUTLER"), ("BAM", "PAB"), ("TotalPoints", "TOTAL"), ("", "")],
)  # fmt: skip
def test_the_method_of_scoring_is_known_by_its_names(written: str, read_as: str) -> None:
    assert read(pbn_game(1, Scoring=written)).scoring == read_as


def test_imps_between_two_rooms_are_those_of_a_match() -> None:
    assert read(pbn_game(1, Scoring="IMP", Room="Open")).scoring == "IMPS"


@pytest.mark.parametrize(
    ("directive", "encoding", "warned"),
    [("%Content-type: text/x-pbn; charset=ISO-8859-1\n", "iso-8859-1", False),
     ("%Content-type: text/x-pbn; charset=UTF-8\n", "utf-8", False), ("", "utf-8-sig", False), ("", "utf-8", True),
     ("", "windows-1252", True), ("%Content-type: text/x-pbn; charset=UTF-8\n", "windows-1252", True)],
)  # fmt: skip
def test_accents_are_read_and_a_guess_is_never_silent(directive: str, encoding: str, warned: bool) -> None:
    tournament = exchange.read((directive + pbn_game(1, Event="Séance d'été")).encode(encoding))
    assert tournament.name == "Séance d'été"
    assert [("Check the accents" in reason) for reason in reasons(tournament)] == [True] * warned


def test_a_quotation_mark_may_be_escaped_or_not() -> None:
    assert read(pbn_game(1, Event=r"The \"Big\" \\ one")).name == 'The "Big" \\ one'
    assert read(pbn_game(1, Event='The "Big" one')).name == 'The "Big" one'


def test_the_program_and_the_version_are_in_the_directives() -> None:
    head = '% PBN 2.1\n% EXPORT\n% <META  name=Generator  content="Magic">\n% <META name=Version content="4.1">\n'
    tournament = read(head, pbn_game(1))
    assert (tournament.version, tournament.program, tournament.format) == ("2.1", "Magic 4.1", "pbn")


# Games without contract and result

AUCTION = ('[Auction "N"]', "1C Pass 1S Pass", "4S AP")
TRICKS = ["SA SK SQ SJ", "ST S9 S8 S7", "S6 S5 S4 S3", "HA H2 H3 H4", "HK H5 H6 H7", "HQ H8 H9 HT",
          "HJ D2 D3 D4", "DA D5 D6 D7", "DK D8 D9 DT", "DQ C2 C3 C4", "CA C5 C6 C7", "CK C8 C9 CT",
          "CQ CJ DJ S2"]  # fmt: skip
"""South's 4S: West wins twelve tricks, and declarer ruffs the last one."""


def bare(*sections: str, **tags: str) -> ResultRecord:
    (line,) = read(
        pbn_game(1, *sections, **({"North": "Ann", "South": "Bob", "East": "Eve", "West": "Sam"} | tags))
    ).results
    return line


def test_the_contract_follows_from_the_auction_and_the_result_from_the_play() -> None:
    line = bare(*AUCTION, '[Play "W"]', *TRICKS)
    assert (line.kind, line.contract, line.declarer, line.tricks) == ("played", "4S", "S", 1)
    assert (line.lead, len(line.play)) == ("SA", 52)


@pytest.mark.parametrize(
    ("comment", "tricks"),
    [
        ("{Declarer claims the rest}", 10),
        ("{ South claims all the remaining tricks. }", 10),
        ("{South concedes the rest}", 0),
    ],
)
def test_a_claim_of_the_rest_tells_the_tricks_that_were_not_played(comment: str, tricks: int) -> None:
    line = bare(*AUCTION, '[Play "W"]', *TRICKS[:3], "*", comment)
    assert (line.kind, line.tricks) == ("played", tricks)


@pytest.mark.parametrize("comment", ["", "{West claims the rest}", "{Declarer claims 9}", "{A nice claim.}"])
def test_what_the_cards_do_not_tell_is_kept_as_unread_and_named(comment: str) -> None:
    tournament = read(
        pbn_game(1, *AUCTION, '[Play "W"]', *TRICKS[:3], "*", *([comment] if comment else []), North="Ann")
    )
    (line,) = tournament.results
    assert (line.kind, line.contract, line.declarer, line.tricks) == ("unreadable", "4S", "S", None)
    assert len(line.play) == 12
    assert any(
        "board 1" in problem.place and "neither a score nor a contract with its tricks" in problem.reason
        for problem in tournament.warnings
    )


def test_an_auction_that_is_not_over_is_kept_as_unread() -> None:
    line = bare('[Auction "N"]', "1C Pass 1S *")
    assert (line.kind, line.remark, line.auction) == ("unreadable", "1C Pass 1S", ("1C", "Pass", "1S"))


def test_an_auction_of_four_passes_is_a_board_passed_out() -> None:
    assert bare('[Auction "E"]', "AP").kind == "passed"


def test_the_tricks_follow_from_the_play_where_only_the_result_is_missing() -> None:
    line = bare('[Play "W"]', *TRICKS, Contract="4S", Declarer="S", Result="?")
    assert (line.kind, line.tricks) == ("played", 1)

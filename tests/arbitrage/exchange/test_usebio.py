"""The reader of USEBIO files returns their content, with notes about their faults."""

import datetime
from decimal import Decimal

import pytest

from arbitrage import exchange
from arbitrage.exchange.records import (
    ContestantRecord,
    MatchRecord,
    PlayerRecord,
    Problem,
    ResultRecord,
    TeamRecord,
    TournamentFile,
)
from tests.arbitrage.exchange.exchange_files import (
    DEALS,
    PAIRS,
    PLAYED,
    usebio_board,
    usebio_event,
    usebio_line,
    usebio_pair,
)

pytestmark = pytest.mark.usefixtures("in_english")


def read(*parts: str, **around: str) -> TournamentFile:
    return exchange.read(usebio_event(*parts, **around).encode(), "evening.xml")


def read_line(**elements: object) -> tuple[ResultRecord, tuple[str, ...]]:
    """Return the one line of a file with these elements, and the complaints about it."""
    tournament = read(PAIRS, usebio_board(usebio_line(**elements)))
    return tournament.results[0], tuple(problem.reason for problem in tournament.warnings)


def test_a_whole_evening_is_read() -> None:
    pairs = (
        "<PARTICIPANTS>"
        + usebio_pair(1, "Ann Alder", "Bob Beech", DIRECTION="NS", PERCENTAGE="61.25", PLACE="1=", TOTAL_SCORE="98,5")
        + "<PAIR><PAIR_NUMBER>2</PAIR_NUMBER><DIRECTION>EW</DIRECTION>"
        "<PLAYER><PLAYER_NAME>Cleo</PLAYER_NAME><CLUB_ID_NUMBER>12</CLUB_ID_NUMBER>"
        "<NATIONAL_ID_NUMBER>0</NATIONAL_ID_NUMBER></PLAYER><PLAYER><PLAYER_NAME>Dan</PLAYER_NAME>"
        "<NATIONAL_ID_NUMBER>345</NATIONAL_ID_NUMBER></PLAYER></PAIR></PARTICIPANTS>"
    )
    about = (
        "<WINNER_TYPE>2</WINNER_TYPE><BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>"
        "<PROGRAM_NAME>Scorer</PROGRAM_NAME><PROGRAM_VERSION>3.1</PROGRAM_VERSION>"
    )
    line = usebio_line(CONTRACT="5DXX", PLAYED_BY="W", LEAD="10S", TRICKS="8", SCORE="1000", NS_MATCH_POINTS="4",
                       EW_MATCH_POINTS="0.5", TABLE_NUMBER="3", ROUND_NUMBER="2", NOTES="late play")  # fmt: skip
    tournament = read(about, pairs, usebio_board(line, number=8), after="<CLUB><CLUB_NAME>Our club</CLUB_NAME></CLUB>")

    assert tournament.warnings == ()
    assert (tournament.name, tournament.date) == ("Club night", datetime.date(2026, 11, 21))
    assert (tournament.club, tournament.program, tournament.version) == ("Our club", "Scorer 3.1", "1.2")
    assert (tournament.scoring, tournament.winners, tournament.event) == ("MP", 2, "pairs")
    assert tournament.contestants == (
        ContestantRecord(
            number="1",
            direction="NS",
            players=(PlayerRecord(name="Ann Alder"), PlayerRecord(name="Bob Beech")),
            percentage=Decimal("61.25"),
            total=Decimal("98.5"),
            rank="1=",
        ),
        ContestantRecord(
            number="2",
            direction="EW",
            players=(PlayerRecord(name="Cleo", licence="12"), PlayerRecord(name="Dan", licence="345")),
        ),
    )
    board = tournament.boards[0]
    assert (board.number, board.dealer, board.vulnerability) == (8, "W", "None")
    assert board.results == (
        ResultRecord(
            ns="1",
            ew="2",
            table=3,
            round=2,
            contract="5Dxx",
            declarer="W",
            lead="ST",
            tricks=8,
            score=1000,
            ns_points=Decimal(4),
            ew_points=Decimal("0.5"),
            remark="late play",
        ),
    )


@pytest.mark.parametrize(
    ("written", "read_as"),
    [("3NT", "3NT"), ("3N", "3NT"), ("4Hx", "4Hx"), ("4HX", "4Hx"), ("4Sxx", "4Sxx"), (" 7C ", "7C"), ("2 D x", "2Dx")],
)
def test_the_spellings_of_a_contract_are_one(written: str, read_as: str) -> None:
    line, noted = read_line(CONTRACT=written, PLAYED_BY="S", TRICKS=9, SCORE=100)
    assert (line.kind, line.contract, line.declarer, line.tricks, noted) == ("played", read_as, "S", 9, ())


def test_a_board_passed_out_has_no_contract_and_scores_nothing() -> None:
    line, noted = read_line(CONTRACT="PASS", PLAYED_BY="N", TRICKS=0, SCORE=0)
    assert (line.kind, line.contract, line.declarer, line.tricks, line.score) == ("passed", "", "", None, 0)
    assert noted == ()


def test_an_artificial_score_is_two_percentages() -> None:
    line, noted = read_line(SCORE="A6040", NS_MATCH_POINTS="12", EW_MATCH_POINTS="8")
    assert (line.kind, line.ns_percent, line.ew_percent) == ("artificial", 60, 40)
    assert (line.score, line.ns_points, line.ew_points, noted) == (None, 12, 8, ())


def test_a_score_without_a_contract_is_a_result() -> None:
    line, noted = read_line(SCORE="-80", NS_MATCH_POINTS="2")
    assert (line.kind, line.contract, line.score, noted) == ("played", "", -80, ())


def test_a_line_with_nothing_in_it_was_not_played() -> None:
    assert read_line()[0].kind == "not_played"
    assert read_line(SCORE="NP")[0].kind == "not_played"


def test_an_unreadable_contract_is_kept_as_it_is_written() -> None:
    line, noted = read_line(CONTRACT="42", PLAYED_BY="S", TRICKS=12, SCORE=480, NS_CROSS_IMP_POINTS="-1.14")
    assert (line.kind, line.contract, line.remark) == ("unreadable", "", "42")
    assert (line.declarer, line.tricks, line.score, line.ns_points) == ("S", 12, 480, Decimal("-1.14"))
    assert len(noted) == 1 and "42" in noted[0]


@pytest.mark.parametrize(
    ("elements", "kind", "remark"),
    [
        ({"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": 10, "SCORE": "lots"}, "unreadable", "lots"),
        ({"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": 10, "SCORE": "99999999"}, "unreadable", "99999999"),
        ({"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": 14}, "unreadable", "4S"),
        ({"CONTRACT": "4S", "TRICKS": 10, "SCORE": 420}, "played", "4S"),
        ({"CONTRACT": "4S", "TRICKS": 10}, "unreadable", "4S"),
        ({"NS_MATCH_POINTS": 4}, "unreadable", ""),
        ({"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": 10}, "played", ""),
    ],
)
def test_a_played_line_has_a_score_or_all_it_takes_to_compute_one(elements: dict, kind: str, remark: str) -> None:
    line, noted = read_line(**elements)
    assert (line.kind, line.remark) == (kind, remark)
    assert bool(noted) is (remark != "" or kind == "unreadable")
    assert not line.contract or line.declarer


def test_absurd_numbers_are_noted_and_left_out() -> None:
    line, noted = read_line(CONTRACT="4S", PLAYED_BY="Q", LEAD="ZZ", TRICKS=-3, SCORE=420, TABLE_NUMBER=10**12,
                            NS_MATCH_POINTS="1e9")  # fmt: skip
    assert (line.declarer, line.lead, line.tricks, line.table, line.ns_points) == ("", "", None, None, None)
    assert (line.kind, line.score, len(noted)) == ("played", 420, 4)


def test_sections_keep_their_pairs_and_share_a_board() -> None:
    def section(letter: str, first: int) -> str:
        pairs = usebio_pair(first, "A", "B") + usebio_pair(first + 1, "C", "D")
        line = usebio_line(str(first), str(first + 1), SCORE=100 * first)
        return f'<SECTION SECTION_ID="{letter}"><PARTICIPANTS>{pairs}</PARTICIPANTS>{usebio_board(line)}</SECTION>'

    tournament = read(f'<SESSION SESSION_ID="1">{section("A", 1)}{section("B", 7)}</SESSION>')
    assert [(one.letter, [pair.number for pair in one.contestants]) for one in tournament.sections] == [
        ("A", ["1", "2"]),
        ("B", ["7", "8"]),
    ]
    assert [(line.section, line.ns, line.score) for line in tournament.boards[0].results] == [
        ("A", "1", 100),
        ("B", "7", 700),
    ]
    assert (len(tournament.boards), tournament.sessions) == (1, ("",))


def test_pairs_listed_once_for_all_sections_are_one_section() -> None:
    sections = "".join(f'<SECTION SECTION_ID="{letter}">{usebio_board(PLAYED)}</SECTION>' for letter in "AB")
    tournament = read(PAIRS, sections)
    assert [(section.letter, len(section.contestants)) for section in tournament.sections] == [("", 2)]
    assert [line.section for line in tournament.results] == ["", ""]


def test_a_pair_that_is_only_on_the_travellers_is_a_contestant_without_a_name() -> None:
    tournament = read(PAIRS, usebio_board(usebio_line("1", "19", SCORE=50), usebio_line("19", "2", SCORE=50)))
    assert tournament.contestants[2:] == (ContestantRecord(number="19"),)
    assert [problem.reason for problem in tournament.warnings] == [
        "Number 19 is on the travellers but not among the participants; it has no name."
    ]


def test_the_players_of_an_individual_are_contestants() -> None:
    players = "".join(
        f"<PLAYER><PLAYER_NUMBER>{number}</PLAYER_NUMBER><PLAYER_NAME>P{number}</PLAYER_NAME></PLAYER>"
        for number in "1234"
    )
    seats = "".join(
        f"<{seat}_PLAYER_NUMBER>{number}</{seat}_PLAYER_NUMBER>" for seat, number in zip("NSEW", "1234", strict=True)
    )
    line = f"<TRAVELLER_LINE>{seats}<SCORE>80</SCORE></TRAVELLER_LINE>"
    text = usebio_event(f"<PARTICIPANTS>{players}</PARTICIPANTS>", usebio_board(line)).replace(
        '"PAIRS"', '"INDIVIDUAL"'
    )
    tournament = exchange.read(text.encode())
    assert tournament.event == "individual"
    assert tournament.results[0].players == ("1", "3", "2", "4")
    assert (tournament.results[0].ns, tournament.results[0].ew) == ("", "")
    assert tournament.contestants[0] == ContestantRecord(number="1", players=(PlayerRecord(name="P1"),))


def test_a_match_of_teams_keeps_its_round_and_its_imps() -> None:
    teams = "".join(
        f'<TEAM TEAM_ID="{team}" TEAM_NAME="Team {team}"><TOTAL_SCORE>{20 - team}</TOTAL_SCORE>'
        f"{usebio_pair(f'{team}-NS', 'A', 'B')}{usebio_pair(f'{team}-EW', 'C', 'D')}</TEAM>"
        for team in (1, 2)
    )
    lines = usebio_line("1-NS", "2-EW", SCORE=420) + usebio_line("2-NS", "1-EW", SCORE=170)
    board = f"<BOARD><BOARD_NUMBER>4</BOARD_NUMBER><IMPS>6</IMPS>{lines}</BOARD>"
    match = (
        "<MATCH><ROUND_NUMBER>3</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
        f"<TEAM_SCORE>14</TEAM_SCORE><OPPOSING_TEAM_SCORE>6</OPPOSING_TEAM_SCORE>{board}</MATCH>"
    )
    text = usebio_event(f"<PARTICIPANTS>{teams}</PARTICIPANTS>", match).replace('"PAIRS"', '"TEAMS"')
    tournament = exchange.read(text.encode())
    assert (tournament.event, tournament.scoring) == ("teams", "IMPS")
    assert tournament.teams == (
        TeamRecord(number="1", name="Team 1", total=Decimal(19)),
        TeamRecord(number="2", name="Team 2", total=Decimal(18)),
    )
    assert tournament.matches == (
        MatchRecord(
            one="1", other="2", round=3, one_score=Decimal(14), other_score=Decimal(6), imps=((4, Decimal(6)),)
        ),
    )
    assert [(pair.number, pair.team) for pair in tournament.contestants] == [
        ("1-NS", "1"), ("1-EW", "1"), ("2-NS", "2"), ("2-EW", "2"),
    ]  # fmt: skip
    assert [(line.ns, line.ew, line.round) for line in tournament.results] == [("1-NS", "2-EW", 3), ("2-NS", "1-EW", 3)]


def test_a_swiss_match_gives_its_pairs_to_its_lines() -> None:
    def line(direction: str) -> str:
        return f"<TRAVELLER_LINE><DIRECTION>{direction}</DIRECTION><SCORE>100</SCORE></TRAVELLER_LINE>"

    match = (
        "<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>"
        f"<NS_SCORE>12</NS_SCORE><EW_SCORE>8</EW_SCORE>{usebio_board(line('NS'))}"
        f"{usebio_board(line('EW'), number=2)}</MATCH>"
    )
    tournament = read(PAIRS, match)
    assert [(result.ns, result.ew, result.round) for result in tournament.results] == [("1", "2", 1), ("2", "1", 1)]
    assert (tournament.matches[0].one_score, tournament.matches[0].other_score) == (12, 8)


def hands(deal: str, number: int, short: bool = False) -> str:
    names = ("N", "E", "S", "W") if short else ("North", "East", "South", "West")
    written = ""
    for name, hand in zip(names, deal[2:].split(), strict=True):
        suits = "".join(
            f"<{suit}>{cards}</{suit}>"
            for suit, cards in zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), hand.split("."), strict=True)
        )
        written += f"<HAND><DIRECTION>{name}</DIRECTION>{suits}</HAND>"
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{written}</BOARD>"


def test_the_hands_are_put_to_their_boards_and_the_others_left_out() -> None:
    handset = f"<HANDSET>{hands(DEALS[0], 1)}{hands(DEALS[1], 2, short=True)}{hands(DEALS[0], 9)}</HANDSET>"
    tournament = read(PAIRS, usebio_board(PLAYED), usebio_board(PLAYED, number=2), after=handset)
    assert [(board.number, board.deal) for board in tournament.boards] == [(1, DEALS[0]), (2, DEALS[1])]
    assert [problem.reason for problem in tournament.warnings] == [
        "The file also has the hands of boards that nobody played; they are left out: 9."
    ]


def test_the_hands_after_one_that_does_not_say_whose_it_is_are_read() -> None:
    whole = hands(DEALS[0], 1)
    unnamed = "<HAND><DIRECTION>?</DIRECTION></HAND>"
    handset = f"<HANDSET>{whole.replace('<HAND>', unnamed + '<HAND>', 1)}</HANDSET>"
    tournament = read(PAIRS, usebio_board(PLAYED), after=handset)
    assert tournament.boards[0].deal == DEALS[0]
    assert [problem.reason for problem in tournament.warnings] == ["A hand does not say whose it is."]


def test_of_many_boards_that_nobody_played_the_first_sixty_are_named() -> None:
    handset = "".join(hands(DEALS[0], number) for number in range(1, 71))
    tournament = read(PAIRS, usebio_board(PLAYED), after=f"<HANDSET>{handset}</HANDSET>")
    named = ", ".join(map(str, range(2, 62)))
    assert [problem.reason for problem in tournament.warnings] == [
        f"The file also has the hands of boards that nobody played; they are left out: {named}."
    ]


def test_hands_alone_are_boards_to_play() -> None:
    tournament = read(PAIRS, after=f"<HANDSET>{hands(DEALS[0], 3)}</HANDSET>")
    assert [(board.number, board.deal, board.results) for board in tournament.boards] == [(3, DEALS[0], ())]


def test_a_deal_with_a_card_twice_is_left_out_with_a_note() -> None:
    handset = f"<HANDSET>{hands(DEALS[0].replace('A2.', 'K2.'), 1)}</HANDSET>"
    tournament = read(PAIRS, usebio_board(PLAYED), after=handset)
    assert tournament.boards[0].deal == ""
    assert [problem.reason for problem in tournament.warnings] == [
        "The hands cannot be read and are left out. Card SK is there twice: in the hands of N and E."
    ]


def test_the_deal_is_taken_from_a_record_of_play() -> None:
    south, west, north = "SJ543H43DAQ5CAKJ3", "S987HQ52DKJ63CQT8", "SKQT6HAJTDT984C65"
    lin = f"pn|a%2Cb|st||md|3{south}%2C{west}%2C{north}%2C|sv|o|mb|p|".replace("|", "%7C") + "<!-- -->"
    tournament = read(
        PAIRS, usebio_board(usebio_line(SCORE=420, LIN_DATA=lin), usebio_line(SCORE=420, LIN_DATA="md|x|"))
    )
    assert (tournament.boards[0].deal, tournament.warnings) == (DEALS[0], ())


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-8", "windows-1252", "utf-16", "UTF-8"])
def test_accents_are_read_in_the_encoding_declared(encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    text = usebio_event(
        PAIRS.replace("Ann", "Hélène Dœ" if encoding != "iso-8859-1" else "Hélène"), usebio_board(PLAYED), head=head
    )
    tournament = exchange.read(text.encode(encoding))
    assert tournament.contestants[0].players[0].name.startswith("Hélène")
    assert tournament.warnings == ()


@pytest.mark.parametrize(
    ("declared", "written", "guessed"),
    [("", "windows-1252", "Windows-1252"), ("utf-8", "windows-1252", "Windows-1252"), ("iso-8859-1", "utf-8", "UTF-8"),
     ("klingon", "utf-8", "UTF-8"), ("iso-8859-1", "windows-1252", "Windows-1252")],
)  # fmt: skip
def test_a_guessed_encoding_is_never_silent(declared: str, written: str, guessed: str) -> None:
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else "<?xml version='1.0'?>"
    text = usebio_event(PAIRS.replace("Ann", "Hélène Dœ"), usebio_board(PLAYED), head=head)
    tournament = exchange.read(text.encode(written))
    assert tournament.contestants[0].players[0].name == "Hélène Dœ"
    assert tournament.encoding == guessed.lower()
    assert len(tournament.warnings) == 1 and f"read as {guessed}" in tournament.warnings[0].reason


def test_utf8_needs_no_declaration_in_xml() -> None:
    text = usebio_event(PAIRS.replace("Ann", "Hélène"), usebio_board(PLAYED), head="<?xml version='1.0'?>")
    assert exchange.read(text.encode()).warnings == ()


def test_a_doctype_that_points_elsewhere_is_read_past() -> None:
    head = '<?xml version="1.0"?>\n<!DOCTYPE USEBIO SYSTEM "http://127.0.0.1:1/usebio_v1_2.dtd">'
    assert read(PAIRS, usebio_board(PLAYED), head=head).results[0].score == 420


def test_an_ampersand_written_as_it_is_costs_a_warning_not_the_file() -> None:
    tournament = read(
        PAIRS.replace("Ann", "Ann &amp; Co &eacute; &#233; &").replace("Bob", "B&B; A&lt;"), usebio_board(PLAYED)
    )
    assert [player.name for player in tournament.contestants[0].players] == ["Ann & Co é é &", "B&B; A<"]
    assert [problem.reason for problem in tournament.warnings] == [
        "A sign “&” is written without its code, which XML forbids; it was kept as it is."
    ]


def test_problems_say_where_they_are() -> None:
    tournament = read(PAIRS, usebio_board("\n\n" + usebio_line(CONTRACT="9S", SCORE=100), number=14))
    assert tournament.warnings == (
        Problem(
            "line 8, board 14",
            "The contract cannot be read; the line is kept as unread. A contract is at level 1 to 7, not 9.",
        ),
    )
    assert str(tournament.warnings[0]).startswith("line 8, board 14: The contract")


def test_a_thousand_problems_are_counted_not_listed() -> None:
    lines = [usebio_line(CONTRACT=f"{number}Z", SCORE=100) for number in range(1000)]
    warnings = read(PAIRS, usebio_board(*lines)).warnings
    assert len(warnings) == 101
    assert warnings[-1] == Problem("", "900 more problems are not listed.")


def test_a_second_event_and_a_number_given_twice_are_noted() -> None:
    pairs = (
        f"<PARTICIPANTS>{usebio_pair(1, 'A', 'B')}{usebio_pair(1, 'C', 'D')}{usebio_pair('', 'E', 'F')}</PARTICIPANTS>"
    )
    tournament = read(pairs, usebio_board(usebio_line("1", "1", SCORE=100)), after="<EVENT/>")
    assert [player.name for player in tournament.contestants[0].players] == ["A", "B"]
    assert len(tournament.contestants) == 1
    assert [problem.reason for problem in tournament.warnings] == [
        "The file holds a second event; only the first is read.",
        "A contestant without a number is left out.",
        "Number 1 is given to two contestants; the first is kept.",
    ]


def test_a_board_without_a_number_is_left_out_and_the_others_read() -> None:
    tournament = read(PAIRS, usebio_board(PLAYED, number="x"), usebio_board(PLAYED, number=5))
    assert [board.number for board in tournament.boards] == [5]
    assert [problem.reason for problem in tournament.warnings] == ["“x” is not a board number; the board is left out."]


def test_a_title_in_capitals_of_another_alphabet_survives_and_control_characters_do_not() -> None:
    text = usebio_event(PAIRS.replace("Ann", "А\u200bНЯ\t\n  x"), usebio_board(PLAYED)).replace("Club night", "n" * 900)
    tournament = exchange.read(text.encode())
    assert tournament.contestants[0].players[0].name == "А\u200bНЯ x"
    assert tournament.name == "n" * 200


def test_pairs_that_switch_arrows_have_no_direction_unless_it_tells_two_apart() -> None:
    def listed(*pairs: tuple[int, str]) -> str:
        return "<PARTICIPANTS>" + "".join(usebio_pair(number, "A", "B", DIRECTION=way) for number, way in pairs)

    def directions(pairs: str, *lines: str) -> list[tuple[str, str]]:
        tournament = read(pairs + "</PARTICIPANTS>", usebio_board(*lines))
        return [(contestant.number, contestant.direction) for contestant in tournament.contestants]

    mitchell = listed((1, "NS"), (2, "EW"))
    assert directions(mitchell, usebio_line("1", "2", SCORE=50)) == [("1", "NS"), ("2", "EW")]
    assert directions(mitchell, usebio_line("1", "2", SCORE=50), usebio_line("2", "1", SCORE=50)) == [
        ("1", ""),
        ("2", ""),
    ]
    same_numbers = listed((1, "NS"), (1, "EW"), (2, "NS"))
    assert directions(same_numbers, usebio_line("1", "2", SCORE=50)) == [("1", "NS"), ("1", "EW"), ("2", "")]

"""Every file that the project writes is read back the same."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings

from arbitrage import exchange
from arbitrage.exchange import pbn, usebio, writing
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    MatchRecord,
    PlayerRecord,
    ResultRecord,
    SectionRecord,
    TeamRecord,
    TournamentFile,
)
from rulings.scores.award import Award, Possible
from tests.arbitrage.exchange.exchange_files import DEALS, tournaments

slow_is_fine = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def without_trimmings(tournament: TournamentFile) -> TournamentFile:
    """Return the tournament without the fields that describe its file and the program that wrote it."""
    return replace(tournament, format="", version="", encoding="", warnings=())


@slow_is_fine
@given(tournaments(pbn=False))
def test_a_tournament_written_in_usebio_reads_back_the_same(tournament: TournamentFile) -> None:
    read = exchange.read(usebio.write(tournament), "evening.xml")
    assert without_trimmings(read) == tournament
    assert read.format == "usebio"


@slow_is_fine
@given(tournaments(pbn=True))
def test_a_tournament_written_in_pbn_reads_back_the_same(tournament: TournamentFile) -> None:
    read = exchange.read(pbn.write(tournament), "evening.pbn")
    assert without_trimmings(read) == tournament
    assert read.format == "pbn"


def two_sessions() -> TournamentFile:
    def board(number: int, session: str, deal: str, score: int) -> BoardRecord:
        line = ResultRecord(ns="1", ew="2", contract="3NT", declarer="S", tricks=9, score=score, section="A")
        return BoardRecord(number=number, dealer="N", vulnerability="None", deal=deal, session=session, results=(line,))

    pairs = (
        ContestantRecord(number="1", direction="NS", players=(PlayerRecord(name="Ann"), PlayerRecord(name="Bob"))),
        ContestantRecord(number="2", direction="EW", players=(PlayerRecord(name="Cleo"), PlayerRecord(name="Dan"))),
    )
    return TournamentFile(
        name="Two sessions",
        event="pairs",
        scoring="MP",
        winners=2,
        sections=tuple(SectionRecord(letter="A", session=session, contestants=pairs) for session in ("1", "2")),
        boards=(board(1, "1", DEALS[0], 400), board(1, "2", DEALS[1], 430)),
    )


@pytest.mark.parametrize("written", [usebio, pbn])
def test_two_sessions_keep_their_own_board_one(written) -> None:
    tournament = two_sessions()
    assert without_trimmings(exchange.read(written.write(tournament))) == tournament
    assert tournament.session("2").boards == (tournament.boards[1],)


@pytest.mark.parametrize("written", [usebio, pbn])
def test_an_individual_keeps_its_four_players(written) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan")
    tournament = TournamentFile(
        event="individual",
        scoring="MP",
        sections=(
            SectionRecord(
                contestants=tuple(
                    ContestantRecord(number=str(number), players=(PlayerRecord(name=name, licence=f"L{number}"),))
                    for number, name in enumerate(names, 1)
                )
            ),
        ),
        boards=(
            BoardRecord(
                number=1,
                dealer="N",
                vulnerability="None",
                results=(ResultRecord(players=("1", "2", "3", "4"), contract="1NT", declarer="N", tricks=7, score=90),),
            ),
        ),
    )
    assert without_trimmings(exchange.read(written.write(tournament))) == tournament


def test_pbn_keeps_rooms_and_players_whose_names_look_like_two() -> None:
    players = (PlayerRecord(name="Ann - the first"), PlayerRecord(name="Bob / second", licence="007"))
    tournament = TournamentFile(
        event="pairs",
        scoring="CROSS_IMPS",
        sections=(
            SectionRecord(
                contestants=(
                    ContestantRecord(number="1", players=players),
                    ContestantRecord(number="2", players=(PlayerRecord(name="Cleo"), PlayerRecord(name="Dan"))),
                    ContestantRecord(number="3", players=(PlayerRecord(name=""), PlayerRecord(name="Eve"))),
                )
            ),
        ),
        boards=(
            BoardRecord(
                number=7,
                dealer="W",
                vulnerability="EW",
                results=(ResultRecord(ns="1", ew="2", kind="passed", score=0, room="closed"),),
            ),
        ),
    )
    assert without_trimmings(exchange.read(pbn.write(tournament))) == tournament


def test_usebio_writes_teams_with_their_totals_and_the_boards_of_their_matches() -> None:
    """The file has two teams of two pairs, with their members, seats and totals; the score of the match is computed."""
    pairs = tuple(ContestantRecord(number=str(number), team="AB"[(number - 1) // 2]) for number in range(1, 5))
    teams = (TeamRecord(number="A", name="Les As", total=Decimal("12.5"), rank="1"), TeamRecord(number="B", rank="2"))
    played = {"contract": "3NT", "declarer": "N", "tricks": 9, "round": 2}
    lines = (
        ResultRecord(ns="1", ew="4", table=1, score=400, **played),
        ResultRecord(ns="3", ew="2", table=2, score=400, **played),
    )
    board = BoardRecord(number=1, dealer="N", vulnerability="None", results=lines)
    file = TournamentFile(event="teams", scoring="IMPS", sections=(SectionRecord(contestants=pairs),), boards=(board,))
    back = exchange.read(usebio.write(replace(file, teams=teams)))
    assert (back.event, back.scoring, back.teams) == ("teams", "IMPS", teams)
    assert [(contestant.number, contestant.team) for contestant in back.contestants] == [
        (pair.number, pair.team) for pair in pairs
    ]
    assert [replace(result, section="") for result in back.boards[0].results] == list(lines)
    assert back.matches == (MatchRecord(one="A", other="B", round=2, session=back.matches[0].session),)


def test_usebio_refuses_to_write_a_result_of_no_section_rather_than_lose_it() -> None:
    with pytest.raises(ValueError, match="section 'A'"):
        usebio.write(replace(two_sessions(), sections=()))


# Sentences for what a format cannot hold


def unsaid(tournament: TournamentFile, format: writing.Format) -> list[str]:
    """List the sentences, in English, each with the boards that it names."""
    return [str(problem) for problem in writing.unsaid(tournament, format)]


def of_lines(*lines: ResultRecord, **changes: object) -> TournamentFile:
    """Return the first session with these results on its first board."""
    sessions = two_sessions()
    board = replace(sessions.boards[0], results=lines or sessions.boards[0].results)
    first = replace(sessions, boards=(board,), sections=sessions.sections[:1])
    return replace(first, **changes)  # type: ignore[arg-type]


def artificial(ns: int | str | None, ew: int | str | None) -> ResultRecord:
    percents = [None if percent is None else Decimal(percent) for percent in (ns, ew)]
    return ResultRecord(ns="1", ew="2", section="A", kind="artificial", ns_percent=percents[0], ew_percent=percents[1])


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("ns", "ew", "rounded"),
    [
        (99, 0, False), (0, 99, False), (60, 40, False), (100, 0, True), (0, 100, True), ("99.5", 0, True),
        (40, "62.5", True),
    ],
)  # fmt: skip
def test_usebio_says_which_percentages_it_has_to_round(ns: int | str, ew: int | str, *, rounded: bool) -> None:
    sentence = "board 1: Artificial scores are rounded to whole percentages: the points of the line say the rest."
    assert (sentence in unsaid(of_lines(artificial(ns, ew)), "usebio")) == rounded


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize("format", ["usebio", "pbn"])
@pytest.mark.parametrize(
    ("ns", "ew", "left"), [(60, 40, False), (None, None, True), (60, None, True), (None, 40, True)]
)
def test_a_score_left_to_the_director_for_either_side_is_said_to_be_lost(
    format: writing.Format, ns: int | None, ew: int | None, *, left: bool
) -> None:
    sentence = "board 1: A score that is left to the director is written as a board that was not played."
    assert (sentence in unsaid(of_lines(artificial(ns, ew)), format)) == left


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize("format", ["pbn", "csv", "xlsx"])
@pytest.mark.parametrize("halves", [1, 2])
def test_a_match_in_two_halves_is_said_to_become_two_rounds(format: writing.Format, halves: int) -> None:
    sentence = "A match in two halves is written as two rounds."
    assert (sentence in unsaid(of_lines(halves=halves), format)) == (halves == 2)


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize("team", ["", "Reds"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_table_says_that_it_leaves_out_the_third_player_of_a_pair(team: str, players: int) -> None:
    names = tuple(PlayerRecord(name=name) for name in ("Ann", "Bob", "Cleo")[:players])
    pairs = (ContestantRecord(number="1", team=team, players=names), ContestantRecord(number="2"))
    tournament = of_lines(sections=(SectionRecord(letter="A", session="1", contestants=pairs),))
    sentence = "Of a pair of three players the first two are named."
    assert [sentence in unsaid(tournament, format) for format in ("csv", "xlsx")] == [players == 3] * 2
    assert sentence not in unsaid(tournament, "pbn")


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(("boards", "end"), [(1, "board 1: "), (12, "11, 12: "), (13, "11, 12…: "), (30, "11, 12…: ")])
def test_a_sentence_names_a_dozen_boards_and_says_when_there_are_more(boards: int, end: str) -> None:
    line = ResultRecord(ns="1", ew="2", section="A", contract="3NT", declarer="S", tricks=9, score=400, play=("HK",))
    (board,) = of_lines(line).boards
    tournament = of_lines(boards=tuple(replace(board, number=number) for number in range(1, boards + 1)))
    (sentence,) = [line for line in unsaid(tournament, "csv") if "The auctions and the play are left out." in line]
    assert f"{end}The auctions" in sentence


# Adjusted scores in place of those that were played


@pytest.mark.parametrize(
    ("award", "kind", "lead"),
    [
        (Possible("4S", "S", 9, -50), "played", "HK"),
        (Possible("4S", "N", 9, -50), "played", ""),
        (Possible("", "", None, 300), "played", ""),
        (Possible("", "", None, 0), "passed", ""),
    ],
    ids=["same declarer", "another declarer", "points alone", "passed out"],
)
def test_an_assigned_score_keeps_the_lead_against_the_same_declarer(award: Possible, kind: str, lead: str) -> None:
    line = ResultRecord(
        ns="1", ew="2", contract="3NT", declarer="S", lead="HK", tricks=9, score=400, award=Award.both(award)
    )
    told = writing.told(line, "csv")
    assert (told.kind, told.lead, told.contract, told.score) == (kind, lead, award.contract, award.score)

"""A stored tournament is exported: our own format loses nothing, and the page lists what other formats leave out."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from arbitrage import exchange
from arbitrage.database.ids import uuid7
from arbitrage.exchange import slip, tournament_json, writing
from arbitrage.exchange.records import Problem, ResultRecord, TournamentFile
from arbitrage.models import Board, Club, Player, Result, Stream, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.exports import Exported, choices, export_tournament, tournament_file
from arbitrage.services.files.imports import import_tournament
from arbitrage.services.results import scores
from arbitrage.services.results.counting import as_recorded
from arbitrage.services.tournaments import set_method
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible
from rulings.scores.methods import Method, SitOut
from tests.arbitrage.exchange.exchange_files import DEALS, adjusted, all_text, tournaments
from tests.arbitrage.factories import (
    make_club,
    make_incident,
    make_member,
    make_result,
    make_seed_case,
    make_tournament,
    rule_the_seed_case,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.either_database]


few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
MADE = Possible("4S", "N", 10, 620)
DOWN = Possible("4S", "N", 9, -100)
WEIGHTED = Award.both(Possible("4S", "N", 10, 620, Fraction(3, 5)), Possible("4S", "N", 9, -100, Fraction(2, 5)))


def a_club() -> Club:
    return Club.objects.create(name="Elsewhere", slug=str(uuid7()))


def said(exported: Exported) -> object:
    """Return the tournament in a file of our own format, without the record's identifier."""
    return json.loads(exported.data)["tournament"]


def stored(data: bytes, filename: str = "evening.json") -> Tournament:
    """Import a file into a new club, and return its one tournament."""
    (tournament,) = import_tournament(club=a_club(), by=None, data=data, filename=filename).tournaments
    return tournament


def awarded(award: Award, **line: object) -> Board:
    """Store board 2 of eight tables, all 3NT+2 for 660, with an award on the line of table 1."""
    board = make_seed_case(a_club())
    board.results.filter(table=1).update(award=award.as_json(), **line)
    return board


def unsaid(exported: Exported) -> list[Problem]:
    """List the omissions of an export for one line or board, without the one common to all tables (no ranking)."""
    return [problem for problem in exported.problems if problem.place]


def line_of(data: bytes, filename: str = "evening") -> ResultRecord:
    """Return the line of the first table on the first board, as the file states it."""
    return next(line for line in exchange.read(data, filename).boards[0].results if line.ns == line.ew == "1")


# Our own format


@few
@given(tournaments(pbn=True).flatmap(adjusted))
def test_what_is_exported_imported_elsewhere_and_exported_again_is_the_same_text(file: TournamentFile) -> None:
    here = stored(tournament_json.write(file))
    first = export_tournament(here, "json")
    there = stored(first.data)
    assert said(export_tournament(there, "json")) == said(first)
    assert first.problems == ()
    assert there.club_id != here.club_id


@few
@given(tournaments(pbn=True).flatmap(adjusted))
def test_every_line_keeps_what_was_played_and_what_counts(file: TournamentFile) -> None:
    exported = tournament_file(stored(tournament_json.write(file)))
    before, after = file.results, exported.results
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        if one.award is not None and one.award != as_played(one):
            assert other.award == one.award
        assert (one.ns, one.ew, one.contract, one.tricks, one.form) == (
            other.ns,
            other.ew,
            other.contract,
            other.tricks,
            other.form,
        )
        assert one.score in (None, other.score)


def as_played(line: ResultRecord) -> Award | None:
    if line.kind == "passed":
        return Award.both(Possible("", "", None, 0))
    if line.kind != "played" or line.score_ew is not None or line.score is None:
        return None
    return Award.both(Possible(line.contract, line.declarer, line.tricks, line.score))


def at_the_tables(file: TournamentFile) -> list[tuple[object, ...]]:
    return [
        (result.ns, result.ew, result.contract, result.declarer, result.tricks, result.score, result.lead)
        for result in file.results
    ]


@pytest.mark.real_files
def test_real_files_come_out_as_they_went_in(real_files: Path) -> None:
    """Import, export and import again: everything in our own format, the results in the others."""
    compared = dict.fromkeys(writing.FORMATS, 0)
    for path in sorted(real_files.glob("*/*")):
        if path.suffix not in (".xml", ".pbn", ".bws", ".lin", ".json") or path.stat().st_size > 50_000:
            continue
        try:
            imported = import_tournament(club=a_club(), by=None, data=path.read_bytes(), filename=path.name)
        except exchange.Unreadable:
            continue
        tournament = imported.tournaments[0]
        file = tournament_file(tournament)
        for format in writing.FORMATS:
            try:
                first = export_tournament(tournament, format)
            except Refused as refused:
                assert refused.code == "unwritable"
                continue
            again = stored(first.data, f"again.{format}")
            again_file = tournament_file(again)
            if format == "json":
                assert again_file == file, path.name
            assert at_the_tables(again_file) == at_the_tables(file), path.name
            compared[format] += 1
    assert min(compared.values()) >= 10


def test_the_queries_do_not_grow_with_the_tournament(django_assert_num_queries) -> None:
    for tables in (1, 3):
        tournament = make_tournament(a_club(), tables=tables, boards=range(1, tables + 1))
        for board in tournament.boards.all():
            for table in range(1, tables + 1):
                make_result(board, table)
        with django_assert_num_queries(8):
            file = tournament_file(tournament)
        assert len(file.results) == tables * tables


def test_the_method_that_a_director_chose_goes_with_the_tournament() -> None:
    board = make_seed_case(a_club())
    director = make_member(board.tournament.club, "chooser")
    chosen = Method(by_section=True, winners=1, sit_out=SitOut.AVERAGE_PLUS)
    set_method(tournament=board.tournament, method=chosen, by=director)
    first = export_tournament(Tournament.objects.get(pk=board.tournament_id), "json")
    there = stored(first.data)
    assert there.method == chosen.as_json()
    assert said(export_tournament(there, "json")) == said(first)


def test_the_file_has_the_head_of_the_record_that_it_was_taken_from() -> None:
    tournament = confirmed()
    set_method(tournament=tournament, method=Method(winners=1), by=make_member(tournament.club, "chooser"))
    stream = Stream.objects.get(pk=tournament.pk)
    document = json.loads(export_tournament(tournament, "json").data)
    assert document["record"] == {"entries": stream.seq, "seal": stream.head[:12]}
    assert stream.seq > 0


def test_an_award_that_is_what_was_played_is_no_award() -> None:
    board = awarded(Award.both(Possible("3NT", "S", 11, 660)))
    assert [line.award for line in tournament_file(board.tournament).results] == [None] * 8


def test_without_names_nobody_can_be_recognised() -> None:
    board = make_seed_case(make_club())
    names = list(Player.objects.values_list("name", flat=True))
    for format in writing.FORMATS:
        named = export_tournament(board.tournament, format).data
        nameless = export_tournament(board.tournament, format, names=False).data
        assert all(name in all_text(named) for name in names), format
        assert not any(name in all_text(nameless) for name in names), format
        read = exchange.read(nameless, f"evening.{format}")
        assert len(read.results) == 8
        assert not any(contestant.players for contestant in read.contestants), format


def test_the_name_of_the_file_is_plain_whatever_the_tournament_is_called() -> None:
    tournament = make_tournament(make_club(), tables=1, name='../"Été"\r\nSet-Cookie: x; ' + "long " * 30)
    make_result(tournament.boards.get(), 1)
    name = export_tournament(tournament, "usebio").filename
    assert name.startswith("2026-11-20-ete-set-cookie-x-long-long") and name.endswith(".xml")
    assert len(name) < 80
    tournament.name = "橋牌"
    assert export_tournament(tournament, "pbn").filename == "2026-11-20-tournament.pbn"


# The formats of other programs


@pytest.mark.parametrize("format", ["usebio", "pbn", "csv"])
def test_an_assigned_score_takes_the_place_of_what_was_played(format: writing.Format) -> None:
    exported = export_tournament(awarded(Award.both(MADE)).tournament, format)
    line = line_of(exported.data)
    assert (line.kind, line.contract, line.declarer, line.tricks, line.score) == ("played", "4S", "N", 10, 620)
    assert line.remark == "Adjusted score"
    assert unsaid(exported) == []


@pytest.mark.parametrize("format", ["usebio", "pbn", "csv"])
def test_a_board_that_is_to_be_passed_out_is_written_so(format: writing.Format) -> None:
    line = line_of(export_tournament(awarded(Award.both(Possible("", "", None, 0))).tournament, format).data)
    assert (line.kind, line.contract, line.score) == ("passed", "", 0)


@pytest.mark.parametrize("format", ["usebio", "pbn", "csv"])
@pytest.mark.parametrize(
    ("award", "percents", "remarks"),
    [
        (Award(Average.PLUS, Average.MINUS), (60, 40), ("A+/A-",) * 3),
        (Award(Average.EVEN, Fraction(40)), (50, 40), ("A/40%",) * 3),
        (Award(Fraction(60), Fraction(60)), (60, 60), ("Adjusted score",) * 3),
    ],
)
def test_an_artificial_score_has_its_percentages_and_its_averages(
    format: writing.Format, award: Award, percents: tuple[int, int], remarks: tuple[str, str, str]
) -> None:
    exported = export_tournament(awarded(award).tournament, format)
    line = line_of(exported.data)
    assert (line.kind, line.ns_percent, line.ew_percent) == ("artificial", *percents)
    assert line.remark == remarks[("usebio", "pbn", "csv").index(format)]
    assert (line.contract, line.score, line.tricks) == ("", None, None)
    assert bool(unsaid(exported)) == (format == "usebio" and Average.PLUS in (award.ns, award.ew))


def test_usebio_rounds_a_percentage_and_says_so() -> None:
    exported = export_tournament(awarded(Award(Fraction(125, 2), Fraction(100))).tournament, "usebio")
    assert b"<SCORE>A6399</SCORE>" in exported.data
    (problem,) = exported.problems
    assert problem.place == "table A1, board 2"
    assert "whole percentages" in problem.reason


@pytest.mark.parametrize("format", ["usebio", "pbn", "csv"])
def test_a_weighted_score_is_written_by_its_heaviest_result_and_the_weights_in_the_remark(
    format: writing.Format,
) -> None:
    exported = export_tournament(awarded(WEIGHTED).tournament, format)
    line = line_of(exported.data)
    assert (line.contract, line.tricks, line.score) == ("4S", 10, 620)
    assert line.remark == "Adjusted score: 60% 4S N 10 620, 40% 4S N 9 -100"
    (problem,) = unsaid(exported)
    assert (problem.place, "no weights" in problem.reason) == ("table A1, board 2", True)


@pytest.mark.parametrize(("format", "score_ew"), [("usebio", None), ("pbn", 100), ("csv", None)])
def test_a_split_score_has_each_side_where_the_format_has_two(format: writing.Format, score_ew: int | None) -> None:
    exported = export_tournament(awarded(Award((MADE,), (DOWN,))).tournament, format)
    line = line_of(exported.data)
    assert (line.score, line.score_ew) == (620, score_ew)
    assert line.remark == "Adjusted score: NS 4S N 10 620; EW 4S N 9 -100"
    assert len(unsaid(exported)) == 1


def test_a_remark_of_the_file_is_kept_after_the_adjusted_score() -> None:
    board = awarded(WEIGHTED, remark="late play")
    line = line_of(export_tournament(board.tournament, "csv").data)
    assert line.remark == "Adjusted score: 60% 4S N 10 620, 40% 4S N 9 -100; late play"


@pytest.mark.parametrize(
    ("format", "silent"),
    [
        ("json", []),
        ("pbn", ["auctions and the play", "fouled"]),
        ("usebio", ["auctions and the play", "dealer", "contracts that can be made", "East-West’s own"]
         + ["several tables", "fouled", "whole percentages", "left to the director"]),
        ("csv", ["auctions and the play", "contracts that can be made", "East-West’s own", "several tables", "fouled"]
         + ["Totals and ranks"]),
    ],
)  # fmt: skip
def test_what_a_format_has_no_place_for_is_said_with_its_boards(format: writing.Format, silent: list[str]) -> None:
    tournament = make_tournament(a_club(), tables=4, boards=(1, 2))
    first, second = tournament.boards.all()
    for table in range(1, 5):
        make_result(first, table)
    made = first.results.all()
    made.filter(table=1).update(auction="1NT Pass Pass Pass", play="SA S2 S3 S4", score_ew=-100, times=2, form=2)
    made.filter(table=2).update(kind="artificial", ns_percent=Decimal("62.5"), ew_percent=Decimal(40))
    made.filter(table=3).update(kind="artificial", score=None)
    Board.objects.filter(pk=first.pk).update(dealer="S", par="NS 990", deal=DEALS[0])
    Result.objects.create(board=second, section=tournament.sections.get(), kind="not_played", position=1)
    tournament.sections.get().contestants.filter(number="1").update(percentage=50)
    problems = export_tournament(tournament, format).problems
    for part in silent:
        assert sum(part in problem.reason for problem in problems) == 1, part
    assert len(problems) == len(silent) + (format == "pbn")
    assert {problem.place for problem in problems} <= {"", "board 1"}


def test_the_boards_of_one_problem_are_listed_together() -> None:
    tournament = make_tournament(a_club(), tables=1, boards=range(1, 16))
    for board in tournament.boards.all():
        make_result(board, 1)
    Result.objects.update(auction="Pass")
    (problem,) = export_tournament(tournament, "usebio").problems
    assert problem.place == "boards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12…"


def test_a_kind_of_tournament_that_a_format_has_no_place_for_is_refused_with_what_to_take_instead() -> None:
    tournament = make_tournament(a_club(), tables=1)
    with pytest.raises(Refused, match="deals and no results: take PBN or JSON"):
        export_tournament(tournament, "usebio")


def test_the_json_holds_the_award_in_the_form_of_the_record() -> None:
    data = json.loads(export_tournament(awarded(WEIGHTED).tournament, "json").data)
    (line, *_others) = data["tournament"]["boards"][0]["results"]
    assert line["award"] == WEIGHTED.as_json()
    assert (line["contract"], line["score"]) == ("3NT", 660)
    assert slip.written(Award.from_json(line["award"])) == "60% 4S N 10 620, 40% 4S N 9 -100"


# A score that a director confirmed


def confirmed() -> Tournament:
    """Rule on the seed case and confirm its score: 3NT+2 becomes 3NT+3 for 690."""
    board = make_seed_case(a_club())
    director = make_member(board.tournament.club, "confirms")
    incident = make_incident(board, director)
    rule_the_seed_case(incident, director)
    seen = scores.propose_adjustment(incident).digest
    scores.confirm_adjustment(incident=incident, by=director, seen=seen)
    return board.tournament


def test_a_confirmed_score_goes_with_the_tournament_as_it_counts() -> None:
    tournament = confirmed()
    first = export_tournament(tournament, "json")
    (line, *others) = exchange.read(first.data).results
    assert line.award is not None and line.award.score == 690
    assert (line.tricks, line.score) == (11, 660)
    assert {other.award for other in others} == {None}
    there = stored(first.data)
    assert said(export_tournament(there, "json")) == said(first)
    assert as_recorded(there.boards.get().results.get(table=1)) == line.award


def test_a_confirmed_score_is_what_other_programs_are_told() -> None:
    tournament = confirmed()
    for format in ("usebio", "pbn", "csv"):
        file = exchange.read(export_tournament(tournament, format).data)
        (line, *others) = file.results
        assert (line.contract, line.tricks, line.score, line.remark) == ("3NT", 12, 690, "Adjusted score")
        assert (line.ns_points, line.ew_points) == (14, 0)
        assert {(other.score, other.ns_points) for other in others} == {(660, 6)}


# Points and ranks


def test_points_and_ranks_are_those_that_count_once_a_score_is_adjusted() -> None:
    board = awarded(Award.both(MADE))
    board.results.update(ns_points=7, ew_points=7)
    file = exchange.read(export_tournament(board.tournament, "usebio").data)
    points = {line.ns: (line.ns_points, line.ew_points) for line in file.results}
    assert points == {"1": (0, 14)} | {str(table): (8, 6) for table in range(2, 9)}
    ns = {
        contestant.number: (contestant.rank, contestant.percentage)
        for contestant in file.contestants
        if contestant.direction == "NS"
    }
    assert ns["1"] == ("8", 0)
    assert ns["2"] == ("1=", Decimal("57.14"))


def test_points_of_the_file_stay_as_long_as_nothing_is_adjusted() -> None:
    board = make_seed_case(a_club())
    board.results.update(ns_points=Decimal("3.5"), ew_points=Decimal("10.25"))
    file = exchange.read(export_tournament(board.tournament, "pbn").data)
    assert {(line.ns_points, line.ew_points) for line in file.results} == {(Decimal("3.5"), Decimal("10.25"))}


def test_what_is_stored_is_not_touched_by_what_is_computed() -> None:
    board = awarded(WEIGHTED)
    board.results.update(ns_points=7, ew_points=7)
    file = exchange.read(export_tournament(board.tournament, "json").data)
    assert {(line.ns_points, line.ew_points) for line in file.results} == {(7, 7)}


# The formats to choose from


def test_the_formats_say_what_they_would_leave_out_before_anything_is_written() -> None:
    tournament = awarded(WEIGHTED).tournament
    found = {choice.format: [problem.reason for problem in choice.problems] for choice in choices(tournament)}
    assert list(found) == ["json", "usebio", "pbn", "csv", "xlsx"]
    assert found["json"] == []
    for format in ("usebio", "pbn", "csv", "xlsx"):
        assert found[format] == [problem.reason for problem in export_tournament(tournament, format).problems]


def test_a_format_with_no_place_for_the_tournament_says_why() -> None:
    tournament = make_tournament(a_club(), tables=1)
    refused = {choice.format: bool(choice.refused) for choice in choices(tournament)}
    assert refused == {"json": False, "usebio": True, "pbn": False, "csv": False, "xlsx": False}

"""The program recomputes the values of a file and reports only those that differ, with the likely reason."""

import csv
import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arbitrage import exchange
from arbitrage.exchange import tournament_json
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    MatchRecord,
    ResultRecord,
    SectionRecord,
    TournamentFile,
)
from arbitrage.models import Club, Tournament
from arbitrage.services.files.checking import Check, Finding, check
from arbitrage.services.files.imports import import_tournament
from rulings.bridge import dealer, vulnerability

pytestmark = pytest.mark.usefixtures("in_english")


def line(place: int, contract: str = "3NT", declarer: str = "S", tricks: int | None = 9, score: int | None = 400,
         points: tuple[float, float] | None = None, **more: object) -> ResultRecord:  # fmt: skip
    """Return a line of pairs *place* and *place* + 10, with match points when given."""
    ns, ew = (Decimal(str(point)) for point in points) if points else (None, None)
    play = dict(contract=contract, declarer=declarer, tricks=tricks, score=score, ns_points=ns, ew_points=ew)
    return ResultRecord(ns=str(place), ew=str(place + 10), **play | more)


def board(*lines: ResultRecord, number: int = 1) -> BoardRecord:
    return BoardRecord(
        number=number, dealer=str(dealer(number)), vulnerability=vulnerability(number), results=tuple(lines)
    )


def file(*boards: BoardRecord, **changes: object) -> TournamentFile:
    numbers = sorted({number for board in boards for line in board.results for number in (line.ns, line.ew)})
    section = SectionRecord(contestants=tuple(ContestantRecord(number=number) for number in numbers))
    known: dict = dict(scoring="MP", event="pairs", sections=(section,), boards=boards)
    return TournamentFile(**known | changes)


def told(check: Check) -> list[tuple]:
    return [
        (finding.board, finding.ns, finding.what, float(finding.recorded), float(finding.computed), finding.reason)
        for finding in check.findings
    ]


@pytest.mark.parametrize(
    ("wrong", "computed", "reason"),
    [
        (line(1, score=-400), 400, "other_side"),
        (line(1, score=600), 400, "vulnerability"),
        (line(1, score=550), 400, "doubling"),
        (line(1, score=430), 400, "tricks"),
        (line(1, score=120), 400, "adjusted"),
        (line(1, "", "", None, 50, kind="passed"), 0, "adjusted"),
    ],
)
def test_a_score_that_does_not_follow_is_told_with_its_likely_reason(
    wrong: ResultRecord, computed: int, reason: str
) -> None:
    checked = check(file(board(wrong, line(2))))
    assert told(checked) == [(1, "1", "score", float(wrong.score or 0), float(computed), reason)]
    assert checked.scores == 2


def test_scores_that_follow_or_cannot_be_computed_are_not_told() -> None:
    unknown = (line(1, "", "", None, 999), line(2, tricks=None, score=77), line(3, kind="unreadable", score=None))
    checked = check(file(board(line(4), *unknown, line(5, "4S", "N", 10, 420), line(6, "4S", "E", 9, 50))))
    assert (checked.scores, checked.findings) == (3, ())


GOOD = (
    line(1, "4S", "N", 11, 450, (6, 0)),
    line(2, "4S", "N", 10, 420, (3, 3)),
    line(3, "4S", "N", 10, 420, (3, 3)),
    line(4, "4S", "N", 9, -50, (0, 6)),
)


@pytest.mark.parametrize("scale", [1, Decimal("0.5"), 10])
def test_points_are_compared_in_the_scale_of_the_file(scale: Decimal) -> None:
    lines = [replace(one, ns_points=one.ns_points * scale, ew_points=one.ew_points * scale) for one in GOOD]
    checked = check(file(board(*lines)))
    assert (checked.points, checked.findings, checked.expected) == (4, (), "board")


def test_one_line_whose_points_are_not_its_own_may_be_adjusted() -> None:
    lines = (*GOOD[:3], replace(GOOD[3], ns_points=Decimal(2), ew_points=Decimal(4)))
    assert told(check(file(board(*lines)))) == [(1, "4", "points", 2.0, 0.0, "adjusted")]


def test_points_exchanged_between_the_sides_are_an_arrow_switch() -> None:
    lines = (replace(GOOD[0], ns_points=Decimal(0), ew_points=Decimal(6)), *GOOD[1:])
    assert told(check(file(board(*lines)))) == [(1, "1", "points", 0.0, 6.0, "arrow_switch")]


def test_an_artificial_score_is_its_percentage_of_the_top() -> None:
    given = line(5, "", "", None, None, (4.8, 3.2), kind="artificial", ns_percent=Decimal(60), ew_percent=Decimal(40))
    # Neuberg: four scores of five.
    points = ((7.75, 0.25), (4, 4), (4, 4), (0.25, 7.75))
    lines = [
        replace(one, ns_points=Decimal(str(ns)), ew_points=Decimal(str(ew)))
        for one, (ns, ew) in zip(GOOD, points, strict=True)
    ]
    assert told(check(file(board(*lines, given)))) == []
    wrong = replace(given, ns_points=Decimal("5.6"), ew_points=Decimal("2.4"))
    assert told(check(file(board(*lines, wrong)))) == [(1, "5", "points", 5.6, 4.8, "artificial")]


def neuberg(number: int, size: int) -> BoardRecord:
    """Return a board of the four right lines, with their points in a field of *size* scores."""
    lines = []
    for one in GOOD:
        ns = (one.ns_points * size + size - 4) / 4
        lines.append(replace(one, ns_points=ns, ew_points=2 * (size - 1) - ns))
    return board(*lines, number=number)


def even(number: int) -> BoardRecord:
    """Build a board without vulnerability for any number, so that the same scores are right."""
    return replace(board(*GOOD, number=number), vulnerability="None")


def test_one_board_compared_as_if_it_had_more_scores_is_told_as_such() -> None:
    odd = replace(neuberg(3, 6), vulnerability="None")
    checked = check(file(even(1), even(2), odd))
    assert {(one[0], one[5]) for one in told(checked)} == {(3, "neuberg")}
    assert len(checked.findings) == 2  # scores at the average do not change


def test_a_program_that_carries_every_board_to_the_largest_is_recognised() -> None:
    small = [replace(neuberg(number, 5), vulnerability="None") for number in (1, 2)]
    scores = ((8, 0), (5, 3), (5, 3), (2, 6), (0, 8))
    lines = [replace(one, ns_points=None, ew_points=None) for one in (*GOOD, line(5, "4S", "N", 8, -100))]
    largest = [
        replace(one, ns_points=Decimal(ns), ew_points=Decimal(ew)) for one, (ns, ew) in zip(lines, scores, strict=True)
    ]
    checked = check(file(*small, replace(board(*largest, number=3), vulnerability="None")))
    assert (checked.findings, checked.expected) == ((), "field")


def test_sections_scored_apart_are_recognised() -> None:
    second = [replace(one, section="B", score=one.score, table=9) for one in GOOD]
    checked = check(file(board(*[replace(one, section="A") for one in GOOD], *second)))
    assert (checked.findings, checked.by_section) == ((), True)


def test_tables_with_a_phantom_count_for_programs_that_count_them() -> None:
    phantom = line(5, "", "", None, None, kind="not_played")
    boards = []
    for number in (1, 2):
        five = replace(neuberg(number, 5), vulnerability="None")
        boards.append(replace(five, results=(*five.results, phantom)))
    checked = check(file(*boards))
    assert (checked.findings, checked.expected) == ((), "rows")


def test_butler_and_cross_imps_are_computed_the_programs_way() -> None:
    butler = [
        replace(one, ns_points=Decimal(imps), ew_points=Decimal(-imps))
        for one, imps in zip(GOOD, (1, 0, 0, -10), strict=True)
    ]
    checked = check(file(board(*butler), scoring="BUTLER"))
    assert (checked.points, checked.findings) == (4, ())
    cross = [
        replace(one, ns_points=Decimal(str(imps)), ew_points=Decimal(str(-imps)))
        for one, imps in zip(GOOD, (4.33, 3, 3, -10.33), strict=True)
    ]
    assert check(file(board(*cross), scoring="CROSS_IMPS")).findings == ()
    wrong = (*cross[:3], replace(cross[3], ns_points=Decimal(-3)))
    assert told(check(file(board(*wrong), scoring="CROSS_IMPS"))) == [
        (1, "4", "points", -3.0, -10.333, "adjusted"),
    ]


def teams(*imps: tuple[int, Decimal]) -> TournamentFile:
    """Build a match of teams A and B at two tables: 420 at one and -50 at the other, ten IMPs to A on board 1."""
    here = ResultRecord(ns="A1", ew="B2", contract="4S", declarer="N", tricks=10, score=420)
    there = ResultRecord(ns="B1", ew="A2", contract="4S", declarer="N", tricks=9, score=-50)
    pairs = [ContestantRecord(number=f"{team}{pair}", team=team) for team in "AB" for pair in "12"]
    match = MatchRecord(one="A", other="B", imps=imps)
    section = SectionRecord(contestants=tuple(pairs))
    return file(board(here, there), event="teams", scoring="IMPS", sections=(section,), matches=(match,))


def test_the_imps_of_a_match_are_computed_from_both_tables() -> None:
    checked = check(teams((1, Decimal(10)), (2, Decimal(3))))
    assert (checked.imps, checked.scores, checked.findings) == (1, 2, ())
    assert told(check(teams((1, Decimal(-10))))) == [(1, "A", "imps", -10.0, 10.0, "other_side")]
    (wrong,) = check(teams((1, Decimal(9)))).findings
    assert str(wrong) == (
        "Board 1, A against B, IMPs: 9 in the file, 10 computed. "
        "It may be an adjusted score, entered over the result of the table."
    )


def test_imps_that_one_table_does_not_give_are_not_computed() -> None:
    tournament = teams((1, Decimal(10)))
    lines = tournament.boards[0].results
    half = replace(lines[0], kind="artificial", contract="", declarer="", tricks=None, score=None)
    for results in ((lines[0],), (half, lines[1]), (*lines, lines[1])):
        boards = (replace(tournament.boards[0], results=results),)
        assert check(replace(tournament, boards=boards)).imps == 0


def point_a_board(*points: tuple[int, str]) -> TournamentFile:
    """Build a match of teams A and B: A wins board 1 (420 and -50), board 2 is level (420 at both tables)."""
    first = teams(*((number, Decimal(given)) for number, given in points))
    won = first.boards[0].results
    level = replace(first.boards[0], number=2, results=(won[0], replace(won[1], tricks=10, score=420)))
    return replace(first, scoring="PAB", boards=(first.boards[0], level))


@pytest.mark.parametrize("points", [("2", "1"), ("1", "0.5"), ("1", "0")])
def test_the_points_of_boards_that_are_won_or_lost_are_computed_in_the_scale_of_the_file(
    points: tuple[str, str],
) -> None:
    checked = check(point_a_board((1, points[0]), (2, points[1])))
    assert (checked.imps, checked.findings) == (2, ())


def test_a_board_that_was_won_and_is_recorded_as_lost_is_told() -> None:
    checked = check(point_a_board((1, "0"), (2, "1")))
    assert told(checked) == [(1, "A", "points", 0.0, 2.0, "adjusted")]


def test_another_vulnerability_shows_on_every_line_of_a_board() -> None:
    # -100 is one down vulnerable, one down doubled, and two down.
    down = line(1, "4S", "N", 9, -100)
    assert told(check(file(board(down, line(2, "4S", "N", 10, 420)))))[0][5] == "doubling"
    both = told(check(file(board(down, line(2, "4S", "N", 10, 620)))))
    assert [one[5] for one in both] == ["vulnerability", "vulnerability"]


def test_the_way_of_comparing_is_said() -> None:
    assert check(file(board(*GOOD))).way == (
        "The program compares everybody. Boards with fewer scores are carried to the number of their lines (Neuberg)."
    )
    assert check(teams()).way == ""


def test_nothing_to_compare_is_nothing_to_tell() -> None:
    assert check(file(board())) == Check(0, 0, False, "", ())
    bare = [replace(one, ns_points=None, ew_points=None) for one in GOOD]
    assert check(file(board(*bare), event="teams", scoring="IMPS")).points == 0
    assert check(file(board(line(1, "3NT", "S", 9, 400, (0, 0))))).findings == ()


# manage.py check_results


def written(tmp_path: Path, tournament: TournamentFile) -> str:
    path = tmp_path / "evening.json"
    path.write_bytes(tournament_json.write(tournament))
    return str(path)


@pytest.mark.usefixtures("in_english")
def test_the_command_lists_what_disagrees(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    call_command("check_results", written(tmp_path, file(board(line(1, score=430), line(2)))))
    assert capsys.readouterr().out.splitlines() == [
        "Board 1, 1 against 11, score: 430 in the file, 400 computed. It is the score of the same contract with "
        "another number of tricks.",
        "evening.json: scores checked: 2, points: 0; not as computed: 1.",
    ]


def test_the_command_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    call_command("check_results", written(tmp_path, file(board(line(1, score=430), line(2)))), as_json=True)
    data = json.loads(capsys.readouterr().out)
    assert data["checked"] == {"scores": 2, "points": 0, "imps": 0}
    (one,) = data["findings"]
    assert (one["board"], one["ns"], one["ew"], one["contract"], one["what"]) == (1, "1", "11", "3NT S", "score")
    assert (one["recorded"], one["computed"], one["reason"]) == ("430", "400", "tricks")


def test_the_command_names_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="absent.xml: No such file"):
        call_command("check_results", str(tmp_path / "absent.xml"))
    (tmp_path / "broken.xml").write_bytes(b"<USEBIO>")
    with pytest.raises(CommandError, match="broken.xml, line 1: The file stops before its end"):
        call_command("check_results", str(tmp_path / "broken.xml"))


# Real programs

# The published example of an individual has invented values, which no method reproduces.
EVERY = ("usebio/*.xml", "nzscorer/*.xml", "acbl/*.json", "pbn/ffb*.pbn", "pbn/okbridge_tournament_v20.pbn")


def plainly(finding: Finding) -> tuple[int, str, str]:
    return finding.board, finding.ns, finding.ew


@pytest.mark.real_files
def test_every_real_file_follows_but_for_what_is_known_of_it(real_files: Path) -> None:
    manifest = {file["file"]: file for file in json.loads((real_files / "MANIFEST.json").read_text(encoding="utf-8"))}
    names = sorted(str(path.relative_to(real_files)) for pattern in EVERY for path in real_files.glob(pattern))
    assert len(names) > 15
    for name in names:
        if "example_individual" in name:
            continue
        checked = check(exchange.read((real_files / name).read_bytes(), name))
        with (real_files / manifest[name]["golden"]).open(encoding="utf-8", newline="") as rows:
            flagged = [row for row in csv.DictReader(rows) if row["flag"] not in ("", "unreadable contract")]
        known = sorted((int(row["board"]), row["ns"].strip("?"), row["ew"].strip("?")) for row in flagged)
        assert sorted(map(plainly, checked.findings)) == known, name


@pytest.mark.real_files
@pytest.mark.django_db
@pytest.mark.either_database
def test_the_method_that_is_named_is_the_one_that_the_tournament_gets(real_files: Path, club: Club) -> None:
    names = sorted(str(path.relative_to(real_files)) for pattern in EVERY for path in real_files.glob(pattern))
    named = 0
    for name in names:
        data = (real_files / name).read_bytes()
        checked = check(exchange.read(data, name))
        (tournament, *_others) = import_tournament(club=club, by=None, data=data, filename=name).tournaments
        if tournament.kind != Tournament.Kind.TEAMS and checked.method is not None:
            named += 1
            assert tournament.method == checked.method.as_json(), name
    assert named > 12

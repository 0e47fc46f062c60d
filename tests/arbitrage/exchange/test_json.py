"""The JSON of a whole tournament: reading restores what was written, and any other content is refused with its
place."""

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from arbitrage import exchange
from arbitrage.exchange import tournament_json
from arbitrage.exchange.records import MatchRecord, Problem, TeamRecord, TournamentFile
from rulings.scores.award import Award, Possible
from rulings.scores.methods import Method
from tests.arbitrage.exchange.exchange_files import (
    DEALS,
    PAIRS,
    PLAYED,
    adjusted,
    tournaments,
    usebio_board,
    usebio_event,
)
from tests.arbitrage.exchange.exchange_malice import EDITS, check, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")


WEIGHTED = Award.both(Possible("4S", "N", 10, 420, Fraction(2, 3)), Possible("4S", "N", 9, -50, Fraction(1, 3)))


def evening() -> TournamentFile:
    """Return a pairs evening with something in nearly every field."""
    file = exchange.read(usebio_event(PAIRS, usebio_board(PLAYED), usebio_board(PLAYED, number=2)).encode())
    (line,) = file.boards[0].results
    rich = replace(
        line, table=3, round=2, room="open", remark="late « é »", ns_points=Decimal("28.3333"), ew_percent=Decimal(0),
        auction=("1NT", "X", "Pass"), play=("HA", "-"), times=2, key="1.3.2.1", score_ew=-400,
        form=2, award=WEIGHTED,
    )  # fmt: skip
    hands = dict(deal=DEALS[0], par="NS 990", double_dummy="8a6978a7974364443644")
    return replace(
        file,
        boards=(replace(file.boards[0], results=(rich,), **hands), *file.boards[1:]),
        teams=(TeamRecord(number="7", name="Reds", total=Decimal("-1.5"), rank="2="),),
        method=Method(winners=1, drop=2),
        matches=(MatchRecord(one="7", other="8", round=1, one_score=Decimal(12), imps=((1, Decimal("3.5")),)),),
        warnings=(Problem("étui 2", "le contrat « 42 » n’en est pas un"),),
    )  # fmt: skip


def document(**changes: Any) -> dict[str, Any]:
    return json.loads(tournament_json.write(evening())) | changes


def read(said: object) -> TournamentFile:
    return exchange.read(json.dumps(said).encode(), "evening.json")


def test_every_field_is_read_back_as_it_was() -> None:
    assert exchange.read(tournament_json.write(evening()), "evening.json") == evening()


def test_what_is_empty_is_left_out_and_the_file_can_be_read_by_a_human() -> None:
    text = tournament_json.write(replace(evening(), method=None)).decode()
    assert text.startswith('{\n "format": "arbitrage-tournament",\n "version": 2,\n "tournament": {\n')
    assert "late « é »" in text and "null" not in text and '"players": []' not in text


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(tournaments(pbn=True).flatmap(adjusted))
def test_any_tournament_is_read_back_the_same(tournament: TournamentFile) -> None:
    assert exchange.read(tournament_json.write(tournament)) == tournament


def put(said: Any, path: str, value: object) -> None:
    *steps, last = (int(step) if step.isdigit() else step for step in path.split("/"))
    for step in steps:
        said = said[step]
    said[last] = value


LINE = "tournament/boards/0/results/0"


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("tournament/name", 7, "tournament.name"),
        ("tournament/name", "two\nlines", "tournament.name"),
        ("tournament/name", "x" * 201, "tournament.name"),
        ("tournament/date", "21/11/2026", "tournament.date"),
        ("tournament/winners", True, "tournament.winners"),
        ("tournament/scoring", "LUCK", "tournament.scoring"),
        ("tournament/boards", {}, "tournament.boards"),
        ("tournament/boards", [], "tournament.boards"),
        ("tournament/boards/0/number", 0, "tournament.boards[0].number"),
        ("tournament/boards/1/number", 1, "tournament.boards"),
        ("tournament/boards/0/dealer", "X", "tournament.boards[0].dealer"),
        ("tournament/boards/0/deal", "N:AK", "tournament.boards[0].deal"),
        ("tournament/boards/0/colour", "red", "tournament.boards[0].colour"),
        (f"{LINE}/contract", "8NT", "tournament.boards[0].results[0].contract"),
        (f"{LINE}/contract", "4sx", "tournament.boards[0].results[0].contract"),
        (f"{LINE}/tricks", 14, "tournament.boards[0].results[0].tricks"),
        (f"{LINE}/tricks", 10.5, "tournament.boards[0].results[0].tricks"),
        (f"{LINE}/score", 99999, "tournament.boards[0].results[0].score"),
        (f"{LINE}/ns_points", 28.3333, "tournament.boards[0].results[0].ns_points"),
        (f"{LINE}/ew_percent", "101", "tournament.boards[0].results[0].ew_percent"),
        (f"{LINE}/ns", "99", "tournament.boards[0].results[0]"),
        (f"{LINE}/section", "Z", "tournament.boards[0].results[0].section"),
        (f"{LINE}/players", ["1"], "tournament.boards[0].results[0].players"),
        (f"{LINE}/auction/0", "1Z", "tournament.boards[0].results[0].auction[0]"),
        (f"{LINE}/lead", "S1", "tournament.boards[0].results[0].lead"),
        (f"{LINE}/form", 0, "tournament.boards[0].results[0].form"),
        (f"{LINE}/award", {"ns": "A+"}, "tournament.boards[0].results[0].award"),
        (f"{LINE}/award", {"ns": [], "ew": []}, "tournament.boards[0].results[0].award"),
        (f"{LINE}/award/ns", "60%", "tournament.boards[0].results[0].award.ns"),
        (f"{LINE}/award/ns", "2/4", "tournament.boards[0].results[0].award"),
        (f"{LINE}/award/ew/0/weight", "1/2", "tournament.boards[0].results[0].award"),
        (f"{LINE}/award/ew/0/weight", 0.5, "tournament.boards[0].results[0].award.ew[0].weight"),
        (f"{LINE}/award/ew/0/tricks", "", "tournament.boards[0].results[0].award.ew[0].tricks"),
        (f"{LINE}/award/ew/0/contract", "9NT", "tournament.boards[0].results[0].award.ew[0].contract"),
        (f"{LINE}/award/ew/0/declarer", "", "tournament.boards[0].results[0].award.ew[0]"),
        (f"{LINE}/award/ew/0/colour", "red", "tournament.boards[0].results[0].award.ew[0]"),
        ("tournament/sections/0/contestants/1/number", "1", "tournament.sections[0].contestants"),
        ("tournament/matches/0/imps/0", [1], "tournament.matches[0].imps[0]"),
        ("tournament/method/scoring", "LUCK", "tournament.method"),
        ("tournament/method/luck", 1, "tournament.method"),
        ("tournament/method", {}, "tournament.method"),
        ("version", "1", "version"),
    ],
)
def test_what_no_tournament_holds_is_refused_with_its_place(path: str, value: object, place: str) -> None:
    printed = document()
    put(printed, path, value)
    with pytest.raises(exchange.Unreadable) as refused:
        read(printed)
    assert str(refused.value).startswith(f"evening.json, {place}: ")


@pytest.mark.parametrize("missing", ["number", "dealer", "vulnerability"])
def test_what_a_board_must_say_is_missed(missing: str) -> None:
    printed = document()
    del printed["tournament"]["boards"][0][missing]
    with pytest.raises(exchange.Unreadable, match=r"tournament.boards\[0\]: Something that is always there is missing"):
        read(printed)


def test_a_played_line_without_score_or_tricks_is_refused() -> None:
    printed = document()
    line = printed["tournament"]["boards"][0]["results"][0]
    del line["score"], line["tricks"]
    with pytest.raises(exchange.Unreadable, match=r"results\[0\].score"):
        read(printed)


def test_a_later_version_says_to_bring_the_program_up_to_date() -> None:
    with pytest.raises(exchange.Unreadable, match="evening.json: The file was written by a later version"):
        read(document(version=3))


def test_the_first_version_of_the_format_stays_readable() -> None:
    printed = document(version=1)
    line = printed["tournament"]["boards"][0]["results"][0]
    del line["form"], line["award"], printed["tournament"]["method"]
    (board, _other) = read(printed).boards
    assert board.results == (replace(evening().boards[0].results[0], form=1, award=None),)


def test_the_file_that_is_mutated_is_sound() -> None:
    check(exchange.read(tournament_json.write(evening())))


@quickly
@given(EDITS)
def test_a_mutated_file_is_read_or_refused(edits: list) -> None:
    read_or_refuse(mutated(tournament_json.write(evening()), edits))

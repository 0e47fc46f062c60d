"""Ranks, totals and percentages of a file are stored, and exported again."""

from dataclasses import replace
from decimal import Decimal

import pytest

from arbitrage import exchange
from arbitrage.exchange import tournament_json
from arbitrage.exchange.records import ContestantRecord
from arbitrage.models import Club, Contestant
from arbitrage.services.files.exports import export_tournament
from arbitrage.services.results.field import Field
from tests.arbitrage import evening_files as evening
from tests.arbitrage.exchange.exchange_files import TRAVELLER, pbn_game
from tests.arbitrage.tournament.test_merge_results import store, update

LATER = "\n".join((
    r'[TotalScoreTable "Rank\2R;PairId\2R;Direction\5R;TotalScoreMP\6R;TotalPercentage\5R;SessionScoreMP\5R;'
    r'SessionPercentage\5R;Names\30L"]',
    ' 1  1 "N-S" 1501.4 59.58  2.0 100.00 "Ann OXLIP - Bob CEDARBY"',
    ' 2  2 "E-W" 1290.6 51.21  0.0   0.00 "Cleo MEDLAR - Dan YARROW"',
    ' 3  3 "N-S" 1260.0 50.00  0.0   0.00 "Eve ROWAN - Fay ALDER"',
    ' 4  4 "E-W" 1100.2 43.66  2.0 100.00 "Gus LINDEN - Hal HAWTHORN"',
))  # fmt: skip
"""The ranking of a later session, as the French federation's program writes it: the session beside the whole event."""


def federation() -> bytes:
    rows = ["1 2 4S N 10 S9 420 - 2 0", "3 4 4S N 9 S9 - 50 0 2"]
    return pbn_game(1, LATER, TRAVELLER, *rows, Scoring="MatchPoints;MP1", Competition="Pairs").encode()


def places(data: bytes) -> dict[str, tuple[Decimal | None, Decimal | None, Decimal | None, str]]:
    found = exchange.read(data).contestants
    return {one.number: (one.percentage, one.total, one.overall, one.rank) for one in found}


def test_the_session_of_a_later_file_is_its_own_and_the_total_is_kept_beside_it() -> None:
    assert places(federation())["1"] == (Decimal("100.00"), Decimal("2.0"), Decimal("59.58"), "1")
    assert places(federation())["3"] == (Decimal("0.00"), Decimal("0.0"), Decimal("50.00"), "3")


@pytest.mark.django_db
def test_the_session_is_what_is_compared_and_exported(club: Club) -> None:
    tournament = store(club, None, federation(), "seance2.pbn")
    field = Field(tournament)
    assert field.reproduced.unlike_totals == () and field.reproduced.totals == 4
    for format in ("json", "pbn"):
        assert places(export_tournament(tournament, format).data) == places(federation())
    # USEBIO has one percentage and one place; the values of a session differ from those of the event.
    written = places(export_tournament(tournament, "usebio").data)
    assert written["1"] == (Decimal(100), Decimal(2), None, "")


def ranked() -> bytes:
    """Return the finished evening with the places and percentages of its program."""
    file = evening.finished(program="Other 1.0")
    sections = tuple(
        replace(
            section,
            contestants=tuple(_placed(place, contestant) for place, contestant in enumerate(section.contestants)),
        )
        for section in file.sections
    )
    points = {"ns_points": Decimal(2), "ew_points": Decimal(2)}
    boards = tuple(
        replace(board, results=tuple(replace(line, **points) for line in board.results)) for board in file.boards
    )
    return tournament_json.write(replace(file, sections=sections, boards=boards))


def _placed(place: int, contestant: ContestantRecord) -> ContestantRecord:
    return replace(
        contestant, rank=f"{place % 3 + 1}{'=' * (place % 2)}", total=Decimal("12.5") + place, percentage=Decimal(50)
    )


@pytest.mark.django_db
@pytest.mark.parametrize("format", ["json", "usebio", "pbn"])
def test_ranks_and_totals_of_a_file_are_those_that_are_written(club: Club, format: str) -> None:
    tournament = store(club, None, ranked(), "soir.json")
    assert places(export_tournament(tournament, format).data) == places(ranked())


@pytest.mark.django_db
def test_a_later_file_brings_its_places(club: Club) -> None:
    tournament = store(club, None, evening.xml(), "soir.xml")
    assert set(Contestant.objects.values_list("rank", flat=True)) == {""}
    update(tournament, None, ranked(), "soir.json")
    assert Contestant.objects.get(number="1").rank == "1"
    assert Contestant.objects.get(number="2").rank == "2="

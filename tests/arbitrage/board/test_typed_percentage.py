"""A percentage that a director types counts exactly as typed, in an adjusted score, in a corrected line, and in a file
of our own format."""

from decimal import Decimal
from fractions import Fraction

import pytest

from arbitrage.models import Club, Result, Tournament
from arbitrage.services.files import exports, imports
from arbitrage.services.results import entering
from arbitrage.services.results.field import Field
from rulings.scores.award import Award
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.tournament.test_merge_results import line, store

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def evening_of(club: Club, by) -> Tournament:
    """Store an evening on which pair 3 North-South plays so well that an average plus is worth more to it than 60 %."""
    return store(club, by, evening.bws(evening.played().values()))


def share_of(result: Result) -> tuple[Decimal | None, Decimal | None]:
    field = Field(Tournament.objects.get(pk=result.board.tournament_id))
    counted = field.points(field.counted()).line(Result.objects.get(pk=result.pk))
    return counted.ns_percent, counted.ew_percent


def corrected(result: Result, by, ns: str, ew: str) -> None:
    entry = entering.Entry(
        kind=Result.Kind.ARTIFICIAL, ns_share=Decimal(ns), ew_share=Decimal(ew), ns=result.ns, ew=result.ew
    )
    entering.correct_result(
        result=result, entry=entry, by=by, reason=entering.Reason.OTHER, seen=entering.seen_of(result)
    )


@pytest.fixture
def by():
    return make.make_member(make.make_club())


@pytest.fixture
def tournament(by) -> Tournament:
    return evening_of(Club.objects.get(), by)


def test_sixty_percent_of_a_file_follows_the_session(tournament):
    """Unlike a percentage that a director types, it becomes an average plus: the pair has more than 60 % on its other
    boards."""
    result = line(tournament, 1, 3)
    Result.objects.filter(pk=result.pk).update(kind="artificial", contract="", tricks=None, score=None,
                                               ns_percent=60, ew_percent=40, award={})  # fmt: skip
    assert share_of(result)[0] > 60


def test_sixty_percent_typed_on_the_line_is_sixty_percent(tournament, by):
    result = line(tournament, 1, 3)
    corrected(result, by, "60", "40")
    assert share_of(result) == (Decimal(60), Decimal(40))


def test_it_is_still_sixty_percent_once_our_file_was_read_again(tournament, by):
    corrected(line(tournament, 1, 3), by, "60", "40")
    data = exports.export_tournament(tournament, "json").data
    other = make.make_club(slug="other", name="Other")
    (again,) = imports.import_tournament(club=other, by=None, data=data, filename="soir.json").tournaments
    assert share_of(line(again, 1, 3)) == (Decimal(60), Decimal(40))
    assert Result.objects.get(pk=line(again, 1, 3).pk).award == {"ns": "60", "ew": "40"}


def test_an_adjusted_score_of_sixty_percent_is_the_same(tournament, by):
    result = line(tournament, 1, 3)
    field = Field(tournament)
    counted = field.counted() | {result.pk: Award(Fraction(60), Fraction(40))}
    one = field.points(counted).line(next(one for one in field.results if one.pk == result.pk))
    assert (one.ns_percent, one.ew_percent) == (Decimal(60), Decimal(40))

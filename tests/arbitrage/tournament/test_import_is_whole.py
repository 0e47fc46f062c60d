"""Damaged files are imported completely or not at all."""

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.models import Board, Club, Contestant, Event, Result, Tournament
from arbitrage.services.files import imports
from tests.arbitrage import factories as make
from tests.arbitrage.exchange.exchange_malice import EDITS, MUTATIONS, mutated, quickly
from tests.arbitrage.exchange.test_acbl import SOUND as ACBL
from tests.arbitrage.exchange.test_csv import OTHER as CSV
from tests.arbitrage.exchange.test_hostile import small_pbn, small_usebio
from tests.arbitrage.exchange.test_lin import SOUND as LIN

pytestmark = pytest.mark.django_db


def rows() -> list[int]:
    """Count the rows of each kind."""
    return [model.objects.count() for model in (Tournament, Board, Contestant, Result, Event)]


def bring_in(club: Club, data: bytes) -> None:
    """Import the file, check that it is stored completely or refused without a row, and roll back."""
    with transaction.atomic():
        before = rows()
        try:
            imports.import_tournament(club=club, by=None, data=data, filename="mutated")
        except exchange.Unreadable as refused:
            assert str(refused).startswith("mutated") and refused.reason
            assert rows() == before
        else:
            file = exchange.read(data)
            assert (Board.objects.count(), Result.objects.count()) == (len(file.boards), len(file.results))
            assert Tournament.objects.count() == Event.objects.filter(kind="tournament_imported").count() > 0
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", ["usebio", "pbn", "acbl", "lin", "csv"])
def test_a_mutated_file_is_stored_whole_or_not_at_all(name: str) -> None:
    club = make.make_club()
    sound = {"usebio": small_usebio(), "pbn": small_pbn(), "acbl": ACBL, "lin": LIN.encode(), "csv": CSV.encode()}[name]
    bring_in(club, sound)

    @settings(quickly, max_examples=MUTATIONS // 20 or 30)
    @given(st.just(sound), EDITS)
    def damage(data: bytes, edits: list) -> None:
        bring_in(club, mutated(data, edits))

    damage()

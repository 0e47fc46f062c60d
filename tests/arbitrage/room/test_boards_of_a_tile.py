"""The boards of a round on a tile: consecutive numbers are shown by the first and the last, others one by one."""

import pytest
from django.utils import translation

from arbitrage.pages.room.floor import board_numbers


@pytest.mark.parametrize(
    ("numbers", "french", "english"),
    [
        ([], "", ""),
        ([9], "Donne 9", "Board 9"),
        ([9, 10], "Donnes 9–10", "Boards 9–10"),
        ([9, 10, 11], "Donnes 9–11", "Boards 9–11"),
        ([9, 12], "Donnes 9, 12", "Boards 9, 12"),
        ([9, 10, 12], "Donnes 9, 10, 12", "Boards 9, 10, 12"),
    ],
)
def test_boards_in_a_row_are_written_by_their_ends_and_others_one_by_one(numbers, french, english):
    for language, said in (("fr", french), ("en", english)):
        with translation.override(language):
            assert board_numbers(numbers) == said

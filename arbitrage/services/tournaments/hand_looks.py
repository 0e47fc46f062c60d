"""Hands of a board that is still being played: they are hidden until a director asks for them, and the record has his
look."""

from typing import TYPE_CHECKING

from django.db import transaction

from arbitrage.models import Board, Result
from arbitrage.services.record import tournament_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TO_PLAY = (Result.Kind.NOT_PLAYED, Result.Kind.UNREADABLE)
"""Kinds of a line whose table has no result yet."""


def in_play(board: Board) -> bool:
    """Does a table still have to play this board, in this round or later of a running tournament?"""
    tournament = board.tournament
    if tournament.current_round is None or tournament.published_at is not None:
        return False
    return board.results.filter(kind__in=TO_PLAY, round__gte=tournament.current_round).exists()


def tables_to_play(board: Board) -> int:
    """Count the tables that still have to play a board that is `in_play`."""
    return board.results.filter(kind__in=TO_PLAY, round__gte=board.tournament.current_round).count()


@transaction.atomic
def look_at_deal(*, board: Board, by: "User") -> None:
    """Record that somebody has asked for the hands of a board in play. It changes no row."""
    if in_play(board):
        tournament_rows.write(board.tournament, "deal_looked_at", by=by, board=board)

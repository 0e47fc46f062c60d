"""Hands of a board that some table still has to play. They are hidden until a director asks to see them, which is
recorded."""

from typing import TYPE_CHECKING

from django.db import transaction

from arbitrage.models import Board, Result
from arbitrage.services.record import tournament_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TO_PLAY = (Result.Kind.NOT_PLAYED, Result.Kind.UNREADABLE)
"""Kinds of lines whose tables have no valid result yet."""


def in_play(board: Board) -> bool:
    """Does a table still have to play this board, in this or a later round of a running tournament?"""
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

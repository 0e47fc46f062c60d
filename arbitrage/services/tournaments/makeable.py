"""Makeable tricks and par of a board, from its file or else from the solver, with their source.

If the file has these values, the solver is not asked. Computed values are stored in a separate table, so that they are
not exported as if they came from the club's file.
"""

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from arbitrage.models import Board, MakeableTricks, Tournament
from arbitrage.server import program_files
from arbitrage.solver import process
from rulings.bridge import parse_deal


@dataclass(frozen=True)
class Makeable:
    """Tricks in PBN's 20 digits, and the par, as stored on a board; *by* names the solver, "" for values of the
    file."""

    tricks: str
    par: str
    by: str


def makeable_of(board: Board) -> Makeable | None:
    """Return the known values of a board; None without any."""
    if board.double_dummy or board.par:
        return Makeable(board.double_dummy, board.par, "")
    try:
        stored = board.makeable
    except ObjectDoesNotExist:
        return None
    return Makeable(stored.tricks, stored.par, stored.by) if stored.of == board.dealt else None


def may_compute(board: Board) -> bool:
    """Can the tricks of this board be computed, because no file has them, all cards are known, and a solver is
    installed?"""
    return makeable_of(board) is None and is_whole(board.deal) and process.installed()


def is_whole(deal: str) -> bool:
    """Are all 52 cards known?"""
    try:
        return bool(deal) and all(len(hand) == 13 for hand in parse_deal(deal).values())
    except ValueError:
        return False


UNHURRIED = 60.0
"""Time limit for a board, in seconds, when nobody waits for it. It is long because the solver has a low priority."""


def compute(board: Board, seconds: float | None = None) -> Makeable | None:
    """Compute and store the tricks of a board, unless they are known; return them, or None without an answer of the
    solver."""
    known = makeable_of(board)
    if known is not None or not is_whole(board.deal):
        return known
    answer = process.makeable(board.deal, board.dealer, board.vulnerability, seconds)
    if answer is None:
        return None
    makeable = Makeable(answer.tricks, par_text(answer.score, answer.contracts), answer.by)
    values = {"of": board.dealt, "tricks": makeable.tricks, "par": makeable.par, "by": makeable.by}
    with transaction.atomic():
        row, _made = MakeableTricks.objects.update_or_create(pk=board.pk, defaults=values)
    board.makeable = row
    return makeable


def compute_all(tournament: UUID) -> int:
    """Compute the tricks of all boards of a tournament that have none; return the number of boards computed. Stop at
    the first board for which the solver gives no answer."""
    count = 0
    for board in Board.objects.filter(tournament=tournament).select_related("makeable").order_by("number"):
        if makeable_of(board) is not None or not is_whole(board.deal):
            continue
        if compute(board, UNHURRIED) is None:
            break
        count += 1
    return count


def after_import(tournaments: Iterable[Tournament]) -> None:
    """Start a process that computes the boards of imported tournaments, once the import is committed. Do nothing
    outside the server, or if no solver is installed."""
    if not settings.BEHIND_FRONT or not process.installed():
        return
    boards = Board.objects.filter(tournament__in=tournaments, double_dummy="", par="", makeable=None).exclude(deal="")
    keys = sorted({str(key) for key in boards.values_list("tournament", flat=True)})
    if keys:
        transaction.on_commit(lambda: _start(keys))


def _start(keys: list[str]) -> None:
    command = program_files.command("makeable", *keys)
    quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    apart: dict[str, Any] = {} if sys.platform == "win32" else {"start_new_session": True}
    subprocess.Popen(command, cwd=program_files.where_to_run(), **quiet, **apart)  # noqa: S603


def par_text(score: int, contracts: Iterable[str]) -> str:
    """Write a par in the form of `Board.par`, "NS 300; par EW 4SX-2", from the solver's notation of contracts
    ("4S*-EW-2")."""
    side = "NS" if score >= 0 else "EW"
    words = ", ".join(f"{who} {contract}" for contract, who in map(_contract, contracts) if contract)
    return f"{side} {abs(score)}" + (f"; par {words}" if words else "")


def _contract(text: str) -> tuple[str, str]:
    """Split a contract of the solver, "4S*-EW-2", into PBN's notation, "4SX-2", and its players, "EW"."""
    contract, _dash, rest = text.partition("-")
    who = rest[:2] if rest[:2] in ("NS", "EW") else rest[:1]
    if not who:
        return "", ""
    denomination = contract[1:2].replace("N", "NT")
    return f"{contract[:1]}{denomination}{'X' if contract.endswith('*') else ''}{rest[len(who) :]}", who

"""Preview of the effect that an entry has on a board and on the rankings."""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arbitrage.models import Board, Incident, Inquiry, Result
from arbitrage.services.record import tournament_rows
from arbitrage.services.results.field import Field, Line, RankLine, TravellerLine
from arbitrage.services.results.lines import COLUMNS, WITH_A_SCORE, Entry, says
from rulings.scores.award import Award


def usual_table(line: Result) -> int | None:
    """Guess the table of a line that has none: the number of its North-South pair, as in a Mitchell movement."""
    number = line.ns.number if line.ns else ""
    return int(number) or None if number.isascii() and number.isdigit() and len(number) <= 4 else None


def has_played(board: Board, line: Result) -> Iterator[Result]:
    """Yield the other lines of the board on which one of the line's contestants has a score."""
    own = {str(key) for key in (line.ns_id, line.ew_id, *line.seats) if key}
    for other in board.results.exclude(pk=line.pk).filter(kind__in=WITH_A_SCORE):
        if own & {str(key) for key in (other.ns_id, other.ew_id, *other.seats) if key}:
            yield other


def played_twice(line: Result) -> tuple[Result, ...]:
    """List the other lines of the board on which one of the line's contestants has a score too, which must be an
    error."""
    return tuple(has_played(line.board, line)) if line.kind in WITH_A_SCORE else ()


@dataclass(frozen=True)
class Effect:
    """The effect of an entry on a board and the rankings.

    *line* is the line after the entry, *lines* the whole traveller before and after. *concerned* are the contestants of
    the line before and after the entry, and those whose rank in the session changes. *adjusted* is the confirmed score
    that replaces the line in the ranking, if any. *twice* are other lines of the board on which one of the pairs has a
    score. *ruled* are the incidents of the line that have a decision.
    """

    line: Result
    changed: bool
    lines: tuple[TravellerLine, ...]
    concerned: tuple[RankLine, ...]
    adjusted: Award | None
    twice: tuple[Result, ...]
    ruled: tuple[Incident, ...]


def effect_of(line: Result, entry: Entry) -> Effect:
    """Compute the effect of an *entry* on the board and the field; a *line* that is not stored counts as a new one.

    :raises Refused: a value of *entry* is missing or impossible.
    """
    new = copy.copy(line)
    entry.write(new)
    new.table = new.table or (usual_table(new) if line._state.adding else None)
    return _compared(line, new)


def effect_done(line: Result, was: Mapping[str, Any]) -> Effect:
    """Compute the effect of a correction that is already written; *was* are the values of the line before it
    (`says`)."""
    old = copy.copy(line)
    tournament_rows.set_plain(old, {COLUMNS.get(name, name): value for name, value in was.items()})
    return _compared(old, line)


def _compared(line: Result, new: Result) -> Effect:
    """Compare the board and the field with *line* and with *new* in its place."""
    before = Field(line.board.tournament)
    after = Field(line.board.tournament, before.method)
    if not line._state.adding:
        _put(before, line)
    _put(after, new)
    played, counted = before.points(before.counted()), after.points(after.counted())
    lines = tuple(
        TravellerLine(
            result,
            Line(None) if result is new and line._state.adding else played.line(result),
            counted.line(result),
            in_question=result.pk == line.pk,
        )
        for result in after.results_of(line.board_id)
    )
    own = before.keys_of(line) | after.keys_of(new)
    ranks = [rank_line for ranking in after.rankings(played, counted) for rank_line in ranking.lines]
    ruled = Incident.objects.filter(result=line.pk, inquiries__stage=Inquiry.Stage.RULED).exclude(
        state=Incident.State.WITHDRAWN
    )
    return Effect(
        line=new,
        changed=line._state.adding or says(new) != says(line),
        lines=lines,
        concerned=tuple(rank for rank in ranks if rank.key in own or rank.rank_before != rank.rank_after),
        adjusted=next((adjustment.given for adjustment in new.adjustments.confirmed()), None),
        twice=played_twice(new),
        ruled=tuple(ruled.distinct().order_by("called_at", "pk")),
    )


def _put(field: Field, line: Result) -> None:
    """Replace the stored line in a field by *line*, or add it as the last one."""
    for lines in (field.results, field.by_board[line.board_id]):
        lines[:] = [line if old.pk == line.pk else old for old in lines]
        if line not in lines:
            lines.append(line)

"""The sheet of a table as players see it: their call and the lines of their round, and nothing about other tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from arbitrage.database.ids import uuid7
from arbitrage.models import Incident, Result, Section, TableSheet
from arbitrage.models.board import SEATS
from arbitrage.pages.board.keypad import keypad
from arbitrage.pages.code import for_players
from arbitrage.pages.wording.lines import line_words
from arbitrage.services.incidents import table_calls
from arbitrage.services.people.table_sheets import SheetState
from arbitrage.services.record.history import digest
from arbitrage.services.results import table_results
from arbitrage.services.results.entering import says, seen_of
from arbitrage.services.results.table_results import Line


def frame(sheet: TableSheet) -> dict[str, Any]:
    """Build the frame of every page of a sheet: its table, its club, its evening."""
    tournament = sheet.tournament
    return {
        "club": sheet.club,
        "of": tournament,
        "table": f"{sheet.letter if tournament.several_sections else ''}{sheet.table}",
    }


def closed_page(sheet: TableSheet, state: SheetState) -> dict[str, Any]:
    """Build the page of a sheet before its evening, or after it."""
    return frame(sheet) | {"early": state is SheetState.EARLY}


def sheet_page(sheet: TableSheet, section: Section, problem: str = "") -> dict[str, Any]:
    """Build the page of a sheet: the call that is open, or the ways to make one."""
    call, lines = table_calls.open_call(sheet, section), table_results.lines_of_table(sheet, section)
    return frame(sheet) | {
        "results": sheet.results,
        "round": sheet.tournament.current_round,
        "boards": [_board(line) for line in lines],
        "call": _call(call) if call else None,
        "leaves": [for_players.by_slug()[about] for about in table_calls.ABOUT],
        "seats": SEATS,
        "id": uuid7(),
        "problem": problem,
        "version": version(call, lines),
    }


def version(call: Incident | None, lines: Sequence[Line] = ()) -> str:
    """Digest the state of the page; the telephone polls this version for changes."""
    now = [str(call.pk), str(call.attended_by_id or "")] if call else []
    now += [f"{line.result.pk}{seen_of(line.result)}{line.typed.pk if line.typed else ''}" for line in lines]
    return digest("|".join(now))[:20]


def _board(line: Line) -> dict[str, Any]:
    """Show a board of the round: to type, to be confirmed, or written."""
    row = line.result
    state = "waits" if line.typed else "empty" if row.kind == Result.Kind.NOT_PLAYED else "written"
    return {
        "id": row.pk,
        "number": row.board.number,
        "state": state,
        "words": "" if row.kind == Result.Kind.NOT_PLAYED else line_words(says(row)),
        "typed": line_words(table_results.typed_words(row, line.typed)) if line.typed else "",
        "may_type": line.may_type,
    }


def board_page(sheet: TableSheet, line: Line, touched: Mapping[str, str], problem: str = "") -> dict[str, Any]:
    """Build the page of a board: its keypad, or the result that one side has typed, for the other to confirm."""
    row = line.result
    pad = keypad(dict(touched), row.board.vulnerability, {})
    again = "again" in touched
    return frame(sheet) | {
        "board": row.board,
        "line": _board(line),
        "typed": line.typed if not again else None,
        "keypad": pad,
        "id": uuid7(),
        "seen": seen_of(row),
        "problem": problem,
    }


def _call(call: Incident) -> dict[str, Any]:
    about = table_calls.told_by_table([call]).get(call.pk, "")
    return {
        "at": call.called_at,
        "coming": call.attended_by_id is not None,
        "mine": call.opened_by_id is None,
        "id": call.pk,
        "leaf": for_players.by_slug().get(about),
    }

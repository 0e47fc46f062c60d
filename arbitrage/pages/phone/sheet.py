"""The sheet of a table as players see it: their call, and nothing of any other table."""

from typing import Any

from arbitrage.database.ids import uuid7
from arbitrage.models import Incident, Section, TableSheet
from arbitrage.models.board import SEATS
from arbitrage.pages.code import for_players
from arbitrage.services.incidents import table_calls
from arbitrage.services.people.table_sheets import Door


def frame(sheet: TableSheet) -> dict[str, Any]:
    """Build what every page of a sheet shows: its table, its club, its evening."""
    tournament = sheet.tournament
    return {
        "club": sheet.club,
        "of": tournament,
        "table": f"{sheet.letter if tournament.several_sections else ''}{sheet.table}",
    }


def closed_page(sheet: TableSheet, door: Door) -> dict[str, Any]:
    """Build the page of a sheet before its evening, or after it."""
    return frame(sheet) | {"early": door is Door.EARLY}


def sheet_page(sheet: TableSheet, section: Section, problem: str = "") -> dict[str, Any]:
    """Build the page of a sheet: the call that is open, or the ways to make one."""
    call = table_calls.open_call(sheet, section)
    return frame(sheet) | {
        "call": _call(call) if call else None,
        "leaves": [for_players.by_slug()[about] for about in table_calls.ABOUT],
        "seats": SEATS,
        "id": uuid7(),
        "problem": problem,
        "version": version(call),
    }


def version(call: Incident | None) -> str:
    """Return what tells one state of the page from another, for the telephone that asks again."""
    return f"{call.pk}:{call.attended_by_id or ''}" if call else "calm"


def _call(call: Incident) -> dict[str, Any]:
    about = table_calls.told_by_table([call]).get(call.pk, "")
    return {
        "at": call.called_at,
        "coming": call.attended_by_id is not None,
        "mine": call.opened_by_id is None,
        "id": call.pk,
        "leaf": for_players.by_slug().get(about),
    }

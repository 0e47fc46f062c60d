"""A tournament as a table."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    ResultRecord,
    TournamentFile,
)
from arbitrage.exchange.spreadsheet.columns import COLUMNS, FORMULA, PLAYERS, SIDES
from arbitrage.exchange.spreadsheet.workbook import workbook

_PLACES_OF_PLAYERS = (("ns", 1), ("ew", 1), ("ns", 2), ("ew", 2))
"""The columns of the names of North, East, South and West."""


def write(tournament: TournamentFile) -> bytes:
    """Write the tournament as a table: a row for each result, and one for each board without results. `read` restores
    the results.

    A table has no place for totals and ranks, matches, auctions and play, double-dummy results, par, East-West's own
    score and frequencies; JSON has.
    """
    out = io.StringIO(newline="")
    rows = csv.writer(out, delimiter=";", lineterminator="\r\n")
    rows.writerows(map(_cell, row) for row in _rows(tournament))
    return out.getvalue().encode("utf-8-sig")


def write_workbook(tournament: TournamentFile) -> bytes:
    """Write the same table as a workbook (.xlsx)."""
    return workbook(map(_plain, row) for row in _rows(tournament))


def _rows(tournament: TournamentFile) -> Iterator[Iterable[object]]:
    """Yield the heading and the rows of the table."""
    teams = {team.number: team.name or team.number for team in tournament.teams}
    people = {
        (section.session, section.letter, contestant.number, contestant.direction): contestant
        for section in tournament.sections
        for contestant in section.contestants
    }
    about = {
        "tournament": tournament.name,
        "date": tournament.date.isoformat() if tournament.date else "",
        "club": tournament.club,
        "scoring": tournament.scoring,
        "winners": tournament.winners,
        "event": tournament.event,
    }
    yield COLUMNS
    for board in tournament.boards:
        of_board = about | {
            "session": board.session,
            "board": board.number,
            "dealer": board.dealer,
            "vulnerability": board.vulnerability,
            "deal": board.deal,
        }
        for line in board.results or (None,):
            of_line = _line_cells(line, board, people, teams) if line is not None else {}
            yield [(of_board | of_line).get(column) for column in COLUMNS]


People = Mapping[tuple[str, str, str, Direction], ContestantRecord]


def _line_cells(line: ResultRecord, board: BoardRecord, people: People, teams: Mapping[str, str]) -> dict[str, object]:
    cells: dict[str, object] = {
        name: getattr(line, name)
        for name in ("section", "table", "round", "ns", "ew", "kind", "contract", "declarer", "lead", "tricks", "score")
        + ("ns_points", "ew_points", "ns_percent", "ew_percent", "remark", "room")
    }
    for column, number in zip(PLAYERS, line.players, strict=False):
        cells[column] = number
    for (side, place), number in zip(_PLACES_OF_PLAYERS, line.players, strict=False):
        known = people.get((board.session, line.section, number, ""))
        for player in known.players[:1] if known else ():
            cells[f"{side}_name{place}"], cells[f"{side}_licence{place}"] = player.name, player.licence
    for side, number in zip(SIDES, (line.ns, line.ew), strict=True):
        where = board.session, line.section, number
        pair = people.get((*where, side)) or people.get((*where, ""))
        if pair is not None and pair.team:
            cells[f"{side.lower()}_team"] = teams.get(pair.team, pair.team)
        for place, player in enumerate(pair.players[:2] if pair else (), 1):
            cells[f"{side.lower()}_name{place}"] = player.name
            cells[f"{side.lower()}_licence{place}"] = player.licence
    return cells


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if FORMULA.match(value) else value
    return f"{value:f}" if isinstance(value, Decimal) else str(value)


def _plain(value: object) -> object:
    """Convert a value to a cell of a workbook, where a text is never a formula."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith("'") and FORMULA.match(value) else value or None
    return value

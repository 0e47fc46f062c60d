"""A tournament as a table."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from arbitrage.exchange.records import (
    BoardRecord,
    Direction,
    PlayerRecord,
    ResultRecord,
    TournamentFile,
)
from arbitrage.exchange.spreadsheet.columns import COLUMNS, FORMULA, SIDES
from arbitrage.exchange.spreadsheet.workbook import workbook


def write(tournament: TournamentFile) -> bytes:
    """The tournament as a table: a row a result, or a row a board that has none. `read` gives its results back.

    A table has no place for totals and ranks, auctions and play, rooms, double-dummy results, par, East-West's own
    score and frequencies: JSON has.

    :raises ValueError: the tournament is an individual or a match of teams.
    """
    out = io.StringIO(newline="")
    rows = csv.writer(out, delimiter=";", lineterminator="\r\n")
    rows.writerows(map(_cell, row) for row in _rows(tournament))
    return out.getvalue().encode("utf-8-sig")


def write_workbook(tournament: TournamentFile) -> bytes:
    """The same table as a workbook (.xlsx).

    :raises ValueError: as for `write`.
    """
    return workbook(map(_plain, row) for row in _rows(tournament))


def _rows(tournament: TournamentFile) -> Iterator[Iterable[object]]:
    """The heading and the rows of the table.

    :raises ValueError: the tournament is an individual or a match of teams.
    """
    if tournament.event == "individual" or any(line.players for line in tournament.results):
        raise ValueError("An individual is not written in CSV.")
    if tournament.teams or tournament.matches:
        raise ValueError("Team matches are not written in CSV.")
    people = {
        (section.session, section.letter, one.number, one.direction): one.players
        for section in tournament.sections
        for one in section.contestants
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
            of_line = _line_cells(line, board, people) if line is not None else {}
            yield [(of_board | of_line).get(column) for column in COLUMNS]


People = Mapping[tuple[str, str, str, Direction], tuple[PlayerRecord, ...]]


def _line_cells(line: ResultRecord, board: BoardRecord, people: People) -> dict[str, object]:
    cells: dict[str, object] = {
        name: getattr(line, name)
        for name in ("section", "table", "round", "ns", "ew", "kind", "contract", "declarer", "lead", "tricks", "score")
        + ("ns_points", "ew_points", "ns_percent", "ew_percent", "remark")
    }
    for side, number in zip(SIDES, (line.ns, line.ew), strict=True):
        where = board.session, line.section, number
        players = people.get((*where, side)) or people.get((*where, "")) or ()
        for place, player in enumerate(players[:2], 1):
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
    """A value as a cell of a workbook has it, where a text is never a formula."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith("'") and FORMULA.match(value) else value or None
    return value

"""Tables that announce each board in a row of its own (BridgeWebs, EBUScore, ScoreBridge), converted to tables with the
board in every row."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from arbitrage.exchange.reading import decimal, tidy
from arbitrage.exchange.records import Direction
from arbitrage.exchange.spreadsheet.columns import MAX_ROWS, lacking, propose, recognised, rows_of

Rows = Sequence[Sequence[str]]
Place = tuple[str, Decimal | None]
"""The rank and the percentage of a pair."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """A table of text with a row for each result, and the places of its pairs by direction and number where it has a
    ranking."""

    text: str
    places: Mapping[tuple[Direction, str], Place] = field(default_factory=dict)


BOARD = re.compile(
    r"#?\s*(?:board|bd|donne|[eé]tui|rozdanie)s?\s*(?:no\.?|n°|nr\.?|number|num[eé]ro)?\s*[:#.]?\s*(\d{1,4})(?!\d|[.,]\d|\s*[-/]\s*\d)",
    re.IGNORECASE,
)
_WORD = re.compile(r"board|\bbd\b|donne|[eé]tui|rozdanie", re.IGNORECASE)
_FEW = 4
MAX_TITLE = 200
"""Most characters of a title in which a board is searched (runs of blanks count as one), so that the time stays
linear."""


def board_row(cells: Sequence[str]) -> str:
    """Return the number of the board that a row announces; "" for any other row."""
    texts = [cell.strip() for cell in cells if cell.strip()]
    if not texts or len(texts) > _FEW:
        return ""
    match = BOARD.match(" ".join(" ".join(texts[:2])[:MAX_TITLE].split()))
    return match[1] if match else ""


_SECTION = re.compile(r"(?:section|groupe)\s*[:.#-]?\s*([a-z]?\d{1,2}|[a-z])", re.IGNORECASE)


def section_row(cells: Sequence[str]) -> str:
    """Return the section that a row announces for the rows below; "" for any other row."""
    texts = [cell.strip() for cell in cells if cell.strip()]
    match = _SECTION.fullmatch(" ".join(" ".join(texts)[:MAX_TITLE].split())) if 0 < len(texts) <= 2 else None
    return match[1].upper() if match else ""


def with_boards(text: str) -> Arranged | None:
    """Write the board in every row of the table; None where no row is a heading of a board."""
    if not _WORD.search(text):
        return None
    for delimiter in ";,\t|":
        rows = [[cell.strip() for cell in row] for row in rows_of(text, delimiter, MAX_ROWS)]
        if (arrangement := arranged(rows)) is not None:
            return arrangement
    return None


def arranged(rows: Rows) -> Arranged | None:
    if not any(map(board_row, rows)) or any(_says_board(row) for row in rows[:40]):
        return None
    heading = next((row for row in rows if understood(row) and not _is_ranking(row)), None)
    if heading is None:
        return None
    about, places, names = _told(rows)
    out = io.StringIO(newline="")
    write = csv.writer(out, delimiter=";", lineterminator="\n")
    fields = recognised(heading)
    sides = [
        (direction, fields.index(direction.lower()) if direction.lower() in fields else -1) for direction in _SIDES
    ]
    named = bool(names) and not any(name in fields for name in ("ns_name1", "ew_name1", "ns_names", "ew_names"))
    by_section = "section" not in fields and any(map(section_row, rows))
    write.writerow(["board", *about, *(("section",) if by_section else ()), *(_NAMED if named else ()), *heading])
    board, section, above = "", "", heading
    for row in rows:
        if number := board_row(row):
            board = number
        elif by_section and (letter := section_row(row)):
            section = letter
        elif row and row[0].startswith("#"):
            board = ""
        elif understood(row) and not _is_ranking(row):
            above = row
        elif board and sum(map(bool, row)) > 1:
            row = under(heading, above, row)
            who: list[str] = []
            for direction, place in sides if named else ():
                number = row[place] if 0 <= place < len(row) else ""
                who += names.get((direction, number)) or names.get(("", number)) or ["", ""]
            write.writerow([board, *about.values(), *((section,) if by_section else ()), *who, *row])
    return Arranged(out.getvalue(), places)


_SIDES: tuple[Direction, Direction] = ("NS", "EW")
_NAMED = ("ns_name1", "ns_name2", "ew_name1", "ew_name2")


def under(heading: Sequence[str], own: Sequence[str], row: Sequence[str]) -> Sequence[str]:
    """Return a row with its cells in the order of another heading than its *own*. A column that either lacks is
    empty."""
    if list(own) == list(heading):
        return row
    cells = dict(zip(recognised(own), row, strict=False))
    return [cells.get(field, "") if field else "" for field in recognised(heading)]


def understood(row: Sequence[str]) -> bool:
    fields = set(recognised(row)) - {""}
    return len(fields) >= 2 and bool(fields & {"contract", "score", "score_ew", "ns_percent", "ns"})


def _says_board(row: Sequence[str]) -> bool:
    """Is the row a heading with a column for the board?"""
    return bool(row) and not row[0].startswith("#") and not board_row(row) and has_board_column(row)


def has_board_column(row: Sequence[str]) -> bool:
    """Does a heading name the board beside another column? The word alone is a title."""
    fields = set(recognised(row))
    return "board" in fields and len(fields - {""}) > 1


def _is_ranking(row: Sequence[str]) -> bool:
    return {"POSITION", "PAIR", "NAME1"} <= {cell.strip().upper() for cell in row}


def _told(
    rows: Rows,
) -> tuple[dict[str, str], dict[tuple[Direction, str], Place], dict[tuple[Direction, str], list[str]]]:
    """Read the rows that begin with #, in which BridgeWebs describes the tournament and its ranking. Two blocks are
    North-South's and East-West's; a single block has all pairs."""
    about: dict[str, str] = {}
    words = {"#TITLE": "tournament", "#DATE": "date", "#WINNERS": "winners", "#CLUB": "club"}
    blocks: list[list[dict[str, str]]] = []
    heading: list[str] = []
    for row in rows:
        first = row[0].upper() if row else ""
        if first in words and len(row) > 1 and row[1]:
            about.setdefault(words[first], row[1])
        if _is_ranking(row):
            heading = [cell.upper() for cell in row]
            blocks.append([])
        elif first.startswith("#"):
            heading = []
        elif heading:
            blocks[-1].append(dict(zip(heading, row, strict=False)))
    places: dict[tuple[Direction, str], Place] = {}
    names: dict[tuple[Direction, str], list[str]] = {}
    directions: tuple[Direction, ...] = _SIDES if len(blocks) == 2 else ("",)
    for direction, block in zip(directions, blocks, strict=False):
        for fields in block:
            number = tidy(fields.get("PAIR", ""), 20)
            places[direction, number] = (
                tidy(fields.get("POSITION", ""), 10),
                decimal(fields.get("PERCENT", "").rstrip("% ")),
            )
            names[direction, number] = [fields.get("NAME1", ""), fields.get("NAME2", "")]
    return about, places, names


def one_row_each(text: str) -> Arranged:
    """Return the table; if its boards are announced in rows of their own, write the board into every other row."""
    proposal = propose(text)
    if proposal is not None and not lacking(proposal.fields):
        return Arranged(text)
    return with_boards(text) or Arranged(text)

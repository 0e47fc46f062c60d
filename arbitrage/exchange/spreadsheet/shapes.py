"""Tables that are not a heading with its rows: those whose board stands in a row of its own (BridgeWebs, EBUScore and
ScoreBridge), and those of a web page that was saved. Both are put into rows that all say their board.

A page is read for its tables alone: no script of it runs, and nothing that it points to is fetched.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from html.parser import HTMLParser

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import Notes, decimal, decode, tidy
from arbitrage.exchange.records import Direction, Unreadable
from arbitrage.exchange.spreadsheet.columns import MAX_CELL, MAX_ROWS, propose, recognised, rows_of

MAX_CELLS = 400_000
MAX_NESTED = 20

Rows = Sequence[Sequence[str]]
Place = tuple[str, Decimal | None]
"""The rank and the percentage of a pair."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """A table of text with a row for each result, and the places of its pairs by direction and number where it has
    a ranking."""

    text: str
    places: Mapping[tuple[Direction, str], Place] = field(default_factory=dict)


_BOARD = re.compile(
    r"#?\s*(?:board|bd|donne|[eé]tui)s?\s*(?:no\.?|n°|nr\.?|number|num[eé]ro)?\s*[:#.]?\s*(\d{1,4})(?!\d|[.,]\d|\s*[-/]\s*\d)",
    re.IGNORECASE,
)
_WORD = re.compile(r"board|\bbd\b|donne|[eé]tui", re.IGNORECASE)
_FEW = 4


def board_row(cells: Sequence[str]) -> str:
    """The number of the board that a row announces, "" for any other row."""
    said = [cell.strip() for cell in cells if cell.strip()]
    if not said or len(said) > _FEW:
        return ""
    found = _BOARD.match(" ".join(said[:2]))
    return found[1] if found else ""


def is_table(data: bytes) -> bool:
    """Whether a file looks like a table with a heading that is understood."""
    start = data[:60_000].removeprefix(b"\xef\xbb\xbf")
    if b"\0" in start:
        return False
    try:
        text = start.decode("utf-8", "replace")
        return propose(text[:20_000]) is not None or with_boards(text) is not None
    except Unreadable:
        return False


def with_boards(text: str) -> Arranged | None:
    """The table in which every row says its board; None where no row stands for one."""
    if not _WORD.search(text):
        return None
    for delimiter in ";,\t|":
        rows = [[cell.strip() for cell in row] for row in rows_of(text, delimiter, MAX_ROWS)]
        if (found := _arranged(rows)) is not None:
            return found
    return None


def _arranged(rows: Rows) -> Arranged | None:
    if not any(map(board_row, rows)) or any(_says_board(row) for row in rows[:40]):
        return None
    heading = next((row for row in rows if _understood(row) and not _is_ranking(row)), None)
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
    write.writerow(["board", *about, *(_NAMED if named else ()), *heading])
    board = ""
    for row in rows:
        if number := board_row(row):
            board = number
        elif row and row[0].startswith("#"):
            board = ""
        elif board and list(row) != list(heading) and sum(map(bool, row)) > 1:
            who: list[str] = []
            for direction, place in sides if named else ():
                number = row[place] if 0 <= place < len(row) else ""
                who += names.get((direction, number)) or names.get(("", number)) or ["", ""]
            write.writerow([board, *about.values(), *who, *row])
    return Arranged(out.getvalue(), places)


_SIDES: tuple[Direction, Direction] = ("NS", "EW")
_NAMED = ("ns_name1", "ns_name2", "ew_name1", "ew_name2")


def _understood(row: Sequence[str]) -> bool:
    fields = set(recognised(row)) - {""}
    return len(fields) >= 2 and bool(fields & {"contract", "score", "score_ew", "ns_percent", "ns"})


def _says_board(row: Sequence[str]) -> bool:
    """Is it a heading with a column for the board?"""
    return bool(row) and not row[0].startswith("#") and not board_row(row) and "board" in recognised(row)


def _is_ranking(row: Sequence[str]) -> bool:
    return {"POSITION", "PAIR", "NAME1"} <= {cell.strip().upper() for cell in row}


def _told(
    rows: Rows,
) -> tuple[dict[str, str], dict[tuple[Direction, str], Place], dict[tuple[Direction, str], list[str]]]:
    """What the rows that begin with # say of the tournament, as BridgeWebs has them, and its ranking: of two blocks the
    first is North-South's and the other East-West's; a single one is everybody's."""
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
        for one in block:
            number = tidy(one.get("PAIR", ""), 20)
            places[direction, number] = tidy(one.get("POSITION", ""), 10), decimal(one.get("PERCENT", "").rstrip("% "))
            names[direction, number] = [one.get("NAME1", ""), one.get("NAME2", "")]
    return about, places, names


# Web pages


def is_page(start: bytes) -> bool:
    """Whether a file is a web page that has a table."""
    begins = re.match(rb"\s*(?:<!--.{0,500}?-->\s*)*(?:<!doctype\s+html|<html|<head|<body|<table)", start, re.I | re.S)
    return begins is not None and re.search(rb"<table\b", start, re.I) is not None


@dataclass
class _Table:
    """A table of a page: its rows, and the number of the board that stands above it."""

    board: str
    rows: list[list[str]] = field(default_factory=list)


class _Tables(HTMLParser):
    """The tables of a page, those inside others apart, with the board that was last announced before each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[_Table] = []
        self.open: list[_Table] = []
        self.cells: list[list[str] | None] = []
        self.said: list[str] = []
        self.board = ""
        self.hidden = 0
        self.count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self.hidden += 1
        elif tag == "table" and len(self.open) < MAX_NESTED:
            self._announce()
            self.open.append(_Table(self.board))
            self.cells.append(None)
            self.found.append(self.open[-1])
        elif tag == "tr" and self.open:
            self.open[-1].rows.append([])
            self.cells[-1] = None
        elif tag in ("td", "th") and self.open:
            if not self.open[-1].rows:
                self.open[-1].rows.append([])
            self.count += 1
            if self.count > MAX_CELLS:
                raise Unreadable("", _("The file is larger than any tournament’s."))
            self.cells[-1] = []
            self.open[-1].rows[-1].append("")
        elif tag == "img":
            self.handle_data(dict(attrs).get("alt") or "")
        elif tag in ("br", "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "caption"):
            self.handle_data(" ")
            if not self.open:
                self._announce()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self.hidden = max(0, self.hidden - 1)
        elif tag == "table" and self.open:
            self.open.pop()
            self.cells.pop()
        elif tag in ("td", "th", "tr") and self.open:
            self.cells[-1] = None
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6", "caption", "p", "div"):
            self._announce()

    def parse_marked_section(self, i: int, report: int = 1) -> int:
        """A section such as "<![CDATA[", which no page needs and over which the library stumbles, is passed over as a
        comment; -1 while its end is not there."""
        return self.parse_bogus_comment(i)

    def handle_data(self, data: str) -> None:
        if self.hidden or not data:
            return
        if self.open and self.cells[-1] is not None:
            cell = self.cells[-1]
            if sum(map(len, cell)) < MAX_CELL:
                cell.append(data)
                self.open[-1].rows[-1][-1] = " ".join("".join(cell).split())[:MAX_CELL]
        elif len(self.said) < 50:
            self.said.append(data[:200])

    def _announce(self) -> None:
        if found := _BOARD.search("".join(self.said)):
            self.board = found[1]
        self.said = []


def page_table(data: bytes, notes: Notes) -> Arranged:
    """The results in the tables of a web page that was saved.

    :raises Unreadable: no table of it has results, or it is larger than a results page.
    """
    text, _encoding = decode(data, _charset(data), notes)
    page = _Tables()
    page.feed(text)
    tables = [table for table in page.found if sum(1 for row in table.rows if any(row)) > 1]
    understood = [table for table in tables if any(_understood(row) for row in table.rows[:20])]
    if not understood:
        reason = _(
            "This web page has no table of results that is understood. Export the results of that program as USEBIO, "
            "PBN or CSV, then read that file."
        )
        raise Unreadable("", reason)
    if not any("board" in recognised(row) for table in understood for row in table.rows[:20]):
        rows: list[Iterable[str]] = []
        for table in understood:
            if table.board and not any(board_row(row) for row in table.rows):
                rows.append([f"Board {table.board}"])
            rows += table.rows
        arranged = _arranged([list(row) for row in rows])
        if arranged is not None:
            return arranged
    first = max(understood, key=lambda table: max(len(set(recognised(row)) - {""}) for row in table.rows[:20]))
    heading = next(row for row in first.rows if _understood(row))
    out = io.StringIO(newline="")
    write = csv.writer(out, delimiter=";", lineterminator="\n")
    write.writerow(heading)
    for table in understood:
        if heading in table.rows:
            write.writerows(row for row in table.rows if row != heading)
    return Arranged(out.getvalue())


def _charset(data: bytes) -> str:
    found = re.search(rb"charset\s*=\s*[\"']?([A-Za-z0-9_-]{1,40})", data[:5_000])
    return found[1].decode("ascii") if found else "utf-8"

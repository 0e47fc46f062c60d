"""The tables of a saved web page, converted to rows that each have their board.

Pages are read by their structure, whatever their site. A heading may have one or two rows. The board may be in a
column, in a row of its own, in the caption or title above the table, or in the record of play to which a row links
(BBO), whose hands are read too. No script runs, and no link is fetched.
"""

import csv
import html
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import zip_longest
from urllib.parse import unquote

from django.utils.translation import gettext as _

from arbitrage.exchange.lin import lin_deal
from arbitrage.exchange.reading import Notes, decode
from arbitrage.exchange.records import Unreadable
from arbitrage.exchange.spreadsheet.columns import MAX_CELL, recognised
from arbitrage.exchange.spreadsheet.shapes import (
    BOARD,
    MAX_TITLE,
    Arranged,
    arranged,
    board_row,
    has_board_column,
    under,
    understood,
)

MAX_CELLS = 400_000
MAX_NESTED = 20
MAX_SPAN = 60
MAX_LINK = 4_000
MAX_WIDTH = 200
_SUITS = {"s": "S", "h": "H", "d": "D", "c": "C", "nt": "NT", "n": "NT", "spade": "S", "heart": "H", "diamond": "D",
          "club": "C", "spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C", "pik": "S", "kier": "H",
          "karo": "D", "trefl": "C", "ba": "NT"}  # fmt: skip
"""Suits by the file name of their picture, for a picture without a text of its own."""


def recognises(start: bytes) -> bool:
    """Does a file begin as a web page that has a table?"""
    begins = re.match(rb"(?:\s+|<!--.{0,500}?-->)*+(?:<!doctype\s+html|<html|<head|<body|<table)", start, re.I | re.S)
    return begins is not None and re.search(rb"<table\b", start, re.I) is not None


@dataclass
class _Cell:
    """A cell: its text, and the numbers of columns and rows that it spans."""

    text: str = ""
    columns: int = 1
    rows: int = 1


@dataclass
class _Row:
    """A row, with the record of play that one of its links holds, in LIN."""

    cells: list[_Cell] = field(default_factory=list)
    record: str = ""


@dataclass
class _Table:
    """A table of a page, and the number of the board that is announced for it."""

    board: str
    rows: list[_Row] = field(default_factory=list)


class _Tables(HTMLParser):
    """The tables of a page, nested ones separately, each with the board announced last before it."""

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
        if self.open and self.open[-1].rows and not self.open[-1].rows[-1].record:
            self.open[-1].rows[-1].record = _record(attrs)
        if tag in ("script", "style"):
            self.hidden += 1
        elif tag == "table" and len(self.open) < MAX_NESTED:
            self._announce()
            self.open.append(_Table(self.board))
            self.cells.append(None)
            self.found.append(self.open[-1])
        elif tag == "tr" and self.open:
            self._close_cell()
            self.open[-1].rows.append(_Row())
        elif tag in ("td", "th") and self.open:
            self._open_cell(dict(attrs))
        elif tag == "img":
            named = dict(attrs)
            drawn = re.search(r"(\w{1,10})\.\w{3,4}$", (named.get("src") or "")[-60:])
            self.handle_data(named.get("alt") or (_SUITS.get(drawn[1].casefold(), "") if drawn else ""))
        elif tag in ("br", "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "caption"):
            self.handle_data(" ")
            if not self.open:
                self._announce()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self.hidden = max(0, self.hidden - 1)
        elif tag == "table" and self.open:
            self._close_cell()
            self.open.pop()
            self.cells.pop()
        elif tag in ("td", "th", "tr") and self.open:
            self._close_cell()
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6", "caption", "p", "div", "title"):
            self._announce()
            if tag == "caption" and self.open:
                self.open[-1].board = self.board

    def parse_marked_section(self, i: int, report: int = 1) -> int:
        """Skip a section such as "<![CDATA[" like a comment, because the library fails on it. Return -1 if its end is
        missing."""
        return self.parse_bogus_comment(i)

    def handle_data(self, data: str) -> None:
        if self.hidden or not data:
            return
        if self.open and self.cells[-1] is not None:
            self.cells[-1].append(data[:MAX_CELL])
        elif len(self.said) < 50:
            self.said.append(data[:200])

    def end(self) -> None:
        """Keep the unfinished text of a page that is cut short."""
        while self.open:
            self._close_cell()
            self.open.pop()
            self.cells.pop()

    def _open_cell(self, attributes: dict[str, str | None]) -> None:
        if not self.open[-1].rows:
            self.open[-1].rows.append(_Row())
        self.count += 1
        if self.count > MAX_CELLS:
            raise Unreadable("", _("The file is larger than any tournament’s."))
        self._close_cell()
        self.cells[-1] = []
        span = (_span(attributes.get("colspan")), _span(attributes.get("rowspan")))
        self.open[-1].rows[-1].cells.append(_Cell("", *span))

    def _close_cell(self) -> None:
        """Store the text of the open cell at its end, joined from its pieces."""
        if self.cells and (pieces := self.cells[-1]) is not None:
            text = "".join(pieces[:MAX_CELL])[: 4 * MAX_CELL]
            self.open[-1].rows[-1].cells[-1].text = " ".join(text.split())[:MAX_CELL]
            self.cells[-1] = None

    def _announce(self) -> None:
        if match := BOARD.search(" ".join("".join(self.said).split())[-MAX_TITLE:]):
            self.board = match[1]
        self.said = []


def _span(written: str | None) -> int:
    return min(int(written), MAX_SPAN) if written and re.fullmatch(r"[1-9]\d{0,3}", written) else 1


def _record(attrs: list[tuple[str, str | None]]) -> str:
    """Return the LIN that a link holds, whole or as part of its address; "" for none."""
    for _name, value in attrs:
        text = (value or "")[:MAX_LINK]
        if "md|" in text or "md%7C" in text or "md%7c" in text:
            return unquote(html.unescape(text))
    return ""


def table_of_page(data: bytes, notes: Notes) -> Arranged:
    """Read the results in the tables of a web page that was saved.

    :raises Unreadable: no table has results, or the page is larger than a results page.
    """
    text, _encoding = decode(data, _charset(data), notes)
    page = _Tables()
    page.feed(text)
    page.end()
    tables = [(table.board, _plain_rows(table)) for table in page.found]
    results = [(board, rows) for board, rows in tables if any(understood(row) for row in rows[:20]) and len(rows) > 1]
    if not results:
        reason = _(
            "This web page has no table of results that is understood. Export the results of that program as USEBIO, "
            "PBN or CSV, then read that file."
        )
        raise Unreadable("", reason)
    if not any(has_board_column(row) for _board, rows in results for row in rows[:20]):
        together: list[Iterable[str]] = []
        for board, rows in results:
            if board and not any(board_row(row) for row in rows):
                together.append([f"Board {board}"])
            together += rows
        with_board = arranged([list(row) for row in together])
        if with_board is not None:
            return with_board
    first = max((rows for _board, rows in results), key=_most_understood)
    heading = next(row for row in first if understood(row))
    out = io.StringIO(newline="")
    write = csv.writer(out, delimiter=";", lineterminator="\n")
    write.writerow(heading)
    by_board = has_board_column(heading)
    for _board, rows in results:
        alike = (row for row in rows if understood(row) and has_board_column(row) == by_board)
        own = heading if heading in rows else next(alike, None)
        if own is not None:
            write.writerows(under(heading, own, row) for row in rows[rows.index(own) :] if row != own)
    return Arranged(out.getvalue())


def _most_understood(rows: Sequence[Sequence[str]]) -> int:
    return max(len(set(recognised(row)) - {""}) for row in rows[:20])


def _plain_rows(table: _Table) -> list[list[str]]:
    """Write the rows of a table as texts. The text of a cell that spans several columns is in the first of them; that
    of a cell that spans several rows is repeated in each. A heading of two rows becomes one row. The boards and hands
    of the records of play get columns of their own."""
    rows: list[list[str]] = []
    carried: dict[int, tuple[str, int]] = {}
    for place, row in enumerate(table.rows):
        above = table.rows[place - 1] if place else None
        if above is not None and rows and _is_second_heading(above, row):
            rows[-1] = _one_heading(above, row)
            carried = {}
            continue
        texts: list[str] = []
        for cell in row.cells:
            while len(texts) in carried and len(texts) < MAX_WIDTH:
                texts.append(_carry(carried, len(texts)))
            for column in range(cell.columns):
                text = cell.text if not column else ""
                if cell.rows > 1:
                    carried[len(texts)] = text, cell.rows - 1
                texts.append(text)
        while len(texts) in carried and len(texts) < MAX_WIDTH:
            texts.append(_carry(carried, len(texts)))
        rows.append(texts[:MAX_WIDTH])
    return _with_records(table, rows)


def _carry(carried: dict[int, tuple[str, int]], column: int) -> str:
    text, left = carried.pop(column)
    if left > 1:
        carried[column] = text, left - 1
    return text


def _is_second_heading(above: _Row, row: _Row) -> bool:
    """Does a row name the sides of the columns that the heading above it spans two by two?"""
    covered = sum(cell.columns for cell in above.cells if cell.columns > 1)
    sides = [re.sub(r"[^a-z]", "", cell.text.casefold()) for cell in row.cells if cell.text]
    return covered == len(sides) > 1 and set(sides) <= {"ns", "ew", "eo", "n", "e"}


def _one_heading(above: _Row, row: _Row) -> list[str]:
    """Merge a heading of two rows into one: "zapis" over "NS" and "EW" is "zapis NS" and "zapis EW"."""
    sides = iter([cell.text for cell in row.cells if cell.text])
    texts: list[str] = []
    for cell in above.cells:
        texts += (
            [f"{cell.text} {next(sides, '')}" for _column in range(cell.columns)] if cell.columns > 1 else [cell.text]
        )
    return texts


def _with_records(table: _Table, rows: list[list[str]]) -> list[list[str]]:
    """Add a column for the board and one for the hands, where the records of play have them.

    Where all records are of one board, as on a traveller, rows without a record are of that board too.
    """
    places_told = [_told_by(row.record) for row in table.rows]
    boards = {board for board, _deal in places_told if board}
    if not boards or len(rows) != len(places_told) or any(has_board_column(row) for row in rows[:20]):
        return rows
    heading = next((place for place, row in enumerate(rows[:20]) if understood(row)), None)
    if heading is None:
        return rows
    only = next(iter(boards)) if len(boards) == 1 else ""
    width = max(map(len, rows))
    lines = []
    for place, (row, (board, deal)) in enumerate(zip_longest(rows, places_told, fillvalue=("", ""))):
        texts = [*row, *[""] * (width - len(row))]
        lines.append([*texts, "board", "deal"] if place == heading else [*texts, board or only, deal])
    return lines[heading:]


def _told_by(record: str) -> tuple[str, str]:
    """Return the number of the board and its deal, from a record of play in LIN."""
    if not record:
        return "", ""
    board = re.search(r"ah\|[^|]{0,40}?(\d{1,4})\|", record) or re.search(r"qx\|[oc]?(\d{1,4})\|", record)
    hands = re.search(r"md\|([^|]{0,120})\|", record)
    return (board[1] if board else ""), (lin_deal(hands[1]) if hands else "")


def _charset(data: bytes) -> str:
    match = re.search(rb"charset\s*=\s*[\"']?([A-Za-z0-9_-]{1,40})", data[:5_000])
    return match[1].decode("ascii") if match else "utf-8"

"""The layout of a table before it is read, for its director to confirm its columns."""

import re

from arbitrage.exchange.reading import Notes, begin, decode, start_of
from arbitrage.exchange.records import Unreadable
from arbitrage.exchange.spreadsheet import pages, workbook
from arbitrage.exchange.spreadsheet.columns import NO_TABLE, SAMPLE, Layout, propose, rows_of, unnamed
from arbitrage.exchange.spreadsheet.shapes import one_row_each

_IN_A_NAME = re.compile(r"(?:(?:.*[^a-z])?(?:board|bd|b|donne|d|[eé]tui|rozdanie|r)[ _-]*)?0*(\d{1,3})", re.IGNORECASE)


def board_in_name(filename: str) -> str:
    """Read the board from the name of a file: "board_12.html", "Donne 12.htm", "12.html"; "" without one."""
    stem = filename.rpartition(".")[0][-60:]
    match = _IN_A_NAME.fullmatch(stem)
    return match[1] if match and int(match[1]) else ""


def layout(data: bytes, filename: str = "") -> Layout | None:
    """Return the layout of a table; None where the file is no table. Only the beginning of the file is read.

    :raises Unreadable: the file is too large, or damaged.
    """
    notes, start = begin(data), start_of(data)
    if workbook.recognises(start):
        return _layout(one_row_each(workbook.table_text(data, notes)).text[:100_000], "", notes, filename)
    if pages.recognises(start):
        return _layout(pages.table_of_page(data, notes).text[:100_000], "", notes, filename)
    if NO_TABLE.match(data.lstrip(b"\xef\xbb\xbf \t\r\n")):
        return None
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # UTF-16, which must not be cut between two bytes
    try:
        text, encoding = decode(data if wide else _beginning(data), "", notes)
    except Unreadable:
        return None
    return _layout(one_row_each(text.removeprefix("\ufeff")[:100_000]).text, encoding, notes, filename)


def _layout(text: str, encoding: str, notes: Notes, filename: str) -> Layout | None:
    proposal = propose(text) or unnamed(text)
    if proposal is None:
        return None
    # The last row of a longer text may be cut in its middle, so it is dropped.
    rows = list(rows_of(text, proposal.delimiter, proposal.row + SAMPLE))[proposal.row :]
    filled = tuple(tuple(row) for row in rows if any(cell.strip() for cell in row))
    return Layout(proposal, filled, encoding, notes.all(), board_in_name(filename))


def _beginning(data: bytes) -> bytes:
    """Return the first whole lines of a file, enough to contain an accent that shows the encoding."""
    return data if len(data) <= 400_000 else data[: data.rfind(b"\n", 0, 400_000) + 1] or data[:100_000]

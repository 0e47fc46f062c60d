"""Workbooks of a spreadsheet program (.xlsx), as tables of text and back.

A workbook is a ZIP of XML. Its unpacked size, rows and cells are limited, and a part that declares entities is
rejected. Formulas are never computed: a cell has the value that the program stored last.
"""

import csv
import datetime
import io
import re
import time
import zipfile
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import Notes, tidy
from arbitrage.exchange.records import Unreadable
from arbitrage.exchange.spreadsheet.columns import MAX_CELL, MAX_ROWS, Proposal, propose, unnamed

MAX_UNPACKED = 80 * 1024 * 1024
MAX_RATIO = 250
"""Largest compression ratio accepted: a sheet of many results has thirty, a zip bomb a thousand."""
MAX_PARTS = 1_000
MAX_SHEETS = 20
MAX_COLUMNS = 120
MAX_CELLS = 300_000
"""Most cells of a workbook. They are about forty thousand lines, which take ten seconds of processor time (one second
as CSV)."""
MAX_SECONDS = 20.0
MAX_EMPTY_ROWS = 1_000
"""Consecutive empty rows that end a sheet, as its last row may be numbered a million."""

DELIMITER = ";"


def _damaged() -> str:
    return _("The workbook is damaged, or protected by a password. Save it again as .xlsx or as CSV.")


def recognises(start: bytes) -> bool:
    """Does a file begin as a ZIP with the parts of a workbook?"""
    return start.startswith(b"PK\x03\x04") and b"xl/wor" in start  # xl/workbook.xml, xl/worksheets/


def table_text(data: bytes, notes: Notes | None = None) -> str:
    """Convert the sheet with the results to CSV with semicolons: the first sheet whose columns are understood, or else
    the first with rows. If there are several, the choice is noted.

    :raises Unreadable: the workbook is damaged, protected, or larger than any tournament's.
    """
    _check_parts(data)
    sheets: list[tuple[str, str, Proposal | None]] = []
    for title, text in _sheets(data):
        if not text.strip(f"{DELIMITER}\r\n "):
            continue
        proposal = propose(text[:100_000])
        sheets.append((title, text, proposal))
        if proposal is not None and {"board", "ns"} <= proposal.fields:
            break
    if not sheets:
        raise Unreadable("", _("The workbook has no sheet with anything in it."))
    understood = [sheet for sheet in sheets if sheet[2] is not None] or [
        sheet for sheet in sheets if unnamed(sheet[1][:100_000])
    ]
    title, text, _proposal = (
        max(understood, key=lambda sheet: len(sheet[2].fields) if sheet[2] else 0) if understood else sheets[0]
    )
    if notes is not None and len(sheets) > 1:
        notes.add("", _("Of the workbook’s sheets this one is read: %(sheet)s.") % {"sheet": tidy(title, 60)})
    return text


def _check_parts(data: bytes) -> None:
    """Check the parts of the archive.

    :raises Unreadable: the archive is damaged, unpacks to more than a tournament, or declares entities.
    """
    damaged = Unreadable("", _damaged())
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED or unpacked > MAX_RATIO * max(len(data), 4_000):
                raise Unreadable("", _("The file is larger than any tournament’s."))
            for part in parts:
                if part.filename.endswith((".xml", ".rels", ".vml")) and _declares(archive.read(part)):
                    raise damaged
    except Unreadable:
        raise
    except Exception:  # a damaged archive may raise anything
        raise damaged from None


def _declares(part: bytes) -> bool:
    """Does an XML part declare a DTD, or an encoding that could hide one?"""
    return b"<!" in part.replace(b"<![CDATA[", b"").replace(b"<!--", b"") or b"\0" in part[:200]


def _sheets(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the name of each sheet and its cells as CSV."""
    import openpyxl

    until = time.monotonic() + MAX_SECONDS
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"][:MAX_SHEETS]
        cells = 0
        for sheet in sheets:
            sheet.reset_dimensions()  # the declared size of a sheet may be wrong, and every row would be padded to it
            rows: list[list[str]] = []
            empty = width = 0
            for row in sheet.iter_rows(max_row=MAX_ROWS + 100):
                texts = [_text(cell) for cell in row[:MAX_COLUMNS]]
                cells += len(row)
                if cells > MAX_CELLS or time.monotonic() > until:
                    raise Unreadable("", _("The workbook is too large to be read here. Save its sheet as CSV."))
                filled = max((place for place, text in enumerate(texts, 1) if text), default=0)
                empty, width = 0 if filled else empty + 1, max(width, filled)
                if empty > MAX_EMPTY_ROWS:
                    break
                rows.append(texts[:filled])
            out = io.StringIO(newline="")
            write = csv.writer(out, delimiter=DELIMITER, lineterminator="\n")
            write.writerows(texts + [""] * (width - len(texts)) for texts in rows)
            yield sheet.title, out.getvalue()
    except Unreadable:
        raise
    except Exception:  # the library does not validate its input
        raise Unreadable("", _damaged()) from None


def _text(cell: Any) -> str:
    """Write the text of a cell: an integer without decimals, a date as 2026-11-21, a fraction as a percentage with its
    sign."""
    value = cell.value
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return "" if re.fullmatch(r"#[A-Z/0!?]{3,10}", value) else " ".join(value[:MAX_CELL].split())
    if isinstance(value, int | float):
        percent = "%" in re.sub(r'"[^"]*"|\\.', "", cell.number_format or "")  # a quoted sign multiplies nothing
        return f"{_number(value * 100)}%" if percent else _number(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, datetime.date) else ""


def _number(value: float) -> str:
    if value != value or abs(value) > 1e9:
        return ""
    written = f"{value:.6f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))
    return written


# Writing


def workbook(rows: Iterable[Iterable[object]]) -> bytes:
    """Write rows as a workbook of one sheet; the first is its heading. No text becomes a formula."""
    import openpyxl
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Arbitrage")
    sheet.freeze_panes = "A2"
    bold = Font(bold=True)
    for number, row in enumerate(rows):
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet, value=value if not isinstance(value, Decimal) else float(value))
            if isinstance(value, str):
                cell.data_type = "s"  # a text, never a formula
            if not number:
                cell.font = bold
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()

"""Small Access databases of both versions, made for the tests with only the parts that a reader needs."""

import datetime
import struct
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

EPOCH = datetime.datetime(1899, 12, 30)
INTEGER, LONG, DATE, BOOLEAN, TEXT = 3, 4, 8, 1, 10
SIZES = {INTEGER: 2, LONG: 4, DATE: 8}

Columns = Mapping[str, int]
Table = tuple[Columns, Sequence[Mapping[str, Any]]]

CATALOG = {"Id": LONG, "Type": INTEGER, "Flags": LONG, "Name": TEXT}


def database(tables: Mapping[str, Table], *, jet: int = 3) -> bytes:
    """Return a database of these tables: columns with their types, and rows by column. *jet* is 3 (Access 97) or 4
    (2000)."""
    size = 2048 if jet == 3 else 4096
    # Pages: the header, an unused page, then two pages for each table (its definition and its rows), and at the end the
    # rows that did not fit.
    further: list[bytes] = []
    pages = [b"\0\1\0\0Standard Jet DB\0" + bytes((0 if jet == 3 else 1, 0, 0, 0)) + bytes(140), b""]
    listed = [{"Id": 4 + 2 * place, "Type": 1, "Flags": 0, "Name": name} for place, name in enumerate(tables)]
    for columns, rows in ((CATALOG, listed), *tables.values()):
        owner = len(pages)
        first, *more = _rows(columns, rows, owner, size, jet)
        pages += [_definition(columns, len(rows), jet), first]
        further += more
    return b"".join(page.ljust(size, b"\0") for page in (*pages, *further))


def _definition(columns: Columns, rows: int, jet: int) -> bytes:
    four = jet == 4
    head = b"\2\1VC" + struct.pack("<I", 0) + struct.pack("<I", 0) + bytes(4 * four) + struct.pack("<II", rows, 0)
    head += bytes(16 * four) + struct.pack(
        "<BHHH", 0x4E, len(columns), list(columns.values()).count(TEXT), len(columns)
    )
    head += struct.pack("<IIII", 0, 0, 0, 0)
    described, offset, variable = b"", 0, 0
    for number, kind in enumerate(columns.values()):
        described += struct.pack("<B", kind) + bytes(4 * four) + struct.pack("<HHH", number, variable, number)
        described += bytes(4 if four else 6) + bytes((0 if kind == TEXT else 1,)) + bytes(1 * four) + bytes(4 * four)
        described += struct.pack("<HH", offset, SIZES.get(kind, 0))
        offset += SIZES.get(kind, 0)
        variable += kind == TEXT
    named = b""
    for name in columns:
        written = name.encode("utf-16-le") if four else name.encode("ascii")
        named += struct.pack("<H" if four else "<B", len(written)) + written
    return head + described + named


def _rows(columns: Columns, rows: Sequence[Mapping[str, Any]], owner: int, size: int, jet: int) -> list[bytes]:
    """Return the pages of a table's rows, one at least."""
    pages: list[list[bytes]] = [[]]
    for row in rows:
        record = _row(columns, row, jet)
        if sum(len(page) + 2 for page in (*pages[-1], record)) > size - 16:
            pages.append([])
        pages[-1].append(record)
    return [_page(records, owner, size, jet) for records in pages]


def _page(records: Sequence[bytes], owner: int, size: int, jet: int) -> bytes:
    ends = list(accumulate((len(record) for record in records), lambda end, length: end - length, initial=size))[1:]
    offsets = b"".join(struct.pack("<H", end) for end in ends)
    head = b"\1\1" + struct.pack("<HI", 0, owner) + bytes(4 * (jet == 4)) + struct.pack("<H", len(records)) + offsets
    packed = b"".join(reversed(records))
    return head + bytes(size - len(packed) - len(head)) + packed


def _row(columns: Columns, row: Mapping[str, Any], jet: int) -> bytes:
    width = "B" if jet == 3 else "H"
    record = struct.pack("<" + width, len(columns))
    mask = 0
    texts = []
    for place, (name, kind) in enumerate(columns.items()):
        value = row.get(name)
        if kind == BOOLEAN:
            mask |= bool(value) << place
            continue
        mask |= (value is not None) << place
        if kind == TEXT:
            text = value or ""
            texts.append(text.encode("latin-1") if jet == 3 else text.encode("utf-16-le"))
        elif kind == DATE:
            record += struct.pack("<d", (value - EPOCH) / datetime.timedelta(days=1) if value else 0)
        else:
            record += struct.pack("<h" if kind == INTEGER else "<i", value or 0)
    starts = []
    for text in texts:
        starts.append(len(record))
        record += text
    # From the end of the row backwards: the number of texts, the start of each, the end of the last.
    record += struct.pack(f"<{len(texts) + 1}{width}", len(record), *reversed(starts))
    return record + struct.pack("<" + width, len(texts)) + mask.to_bytes((len(columns) + 7) // 8, "little")

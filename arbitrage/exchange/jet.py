"""The pages of an Access database, in the layout of the Jet engine (version 3 is Access 97, version 4 Access 2000).

Numbers are little-endian. A definition page lists a table's columns; a data page holds rows, from its end backwards,
behind a list of their offsets. A row has the number of its columns, the fixed columns at fixed offsets, the variable
columns one after the other, the offsets of the variable columns in reverse order, and a bit for each column that tells
whether it has a value (for a boolean, the bit is the value). A long text is in a row of another page, or in a chain of
such rows.

Source: the notes on the format that mdbtools and Jackcess publish. The module only reads; a damaged page raises
`Damaged`.
"""

import datetime
import math
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Value = int | float | str | bool
Row = Mapping[str, Value]
"""A row by column: numbers, texts, booleans, and dates as "2026-01-19 10:09:22"."""

BOOLEAN, BYTE, INTEGER, LONG, SINGLE, DOUBLE, DATE, TEXT, MEMO = 1, 2, 3, 4, 6, 7, 8, 10, 12
_NUMBERS = {BYTE: "<B", INTEGER: "<h", LONG: "<i", SINGLE: "<f", DOUBLE: "<d", DATE: "<d"}
_EPOCH = datetime.datetime(1899, 12, 30)
_DELETED, _ELSEWHERE, _OFFSET = 0x8000, 0x4000, 0x0FFF
_INLINE, _ONE_ROW, _LENGTH = 0x80000000, 0x40000000, 0x3FFFFFFF
_MAX_COLUMNS = 255
_MAX_LONG_TEXT = 64 * 1024
"""Most bytes of a long text that are read. Remarks are one line."""


class Damaged(ValueError):
    """A page or a row is inconsistent."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: *number* is its bit in a row, *place* its index among the variable columns, *offset* the
    beginning of a fixed column."""

    name: str
    kind: int
    number: int
    place: int
    fixed: bool
    offset: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Differences between the two versions: the size of a page, the offsets in a definition, and the width of small
    numbers."""

    version: int
    page: int
    rows_said: int
    head: int
    counts: int
    index: int
    column: str
    width: int


JET_3 = Layout(3, 2048, rows_said=12, head=43, counts=25, index=8, column="<BHHH6xBHH", width=1)
JET_4 = Layout(4, 4096, rows_said=16, head=63, counts=45, index=12, column="<B4xHHH4xB5xHH", width=2)


def layout_of(data: bytes) -> Layout:
    """Return the layout of a file, from the version in its header."""
    return JET_3 if data[20:21] == b"\0" else JET_4


def next_page(page: bytes) -> int:
    """Return the number of the next page of a definition; 0 on its last page."""
    return int.from_bytes(page[4:8], "little")


def owner(page: bytes) -> int:
    """Return the number of the page that defines the table whose rows are on a data page."""
    return int.from_bytes(page[4:8], "little")


def rows_said(definition: bytes, layout: Layout) -> int:
    """Return the number of rows that a table claims to have."""
    return int.from_bytes(definition[layout.rows_said : layout.rows_said + 4], "little")


def columns(pages: Sequence[bytes], layout: Layout) -> tuple[Column, ...]:
    """Read the columns of a table, from the pages of its definition in order.

    :raises Damaged: the pages hold fewer columns than they claim.
    """
    text = pages[0] + b"".join(page[8:] for page in pages[1:])
    try:
        count, _indexes, real = struct.unpack_from("<HII", text, layout.counts)
        if not 0 < count <= _MAX_COLUMNS:
            raise Damaged
        at = layout.head + real * layout.index
        described = [struct.unpack_from(layout.column, text, at + place * _size(layout)) for place in range(count)]
        at += count * _size(layout)
        names = []
        for _column in described:
            length = int.from_bytes(text[at : at + layout.width], "little")
            at += layout.width
            written = text[at : at + length]
            if len(written) < length or at > len(text):
                raise Damaged
            names.append(written.decode("cp1252" if layout.version == 3 else "utf-16-le", "replace"))
            at += length
    except struct.error:
        raise Damaged from None
    return tuple(
        Column(name, kind, number, place, bool(flags & 1), offset)
        for name, (kind, number, place, _order, flags, offset, _length) in zip(names, described, strict=True)
    )


def _size(layout: Layout) -> int:
    return struct.calcsize(layout.column)


class Records:
    """Reader of the rows of data pages. *page_at* returns any data page by its number, for rows and long texts on other
    pages."""

    def __init__(self, layout: Layout, page_at: Callable[[int], bytes | None]) -> None:
        self._layout = layout
        self._page_at = page_at
        self._list_at = 10 if layout.version == 3 else 14

    def on(self, page: bytes) -> list[bytes | None]:
        """Return the bytes of each row of a page, without deleted rows; None for a row that cannot be found.

        :raises Damaged: the list of rows does not fit into the page.
        """
        records: list[bytes | None] = []
        offsets = self._offsets(page)
        for place, offset in enumerate(offsets):
            if not offset & _DELETED:
                record = _record(page, offsets, place)
                records.append(self._followed(record) if offset & _ELSEWHERE else record)
        return records

    def at(self, pointer: int) -> bytes:
        """Follow a pointer to its row: its page in the upper three bytes, its place in the lowest.

        :raises Damaged: there is no such row.
        """
        page = self._page_at(pointer >> 8)
        if page is None or len(page) < self._layout.page:
            raise Damaged
        return _record(page, self._offsets(page), pointer & 0xFF)

    def long_text(self, cell: bytes) -> bytes:
        """Read the bytes of a long text: from its cell, from one row of another page, or from a chain.

        :raises Damaged: a part of it is missing.
        """
        if len(cell) < 12:
            raise Damaged
        length, pointer = struct.unpack_from("<II", cell)
        wanted = min(length & _LENGTH, _MAX_LONG_TEXT)
        if length & _INLINE:
            return cell[12 : 12 + wanted]
        if length & _ONE_ROW:
            return self.at(pointer)[:wanted]
        parts, total, seen = [], 0, set()
        while pointer and total < wanted and pointer not in seen:
            seen.add(pointer)
            part = self.at(pointer)
            parts.append(part[4:])
            total += len(part) - 4
            pointer = int.from_bytes(part[:4], "little")
        return b"".join(parts)[:wanted]

    def _followed(self, record: bytes) -> bytes | None:
        try:
            return self.at(int.from_bytes(record[:4], "little"))
        except Damaged:
            return None

    def _offsets(self, page: bytes) -> tuple[int, ...]:
        count = int.from_bytes(page[self._list_at - 2 : self._list_at], "little")
        if self._list_at + 2 * count > len(page):
            raise Damaged
        return struct.unpack_from(f"<{count}H", page, self._list_at)


def _record(page: bytes, offsets: Sequence[int], place: int) -> bytes:
    """Cut a row out of a page. It ends where the row before it in the list begins; the first row ends with the page."""
    if place >= len(offsets):
        raise Damaged
    return page[offsets[place] & _OFFSET : (offsets[place - 1] & _OFFSET) if place else None]


def row_of(record: bytes, columns: Sequence[Column], records: Records, layout: Layout) -> dict[str, Value]:
    """Read the values of a row by column. Columns that were added to the table after the row was written are left out.

    :raises Damaged: the row does not fit the columns of its table.
    """
    width = layout.width
    count = int.from_bytes(record[:width], "little")
    mask_size = (count + 7) // 8
    if not 0 < count <= _MAX_COLUMNS or len(record) < width + mask_size:
        raise Damaged
    mask = int.from_bytes(record[-mask_size:], "little")
    starts = _starts(record, mask_size, layout) if any(not column.fixed for column in columns) else []
    row: dict[str, Value] = {}
    for column in columns:
        if column.number >= count:
            continue
        if column.kind == BOOLEAN:
            row[column.name] = bool(mask >> column.number & 1)
        elif column.fixed:
            row[column.name] = _fixed(record, width + column.offset, column.kind)
        elif column.place + 1 < len(starts):
            cell = record[starts[column.place] : starts[column.place + 1]]
            row[column.name] = _variable(cell, column.kind, records, layout)
        else:
            raise Damaged
    return row


def _starts(record: bytes, mask_size: int, layout: Layout) -> list[int]:
    """Find where the variable columns of a row begin, and where the last of them ends."""
    end = len(record) - mask_size
    if layout.version == 4:
        many = int.from_bytes(record[end - 2 : end], "little")
        table = end - 2 - 2 * (many + 1)
        if many > _MAX_COLUMNS or table < 0:
            raise Damaged
        starts = list(reversed(struct.unpack_from(f"<{many + 1}H", record, table)))
    else:
        # Offsets have one byte. A jump table lists the columns from which 256 more is added to each offset.
        many = record[end - 1] if end > 0 else 0
        jumps = (len(record) - 1) // 256
        if (end - 1 - jumps - many) // 256 < jumps:
            jumps -= 1
        table = end - 1 - jumps - (many + 1)
        if table < 0 or jumps < 0:
            raise Damaged
        jump_at = record[end - 1 - jumps : end - 1][::-1]
        starts, added = [], 0
        for place, start in enumerate(record[table : table + many + 1][::-1]):
            while added < jumps and jump_at[added] == place:
                added += 1
            starts.append(start + 256 * added)
    if any(after < before for before, after in zip(starts, starts[1:], strict=False)) or starts[-1] > len(record):
        raise Damaged
    return starts


def _fixed(record: bytes, at: int, kind: int) -> Value:
    """Read the value of a fixed column as it is stored (0 where the row has none); "" for a kind that results do not
    use."""
    if kind not in _NUMBERS:
        return ""
    try:
        (value,) = struct.unpack_from(_NUMBERS[kind], record, at)
    except struct.error:
        raise Damaged from None
    return _date(value) if kind == DATE else value


def _date(days: float) -> str:
    """Convert a number of days since the epoch to a time; "" for zero and for a date outside the calendar."""
    if not math.isfinite(days) or days <= 0:
        return ""
    fraction, whole = math.modf(days)
    try:
        return str(_EPOCH + datetime.timedelta(days=whole) + datetime.timedelta(days=fraction))
    except OverflowError:
        return ""


def _variable(cell: bytes, kind: int, records: Records, layout: Layout) -> str:
    if not cell or kind not in (TEXT, MEMO):
        return ""
    return _text(records.long_text(cell) if kind == MEMO else cell, layout)


def _text(data: bytes, layout: Layout) -> str:
    """Decode the text of a cell. Version 3 uses Windows-1252; version 4 uses UTF-16, or one byte a letter after a
    marker."""
    if layout.version == 3:
        text = data.decode("cp1252", "replace")
    elif data.startswith(b"\xff\xfe"):
        text = data[2:].decode("latin-1")
    else:
        text = data.decode("utf-16-le", "replace")
    return text.replace("\0", "")

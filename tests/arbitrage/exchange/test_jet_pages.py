"""Pages of Access databases with features that the small databases of the tests lack: rows stored on other pages, long
texts, old rows."""

import struct

import pytest

from arbitrage.exchange import jet
from arbitrage.exchange.jet import BOOLEAN, INTEGER, JET_3, JET_4, LONG, MEMO, TEXT, Column, Damaged, Layout, Records

NUMBER = Column("Number", LONG, 0, 0, True, 0)
NAME = Column("Name", TEXT, 1, 0, False, 0)


def data_page(layout: Layout, *rows: bytes, flags: int = 0) -> bytes:
    """Return a page that holds these rows from its end backwards; *flags* mark the offset of the last row."""
    end, offsets, packed = layout.page, [], b""
    for row in rows:
        end -= len(row)
        offsets.append(end)
        packed = row + packed
    offsets[-1] |= flags
    head = b"\1\1" + struct.pack("<HI", 0, 4) + bytes(0 if layout.version == 3 else 4)
    head += struct.pack(f"<H{len(rows)}H", len(rows), *offsets)
    return head + bytes(end - len(head)) + packed


def record(layout: Layout, number: int, text: bytes, *, columns: int = 2) -> bytes:
    """Return a row of a number and one variable column."""
    small, wide = ("<B", "<BB") if layout.version == 3 else ("<H", "<HH")
    body = struct.pack(small, columns) + struct.pack("<i", number) + text
    start, end = struct.calcsize(small) + 4, len(body)
    if layout.version == 3:
        jumps = (len(body) + 4) // 256
        table = bytes((end & 0xFF, start & 0xFF)) + bytes([1]) * jumps + b"\1"
    else:
        table = struct.pack(wide, end, start) + struct.pack(small, 1)
    return body + table + b"\3"


def records(layout: Layout, **pages: bytes) -> Records:
    return Records(layout, lambda number: pages.get(f"page{number}"))


@pytest.mark.parametrize("layout", [JET_3, JET_4])
def test_a_row_that_grew_out_of_its_page_is_read_from_the_other(layout: Layout) -> None:
    name = b"Ann" if layout is JET_3 else "Ann".encode("utf-16-le")
    other = data_page(layout, b"before", record(layout, 7, name), flags=0x8000)  # reached by a pointer alone
    found = records(layout, page9=other).on(data_page(layout, struct.pack("<I", 9 << 8 | 1), flags=0x4000))
    assert found == [record(layout, 7, name)]
    assert jet.row_of(found[0] or b"", (NUMBER, NAME), records(layout), layout) == {"Number": 7, "Name": "Ann"}


def test_a_row_whose_other_page_is_missing_is_counted_as_lost() -> None:
    assert records(JET_4).on(data_page(JET_4, struct.pack("<I", 9 << 8), flags=0x4000)) == [None]


def test_a_deleted_row_is_not_read() -> None:
    assert records(JET_4).on(data_page(JET_4, b"kept", b"gone", flags=0x8000)) == [b"kept"]


def test_a_list_of_rows_that_is_longer_than_its_page_is_damage() -> None:
    page = bytearray(data_page(JET_3, b"row"))
    page[8:10] = b"\xff\xff"
    with pytest.raises(Damaged):
        records(JET_3).on(bytes(page))


def test_a_row_written_before_a_column_was_added_has_the_columns_it_was_written_with() -> None:
    later = Column("Later", INTEGER, 2, 0, True, 4)
    row = jet.row_of(record(JET_4, 7, "Ann".encode("utf-16-le")), (NUMBER, NAME, later), records(JET_4), JET_4)
    assert row == {"Number": 7, "Name": "Ann"}


def test_a_row_longer_than_one_byte_can_point_has_its_texts_by_the_jump_table() -> None:
    text = b"x" * 300
    row = jet.row_of(record(JET_3, 7, text), (NUMBER, NAME), records(JET_3), JET_3)
    assert row == {"Number": 7, "Name": text.decode()}


def test_a_text_of_one_byte_a_letter_behind_its_mark_is_read_with_its_accents() -> None:
    row = jet.row_of(record(JET_4, 7, b"\xff\xfeAndr\xe9"), (NUMBER, NAME), records(JET_4), JET_4)
    assert row["Name"] == "André"


def long_text(length: int, pointer: int, rest: bytes = b"") -> bytes:
    return struct.pack("<III", length, pointer, 0) + rest


def test_a_long_text_is_read_in_place_in_one_row_or_in_a_chain() -> None:
    chain = data_page(JET_3, struct.pack("<I", 5 << 8 | 1) + b"first ", struct.pack("<I", 0) + b"second")
    records_read = records(JET_3, page4=data_page(JET_3, b"in one row, and more"), page5=chain)
    assert records_read.long_text(long_text(0x80000000 | 5, 0, b"here and more")) == b"here "
    assert records_read.long_text(long_text(0x40000000 | 10, 4 << 8)) == b"in one row"
    assert records_read.long_text(long_text(12, 5 << 8)) == b"first second"
    memo = Column("Name", MEMO, 1, 0, False, 0)
    row = jet.row_of(record(JET_3, 7, long_text(12, 5 << 8)), (NUMBER, memo), records_read, JET_3)
    assert row["Name"] == "first second"


def test_a_chain_of_a_long_text_that_comes_back_to_itself_ends() -> None:
    ring = data_page(JET_3, struct.pack("<I", 5 << 8) + b"round ")
    assert records(JET_3, page5=ring).long_text(long_text(60_000, 5 << 8)) == b"round "


@pytest.mark.parametrize(
    "damaged",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\0\0", id="no columns"),
        pytest.param(record(JET_4, 7, b"")[:6], id="cut short"),
        pytest.param(record(JET_4, 7, b"").replace(struct.pack("<H", 6), b"\xff\x00"), id="text beyond the row"),
    ],
)
def test_a_row_that_does_not_hold_together_is_damage(damaged: bytes) -> None:
    with pytest.raises(Damaged):
        jet.row_of(damaged, (NUMBER, NAME, Column("Yes", BOOLEAN, 2, 0, True, 0)), records(JET_4), JET_4)

"""The tables of an Access database (Jet 3 and 4), read by access-parser and kept from doing harm.

The library trusts its file: definitions that point at each other never end, one bad row loses its table or shifts its
columns, and what cannot be read goes to the log, names included. Here only its table reader is used; chains are walked
first, every row is read alone, and rows and time are bounded.
"""

import hashlib
import logging
import struct
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import Notes
from arbitrage.exchange.records import Unreadable

MAX_ROWS = 100_000
MAX_SECONDS = 20.0

Row = Mapping[str, Any]
"""A row by column: numbers, texts, booleans, and dates as "2026-01-19 10:09:22"."""

_LONG_VALUES = 0x4C41564C
"""Whose the pages of long values are, in place of a table's."""
_READING = threading.Lock()
_TABLES_KEPT, _MOST_KEPT = 24, 30_000
_READ: dict[bytes, tuple[list["Row"], int, bool]] = {}
"""Tables read last, by the digest of their pages: a live database is read again and again, and its long roll of players
never changes. No row of it is ever changed."""

_CATALOG = 2
"""The page where the table of all tables is defined."""
_USER_TABLE = 1


def is_database(data: bytes) -> bool:
    """Whether a file begins as Access databases do."""
    return data[4:15] in (b"Standard Je", b"Standard AC")


class Database:
    """A database file whose tables are read when they are asked for. *tables* are their names.

    *damaged* becomes true when something is missing of what was read: a page, rows that a table says it has, the end of
    the file. A live database that is copied while the tables write into it looks so for a moment.
    """

    def __init__(self, data: bytes, notes: Notes) -> None:
        """:raises Unreadable: it is not an Access database, or its list of tables is damaged."""
        self._notes = notes
        self.damaged = False
        self._rows = 0
        self._until = time.monotonic() + MAX_SECONDS
        self._version = 3 if data[20:21] == b"\0" else 4
        self._page_size = 2048 if self._version == 3 else 4096
        self._definitions, self._data_pages = self._categorized(data)
        self._owned = self._pages_by_owner()
        listed, lost, whole = self._read(_CATALOG * self._page_size) if is_database(data) else ([], 0, False)
        self._offsets = {
            row["Name"]: row["Id"] * self._page_size
            for row in listed
            if row.get("Type") == _USER_TABLE and isinstance(row.get("Name"), str) and isinstance(row.get("Id"), int)
        }
        self.tables = frozenset(self._offsets)
        if not self.tables:
            reason = _("The database is damaged: none of its tables can be found. Take another copy of it.")
            raise Unreadable("", reason)
        if len(data) % self._page_size:
            self._miss(_("The database stops in the middle of a page: it is cut short, or was being written."))
        said = self._said(_CATALOG * self._page_size)
        self.listed_whole = whole and not lost and len(listed) >= said
        """Is the list of tables whole? A table that is not in one that is not may be in the database all the same."""
        if not self.listed_whole:
            reason = _("The database’s list of tables is damaged: of %(said)s entries %(read)s can be read.")
            self._miss(reason % {"said": said, "read": len(listed)})

    def lacks(self, names: Iterable[str]) -> None:
        """Note those of these tables that are missing from a list of tables that is damaged."""
        if not self.listed_whole and (missing := [name for name in names if name not in self.tables]):
            reason = _("These tables of the database cannot be found: %(tables)s.")
            self._miss(reason % {"tables": ", ".join(missing)})

    def _miss(self, reason: str) -> None:
        self.damaged = True
        self._notes.add("", reason)

    def _said(self, offset: int) -> int:
        """How many rows a table says it has."""
        definition = self._definitions.get(offset, b"")
        place = 12 if self._version == 3 else 16
        return int.from_bytes(definition[place : place + 4], "little") if len(definition) == self._page_size else 0

    def rows(self, name: str) -> list[Row]:
        """The rows of a table in the order they are stored; none where there is no such table.

        What of it cannot be read is left out, with a note.

        :raises Unreadable: the database is larger than any tournament's.
        """
        if name not in self.tables:
            return []
        rows, lost, whole = self._read(self._offsets[name])
        said = self._said(self._offsets[name])
        if not whole:
            reason = _("The table %(table)s of the database is damaged; what can be read of it is kept.")
            self._miss(reason % {"table": name})
        elif len(rows) + lost < said:
            reason = _("The table %(table)s of the database says that it has %(said)s rows, and %(read)s can be read.")
            self._miss(reason % {"table": name, "said": said, "read": len(rows)})
        elif lost:
            reason = _("The table %(table)s of the database has rows that cannot be read: %(count)s.")
            self._miss(reason % {"table": name, "count": lost})
        return rows

    def _read(self, offset: int) -> tuple[list[Row], int, bool]:
        """The rows of the table defined on a page, how many of them cannot be read, and whether its end was reached."""
        if not self._chain_ends(offset):
            return [], 0, False
        key = self._digest(offset)
        with _READING:
            known = _READ.get(key)
        if known is not None:
            self._rows += len(known[0])
            if self._rows > MAX_ROWS:
                raise Unreadable("", _("The file is larger than any tournament’s."))
            return known
        found = self._read_again(offset)
        if len(found[0]) <= _MOST_KEPT:
            with _READING:
                while len(_READ) >= _TABLES_KEPT:
                    _READ.pop(next(iter(_READ)))
                _READ[key] = found
        return found

    def _digest(self, offset: int) -> bytes:
        """What tells a table's pages, those of its definition and of long values included, from any others."""
        told = hashlib.sha256(bytes((self._version,)))
        while offset:
            told.update(self._definitions[offset])
            told.update(b"".join(self._owned.get(offset // self._page_size, ())))
            offset = struct.unpack_from("<I", self._definitions[offset], 4)[0] * self._page_size
        told.update(b"".join(self._owned.get(_LONG_VALUES, ())))
        return told.digest()

    def _read_again(self, offset: int) -> tuple[list[Row], int, bool]:
        engine = _engine()
        table = engine.TableObj(offset, self._definitions[offset])
        table.linked_pages = self._owned.get(offset // self._page_size, [])
        rows: list[Row] = []
        lost = 0
        spend = self._spend

        class OneByOne(engine.AccessTable):  # type: ignore[name-defined,misc]
            """The library's table, each row of it read into a dictionary of its own."""

            def _parse_row(self, record: bytes) -> None:
                nonlocal lost
                spend()
                self.parsed_table: dict[str, list[Any]] = defaultdict(list)
                try:
                    super()._parse_row(record)
                except Exception:  # whatever the library makes of damage
                    self.parsed_table.clear()
                row = {column: values[0] for column, values in self.parsed_table.items()}
                if row:
                    rows.append(row)
                else:
                    lost += 1

        try:
            OneByOne(table, self._version, self._page_size, self._data_pages, self._definitions).parse()
        except Unreadable:
            raise
        except Exception:  # a page that is damaged: the rows of the pages before it are kept
            return rows, lost, False
        return rows, lost, True

    def _spend(self) -> None:
        self._rows += 1
        if self._rows > MAX_ROWS or time.monotonic() > self._until:
            raise Unreadable("", _("The file is larger than any tournament’s."))

    def _categorized(self, data: bytes) -> tuple[dict[int, bytes], dict[int, bytes]]:
        """The pages that define tables and those that hold rows, by their place in the file."""
        pages = ((start, data[start : start + self._page_size]) for start in range(0, len(data), self._page_size))
        definitions: dict[int, bytes] = {}
        rows: dict[int, bytes] = {}
        for start, page in pages:
            if page.startswith(b"\x02\x01"):
                definitions[start] = page
            elif page.startswith(b"\x01\x01"):
                rows[start] = page
        return definitions, rows

    def _pages_by_owner(self) -> dict[int, list[bytes]]:
        owned: dict[int, list[bytes]] = defaultdict(list)
        for page in self._data_pages.values():
            if len(page) == self._page_size:
                owned[struct.unpack_from("<I", page, 4)[0]].append(page)
        return owned

    def _chain_ends(self, offset: int) -> bool:
        """Whether a definition, which may go on over several pages, is whole and comes to an end."""
        seen: set[int] = set()
        while offset not in seen and len(self._definitions.get(offset, b"")) == self._page_size:
            seen.add(offset)
            following = struct.unpack_from("<I", self._definitions[offset], 4)[0]
            if not following:
                return True
            offset = following * self._page_size
        return False


@cache
def _engine() -> Any:
    """The library, imported when a database is read: without its way of logging, which sets up the log of the whole
    program and writes the file's records into it, and with texts and dates as Access means them."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    from access_parser import access_parser, utils

    root.handlers[:] = handlers
    root.setLevel(level)
    for module in (access_parser, utils):
        module.logging = SimpleNamespace(**dict.fromkeys(("debug", "info", "warning", "error"), _unsaid))
    parse = access_parser.parse_type

    def parse_type(kind: int, data: bytes, length: int | None = None, version: int = 3) -> Any:
        if kind == utils.TYPE_TEXT:
            return _text(data, version)
        try:
            return parse(kind, data, length, version)
        except OverflowError:  # a date beyond all calendars
            return ""
        except struct.error:
            if kind == utils.TYPE_DATETIME:  # one before 1899, which stands for none
                return ""
            raise

    access_parser.parse_type = parse_type
    return access_parser


def _text(data: bytes, version: int) -> str:
    """The text of a cell, accents included, which the library loses: Windows-1252 in Jet 3, UTF-16 in Jet 4, where a
    text that is plain enough is kept in one byte a letter behind a mark."""
    if version == 3:
        text = data.decode("cp1252", "replace")
    elif data.startswith(b"\xff\xfe"):
        text = data[2:].decode("latin-1")
    else:
        text = data.decode("utf-16-le", "replace")
    return text.replace("\0", "")


def _unsaid(*_message: object) -> None:
    """What the library would have logged; a row that is lost is counted instead."""

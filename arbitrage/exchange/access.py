"""Reader of the tables of an Access database (Jet 3 and 4), safe against damaged and hostile files.

Chains of pages are checked for loops before they are read. Each row is read by itself, so that one bad row does not
lose the table. Rows and time are limited, and no player's name reaches the log. `jet` knows the layout of the pages.
"""

import hashlib
import threading
import time
from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _

from arbitrage.exchange import jet
from arbitrage.exchange.jet import Row
from arbitrage.exchange.reading import Notes
from arbitrage.exchange.records import Unreadable

MAX_ROWS = 100_000
MAX_SECONDS = 20.0

_LONG_VALUES = 0x4C41564C
"""Marker of a page of long values, in the field where other pages have the number of their table."""
_READING = threading.Lock()
_TABLES_KEPT, _MOST_KEPT = 24, 30_000
_READ: dict[bytes, tuple[list["Row"], int, bool]] = {}
"""Cache of the tables read last, by the digest of their pages. A live database is read every few seconds, and its long
table of players never changes. Cached rows must not be modified."""

_CATALOG = 2
"""The page where the table of all tables is defined."""
_USER_TABLE = 1


def recognises(start: bytes) -> bool:
    """Does a file begin as an Access database?"""
    return start[4:15] in (b"Standard Je", b"Standard AC")


class Database:
    """A database file whose tables are read on demand. *tables* are their names.

    *damaged* becomes true when a part is incomplete: a page, the rows that a table claims to have, the end of the file.
    A copy of a live database, taken while the table terminals write, may be damaged for a moment.
    """

    def __init__(self, data: bytes, notes: Notes) -> None:
        """Open the database.

        :raises Unreadable: the file is no Access database, or its list of tables is damaged.
        """
        self._notes = notes
        self.damaged = False
        self._rows = 0
        self._until = time.monotonic() + MAX_SECONDS
        self._layout = jet.layout_of(data)
        self._page_size = self._layout.page
        self._definitions, self._data_pages = self._categorized(data)
        self._owned = self._pages_by_owner()
        listed, lost, whole = self._read(_CATALOG * self._page_size) if recognises(data) else ([], 0, False)
        self._offsets = {
            name: number * self._page_size
            for row in listed
            if row.get("Type") == _USER_TABLE
            and isinstance(name := row.get("Name"), str)
            and isinstance(number := row.get("Id"), int)
        }
        self.tables = frozenset(self._offsets)
        if not self.tables:
            reason = _("The database is damaged: none of its tables can be found. Take another copy of it.")
            raise Unreadable("", reason)
        if len(data) % self._page_size:
            self._miss(_("The database stops in the middle of a page: it is cut short, or was being written."))
        announced = self._said(_CATALOG * self._page_size)
        self.listed_whole = whole and not lost and len(listed) >= announced
        """Is the list of tables complete? If it is not, a missing table may still be in the database."""
        if not self.listed_whole:
            reason = _("The database’s list of tables is damaged: of %(said)s entries %(read)s can be read.")
            self._miss(reason % {"said": announced, "read": len(listed)})

    def lacks(self, names: Iterable[str]) -> None:
        """Note the expected *names* that are missing, if the list of tables is damaged."""
        if not self.listed_whole and (missing := [name for name in names if name not in self.tables]):
            reason = _("These tables of the database cannot be found: %(tables)s.")
            self._miss(reason % {"tables": ", ".join(missing)})

    def _miss(self, reason: str) -> None:
        self.damaged = True
        self._notes.add("", reason)

    def _said(self, offset: int) -> int:
        """Return the number of rows that a table claims to have."""
        definition = self._definitions.get(offset, b"")
        return jet.rows_said(definition, self._layout) if len(definition) == self._page_size else 0

    def rows(self, name: str) -> list[Row]:
        """Read the rows of a table in the order they are stored; [] if there is no such table. Unreadable parts are
        left out, with a note.

        :raises Unreadable: the database is larger than any tournament's.
        """
        if name not in self.tables:
            return []
        rows, lost, whole = self._read(self._offsets[name])
        announced = self._said(self._offsets[name])
        if not whole:
            reason = _("The table %(table)s of the database is damaged; what can be read of it is kept.")
            self._miss(reason % {"table": name})
        elif len(rows) + lost < announced:
            reason = _("The table %(table)s of the database says that it has %(said)s rows, and %(read)s can be read.")
            self._miss(reason % {"table": name, "said": announced, "read": len(rows)})
        elif lost:
            reason = _("The table %(table)s of the database has rows that cannot be read: %(count)s.")
            self._miss(reason % {"table": name, "count": lost})
        return rows

    def _read(self, offset: int) -> tuple[list[Row], int, bool]:
        """Return the rows of the table defined on a page, the number of unreadable rows, and whether the table was read
        to its end."""
        if not self._chain(offset):
            return [], 0, False
        key = self._digest(offset)
        with _READING:
            known = _READ.get(key)
        if known is not None:
            self._rows += len(known[0])
            if self._rows > MAX_ROWS:
                raise Unreadable("", _("The file is larger than any tournament’s."))
            return known
        table_read = self._read_again(offset)
        if len(table_read[0]) <= _MOST_KEPT:
            with _READING:
                while len(_READ) >= _TABLES_KEPT:
                    _READ.pop(next(iter(_READ)))
                _READ[key] = table_read
        return table_read

    def _digest(self, offset: int) -> bytes:
        """Digest the pages of a table, its definition and its long texts included."""
        told = hashlib.sha256(bytes((self._layout.version,)))
        for place in self._chain(offset):
            told.update(self._definitions[place])
            told.update(b"".join(self._owned.get(place // self._page_size, ())))
        told.update(b"".join(self._owned.get(_LONG_VALUES, ())))
        return told.digest()

    def _read_again(self, offset: int) -> tuple[list[Row], int, bool]:
        rows: list[Row] = []
        lost = 0
        records = jet.Records(self._layout, lambda number: self._data_pages.get(number * self._page_size))
        try:
            columns = jet.columns([self._definitions[place] for place in self._chain(offset)], self._layout)
            for page in self._owned.get(offset // self._page_size, ()):
                for record in records.on(page):
                    self._spend()
                    try:
                        if record is None:
                            raise jet.Damaged
                        rows.append(jet.row_of(record, columns, records, self._layout))
                    except jet.Damaged:
                        lost += 1
        except jet.Damaged:  # a damaged page: the rows of the earlier pages are kept
            return rows, lost, False
        return rows, lost, True

    def _spend(self) -> None:
        self._rows += 1
        if self._rows > MAX_ROWS or time.monotonic() > self._until:
            raise Unreadable("", _("The file is larger than any tournament’s."))

    def _categorized(self, data: bytes) -> tuple[dict[int, bytes], dict[int, bytes]]:
        """Return the pages that define tables and the pages that hold rows, both by offset in the file."""
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
                owned[jet.owner(page)].append(page)
        return owned

    def _chain(self, offset: int) -> list[int]:
        """List the offsets of the pages of a definition; [] if a page is missing or if the pages form a loop."""
        places: dict[int, None] = {}
        while offset not in places and len(self._definitions.get(offset, b"")) == self._page_size:
            places[offset] = None
            following = jet.next_page(self._definitions[offset])
            if not following:
                return list(places)
            offset = following * self._page_size
        return []

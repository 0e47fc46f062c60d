"""The pages of a SQLite file that differ from those of an earlier copy, and the rebuilding of the file from both.

SQLite writes whole pages, and an evening changes few of them. A file of changed pages contains for each page, in order,
its number (four bytes, big-endian, from 0) and its content.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

NUMBER = 4


def page_size(database: Path) -> int:
    """Read the size of the pages, in bytes, from the header of a SQLite file."""
    with database.open("rb") as file:
        size = int.from_bytes(file.read(18)[16:18])
    return 65536 if size == 1 else size


def write(database: Path, before: IO[bytes], into: Path) -> int:
    """Write the pages of a SQLite file that are new or differ from an earlier copy; return the number of all pages."""
    size = page_size(database)
    number = 0
    with database.open("rb") as file, into.open("wb") as changed:
        while page := file.read(size):
            if page != before.read(size):
                changed.write(number.to_bytes(NUMBER) + page)
            number += 1
    return number


def made_again(before: IO[bytes], changed: IO[bytes], *, size: int, pages: int) -> Iterator[bytes]:
    """Yield all pages of the rebuilt file: the changed pages, and the others from the earlier copy."""
    following = _read(changed, size)
    place, page = next(following, (pages, b""))
    for number in range(pages):
        old = before.read(size)
        if number == place:
            yield page
            place, page = next(following, (pages, b""))
        else:
            yield old


def _read(changed: IO[bytes], size: int) -> Iterator[tuple[int, bytes]]:
    while number := changed.read(NUMBER):
        yield int.from_bytes(number), changed.read(size)


def pieces(file: IO[bytes], size: int = 1 << 20) -> Iterator[bytes]:
    """Yield a file in pieces."""
    while piece := file.read(size):
        yield piece


def stored(parts: Iterable[bytes], path: Path) -> None:
    """Write parts one after the other into a file."""
    with path.open("wb") as file:
        file.writelines(parts)

"""Cache files of values computed from the program alone, kept from one start to the next.

Without them every process of the server would spend five processor seconds on compiling the laws and their search
terms, and one second on the situations of the school.
"""

import hashlib
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from django.conf import settings

from arbitrage.server import program_files

SOURCES = {
    "rulings": program_files.RULINGS,
    "arbitrage": program_files.PACKAGE,
    "locale": program_files.LOCALE,
}


@cache
def version() -> str:
    """Digest the source files and message catalogues of the program: 12 hexadecimal digits, which change with any of
    these files."""
    digest = hashlib.sha256()
    for name, folder in SOURCES.items():
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.mo")]):
            # in an installed program LOCALE lies within `rulings`, and is digested once
            if name == "locale" or not path.is_relative_to(program_files.LOCALE):
                digest.update(f"{name}/{path.relative_to(folder).as_posix()}".encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def digest_of(files: Iterable[Path], *more: str) -> str:
    """Digest files that `version` does not cover (data, templates) and other texts: 12 hexadecimal digits."""
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(files):
        digest.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def kept(name: str, compute: Callable[[], bytes], *, of: str = "") -> bytes:
    """Return the content of the cache file *name* for this version of the program; if there is none, compute the
    content and write the file. *of* is a digest of further sources (`digest_of`). The files of *name* for other
    versions are deleted.

    When the folder cannot be written, the content is computed each time.
    """
    path = settings.KEPT_DIR / "-".join(filter(None, (version(), of, name)))
    with suppress(OSError):
        return path.read_bytes()
    content = compute()
    with suppress(OSError):
        _write(path, content)
        for other in path.parent.glob(f"*-{name}"):
            if other != path:
                other.unlink(missing_ok=True)
    return content


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically: after a power failure it is complete or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)

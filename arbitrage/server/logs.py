"""Format of the log: one line per record, without personal data or secrets."""

import errno
import logging
import re
import traceback
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any


class OneLine(logging.Formatter):
    """Formatter that writes a log record on one line. Of an exception it writes no message, which may contain players'
    names.

    It writes the names of system and database errors, which are from a fixed list, so that a full disk can be
    recognised.

    `2026-11-20T21:04:05+0100 ERROR django.request: Internal Server Error: /fr/ [ValueError at score.py:41 in totals]`
    `… [OperationalError, SQLITE_FULL, at base.py:360 in execute]`
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S%z")

    def format(self, record: logging.LogRecord) -> str:
        return without_tokens(" ".join(super().format(record).splitlines()))

    def formatException(self, exc_info: Any) -> str:  # noqa: N802 (the standard library's name)
        kind, _, trace = exc_info
        if kind is None:
            return ""
        frames = traceback.extract_tb(trace)
        where = " < ".join(
            f"{PurePath(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames[:-9:-1]
        )
        reason = ", ".join([kind.__name__, *_reasons(exc_info[1])])
        return f"[{reason}{',' if ', ' in reason else ''} at {where or 'an unknown place'}]"


TOKEN = re.compile(r"(/(?:invited|played|asked|password|wall|table)/[^/\s]+/)[^/\s]+")
"""Pattern of the URL of a link with its secret token, which follows the id of the link."""


def without_tokens(line: str) -> str:
    """Replace the secret tokens in a line of the log, which would admit anybody who reads it."""
    return TOKEN.sub(r"\1…", line)


def _reasons(error: BaseException | None) -> Iterator[str]:
    """Yield the symbolic names that the system or the database gives to the error and its causes, never their messages.

    The names (`ENOSPC`, `SQLITE_FULL`, `DiskFull 53100`) are from fixed lists, and cannot contain typed text.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and error.errno is not None:
            yield errno.errorcode.get(error.errno, str(error.errno))
        if name := getattr(error, "sqlite_errorname", ""):
            yield str(name)
        if state := getattr(error, "sqlstate", ""):
            yield f"{type(error).__name__} {state}"
        error = error.__cause__ or error.__context__

"""What the program says about itself while it runs."""

import logging
import traceback


class OneLine(logging.Formatter):
    """A log record on one line, without the values an error carries: those can be players' names.

    `2026-11-20T21:04:05+0100 ERROR django.request: Internal Server Error: /fr/ [ValueError at score.py:41 in totals]`
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S%z")

    def format(self, record: logging.LogRecord) -> str:
        return " ".join(super().format(record).splitlines())

    def formatException(self, exc_info) -> str:  # noqa: N802 (the standard library's name)
        kind, _, trace = exc_info
        if kind is None:
            return ""
        frames = traceback.extract_tb(trace)
        where = " < ".join(
            f"{frame.filename.rpartition('/')[2]}:{frame.lineno} in {frame.name}" for frame in frames[:-9:-1]
        )
        return f"[{kind.__name__} at {where or 'an unknown place'}]"

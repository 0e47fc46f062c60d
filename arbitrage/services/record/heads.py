"""The head of each chain, written outside the database after each event, before the response is sent.

Each event, or the last of several that are written together, adds a line of JSON to the file of the day in
``DATA_DIR/checkpoints``: {"stream", "seq", "head", "about"}. `services.proof.checkpoints` reads these lines with those
of the checkpoints. A chain that lost an event contradicts its line.

With several web servers, each writes the heads of its own events. If a head cannot be written, the act succeeds all the
same: the head of the next event, or the daily checkpoint, covers it.
"""

import json
import logging
import os
import uuid
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arbitrage.services import clock

log = logging.getLogger(__name__)


def folder() -> Path:
    """Return the folder of the files with checkpoints and heads."""
    return Path(settings.DATA_DIR) / "checkpoints"


def path_of_today(where: Path) -> Path:
    """Return the file of this day."""
    return where / f"{timezone.localdate(clock.now()):%Y-%m-%d}.jsonl"


def line(stream: uuid.UUID, seq: int, head: str, about: str) -> str:
    """Write the current head of a chain as a line of a checkpoint. *about* is "R-2026-0147", "tournament" or "club"."""
    return json.dumps({"stream": str(stream), "seq": seq, "head": head, "about": about}) + "\n"


def follow(stream: uuid.UUID, seq: int, head: str, about: str) -> None:
    """Write the head of this chain once the transaction is committed."""
    transaction.on_commit(partial(keep, line(stream, seq, head, about)), robust=True)


def keep(lines: str, where: Path | None = None) -> None:
    """Add lines to the file of today. A failure is logged, and raises no error."""
    path = path_of_today(where or folder())
    try:
        try:
            written = _added(path, lines)
        except FileNotFoundError:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            written = _added(path, lines)
        if written < len(lines.encode()):  # the disk was full; let the next entry start on a new line
            _added(path, "\n")
    except OSError as error:
        log.warning("The end of a chain was not kept outside the database: %s.", error.strerror)


def _added(path: Path, text: str) -> int:
    """Append a text to a file in one write, so that lines of two processes never mix; return the number of its
    bytes."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        return os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)

"""Backups from a page: making one, and the list of the stored ones."""

import datetime
import re
from dataclasses import dataclass
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arbitrage.database import backups
from arbitrage.services.errors import Refused
from arbitrage.services.proof import checkpoints

NAMED = re.compile(r"arbitrage-(\d{4}-\d\d-\d\dT\d{6})(?:-([a-z-]+))?\.zip")
"""Pattern of a backup's file name: the time in the club's time zone and the reason, "" for a scheduled one."""


@dataclass(frozen=True)
class Kept:
    """A stored backup: the name of its file, the time, the reason ("" for a scheduled one), its size in bytes."""

    name: str
    made: datetime.datetime
    reason: str
    size: int


def folder() -> Path:
    """Return the folder of the backups."""
    return backups.folder()


def save_now() -> Path:
    """Make and verify a backup while the server runs; return its path.

    :raises Refused: the backup fails; the message gives the reason.
    """
    try:
        checkpoints.write()
        return backups.backup()
    except backups.BackupError as error:
        raise Refused(_("No backup was made. %(reason)s") % {"reason": error}, "not_saved") from error


def kept() -> list[Kept]:
    """List the stored backups, the newest first."""
    copies = []
    for path in backups.folder().glob("arbitrage-*.zip"):
        if named := NAMED.fullmatch(path.name):
            made = datetime.datetime.strptime(named[1], "%Y-%m-%dT%H%M%S")  # noqa: DTZ007 (made aware below)
            copies.append(Kept(path.name, timezone.make_aware(made), named[2] or "", path.stat().st_size))
    return sorted(copies, key=lambda copy: copy.name, reverse=True)


def path_of(name: str) -> Path | None:
    """Return the path of a stored backup; None for any other name."""
    return backups.folder() / name if any(copy.name == name for copy in kept()) else None

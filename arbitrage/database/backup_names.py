"""File names of backups: they show when a backup was made, whether it belongs to the daily rotation, and whether it has
only changed pages."""

import datetime
from pathlib import Path

from django.utils import timezone

CHANGES = "changes"
"""End of the name of a backup that has only changed pages."""


def made_at(path: Path) -> datetime.datetime:
    """Return the time in the name of a backup, at which it was made."""
    return timezone.make_aware(datetime.datetime.strptime(path.stem[10:27], "%Y-%m-%dT%H%M%S"))  # noqa: DTZ007


def is_daily(path: Path) -> bool:
    """Does this backup belong to the daily rotation, which deletes it when it is old? A backup with a reason in its
    name does not."""
    return path.stem.count("-") == 3 or is_of_changes(path)  # noqa: PLR2004  (arbitrage-2026-11-20T210405)


def is_of_changes(path: Path) -> bool:
    """Has this backup only changed pages, so that restoring it needs the full backup in the same folder?"""
    return path.stem.endswith(f"-{CHANGES}")

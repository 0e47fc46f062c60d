"""Names of backups: when each was made, and whether the daily work made it, whole or of changes."""

import datetime
from pathlib import Path

from django.utils import timezone

CHANGES = "changes"
"""The end of the name of a backup of changes."""


def made_at(path: Path) -> datetime.datetime:
    """Return the time at which a backup was made, by its name."""
    return timezone.make_aware(datetime.datetime.strptime(path.stem[10:27], "%Y-%m-%dT%H%M%S"))  # noqa: DTZ007


def is_daily(path: Path) -> bool:
    """Does the rotation delete it when it is old? One that was made for a reason stays."""
    return path.stem.count("-") == 3 or is_of_changes(path)  # noqa: PLR2004  (two of the day, one before it)


def is_of_changes(path: Path) -> bool:
    """Does it need a whole one beside it?"""
    return path.stem.endswith(f"-{CHANGES}")

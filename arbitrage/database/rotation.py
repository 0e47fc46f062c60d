"""The rotation of the daily backups: old ones are thinned by days, weeks and months."""

import zipfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from arbitrage.database import backups
from arbitrage.database.backup_names import is_daily, is_of_changes, made_at


def rotate(where: Path | None = None) -> list[Path]:
    """Delete the old backups of the daily rotation, and return their paths.

    Kept are, as BACKUPS_KEPT says, every one of the last days that have any, the first whole one of each of the last
    weeks and months, and the whole one that a kept one of changes needs. So the last one, which was verified when it
    was made, is never deleted, however long the machine was off. Backups made for a reason are kept.
    """
    days, weeks, months = settings.BACKUPS_KEPT
    of_rotation = [path for path in sorted((where or backups.folder()).glob("arbitrage-*.zip")) if is_daily(path)]
    wholes = [path for path in of_rotation if not is_of_changes(path)]
    last_days = sorted({path.stem[10:20] for path in of_rotation})[-days:]
    kept = {path for path in of_rotation if path.stem[10:20] in last_days}
    kept |= _first_of_each([(f"{made_at(path):%G-%V}", path) for path in wholes], weeks)
    kept |= _first_of_each([(path.stem[10:17], path) for path in wholes], months)
    for path in [path for path in kept if is_of_changes(path)]:
        with suppress(zipfile.BadZipFile, KeyError, ValueError, OSError):
            kept.add(path.with_name(backups.read_about(path)["since"]))
    gone = [path for path in of_rotation if path not in kept]
    for path in gone:
        path.unlink()
    return gone


def _first_of_each(named: list[tuple[str, Path]], most: int) -> set[Path]:
    """Return the first path of each of the last periods."""
    firsts: dict[str, Path] = {}
    for period, path in named:
        firsts.setdefault(period, path)
    return {firsts[period] for period in sorted(firsts)[-most:]} if most else set()

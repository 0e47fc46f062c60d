"""The rotation of the daily backups, which keeps some of the last days, weeks and months, and deletes the others."""

import zipfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from arbitrage.database import backups
from arbitrage.database.backup_names import is_daily, is_of_changes, made_at


def rotate(where: Path | None = None) -> list[Path]:
    """Delete the old backups of the daily rotation, and return their paths.

    BACKUPS_KEPT has three numbers: of days, weeks and months. This keeps all backups of the last days that have any,
    the first full backup of each of the last weeks and months that have any, and each full backup that a kept
    incremental backup needs. Periods without a backup are not counted, so the last backup is never deleted, however
    long the machine was off. Backups with a reason in their names do not belong to the rotation.
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
    """Return the first path of each of the last *most* periods; *named* are pairs of a period and a path, in order."""
    firsts: dict[str, Path] = {}
    for period, path in named:
        firsts.setdefault(period, path)
    return {firsts[period] for period in sorted(firsts)[-most:]} if most else set()

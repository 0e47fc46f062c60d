"""The backups of an installation in words: their reasons, the one that the next start will restore, and the last
restore."""

import datetime
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.services.machine import restoring, saving

REASONS = {
    "": gettext_lazy("day by day, or asked for"),
    "changes": gettext_lazy("day by day: what has changed since the whole one of its week"),
    "before-migrations": gettext_lazy("before a new version"),
    "before-restore": gettext_lazy("before another one was put back"),
    "before-the-move": gettext_lazy("before the move to PostgreSQL"),
}


def backups_page(wanted: str = "") -> dict[str, Any]:
    """Build the page of the backups; *wanted* names the backup to restore, before confirmation."""
    kept = [_line(backup) for backup in saving.kept()]
    done = restoring.last()
    return {
        "kept": kept,
        "wanted": next((line for line in kept if line["name"] == wanted), None),
        "asked": _found(kept, restoring.asked()),
        "last": done,
        "last_at": datetime.datetime.fromisoformat(done.at) if done else None,
        "folder": saving.folder(),
    }


def _line(backup: saving.Kept) -> dict[str, Any]:
    reason = REASONS.get(backup.reason)
    return {
        "name": backup.name,
        "made": backup.made,
        "reason": str(reason) if reason else backup.reason,
        "size": _("%(size)s MB") % {"size": number_format(max(backup.size / 1e6, 0.1), 1)},
    }


def _found(kept: list[dict[str, Any]], asked: restoring.Asked | None) -> dict[str, Any] | None:
    return next((backup for backup in kept if asked and backup["name"] == asked.name), None)

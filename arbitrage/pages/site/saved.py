"""The backups of an installation in words: why each was made, what the next start puts back, what the last one did."""

import datetime
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.services.machine import restoring, saving

REASONS = {
    "": gettext_lazy("day by day, or asked for"),
    "before-migrations": gettext_lazy("before a new version"),
    "before-restore": gettext_lazy("before another one was put back"),
    "before-the-move": gettext_lazy("before the move to PostgreSQL"),
}


def backups_page(wanted: str = "") -> dict[str, Any]:
    """Describe the page; *wanted* names the backup that somebody wants to put back, before he confirms."""
    kept = [_line(one) for one in saving.kept()]
    done = restoring.last()
    return {
        "kept": kept,
        "wanted": next((one for one in kept if one["name"] == wanted), None),
        "asked": _found(kept, restoring.asked()),
        "last": done,
        "last_at": datetime.datetime.fromisoformat(done.at) if done else None,
        "folder": saving.folder(),
    }


def _line(one: saving.Kept) -> dict[str, Any]:
    reason = REASONS.get(one.reason)
    return {
        "name": one.name,
        "made": one.made,
        "reason": str(reason) if reason else one.reason,
        "size": _("%(size)s MB") % {"size": number_format(max(one.size / 1e6, 0.1), 1)},
    }


def _found(kept: list[dict[str, Any]], asked: restoring.Asked | None) -> dict[str, Any] | None:
    return next((one for one in kept if asked and one["name"] == asked.name), None)

"""*À propos*: the version, its date, its age from half a year on, and a newer version if checking is enabled."""

import datetime
from typing import Any

from arbitrage import RELEASED, RELEASES, VERSION, VERSIONS
from arbitrage.services.machine import new_versions

HALF_A_YEAR = 6
"""Months from which the age of a version is shown."""


def about_page(today: datetime.date, *, asks: bool = False) -> dict[str, Any]:
    """Build the page. *asks*: checking for a newer version (once a week) is enabled. *age* is in months, 0 for a
    version younger than half a year."""
    months = (today.year - RELEASED.year) * 12 + today.month - RELEASED.month - (today.day < RELEASED.day)
    age = months if months >= HALF_A_YEAR else 0
    answer = new_versions.last()
    return {
        "version": VERSION,
        "released": RELEASED,
        "age": age,
        "releases": RELEASES,
        "asks": asks,
        "address": VERSIONS,
        "newer": new_versions.newer() if asks else "",
        "asked_at": datetime.datetime.fromisoformat(answer.at) if asks and answer else None,
        "fixed": new_versions.fixed(),
    }

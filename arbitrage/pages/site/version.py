"""*À propos*: the version, its date, and its age from half a year on; nothing is asked of the network."""

import datetime
from typing import Any

from arbitrage import RELEASED, RELEASES, VERSION

HALF_A_YEAR = 6
"""Months from which the age of a version is said."""


def about_page(today: datetime.date) -> dict[str, Any]:
    """Describe the page; *age* is in months, 0 while the version is young."""
    months = (today.year - RELEASED.year) * 12 + today.month - RELEASED.month - (today.day < RELEASED.day)
    age = months if months >= HALF_A_YEAR else 0
    return {"version": VERSION, "released": RELEASED, "age": age, "releases": RELEASES}

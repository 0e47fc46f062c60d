"""Statements of the sides, and the names of polled players, with their headings."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from arbitrage.models import Incident
from arbitrage.services.incidents.statements import POLLED, names_of_polled_wanted, statements

WHOSE = {
    "NS": _("Statement of North-South"),
    "EW": _("Statement of East-West"),
    POLLED: _("Players polled"),
}
"""Headings, in order."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Words with their heading; *key* is the side, or `POLLED`."""

    key: str
    whose: Any
    words: str


def told(incident: Incident) -> list[Statement]:
    """List the statements by side, then the names of polled players if the club wants them."""
    words = statements(incident)
    return [
        Statement(key, whose, words[key])
        for key, whose in WHOSE.items()
        if key in words and (key != POLLED or names_of_polled_wanted(incident))
    ]

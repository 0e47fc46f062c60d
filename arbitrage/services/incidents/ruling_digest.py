"""A short digest that tells one ruling from another, on a device and here."""

from typing import Any

from arbitrage.services.incidents.consequences import substance
from arbitrage.services.record.history import canonical, digest

DIGITS = 16


def ruling_digest(ruling: dict[str, Any]) -> str:
    """Digest a ruling (`Ruling.as_json`) by its effects: 16 hexadecimal digits. Rewording a sentence leaves it as it
    is."""
    return digest(canonical(substance(ruling)))[:DIGITS]

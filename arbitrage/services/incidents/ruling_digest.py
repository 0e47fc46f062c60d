"""A short digest that identifies a ruling. The browser and the server compute the same one."""

from typing import Any

from arbitrage.services.incidents.consequences import substance
from arbitrage.services.record.history import canonical, digest

DIGITS = 16


def ruling_digest(ruling: dict[str, Any]) -> str:
    """Digest a ruling (`Ruling.as_json`) by its effects: 16 hexadecimal digits. Rewording a sentence does not change
    it."""
    return digest(canonical(substance(ruling)))[:DIGITS]

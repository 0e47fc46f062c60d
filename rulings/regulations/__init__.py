"""Values that the Laws leave to the regulating authority or the organiser: dated settings, their defaults and sources.

Functions in `rulings.scores` take the values as arguments, with the same defaults; a tournament stores its own. Laws
receive the values that a ruling mentions as facts (`as_facts`); a club's own value overrides its authority's.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

AUTHORITIES = ("ffb", "wbf")
"""The authorities with known values, by the name of their file: the French federation, and the WBF's Laws."""

FACTS = {
    "profile_54a": ("profile_54a", "value"),
    "profile_15a3": ("profile_15a3", "value"),
    "correction_minutes": ("correction_period", "minutes"),
    "appeal_minutes": ("appeal_period", "minutes"),
    "penalty_percent": ("penalty", "percent_of_top"),
    "claim_suit_order": ("claim_suit_order", "value"),
    "appeal_body": ("appeals", "body"),
    "appeal_own_director": ("appeals", "own_director"),
    "appeal_deposit": ("appeals", "deposit"),
    "appeal_further_days": ("further_appeal", "days"),
    "poll_told": ("poll", "told"),
}
"""The settings that laws, appeals and papers read, by fact: the table and the key of each in the file."""

OF_APPEALS = ("appeal_body", "appeal_own_director", "appeal_deposit", "appeal_further_days")
"""Settings of appeals, which no law reads."""

OF_PAPERS = ("poll_told",)
"""Settings of the papers, which no law reads."""

VALUES = {
    "profile_54a": ("FR", "INT"),
    "profile_15a3": ("artificial", "assigned"),
    "claim_suit_order": ("any", "top_down"),
    "appeal_body": ("committee", "referee", "director"),
    "appeal_own_director": ("no", "yes"),
    "poll_told": ("count", "names"),
}
"""The settings with a few possible values."""

LEAST_AND_MOST = {
    "correction_minutes": (0, 20160),
    "appeal_minutes": (0, 20160),
    "penalty_percent": (0, 100),
    "appeal_deposit": (0, 1000),
    "appeal_further_days": (0, 60),
}
"""The bounds of the settings that are numbers: minutes up to two weeks, per cent of a top, money, days."""


@cache
def regulations(authority: str = "ffb") -> dict[str, dict[str, Any]]:
    """Return the settings of an authority by subject; each has the Law that leaves it open, a source and a date.

    :raises FileNotFoundError: the authority has no file.
    """
    own = tomllib.loads((Path(__file__).parent / f"{authority}.toml").read_text(encoding="utf-8"))
    return own if authority == "ffb" else regulations() | own


def as_facts(authority: str = "ffb", own: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the settings that a club's laws receive, by fact: the club's *own* value, or else the authority's.

    as_facts("wbf")["profile_54a"] is "INT"; as_facts(own={"appeal_minutes": "20"})["appeal_minutes"] is "20".
    """
    settings = regulations(authority)
    return {fact: str(settings[table][key]) for fact, (table, key) in FACTS.items()} | dict(own or {})


def allowed(fact: str, value: str) -> bool:
    """May a club set this value? A reading is one of those known; a number is whole and within its bounds."""
    if fact in VALUES:
        return value in VALUES[fact]
    least, most = LEAST_AND_MOST[fact]
    return value.isascii() and value.isdigit() and least <= int(value) <= most

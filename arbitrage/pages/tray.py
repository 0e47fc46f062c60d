"""The tray at a table: the penalty cards as they lie there now, and what else rulings have left on the table."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any
from uuid import UUID

from django.utils.translation import ngettext

from arbitrage.pages.on_the_table import lying_there
from arbitrage.pages.sentences import listed
from arbitrage.services import table

Due = dict[str, Any]


def at_the_tables(duties: Iterable[Due]) -> list[Due]:
    """The duties of the tray, those of cards with all that lies on their table (`there`), and in a word for the tile
    (`reason`): a card that was minor when it was ruled on may be major now."""
    found = list(duties)
    logs = table.logs_at(one["incident"] for one in found if not one["at_the_end"])
    there: Mapping[UUID, list[Due]] = {
        one["incident"].pk: lying_there(one["incident"], logs[one["incident"].pk])
        for one in found
        if one["incident"].pk in logs
    }
    return [_at_its_table(one, there.get(one["incident"].pk, [])) for one in found]


def _at_its_table(duty: Due, there: list[Due]) -> Due:
    cards = cards_of(there)
    if not duty["card"] or not cards:
        return duty | {"there": there}
    reason = ngettext("Penalty card: %(cards)s", "Penalty cards: %(cards)s", len(cards))
    return duty | {"there": there, "reason": reason % {"cards": listed(_by_owner(cards))}}


def _by_owner(cards: list[Due]) -> Iterable[str]:
    """The cards of each player together: "♣4, ♦5 of East"."""
    for _seat, several in groupby(sorted(cards, key=lambda one: str(one["seat"])), key=lambda one: one["seat"]):
        *first, last = several
        yield ", ".join((*(one["face"] for one in first), last["brief"]))


def with_cards(entries: Iterable[Due]) -> list[Due]:
    """The entries of the tray, one a table: its penalty cards (`cards`) in place of the duty of each, then the other
    lines; and what lies there (`there`), to be corrected."""
    return [_with_cards(one) for one in entries]


def _with_cards(entry: Due) -> Due:
    there = {line["key"]: line for one in entry["lines"] for line in one["there"]}
    cards = cards_of(there.values())
    said = {one["key"] for one in cards}
    lines = [one for one in entry["lines"] if one["duty"].about not in said]
    return entry | {
        "there": list(there.values()),
        "cards": cards,
        "lines": lines,
        "call": entry["lines"][0]["incident"],
    }


def cards_of(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The penalty cards among the lines of a table; a card seen during the auction is none."""
    return [dict(one) for one in lines if one.get("penalised")]

"""Tricks that are possible with all four hands seen: by our own search where hands are short, else by the solver."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from arbitrage.solver import process
from rulings.bridge import Card, Deal, Seat
from rulings.evidence.open_cards import LONGEST, OpenCards
from rulings.evidence.position import SEATS, Position
from rulings.evidence.recorded import moments

SECONDS = 2.5
"""Time that a look at a whole play may take; what it has by then is shown."""


def every_card(position: Position) -> Mapping[Card, int]:
    """Return, for each card that may be played, the tricks that the player's side then wins of those left; {} where
    nothing can say it."""
    if position.tricks <= LONGEST:
        return OpenCards(position.trump).every_card(position)
    found = process.every_card(position)
    return found.cards if found else {}


def most(position: Position, side: int) -> int | None:
    """Return how many of the tricks left the side can win (0 is North-South); None where nothing can say it."""
    if not any(position.hands) and not position.trick:
        return 0
    if position.tricks <= LONGEST:
        return OpenCards(position.trump).most(position, side)
    if not (found := process.every_card(position)) or not found.cards:
        return None
    best = max(found.cards.values())
    return best if position.seat % 2 == side else position.tricks - best


def of_a_play(deal: Deal, trumps: str, declarer: Seat, play: Sequence[str]) -> dict[str, Any]:
    """Return declarer's tricks in all with open cards, after each card of a play: before the lead, and wherever the
    number changed, [cards, trick, player, card, tricks]; the number at the beginning of each trick, and whether the
    whole play was looked at."""
    until, side = time.monotonic() + SECONDS, SEATS.index(declarer) % 2
    changes: list[list[Any]] = []
    tricks: list[int] = []
    for moment in moments(deal, trumps, declarer, play):
        if moment.position is None:
            continue
        left = None if time.monotonic() > until else most(moment.position, side)
        if left is None:
            return {"changes": changes, "tricks": tricks, "whole": False}
        total = moment.won + left
        if not changes or changes[-1][-1] != total:
            who, what = (moment.seat.value, str(moment.card)) if moment.seat else ("", "")
            changes.append([moment.cards, moment.trick, who, what, total])
        if moment.cards % 4 == 0:
            tricks.append(total)
    return {"changes": changes, "tricks": tricks, "whole": True}

"""Double-dummy tricks, computed by our own search for short hands, else by the solver."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from arbitrage.solver import process
from rulings.bridge import Card, Deal, Seat
from rulings.evidence.open_cards import LONGEST, OpenCards
from rulings.evidence.position import SEATS, Position
from rulings.evidence.recorded import moments

SECONDS = 2.5
"""Most seconds for a whole play; the results until then are shown."""


def every_card(position: Position) -> Mapping[Card, int]:
    """Return, for each legal card, the number of remaining tricks that the player's side wins after it; {} without an
    answer of the search or solver."""
    if position.tricks <= LONGEST:
        return OpenCards(position.trump).every_card(position)
    answer = process.every_card(position)
    return answer.cards if answer else {}


def most(position: Position, side: int) -> int | None:
    """Return the number of remaining tricks that a side can win (0 is North-South); None without an answer of the
    search or solver."""
    if not any(position.hands) and not position.trick:
        return 0
    if position.tricks <= LONGEST:
        return OpenCards(position.trump).most(position, side)
    if not (answer := process.every_card(position)) or not answer.cards:
        return None
    best = max(answer.cards.values())
    return best if position.seat % 2 == side else position.tricks - best


def of_a_play(deal: Deal, trumps: str, declarer: Seat, play: Sequence[str]) -> dict[str, Any]:
    """Return declarer's double-dummy tricks, in total, along a play: before the lead and after each card that changed
    their number, as [number of cards, trick, player, card, tricks]; at the beginning of each trick; and whether the
    whole play was computed."""
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
            who, card = (moment.seat.value, str(moment.card)) if moment.seat else ("", "")
            changes.append([moment.cards, moment.trick, who, card, total])
        if moment.cards % 4 == 0:
            tricks.append(total)
    return {"changes": changes, "tricks": tricks, "whole": True}

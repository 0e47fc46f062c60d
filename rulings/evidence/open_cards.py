"""Short endings solved double-dummy: the tricks after each card when all four players see all hands and play perfectly.

A search in plain Python, for five cards a hand at most. No player saw four hands: the result bounds what could have
been made, and does not tell what would have been made.
"""

from itertools import pairwise

from rulings.bridge import Card
from rulings.evidence.position import (
    A_SUIT,
    OF_A_TRICK,
    HandsLeft,
    Played,
    Position,
    card_of,
    legal_cards,
    standing_of,
    winner_of,
)

LONGEST = 5
"""Most cards a hand that are searched; longer hands are left to the solver."""


class OpenCards:
    """Cached answers for a position and all that follow from it."""

    def __init__(self, trump: int) -> None:
        self._trump = trump
        self._bounds: dict[tuple[int, ...], tuple[int, int]] = {}

    def most(self, position: Position, side: int) -> int:
        """Return the number of remaining tricks that a side (0 is North-South) can win against any play of the other
        side."""
        tricks = 0
        while tricks < position.tricks and self._can(position.hands, position.seat, position.trick, side, tricks + 1):
            tricks += 1
        return tricks

    def every_card(self, position: Position) -> dict[Card, int]:
        """Return, for each legal card, the number of remaining tricks that the player's side then wins."""
        side = position.seat % 2
        tricks_by_card = {}
        for card in legal_cards(position.hands[position.seat], position.trick):
            after, taker = position.after(card_of(card))
            won = int(taker is not None and after.seat % 2 == side)
            tricks_by_card[card_of(card)] = won + (self.most(after, side) if any(after.hands) else 0)
        return tricks_by_card

    def _can(self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], side: int, need: int) -> bool:
        """Can the side win *need* of the tricks left, including the one in progress?"""
        if need <= 0:
            return True
        if trick:
            return self._reaches(hands, seat, trick, side, need)
        left = len(hands[seat])
        if need > left:
            return False
        # The tricks of North-South determine those of East-West.
        key = standing_of(hands, seat)
        least, most = self._bounds.get(key, (0, left))
        if side == 0:
            if need <= least:
                return True
            if need > most:
                return False
        elif need <= left - most:
            return True
        elif need > left - least:
            return False
        reached = self._reaches(hands, seat, trick, side, need)
        if side == 0:
            self._bounds[key] = (max(least, need), most) if reached else (least, min(most, need - 1))
        else:
            self._bounds[key] = (least, min(most, left - need)) if reached else (max(least, left - need + 1), most)
        return reached

    def _reaches(self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], side: int, need: int) -> bool:
        for card in different(legal_cards(hands[seat], trick), hands, trick):
            held = (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])
            now = (*trick, (seat, card))
            if len(now) < OF_A_TRICK:
                reached = self._can(held, (seat + 1) % 4, now, side, need)
            else:
                taker = winner_of(now, self._trump)[0]
                reached = self._can(held, taker, (), side, need - (taker % 2 == side))
            if reached == (seat % 2 == side):
                return reached
        return seat % 2 != side


def different(cards: list[int], hands: HandsLeft, trick: tuple[Played, ...]) -> list[int]:
    """Keep the highest of each run of equivalent *cards* (sorted from the top): no other card in play ranks between
    them."""
    kept = cards[:1]
    for near, card in pairwise(cards):
        if near // A_SUIT != card // A_SUIT or any(
            _in_play(between, hands, trick) for between in range(card + 1, near)
        ):
            kept.append(card)
    return kept


def _in_play(card: int, hands: HandsLeft, trick: tuple[Played, ...]) -> bool:
    return any(card in hand for hand in hands) or any(card == played for _, played in trick)

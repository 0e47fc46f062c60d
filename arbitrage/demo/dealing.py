"""Random deals from a seed, and the valuation of hands: points, lengths, fits, stoppers."""

import random
from collections.abc import Sequence
from functools import lru_cache

from rulings.bridge import RANKS, SUITS, Card, Deal, Denomination, Seat, Side, holding, sort_hand

Hand = tuple[Card, ...]

PACK = tuple(Card(suit.value, rank) for suit in SUITS for rank in RANKS)
"""The 52 cards."""

_HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def chance(seed: int) -> random.Random:
    """Return a random number generator with a fixed seed."""
    return random.Random(seed)  # noqa: S311 (nothing secret depends on it)


def deal(rng: random.Random) -> Deal:
    """Deal four hands of thirteen cards."""
    cards = list(PACK)
    rng.shuffle(cards)
    return {seat: sort_hand(cards[13 * place : 13 * place + 13]) for place, seat in enumerate(Seat)}


def points(hand: Sequence[Card]) -> int:
    """Count high-card points, 4-3-2-1: 40 in a deal."""
    return sum([_HONOURS.get(card.rank, 0) for card in hand])


def length(hand: Sequence[Card], suit: str) -> int:
    """Count cards of a suit, 0 to 13."""
    return [card.suit for card in hand].count(suit)


def shape(hand: Sequence[Card]) -> tuple[int, ...]:
    """Return the four lengths, longest first: (4, 4, 3, 2)."""
    return tuple(sorted((length(hand, suit) for suit in SUITS), reverse=True))


def balanced(hand: Sequence[Card]) -> bool:
    """Is the shape 4-3-3-3, 4-4-3-2 or 5-3-3-2?"""
    return shape(hand) in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))


def stopped(hands: Sequence[Sequence[Card]], suit: str) -> bool:
    """Tell whether one of two hands has a stopper in the suit at notrump: A, Kx, Qxx or Jxxx."""
    for hand in hands:
        ranks = holding(hand, suit)
        if any(rank in ranks and len(ranks) >= needed for rank, needed in (("A", 1), ("K", 2), ("Q", 3), ("J", 4))):
            return True
    return False


def aces(hands: Sequence[Sequence[Card]]) -> int:
    return sum(card.rank == "A" for hand in hands for card in hand)


def sure_tricks(hands: Sequence[Sequence[Card]], suit: str) -> int:
    """Count the tricks that two hands can cash from the top of a suit: 2 for AK opposite small cards."""
    held = holding([card for hand in hands for card in hand], suit)
    top = 0
    while top < len(RANKS) and RANKS[top] in held:
        top += 1
    return min(top, max(length(hand, suit) for hand in hands))


def hands_of(dealt: Deal, side: Side) -> tuple[Hand, Hand]:
    """Return both hands of a side, North's or East's first."""
    first, other = side.seats
    return dealt[first], dealt[other]


@lru_cache(maxsize=1024)  # called for every table with the same hands
def estimate(hands: tuple[Hand, Hand], denomination: Denomination) -> float:
    """Estimate the tricks of a side, 0 to 13, from its points, fit and shortness, without the opponents' cards.

    Twenty points and an eight-card fit are worth about eight tricks in the suit, twenty-five points nine at notrump.
    """
    strength = sum(points(hand) for hand in hands) - 20
    fits = {suit: length(hands[0], suit) + length(hands[1], suit) for suit in SUITS}
    if denomination is Denomination.NT:
        tricks = 6.7 + 0.42 * strength + 0.25 * sum(max(0, fit - 7) for fit in fits.values())
        return tricks - sum(1.1 for suit in SUITS if fits[suit] < 9 and not stopped(hands, suit))
    tricks = 7.6 + 0.37 * strength + 0.85 * (fits[denomination] - 8)
    short = min(hands, key=lambda hand: length(hand, denomination))
    if length(short, denomination) >= 3:
        shortest = min(length(short, suit) for suit in SUITS if suit != denomination)
        tricks += (1.3, 0.8, 0.3)[shortest] if shortest < 3 else 0.0
    return tricks

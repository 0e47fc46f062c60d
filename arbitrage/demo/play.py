"""Simulated play: an opening lead, and a random number of tricks near an estimate, without an analysis of the cards."""

import random
from dataclasses import dataclass

from arbitrage.demo.dealing import Hand, aces, estimate, hands_of, length, sure_tricks
from rulings.bridge import RANKS, SUITS, Card, Contract, Deal, Denomination, Seat, Side, holding, is_vulnerable


@dataclass(frozen=True)
class Lie:
    """The lie of the cards: the number of tricks that a deal allows above or below its estimate, by side and
    denomination."""

    luck: dict[tuple[Side, Denomination], float]

    @classmethod
    def of(cls, rng: random.Random) -> "Lie":
        """Draw the luck of one deal at random. It is the same at every table."""
        luck: dict[tuple[Side, Denomination], float] = {}
        for side in Side:
            whole = rng.gauss(-0.25, 0.6)
            luck |= {(side, denomination): whole + rng.gauss(0, 0.35) for denomination in Denomination}
        return cls(luck)


def tricks(dealt: Deal, lie: Lie, contract: Contract, rng: random.Random) -> int:
    """Draw the number of declarer's tricks at random: the estimate, plus the luck of the deal, plus or minus one for
    lead and play.

    It is at least the number of declarer's sure tricks, and leaves the opponents a trick for each ace that declarer
    cannot ruff.
    """
    side = _side(contract)
    hands = hands_of(dealt, side)
    worth = estimate(hands, contract.denomination) + lie.luck[side, contract.denomination]
    extra_tricks = round(worth) + rng.choices((-1, 0, 1), (18, 60, 22))[0]
    return min(_most(hands, dealt, side, contract), max(_least(hands, contract), extra_tricks))


def _least(hands: tuple[Hand, Hand], contract: Contract) -> int:
    if contract.denomination is Denomination.NT:
        return sum(sure_tricks(hands, suit) for suit in SUITS)
    return sure_tricks(hands, contract.denomination)


def _most(hands: tuple[Hand, Hand], dealt: Deal, side: Side, contract: Contract) -> int:
    against = hands_of(dealt, side.other)
    if contract.denomination is Denomination.NT:
        return 13 - aces(against)
    # an ace of a side suit wins no trick if one of declarer's two hands is void in its suit
    held = [card for hand in against for card in hand if card.rank == "A"]
    return 13 - sum(
        card.suit == contract.denomination or all(length(hand, card.suit) for hand in hands) for card in held
    )


def doubles(contract: Contract, won: int, vul: str, rng: random.Random) -> bool:
    """Decide at random whether the opponents double a contract that goes down two or more: seldom, but more often when
    it is vulnerable."""
    chance = 0.18 if is_vulnerable(vul, _side(contract)) else 0.1
    return contract.doubled == 0 and contract.level >= 2 and contract.target - won >= 2 and rng.random() < chance


def lead(dealt: Deal, contract: Contract, rng: random.Random) -> Card:
    """Choose the opening lead at random, preferring sequences, long suits and singletons."""
    hand = dealt[_declarer(contract).lho]
    suits = [suit for suit in SUITS if length(hand, suit)]
    weights = [_appeal(holding(hand, suit), suit, contract.denomination) for suit in suits]
    suit = rng.choices(suits, weights)[0]
    ranks = holding(hand, suit)
    return Card(suit.value, _from_notrump(ranks) if contract.denomination is Denomination.NT else _from_suit(ranks))


def _appeal(ranks: str, suit: Denomination, trumps: Denomination) -> float:
    """Return the weight of a suit for the choice of the lead, relative to the other suits of the hand."""
    if trumps is Denomination.NT:
        return len(ranks) ** 3 * (1.6 if _sequence(ranks) else 1.0)
    if suit == trumps:
        return 3
    if _sequence(ranks):
        return 80 if ranks[0] == "A" else 40
    if len(ranks) == 1:
        return 30
    if ranks[0] == "A":
        return 3  # nobody likes to lead away from an ace, or to cash it alone
    return 12 if len(ranks) > 2 else 9


def _sequence(ranks: str) -> bool:
    """Are the two highest cards touching, and the highest at least a jack?"""
    return len(ranks) >= 2 and ranks[0] in "AKQJ" and RANKS.index(ranks[1]) == RANKS.index(ranks[0]) + 1


def _from_notrump(ranks: str) -> str:
    """Choose the rank to lead at notrump: the top of a near sequence of three, fourth best, the higher of two, or else
    the lowest."""
    if len(ranks) >= 3 and _sequence(ranks) and RANKS.index(ranks[2]) <= RANKS.index(ranks[0]) + 3:
        return ranks[0]
    return ranks[3] if len(ranks) >= 4 else ranks[0] if len(ranks) == 2 else ranks[-1]


def _from_suit(ranks: str) -> str:
    """Choose the rank to lead against a suit: the top of a sequence or of two, the ace, third best from an even number,
    or the lowest from an odd one."""
    if _sequence(ranks) or ranks[0] == "A" or len(ranks) == 2:
        return ranks[0]
    return ranks[2] if len(ranks) % 2 == 0 else ranks[-1]


def _declarer(contract: Contract) -> Seat:
    if contract.declarer is None:
        raise ValueError(f"Nobody plays {contract}: it has no declarer.")
    return contract.declarer


def _side(contract: Contract) -> Side:
    return _declarer(contract).side

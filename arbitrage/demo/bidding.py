"""Simulated bidding: the contract that a club pair would reach, from points, the best fit, and random variation."""

import random
from collections.abc import Iterator
from functools import lru_cache

from arbitrage.demo.dealing import Hand, aces, balanced, estimate, hands_of, length, points, shape
from rulings.bridge import SUITS, Contract, Deal, Denomination, Seat, Side, is_vulnerable
from rulings.scores.scoring import contract_score

_GAME = {Denomination.NT: 3, Denomination.S: 4, Denomination.H: 4, Denomination.D: 5, Denomination.C: 5}


def bid(dealt: Deal, dealer: Seat, vul: str, rng: random.Random) -> Contract | None:
    """Bid the final contract of one table, with its declarer; None if all pass.

    The side with the better prospects bids as high as its strength allows; the other side may compete for a part score
    or, with a good fit, sacrifice against a game. *rng* makes the judgement differ from table to table.
    """
    opener = _opener(dealt, dealer, rng)
    if opener is None:
        return None
    sides = sorted(Side, key=lambda side: _prospects(dealt, side, opener), reverse=True)
    contract = _own_contract(dealt, sides[0], opener, vul, rng)
    if contract is None:
        contract = _own_contract(dealt, sides[1], opener, vul, rng)
        sides.reverse()
    if contract is None:
        return None
    return _contested(dealt, contract, sides[1], vul, rng)


def _opener(dealt: Deal, dealer: Seat, rng: random.Random) -> Seat | None:
    """Find the first player who opens: by the rule of twenty, or with a long suit."""
    seat = dealer
    for _ in Seat:
        hand, lengths = dealt[seat], shape(dealt[seat])
        strength = points(hand) + rng.choice((-1, 0, 0, 0, 1))
        if strength >= 10 and strength + lengths[0] + lengths[1] >= 20:
            return seat
        if lengths[0] >= 7 and strength >= 6 or lengths[0] == 6 and strength >= 8 and rng.random() < 0.6:
            return seat
        seat = seat.lho
    return None


def _prospects(dealt: Deal, side: Side, opener: Seat) -> float:
    best, strength = _worth(hands_of(dealt, side))
    return best + (0.4 if opener.side is side else 0.0) + 0.05 * strength


@lru_cache(maxsize=256)  # cached, because every table has the same hands
def _worth(hands: tuple[Hand, Hand]) -> tuple[float, int]:
    """Return the highest estimate of tricks over all denominations, and the points of the two hands."""
    return max(estimate(hands, denomination) for denomination in Denomination), sum(map(points, hands))


def _candidates(hands: tuple[Hand, Hand]) -> Iterator[Denomination]:
    """Yield the denominations in which a pair could play: suits with eight cards together, or seven of which one hand
    has six, and notrump."""
    for suit in SUITS:
        lengths = [length(hand, suit) for hand in hands]
        if sum(lengths) >= 8 or (sum(lengths) == 7 and max(lengths) >= 6):
            yield suit
    yield Denomination.NT


def _own_contract(dealt: Deal, side: Side, opener: Seat, vul: str, rng: random.Random) -> Contract | None:
    """Choose the contract of a side without competition, the one with the highest expected score; None if its strength
    is enough for no contract."""
    hands = hands_of(dealt, side)
    vulnerable = is_vulnerable(vul, side)
    contracts: list[tuple[float, Contract]] = []
    for denomination in _candidates(hands):
        tricks = estimate(hands, denomination) + rng.gauss(0, 0.35)
        contract = Contract(_level(hands, denomination, tricks, rng), denomination)
        if contract.level > 1 and tricks < contract.target - 1.2:
            continue  # the points do not suffice
        hoped = contract_score(contract, max(0, min(13, round(tricks))), vulnerable=vulnerable)
        shy = -60 if denomination is Denomination.NT and not any(balanced(hand) for hand in hands) else 0
        contracts.append((hoped + shy + rng.gauss(0, 20), contract))
    if not contracts:
        return None
    best = max(contracts, key=lambda candidate: candidate[0])[1]
    return best.by(_declarer(dealt, side, best.denomination, opener, rng))


def _level(hands: tuple[Hand, Hand], denomination: Denomination, tricks: float, rng: random.Random) -> int:
    """Choose the level: a slam at random if the side has enough tricks and aces, a game, or a part score."""
    if tricks >= 11.7 and aces(hands) >= 3 and rng.random() < 0.6:
        return 7 if tricks >= 13 and aces(hands) == 4 and rng.random() < 0.3 else 6
    game = _GAME[denomination]
    if tricks >= game + 5.55:
        return game
    if tricks >= game + 5.1 and denomination in (Denomination.S, Denomination.H, Denomination.NT):
        return game - 1  # an invitation that partner declined
    if denomination is Denomination.NT:
        return 1
    long = max(length(hand, denomination) for hand in hands)
    if long + min(length(hand, denomination) for hand in hands) >= 9 and tricks >= 8.4:
        return rng.choice((2, 3))
    return 1 if tricks < 7.3 and long >= 5 else 2


def _declarer(dealt: Deal, side: Side, denomination: Denomination, opener: Seat, rng: random.Random) -> Seat:
    """Choose the declarer: in a suit the player with the longer holding, at notrump mostly the opener or the stronger
    hand."""
    first_seat, second_seat = side.seats
    if denomination is Denomination.NT:
        first = opener if opener.side is side and balanced(dealt[opener]) else max(
            side.seats, key=lambda seat: points(dealt[seat])
        )  # fmt: skip
        return first if rng.random() < 0.85 else first.partner
    first_length, second_length = (length(dealt[seat], denomination) for seat in side.seats)
    if first_length == second_length:
        return opener if opener.side is side else rng.choice(side.seats)
    first = first_seat if first_length > second_length else second_seat
    return first if abs(first_length - second_length) > 1 or rng.random() < 0.9 else first.partner


def _contested(dealt: Deal, contract: Contract, rivals: Side, vul: str, rng: random.Random) -> Contract:
    """Return the contract after competition: the other side may bid higher, the first side may bid again, and either
    may double."""
    hands = hands_of(dealt, rivals)
    suits = [suit for suit in SUITS if length(hands[0], suit) + length(hands[1], suit) >= 8]
    if not suits or contract.level > 5:
        return contract
    suit = max(suits, key=lambda candidate: estimate(hands, candidate))
    over = Contract(contract.level + (suit < contract.denomination), suit)
    tricks = estimate(hands, suit) + rng.gauss(0, 0.4)
    rival = over.by(max(rivals.seats, key=lambda seat: length(dealt[seat], suit)))
    if contract.target >= _GAME[contract.denomination] + 6:
        fit = length(hands[0], suit) + length(hands[1], suit)
        return _sacrifice(contract, rival, tricks, vul, rng) if fit >= 9 else contract
    patience = 0.9 if is_vulnerable(vul, rivals) else 1.3
    strong_enough = sum(points(hand) for hand in hands) >= 15
    if over.level > 3 or not strong_enough or tricks < over.target - patience or rng.random() < 0.25:
        return contract
    ours = hands_of(dealt, rivals.other)
    higher = Contract(
        over.level + (contract.denomination <= over.denomination), contract.denomination, declarer=contract.declarer
    )
    again = estimate(ours, contract.denomination) + rng.gauss(0, 0.5)
    if higher.level <= 3 and again >= higher.target - 0.9:
        return higher
    return rival


def _sacrifice(contract: Contract, rival: Contract, tricks: float, vul: str, rng: random.Random) -> Contract:
    """Bid against a game or a slam, if the doubled contract should cost less than the other side's score."""
    if rival.level > 5 or rival.declarer is None or contract.declarer is None:
        return contract
    doubled = Contract(rival.level, rival.denomination, 1, rival.declarer)
    cost = -contract_score(
        doubled, max(0, min(round(tricks), doubled.target - 1)), vulnerable=is_vulnerable(vul, rival.declarer.side)
    )
    theirs = contract_score(contract, contract.target, vulnerable=is_vulnerable(vul, contract.declarer.side))
    return doubled if cost < theirs and rng.random() < 0.45 else contract

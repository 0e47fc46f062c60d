"""Endings with all hands open, compared with an oracle that shares no code with the search, and with a solver's
table."""

import json
import random
from functools import cache

import pytest

from rulings.bridge import RANKS, Card, Seat, parse_deal
from rulings.evidence.open_cards import LONGEST, OpenCards
from rulings.evidence.position import Impossible, Position, read_position

SEATS = "NESW"
HELD = 300


def some_position(chance: random.Random, longest: int = 4) -> tuple[dict[Seat, list[Card]], str, str, list[str]]:
    """Draw a position: hands of two to *longest* cards, trumps, the leader, and up to three cards of the current
    trick."""
    cards = min(chance.choice((2, 2, 3, 3, 3, 3, 3, 4)), longest)
    suits = chance.choice(("SHDC", "SHD", "SH"))
    dealt = chance.sample([suit + rank for suit in suits for rank in RANKS], 4 * cards)
    hands = {seat: dealt[at * cards : (at + 1) * cards] for at, seat in enumerate(SEATS)}
    leader, trick = chance.choice(SEATS), []
    for step in range(chance.choice((0, 0, 1, 2, 3))):
        hand = hands[SEATS[(SEATS.index(leader) + step) % 4]]
        follow = [card for card in hand if trick and card[0] == trick[0][0]]
        trick.append(chance.choice(follow or hand))
    held = {Seat(seat): [Card(*card) for card in hand] for seat, hand in hands.items()}
    return held, chance.choice((*"SHDC", "NT")), leader, trick


def position_of(hands: dict[Seat, list[Card]], trumps: str, leader: str, trick: list[str]) -> Position:
    turns = [Seat(SEATS[(SEATS.index(leader) + step) % 4]) for step in range(len(trick) + 1)]
    return read_position(
        hands, trumps, turns[-1], {seat: Card(*card) for seat, card in zip(turns, trick, strict=False)}
    )


# The oracle: cards as texts, every legal card, no bound and no symmetry.


def takes(trick: tuple[str, ...], trumps: str) -> int:
    value = [(card[0] == trumps, card[0] == trick[0][0], -RANKS.index(card[1])) for card in trick]
    return value.index(max(value))


@cache
def tricks_of_ns(hands: tuple[frozenset[str], ...], seat: int, trick: tuple[str, ...], trumps: str, way: str) -> int:
    """Return the tricks of North-South from here: *way* is "play" (each side for itself), "fewest" or "most" of all
    lines."""
    if len(trick) == 4:
        taker = (seat + takes(trick, trumps)) % 4  # the leader plays next to the fifth card
        return (taker % 2 == 0) + (tricks_of_ns(hands, taker, (), trumps, way) if any(hands) else 0)
    own = hands[seat]
    legal = [card for card in own if trick and card[0] == trick[0][0]] or list(own)
    totals = []
    for card in legal:
        held = tuple(hand - {card} if at == seat else hand for at, hand in enumerate(hands))
        totals.append(tricks_of_ns(held, (seat + 1) % 4, (*trick, card), trumps, way))
    most = way == "most" or (way == "play" and seat % 2 == 0)
    return max(totals) if most else min(totals)


def by_the_oracle(hands: dict[Seat, list[Card]], trumps: str, leader: str, trick: list[str], way: str) -> int:
    held = tuple(frozenset(map(str, hands[Seat(seat)])) - set(trick) for seat in SEATS)
    return tricks_of_ns(held, (SEATS.index(leader) + len(trick)) % 4, tuple(trick), trumps, way)


# The search


def test_three_hundred_endings_have_the_tricks_that_every_line_of_play_gives():
    chance, wrong = random.Random(70), []
    for number in range(HELD):
        given = some_position(chance)
        position, expected = position_of(*given), by_the_oracle(*given, "play")
        most = OpenCards(position.trump).most(position, 0)
        other = OpenCards(position.trump).most(position, 1)
        if (most, other) != (expected, position.tricks - expected):
            wrong.append((number, given, most, other, expected))
        tricks_of_ns.cache_clear()
    assert wrong == []


def test_each_card_leaves_what_the_oracle_says_after_it():
    chance, wrong = random.Random(71), []
    for _ in range(60):
        hands, trumps, leader, trick = some_position(chance, 3)
        position = position_of(hands, trumps, leader, trick)
        for card, tricks in OpenCards(position.trump).every_card(position).items():
            ns = by_the_oracle(hands, trumps, leader, [*trick, str(card)], "play")
            if tricks != (ns if position.seat % 2 == 0 else position.tricks - ns):
                wrong.append((hands, trumps, leader, trick, card, tricks, ns))
        tricks_of_ns.cache_clear()
    assert wrong == []


@pytest.mark.real_files
def test_the_short_positions_of_real_play_have_the_solvers_tricks(real_files):
    solved = json.loads((real_files / "golden" / "dd_positions.json").read_text(encoding="utf-8"))
    short = [deal for deal in solved if deal["tricks_completed"] >= 13 - LONGEST]
    assert len(short) > 30
    for deal_solved in short:
        deal, played = parse_deal(deal_solved["deal"]), deal_solved["cards_played"]
        begun = played[4 * deal_solved["tricks_completed"] :]
        left = {
            seat: [card for card in hand if str(card) not in played or str(card) in begun]
            for seat, hand in deal.items()
        }
        turn = Seat(deal_solved["to_play"])
        done, at = {}, turn
        for card in reversed(begun):
            at = Seat(SEATS[(SEATS.index(at) - 1) % 4])
            done[at] = Card(*card)
        position = read_position(left, deal_solved["contract"][1], turn, done)
        by_card = {str(card): tricks for card, tricks in OpenCards(position.trump).every_card(position).items()}
        assert by_card == deal_solved["dd_tricks_for_side_to_play_by_card"], deal_solved


# Invalid positions


HANDS = {
    Seat.N: [Card("S", "A"), Card("H", "2")],
    Seat.E: [Card("S", "K"), Card("D", "2")],
    Seat.S: [Card("S", "Q"), Card("H", "3")],
    Seat.W: [Card("C", "J"), Card("C", "2")],
}


@pytest.mark.parametrize(
    ("hands", "turn", "trick", "why"),
    [
        ({}, "N", {}, "none"),
        (HANDS | {Seat.E: HANDS[Seat.E][:1]}, "N", {}, "uneven"),
        (HANDS | {Seat.E: HANDS[Seat.N]}, "N", {}, "uneven"),
        (HANDS, "S", {"N": "SA"}, "trick"),  # East comes between
        (HANDS, "S", {"N": "SA", "E": "S2"}, "trick"),  # a card that nobody holds
        (HANDS, "N", dict.fromkeys("NESW", "SA"), "trick"),
        (HANDS, "S", {"N": "SA", "E": "D2"}, "revoke"),
    ],
)
def test_what_is_no_position_is_refused_with_its_reason(hands, turn, trick, why):
    with pytest.raises(Impossible) as refused:
        read_position(hands, "NT", Seat(turn), {Seat(seat): Card(*card) for seat, card in trick.items()})
    assert refused.value.why == why


def test_a_card_that_may_not_be_played_is_refused():
    position = read_position(HANDS, "NT", Seat.E, {Seat.N: Card("S", "A")})
    with pytest.raises(Impossible):
        position.after(Card("D", "2"))
    after, taker = position.after(Card("S", "K"))
    assert taker is None
    assert after.seat == 2


def test_the_fourth_card_gives_the_trick_to_its_winner_who_leads():
    position = read_position(
        HANDS, "C", Seat.W, {Seat.N: Card("S", "A"), Seat.E: Card("S", "K"), Seat.S: Card("S", "Q")}
    )
    after, taker = position.after(Card("C", "2"))
    assert (taker, after.seat, after.trick, after.tricks) == (Seat.W, 3, (), 1)

"""The check of a line against every defence, compared with an oracle that tries every card and with endings whose
answer is known."""

import random

import pytest

from rulings.bridge import Card, Seat, parse_deal
from rulings.evidence.defences import Checked, NoAnswer, against_every_defence, said_in
from rulings.evidence.open_cards import OpenCards
from rulings.evidence.position import Position, card_of, read_position
from tests.rulings.test_open_cards import position_of, some_position

NORTH_SOUTH = frozenset({0, 2})


def best(position: Position):
    return OpenCards(position.trump).every_card(position)


def checked(position: Position, line: str, bound=NORTH_SOUTH, values=best, goes_on=lambda: True) -> Checked:
    statement = said_in(position, [Card(*code) for code in line.split()], bound)
    return against_every_defence(position, bound, statement, values, goes_on)


def under(position: Position, card: Card) -> bool:
    """Does the other side's card beat this one in the trick?"""
    trick = [card_of(number) for _seat, number in position.trick]
    if not trick:
        return False
    ranks = "23456789TJQKA"
    trump = "SHDC"[position.trump] if position.trump >= 0 else ""

    def height(card: Card) -> tuple[bool, bool, int]:
        return card.suit == trump, card.suit == trick[0].suit, ranks.index(card.rank)

    top = max(range(len(trick)), key=lambda at: height(trick[at]))
    return position.trick[top][0] % 2 != position.seat % 2 and height(card) < height(trick[top])


def tricks(position: Position, bound, stated, left) -> int:
    """Return the fewest tricks of the bound side by trying every defence, without equivalent cards or caching."""
    if not any(position.hands):
        return 0
    side, seat = min(bound) % 2, position.seat
    if not any(stated) or (position.tricks == left and not position.trick):
        most = max(best(position).values())
        return most if seat % 2 == side else position.tricks - most
    legal = cards = list(position.legal)
    if seat in bound:
        own = card_of(stated[seat][0][0]) if stated[seat] else None
        values = best(position)
        cards = [[candidate for candidate in legal if values[candidate] == max(values.values())][-1]]
        thrown = own in legal and under(position, own) and not all(under(position, other) for other in legal)
        if own in legal and (stated[seat][0][1] or not thrown):
            cards = [own]
    totals = []
    for card in cards:
        after, taker = position.after(card)
        rest = list(stated)
        rest[seat] = tuple(choice for choice in stated[seat] if card_of(choice[0]) != card)
        totals.append((taker is not None and "NESW".index(taker) % 2 == side) + tricks(after, bound, tuple(rest), left))
    return min(totals)


@pytest.mark.parametrize("seed", range(60))
def test_it_is_what_every_defence_card_by_card_comes_to(seed):
    chance = random.Random(seed)
    position = start = position_of(*some_position(chance, longest=3))
    line = []
    while any(position.hands):
        line.append(chance.choice(position.legal))
        position, _taker = position.after(line[-1])
    bound = chance.choice((NORTH_SOUTH, frozenset({1, 3}), frozenset({1})))
    statement = said_in(start, line[: chance.randint(1, len(line))], bound)
    if not any(statement.said):
        return
    answer = against_every_defence(start, bound, statement, best, lambda: True)
    assert (answer.least, answer.whole) == (tricks(start, bound, statement.said, statement.left), True)
    if bound == NORTH_SOUTH or len(bound) == 2:
        assert answer.least <= OpenCards(start.trump).most(start, min(bound) % 2), "a line binds: it never wins more"
    won, position = 0, start
    for card in answer.line:
        position, taker = position.after(card)
        won += taker is not None and "NESW".index(taker) % 2 == min(bound) % 2
    left = max(best(position).values()) if any(position.hands) else 0
    own = position.seat % 2 == min(bound) % 2
    assert answer.least == won + (0 if not any(position.hands) else left if own else position.tricks - left)


def ending(deal: str, trumps: str, turn: str) -> Position:
    return read_position(parse_deal(deal, complete=False), trumps, Seat(turn))


FINESSE = "N:AQ... .32.. 32... K4..."
"""South leads to the ♠A Q, and West has the king."""


@pytest.mark.parametrize(
    ("line", "least"),
    [
        ("S2 SK SA", 1),  # the ace is stated, so West keeps his king
        ("S2 S4 SA", 1),
        ("S2 S4 SQ", 2),  # the queen is stated, and the ace covers the king
        ("S2", 2),  # no card of dummy is stated, so open cards decide
    ],
)
def test_the_side_plays_what_it_has_said_whatever_the_others_do(line, least):
    position = ending(FINESSE, "NT", "S")
    assert OpenCards(position.trump).most(position, 0) == 2
    answer = checked(position, line)
    assert answer.least == least
    assert least == 2 or Card("S", "4") in answer.line


def test_a_card_that_cannot_be_played_binds_nobody_and_its_hand_follows_suit():
    """East leads a heart, on which South cannot play the ♠A that he stated."""
    position = ending("N:.5..4 32... A..A. .A4..", "NT", "E")
    assert checked(position, "S3 SA H4 C4").least == checked(position, "S3 SA").least == 2


def test_it_stops_in_time_with_the_worst_that_it_has_seen_and_says_so():
    position = position_of(*some_position(random.Random(3), longest=4))
    line = []
    after = position
    while any(after.hands):
        line.append(after.legal[-1])
        after, _taker = after.after(line[-1])
    bound = frozenset({position.seat % 2, position.seat % 2 + 2})
    statement = said_in(position, line, bound)
    answer = against_every_defence(position, bound, statement, best, lambda: False)
    whole = against_every_defence(position, bound, statement, best, lambda: True)
    assert not answer.whole and answer.least >= whole.least


def test_where_nothing_says_what_a_position_is_worth_there_is_no_answer():
    position = ending(FINESSE, "NT", "S")
    with pytest.raises(NoAnswer):
        checked(position, "S2", values=lambda _position: {})

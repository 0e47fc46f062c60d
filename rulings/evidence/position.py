"""A position of the play: the cards left, the trick in progress and the player to play. It is checked when it is
read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulings.bridge import RANKS, SUITS, Card, Seat

SEATS = tuple(Seat)
HandsLeft = tuple[frozenset[int], ...]
"""The cards of North, East, South and West by number, the trick in progress left out."""
Played = tuple[int, int]
"""A player (0 is North, clockwise) and the number of the card that he played."""

A_SUIT = len(RANKS)
NO_TRUMPS = -1
OF_A_TRICK = 4


class Impossible(ValueError):
    """Error: the cards noted are not a possible position; ``why`` is "none", "uneven", "trick" or "revoke"."""

    def __init__(self, why: str) -> None:
        super().__init__(f"This is no position of the play: {why}.")
        self.why = why


def number_of(card: Card) -> int:
    """Number a card by its suit, spades first, then by its rank, the two first."""
    return SUITS.index(card.suit) * A_SUIT + A_SUIT - 1 - RANKS.index(card.rank)


def card_of(number: int) -> Card:
    """Return the card of a number."""
    suit, rank = divmod(number, A_SUIT)
    return Card(str(SUITS[suit]), RANKS[A_SUIT - 1 - rank])


def suit_of(card: int) -> int:
    return card // A_SUIT


def beats(card: int, best: int, trump: int) -> bool:
    """Tell whether a card that is played later takes the trick from the best one so far."""
    suit, other = card // A_SUIT, best // A_SUIT
    return card > best if suit == other else suit == trump


def winner_of(trick: Sequence[Played], trump: int) -> Played:
    """Return the player who is winning a trick, and his card."""
    best = trick[0]
    for played in trick[1:]:
        if beats(played[1], best[1], trump):
            best = played
    return best


def legal_cards(hand: frozenset[int], trick: Sequence[Played]) -> list[int]:
    """List the cards that may be played, the highest first: of the suit led as long as there is one (Law 44C)."""
    ordered = sorted(hand, reverse=True)
    if not trick:
        return ordered
    led = trick[0][1] // A_SUIT
    return [card for card in ordered if card // A_SUIT == led] or ordered


def standing_of(hands: HandsLeft, seat: int) -> tuple[int, ...]:
    """Return a key that is the same for all positions in which the same players hold the highest, second, … card of
    each suit."""
    held = [card * 4 + player for player, hand in enumerate(hands) for card in hand]
    held.sort()
    return (seat, *[numbered // (4 * A_SUIT) * 4 + numbered % 4 for numbered in held])


@dataclass(frozen=True, slots=True)
class Position:
    """The cards left in the hands, the cards of the trick in progress, and who plays next (0 is North)."""

    hands: HandsLeft
    trump: int
    seat: int
    trick: tuple[Played, ...] = ()

    @property
    def tricks(self) -> int:
        """The number of tricks left, including the one in progress."""
        return max(map(len, self.hands)) if not self.trick else len(self.hands[self.trick[0][0]]) + 1

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the player may play, the highest first."""
        return tuple(card_of(number) for number in legal_cards(self.hands[self.seat], self.trick))

    def after(self, card: Card) -> "tuple[Position, Seat | None]":
        """Return the position after a card, and the winner of the trick if the card ends it.

        :raises Impossible: the card is illegal.
        """
        played = number_of(card)
        if card not in self.legal:
            raise Impossible("trick")
        hands = tuple(hand - {played} if at == self.seat else hand for at, hand in enumerate(self.hands))
        trick = (*self.trick, (self.seat, played))
        if len(trick) < OF_A_TRICK:
            return Position(hands, self.trump, (self.seat + 1) % 4, trick), None
        taker = winner_of(trick, self.trump)[0]
        return Position(hands, self.trump, taker), SEATS[taker]


def read_position(
    cards: Mapping[Seat, Sequence[Card]], trumps: str, to_play: Seat, trick: Mapping[Seat, Card] | None = None
) -> Position:
    """Read a position. *cards* are the hands before the trick in progress, with its cards included.

    :raises Impossible: the hands differ in length; the cards of the trick are not from the players before the one to
    play; or the trick has a revoke, which is ruled on first.
    """
    held = [{number_of(card) for card in cards.get(seat, ())} for seat in SEATS]
    if not any(held):
        raise Impossible("none")
    if len({len(hand) for hand in held}) != 1 or len(set().union(*held)) != sum(map(len, held)):
        raise Impossible("uneven")
    turn = SEATS.index(to_play)
    played = trick or {}
    order = [(turn - back) % 4 for back in range(len(played), 0, -1)]
    if len(played) >= OF_A_TRICK or {SEATS[at] for at in order} != set(played):
        raise Impossible("trick")
    done: list[Played] = []
    for at in order:
        card = number_of(played[SEATS[at]])
        if card not in held[at]:
            raise Impossible("trick")
        if card not in legal_cards(frozenset(held[at]), done):
            raise Impossible("revoke")
        held[at].remove(card)
        done.append((at, card))
    trump = SUITS.index(trumps) if trumps in SUITS else NO_TRUMPS
    return Position(tuple(map(frozenset, held)), trump, turn, tuple(done))

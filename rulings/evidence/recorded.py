"""A recorded play, card by card: the position after each card, and declarer's tricks so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulings.bridge import SUITS, Card, Deal, Seat
from rulings.evidence.position import (
    NO_TRUMPS,
    OF_A_TRICK,
    SEATS,
    Played,
    Position,
    legal_cards,
    number_of,
    winner_of,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the play: its number of cards, the tricks that declarer's side had won, and the position.

    *seat* and *card* are the last player and his card; None before the lead. *position* is None while the trick has a
    revoke.
    """

    cards: int
    won: int
    position: Position | None
    seat: Seat | None = None
    card: Card | None = None

    @property
    def trick(self) -> int:
        """The number of the trick of the last card, from 1; 1 before the lead."""
        return max(self.cards - 1, 0) // OF_A_TRICK + 1


def start(deal: Deal, trumps: str, declarer: Seat) -> Position:
    """Return the position before the opening lead."""
    hands = tuple(frozenset(map(number_of, deal[seat])) for seat in SEATS)
    return Position(hands, SUITS.index(trumps) if trumps in SUITS else NO_TRUMPS, SEATS.index(declarer.lho))


def moments(deal: Deal, trumps: str, declarer: Seat, play: Sequence[str]) -> Iterator[Moment]:
    """Yield the moments of a stored play, which has four cards a trick, each trick beginning with the seat of the
    opening leader.

    The walk ends at the first card that is missing, or that its player does not hold.
    """
    position = start(deal, trumps, declarer)
    hands, leader, won = position.hands, position.seat, 0
    yield Moment(0, 0, position)
    first = leader
    for number in range(0, len(play), OF_A_TRICK):
        column = dict(enumerate(play[number : number + OF_A_TRICK]))
        trick: list[Played] = []
        revoked = False
        for turn in range(OF_A_TRICK):
            seat = (leader + turn) % 4
            written = column.get((seat - first) % 4, "-")
            card = number_of(Card(*written)) if _is_card(written) else None
            if card is None or card not in hands[seat]:
                return
            revoked = revoked or card not in legal_cards(hands[seat], trick)
            hands = tuple(hand - {card} if at == seat else hand for at, hand in enumerate(hands))
            trick.append((seat, card))
            played, laid = number + turn + 1, tuple(trick)
            if turn == OF_A_TRICK - 1:
                leader = winner_of(trick, position.trump)[0]
                won += leader % 2 == SEATS.index(declarer) % 2
                revoked, laid = False, ()
            turns = leader if not laid else (seat + 1) % 4
            there = None if revoked else Position(hands, position.trump, turns, laid)
            yield Moment(played, won, there, SEATS[seat], Card(*written))


def _is_card(text: str) -> bool:
    try:
        return bool(Card(*text))
    except (TypeError, ValueError):
        return False

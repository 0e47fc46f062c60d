"""A stated line against every defence: the player's side plays its cards in the stated order, whatever the others do.

Each hand keeps its own order, for as many tricks as the line has. Once its next card is illegal, or would be played
under a card that this hand can beat, the side plays double-dummy to the end. The number of tricks is the cost of the
line itself; it ignores what a player would have noticed on the way.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulings.bridge import Card
from rulings.evidence.open_cards import different
from rulings.evidence.position import SEATS, Position, beats, card_of, legal_cards, number_of, winner_of

VERSION = 1

Values = Callable[[Position], Mapping[Card, int]]
"""Function from a position to the tricks that the player's side wins after each legal card; {} where they are
unknown."""
Said = tuple[tuple[tuple[int, bool], ...], ...]
"""The cards of the line that North, East, South and West still have to play, each with a flag that is true where the
card, as stated, is played to a trick that the other side is winning."""


@dataclass(frozen=True)
class Line:
    """A binding line: the cards of each hand, and the number of tricks left when it ends."""

    said: Said
    left: int


@dataclass(frozen=True)
class Checked:
    """Result of a check: the fewest tricks that the line wins of those left, the cards that lead there, and whether
    every defence was tried."""

    least: int
    line: tuple[Card, ...]
    whole: bool


class NoAnswer(Exception):
    """Error: the tricks of a position are unknown."""


class _Stopped(Exception):
    pass


def against_every_defence(
    position: Position, bound: frozenset[int], line: Line, values: Values, goes_on: Callable[[], bool]
) -> Checked:
    """Find the defence that holds the line of the *bound* hands to the fewest tricks for their side. The search calls
    *goes_on* repeatedly; once that returns False, it stops with the best defence so far. The other hands, including the
    partner of a defender who claimed (70D2), play against the line.

    :raises NoAnswer: the tricks of a position are unknown.
    """
    search = _Search(min(bound) % 2, bound, line.left, values, goes_on)
    try:
        least, cards = search.least(position, line.said, 0, ())
    except _Stopped:
        if search.best is None:
            raise NoAnswer from None
        return Checked(*search.best, whole=False)
    return Checked(least, cards, whole=True)


def said_in(position: Position, cards: Sequence[Card], bound: frozenset[int]) -> Line:
    """Take the cards of the *bound* hands from a line, each hand in its order.

    :raises Impossible: a card of it may not be played.
    """
    choices: list[list[tuple[int, bool]]] = [[], [], [], []]
    for card in cards:
        number = number_of(card)
        after, _taker = position.after(card)
        if position.seat in bound:
            choices[position.seat].append((number, _loses(position, number)))
        position = after
    return Line(tuple(map(tuple, choices)), position.tricks - bool(position.trick))


def _loses(position: Position, card: int) -> bool:
    """Is this card played under a card of the other side that is winning the trick?"""
    if not position.trick:
        return False
    seat, best = winner_of(position.trick, position.trump)
    return seat % 2 != position.seat % 2 and not beats(card, best, position.trump)


@dataclass
class _Search:
    side: int
    bound: frozenset[int]
    left: int
    values: Values
    goes_on: Callable[[], bool]
    best: tuple[int, tuple[Card, ...]] | None = None
    _known: dict[tuple[Position, Said], tuple[int, tuple[Card, ...]]] = field(default_factory=dict)

    def least(self, position: Position, stated: Said, won: int, path: tuple[Card, ...]) -> tuple[int, tuple[Card, ...]]:
        """Return the fewest tricks won from here, and the cards that lead there."""
        key = (position, stated)
        if key not in self._known:
            if not self.goes_on() and self.best is not None:
                raise _Stopped
            self._known[key] = self._least(position, stated, won, path)
        tricks, line = self._known[key]
        if self.best is None or won + tricks < self.best[0]:
            self.best = (won + tricks, (*path, *line))
        return tricks, line

    def _least(
        self, position: Position, stated: Said, won: int, path: tuple[Card, ...]
    ) -> tuple[int, tuple[Card, ...]]:
        if not any(position.hands):
            return 0, ()
        if not any(stated) or (not position.trick and position.tricks <= self.left):
            return self._with_open_cards(position), ()
        seat, fewest = position.seat, None
        for number in self._cards(position, stated):
            card = card_of(number)
            after, taker = position.after(card)
            left = tuple(choice for choice in stated[seat] if choice[0] != number)
            rest = (*stated[:seat], left, *stated[seat + 1 :])
            trick = int(taker is not None and SEATS.index(taker) % 2 == self.side)
            tricks, line = self.least(after, rest, won + trick, (*path, card))
            if fewest is None or tricks + trick < fewest[0]:
                fewest = (tricks + trick, (card, *line))
        assert fewest is not None  # noqa: S101  a hand with cards has one that may be played
        return fewest

    def _cards(self, position: Position, stated: Said) -> list[int]:
        """List the cards to try: for a bound hand the next card of the line, or after the line the best card
        double-dummy; for the others the highest of each run of equivalent cards."""
        seat = position.seat
        legal = legal_cards(position.hands[seat], position.trick)
        if seat not in self.bound:
            return different(legal, position.hands, position.trick)
        own, ducks = stated[seat][0] if stated[seat] else (-1, False)
        thrown = _loses(position, own) and not ducks and not all(_loses(position, card) for card in legal)
        if own in legal and not thrown:
            return [own]
        values = self._values(position)
        most = max(values.values())
        return [next(card for card in reversed(legal) if values[card_of(card)] == most)]

    def _with_open_cards(self, position: Position) -> int:
        most = max(self._values(position).values())
        return most if position.seat % 2 == self.side else position.tricks - most

    def _values(self, position: Position) -> Mapping[Card, int]:
        values = self.values(position)
        if not values:
            raise NoAnswer
        return values

"""A line that a player says, against every defence: his side plays its cards in their order, whatever the others do.

Each hand keeps its own order, for as many tricks as the line was laid. Where its next card may not be played or would
be thrown under a card that this hand can beat, and afterwards, the side plays with open cards: the number says what the
line itself can cost, and nothing of what would have been noticed on the way.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulings.bridge import Card
from rulings.evidence.open_cards import different
from rulings.evidence.position import SEATS, Position, beats, card_of, legal_cards, number_of, winner_of

VERSION = 1

Values = Callable[[Position], Mapping[Card, int]]
"""The tricks that the player's side wins of those left after each card that may be played; {} where nothing says it."""
Said = tuple[tuple[tuple[int, bool], ...], ...]
"""The cards of a line that North, East, South and West have still to play, each with whether it ducked there."""


@dataclass(frozen=True)
class Line:
    """A line as it binds: the cards of each hand, and how many tricks are left when it ends."""

    said: Said
    left: int


@dataclass(frozen=True)
class Checked:
    """The fewest tricks that a line wins of those left in the position, the cards by which it comes to them, and
    whether every defence was tried."""

    least: int
    line: tuple[Card, ...]
    whole: bool


class NoAnswer(Exception):
    """Error: nothing can say what a position is worth."""


class _Stopped(Exception):
    pass


def against_every_defence(
    position: Position, bound: frozenset[int], line: Line, values: Values, goes_on: Callable[[], bool]
) -> Checked:
    """Find the defence that holds a line of the *bound* hands to the fewest tricks for their side, as long as it
    *goes_on*. The other hands, a defender-claimer's partner among them (70D2), play what wins it least.

    :raises NoAnswer: nothing says what a position is worth.
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
    """Take from a line that was laid the cards of the *bound* hands, each in its order.

    :raises Impossible: a card of it may not be played.
    """
    said: list[list[tuple[int, bool]]] = [[], [], [], []]
    for card in cards:
        number = number_of(card)
        after, _taker = position.after(card)
        if position.seat in bound:
            said[position.seat].append((number, _loses(position, number)))
        position = after
    return Line(tuple(map(tuple, said)), position.tricks - bool(position.trick))


def _loses(position: Position, card: int) -> bool:
    """Is this card played under one of the other side's that is winning the trick?"""
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

    def least(self, position: Position, said: Said, won: int, path: tuple[Card, ...]) -> tuple[int, tuple[Card, ...]]:
        """Return the fewest tricks that are won from here, and the cards by which."""
        key = (position, said)
        if key not in self._known:
            if not self.goes_on() and self.best is not None:
                raise _Stopped
            self._known[key] = self._least(position, said, won, path)
        tricks, line = self._known[key]
        if self.best is None or won + tricks < self.best[0]:
            self.best = (won + tricks, (*path, *line))
        return tricks, line

    def _least(self, position: Position, said: Said, won: int, path: tuple[Card, ...]) -> tuple[int, tuple[Card, ...]]:
        if not any(position.hands):
            return 0, ()
        if not any(said) or (not position.trick and position.tricks <= self.left):
            return self._with_open_cards(position), ()
        seat, fewest = position.seat, None
        for number in self._cards(position, said):
            card = card_of(number)
            after, taker = position.after(card)
            left = tuple(one for one in said[seat] if one[0] != number)
            rest = (*said[:seat], left, *said[seat + 1 :])
            trick = int(taker is not None and SEATS.index(taker) % 2 == self.side)
            tricks, line = self.least(after, rest, won + trick, (*path, card))
            if fewest is None or tricks + trick < fewest[0]:
                fewest = (tricks + trick, (card, *line))
        assert fewest is not None  # noqa: S101  a hand with cards has one that may be played
        return fewest

    def _cards(self, position: Position, said: Said) -> list[int]:
        """List the cards that are tried: the line's own, or with open cards the best; of the others all that differ."""
        seat = position.seat
        legal = legal_cards(position.hands[seat], position.trick)
        if seat not in self.bound:
            return different(legal, position.hands, position.trick)
        own, ducks = said[seat][0] if said[seat] else (-1, False)
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
        found = self.values(position)
        if not found:
            raise NoAnswer
        return found

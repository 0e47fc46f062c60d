"""Contested claims: for each kind of carelessness, the fewest tricks left to the claimer, and a line that leads there.

The claimer's hands play within the limits of that kind. All other hands, including the partner of a defender who
claimed (Law 70D2), play the cards that are worst for the claimer. So one search over all four hands finds the worst
line. The director judges which kind is normal for this player; this module does not. A search does not notice what a
player would see at the table, such as a defender who shows out. Its answer is right in short endings and misleading in
longer ones, so it refuses more than `LONGEST` cards a hand.

No kind's worst line wins the claimer more tricks than best play with open cards, and a looser kind never wins him more
than a stricter one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulings.bridge import SUITS, Card, Seat
from rulings.evidence.open_cards import LONGEST, OpenCards, different
from rulings.evidence.position import (
    A_SUIT,
    NO_TRUMPS,
    OF_A_TRICK,
    SEATS,
    HandsLeft,
    Played,
    Position,
    beats,
    card_of,
    legal_cards,
    number_of,
    standing_of,
    suit_of,
    winner_of,
)

VERSION = 1
"""Version of the search; a change of its results takes the next number."""
STEPS = 20_000
"""Most cards tried for all kinds together. A search that reaches the limit returns a bound."""


@dataclass(frozen=True, slots=True)
class Way:
    """Kind of carelessness: the plays that the claimer's hands may make.

    Without a flag they play suits in any order, each from the top; they discard and ruff low, win what they can, and
    lead trumps only to draw outstanding ones that they can beat. With ``unaware`` they may forget the trumps out
    (70C2); with ``any_order`` they may play a suit other than from the top (70E2); with ``throws_winners`` they may
    discard winners; with ``crashes`` they may beat or ruff winning cards of their own side; with ``anything`` they may
    play every legal card.
    """

    unaware: bool = False
    any_order: bool = False
    throws_winners: bool = False
    crashes: bool = False
    anything: bool = False


WAYS: dict[str, Way] = {
    "careful": Way(),
    "any_order": Way(any_order=True),
    "unaware": Way(unaware=True),
    "unaware_any_order": Way(unaware=True, any_order=True),
    "wasteful": Way(unaware=True, any_order=True, throws_winners=True, crashes=True),
    "anything": Way(unaware=True, any_order=True, throws_winners=True, crashes=True, anything=True),
}
"""The kinds of carelessness by name, the strictest first."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement of the claimer, as far as it names cards.

    ``first`` are cards stated in order, each played as soon as it can be. ``suits`` is an order of suits. ``counted``
    are the cards that he counts as tricks: he leads these, or towards these, before others. ``finesse``: third hand
    plays low (True) or high (False); None where he did not say, which takes the worse of the two (70E1).
    """

    first: tuple[Card, ...] = ()
    suits: tuple[str, ...] = ()
    counted: frozenset[Card] = frozenset()
    finesse: bool | None = None


@dataclass(frozen=True, slots=True)
class Worst:
    """Worst result of one kind of carelessness: the tricks lost of those left, the line from the position on, and the
    steps of the search. ``certain`` is false where the search gave up, so that a worse line may exist."""

    kind: str
    lost: int
    line: tuple[tuple[Seat, Card], ...]
    certain: bool
    steps: int = field(compare=False, default=0)


@dataclass(frozen=True, slots=True)
class Found:
    """Result of a search: the tricks left, the number that the claimer's side can make with all hands open, and the
    worst of each kind of carelessness."""

    tricks: int
    open_cards: int
    kinds: tuple[Worst, ...]


class TooLong(ValueError):
    """Error: the hands have more cards than `LONGEST`."""


def look_at(position: Position, claimer: Seat, declarer: Seat, statement: Statement | None = None) -> Found:
    """Look for the worst line of each kind of carelessness.

    :raises TooLong: there are more than `LONGEST` cards a hand.
    """
    if position.tricks > LONGEST:
        raise TooLong
    best = OpenCards(position.trump).most(position, SEATS.index(claimer) % 2)
    worsts: list[Worst] = []
    left = STEPS
    for kind in WAYS:
        stricter = [earlier for earlier in worsts if _allows(WAYS[kind], WAYS[earlier.kind])]
        known = max(stricter, key=lambda earlier: earlier.lost, default=None)
        worsts.append(worst(position, claimer, declarer, kind, statement, known=known, steps=left))
        left -= worsts[-1].steps
    return Found(position.tricks, best, tuple(worsts))


def worst(
    position: Position,
    claimer: Seat,
    declarer: Seat,
    kind: str,
    statement: Statement | None = None,
    *,
    known: Worst | None = None,
    steps: int = STEPS,
) -> Worst:
    """Find the worst line of one kind of carelessness. *known* is the worst of a stricter kind; a looser kind loses at
    least as much."""
    search = _Search(position, SEATS.index(claimer), SEATS.index(declarer), WAYS[kind], statement or Statement(), steps)
    won, line, certain = search.fewest(position.tricks - known.lost if known else position.tricks)
    cards = tuple((SEATS[seat], card_of(card)) for seat, card in line)
    return Worst(kind, position.tricks - won, cards or (known.line if known else ()), certain, search.steps)


def _allows(looser: Way, stricter: Way) -> bool:
    return all(getattr(looser, name) or not getattr(stricter, name) for name in Way.__slots__)


class _GaveUp(Exception):
    pass


class _Search:
    def __init__(
        self, position: Position, claimer: int, declarer: int, way: Way, statement: Statement, most_steps: int
    ) -> None:
        self._position, self._way, self._finesse = position, way, statement.finesse
        self._trump = position.trump
        # Declarer's claim binds both his hands, a defender's claim only his own: his partner is free (70D2).
        self._bound = {claimer} if (claimer - declarer) % 2 else {claimer, (claimer + 2) % 4}
        self._side = claimer % 2
        free = way.anything
        self._stated = () if free else tuple(number_of(card) for card in statement.first)
        self._suits = () if free else tuple(SUITS.index(suit) for suit in statement.suits)
        self._counted = frozenset() if free else frozenset(number_of(card) for card in statement.counted)
        self._bounds: dict[object, tuple[int, int]] = {}
        self._left = most_steps
        self._most_steps = most_steps

    @property
    def steps(self) -> int:
        return self._most_steps - max(self._left, 0)

    def fewest(self, known: int) -> tuple[int, tuple[Played, ...], bool]:
        """Return the fewest tricks of the claimer's side, a line that leads to them (() where no line is worse than the
        *known* number), and whether the search was complete."""
        start = self._position
        at = (start.hands, start.seat, start.trick, self._stated)
        fewest = known
        line: tuple[Played, ...] = ()
        try:
            if known == start.tricks:
                line = self._line(*at, fewest)
            while fewest and self._held_to(*at, fewest - 1):
                line = self._line(*at, fewest - 1)
                fewest -= 1
        except _GaveUp:
            return fewest, line, False
        return fewest, line, True

    # The search

    def _held_to(
        self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], stated: tuple[int, ...], most: int
    ) -> bool:
        """Is there a line in which the claimer's side wins at most *most* tricks from here on?"""
        key: object = None
        if not trick:
            if most >= len(hands[seat]):
                return True
            # Cards that the claimer named are not interchangeable with their neighbours.
            named = bool(stated or self._counted)
            key = (hands, seat, stated) if named else standing_of(hands, seat)
            least, most_known = self._bounds.get(key, (0, len(hands[seat])))
            if most >= most_known:
                return True
            if most < least:
                return False
        self._left -= 1
        if self._left < 0:
            raise _GaveUp
        held = any(
            self._after(hands, seat, trick, stated, card, most) for card in self._tried(hands, seat, trick, stated)
        )
        if not trick:
            least, most_known = self._bounds.get(key, (0, len(hands[seat])))
            self._bounds[key] = (least, min(most_known, most)) if held else (max(least, most + 1), most_known)
        return held

    def _after(
        self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], stated: tuple[int, ...], card: int, most: int
    ) -> bool:
        hands, seat, trick, stated, most = self._next(hands, seat, trick, stated, card, most)
        return most >= 0 and self._held_to(hands, seat, trick, stated, most)

    def _next(
        self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], stated: tuple[int, ...], card: int, most: int
    ) -> tuple[HandsLeft, int, tuple[Played, ...], tuple[int, ...], int]:
        held = (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])
        left = stated[1:] if stated and stated[0] == card else stated
        now = (*trick, (seat, card))
        if len(now) < OF_A_TRICK:
            return held, (seat + 1) % 4, now, left, most
        taker = winner_of(now, self._trump)[0]
        return held, taker, (), left, most - (taker % 2 == self._side)

    def _line(
        self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], stated: tuple[int, ...], most: int
    ) -> tuple[Played, ...]:
        """Return the cards of the line, which is known to exist."""
        line: list[Played] = []
        while trick or any(hands):
            cards = self._tried(hands, seat, trick, stated)
            card = next(candidate for candidate in cards if self._after(hands, seat, trick, stated, candidate, most))
            line.append((seat, card))
            hands, seat, trick, stated, most = self._next(hands, seat, trick, stated, card, most)
        return tuple(line)

    def _tried(self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], stated: tuple[int, ...]) -> list[int]:
        """List the cards to try, the most promising for a bad result first: the claimer's low cards, the others' high
        ones."""
        cards = self._allowed(hands, seat, trick, stated)
        return sorted(cards, key=lambda card: card % A_SUIT, reverse=seat % 2 != self._side)

    # Cards to try

    def _allowed(self, hands: HandsLeft, seat: int, trick: tuple[Played, ...], stated: tuple[int, ...]) -> list[int]:
        legal = legal_cards(hands[seat], trick)
        if seat not in self._bound or self._way.anything or len(legal) == 1:
            return self._different(legal, hands, trick)
        if stated and stated[0] in legal and (not trick or suit_of(stated[0]) == suit_of(trick[0][1])):
            return [stated[0]]  # a stated card is played when its suit is led, and not discarded
        chosen = self._leads(legal, hands, seat, stated) if not trick else self._follows(legal, hands, seat, trick)
        return self._different(sorted(chosen, reverse=True), hands, trick) or self._different(legal, hands, trick)

    def _different(self, cards: list[int], hands: HandsLeft, trick: tuple[Played, ...]) -> list[int]:
        named = self._counted.union(self._stated)
        if not named.intersection(cards):
            return different(cards, hands, trick)
        plain = [card for card in cards if card not in named]
        return [card for card in cards if card in named] + different(plain, hands, trick)

    def _leads(self, legal: list[int], hands: HandsLeft, seat: int, stated: tuple[int, ...]) -> set[int]:
        """Choose the leads: the cards stated, then the cards counted as tricks, then trumps to draw."""
        mate = hands[(seat + 2) % 4]
        if stated and stated[0] in mate:
            towards = [card for card in legal if suit_of(card) == suit_of(stated[0])]
            if towards:
                return {min(towards)}
        chosen = legal
        if self._counted:
            suits = {suit_of(card) for card in mate & self._counted}
            chosen = [card for card in legal if card in self._counted or suit_of(card) in suits] or legal
        elif self._suits:
            held = {suit_of(card) for card in legal}
            first = next((suit for suit in self._suits if suit in held), None)
            chosen = [card for card in legal if first is None or suit_of(card) == first]
        elif self._trump != NO_TRUMPS and not self._way.unaware:
            chosen = self._drawing(legal, hands, seat)
        if self._way.any_order:
            return set(chosen)
        # From the top: the highest of each suit, or a low one to the other hand's higher cards.
        leads = set()
        for suit in {suit_of(card) for card in chosen}:
            own = [card for card in chosen if suit_of(card) == suit]
            leads.add(max(own))
            other = [card for card in mate if suit_of(card) == suit]
            if other and max(other) > max(own) and (seat + 2) % 4 in self._bound:
                leads.add(min(own))
        return leads

    def _drawing(self, legal: list[int], hands: HandsLeft, seat: int) -> list[int]:
        """Lead trumps while the highest trump of his side can draw one that is out; otherwise another suit."""
        out = [card for card in self._theirs(hands, seat) if suit_of(card) == self._trump]
        own = [card for card in legal if suit_of(card) == self._trump]
        side = own + [card for card in hands[(seat + 2) % 4] if suit_of(card) == self._trump]
        if out and own and max(side) > max(out):
            return own
        return [card for card in legal if suit_of(card) != self._trump] or legal

    def _follows(self, legal: list[int], hands: HandsLeft, seat: int, trick: tuple[Played, ...]) -> set[int]:
        """Choose the cards to play to a trick that another hand has led."""
        winner, best = winner_of(trick, self._trump)
        winning = [card for card in legal if beats(card, best, self._trump)]
        losing = [card for card in legal if card not in winning]
        ours = winner % 2 == seat % 2
        if ours:
            choices = self._to_a_trick_of_ours(winning, losing, best, hands, seat, trick)
        else:
            choices = self._to_a_trick_of_theirs(winning, losing, best, hands, seat, trick)
        led = suit_of(trick[0][1])
        if not any(suit_of(card) == led for card in choices):
            return choices if self._way.throws_winners else self._discards(choices, hands, seat, ours=ours)
        low = choices.intersection(losing)
        return choices if self._way.any_order or not low else choices.difference(losing) | {min(low)}

    def _to_a_trick_of_ours(
        self, winning: list[int], losing: list[int], best: int, hands: HandsLeft, seat: int, trick: tuple[Played, ...]
    ) -> set[int]:
        """Choose the cards to a trick that the other hand is winning: let that hand win it; where an opponent may still
        beat its card, play high or finesse as stated (70E1)."""
        beaten = self._may_be_beaten(best, hands, seat, trick)
        goes_up = beaten and winning and suit_of(winning[0]) == suit_of(best)
        above = sum(suit_of(card) == suit_of(best) and card > best for card in self._theirs(hands, seat))
        runs = above <= 1 and self._finesse is not False  # at most one card can beat the card that he lets run
        choices: set[int] = set(losing) if not goes_up or runs else set()
        if self._way.crashes:
            choices |= set(winning)
        if goes_up:
            choices |= self._low_or_high(winning)
        elif not losing:
            choices.add(min(winning))
        return choices

    def _to_a_trick_of_theirs(
        self, winning: list[int], losing: list[int], best: int, hands: HandsLeft, seat: int, trick: tuple[Played, ...]
    ) -> set[int]:
        """Choose the cards to a trick that the opponents are winning: win it where he can, or leave it to the other
        hand if that has still to play."""
        if not winning:
            return set(losing)
        if len(trick) == OF_A_TRICK - 1:
            choices = {min(winning, key=lambda card: (suit_of(card) == self._trump, card))}
        else:
            ruffs = suit_of(winning[0]) == self._trump != suit_of(trick[0][1])
            choices = {min(winning)} if ruffs else self._low_or_high(winning)
            if losing and self._partner_can(best, hands, seat, trick):
                choices |= set(losing)
        if self._way.any_order:
            choices |= set(winning)
        return choices

    def _low_or_high(self, winning: list[int]) -> set[int]:
        low, high = {min(winning)}, {max(winning)}
        return low | high if self._finesse is None else low if self._finesse else high

    def _discards(self, choices: set[int], hands: HandsLeft, seat: int, *, ours: bool) -> set[int]:
        """Return the lowest card of each suit as a discard, a winner only from a hand of winners; the ruffs among
        *choices* remain possible, unless his own side is winning the trick."""
        thrown = [card for card in choices if suit_of(card) != self._trump]
        theirs = self._theirs(hands, seat)
        kept = [card for card in thrown if any(suit_of(other) == suit_of(card) and other > card for other in theirs)]
        kept = kept or thrown
        lowest = {min(card for card in kept if suit_of(card) == suit) for suit in {suit_of(card) for card in kept}}
        ruffs = {card for card in choices if suit_of(card) == self._trump}
        return lowest | ruffs if not ours or self._way.crashes or not kept else lowest

    # The cards of the other hands

    def _theirs(self, hands: HandsLeft, seat: int) -> list[int]:
        return [card for at in (1, 3) for card in hands[(seat + at) % 4]]

    def _partner_can(self, best: int, hands: HandsLeft, seat: int, trick: tuple[Played, ...]) -> bool:
        mate = (seat + 2) % 4
        if any(player == mate for player, _ in trick):
            return False
        return any(beats(card, best, self._trump) for card in legal_cards(hands[mate], trick))

    def _may_be_beaten(self, best: int, hands: HandsLeft, seat: int, trick: tuple[Played, ...]) -> bool:
        others = [(seat + step) % 4 for step in range(1, OF_A_TRICK - len(trick))]
        return any(
            beats(card, best, self._trump)
            for other in others
            if other % 2 != seat % 2
            for card in legal_cards(hands[other], trick)
        )


def lines_of(line: Sequence[tuple[Seat, Card]], begun: int = 0) -> list[list[tuple[Seat, Card]]]:
    """Split a line into tricks; the first one is shorter by the *begun* cards that were already on the table."""
    first = OF_A_TRICK - begun
    rest = [list(line[at : at + OF_A_TRICK]) for at in range(first, len(line), OF_A_TRICK)]
    return [list(line[:first]), *rest] if line else []

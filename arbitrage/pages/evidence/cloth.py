"""The page on which a director plays a line of a claim card by card, and the stored lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Event, Inquiry
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.next_page import stands_at
from arbitrage.services.incidents.evidence import AFTER, CHECKED, ClaimInputs, line_outputs, shown_of
from arbitrage.services.incidents.open_cards import every_card
from rulings.bridge import SUITS, Card, Seat, format_card
from rulings.engine.inquiry import State
from rulings.evidence.claim import lines_of
from rulings.evidence.open_cards import LONGEST, different
from rulings.evidence.position import Position, card_of, legal_cards

SEATS = tuple(Seat)


def unroll_page(inquiry: Inquiry, state: State, event: Event, cards: Sequence[Card]) -> dict[str, Any]:
    """Build the page with the cards left after a line. Each legal card has an address and, with at most five cards a
    hand, the double-dummy tricks of the claimer's side after it.

    :raises Impossible: a card of the line is illegal.
    """
    inputs = ClaimInputs.from_json(event.data["inputs"])
    laid = Laid(inputs, cards)
    position, values = laid.position, laid.values()
    outputs = line_outputs(inputs, cards)
    side = inputs.claimer.side
    done = not any(position.hands)
    return {
        **head(inquiry),
        "back_url": stands_at(inquiry, state),
        "evidence": reverse("evidence", args=[inquiry.pk]),
        "event": event,
        "tricks": inputs.position().tricks,
        "side": side.value,
        "others": side.other.value,
        "won": outputs["won"][side.value],
        "lost": outputs["won"][side.other.value],
        "done": done,
        "turn": "" if done else SEATS[position.seat].value,
        "hands": [_hand(inquiry, event, laid, seat, values) for seat in SEATS],
        "trick": {SEATS[seat].value: str(card_of(card)) for seat, card in position.trick},
        "past": list(_past(inquiry, event, laid)),
        "shows_out": [
            _("%(player)s: %(suit)s") % {"player": shown.seat(seat), "suit": shown.suit(suit, "words")}
            for seat, suit in laid.shows_out()
        ],
        "numbers": bool(values),
        "longest": LONGEST,
        "undo": cloth_address(inquiry, event, cards[: laid.last_choice()]) if cards else "",
        "again": cloth_address(inquiry, event, ()) if cards else "",
        "line": "-".join(map(str, cards)),
        "of_a_claim": inquiry.law in AFTER,
        "here": cloth_address(inquiry, event, cards),
        "kept": [kept_line(inquiry, event, line) for line in of_it(inquiry, event, "line")],
        "checked": [checked_line(inquiry, event, line) for line in of_it(inquiry, event, CHECKED)],
    }


class Laid:
    """A line of cards played from a position, with the position after it."""

    def __init__(self, inputs: ClaimInputs, cards: Sequence[Card]) -> None:
        self.inputs, self.cards = inputs, tuple(cards)
        self.steps: list[tuple[Seat, Card]] = []
        self.start = self.position = inputs.position()
        self.won = 0
        self._side = SEATS.index(inputs.claimer) % 2
        for card in cards:
            self._lay(card)

    def _lay(self, card: Card) -> None:
        seat = SEATS[self.position.seat]
        self.position, taker = self.position.after(card)
        self.steps.append((seat, card))
        self.won += taker is not None and taker.side is self.inputs.claimer.side

    def is_free(self, position: Position) -> bool:
        """Is the hand to play next free of the claim? True for a hand of the other side, and for the partner of a
        defender who claims (70D2)."""
        return SEATS[position.seat] not in self.inputs.bound

    def values(self) -> dict[Card, int]:
        """Return, for each legal card, the tricks that the claimer's side makes in all (double-dummy); {} if no cards
        are left, or if the hands are long and there is no solver."""
        position = self.position
        if not any(position.hands):
            return {}
        own = position.seat % 2 == self._side
        left = position.tricks
        totals = every_card(position)
        return {card: self.won + (tricks if own else left - tricks) for card, tricks in totals.items()}

    def answered(self) -> list[Card]:
        """Return the line, extended until the claimer's side has a choice of cards. A hand that the claim does not bind
        plays the card that leaves the claimer's side the fewest tricks (of several, the lowest). Forced cards of the
        claimer's side are played too."""
        laid = Laid(self.inputs, self.cards)
        while any(laid.position.hands):
            legal = laid.position.legal
            if not has_choice(laid.position):
                laid._lay(legal[-1])
                continue
            values = laid.values() if laid.is_free(laid.position) else {}
            if not values:
                break
            least = min(values.values())
            laid._lay([card for card in legal if values[card] == least][-1])
        return [card for _seat, card in laid.steps]

    def last_choice(self) -> int:
        """Return the index of the last card that the claimer's side chose; 0 if it chose none."""
        position, choices = self.start, [0]
        for at, card in enumerate(self.cards):
            if not self.is_free(position) and has_choice(position):
                choices.append(at)
            position, _taker = position.after(card)
        return choices[-1]

    def shows_out(self) -> list[tuple[Seat, str]]:
        """List the players who showed out in this line with the suit, each once: the claimer would have seen it."""
        shown_out: list[tuple[Seat, str]] = []
        begun = [(SEATS[seat], card_of(card)) for seat, card in self.start.trick]
        for trick in lines_of([*begun, *self.steps]):
            led = trick[0][1].suit
            shown_out += [(seat, led) for seat, card in trick if card.suit != led and (seat, led) not in shown_out]
        return shown_out


def has_choice(position: Position) -> bool:
    """Does the choice of card matter? Equivalent cards of a suit count as one, except for a lead."""
    legal = legal_cards(position.hands[position.seat], position.trick)
    return len(different(legal, position.hands, position.trick) if position.trick else legal) > 1


def _hand(inquiry: Inquiry, event: Event, laid: Laid, seat: Seat, values: Mapping[Card, int]) -> dict[str, Any]:
    position = laid.position
    plays = any(position.hands) and SEATS[position.seat] is seat
    legal = set(position.legal) if plays else set()
    cards = [card_of(number) for number in sorted(position.hands[SEATS.index(seat)], reverse=True)]
    return {
        "seat": seat.value,
        "plays": plays,
        "suits": [
            {
                "suit": str(suit),
                "cards": [
                    {
                        "card": str(card),
                        "tricks": values.get(card),
                        "url": _then(inquiry, event, laid, card) if card in legal else "",
                    }
                    for card in cards
                    if card.suit == suit
                ],
            }
            for suit in SUITS
        ],
    }


def _past(inquiry: Inquiry, event: Event, laid: Laid) -> Iterator[dict[str, Any]]:
    """List the tricks of the line. Where a hand that the claim does not bind had a choice, add the address to choose
    another card."""
    begun = [(SEATS[seat], card_of(card)) for seat, card in laid.start.trick]
    position, at, tricks = laid.start, 0, []
    cards: list[dict[str, Any]] = [{"seat": seat.value, "card": str(card), "other": ""} for seat, card in begun]
    for seat, card in laid.steps:
        other = laid.is_free(position) and has_choice(position)
        to = cloth_address(inquiry, event, laid.cards[:at]) if other else ""
        cards.append({"seat": seat.value, "card": str(card), "other": to})
        position, taker = position.after(card)
        at += 1
        if taker is not None:
            tricks.append({"cards": cards, "taker": taker.value})
            cards = []
    yield from tricks
    if cards and at:
        yield {"cards": cards, "taker": ""}


def _then(inquiry: Inquiry, event: Event, laid: Laid, card: Card) -> str:
    """Return the address of the line with one more card and the unbound hands' replies to it."""
    return f"{cloth_address(inquiry, event, [*laid.cards, card])}&answer=yes"


def cloth_address(inquiry: Inquiry, event: Event, cards: Sequence[Card]) -> str:
    address = reverse("unroll", args=[inquiry.pk, event.pk])
    return f"{address}?line={'-'.join(map(str, cards))}"


def kept_line(inquiry: Inquiry, event: Event, kept: Event) -> dict[str, Any]:
    """Write a stored line: its tricks, and its address."""
    inputs, outputs = ClaimInputs.from_json(event.data["inputs"]), kept.data["outputs"]
    cards = [Card(*code) for code in kept.data["inputs"]["line"]]
    side = inputs.claimer.side
    lost, rest = outputs["won"][side.other.value], outputs["rest"]
    words = ngettext("%(count)s trick for %(side)s", "%(count)s tricks for %(side)s", lost) % {
        "count": lost,
        "side": shown.side(side.other),
    }
    if rest:
        words += ", " + _("%(count)s of the rest can still be made") % {"count": rest}
    return {
        "words": words,
        "printed": _("%(cards)s: %(result)s") % {"cards": _own_cards(inputs, cards), "result": words},
        "url": cloth_address(inquiry, event, cards),
        "line": line_words(Laid(inputs, cards).steps, len(inputs.trick)),
    }


def of_it(inquiry: Inquiry, event: Event, kind: str) -> list[Event]:
    """List the events of this kind on a shown position, oldest first."""
    return [
        event_shown
        for event_shown in shown_of(inquiry, kind)
        if event_shown.data["inputs"]["evidence"] == str(event.pk)
    ]


def checked_line(inquiry: Inquiry, event: Event, checked: Event) -> dict[str, Any]:
    """Write the result of a line that was checked against every defence, and the address of the best defence."""
    inputs, outputs = ClaimInputs.from_json(event.data["inputs"]), checked.data["outputs"]
    cards = [Card(*code) for code in checked.data["inputs"]["line"]]
    values = {
        "line": _own_cards(inputs, cards),
        "least": outputs["least"],
        "all": inputs.position().tricks,
        "side": shown.side(inputs.claimer.side),
    }
    words = _("%(line)s: %(least)s of %(all)s for %(side)s against every defence")
    if not outputs["whole"]:
        words = _("%(line)s: a defence holds it to %(least)s of %(all)s for %(side)s; not every one was tried")
    address = cloth_address(inquiry, event, [Card(*code) for code in outputs["line"]])
    return {"words": words % values, "printed": words % values, "url": address}


def _own_cards(inputs: ClaimInputs, cards: Sequence[Card]) -> str:
    """Write the cards of a line that belong to the side which stated it."""
    own = [card for seat, card in Laid(inputs, cards).steps if seat in inputs.bound]
    return " ".join(format_card(card, shown.language()) for card in own)


def printed_lines(lines: Iterable[Mapping[str, Any]]) -> list[str]:
    """Write stored or checked lines for paper, a sentence each."""
    return [_("A line laid: %(words)s.") % {"words": line["printed"]} for line in lines]


def line_words(cards: Sequence[tuple[Seat, Card]], begun: int) -> list[dict[str, Any]]:
    """Write a line trick by trick: the leader, and the four cards."""
    return [
        {"seat": trick[0][0].value, "cards": [str(card) for _seat, card in trick]}
        for trick in lines_of(cards, begun)
        if trick
    ]

"""Boards and deals: dealer and vulnerability (Law 2), and the cards of each hand."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Literal

from rulings.bridge.cards import RANKS, SUITS, Card
from rulings.bridge.notation import NotationError, gettext_noop
from rulings.bridge.seats import CLOCKWISE, Seat, Side, parse_seat

Vulnerability = Literal["None", "NS", "EW", "All"]
"""The sides that are vulnerable, in the words of PBN."""


_ROTATION: tuple[Vulnerability, ...] = ("None", "NS", "EW", "All")


_VULNERABILITY_WORDS: Mapping[str, Vulnerability] = {
    **dict.fromkeys(("none", "love", "-", "personne"), "None"),
    **dict.fromkeys(("ns", "n-s"), "NS"),
    **dict.fromkeys(("ew", "e-w", "eo", "e-o"), "EW"),
    **dict.fromkeys(("all", "both", "tous"), "All"),
}


def dealer(board: int) -> Seat:
    """Return the dealer of the board of this number: North for 1, then clockwise (Law 2).

    :raises ValueError: *board* is below 1.
    """
    return CLOCKWISE[_board_index(board) % 4]


def vulnerability(board: int) -> Vulnerability:
    """Return the sides that are vulnerable on the board of this number; the cycle has 16 boards (Law 2). Board 5 is
    "NS".

    :raises ValueError: *board* is below 1.
    """
    index = _board_index(board)
    return _ROTATION[(index + index // 4) % 4]


def _board_index(board: int) -> int:
    if board < 1:
        raise ValueError(f"Boards are numbered from 1, not {board}.")
    return board - 1


def parse_vulnerability(text: str) -> Vulnerability:
    """Read the PBN word for a vulnerability written in either language: "both" and "Tous" are "All", "EO" is "EW".

    :raises NotationError: the text is no vulnerability.
    """
    vulnerability = _VULNERABILITY_WORDS.get(text.strip().casefold())
    if vulnerability is None:
        raise NotationError(
            gettext_noop("“%(text)s” is not a vulnerability: write None, NS, EW or All."),
            text=text,
        )
    return vulnerability


def is_vulnerable(vul: str, side: Side) -> bool:
    """Tell whether *side* is vulnerable when the board says *vul*, a word `parse_vulnerability` reads."""
    word = parse_vulnerability(vul)
    return word == "All" or word == side


Deal = dict[Seat, tuple[Card, ...]]


def parse_deal(pbn: str, *, complete: bool = True) -> Deal:
    """Read the four hands of a PBN deal, spades first and each suit from the top, whichever hand it begins with.

    In "N:AKQJT98765432... .AKQ... ..." the hands follow clockwise from the seat named, the suits are separated by dots,
    and a void is empty. With *complete* false, hands may be short, or unknown ("-", an empty hand).

    :raises NotationError: *pbn* is not a deal, has a card twice, or a hand does not have 13 cards.
    """
    return dict(_parsed(pbn, complete))


@lru_cache(maxsize=256)  # the laws read the deal of a board at every step
def _parsed(pbn: str, complete: bool) -> Deal:
    first, colon, rest = pbn.strip().partition(":")
    hands = rest.split()
    if not colon or len(hands) != 4:
        raise NotationError(
            gettext_noop("“%(text)s” is not a deal: write the first seat, a colon and four hands apart by spaces."),
            text=pbn,
        )
    seat = parse_seat(first)
    deal: Deal = {}
    owners: dict[Card, Seat] = {}
    for text in hands:
        deal[seat] = _parse_hand(text, seat)
        for card in deal[seat]:
            if card in owners:
                raise NotationError(
                    gettext_noop("Card %(card)s is there twice: in the hands of %(one)s and %(two)s."),
                    card=card,
                    one=owners[card],
                    two=seat,
                )
            owners[card] = seat
        count = len(deal[seat])
        if count > 13 or (complete and count != 13):
            raise NotationError(
                gettext_noop("The hand of %(seat)s has %(count)s cards instead of 13."),
                seat=seat,
                count=count,
            )
        seat = seat.lho
    return {seat: deal[seat] for seat in Seat}


def _parse_hand(text: str, seat: Seat) -> tuple[Card, ...]:
    if text == "-":
        return ()
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise NotationError(
            gettext_noop("The hand of %(seat)s has %(count)s suits: write four, apart by dots, a void left empty."),
            seat=seat,
            count=len(suits),
        )
    for rank in "".join(suits):
        if rank not in RANKS:
            raise NotationError(
                gettext_noop("“%(rank)s” in the hand of %(seat)s is not a rank: write A K Q J T 9 to 2."),
                rank=rank,
                seat=seat,
            )
    return sort_hand([Card(suit.value, rank) for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks])


def sort_hand(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of a diagram: spades, hearts, diamonds, clubs, each from the ace down."""
    return tuple(sorted(cards, key=lambda card: _PLACES[card.suit + card.rank]))


def holding(cards: Sequence[Card], suit: str) -> str:
    """Return the ranks of one suit in PBN, from the top: "AQT5"; "" for a void."""
    return "".join(sorted([card.rank for card in cards if card.suit == suit], key=RANKS.index))


_PLACES = {suit.value + rank: place for place, (suit, rank) in enumerate(product(SUITS, RANKS))}


def format_deal(deal: Mapping[Seat, Sequence[Card]], first: Seat = Seat.N) -> str:
    """Write the deal in PBN, clockwise from *first*; a missing or empty hand is "-"."""
    hands = []
    seat = first
    for _ in Seat:
        cards = deal.get(seat, ())
        hands.append(".".join(holding(cards, suit) for suit in SUITS) if cards else "-")
        seat = seat.lho
    return f"{first}:{' '.join(hands)}"

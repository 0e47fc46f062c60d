"""Denominations, ranks and cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from rulings.bridge.notation import Language, NotationError, gettext_noop, letters_of, other


class Denomination(StrEnum):
    """A suit or notrump; compared by rank, clubs the lowest and notrump the highest (Law 18E)."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"
    NT = "NT"

    @property
    def rank(self) -> int:
        """0 for clubs to 4 for notrump."""
        return _BY_RANK.index(self)

    def __lt__(self, other: str) -> bool:
        return self.rank < Denomination(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Denomination(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Denomination(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Denomination(other).rank


_BY_RANK = tuple(Denomination)


SUITS: tuple[Denomination, ...] = (
    Denomination.S,
    Denomination.H,
    Denomination.D,
    Denomination.C,
)
"""The four suits as a hand is written, spades first."""


RANKS = "AKQJT98765432"
"""The ranks of the cards, highest first, as PBN writes them."""


SYMBOLS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


_LETTERS: Mapping[Language, Mapping[str, str]] = {
    "en": {"S": "S", "H": "H", "D": "D", "C": "C", "NT": "NT"},
    "fr": {"S": "P", "H": "C", "D": "K", "C": "T", "NT": "SA"},
}


_RANK_LETTERS: Mapping[Language, Mapping[str, str]] = {
    "en": {"T": "10"},
    "fr": {"K": "R", "Q": "D", "J": "V", "T": "10"},
}


_SUIT_OF: Mapping[Language, Mapping[str, str]] = {
    lang: {letters[suit]: suit for suit in "SHDC"} for lang, letters in _LETTERS.items()
}


_RANK_OF: Mapping[Language, Mapping[str, str]] = {
    "en": {rank: rank for rank in RANKS} | {"10": "T"},
    "fr": {_RANK_LETTERS["fr"].get(rank, rank): rank for rank in RANKS},
}


SYMBOL_OF: Mapping[str, str] = {
    "♠": "S",
    "♤": "S",
    "♥": "H",
    "♡": "H",
    "♦": "D",
    "♢": "D",
    "♣": "C",
    "♧": "C",
}


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 52 cards; `str(card)` is PBN, suit then rank: "SA", "DT"."""

    suit: str
    rank: str

    def __post_init__(self) -> None:
        if self.suit not in SYMBOLS or len(self.rank) != 1 or self.rank not in RANKS:
            raise ValueError(f"{self.suit!r} and {self.rank!r} are not the suit and the rank of a card.")

    def __str__(self) -> str:
        return self.suit + self.rank

    @classmethod
    def parse(cls, text: str, lang: Language = "en") -> Self:
        """Read the card written in either language, suit or rank first, with a letter or a symbol.

        "SA", "AS", "DT", "D10", "♦R", "R♦", "RK" and "10♣" are all read. *lang* decides the few texts that are a card
        in both: "CA" is the ace of clubs in English, of hearts in French; "DT" the ♦10 or the ♣Q.

        :raises NotationError: *text* names no card.
        """
        raw = letters_of(text).replace(" ", "")
        for attempt in (raw, _SYMBOL_LETTER.sub("", raw)):
            for reading in (lang, other(lang)):
                suits, ranks = {**SYMBOL_OF, **_SUIT_OF[reading]}, _RANK_OF[reading]
                for suit, rank in (
                    (attempt[:1], attempt[1:]),
                    (attempt[-1:], attempt[:-1]),
                ):
                    if suit in suits and rank in ranks:
                        return cls(suits[suit], ranks[rank])
        raise NotationError(
            gettext_noop("“%(text)s” is not a card: write a suit and a rank, such as S10, DK or ♥Q."),
            text=text,
        )


_SYMBOL_LETTER = re.compile("(?<=[♠♤])[SP]|(?<=[♥♡])[HC]|(?<=[♦♢])[DK]|(?<=[♣♧])[CT]")


def format_rank(rank: str, lang: Language = "en") -> str:
    """Write the rank as the reader writes it: "K" is "R" in French, "T" is "10" in both languages."""
    return _RANK_LETTERS[lang].get(rank, rank)


def format_card(card: Card, lang: Language = "en", *, symbols: bool = True) -> str:
    """Write the card as the reader writes it: the king of diamonds is "♦K" or "DK" in English, "♦R" or "KR" in
    French."""
    return format_denomination(card.suit, lang, symbols=symbols) + format_rank(card.rank, lang)


def format_denomination(denomination: str, lang: Language = "en", *, symbols: bool = True) -> str:
    """Write the suit's symbol, or its letter; notrump's letters in both cases: "♠", "S" or "P"; "NT" or "SA"."""
    return SYMBOLS[denomination] if symbols and denomination in SYMBOLS else _LETTERS[lang][denomination]


def suit_letter(denomination: str, lang: Language = "en") -> str:
    """Return the letter printed beside a suit's symbol, so that no suit is shown by its colour alone: ♦ is "D", in
    French "K"."""
    return _LETTERS[lang][denomination]

"""Seats, cards, contracts, results and deals, and how they are written in English and in French.

Stored text is PBN English ("3NT", "4Sx", "SA", "N:..."). Reading takes both languages and the suit symbols; showing
follows the reader. Letters that mean one thing in one language only (SA, P, K, T; NT, S, H, D) are read as that
language says; "C" alone is clubs in English and cœurs in French, and is read in the language of the reader.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, NamedTuple, Self


def gettext_noop(message: str) -> str:
    """The message itself, marked for the catalogue; `rulings.text` has its own, and stands above this module."""
    return message


Language = Literal["en", "fr"]


class NotationError(ValueError):
    """Something typed or imported that is not bridge notation; its sentence says what was expected instead.

    *msgid* and *fields* let an interface say the same in the reader's language: `translate(msgid) % fields`.
    """

    def __init__(self, msgid: str, **fields: object) -> None:
        self.msgid = msgid
        self.fields = {name: _shortened(str(value)) for name, value in fields.items()}
        super().__init__(msgid % self.fields)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


# Seats and sides


class Side(StrEnum):
    """A partnership at the table."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)


class Seat(StrEnum):
    """A player's place at the table; iterating goes clockwise from North."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def lho(self) -> "Seat":
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 1) % 4]

    @property
    def partner(self) -> "Seat":
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 2) % 4]

    @property
    def rho(self) -> "Seat":
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 3) % 4]

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


_CLOCKWISE = tuple(Seat)

_SEAT_WORDS = {
    "n": Seat.N, "north": Seat.N, "nord": Seat.N,
    "e": Seat.E, "east": Seat.E, "est": Seat.E,
    "s": Seat.S, "south": Seat.S, "sud": Seat.S,
    "w": Seat.W, "west": Seat.W, "o": Seat.W, "ouest": Seat.W,
}  # fmt: skip


def parse_seat(text: str) -> Seat:
    """The seat named in either language, as a letter or a word: "W", "O", "West" and "Ouest" are West.

    :raises NotationError: it names no seat.
    """
    seat = _SEAT_WORDS.get(text.strip().casefold())
    if seat is None:
        raise NotationError(gettext_noop("“%(text)s” is not a seat: write N, E, S or W."), text=text)
    return seat


def format_seat(seat: Seat, lang: Language = "en") -> str:
    """The seat's letter: West is "W" in English, "O" in French."""
    return "O" if lang == "fr" and seat is Seat.W else seat.value


def format_side(side: Side, lang: Language = "en") -> str:
    """The side's two letters: East-West is "EW" in English, "EO" in French."""
    return "".join(format_seat(seat, lang) for seat in side.seats)


# Denominations and cards


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
_SYMBOL_OF: Mapping[str, str] = {
    "♠": "S",
    "♤": "S",
    "♥": "H",
    "♡": "H",
    "♦": "D",
    "♢": "D",
    "♣": "C",
    "♧": "C",
}

_LOOK_ALIKES = str.maketrans(
    {
        "×": "X",
        "✕": "X",
        "✗": "X",
        "*": "X",
        "−": "-",
        "–": "-",
        "—": "-",
        "‐": "-",
        "\ufe0e": "",
        "\ufe0f": "",
    }
)


def _plain(text: str) -> str:
    """The text in capitals, with the look-alikes of typed and copied text (×, long minus, emoji suits) made one."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_LOOK_ALIKES).upper().split())


def _other(lang: Language) -> Language:
    return "fr" if lang == "en" else "en"


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
        """The card written in either language, suit or rank first, with a letter or a symbol.

        "SA", "AS", "DT", "D10", "♦R", "R♦", "RK" and "10♣" are all read. *lang* decides the few texts that are a card
        in both: "CA" is the ace of clubs in English, of hearts in French; "DT" the ♦10 or the ♣Q.

        :raises NotationError: it names no card.
        """
        raw = _plain(text).replace(" ", "")
        for attempt in (raw, _SYMBOL_LETTER.sub("", raw)):
            for reading in (lang, _other(lang)):
                suits, ranks = {**_SYMBOL_OF, **_SUIT_OF[reading]}, _RANK_OF[reading]
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
    """The rank as the reader writes it: "K" is "R" in French, "T" is "10" in both languages."""
    return _RANK_LETTERS[lang].get(rank, rank)


def format_card(card: Card, lang: Language = "en", *, symbols: bool = True) -> str:
    """The card as the reader writes it: the king of diamonds is "♦K" or "DK" in English, "♦R" or "KR" in French."""
    return format_denomination(card.suit, lang, symbols=symbols) + format_rank(card.rank, lang)


def format_denomination(denomination: str, lang: Language = "en", *, symbols: bool = True) -> str:
    """The suit's symbol, or its letter; notrump's letters in both cases: "♠", "S" or "P"; "NT" or "SA"."""
    return SYMBOLS[denomination] if symbols and denomination in SYMBOLS else _LETTERS[lang][denomination]


def suit_letter(denomination: str, lang: Language = "en") -> str:
    """The letter printed beside a suit's symbol, so that colour never speaks alone: ♦ is "D", in French "K"."""
    return _LETTERS[lang][denomination]


# Contracts and results


@dataclass(frozen=True, slots=True)
class Contract:
    """What declarer's side undertook; `str(contract)` is PBN without the declarer: "3NT", "4Sx", "4Sxx"."""

    level: int
    denomination: Denomination
    doubled: int = 0
    """0 undoubled, 1 doubled, 2 redoubled."""
    declarer: Seat | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise NotationError(
                gettext_noop("A contract is at level 1 to 7, not %(level)s."),
                level=self.level,
            )
        if not 0 <= self.doubled <= 2:
            raise ValueError(f"doubled is 0, 1 or 2, not {self.doubled}.")

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{'x' * self.doubled}"

    @property
    def target(self) -> int:
        """The tricks that make the contract, 7 to 13."""
        return self.level + 6

    def by(self, declarer: Seat | None) -> "Contract":
        """The same contract played by *declarer*."""
        return replace(self, declarer=declarer)


@dataclass(frozen=True, slots=True)
class Result:
    """A board as played: the contract and all the tricks declarer's side won, 0 to 13; both None when passed out.

    `str(result)` is the stored notation: "3NT+3", "4Sx-2", "Pass".
    """

    contract: Contract | None
    tricks: int | None

    def __post_init__(self) -> None:
        if (self.contract is None) != (self.tricks is None):
            raise ValueError("A result has a contract and its tricks, or neither when the board was passed out.")
        if self.tricks is not None and not 0 <= self.tricks <= 13:
            raise NotationError(gettext_noop("Tricks are 0 to 13, not %(tricks)s."), tricks=self.tricks)

    def __str__(self) -> str:
        return format_result(self.contract, self.tricks, symbols=False)


PASSED_OUT = Result(None, None)

_PASS_WORDS = frozenset(
    (
        "P",
        "PASS",
        "PASSE",
        "PASSES",
        "PO",
        "AP",
        "ALL PASS",
        "PASS OUT",
        "PASSED OUT",
        "PASSED-OUT",
    )
    + ("PASSE GENERALE", "PASSE GÉNÉRALE")
)
_DENOMINATION_OF: Mapping[str, str] = {
    **{suit: suit for suit in "SHDC"},
    **_SYMBOL_OF,
    **dict.fromkeys(("NT", "SA", "N"), "NT"),
    "P": "S",
    "K": "D",
    "T": "C",
}
_CONTRACT = re.compile(
    r"""(?P<level>[0-9]{1,2}) \ ?
        (?P<denomination> SA | NT | N | [♠♤][SP]? | [♥♡][HC]? | [♦♢][DK]? | [♣♧][CT]? | [SHDCPKT]) \ ?
        (?P<doubled> X\ ?X | X )?
        (?: \ ?(?:BY|PAR)?\ (?P<declarer>[NESWO]) )? \ ?
        (?P<margin> = | [+-]\ ?[0-9]{1,2} )?""",
    re.VERBOSE,
)


def _read(text: str, lang: Language) -> tuple[Contract, int | None] | None:
    """The contract and, when the text gives them, declarer's tricks; None for a board passed out."""
    plain = _plain(text)
    if plain in _PASS_WORDS:
        return None
    found = _CONTRACT.fullmatch(plain)
    if found is None:
        raise NotationError(
            gettext_noop("“%(text)s” is not a contract: write a level and a suit or NT, such as 3NT, 4♠x or Pass."),
            text=text,
        )
    mark = found["denomination"]
    suit = "H" if mark == "C" and lang == "fr" else _DENOMINATION_OF.get(mark) or _SYMBOL_OF[mark[0]]
    contract = Contract(
        level=int(found["level"]),
        denomination=Denomination(suit),
        doubled=(found["doubled"] or "").count("X"),
        declarer=parse_seat(found["declarer"]) if found["declarer"] else None,
    )
    if found["margin"] is None:
        return contract, None
    margin = 0 if found["margin"] == "=" else int(found["margin"].replace(" ", ""))
    tricks = contract.target + margin
    if not 0 <= tricks <= 13:
        raise NotationError(
            gettext_noop("“%(text)s” would be %(tricks)s tricks for declarer: there are 13 in a deal."),
            text=text,
            tricks=tricks,
        )
    return contract, tricks


def parse_contract(text: str, lang: Language = "en") -> Contract | None:
    """The contract written in either language, with letters or symbols; None when it says the board was passed out.

    "3NT", "3SA", "3 N", "4♠x", "4HX", "4D*", "1 C xx" and "Passe" are all read. *lang* only decides what "C" means:
    clubs in English, hearts (cœurs) in French. A declarer may follow ("4S W", "4S by W").

    :raises NotationError: it is not a contract, or it is a result.
    """
    read = _read(text, lang)
    if read is None:
        return None
    contract, tricks = read
    if tricks is not None:
        raise NotationError(
            gettext_noop("“%(text)s” is a result: the contract alone is wanted here."),
            text=text,
        )
    return contract


def parse_result(text: str, lang: Language = "en") -> Result:
    """The contract and the tricks written in either language: "3NT+3", "3SA+3", "4♠x-2", "6C=", "passed out".

    :raises NotationError: it is not a result, or gives declarer fewer than 0 or more than 13 tricks.
    """
    read = _read(text, lang)
    if read is None:
        return PASSED_OUT
    contract, tricks = read
    if tricks is None:
        raise NotationError(
            gettext_noop("“%(text)s” does not say how it ended: add =, + or − and the tricks, such as 3NT+1."),
            text=text,
        )
    return Result(contract, tricks)


class ContractParts(NamedTuple):
    """A contract cut up for pages that colour its suit: in French 4♠x is "4", "♠", "P", "x", 3SA "3", "", "SA", ""."""

    level: str
    symbol: str
    letter: str
    doubled: str
    denomination: Denomination


def contract_parts(contract: Contract, lang: Language = "en") -> ContractParts:
    """The contract in the reader's notation, in parts: level, suit symbol ("" for notrump), letter, "x" or "xx"."""
    denomination = contract.denomination
    return ContractParts(
        level=str(contract.level),
        symbol=SYMBOLS.get(denomination, ""),
        letter=suit_letter(denomination, lang),
        doubled="x" * contract.doubled,
        denomination=denomination,
    )


def format_contract(contract: Contract | None, lang: Language = "en", *, symbols: bool = True) -> str:
    """The contract as the reader writes it: "3NT" or "3SA", "4♠x", without symbols "4Sx" or "4Px"; "Pass", "Passe"."""
    if contract is None:
        return "Passe" if lang == "fr" else "Pass"
    denomination = format_denomination(contract.denomination, lang, symbols=symbols)
    return f"{contract.level}{denomination}{'x' * contract.doubled}"


def format_margin(contract: Contract, tricks: int) -> str:
    """How the contract ended: "=" just made, "+1" with an overtrick, "-2" two down."""
    margin = tricks - contract.target
    return f"{margin:+d}" if margin else "="


def format_result(
    contract: Contract | None,
    tricks: int | None,
    lang: Language = "en",
    *,
    symbols: bool = True,
) -> str:
    """The result in the reader's notation: "3NT+3" or "3SA+3", "4♠x-2", "6♣="; "Pass" or "Passe" when passed out.

    A contract whose tricks are not known is shown alone.
    """
    shown = format_contract(contract, lang, symbols=symbols)
    return shown if contract is None or tricks is None else shown + format_margin(contract, tricks)


# Dealer and vulnerability (Law 2)

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
    """Who deals the board of this number: North for 1, then clockwise (Law 2).

    :raises ValueError: *board* is below 1.
    """
    return _CLOCKWISE[_board_index(board) % 4]


def vulnerability(board: int) -> Vulnerability:
    """Which sides are vulnerable on the board of this number; the cycle is of 16 boards (Law 2). Board 5 is "NS".

    :raises ValueError: *board* is below 1.
    """
    index = _board_index(board)
    return _ROTATION[(index + index // 4) % 4]


def _board_index(board: int) -> int:
    if board < 1:
        raise ValueError(f"Boards are numbered from 1, not {board}.")
    return board - 1


def parse_vulnerability(text: str) -> Vulnerability:
    """The PBN word for a vulnerability written in either language: "both" and "Tous" are "All", "EO" is "EW".

    :raises NotationError: it is no vulnerability.
    """
    found = _VULNERABILITY_WORDS.get(text.strip().casefold())
    if found is None:
        raise NotationError(
            gettext_noop("“%(text)s” is not a vulnerability: write None, NS, EW or All."),
            text=text,
        )
    return found


def is_vulnerable(vul: str, side: Side) -> bool:
    """Whether *side* is vulnerable when the board says *vul*, a word `parse_vulnerability` reads."""
    word = parse_vulnerability(vul)
    return word == "All" or word == side


# Deals


Deal = dict[Seat, tuple[Card, ...]]


def parse_deal(pbn: str, *, complete: bool = True) -> Deal:
    """The four hands of a PBN deal, spades first and each suit from the top, whichever hand it begins with.

    "N:AKQJT98765432... .AKQ... ..." reads clockwise from the seat named, suits apart by dots, a void left empty. With
    *complete* false, hands may be short, or unknown ("-", an empty hand).

    :raises NotationError: it is not a deal, a card is there twice, or a hand does not have 13 cards.
    """
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
    """The cards as a hand is held on a diagram: spades, hearts, diamonds, clubs, each from the ace down."""
    return tuple(sorted(cards, key=lambda card: ("SHDC".index(card.suit), RANKS.index(card.rank))))


def holding(cards: Sequence[Card], suit: str) -> str:
    """The ranks of one suit in PBN, from the top: "AQT5"; "" for a void."""
    return "".join(card.rank for card in sort_hand(cards) if card.suit == suit)


def format_deal(deal: Mapping[Seat, Sequence[Card]], first: Seat = Seat.N) -> str:
    """The deal in PBN, clockwise from *first*; a seat without cards, or not there, is "-"."""
    hands = []
    seat = first
    for _ in Seat:
        cards = deal.get(seat, ())
        hands.append(".".join(holding(cards, suit) for suit in SUITS) if cards else "-")
        seat = seat.lho
    return f"{first}:{' '.join(hands)}"

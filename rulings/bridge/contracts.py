"""Contracts, and results of boards played in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rulings.bridge.cards import SYMBOL_OF, SYMBOLS, Denomination, format_denomination, suit_letter
from rulings.bridge.notation import Language, NotationError, gettext_noop, letters_of
from rulings.bridge.seats import Seat, parse_seat


@dataclass(frozen=True, slots=True)
class Contract:
    """The undertaking of declarer's side; `str(contract)` is PBN without the declarer: "3NT", "4Sx", "4Sxx"."""

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
        """Return the same contract played by *declarer*."""
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
    **SYMBOL_OF,
    **dict.fromkeys(("NT", "SA", "N"), "NT"),
    "P": "S",
    "K": "D",
    "T": "C",
}


_CONTRACT = re.compile(
    r"""(?P<level>[0-9]{1,2}) \ ?
        (?P<denomination> SA | NT | N | [♠♤][SP]? | [♥♡][HC]? | [♦♢][DK]? | [♣♧][CT]? | [SHDCPKT]) \ ?
        (?P<doubled> X\ ?X | SUR-?\ ?CONTR[EÉ]E? | CONTR[EÉ]E? | (?:RE)?DOUBLED | X )?
        (?: \ ?(?:BY|PAR)?\ (?P<declarer>[NESWO]) )? \ ?
        (?P<margin> = | [+-]\ ?[0-9]{1,2} )?""",
    re.VERBOSE,
)


def _read(text: str, lang: Language) -> tuple[Contract, int | None] | None:
    """Read the contract and, when the text gives them, declarer's tricks; None for a board passed out."""
    plain = letters_of(text)
    if plain in _PASS_WORDS:
        return None
    match = _CONTRACT.fullmatch(plain)
    if match is None:
        raise NotationError(
            gettext_noop("“%(text)s” is not a contract: write a level and a suit or NT, such as 3NT, 4♠x or Pass."),
            text=text,
        )
    mark = match["denomination"]
    suit = "H" if mark == "C" and lang == "fr" else _DENOMINATION_OF.get(mark) or SYMBOL_OF[mark[0]]
    contract = Contract(
        level=int(match["level"]),
        denomination=Denomination(suit),
        doubled=_times_doubled(match["doubled"] or ""),
        declarer=parse_seat(match["declarer"]) if match["declarer"] else None,
    )
    if match["margin"] is None:
        return contract, None
    margin = 0 if match["margin"] == "=" else int(match["margin"].replace(" ", ""))
    tricks = contract.target + margin
    if not 0 <= tricks <= 13:
        raise NotationError(
            gettext_noop("“%(text)s” would be %(tricks)s tricks for declarer: there are 13 in a deal."),
            text=text,
            tricks=tricks,
        )
    return contract, tricks


def _times_doubled(written: str) -> int:
    """Return 0, 1 or 2, from "", "X" or "CONTRÉ", "XX" or "SURCONTRÉ"."""
    if not written:
        return 0
    return 2 if written.startswith(("SUR", "RED")) or written.count("X") == 2 else 1


def parse_contract(text: str, lang: Language = "en") -> Contract | None:
    """Read the contract written in either language, with letters or symbols; None for a board passed out.

    "3NT", "3SA", "3 N", "4♠x", "4HX", "4D*", "1 C xx" and "Passe" are all read. *lang* only decides what "C" means:
    clubs in English, hearts (cœurs) in French. A declarer may follow ("4S W", "4S by W").

    :raises NotationError: the text is no contract, or is a result.
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
    """Read the contract and the tricks written in either language: "3NT+3", "3SA+3", "4♠x-2", "6C=", "passed out".

    :raises NotationError: the text is no result, or gives declarer fewer than 0 or more than 13 tricks.
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
    """Parts of a contract, for pages that colour its suit. In French 4♠x is "4", "♠", "P", "x"; 3SA is "3", "", "SA",
    ""."""

    level: str
    symbol: str
    letter: str
    doubled: str
    denomination: Denomination


def contract_parts(contract: Contract, lang: Language = "en") -> ContractParts:
    """Return the contract in the reader's notation, in parts: level, suit symbol ("" for notrump), letter, "x" or
    "xx"."""
    denomination = contract.denomination
    return ContractParts(
        level=str(contract.level),
        symbol=SYMBOLS.get(denomination, ""),
        letter=suit_letter(denomination, lang),
        doubled="x" * contract.doubled,
        denomination=denomination,
    )


def format_contract(contract: Contract | None, lang: Language = "en", *, symbols: bool = True) -> str:
    """Write the contract as the reader writes it: "3NT" or "3SA", "4♠x", without symbols "4Sx" or "4Px"; "Pass",
    "Passe"."""
    if contract is None:
        return "Passe" if lang == "fr" else "Pass"
    denomination = format_denomination(contract.denomination, lang, symbols=symbols)
    return f"{contract.level}{denomination}{'x' * contract.doubled}"


def format_margin(contract: Contract, tricks: int) -> str:
    """Write the margin of a result: "=" for a contract just made, "+1" with an overtrick, "-2" two down."""
    margin = tricks - contract.target
    return f"{margin:+d}" if margin else "="


def format_result(
    contract: Contract | None,
    tricks: int | None,
    lang: Language = "en",
    *,
    symbols: bool = True,
) -> str:
    """Write the result in the reader's notation: "3NT+3" or "3SA+3", "4♠x-2", "6♣="; "Pass" or "Passe" when passed out.

    A contract whose tricks are not known is shown alone.
    """
    shown = format_contract(contract, lang, symbols=symbols)
    return shown if contract is None or tricks is None else shown + format_margin(contract, tricks)

"""The questions that a law may ask, declared once and used by the tablet, the report and the tests."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import product
from typing import Any, Self

from rulings.bridge import Card, Contract, Deal, Denomination, NotationError, Seat, parse_deal
from rulings.engine.question import (
    ASKED,
    NO,
    UNKNOWN,
    YES,
    YES_NO,
    Choice,
    ChooseOne,
    Fact,
    Given,
    Handle,
    InvalidAnswer,
    Option,
    Question,
    Seen,
    Told,
    YesNo,
    options_of,
    parsed,
    stored,
)
from rulings.table import Table

__all__ = [
    "ASKED",
    "Among",
    "BIDS",
    "CALL_OPTIONS",
    "CARD_OPTIONS",
    "CONTRACTS",
    "CONTRACT_OPTIONS",
    "Choice",
    "ChooseOne",
    "Count",
    "Fact",
    "Fits",
    "Given",
    "Handle",
    "InvalidAnswer",
    "Moment",
    "Most",
    "NO",
    "Option",
    "Question",
    "RemainingCards",
    "SEAT_OPTIONS",
    "SUITS_OPTIONS",
    "SUIT_LETTERS",
    "SUIT_OPTIONS",
    "Seen",
    "Told",
    "UNKNOWN",
    "WhichCall",
    "WhichCard",
    "WhichContract",
    "WhichSeat",
    "WhichSuit",
    "WhichSuits",
    "Words",
    "YES",
    "YES_NO",
    "YesNo",
    "options_of",
    "parsed",
    "stored",
]


@dataclass(frozen=True)
class Among:
    """Bound on suits or players. *function* takes the table (``None`` without one) and facts, each ``None`` while
    unknown, and returns those that are left; "" when nothing bounds them. *why* is the sentence that refuses another
    one."""

    function: Callable[..., str]
    facts: "tuple[Fact[Any], ...]"
    why: str

    def rows(self, table: Table | None) -> dict[str, str]:
        """Return the suits or players left ("EW") by the values of the facts; values that bound nothing have no row."""
        rows = {}
        for values in product(*((UNKNOWN, *fact.values) for fact in self.facts)):
            known = {fact.id: value for fact, value in zip(self.facts, values, strict=True)}
            if left := self.function(table, *parsed(self.facts, known)):
                rows[",".join(values)] = left
        return rows

    @cached_property
    def rows_without_a_table(self) -> dict[str, str]:
        """Cache the `rows` that follow from the facts alone."""
        return self.rows(None)


@dataclass(frozen=True)
class WhichSeat(Fact[Seat]):
    """One of the four players; with ``among``, only those that the table and other facts leave."""

    kind = "seat"

    among: "Among | None" = field(default=None, kw_only=True, compare=False)
    left: str = field(default="NESW", kw_only=True, compare=False)

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        if self.among is None:
            return self
        return replace(self, left=self.among.function(table, *parsed(self.among.facts, known)) or self.left)

    @property
    def options(self) -> tuple[Option, ...]:
        return (
            SEAT_OPTIONS
            if self.among is None
            else tuple(option for option in SEAT_OPTIONS if option.value in self.left)
        )

    @property
    def refusal(self) -> str:
        return self.among.why if self.among else ""

    def parse(self, value: str) -> Seat:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return Seat(value)


@dataclass(frozen=True)
class WhichCard(Fact[Card]):
    """One of the 52 cards, stored as in PBN: ``SA``, ``DT``, ``C2``. ``hand`` is the role of the player who held it."""

    kind = "card"

    hand: str = field(default="", kw_only=True)

    @property
    def options(self) -> tuple[Option, ...]:
        return CARD_OPTIONS

    @property
    def expected(self) -> str:
        return "a card such as SA, DT or C2"

    def parse(self, value: str) -> Card:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return Card(value[0], value[1])


@dataclass(frozen=True)
class WhichSuit(Fact[str]):
    """One of the four suits: ``S``, ``H``, ``D`` or ``C``; with ``among``, one of those that the table and other facts
    leave. With ``notrump`` it may be none of them: ``NT``."""

    kind = "suit"

    notrump: bool = field(default=False, kw_only=True, compare=False)

    among: "Among | None" = field(default=None, kw_only=True, compare=False)
    left: str = field(default="SHDC", kw_only=True, compare=False)

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        if self.among is None:
            return self
        return replace(self, left=self.among.function(table, *parsed(self.among.facts, known)) or self.left)

    @property
    def options(self) -> tuple[Option, ...]:
        left = tuple(option for option in SUIT_OPTIONS if option.value in self.left)
        return (*left, NOTRUMP_OPTION) if self.notrump else left

    @property
    def refusal(self) -> str:
        return self.among.why if self.among else ""

    def parse(self, value: str) -> str:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return value


@dataclass(frozen=True)
class WhichSuits(Fact[str]):
    """The suits that a player holds, from spades down: ``SHDC``, ``SC``. It comes from the deal and is never asked."""

    kind = "suits"

    @property
    def options(self) -> tuple[Option, ...]:
        return SUITS_OPTIONS

    def parse(self, value: str) -> str:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return value


@dataclass(frozen=True)
class Fits:
    """Bound on calls. *function* takes the table (if any), the known facts and a call, and tells whether the call is
    left. *says* is the sentence that refuses the others. *answers* are the questions whose answers the function
    reads."""

    function: "Callable[[Table | None, Mapping[str, str], str], bool]"
    says: str
    answers: tuple[Question[Any], ...] = ()

    def refused(self, table: Table | None, known: Mapping[str, str]) -> frozenset[str]:
        return frozenset(option.value for option in CALL_OPTIONS if not self.function(table, known, option.value))

    def rows(self, table: Table | None) -> dict[str, str]:
        """Return the calls refused, as "Pass X XX", by the values of the answers ("" where there is none)."""
        rows = {}
        for values in product(*(("", *question.values) for question in self.answers)):
            known = {question.id: value for question, value in zip(self.answers, values, strict=True) if value}
            if refused := self.refused(table, known):
                rows[",".join(values)] = " ".join(option.value for option in CALL_OPTIONS if option.value in refused)
        return rows

    @cached_property
    def rows_without_a_table(self) -> dict[str, str]:
        """Cache the `rows` that follow from the answers alone."""
        return self.rows(None)


@dataclass(frozen=True)
class WhichCall(Fact[str]):
    """One of the 38 calls, stored as in PBN: ``Pass``, ``X``, ``XX``, ``1C`` to ``7NT``; with ``fits``, those that an
    earlier answer leaves: the others are ``refused``."""

    kind = "call"

    fits: Fits | None = field(default=None, kw_only=True, compare=False)
    refused: frozenset[str] = field(default=frozenset(), kw_only=True, compare=False)

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        """Return the same question with only the calls that the earlier answers leave."""
        return self if self.fits is None else replace(self, refused=self.fits.refused(table, known))

    @property
    def refusal(self) -> str:
        return self.fits.says if self.fits and self.refused else ""

    @property
    def options(self) -> tuple[Option, ...]:
        return (
            tuple(option for option in CALL_OPTIONS if option.value not in self.refused)
            if self.refused
            else CALL_OPTIONS
        )

    @property
    def expected(self) -> str:
        return "a call such as 1C, 3NT, Pass, X or XX"

    def parse(self, value: str) -> str:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return value


@dataclass(frozen=True)
class WhichContract(Fact[Contract | None]):
    """A contract, doubled or not, stored as ``str(Contract)``: ``3NT``, ``4Sx``, ``4Sxx``; ``Pass`` when there was
    none. Who plays it is another fact."""

    kind = "contract"

    @property
    def options(self) -> tuple[Option, ...]:
        return CONTRACT_OPTIONS

    @property
    def expected(self) -> str:
        return "a contract such as 3NT, 4Sx or Pass"

    def parse(self, value: str) -> Contract | None:
        if value not in CONTRACTS:
            raise InvalidAnswer(self, value)
        return CONTRACTS[value]


@dataclass(frozen=True)
class Most:
    """Upper bound of a number. *function* takes the values of facts, each ``None`` while unknown, and returns the
    largest number left, or ``None`` for no bound. *why* is the sentence that refuses a larger one."""

    function: Callable[..., int | None]
    facts: "tuple[Fact[Any], ...]"
    why: str


@dataclass(frozen=True)
class Count(Fact[int]):
    """A whole number from ``low`` to ``high``; with ``most``, up to the bound that other facts set once known."""

    kind = "count"

    low: int = 0
    high: int = 13
    most: "Most | None" = field(default=None, kw_only=True, compare=False)

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        left = None if self.most is None else self.most.function(*parsed(self.most.facts, known))
        high = self.high if left is None else max(self.low, min(self.high, left))
        return self if high == self.high else self._up_to[high]

    @cached_property
    def _up_to(self) -> "Sequence[Self]":
        """The same question for each upper bound from 0 on; cached, as many inquiries share these few."""
        return [replace(self, high=high) for high in range(self.high)]

    @property
    def options(self) -> tuple[Option, ...]:
        return _numbers(self.low, self.high)

    @property
    def expected(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    @property
    def refusal(self) -> str:
        return self.most.why if self.most else ""

    def parse(self, value: str) -> int:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return int(value)


@dataclass(frozen=True)
class Words(Fact[str]):
    """Free words, stored as they were said; they may be empty."""

    kind = "words"

    def parse(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class RemainingCards(Fact[Deal]):
    """The cards that the four players still held, as a PBN deal with short hands: ``N:A.K.. .Q.2. ...``.

    It may be empty, if they are not noted.
    """

    kind = "hands"

    @property
    def expected(self) -> str:
        return "the cards left in the four hands, such as N:A.K.. .Q.2. ..43. .2.3., or nothing"

    def parse(self, value: str) -> Deal:
        try:
            return parse_deal(value, complete=False) if value else {}
        except NotationError:
            raise InvalidAnswer(self, value) from None


@dataclass(frozen=True)
class Moment(Question[bool]):
    """A moment to wait for ("end of play"). Reaching it is an answer: ``reached``."""

    kind = "moment"

    @property
    def options(self) -> tuple[Option, ...]:
        return (Option("reached", self.text),)

    def parse(self, value: str) -> bool:
        if value != "reached":
            raise InvalidAnswer(self, value)
        return True


def _options(values: "tuple[str, ...] | list[str]") -> tuple[Option, ...]:
    return tuple(Option(value, value) for value in values)


@cache
def _numbers(low: int, high: int) -> tuple[Option, ...]:
    return _options([str(number) for number in range(low, high + 1)])


SUIT_LETTERS = "SHDC"

BIDS = tuple(f"{level}{denomination}" for level in range(1, 8) for denomination in Denomination)

CONTRACTS: Mapping[str, Contract | None] = {"Pass": None} | {
    str(contract): contract
    for contract in (Contract(int(bid[0]), Denomination(bid[1:]), doubled) for bid in BIDS for doubled in (0, 1, 2))
}

SEAT_OPTIONS = _options([seat.value for seat in Seat])

CARD_OPTIONS = _options([suit + rank for suit in SUIT_LETTERS for rank in "AKQJT98765432"])

SUIT_OPTIONS = _options(list(SUIT_LETTERS))

NOTRUMP_OPTION = Option("NT", "NT")

SUITS_OPTIONS = _options(
    [
        "".join(suit for suit, has in zip(SUIT_LETTERS, held, strict=True) if has)
        for held in product((1, 0), repeat=4)
        if any(held)
    ]
)

CALL_OPTIONS = _options(["Pass", "X", "XX", *BIDS])

CONTRACT_OPTIONS = _options(list(CONTRACTS))

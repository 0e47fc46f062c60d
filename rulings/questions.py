"""Questions: what a law may ask, declared once and used by the tablet, the report and the tests."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, Generic, Self, TypeVar

from rulings.bridge import Card, Seat
from rulings.text import gettext_noop

UNKNOWN = "?"
"""Stored in place of a fact that nobody can give: the law goes on without it."""

YES, NO = "yes", "no"


class InvalidAnswer(ValueError):
    """The value is not one that the question admits. ``question`` and ``value`` say which."""

    def __init__(self, question: "Question[Any]", value: str) -> None:
        super().__init__(f"{question.id}: {value!r} is not an answer; expected {question.expected}")
        self.question = question
        self.value = value


class Choice(Enum):
    """The options of a question: ``NAME = value, label, what it entails, law``; the last two may be left out."""

    label: str
    entails: str
    law: str

    def __new__(cls, value: str, label: str, entails: str = "", law: str = "") -> Self:
        member = object.__new__(cls)
        member._value_ = value
        member.label, member.entails, member.law = label, entails, law
        return member


T = TypeVar("T")
C = TypeVar("C", bound=Choice)


@dataclass(frozen=True)
class Option:
    """One answer to offer: the value to store, its words, what it entails, and the law it leads to (may be empty)."""

    value: str
    label: str
    entails: str = ""
    law: str = ""


class Given:
    """Answers a question from facts: *function* of their values, or ``None`` when they do not settle it.

    The function is pure and its facts have finitely many values, so that it compiles to a table. With ``ask=True``
    the facts are asked in place of the question (a tap on the compass rather than "declarer, dummy or defender?").
    """

    def __init__(self, function: Callable[..., object], *facts: "Fact[Any]", ask: bool = False) -> None:
        self.function = function
        self.facts = facts
        self.ask = ask

    def answer(self, values: tuple[str, ...]) -> str | None:
        """The stored value that the facts imply, or ``None``."""
        found = self.function(*(fact.parse(value) for fact, value in zip(self.facts, values, strict=True)))
        if found is None:
            return None
        if isinstance(found, Choice):
            return str(found.value)
        return YES if found else NO

    @cached_property
    def table(self) -> dict[str, str]:
        """Every combination of the facts that settles the question: ``{"W,S": "defender", ...}``."""
        rows = {}
        for values in product(*(fact.values for fact in self.facts)):
            found = self.answer(values)
            if found is not None:
                rows[",".join(values)] = found
        return rows


@dataclass(frozen=True)
class Question(Generic[T]):
    """What every question has: an id that keeps its meaning for ever, the law that makes it relevant, its words."""

    kind: ClassVar[str] = ""

    id: str
    law: str
    text: str
    why: str = field(default="", kw_only=True)
    given: Given | None = field(default=None, kw_only=True, compare=False)
    chooser: str = field(default="", kw_only=True)
    roles: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers to show, in the order of the Law; empty where the answer is typed."""
        return ()

    @property
    def values(self) -> tuple[str, ...]:
        """Every value that may be stored; empty when any words may."""
        return tuple(option.value for option in self.options)

    @property
    def expected(self) -> str:
        """The admitted values, for an error message."""
        return " | ".join(self.values) or "words"

    def parse(self, value: str) -> T:
        """The answer that a stored *value* stands for.

        :raises InvalidAnswer: the question does not admit it.
        """
        raise NotImplementedError

    def answered_by(self, given: Given) -> Self:
        """The same question, which these facts may answer in place of the director."""
        return replace(self, given=given)

    def scoped(self, prefix: str, roles: dict[str, str]) -> Self:
        """The same question asked again of somebody else: ``east.26b_suit``."""
        return replace(self, id=f"{prefix}.{self.id}", roles=(*self.roles, *roles.items())) if prefix else self


@dataclass(frozen=True)
class YesNo(Question[bool]):
    """A question answered yes or no."""

    kind = "yes_no"

    @property
    def options(self) -> tuple[Option, ...]:
        return (Option(YES, gettext_noop("Yes")), Option(NO, gettext_noop("No")))

    def parse(self, value: str) -> bool:
        if value not in (YES, NO):
            raise InvalidAnswer(self, value)
        return value == YES


@dataclass(frozen=True)
class ChooseOne(Question[C]):
    """A question with a few options. With ``chooser`` a player chooses, and all options are read aloud (Law 10C1).

    With ``default`` it is a regulation: answered already, by the tournament's facts or by this value (never asked).
    """

    kind = "choice"

    choices: type[C]
    default: str = field(default="", kw_only=True)

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(Option(str(one.value), one.label, one.entails, one.law) for one in self.choices)

    def parse(self, value: str) -> C:
        try:
            return self.choices(value)  # type: ignore[call-arg]
        except ValueError:
            raise InvalidAnswer(self, value) from None


class Handle:
    """A fact that a law may hand on and print, and may not branch on: comparing it raises ``TypeError``."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return f"[{self.name}]"

    def _refuse(self, *_: object) -> Any:
        raise TypeError(f"a law may not branch on the fact {self.name!r}; ask a question given it")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __len__ = __iter__ = _refuse
    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Fact(Question[T]):
    """A seat, a card, a number or words: stored and printed, computed with after the ruling, never branched on."""


@dataclass(frozen=True)
class WhichSeat(Fact[Seat]):
    """One of the four players."""

    kind = "seat"

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(Option(seat.value, seat.value) for seat in Seat)

    def parse(self, value: str) -> Seat:
        try:
            return Seat(value)
        except ValueError:
            raise InvalidAnswer(self, value) from None


@dataclass(frozen=True)
class WhichCard(Fact[Card]):
    """One of the 52 cards, stored as in PBN: ``SA``, ``DT``, ``C2``. ``hand`` is the role of the player who held it."""

    kind = "card"

    hand: str = field(default="", kw_only=True)

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(Option(suit + rank, suit + rank) for suit in "SHDC" for rank in "AKQJT98765432")

    @property
    def expected(self) -> str:
        return "a card such as SA, DT or C2"

    def parse(self, value: str) -> Card:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return Card(value[0], value[1])


@dataclass(frozen=True)
class WhichSuit(Fact[str]):
    """One of the four suits: ``S``, ``H``, ``D`` or ``C``."""

    kind = "suit"

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(Option(suit, suit) for suit in "SHDC")

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
        held = [
            "".join(suit for suit, has in zip("SHDC", one, strict=True) if has) for one in product((1, 0), repeat=4)
        ]
        return tuple(Option(suits, suits) for suits in held if suits)

    def parse(self, value: str) -> str:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return value


@dataclass(frozen=True)
class Count(Fact[int]):
    """A whole number from ``low`` to ``high``."""

    kind = "count"

    low: int = 0
    high: int = 13

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(Option(str(number), str(number)) for number in range(self.low, self.high + 1))

    @property
    def expected(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def parse(self, value: str) -> int:
        if value not in self.values:
            raise InvalidAnswer(self, value)
        return int(value)


@dataclass(frozen=True)
class Words(Fact[str]):
    """Free words, kept as they were said; they may be empty."""

    kind = "words"

    def parse(self, value: str) -> str:
        return value


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

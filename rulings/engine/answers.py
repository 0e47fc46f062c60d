"""What may answer a question: an option, what follows from facts, what lies on the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import TYPE_CHECKING, Any, Self

from rulings.table import Table

if TYPE_CHECKING:
    from rulings.engine.questions import Fact, Question

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
    """The options of a question: ``NAME = value, label, what it entails, law, group``; the last three may be left out.

    What differs from the other options stands between asterisks in a label that is read aloud, and is printed bold:
    "You *forbid* a [card:suit] lead". Options of one *group* stand together under its words: "The lead is refused".
    """

    label: str
    entails: str
    law: str
    group: str

    def __new__(cls, value: str, label: str, entails: str = "", law: str = "", group: str = "") -> Self:
        member = object.__new__(cls)
        member._value_ = value
        member.label, member.entails, member.law, member.group = label, entails, law, group
        return member


@dataclass(frozen=True)
class Option:
    """One answer to offer: the value to store, its words, what it entails, the law it leads to and the words that it
    stands under with others (may be empty)."""

    value: str
    label: str
    entails: str = ""
    law: str = ""
    group: str = ""


class Given:
    """Answers a question from facts: *function* of their values, or ``None`` when they do not settle it. A fact may
    follow from others too: the partner of a player.

    The function is pure and its facts have finitely many values, so that it compiles to a table. With ``ask=True``
    the facts are asked in place of the question (a tap on the compass rather than "declarer, dummy or defender?").
    """

    def __init__(self, function: Callable[..., object], *facts: "Fact[Any]", ask: bool = False) -> None:
        self.function = function
        self.facts = facts
        self.ask = ask
        self._rows: dict[str, str] = {}
        self._answers: dict[tuple[str, ...], str | None] = {}

    def answer(self, values: tuple[str, ...]) -> str | None:
        """The stored value that the facts imply, or ``None``; it is found once for the same values."""
        if values not in self._answers:
            found = self.function(*(fact.parse(value) for fact, value in zip(self.facts, values, strict=True)))
            self._answers[values] = None if found is None else stored(found)
        return self._answers[values]

    @property
    def table(self) -> dict[str, str]:
        """Every combination of the facts that settles the question: ``{"W,S": "defender", ...}``."""
        if not self._rows:
            for values in product(*(fact.values for fact in self.facts)):
                found = self.answer(values)
                if found is not None:
                    self._rows[",".join(values)] = found
        return self._rows

    def renamed(self, names: "Mapping[str, Fact[Any]]") -> "Given":
        """The same over the facts of a scope, where it has them: their values and so the rows are the same."""
        if not any(fact.id in names for fact in self.facts):
            return self
        inner = Given(self.function, *(names.get(fact.id, fact) for fact in self.facts), ask=self.ask)
        inner._rows, inner._answers = self._rows, self._answers
        return inner


def stored(value: object) -> str:
    """An answer as it is stored: a Choice's value, "yes" or "no", "E", "C4", "4"."""
    if isinstance(value, Choice):
        return str(value.value)
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


@dataclass(frozen=True)
class Told:
    """What the table says: the answer, and the keys of what lies there and says so ("E:C4"), to show and to correct."""

    value: object
    by: tuple[str, ...] = ()


class Seen:
    """Answers a question from the state of the table: *function* of the table and of facts; ``None``: it does not say.

    The law asks those facts before; while one is unknown nothing is seen. A table has no finite number of states, so
    that none is ever enumerated: `explore` asks the question, with all its branches. For one table the facts have
    finitely many values, and `rows` is what a device is given.
    """

    def __init__(self, function: Callable[..., object], *facts: "Fact[Any]") -> None:
        self.function = function
        self.facts = facts

    def told(self, table: Table, values: tuple[str, ...]) -> Told | None:
        """What this table says, as it is stored; values of the facts in order."""
        found = self.function(table, *(fact.parse(one) for fact, one in zip(self.facts, values, strict=True)))
        if found is None:
            return None
        told = found if isinstance(found, Told) else Told(found)
        return Told(stored(told.value), told.by)

    def rows(self, table: Table) -> dict[str, str]:
        """For this table, every combination of the facts that it settles: what `Given.table` is for facts alone."""
        rows = {}
        for values in product(*(fact.values for fact in self.facts)):
            found = self.told(table, values)
            if found is not None:
                rows[",".join(values)] = str(found.value)
        return rows

    def renamed(self, names: "Mapping[str, Fact[Any]]") -> "Seen":
        """The same over the facts of a scope, where it has them."""
        if not any(fact.id in names for fact in self.facts):
            return self
        return Seen(self.function, *(names.get(fact.id, fact) for fact in self.facts))

"""The base of every question, its three kinds (yes or no, one of several, a fact), and the sources of an answer: an
option, other facts, the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property
from itertools import product
from typing import Any, ClassVar, Generic, Self, TypeVar

from rulings.engine.text import gettext_noop
from rulings.table import Table

T = TypeVar("T")

UNKNOWN = "?"
"""Value stored for a fact that cannot be known; the law goes on without it."""

YES, NO = "yes", "no"


class InvalidAnswer(ValueError):
    """Error: the question does not admit the value."""

    def __init__(self, question: "Question[Any]", value: str) -> None:
        super().__init__(f"{question.id}: {value!r} is not an answer; expected {question.expected}")
        self.question = question
        self.value = value


@dataclass(frozen=True)
class Option:
    """One answer to offer: the value to store, its label, its consequence (``entails``), its law, and the heading of
    its group. All but the value may be empty.

    In a label that is read aloud, asterisks mark in bold what differs from the other options: "You *forbid* a
    [card:suit] lead". Options of one *group* stand together under its heading: "The lead is refused". An option that is
    not *allowed* is read aloud with its cost, and cannot be chosen.
    """

    value: str
    label: str
    entails: str = field(default="", kw_only=True)
    law: str = field(default="", kw_only=True)
    group: str = field(default="", kw_only=True)
    allowed: bool = field(default=True, kw_only=True)


class Choice(Enum):
    """The options of a question: ``NAME = Option(value, label, entails=…, law=…, group=…)``."""

    option: Option

    def __new__(cls, option: Option) -> Self:
        member = object.__new__(cls)
        member._value_ = option.value
        member.option = option
        return member

    @property
    def label(self) -> str:
        return self.option.label

    @property
    def entails(self) -> str:
        return self.option.entails

    @property
    def law(self) -> str:
        return self.option.law


class Given:
    """Source of an answer in facts: *function* takes their values and returns the answer, or ``None`` when they do not
    determine it. A fact may itself follow from others, such as the partner of a player.

    The function is pure and its facts have finitely many values, so that it compiles to a table. With ``ask=True`` the
    facts are asked in place of the question (a tap on the compass rather than "declarer, dummy or defender?").
    """

    def __init__(self, function: Callable[..., object], *facts: "Fact[Any]", ask: bool = False) -> None:
        self.function = function
        self.facts = facts
        self.ask = ask
        self._rows: dict[str, str] = {}
        self._answers: dict[tuple[str, ...], str | None] = {}

    def answer(self, values: tuple[str, ...]) -> str | None:
        """Return the stored value that the facts imply, or ``None``; cached by the values."""
        if values not in self._answers:
            answer = self.function(*(fact.parse(value) for fact, value in zip(self.facts, values, strict=True)))
            self._answers[values] = None if answer is None else stored(answer)
        return self._answers[values]

    @property
    def table(self) -> dict[str, str]:
        """The answer for every combination of facts that settles the question: ``{"W,S": "defender", ...}``."""
        if not self._rows:
            answers = ((values, self.answer(values)) for values in product(*(fact.values for fact in self.facts)))
            rows = {",".join(values): answer for values, answer in answers if answer is not None}
            self._rows.update(rows)  # in one step: another thread never reads a part of it
        return self._rows

    def renamed(self, names: "Mapping[str, Fact[Any]]") -> "Given":
        """Return the same source with the fact names of a scope; the rows stay the same."""
        if not any(fact.id in names for fact in self.facts):
            return self
        inner = Given(self.function, *(names.get(fact.id, fact) for fact in self.facts), ask=self.ask)
        inner._rows, inner._answers = self._rows, self._answers
        return inner


def stored(value: object) -> str:
    """Return an answer as it is stored: a Choice's value, "yes" or "no", "E", "C4", "4"."""
    if isinstance(value, Choice):
        return str(value.value)
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


@dataclass(frozen=True)
class Told:
    """An answer read from the table, with the keys of the items that it comes from ("E:C4"), to show and to correct."""

    value: object
    by: tuple[str, ...] = ()


ASKED = Told(UNKNOWN)
"""Reading of a question that must be asked without a default: somebody speaks of a card that the table does not
have."""


NOTHING_NOTED = Table(followed=True)
"""An empty table about which everything is known; its answers are the defaults."""


class Seen:
    """Source of an answer in the state of the table: *function* takes the table and facts. It returns ``None`` when the
    table does not say, and `ASKED` when no default may be supposed either.

    The law asks the facts first; while one is unknown, the table is not read. Tables have too many states to enumerate,
    so that `explore` asks the question, with all its branches. A device receives the `rows` of one table, for all
    values of the facts.
    """

    def __init__(self, function: Callable[..., object], *facts: "Fact[Any]") -> None:
        self.function = function
        self.facts = facts

    def told(self, table: Table, values: tuple[str, ...]) -> Told | None:
        """Return the answer that this table gives, as it is stored; *values* are those of the facts, in order."""
        seen = self.function(table, *(fact.parse(value) for fact, value in zip(self.facts, values, strict=True)))
        if seen is None:
            return None
        told = seen if isinstance(seen, Told) else Told(seen)
        return Told(stored(told.value), told.by)

    def is_silence(self, told: Told, values: tuple[str, ...]) -> bool:
        """Is the answer the default of an empty table, which no card gave?"""
        if told.by or told.value == UNKNOWN:
            return False
        nothing = self.told(NOTHING_NOTED, values)
        return nothing is not None and nothing.value == told.value

    def rows(self, table: Table) -> "dict[str, Told]":
        """Return the answer of this table for every combination of facts that settles it, as `Given.table` does for
        facts alone."""
        rows = {}
        for values in product(*(fact.values for fact in self.facts)):
            told = self.told(table, values)
            if told is not None:
                rows[",".join(values)] = told
        return rows

    def renamed(self, names: "Mapping[str, Fact[Any]]") -> "Seen":
        """Return the same source with the fact names of a scope."""
        if not any(fact.id in names for fact in self.facts):
            return self
        return Seen(self.function, *(names.get(fact.id, fact) for fact in self.facts))


C = TypeVar("C", bound=Choice)


@dataclass(frozen=True)
class Question(Generic[T]):
    """The base of every question: an id that keeps its meaning for ever, the law that makes it relevant, its words.

    ``leads_on`` is the answer when nothing special happened, and ``taken`` is that answer as a statement. A page may
    print the statement above the next question, so that one tap answers both. Only a fact that the director sees, or
    asks aloud at once, may have ``taken``; a choice never has it, nor has the question whether all agree. For several
    exceptions ``taken`` has the questions to ask aloud, and one "yes" leads to their list.

    ``say`` is the sentence that the director reads to a player before he can answer. Consecutive questions with the
    same name in ``together`` stand on one page.
    """

    kind: ClassVar[str] = ""

    id: str
    law: str
    text: str
    why: str = field(default="", kw_only=True)
    given: Given | None = field(default=None, kw_only=True, compare=False)
    seen: Seen | None = field(default=None, kw_only=True, compare=False)
    chooser: str = field(default="", kw_only=True)
    roles: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)
    leads_on: str = field(default="", kw_only=True, compare=False)
    taken: str = field(default="", kw_only=True, compare=False)
    together: str = field(default="", kw_only=True, compare=False)
    say: str = field(default="", kw_only=True, compare=False)

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers to show, in the order of the Law; empty when the answer is typed."""
        return ()

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Every value that may be stored; empty when any words may."""
        return tuple(option.value for option in self.options)

    @property
    def usual(self) -> str:
        """Default answer, from a regulation or an assumption; "" for a question that has none."""
        return ""

    @property
    def expected(self) -> str:
        """The admitted values, for an error message."""
        return " | ".join(self.values) or "words"

    @property
    def refusal(self) -> str:
        """The sentence that refuses an answer which contradicts known facts; "" when no fact bounds the question."""
        return ""

    def parse(self, value: str) -> T:
        """Return the answer of a stored *value*.

        :raises InvalidAnswer: the question does not admit it.
        """
        raise NotImplementedError

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        """Return the same question, bounded to the answers that the known facts and the table allow."""
        return self

    def answered_by(self, given: Given) -> Self:
        """Return the same question with these facts as a source of its answer."""
        return replace(self, given=given)

    def seen_by(self, seen: Seen) -> Self:
        """Return the same question with the table as a source of its answer."""
        return replace(self, seen=seen)

    def scoped(self, prefix: str, roles: dict[str, str], facts: "Mapping[str, Fact[Any]]") -> Self:
        """Return the same question for another player, with a prefix: ``east.26b_suit``. *facts* are those of the
        scope, by id."""
        if not prefix:
            return self
        given, seen = self.given, self.seen
        return replace(
            self,
            id=f"{prefix}.{self.id}",
            roles=(*self.roles, *roles.items()),
            given=given and given.renamed(facts),
            seen=seen and seen.renamed(facts),
        )


@dataclass(frozen=True)
class YesNo(Question[bool]):
    """A question answered yes or no. With ``assumed`` it is not asked: this answer stands in the trail unless the table
    gives another, and a tap changes it."""

    kind = "yes_no"

    assumed: str = field(default="", kw_only=True)

    @property
    def options(self) -> tuple[Option, ...]:
        return YES_NO

    @property
    def usual(self) -> str:
        return self.assumed

    def parse(self, value: str) -> bool:
        if value not in (YES, NO):
            raise InvalidAnswer(self, value)
        return value == YES


@dataclass(frozen=True)
class ChooseOne(Question[C]):
    """A question with a few options. With ``chooser`` a player chooses, and all options are read aloud (Law 10C1).

    With ``default`` it is a regulation, which is never asked: the tournament's facts or this value answer it. With
    ``assumed`` it is not asked either: the table answers, or this value is supposed and may be changed. The values
    ``kept`` are options of an earlier version: they stay readable for ever, and are offered only where one was given.
    ``lacks`` returns the options that the table rules out; these are not offered. With ``boxes`` several options may be
    true at once ("several"): for each value, the yes/no questions that it answers with yes.
    """

    kind = "choice"

    choices: type[C]
    default: str = field(default="", kw_only=True)
    assumed: str = field(default="", kw_only=True)
    kept: tuple[str, ...] = field(default=(), kw_only=True, compare=False)
    lacks: "Callable[[Table], tuple[str, ...]] | None" = field(default=None, kw_only=True, compare=False)
    left_out: tuple[str, ...] = field(default=(), kw_only=True, compare=False)
    boxes: tuple[tuple[str, tuple[str, ...]], ...] = field(default=(), kw_only=True, compare=False)

    @property
    def options(self) -> tuple[Option, ...]:
        offered = options_of(self.choices)
        without = (*self.kept, *self.left_out)
        return tuple(option for option in offered if option.value not in without) if without else offered

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        left_out = self.lacks(table) if self.lacks and table else ()
        kept = tuple(value for value in self.kept if value != known.get(self.id, ""))
        return self if (kept, left_out) == (self.kept, ()) else replace(self, kept=kept, left_out=left_out)

    @property
    def usual(self) -> str:
        return self.default or self.assumed

    def parse(self, value: str) -> C:
        try:
            return self.choices(value)  # type: ignore[arg-type]
        except ValueError:
            raise InvalidAnswer(self, value) from None


@cache
def options_of(choices: type[Choice]) -> tuple[Option, ...]:
    """Return the options of a Choice, in the order of the Law."""
    return tuple(choice.option for choice in choices)


class Handle:
    """A fact that a law may hand on and print, but not branch on: comparing it raises ``TypeError``."""

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
    """A seat, a card, a number or words: stored and printed, computed with after the ruling, never branched on.

    A fact that ``follows`` is computed from other facts (``given``): it is never asked, and is unknown while one of
    them is. A fact that is ``noted`` is never asked either: the director may note it beside the ruling, and it does not
    change the ruling.
    """

    follows: bool = field(default=False, kw_only=True, compare=False)
    noted: bool = field(default=False, kw_only=True, compare=False)

    @property
    def usual(self) -> str:
        return "" if self.asked else UNKNOWN

    @property
    def asked(self) -> bool:
        """Is the fact ever asked? One that follows, or that is noted, is not."""
        return not (self.follows or self.noted)


def parsed(facts: "tuple[Fact[Any], ...]", known: "Mapping[str, str]") -> list[Any]:
    """Return the parsed values of these facts, each ``None`` while it is unknown."""
    values = ((fact, known.get(fact.id, UNKNOWN)) for fact in facts)
    return [None if value == UNKNOWN else fact.parse(value) for fact, value in values]


YES_NO = (Option(YES, gettext_noop("Yes")), Option(NO, gettext_noop("No")))

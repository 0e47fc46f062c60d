"""What every question has, and the three that are answered or stored: yes or no, one of several, a fact."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from rulings.engine.answers import NO, UNKNOWN, YES, Choice, Given, InvalidAnswer, Option, Seen
from rulings.engine.text import gettext_noop
from rulings.table import Table

T = TypeVar("T")

C = TypeVar("C", bound=Choice)


@dataclass(frozen=True)
class Question(Generic[T]):
    """What every question has: an id that keeps its meaning for ever, the law that makes it relevant, its words.

    ``leads_on`` is the answer when nothing special happened: a page may show what is asked after it beneath, and one
    tap answers both.
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

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers to show, in the order of the Law; empty where the answer is typed."""
        return ()

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Every value that may be stored; empty when any words may."""
        return tuple(option.value for option in self.options)

    @property
    def usual(self) -> str:
        """The answer while nobody says otherwise: a regulation's, or one that is assumed; "" where it is asked."""
        return ""

    @property
    def expected(self) -> str:
        """The admitted values, for an error message."""
        return " | ".join(self.values) or "words"

    @property
    def refusal(self) -> str:
        """The sentence for an answer that what is known does not leave; "" where nothing bounds the question."""
        return ""

    def parse(self, value: str) -> T:
        """The answer that a stored *value* stands for.

        :raises InvalidAnswer: the question does not admit it.
        """
        raise NotImplementedError

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        """The same question with the answers alone that what is known, and the table, leave."""
        return self

    def answered_by(self, given: Given) -> Self:
        """The same question, which these facts may answer in place of the director."""
        return replace(self, given=given)

    def seen_by(self, seen: Seen) -> Self:
        """The same question, which the table may answer in place of the director."""
        return replace(self, seen=seen)

    def scoped(self, prefix: str, roles: dict[str, str], facts: "Mapping[str, Fact[Any]]") -> Self:
        """The same question asked again of somebody else: ``east.26b_suit``. *facts* are those of the scope, by id."""
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
    """A question answered yes or no. With ``assumed``, that is the answer while neither the table nor anybody says
    otherwise: it is never asked, it is shown in the trail and changed with a tap."""

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

    With ``default`` it is a regulation: answered already, by the tournament's facts or by this value (never asked).
    With ``assumed`` it is not asked either: the table says, or this value is supposed and may be changed.
    The values ``kept`` were answers of an earlier version: they are read for ever, and offered where one was given.
    With ``lacks`` the table may leave some out: the values that it gives are not offered.
    With ``boxes`` several may be true at once ("several"): by value, the yes/no questions that are yes then.
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
        return tuple(one for one in offered if one.value not in without) if without else offered

    def within(self, known: "Mapping[str, str]", table: Table | None = None) -> Self:
        left_out = self.lacks(table) if self.lacks and table else ()
        kept = tuple(one for one in self.kept if one != known.get(self.id, ""))
        return self if (kept, left_out) == (self.kept, ()) else replace(self, kept=kept, left_out=left_out)

    @property
    def usual(self) -> str:
        return self.default or self.assumed

    def parse(self, value: str) -> C:
        try:
            return self.choices(value)  # type: ignore[call-arg]
        except ValueError:
            raise InvalidAnswer(self, value) from None


@cache
def options_of(choices: type[Choice]) -> tuple[Option, ...]:
    """The options of a Choice, in the order of the Law."""
    return tuple(Option(str(one.value), one.label, one.entails, one.law, one.group) for one in choices)


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
    """A seat, a card, a number or words: stored and printed, computed with after the ruling, never branched on.

    One that ``follows`` says no more than the facts it is given: it is never asked, and unknown while they are.
    """

    follows: bool = field(default=False, kw_only=True, compare=False)

    @property
    def usual(self) -> str:
        return UNKNOWN if self.follows else ""


def parsed(facts: "tuple[Fact[Any], ...]", known: "Mapping[str, str]") -> list[Any]:
    """What these facts stand for, each ``None`` while it is unknown."""
    values = ((fact, known.get(fact.id, UNKNOWN)) for fact in facts)
    return [None if value == UNKNOWN else fact.parse(value) for fact, value in values]


YES_NO = (Option(YES, gettext_noop("Yes")), Option(NO, gettext_noop("No")))

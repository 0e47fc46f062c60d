"""The argument `ask` of a law, and the states of an inquiry: asking, waiting, ruled."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from rulings.engine.questions import (
    UNKNOWN,
    Choice,
    ChooseOne,
    Fact,
    Handle,
    Moment,
    Question,
    YesNo,
)
from rulings.engine.ruling import Ruling, When
from rulings.table import Table, table_at

C = TypeVar("C", bound=Choice)

T = TypeVar("T")


@dataclass(frozen=True)
class Step:
    """One line of the trail: a question, the value that answered it, and the law of that answer.

    ``derived`` is true when facts or the table answered in the director's place. ``by`` has the keys of the cards on
    the table that gave the answer ("E:C4"). ``supposed`` is true for a default: the table has no such card noted, or
    the law assumes the answer until somebody corrects it.
    """

    question: Question[Any]
    value: str
    derived: bool = False
    by: tuple[str, ...] = ()
    supposed: bool = False

    @property
    def law(self) -> str:
        """The law of the option chosen, or of the question."""
        chosen = next((option.law for option in self.question.options if option.value == self.value), "")
        return chosen or self.question.law


@dataclass(frozen=True)
class State:
    """State of an inquiry. ``trail`` has the questions with their answers, in the order of the Law."""

    trail: tuple[Step, ...]

    @property
    def read(self) -> dict[str, str]:
        """Values that the law received, by question id: answers of the director, and values from facts and the
        table."""
        return {step.question.id: step.value for step in self.trail}

    @property
    def questions(self) -> dict[str, Question[Any]]:
        """Questions of the trail by id; each may be answered again."""
        return {step.question.id: step.question for step in self.trail}


@dataclass(frozen=True)
class Asking(State):
    """A law that waits for an answer. ``instead_of`` is the question that this fact would answer, if any."""

    question: Question[Any]
    instead_of: str = ""

    @property
    def questions(self) -> dict[str, Question[Any]]:
        return super().questions | {self.question.id: self.question}


@dataclass(frozen=True)
class Ending(State):
    """A state with a ruling. ``law_refs`` are all its laws, each once, those of the trail first; facts add none."""

    ruling: Ruling

    @property
    def law_refs(self) -> tuple[str, ...]:
        refs = [step.law for step in self.trail if not isinstance(step.question, Fact)]
        refs += [self.ruling.law]
        refs += [effect.law for effect in self.ruling.rectifications]
        refs += [duty.law for duty in self.ruling.duties]
        return tuple(dict.fromkeys(refs))


@dataclass(frozen=True)
class Waiting(Ending):
    """A pause until a moment; ``ruling`` holds until then, and is printed as provisional."""

    moment: When

    @property
    def questions(self) -> dict[str, Question[Any]]:
        return super().questions | {self.moment.value: moment_question(self.moment, self.ruling.law)}


@dataclass(frozen=True)
class Ruled(Ending):
    """The end of the inquiry."""


class Stop(Exception):
    def __init__(self, question: Question[Any], instead_of: str = "") -> None:
        self.question = question
        self.instead_of = instead_of


class Pause(Exception):
    def __init__(self, moment: When, ruling: Ruling) -> None:
        self.moment = moment
        self.ruling = ruling


def moment_question(moment: When, law: str) -> Moment:
    """Return the question whose only answer is that the moment has come."""
    return Moment(moment.value, law, moment.label)


class Ask:
    """The argument of a law: ``ask(QUESTION)`` returns the answer, or stops the law there.

    It looks for the answer in this order: an answer given, or a fact passed on; the value read from the table; the
    value that facts imply; a regulation or an assumption. If there is none, the question is asked.
    """

    def __init__(self, known: Mapping[str, str], table: Table | None = None, *, every_regulation: bool = False) -> None:
        self._known = dict(known)
        self._table = table
        self._every_regulation = every_regulation
        self._prefix = ""
        self._steps: dict[str, Step] = {}
        self._by: dict[str, tuple[str, ...]] = {}
        self._supposed: set[str] = set()
        self._denied: set[str] = set()
        self._roles: dict[str, str] = {}
        self._facts: dict[str, Fact[Any]] = {}

    @property
    def trail(self) -> tuple[Step, ...]:
        """The steps so far; each question once."""
        return tuple(self._steps.values())

    def scope(self, prefix: str, **roles: str) -> "Ask":
        """Return the same inquiry with *prefix* before its question ids, for a procedure that is called again for
        another player.

        *roles* rename the blanks of its words. A fact asked within the scope takes the place of the fact of the same
        name outside.
        """
        inner = copy(self)
        inner._prefix = f"{self._prefix}.{prefix}" if self._prefix else prefix
        inner._roles, inner._facts = self._roles | roles, dict(self._facts)
        return inner

    @overload
    def __call__(self, question: YesNo) -> bool: ...
    @overload
    def __call__(self, question: ChooseOne[C]) -> C: ...
    @overload
    def __call__(self, question: Fact[Any]) -> Handle: ...
    def __call__(self, question: Question[Any]) -> object:
        return self._ask(question)

    def _ask(self, question: Question[Any]) -> object:
        plain_id = question.id
        question = question.scoped(self._prefix, self._roles, self._facts)
        if self._prefix and isinstance(question, Fact):
            self._facts[plain_id] = question
        question = self._within(question)
        if question.id in self._known and not self._facts_settle(question):
            self._note_a_denial(question)
            return self._take(question, self._known[question.id])
        if self._table is not None and self._sees(question, self._table):
            return self._take(question, self._known[question.id], derived=True)
        value = self._from_facts(question)
        if isinstance(question, Fact):
            self._known[question.id] = value
        return self._take(question, value, derived=True)

    def _within(self, question: Question[T]) -> Question[T]:
        """Return the question bounded by known facts. An earlier answer outside the bounds is removed, so that the
        question is asked again."""
        bounded = question.within(self._known, self._table)
        if bounded is question:
            return question
        given = self._known.get(question.id, UNKNOWN)
        if given != UNKNOWN and given in question.values and given not in bounded.values:
            self._known.pop(question.id)
        return bounded

    def instead_of(self, earlier: Fact[Any], *facts: Fact[Any]) -> None:
        """Ask for these *facts*, unless an inquiry of an earlier version has the fact that they replace."""
        for fact in (earlier,) if earlier.id in self._known else facts:
            self._ask(fact)

    def wait(self, moment: When, *, meanwhile: Ruling) -> None:
        """Stop the law until *moment*; *meanwhile* holds until then. A law waits once for each moment.

        After the moment the law sees the table as it was then, if the facts have it (`table_at`).
        """
        question = moment_question(moment, meanwhile.law)
        if question.id not in self._known:
            raise Pause(moment, meanwhile)
        self._take(question, self._known[question.id])
        if later := self._known.get(table_at(moment.value)):
            self._table = Table.read(later)

    def _sees(self, question: Question[Any], table: Table) -> bool:
        """Does the table answer the question? If so, store the answer as if the director had given it."""
        seen = question.seen
        if seen is None:
            return False
        values = tuple(self._known.get(fact.id, UNKNOWN) for fact in seen.facts)
        told = None if UNKNOWN in values else seen.told(table, values)
        if told is None:
            return False
        silent = seen.is_silence(told, values)
        if told.value == UNKNOWN or (silent and self._denied):
            raise Stop(question)
        if isinstance(question, ChooseOne) and str(told.value) not in question.values:
            return False  # once the director has denied another line of the table, its answer here is in doubt
        self._known[question.id] = str(told.value)
        self._by[question.id] = told.by
        if silent:
            self._supposed.add(question.id)
        return True

    def _note_a_denial(self, question: Question[Any]) -> None:
        """Record that the director's answer contradicts the default of an empty table: he knows a card that is not
        noted. From then on such defaults answer no question."""
        if self._table is None or question.seen is None or question.id in self._by:
            return
        values = tuple(self._known.get(fact.id, UNKNOWN) for fact in question.seen.facts)
        told = None if UNKNOWN in values else question.seen.told(self._table, values)
        if told is not None and question.seen.is_silence(told, values) and told.value != self._known[question.id]:
            self._denied.add(question.id)

    def _take(self, question: Question[Any], value: str, *, derived: bool = False) -> object:
        if isinstance(question, Fact):
            if value != UNKNOWN:
                question.parse(value)
            self._note(question, value, derived)
            return Handle(question.id)
        answer = question.parse(value)
        self._note(question, value, derived)
        return answer

    def _note(self, question: Question[Any], value: str, derived: bool) -> None:
        noted = self._steps.get(question.id)
        if noted is None:
            told_by = self._by.get(question.id)
            supposed = derived and question.id in self._supposed
            self._steps[question.id] = Step(question, value, derived or told_by is not None, told_by or (), supposed)
        elif noted.question is not question and noted.question != question:
            raise LookupError(f"two questions share the id {question.id!r}")

    def _facts_settle(self, question: Question[Any]) -> bool:
        """Do the facts that are asked in place of the question answer it? If one of them is unknown, they stay in the
        trail, and the question is asked."""
        given = question.given
        if given is None or not given.ask or any(fact.id not in self._known for fact in given.facts):
            return False
        values = tuple(self._known[fact.id] for fact in given.facts)
        if UNKNOWN not in values:
            return given.answer(values) is not None
        for fact, value in zip(given.facts, values, strict=True):
            self._take(self._within(fact), value)
        return False

    def _from_facts(self, question: Question[Any]) -> str:
        given = question.given
        if given is None:
            return self._as_usual(question)
        facts = tuple(self._within(fact) for fact in given.facts)
        if given.ask:
            for fact in facts:
                if fact.id not in self._known and not (self._table and self._sees(fact, self._table)):
                    raise Stop(fact, instead_of=question.id)
                self._take(fact, self._known[fact.id])
        else:
            for fact in facts:
                if fact.id in self._known:
                    self._take(fact, self._known[fact.id], derived=True)
        values = tuple(self._known.get(fact.id, UNKNOWN) for fact in facts)
        answer = None if UNKNOWN in values else given.answer(values)
        return self._as_usual(question) if answer is None else answer

    def _as_usual(self, question: Question[Any]) -> str:
        if question.usual and not self._every_regulation:
            if isinstance(question, YesNo | ChooseOne) and question.usual == question.assumed:
                self._supposed.add(question.id)
            return question.usual
        raise Stop(question)

"""The engine: run a law; where it asks what is not known yet, stop and show the question; with the answer, run again.

A law is a plain function of ``ask`` that returns a ``Ruling`` (docs/adr/001). Everything here follows from that:
``step`` for one moment of an inquiry, ``explore`` for every path, ``compile_tree`` for a device without a network.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from rulings.questions import (
    UNKNOWN,
    Choice,
    ChooseOne,
    Count,
    Fact,
    Given,
    Handle,
    InvalidAnswer,
    Moment,
    Question,
    WhichCard,
    WhichSeat,
    WhichSuit,
    Words,
    YesNo,
)
from rulings.roles import from_deal
from rulings.ruling import Ruling, When

C = TypeVar("C", bound=Choice)

FACTS = (WhichSeat, WhichCard, WhichSuit, Count, Words)


@dataclass(frozen=True)
class Step:
    """One line of the trail: a question, the value that answered it, and the law of that answer.

    ``derived`` says that facts answered in the director's place.
    """

    question: Question[Any]
    value: str
    derived: bool = False

    @property
    def law(self) -> str:
        """The law of the option chosen, or of the question."""
        chosen = next((option.law for option in self.question.options if option.value == self.value), "")
        return chosen or self.question.law


@dataclass(frozen=True)
class State:
    """Where an inquiry stands. ``trail`` is what was asked and answered, in the order of the Law."""

    trail: tuple[Step, ...]

    @property
    def questions(self) -> dict[str, Question[Any]]:
        """Every question of the trail by id: those that may be answered again."""
        return {step.question.id: step.question for step in self.trail}


@dataclass(frozen=True)
class Asking(State):
    """The law waits for an answer. ``instead_of`` is the question that this fact would answer, if any."""

    question: Question[Any]
    instead_of: str = ""

    @property
    def questions(self) -> dict[str, Question[Any]]:
        return super().questions | {self.question.id: self.question}


@dataclass(frozen=True)
class Ending(State):
    """A state with a ruling. ``law_refs`` are all its laws, trail first, each once."""

    ruling: Ruling

    @property
    def law_refs(self) -> tuple[str, ...]:
        refs = [step.law for step in self.trail]
        refs += [self.ruling.law]
        refs += [one.law for one in self.ruling.rectifications]
        refs += [one.law for one in self.ruling.duties]
        return tuple(dict.fromkeys(refs))


@dataclass(frozen=True)
class Waiting(Ending):
    """A moment must be reached first; until then ``ruling`` holds, and is printed as provisional."""

    moment: When

    @property
    def questions(self) -> dict[str, Question[Any]]:
        return super().questions | {self.moment.value: moment_question(self.moment, self.ruling.law)}


@dataclass(frozen=True)
class Ruled(Ending):
    """The end of the inquiry."""


class _Stop(Exception):
    def __init__(self, question: Question[Any], instead_of: str = "") -> None:
        self.question = question
        self.instead_of = instead_of


class _Pause(Exception):
    def __init__(self, moment: When, ruling: Ruling) -> None:
        self.moment = moment
        self.ruling = ruling


def moment_question(moment: When, law: str) -> Moment:
    """The question whose one answer is that the moment has come."""
    return Moment(moment.value, law, moment.label)


class Ask:
    """What a law is given: ``ask(QUESTION)`` answers, or stops the law there."""

    def __init__(self, known: Mapping[str, str], *, every_regulation: bool = False) -> None:
        self._known = known
        self._every_regulation = every_regulation
        self._steps: dict[str, Step] = {}
        self._prefix = ""
        self._roles: dict[str, str] = {}

    @property
    def trail(self) -> tuple[Step, ...]:
        """What was asked so far, each question once."""
        return tuple(self._steps.values())

    def scope(self, prefix: str, **roles: str) -> "Ask":
        """The same inquiry for a procedure called again of somebody else; *roles* rename the blanks of its words."""
        inner = Ask(self._known, every_regulation=self._every_regulation)
        inner._steps = self._steps
        inner._prefix = f"{self._prefix}.{prefix}" if self._prefix else prefix
        inner._roles = self._roles | roles
        return inner

    @overload
    def __call__(self, question: YesNo) -> bool: ...
    @overload
    def __call__(self, question: ChooseOne[C]) -> C: ...
    @overload
    def __call__(self, question: Fact[Any]) -> Handle: ...
    def __call__(self, question: Question[Any]) -> object:
        question = question.scoped(self._prefix, self._roles)
        if question.id in self._known and not self._facts_settle(question):
            return self._take(question, self._known[question.id])
        if isinstance(question, Fact):
            raise _Stop(question)
        return self._take(question, self._from_facts(question), derived=True)

    def wait(self, moment: When, *, meanwhile: Ruling) -> None:
        """Stops the law until *moment*; *meanwhile* holds until then. One wait a moment."""
        question = moment_question(moment, meanwhile.law)
        if question.id not in self._known:
            raise _Pause(moment, meanwhile)
        self._take(question, self._known[question.id])

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
        seen = self._steps.setdefault(question.id, Step(question, value, derived))
        if seen.question != question:
            raise LookupError(f"two questions share the id {question.id!r}")

    def _facts_settle(self, question: Question[Any]) -> bool:
        """Are the facts that stand in for an answered question known by now? One that nobody could give is noted."""
        given = question.given
        if given is None or not given.ask or any(fact.id not in self._known for fact in given.facts):
            return False
        values = tuple(self._known[fact.id] for fact in given.facts)
        if UNKNOWN not in values:
            return given.answer(values) is not None
        for fact, value in zip(given.facts, values, strict=True):
            self._take(fact, value)
        return False

    def _from_facts(self, question: Question[Any]) -> str:
        if isinstance(question, ChooseOne) and question.default and not self._every_regulation:
            return question.default
        given = question.given
        if given is None:
            raise _Stop(question)
        if given.ask:
            for fact in given.facts:
                if fact.id not in self._known:
                    raise _Stop(fact, instead_of=question.id)
                self._take(fact, self._known[fact.id])
        values = tuple(self._known.get(fact.id, UNKNOWN) for fact in given.facts)
        for fact, value in zip(given.facts, values, strict=True):
            if value != UNKNOWN:
                fact.parse(value)
            if fact.id in self._known:
                self._note(fact, value, derived=not given.ask)
        found = None if UNKNOWN in values else given.answer(values)
        if found is None:
            raise _Stop(question)
        return found


@dataclass(frozen=True)
class Law:
    """An entry point: the id it is called by, a title, the function that rules, and how a director finds it.

    ``tile`` is the picture of the first screen it stands under, ``finds`` are the players' words for it.
    """

    id: str
    title: str
    function: Callable[[Ask], Ruling]
    tile: str = ""
    finds: str = ""
    edition: str = "2017"

    def step(self, answers: Mapping[str, str]) -> Asking | Waiting | Ruled:
        """Where the inquiry stands with these answers and facts, by question id.

        Answers to questions that are not asked do not count and are not checked.

        :raises InvalidAnswer: an answer is not one that its question admits.
        """
        return self._run(Ask(from_deal(answers)))

    def look(self, answers: Mapping[str, str]) -> Asking | Waiting | Ruled:
        """The same without the defaults of regulations, so that each of their values is seen: for the enumeration."""
        return self._run(Ask(answers, every_regulation=True))

    def _run(self, ask: Ask) -> Asking | Waiting | Ruled:
        try:
            ruling = self.function(ask)
        except _Stop as stop:
            return Asking(ask.trail, stop.question, stop.instead_of)
        except _Pause as pause:
            return Waiting(ask.trail, pause.ruling, pause.moment)
        return Ruled(ask.trail, ruling)


@dataclass(frozen=True)
class Path:
    """One way through a law: the answers given, and the state they lead to."""

    answers: dict[str, str]
    end: Waiting | Ruled


def explore(law: Law) -> Iterator[Path]:
    """Every path of a law. Facts are left unknown (one branch each); a pause is given, then what follows it."""
    pending: list[dict[str, str]] = [{}]
    while pending:
        answers = pending.pop()
        state = law.look(answers)
        match state:
            case Asking(question=question):
                values = [UNKNOWN] if isinstance(question, Fact) else list(question.values)
                pending += [answers | {question.id: value} for value in reversed(values)]
            case Waiting(moment=moment):
                yield Path(answers, state)
                pending.append(answers | {moment.value: "reached"})
            case Ruled():
                yield Path(answers, state)


def compile_tree(law: Law) -> dict[str, Any]:
    """The law as plain data that a device can walk without rules: known answer, else table, else ask.

    ``nodes`` and ``tables`` are shared where they are equal; ``root`` is the first node. A node is one of: ``ask`` (a
    question, ``next`` by value, ``given`` with its facts and the index of its table), ``fact`` (one ``next``; skipped
    when ``unless`` is answered), ``wait`` (the ruling meanwhile, and ``next``), ``ruling``.
    """
    nodes: dict[str, int] = {}
    tables: dict[str, int] = {}
    indexes: dict[int, int] = {}
    questions: dict[str, Any] = {}

    def table(given: Given) -> int:
        if id(given) not in indexes:
            indexes[id(given)] = tables.setdefault(json.dumps(given.table), len(tables))
        return indexes[id(given)]

    def share(node: dict[str, Any]) -> int:
        return nodes.setdefault(json.dumps(node, sort_keys=True, ensure_ascii=False), len(nodes))

    def visit(answers: dict[str, str]) -> int:
        state = law.look(answers)
        match state:
            case Ruled(ruling=ruling):
                return share({"ruling": ruling.as_json()})
            case Waiting(moment=moment, ruling=ruling):
                following = visit(answers | {moment.value: "reached"})
                return share({"wait": moment.value, "ruling": ruling.as_json(), "next": following})
            case Asking(question=question, instead_of=instead_of):
                questions[question.id] = describe(question)
                if isinstance(question, Fact):
                    node: dict[str, Any] = {"fact": question.id, "next": visit(answers | {question.id: UNKNOWN})}
                    return share(node | ({"unless": instead_of} if instead_of else {}))
                following_by_value = {value: visit(answers | {question.id: value}) for value in question.values}
                node = {"ask": question.id, "next": following_by_value}
                if isinstance(question, ChooseOne) and question.default:
                    node["given"] = {
                        "facts": [],
                        "table": tables.setdefault(f'{{"": "{question.default}"}}', len(tables)),
                    }
                elif question.given is not None:
                    given = question.given
                    node["given"] = {"facts": [fact.id for fact in given.facts], "table": table(given)}
                return share(node)

    root = visit({})
    return {
        "law": law.id,
        "title": law.title,
        "edition": law.edition,
        "root": root,
        "questions": questions,
        "nodes": [json.loads(node) for node in nodes],
        "tables": [json.loads(one) for one in tables],
    }


def describe(question: Question[Any]) -> dict[str, Any]:
    """A question as plain data: id, law, kind, words and options."""
    data: dict[str, Any] = {"id": question.id, "law": question.law, "kind": question.kind, "text": question.text}
    if question.why:
        data["why"] = question.why
    if question.chooser:
        data |= {"chooser": question.chooser, "no_consult": True}
    if question.roles:
        data["roles"] = dict(question.roles)
    if question.kind in ("yes_no", "choice", "moment"):
        data["options"] = [
            {"value": option.value, "label": option.label}
            | ({"entails": option.entails} if option.entails else {})
            | ({"law": option.law} if option.law else {})
            for option in question.options
        ]
    return data


__all__ = [
    "Ask",
    "Asking",
    "Ending",
    "InvalidAnswer",
    "Law",
    "Path",
    "Ruled",
    "State",
    "Step",
    "Waiting",
    "compile_tree",
    "describe",
    "explore",
]

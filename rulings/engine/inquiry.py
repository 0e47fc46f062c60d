"""The engine: it runs a law up to the first question without an answer, shows that question, and runs the law again
with the answer.

A law is a plain function of ``ask`` that returns a ``Ruling`` (docs/adr/001). Everything here follows from that:
``step`` for one moment of an inquiry, ``explore`` for every path, ``compile_tree`` for a device without a network.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from rulings.engine.asking import Ask, Asking, Ending, Pause, Ruled, State, Step, Stop, Waiting, moment_question
from rulings.engine.facts import completed
from rulings.engine.question import NOTHING_NOTED
from rulings.engine.questions import (
    UNKNOWN,
    ChooseOne,
    Fact,
    InvalidAnswer,
    Moment,
    Question,
    Seen,
    Told,
    WhichCall,
    WhichSeat,
    WhichSuit,
    YesNo,
)
from rulings.engine.ruling import Ruling, When
from rulings.table import Table

__all__ = [
    "Ask",
    "Asking",
    "Ending",
    "InvalidAnswer",
    "Law",
    "Path",
    "Ruled",
    "Stage",
    "State",
    "Step",
    "Waiting",
    "compile_tree",
    "describe",
    "explore",
    "learn",
    "moment_question",
    "questions_of",
    "reading_name",
    "readings",
    "refs_of",
    "sources",
    "stages",
    "telling",
]


@dataclass(frozen=True)
class Law:
    """An entry point: its id, its title, the function that rules, and the words by which a director finds it.

    ``tile`` is its tile on the first screen, ``finds`` are the players' words for the irregularity.
    """

    id: str
    title: str
    function: Callable[[Ask], Ruling]
    tile: str = ""
    finds: str = ""
    edition: str = "2017"

    def step(self, answers: Mapping[str, str]) -> Asking | Waiting | Ruled:
        """Run the law with these answers and facts, by question id, and return its state.

        The table of the board is one of the facts, ``table``. Answers to questions that are not asked are ignored and
        not checked.

        :raises InvalidAnswer: a question does not admit its answer.
        """
        known = completed(answers)
        return self._run(Ask(known, Table.read(known.get("table", ""))))

    def look(self, answers: Mapping[str, str]) -> Asking | Waiting | Ruled:
        """Run the law without the defaults of regulations, so that `explore` visits each of their values."""
        return self._run(Ask(answers, every_regulation=True))

    def _run(self, ask: Ask) -> Asking | Waiting | Ruled:
        try:
            ruling = self.function(ask)
        except Stop as stop:
            return Asking(ask.trail, stop.question, stop.instead_of)
        except Pause as pause:
            return Waiting(ask.trail, pause.ruling, pause.moment)
        return Ruled(ask.trail, ruling)


Stage = tuple[str, Waiting | Ruled]
"""The moment that led to a ruling ("" for the first one), and the ruling."""


def stages(law: Law, answers: Mapping[str, str]) -> list[Stage]:
    """Return the rulings of an inquiry so far, in order: one for each pause that was passed, then the last one.

    A later ruling does not repeat an earlier one (24: the partner passes once; then the penalty card), so that the
    state of the table needs them all.
    """
    end = law.step(answers)
    moments = [step.question.id for step in end.trail if isinstance(step.question, Moment)]
    list_of_stages: list[Stage] = []
    for at, moment in enumerate(["", *moments]):
        later = moments[at:]
        state = law.step({name: value for name, value in answers.items() if name not in later}) if later else end
        if isinstance(state, Waiting | Ruled):
            list_of_stages.append((moment, state))
    return list_of_stages


@dataclass(frozen=True)
class Path:
    """One way through a law: the answers given, and the state they lead to."""

    answers: dict[str, str]
    end: Waiting | Ruled


class _Exploring(Ask):
    """An `Ask` that takes the first answer wherever the law would stop, and records the other answers and the
    pauses."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        super().__init__(answers, every_regulation=True)
        self.answers = dict(answers)
        self.left: list[dict[str, str]] = []
        self.pauses: list[Path] = []

    def _ask(self, question: Question[Any]) -> object:
        while True:
            try:
                return super()._ask(question)
            except Stop as stop:
                self._answer(stop.question)

    def _answer(self, question: Question[Any]) -> None:
        values = [UNKNOWN] if isinstance(question, Fact) else list(question.values)
        self.left += [self.answers | {question.id: value} for value in reversed(values[1:])]
        self._known[question.id] = self.answers[question.id] = values[0]

    def wait(self, moment: When, *, meanwhile: Ruling) -> None:
        if moment.value not in self._known:
            self.pauses.append(Path(dict(self.answers), Waiting(self.trail, meanwhile, moment)))
            self._known[moment.value] = self.answers[moment.value] = "reached"
        super().wait(moment, meanwhile=meanwhile)


def explore(law: Law) -> Iterator[Path]:
    """Yield every path of a law. Each fact is left unknown, so that it makes one branch. A path that pauses is yielded
    up to the pause, and then on to its end."""
    pending: list[dict[str, str]] = [{}]
    while pending:
        ask = _Exploring(pending.pop())
        ruling = law.function(ask)
        yield from ask.pauses
        yield Path(ask.answers, Ruled(ask.trail, ruling))
        pending += ask.left


@cache
def compile_tree(law: Law) -> dict[str, Any]:
    """Return the law as plain data, which a device follows without any code of the laws: it takes the known answer,
    else that of the table of the board, else that of the facts, else it asks.

    The result is cached and must not be changed.

    ``root`` is the index of the first of the ``nodes``; equal nodes occur once, and so do equal ``tables`` of answers.
    A node is one of these:

    - ``ask``: a question, with ``next`` by value. Its ``given`` has the facts that may answer it, and the index of a
      table of answers, whose row "" is the answer for all other values of the facts.
    - ``fact``: a fact, with one ``next``, and with ``given`` where it follows from other facts. It is skipped once the
      question ``unless`` is answered.
    - ``wait``: a moment, with the ruling until then, and ``next``.
    - ``ruling``: the end.

    A question may have two default answers: ``assumed``, which is that of row "", and ``silence``, which is that of a
    table of the board with nothing noted. A question with ``seen`` first takes its answer from the table of the board
    (`readings`). A node has ``seen`` of its own where the reading depends on the path to it, ``sees`` where the table
    of the board may replace a default, and ``among`` where the suits or players are bounded on that path.
    """
    nodes: dict[str, int] = {}
    tables: dict[str, int] = {}
    indexes: dict[int, int] = {}
    questions: dict[str, Any] = {}

    def table(question: Question[Any]) -> int:
        rows = question.given.table if question.given else {}
        if question.usual:
            rows = rows | {"": question.usual}
            return tables.setdefault(json.dumps(rows), len(tables))
        if id(rows) not in indexes:
            indexes[id(rows)] = tables.setdefault(json.dumps(rows), len(tables))
        return indexes[id(rows)]

    def share(node: dict[str, Any]) -> int:
        return nodes.setdefault(json.dumps(node, sort_keys=True, ensure_ascii=False), len(nodes))

    def visit(answers: dict[str, str]) -> int:
        state = law.look(answers)
        match state:
            case Ruled(ruling=ruling):
                return share({"ruling": ruling.as_json()})
            case Waiting(moment=moment, ruling=ruling):
                reached = visit(answers | {moment.value: "reached"})
                return share({"wait": moment.value, "ruling": ruling.as_json(), "next": reached})
            case Asking(question=question, instead_of=instead_of):
                questions[question.id] = describe(question)
                ways = seen_by_all(law).get(question.id, {})
                questions[question.id] |= _supposed(question, ways.values())
                if len(ways) == 1:
                    questions[question.id]["seen"] = [fact.id for seen in ways.values() for fact in seen.facts]
                node: dict[str, Any]
                if isinstance(question, Fact):
                    node = {"fact": question.id, "next": visit(answers | {question.id: UNKNOWN})}
                    node |= {"unless": instead_of} if instead_of else {}
                else:
                    following = {value: visit(answers | {question.id: value}) for value in question.values}
                    node = {"ask": question.id, "next": following}
                if question.usual or question.given:
                    facts = question.given.facts if question.given else ()
                    node["given"] = {"facts": [fact.id for fact in facts], "table": table(question)}
                if isinstance(question, WhichSeat | WhichSuit) and question.among is not None:
                    node["among"] = True
                if question.seen is not None and question.usual:
                    node["sees"] = True
                if len(ways) > 1 and question.seen is not None:
                    facts = question.seen.facts
                    node["seen"] = {"name": reading_name(law, question), "facts": [fact.id for fact in facts]}
                return share(node)

    root = visit({})
    return {
        "law": law.id,
        "title": law.title,
        "edition": law.edition,
        "root": root,
        "questions": questions,
        "nodes": [json.loads(node) for node in nodes],
        "tables": [json.loads(table) for table in tables],
    }


@dataclass(frozen=True)
class _Content:
    """Questions of all paths of a law by id, the ways in which the table answers them, the Laws that the paths cite,
    and the answers of a few paths (`telling`) that together have all these."""

    questions: dict[str, Question[Any]]
    seen_by: dict[str, dict[object, Seen]]
    refs: frozenset[str]
    telling: list[dict[str, str]]


_contents: dict[Law, _Content] = {}


def _content(law: Law) -> _Content:
    """Return the cached content of a law. Unless `learn` has stored it, every path of the law is walked once to collect
    it."""
    if law not in _contents:
        _contents[law] = _gathered(explore(law))
    return _contents[law]


def _gathered(paths: Iterable[Path]) -> _Content:
    """Collect the content of these paths. The telling ones are the first path with each question, reading and Law, and
    the last path with each question, because the bounds of a question differ by path and the last are kept."""
    questions: dict[str, Question[Any]] = {}
    seen_by: dict[str, dict[object, Seen]] = {}
    refs: set[str] = set()
    first: dict[int, dict[str, str]] = {}
    last: dict[str, tuple[int, dict[str, str]]] = {}
    for place, path in enumerate(paths):
        known = len(refs)
        shown = path.end.questions
        refs |= set(path.end.law_refs)
        new = len(refs) > known
        for step in path.end.trail:
            if step.question.given is not None:
                shown |= {fact.id: fact for fact in step.question.given.facts}
            if (seen := step.question.seen) is not None:
                ways = seen_by.setdefault(step.question.id, {})
                new = new or _way(seen) not in ways
                ways.setdefault(_way(seen), seen)
        if new or not shown.keys() <= questions.keys():
            first[place] = path.answers
        questions |= shown
        last |= dict.fromkeys(shown, (place, path.answers))
    telling = first | dict(last.values())
    return _Content(questions, seen_by, frozenset(refs), [telling[place] for place in sorted(telling)])


def telling(law: Law) -> list[dict[str, str]]:
    """List the answers of the few paths that together show every question, reading and citation of a law."""
    return _content(law).telling


def learn(law: Law, answers: Iterable[dict[str, str]]) -> None:
    """Store the content of a law from the answers of its `telling` paths, in a tenth of the time that all its paths
    would take."""
    if law not in _contents:
        ends = ((given, law.look(given)) for given in answers)
        _contents[law] = _gathered(Path(given, end) for given, end in ends if not isinstance(end, Asking))


def refs_of(law: Law) -> frozenset[str]:
    """List the Laws that any path of this law cites."""
    return _content(law).refs


def questions_of(law: Law) -> dict[str, Question[Any]]:
    """Return every question that a law may ask, by id, facts included."""
    return _content(law).questions


MOST_WAYS = 3
"""Most ways in which the table may answer a question on a device; beyond that the device asks it."""


@cache
def seen_by_all(law: Law) -> dict[str, dict[object, Seen]]:
    """Collect the ways in which the table answers each question, by question id. There may be several, depending on the
    path through the law. A question with more than `MOST_WAYS` is left out, so that a device asks it."""
    return {name: ways for name, ways in _content(law).seen_by.items() if len(ways) <= MOST_WAYS}


def _supposed(question: Question[Any], ways: Iterable[Seen]) -> dict[str, str]:
    """Return the default answers of a question: the one that the law assumes, and the one that an empty table gives."""
    assumed = question.assumed if isinstance(question, YesNo | ChooseOne) else ""
    told = [told for seen in ways for told in seen.rows(NOTHING_NOTED).values() if not told.by]
    silence = {str(value.value) for value in told} - {UNKNOWN}
    return ({"assumed": assumed} if assumed else {}) | ({"silence": min(silence)} if silence else {})


def _way(seen: Seen) -> object:
    """Return a key that distinguishes one way of reading the table from another."""
    return (seen.function, *(fact.id for fact in seen.facts))


def readings(law: Law, table: Table) -> dict[str, dict[str, str]]:
    """Return the answers that one table gives in a law: for each question that sees the table, the answer by the values
    of its facts. The key "already 1" is the second way of reading the question "already".

    A device stores this with the compiled law: known answer, else reading, else table of facts, else ask.
    """
    return {
        name: {row: str(told.value) for row, told in rows.items()} for name, rows in _told(law, table).items() if rows
    }


def sources(law: Law, table: Table) -> dict[str, dict[str, str]]:
    """Return the keys of the cards that gave each reading of a table: "already by" has "E:C4 E:D5" beside the "already"
    of `readings`. A row that no card gave is left out."""
    by_question = {
        f"{name} by": {row: " ".join(told.by) for row, told in rows.items() if told.by}
        for name, rows in _told(law, table).items()
    }
    return {name: rows for name, rows in by_question.items() if rows}


@lru_cache(maxsize=256)
def _told(law: Law, table: Table) -> dict[str, dict[str, Told]]:
    return {
        _reading(name, ways, way): seen.rows(table)
        for name, ways in seen_by_all(law).items()
        for way, seen in ways.items()
    }


def reading_name(law: Law, question: Question[Any]) -> str:
    """Return the key of this question in `readings`, for the way in which it is asked here; "" where a device asks
    it."""
    ways = seen_by_all(law).get(question.id)
    return "" if question.seen is None or ways is None else _reading(question.id, ways, _way(question.seen))


def _reading(name: str, ways: Mapping[object, Seen], way: object) -> str:
    return name if len(ways) == 1 else f"{name} {list(ways).index(way)}"


def limits(law: Law, table: Table) -> dict[str, dict[str, str]]:
    """Return the bounds that one table sets on questions, where they differ from the bounds of the earlier answers.
    "replacement refused" has the calls refused, by the values of those answers; "choice refused" the options refused;
    "suit left" the suits or players left, by the values of the facts. A device stores them with `readings`."""
    left_by_name = {}
    for name, question in questions_of(law).items():
        if (
            isinstance(question, WhichCall)
            and question.fits
            and (rows := question.fits.rows(table)) != question.fits.rows_without_a_table
        ):
            left_by_name[f"{name} refused"] = rows
        if isinstance(question, ChooseOne) and question.lacks and (left_out := question.lacks(table)):
            left_by_name[f"{name} refused"] = {"": " ".join(left_out)}
        if (
            isinstance(question, WhichSeat | WhichSuit)
            and question.among
            and (rows := question.among.rows(table)) != question.among.rows_without_a_table
        ):
            left_by_name[f"{name} left"] = rows
    return left_by_name


def describe(question: Question[Any]) -> dict[str, Any]:
    """Return a question as plain data: id, law, kind, words and options."""
    data: dict[str, Any] = {"id": question.id, "law": question.law, "kind": question.kind, "text": question.text}
    if question.why:
        data["why"] = question.why
    if question.say:
        data["say"] = question.say
    if question.chooser:
        data |= {"chooser": question.chooser, "no_consult": True}
    if question.roles:
        data["roles"] = dict(question.roles)
    if isinstance(question, Fact) and not question.asked:
        data["follows"] = True
    if question.kind in ("yes_no", "choice", "moment"):
        data["options"] = [
            {"value": option.value, "label": option.label}
            | ({"entails": option.entails} if option.entails else {})
            | ({"law": option.law} if option.law else {})
            | ({"group": option.group} if option.group else {})
            | ({} if option.allowed else {"allowed": False})
            for option in question.options
        ]
    return data

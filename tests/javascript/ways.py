"""Every point at which an inquiry may stand: all paths of a law, with and without the facts of a board and a table."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from os import environ
from random import Random
from typing import Any

from arbitrage.pages.devices import page_downloads
from rulings.engine.asking import Ask, State, Step, Stop
from rulings.engine.facts import completed
from rulings.engine.inquiry import Asking, Law, Waiting, explore, limits, reading_name, readings, sources
from rulings.engine.question import Seen
from rulings.engine.questions import UNKNOWN, Fact, Question
from rulings.regulations import FACTS as REGULATIONS
from rulings.table import Table
from tests.arbitrage.devices.offline_walks import LAWS, read_here_alone

Facts = dict[str, str]

EVERY_PLACE = "EVERY_PLACE" in environ
"""Are all places compared, which takes minutes, instead of a sample drawn by a seed (docs/tests.md)?"""


@dataclass(frozen=True)
class Place:
    """A point of an inquiry: a law, the *given* facts and answers, and the *state* on the server. *taken* are the facts
    that a device has taken along; in place of the table it has the *readings*, None if the table was not read."""

    law: Law
    given: Facts
    taken: Facts
    readings: Mapping[str, Mapping[str, str]] | None
    state: State


class Unread(Ask):
    """An `Ask` without a known table: a question that the table may answer gets no default answer."""

    def _as_usual(self, question: Question[Any]) -> str:
        if question.seen is not None:
            raise Stop(question)
        return super()._as_usual(question)


def unread(law: Law, given: Facts) -> State:
    """Return the state of an inquiry while the state of its table is unknown."""
    return law._run(Unread(completed(given)))


BOARDS: tuple[Facts, ...] = (
    {"contract": "3NT", "declarer": "S", "trumps": "NT", "vulnerability": "NS"},
    {"contract": "4Hx", "declarer": "E", "trumps": "H", "tricks": "9", "vulnerability": "All"},
)


def every_path(law: Law) -> Iterator[Place]:
    """Yield every step of every path with unknown facts on an unknown board. On two known boards, with each fact at its
    first or at its last value, yield the end of each path and one step drawn by a seed."""
    seen: set[frozenset[tuple[str, str]]] = set()
    chance = Random(law.id)
    for path in explore(law):
        questions = path.end.questions
        for board, at in ((None, None), (0, 0), (1, -1)):
            given = {} if board is None else dict(BOARDS[board])
            drawn: Collection[int] = range(len(path.answers) + 1)
            if board is not None and not EVERY_PLACE:
                drawn = {chance.randrange(len(path.answers) + 1), len(path.answers)}
            for place, (name, value) in enumerate([("", ""), *path.answers.items()]):
                if name:
                    given[name] = value if at is None else _at_its_end(questions.get(name), value, at)
                if place in drawn and (key := frozenset(given.items())) not in seen:
                    seen.add(key)
                    yield _without_a_table(law, given)


A_FEW = 0.25


def every_unread(law: Law) -> Iterator[Place]:
    """Yield, for a table that was not read, each question that it might answer, and the ends of paths drawn by a
    seed."""
    seen: set[frozenset[tuple[str, str]]] = set()
    chance = Random(f"{law.id} unread")
    for path in explore(law):
        sees = {step.question.id for step in path.end.trail if step.question.seen is not None and step.question.usual}
        names = list(path.answers)
        at = {names.index(name) for name in sees if name in names}
        at |= {len(names)} if sees and (EVERY_PLACE or chance.random() < A_FEW) else set()
        for place in at:
            given = {name: path.answers[name] for name in names[:place]}
            if (key := frozenset(given.items())) not in seen:
                seen.add(key)
                follows = {name: value for name, value in completed(given).items() if name in OF_EARLIER_VERSIONS}
                yield Place(law, given, follows | given, None, unread(law, given))


def given_up(place: Place) -> Place:
    """Return the place of a device that has taken this table along and then discarded it; the other facts stay."""
    given = {name: value for name, value in place.given.items() if name != "table"}
    return Place(place.law, given, place.taken, None, unread(place.law, given))


def every_end(law: Law) -> Iterator[Place]:
    """Yield the end of every path, and the last question before it."""
    seen: set[frozenset[tuple[str, str]]] = set()
    for path in explore(law):
        for given in (path.answers, dict(list(path.answers.items())[:-1])):
            if (key := frozenset(given.items())) not in seen:
                seen.add(key)
                yield _without_a_table(law, given)


def _without_a_table(law: Law, given: Facts) -> Place:
    """Return the place that *given* leads to. A device also takes along the facts that are completed for inquiries of
    earlier versions."""
    follows = {name: value for name, value in completed(given).items() if name in OF_EARLIER_VERSIONS}
    return Place(law, dict(given), follows | given, {}, law.step(given))


OF_EARLIER_VERSIONS = ("card", "second_card", "a_third_card", "second_offender", "auction_begun", "player")
"""Facts that `rulings.engine.facts` completes for inquiries of versions that did not ask for them yet."""


def _at_its_end(question: Question[Any] | None, value: str, at: int) -> str:
    if not isinstance(question, Fact) or question.kind in ("hands", "words"):
        return value
    return question.values[at]


def every_regulation(law: Law) -> Iterator[Place]:
    """Yield every step of every path under each value of each regulation that the law reads."""
    for path in explore(law):
        chosen = [name for name in path.answers if name in REGULATIONS]
        given = {name: path.answers[name] for name in chosen}
        for name, value in path.answers.items() if chosen else ():
            given[name] = value
            yield _without_a_table(law, given)


def every_table(law: Law, tables: tuple[Table, ...]) -> Iterator[Place]:
    """Yield places of a law on each of these tables that gives it different answers: one for each question that the
    table answers, and others drawn by a seed, where the director also denies answers of the table."""
    known: list[Any] = []
    for table in tables:
        read = readings(law, table) | sources(law, table) | limits(law, table)
        if not read or (read, table.declarer, table.trumps) in known:
            continue
        known.append((read, table.declarer, table.trumps))
        yield from _on_a_table(law, table, read, Random(f"{law.id} {len(known)}"))


MOST = 400 if EVERY_PLACE else 20
"""Number of places drawn on one table, besides those at which it answers a question."""


def _on_a_table(law: Law, table: Table, read: Mapping[str, Mapping[str, str]], chance: Random) -> Iterator[Place]:
    seen: set[frozenset[tuple[str, str]]] = set()
    for answers in _before_each_reading(law, table, read, chance):
        if (key := frozenset(answers.items())) not in seen:
            seen.add(key)
            yield _with_a_table(law, table, answers, read)
    pending: list[Facts] = [{}]
    most = len(seen) + MOST
    while pending and len(seen) < most:
        answers = pending.pop(chance.randrange(len(pending)))
        if (key := frozenset(answers.items())) in seen and answers:
            continue
        seen.add(key)
        yield (place := _with_a_table(law, table, answers, read))
        pending += _further(place.state, answers)


def _with_a_table(law: Law, table: Table, answers: Facts, read: Mapping[str, Mapping[str, str]]) -> Place:
    given = table.facts() | answers
    state: Any = law.step(given)
    if (alone := read_here_alone(law, state, given)) is not None:
        state = Asking(state.trail[: state.trail.index(alone)], alone.question)
    taken = {name: value for name, value in completed(given).items() if name not in page_downloads.NEVER}
    return Place(law, given, taken | answers, read, state)


def _before_each_reading(
    law: Law, table: Table, read: Mapping[str, Mapping[str, str]], chance: Random
) -> Iterator[Facts]:
    """Yield answers that lead to each question that this table answers. The path is drawn from those that lead there,
    the facts from the rows of the table's answers; both are drawn again, a few times, if the other answers leave the
    path."""
    facts = table.facts()
    for name, (seen, paths) in _ways_to_readings(law).items():
        for _ in range(DRAWS if name in read else 0):
            row = dict(zip((fact.id for fact in seen.facts), chance.choice(list(read[name])).split(","), strict=False))
            answers = {key: value for key, value in chance.choice(paths).items() if key not in facts} | row
            if any(_reads(law, step, name) for step in law.step(facts | answers).trail):
                break
        else:
            continue
        yield answers


DRAWS = 10


def _reads(law: Law, step: Step, name: str) -> bool:
    return step.derived and step.question.seen is not None and reading_name(law, step.question) == name


@cache
def _ways_to_readings(law: Law) -> dict[str, tuple[Seen, list[Facts]]]:
    """Collect, by the name of its reading, the answers that lead to each question that sees the table."""
    found: dict[str, tuple[Seen, list[Facts]]] = {}
    for path in explore(law):
        before: Facts = {}
        for step in path.end.trail:
            question = step.question
            if question.seen is not None and (name := reading_name(law, question)):
                _, paths = found.setdefault(name, (question.seen, []))
                if before not in paths[-1:]:
                    paths.append(dict(before))
            if question.id in path.answers:
                before[question.id] = path.answers[question.id]
    return found


def _further(state: State, answers: Facts) -> Iterator[Facts]:
    """Yield the answers with each next step: the question asked is answered in every way (a fact as unknown and with
    its first value), or an answer of the table is denied, which gives that question another answer."""
    if isinstance(state, Asking):
        yield from (answers | {state.question.id: value} for value in _values(state.question))
    elif isinstance(state, Waiting):
        yield answers | {state.moment.value: "reached"}
    for step in state.trail:
        asked = step.question
        if step.derived and asked.id not in answers and asked.seen is not None and not isinstance(asked, Fact):
            yield from (answers | {asked.id: value} for value in asked.values if value != step.value)


def _values(question: Question[Any]) -> list[str]:
    if question.kind in ("hands", "words"):
        return [""]
    return [UNKNOWN, question.values[0]] if isinstance(question, Fact) else list(question.values)


def combinations(values: list[tuple[str, list[str | None]]]) -> Iterator[Facts]:
    """Combine every value of each fact with every other, the last fact fastest; None leaves a fact out."""
    names = [name for name, _ in values]
    for some in product(*(found for _, found in values)):
        yield {name: value for name, value in zip(names, some, strict=True) if value is not None}


__all__ = [
    "LAWS",
    "Place",
    "combinations",
    "every_end",
    "every_path",
    "every_regulation",
    "every_table",
    "every_unread",
]

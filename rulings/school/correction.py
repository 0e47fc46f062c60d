"""The correction of an exercise: the first answer of the learner that differs from the Code's, and plausible wrong
rulings to choose from."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulings.commands import laws as law_commands
from rulings.commands.scores import CommandError
from rulings.engine.asking import Asking, Ending, State, Step
from rulings.engine.inquiry import InvalidAnswer, Law
from rulings.engine.questions import NO, UNKNOWN, Fact, Question
from rulings.engine.roles import resolved, with_roles
from rulings.engine.text import Translator, plain, translator
from rulings.school.situations import Situation

NOT_COMPARED = ("words", "hands", "moment")
"""The kinds of question whose answers cannot be a mistake."""
HEARD = "heard"
"""The group of questions about the players' statements, which are noted and not judged."""


@dataclass(frozen=True)
class Line:
    """One question of an exercise, with the learner's answer and the Code's; None where only one of them was asked.
    *parts* marks the first line on which the two differ."""

    question: Question[Any]
    law: str
    given: str | None
    expected: str | None
    parts: bool = False


def compared(given: State, expected: State, told: Collection[str] = ()) -> list[Line]:
    """List the questions on the Code's path in order, then those that only the learner was asked; without those whose
    answer the situation had *told*."""
    mine = {step.question.id: step for step in _asked(given) if step.question.id not in told}
    codes = {step.question.id: step for step in _asked(expected) if step.question.id not in told}
    lines, parted = [], False
    for name, step in codes.items():
        value = given.read.get(name)
        differs = not parted and _differs(step, value)
        parted |= differs
        lines.append(Line(step.question, step.law, value, step.value, differs))
    for name, step in mine.items():
        if name not in codes:
            lines.append(Line(step.question, step.law, step.value, None))
    return lines


def parting(given: State, expected: State, told: Collection[str] = ()) -> Line | None:
    """Return the first line on which the two paths differ; None where none does. Questions whose answer the situation
    had *told* are not compared."""
    return next((line for line in compared(given, expected, told) if line.parts), None)


def _asked(state: State) -> Iterator[Step]:
    return (
        step
        for step in state.trail
        if not step.derived and step.question.kind not in NOT_COMPARED and step.question.together != HEARD
    )


def _differs(step: Step, value: str | None) -> bool:
    return step.value != UNKNOWN and value != step.value


# Wrong rulings to choose from


@dataclass(frozen=True)
class Decision:
    """A ruling that a learner may choose: its key ("code" for the Code's, otherwise the wrong answer that leads to it,
    "winner=E"), the answers, the ruling. *more* is the effect that distinguishes it from another with the same
    words."""

    key: str
    answers: Mapping[str, str]
    end: Ending
    more: str = ""

    def words(self, language: Translator) -> str:
        """Write the ruling as the director reads it to the table."""
        known = with_roles({**self.answers, **self.end.read})
        texts = (self.end.ruling.text, self.more) if self.more else (self.end.ruling.text,)
        return " ".join(plain(text, known, language) for text in texts)

    def effects(self) -> list[str]:
        return [rectification.text for rectification in self.end.ruling.rectifications if rectification.text]


CODE = "code"
OFFERED = 4
"""Number of decisions to choose from, including the Code's."""


def decisions(situation: Situation) -> list[Decision]:
    """List the decisions to choose from, the Code's and those to which one wrong answer leads, in an order that does
    not reveal the right one."""
    right = Decision(CODE, {**situation.facts, **situation.answers}, situation.ended())
    offered = [right]
    for turning in (*situation.tempting, *_turnings(situation.entry, right.end)):
        if len(offered) == OFFERED:
            break
        beside = _beside(situation, turning)
        if beside is not None:
            offered = _told_apart(offered, beside)
    return sorted(offered, key=_told)


def _told_apart(offered: list[Decision], other: Decision) -> list[Decision]:
    """Return the list with a decision added, if it differs from the others. Where another decision has the same words,
    both get the first effect that differs; nothing is added without such an effect, or where two others have these
    words."""
    same = [at for at, decision in enumerate(offered) if _told(replace(decision, more="")) == _told(other)]
    if not same:
        return [*offered, other]
    first = offered[same[0]]
    mine, theirs = _first_other(other, first), _first_other(first, other)
    if not mine or not theirs or len(same) > 1:
        return offered
    offered[same[0]] = replace(first, more=theirs)
    return [*offered, replace(other, more=mine)]


def _first_other(decision: Decision, other: Decision) -> str:
    known = with_roles({**other.answers, **other.end.read})
    other_effects = {plain(text, known, translator("fr")) for text in other.effects()}
    mine = with_roles({**decision.answers, **decision.end.read})
    return next((text for text in decision.effects() if plain(text, mine, translator("fr")) not in other_effects), "")


def _told(decision: Decision) -> str:
    return decision.words(translator("fr"))


def _turnings(law: Law, end: Ending) -> Iterator[str]:
    """Yield the wrong answers that a learner could have given, the last question first. The director's judgements come
    before the players' choices."""
    asked = [step for step in reversed(end.trail) if not step.derived and step.question.kind in MISTAKEN]
    for step in sorted(asked, key=lambda step: bool(step.question.chooser)):
        yield from (f"{step.question.id}={value}" for value in step.question.values[:6] if value != step.value)


MISTAKEN = ("yes_no", "choice", "seat", "count")
"""The kinds of question whose wrong answers may lead to a wrong ruling."""


def _beside(situation: Situation, turning: str) -> Decision | None:
    """Run the law with one answer changed, up to a ruling. New questions get their usual answer, or the first one; most
    new facts are unknown."""
    name, _equals, value = turning.partition("=")
    answers = {**situation.facts, **situation.answers, name: value}
    for _turn in range(MOST_QUESTIONS):
        try:
            state = situation.entry.step(answers)
        except InvalidAnswer as error:
            if error.question.id == name:
                return None
            del answers[error.question.id]
            continue
        if isinstance(state, Ending):
            return Decision(turning, answers, state)
        answers[state.question.id] = _usual(state)
    return None


MOST_QUESTIONS = 60


def _usual(state: Asking) -> str:
    question = state.question
    if question.kind == "words":
        return ""
    if isinstance(question, Fact) and state.instead_of == "":
        return UNKNOWN
    if isinstance(question, Fact):
        return question.values[0] if question.values else ""
    return question.leads_on or (NO if question.kind == "yes_no" else question.values[0])


# The score


def score(situation: Situation, answers: Mapping[str, str], language: Translator) -> dict[str, Any]:
    """Return the score after the ruling, as `python -m rulings ask` prints it; {} where the result of the table is
    unknown, or gives no score with this ruling."""
    facts = {**situation.facts, **answers, "vul": situation.facts.get("vulnerability", "")}
    if not all(facts.get(name) for name in law_commands.BOARD_FACTS):
        return {}
    try:
        ruled: dict[str, Any] = law_commands.ask(situation.law, facts, language)
    except CommandError:
        return {}
    score_fields: dict[str, Any] = ruled.get("score", {})
    return score_fields


def moved(end: Ending, known: Mapping[str, str]) -> int | None:
    """Return the tricks that a ruling transfers; None where it transfers none."""
    tricks = [resolved(rectification.as_json(), known).get("tricks") for rectification in end.ruling.rectifications]
    numbers = [trick for trick in tricks if isinstance(trick, int)]
    return sum(numbers) if numbers else None

"""The questions that a law may still ask, given the known answers and facts."""

from collections.abc import Iterator, Mapping

from rulings.engine.inquiry import Asking, InvalidAnswer, Law, Ruled, Waiting
from rulings.engine.questions import UNKNOWN, Fact


def still_possible(law: Law, known: Mapping[str, str]) -> frozenset[str]:
    """Return the ids of the questions that the law may still ask after *known*."""
    return frozenset(step.question.id for end in _endings(law, dict(known)) for step in end.trail)


def _endings(law: Law, known: dict[str, str]) -> Iterator[Ruled]:
    """Yield every state in which an inquiry may end from here. An answer that its question no longer admits is asked
    again."""
    pending = [known]
    while pending:
        answers = pending.pop()
        try:
            state = law.step(answers)
        except InvalidAnswer as error:
            pending.append({name: value for name, value in answers.items() if name != error.question.id})
            continue
        match state:
            case Asking(question=question):
                values = [UNKNOWN] if isinstance(question, Fact) else question.values
                pending += [answers | {question.id: value} for value in values]
            case Waiting(moment=moment):
                pending.append(answers | {moment.value: "reached"})
            case Ruled():
                yield state

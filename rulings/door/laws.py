"""The law commands of the door: ``laws``, ``ask`` and ``tree``, plain data in and out.

Answers come by question id, in the forms a person or a program would type ("W", "West", true, 4, "♠2"); they leave
as they are stored. Words are English, or in the language asked for.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rulings import bridge
from rulings.door.scores import DoorError
from rulings.engine.inquiry import Asking, Law, Ruled, Step, Waiting, compile_tree, describe, explore, questions_of
from rulings.engine.questions import UNKNOWN, InvalidAnswer, Question
from rulings.engine.roles import resolved, with_roles
from rulings.engine.text import Translator, plain, translator
from rulings.laws2017 import LAWS
from rulings.scores.outcome import Unsettled, outcome

BOARD_FACTS = ("declarer", "contract", "vul", "tricks")
"""Facts that a law need not ask: with all of them the answer has the score too."""


def laws(words: Translator) -> list[dict[str, str]]:
    """Every entry point: id, title, edition and the players' words for it."""
    return [
        {
            "id": law.id,
            "title": words.gettext(law.title),
            "edition": law.edition,
            "finds": words.gettext(law.finds) if law.finds else "",
        }
        for law in LAWS.values()
    ]


def find_law(law_id: str) -> Law:
    """The entry point of that id.

    :raises DoorError: there is none.
    """
    if law_id not in LAWS:
        raise DoorError("law", f"{law_id!r} is not an entry point; there are: {', '.join(LAWS)}.")
    return LAWS[law_id]


def ask(
    law_id: str, given: object, words: Translator, known_before: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Where an inquiry stands: ``{"asking": …}``, ``{"waiting": …}`` or ``{"ruling": …}``, with its trail.

    *given* are facts and answers together, by id; *known_before* are those of the table (`rulings.door.table`). What no
    question of the law and no fact of a board is called is listed in ``ignored``. A fact given as null is unknown, and
    is not asked.

    :raises DoorError: no such law, or an answer that its question does not admit.
    """
    asked = questions_of(find_law(law_id))
    said = stored_answers(find_law(law_id), given)
    answers = {**known_before, **said}
    _law, state = stepped(law_id, answers)
    known = with_roles(answers | state.read)
    result: dict[str, Any] = {}
    match state:
        case Asking(question=question):
            result["asking"] = in_words(describe_fully(question), known, words, dict(question.roles))
            if said.get(question.id, UNKNOWN) != UNKNOWN and said[question.id] not in question.values:
                result["asking"]["refused"] = said[question.id]
            if state.instead_of:
                result["asking"]["instead_of"] = state.instead_of
        case Waiting(moment=moment):
            result["waiting"] = {"for": moment.value, "answer": "reached", "text": words.gettext(moment.label)}
            result["meanwhile"] = _ruling(state, known, words)
        case Ruled():
            result["ruling"] = _ruling(state, known, words)
            result |= _score(state, answers)
    result["trail"] = [_step(step, known, words) for step in state.trail]
    ignored = sorted(set(said) - set(asked) - set(BOARD_FACTS))
    return result | ({"ignored": ignored} if ignored else {})


def stored_answers(law: Law, given: object) -> dict[str, str]:
    """Facts and answers as they are stored.

    :raises DoorError: they are no JSON object, or one of them cannot be read.
    """
    if not isinstance(given, Mapping):
        raise DoorError("answers", "a JSON object of answers by question id is wanted.")
    asked = questions_of(law)
    return {name: _stored(name, value, asked.get(name)) for name, value in given.items()}


def stepped(law_id: str, answers: Mapping[str, str]) -> tuple[Law, Asking | Waiting | Ruled]:
    """The law of that id, and where it stands with these answers.

    :raises DoorError: no such law, or an answer that its question does not admit.
    """
    law = find_law(law_id)
    try:
        return law, law.step(answers)
    except InvalidAnswer as error:
        expected = f"{error.value!r} is not an answer; expected {error.question.expected}."
        raise DoorError(error.question.id, expected) from None


def tree(law_id: str, words: Translator) -> dict[str, Any]:
    """The compiled law (``rulings.engine.inquiry.compile_tree``) in words, and every path through it with its law."""
    law = find_law(law_id)
    compiled: dict[str, Any] = in_words(compile_tree(law), {}, words)
    compiled["paths"] = [
        {
            "answers": {name: value for name, value in path.answers.items() if value != UNKNOWN},
            "waiting": isinstance(path.end, Waiting),
            "law": path.end.ruling.law,
        }
        for path in explore(law)
    ]
    return compiled


def describe_fully(question: Question[Any]) -> dict[str, Any]:
    """A question with all its options, those of seats, cards and numbers included."""
    data = describe(question)
    return data | {
        "options": data.get("options", [{"value": one.value, "label": one.label} for one in question.options])
    }


def in_words(data: Any, known: Mapping[str, str], words: Translator, roles: Mapping[str, str] | None = None) -> Any:
    """The same data with its words translated and their blanks filled."""
    if isinstance(data, list):
        return [in_words(one, known, words, roles) for one in data]
    if not isinstance(data, dict):
        return data
    spoken = ("text", "label", "entails", "why", "title", "group")
    return {
        name: plain(value, known, words, roles)
        if name in spoken and isinstance(value, str)
        else in_words(value, known, words, roles)
        for name, value in data.items()
    }


def _ruling(state: Waiting | Ruled, known: Mapping[str, str], words: Translator) -> dict[str, Any]:
    data = state.ruling.as_json()
    data["rectifications"] = [resolved(effect, known) for effect in data["rectifications"]]
    spoken: dict[str, Any] = in_words(data, known, words)
    return spoken | {"law_refs": list(state.law_refs)}


def _step(step: Step, known: Mapping[str, str], words: Translator) -> dict[str, Any]:
    line = {
        "id": step.question.id,
        "law": step.law,
        "text": plain(step.question.text, known, words, dict(step.question.roles)),
        "value": step.value,
    }
    return line | ({"derived": True} if step.derived else {}) | ({"by": list(step.by)} if step.by else {})


def _score(state: Ruled, answers: Mapping[str, str]) -> dict[str, Any]:
    if not all(answers.get(name, UNKNOWN) != UNKNOWN for name in BOARD_FACTS):
        return {}
    contract = bridge.parse_contract(answers["contract"])
    if contract is None:
        return {}
    contract = contract.by(bridge.Seat(answers["declarer"]))
    try:
        entered = outcome(contract, int(answers["tricks"]), answers["vul"], [(state.ruling.as_json(), answers)])
    except Unsettled as error:
        if error.code == "open_claim":
            return {}
        raise DoorError("score", str(error)) from error
    except ValueError as error:
        raise DoorError("score", str(error)) from error
    final = entered.contract or contract
    return {
        "score": {
            "tricks_before": entered.played,
            "tricks_rectified": entered.rectified,
            "tricks": entered.tricks,
            "result": bridge.format_result(None if final == "Pass" else final, entered.tricks, symbols=False),
            "score_ns": entered.score,
            "law": entered.law,
        }
        | ({} if final == "Pass" or final is contract else {"declarer": str(final.declarer)})
        | ({} if entered.tricks_ew is None else {"tricks_ew": entered.tricks_ew, "score_ew": entered.score_ew})
    }


def _stored(name: str, value: object, question: Question[Any] | None) -> str:
    """The stored form of an answer as it may be typed; what cannot be read is left for the law to refuse."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float) and int(value) == value:
        return str(int(value))
    if not isinstance(value, str):
        raise DoorError(name, "a text, a whole number, true, false or null is wanted.")
    kind = question.kind if question else {"declarer": "seat", "vul": "vul", "contract": "contract"}.get(name, "")
    readers: dict[str, Callable[[str], object]] = {
        "seat": bridge.parse_seat,
        "card": bridge.Card.parse,
        "vul": bridge.parse_vulnerability,
        "contract": bridge.parse_contract,
    }
    if kind in readers and value != UNKNOWN:
        try:
            found = readers[kind](value)
            return "Pass" if found is None else str(found)
        except bridge.NotationError as error:
            raise DoorError(name, str(error)) from error
    return value


def words_in(language: str) -> Translator:
    """The words of a language: English, the source, or French from the catalogue."""
    return translator(language)

"""The law commands of `python -m rulings`: ``laws``, ``ask``, ``tree`` and ``compiled``, plain data in and out.

Answers are given by question id, in the forms that a person or a program would type ("W", "West", true, 4, "♠2"); they
are returned in their stored form. Words are in English, or in the requested language.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

from rulings import bridge
from rulings.commands.scores import CommandError
from rulings.engine.inquiry import Asking, Law, Ruled, Step, Waiting, compile_tree, describe, explore, questions_of
from rulings.engine.questions import UNKNOWN, InvalidAnswer, Question
from rulings.engine.roles import resolved, with_roles
from rulings.engine.text import Translator, plain, translator
from rulings.laws2017 import LAWS
from rulings.scores.outcome import Unsettled, outcome
from rulings.table import Table

BOARD_FACTS = ("declarer", "contract", "vul", "tricks")
"""Facts of a board that laws do not ask; when all are given, the answer has the score too."""


def laws(words: Translator) -> list[dict[str, str]]:
    """List every entry point: id, title, edition and the players' words for it."""
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
    """Return the entry point of that id.

    :raises CommandError: there is none.
    """
    if law_id not in LAWS:
        raise CommandError("law", f"{law_id!r} is not an entry point; there are: {', '.join(LAWS)}.")
    return LAWS[law_id]


def ask(
    law_id: str, given: object, words: Translator, known_before: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Return the state of an inquiry: ``{"asking": …}``, ``{"waiting": …}`` or ``{"ruling": …}``, with its trail.

    *given* are facts and answers together, by id; *known_before* are those of the table (`rulings.commands.table`). Ids
    that are neither a question of the law nor a fact of a board are listed in ``ignored``. A fact given as null is
    unknown, and is not asked.

    :raises CommandError: no such law, or an answer that its question does not admit.
    """
    asked = questions_of(find_law(law_id))
    answered = stored_answers(find_law(law_id), given)
    answers = {**known_before, **answered}
    _law, state = stepped(law_id, answers)
    known = _with_roles(answers | state.read)
    result: dict[str, Any] = {}
    match state:
        case Asking(question=question):
            result["asking"] = in_words(describe_fully(question), known, words, dict(question.roles))
            if answered.get(question.id, UNKNOWN) != UNKNOWN and answered[question.id] not in question.values:
                result["asking"]["refused"] = answered[question.id]
            if state.instead_of:
                result["asking"]["instead_of"] = state.instead_of
        case Waiting(moment=moment):
            result["waiting"] = {"for": moment.value, "answer": "reached", "text": words.gettext(moment.label)}
            result["meanwhile"] = _ruling(state, known, words)
        case Ruled():
            result["ruling"] = _ruling(state, known, words)
            result |= _score(state, answers)
    result["trail"] = [_step(step, known, words) for step in state.trail]
    ignored = sorted(set(answered) - set(asked) - set(BOARD_FACTS))
    return result | ({"ignored": ignored} if ignored else {})


def _with_roles(answers: Mapping[str, str]) -> dict[str, str]:
    try:
        return with_roles(answers)
    except ValueError as error:
        raise CommandError("answers", f"these facts do not go together: {error}") from error


def stored_answers(law: Law, given: object) -> dict[str, str]:
    """Read facts and answers as they are stored.

    :raises CommandError: *given* is no JSON object, or a value cannot be read.
    """
    if not isinstance(given, Mapping):
        raise CommandError("answers", "a JSON object of answers by question id is wanted.")
    asked = questions_of(law)
    return {name: _stored(name, value, asked.get(name)) for name, value in given.items()}


def stepped(law_id: str, answers: Mapping[str, str]) -> tuple[Law, Asking | Waiting | Ruled]:
    """Return the law of that id, and its state with these answers.

    :raises CommandError: no such law, or an answer that its question does not admit.
    """
    law = find_law(law_id)
    try:
        return law, law.step(answers)
    except InvalidAnswer as error:
        expected = f"{error.value!r} is not an answer; expected {error.question.expected}."
        raise CommandError(error.question.id, expected) from None
    except ValueError as error:
        raise CommandError("answers", f"these facts do not go together: {error}") from error


def tree(law_id: str, words: Translator) -> dict[str, Any]:
    """Return the compiled law (``rulings.engine.inquiry.compile_tree``) in words, and its ``paths``: the answers of
    each, whether it ends in a pause, and the law of its ruling."""
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
    """Return a question with all its options, those of seats, cards and numbers included."""
    data = describe(question)
    return data | {
        "options": data.get("options", [{"value": option.value, "label": option.label} for option in question.options])
    }


FORMAT = 1
"""Version of the document of the compiled laws; it changes when older readers would misread the document
(docs/compiled_laws.md)."""


def compiled(words: Translator, language: str) -> dict[str, Any]:
    """Return all laws compiled, in words, as one document for other programs."""
    every = {law.id: in_words(compile_tree(law), {}, words) for law in LAWS.values()}
    content = json.dumps(every, ensure_ascii=False, sort_keys=True).encode()
    editions = sorted({law.edition for law in LAWS.values()})
    return {
        "format": FORMAT,
        "editions": editions,
        "language": language,
        "content": hashlib.sha256(content).hexdigest(),
        "laws": every,
    }


def in_words(data: Any, known: Mapping[str, str], words: Translator, roles: Mapping[str, str] | None = None) -> Any:
    """Return the data with its words translated and their blanks filled."""
    if isinstance(data, list):
        return [in_words(item, known, words, roles) for item in data]
    if not isinstance(data, dict):
        return data
    spoken = ("text", "label", "entails", "why", "say", "title", "group")
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
    if not all(answers.get(name, UNKNOWN) not in ("", UNKNOWN) for name in BOARD_FACTS):
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
        raise CommandError("score", str(error)) from error
    except ValueError as error:
        raise CommandError("score", str(error)) from error
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
        | (_other_result("result_ew", entered.contract_ew, entered.tricks_ew) if entered.contract_ew else {})
    }


def _other_result(name: str, contract: bridge.Contract | Literal["Pass"], tricks: int | None) -> dict[str, Any]:
    """Return East-West's result under *name*, with its declarer, where a split score gives them a contract of their
    own."""
    if contract == "Pass":
        return {name: bridge.format_result(None, None)}
    return {name: bridge.format_result(contract, tricks, symbols=False), "declarer_ew": str(contract.declarer)}


def _stored(name: str, value: object, question: Question[Any] | None) -> str:
    """Convert a typed answer into its stored form. An unreadable choice stays as it is, for the law to refuse.

    :raises CommandError: no text or number, or a seat, card, contract, deal or table that cannot be read.
    """
    if value is None:
        return UNKNOWN
    typed = _typed(name, value)
    kind = question.kind if question else KINDS.get(name, "")
    if kind not in READERS or typed == UNKNOWN or (typed == "" and kind in MAY_BE_EMPTY):
        return typed
    try:
        return READERS[kind](typed)
    except ValueError as error:
        raise CommandError(name, str(error)) from error


def _typed(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    if not isinstance(value, str):
        raise CommandError(name, "a text, a whole number, true, false or null is wanted.")
    return value


def _contract(typed: str) -> str:
    contract = bridge.parse_contract(typed)
    return "Pass" if contract is None else str(contract)


def _hands(typed: str) -> str:
    bridge.parse_deal(typed, complete=False)
    return typed


def _table(typed: str) -> str:
    Table.read(typed)
    return typed


READERS: Mapping[str, Callable[[str], str]] = {
    "seat": lambda typed: str(bridge.parse_seat(typed)),
    "card": lambda typed: str(bridge.Card.parse(typed)),
    "vul": lambda typed: str(bridge.parse_vulnerability(typed)),
    "contract": _contract,
    "hands": _hands,
    "table": _table,
    "count": lambda typed: str(int(typed)) if typed.isascii() and typed.isdigit() and len(typed) < 5 else typed,
}
"""Reader of each kind of fact, as typed by a person."""

MAY_BE_EMPTY = ("hands", "table", "count")
"""Kinds of question that admit an empty text, because nothing was noted. An empty count is passed on, for the law to
refuse."""

KINDS = {
    "declarer": "seat",
    "vul": "vul",
    "contract": "contract",
    "deal": "hands",
    "cards_left": "hands",
    "table": "table",
    "tricks": "count",
}
"""Kinds of the facts that a law may be given and does not ask."""


def words_in(language: str) -> Translator:
    """Return the words of a language: English, the source, or French from the catalogue."""
    return translator(language)

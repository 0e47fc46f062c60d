"""A law as text in a director's words, so that a changed rule or word is a readable difference.

The outline begins with the way through the law: every question with its law, the consequences of each option, and the
number of the ruling to which it leads. Then come the rulings in full, with their effects and duties, and at last the
questions that facts settle. A part that is reached from several places is written once and numbered.
"""

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from rulings.engine.inquiry import Law, compile_tree, explore, questions_of
from rulings.engine.questions import Fact, Given, Question
from rulings.engine.ruling import When
from rulings.engine.text import (
    BLANKS,
    RANK_LETTERS,
    SEATS,
    SYMBOLS,
    Translator,
    call,
    gettext_noop,
    plain,
    show,
    translator,
)
from rulings.laws2017 import LAWS
from rulings.papers.effects import FIELDS, NAMES, VALUES, value_words

WIDTH = 120

LAW = gettext_noop("Law %s")
FOUND_BY = gettext_noop("In the players’ words: %s.")
RULINGS = gettext_noop("Rulings")
SETTLED = gettext_noop("What need not be asked")
SEE = gettext_noop("→ [%s] above")
CHOOSES = gettext_noop("%s chooses")
UNTIL_THEN = gettext_noop("Then, %s:")
OPENS = gettext_noop("opens Law %s")
GOES_TO = gettext_noop("Law %s")
CLOSES = gettext_noop("What had brought the director back is done.")
LEADS_ON = gettext_noop("Nothing is ruled on yet: that law follows at once.")
USUALLY = gettext_noop("Unless somebody says otherwise: %s")
SEEN = gettext_noop("The table of the board may answer it.")
FROM_FACTS = gettext_noop("Answered by: %s")
IS_ASKED = gettext_noop("(asked)")


def draw(law: Law, language: str) -> str:
    """Write the whole law in the reader's language, in lines of 120 characters at most."""
    return "\n".join(_Outline(law, translator(language)).page()) + "\n"


class _Outline:
    def __init__(self, law: Law, words: Translator) -> None:
        self.law = law
        self.words = words
        self.tree = compile_tree(law)
        self.nodes: list[dict[str, Any]] = self.tree["nodes"]
        self.questions: dict[str, dict[str, Any]] = self.tree["questions"]
        self.parts: dict[int, int] = {}
        self.rulings: dict[int, int] = {}
        self.explained: dict[str, None] = {}
        self.written: set[str] = set()
        self.leading_on = [path.end.ruling.as_json() for path in explore(law) if path.end.ruling.leads_on]
        self.uses: dict[int, int] = {}
        for index, node in enumerate(self.nodes):
            following: Any = node.get("next", []) if self.drawn(index) == index else []
            for answer in following.values() if isinstance(following, dict) else [following] if following != [] else []:
                drawn = self.drawn(answer)
                self.uses[drawn] = self.uses.get(drawn, 0) + 1

    def page(self) -> Iterator[str]:
        gettext = self.words.gettext
        yield f"{gettext(LAW) % self.law.id} – {gettext(self.law.title)} ({self.law.edition})"
        if self.law.finds:
            yield from _lines(gettext(FOUND_BY) % gettext(self.law.finds), 0)
        yield ""
        yield from self.way(self.tree["root"], 0)
        yield ""
        yield gettext(RULINGS).upper()
        for index, number in self.rulings.items():
            yield ""
            yield from self.ruling(self.nodes[index]["ruling"], number)
        settled = list(self.settled())
        if settled:
            yield ""
            yield gettext(SETTLED).upper()
            yield from settled

    # The way through the law

    def drawn(self, index: int) -> int:
        """Return the index of the node to draw for this one; a fact that is never asked is skipped."""
        while self.questions.get(self.nodes[index].get("fact", ""), {}).get("follows"):
            index = self.nodes[index]["next"]
        return index

    def way(self, index: int, depth: int) -> Iterator[str]:
        index = self.drawn(index)
        node = self.nodes[index]
        if index in self.parts:
            yield from _lines(self.words.gettext(SEE) % self.parts[index], depth)
            return
        if "ruling" in node and "wait" not in node:
            yield from _lines(self.leads_to(index), depth)
            return
        mark = "– "
        if self.uses.get(index, 0) > 1:
            self.parts[index] = len(self.parts) + 1
            mark = f"[{self.parts[index]}] "
        if "fact" in node:
            question = self.questions[node["fact"]]
            yield from _lines(f"{mark}{self.say(question)} ({question['law']})", depth)
            yield from self.why(question, depth)
            yield from self.way(node["next"], depth)
        elif "wait" in node:
            yield from _lines(f"{mark}{self.leads_to(index)}", depth)
            yield from _lines(self.words.gettext(UNTIL_THEN) % self.moment(node["wait"]).lower(), depth)
            yield from self.way(node["next"], depth + 1)
        else:
            yield from self.question(node, mark, depth)

    def question(self, node: dict[str, Any], mark: str, depth: int) -> Iterator[str]:
        question = self.questions[node["ask"]]
        chooser = question.get("chooser")
        who = f" [{self.words.gettext(CHOOSES) % show(chooser, '', '', self.words)}]" if chooser else ""
        yield from _lines(f"{mark}{self.say(question)} ({question['law']}){who}", depth)
        new = question["id"] not in self.explained
        yield from self.why(question, depth)
        for option in question["options"]:
            label = self.fill(option["label"], question)
            law = f" ({option['law']})" if option.get("law") else ""
            to = node["next"][option["value"]]
            ends = "ruling" in self.nodes[to] and "wait" not in self.nodes[to]
            arrow = f" {self.leads_to(to)}" if ends else ""
            yield from _lines(f"• {label}{law}{arrow}", depth + 1)
            if option.get("entails") and new:
                yield from _lines(f"« {self.fill(option['entails'], question)} »", depth + 2)
            if not ends:
                yield from self.way(to, depth + 2)

    def why(self, question: dict[str, Any], depth: int) -> Iterator[str]:
        """Write the words said before a question and the reason behind it, where it occurs first."""
        if question["id"] not in self.explained:
            if question.get("say"):
                yield from _lines(self.fill(question["say"], question), depth + 1)
            if question.get("why"):
                yield from _lines(f"? {self.fill(question['why'], question)}", depth + 1)
        self.explained[question["id"]] = None

    def leads_to(self, index: int) -> str:
        number = self.rulings.setdefault(index, len(self.rulings) + 1)
        ruling = self.nodes[index]["ruling"]
        return f"→ {number}. {self.fill(ruling['text'])} ({ruling['law']})"

    # The rulings

    def ruling(self, ruling: dict[str, Any], number: int) -> Iterator[str]:
        """Write a ruling with all its effects and duties; their fields only where they occur first."""
        yield from _lines(f"{number}. {self.fill(ruling['text'])} ({ruling['law']})", 0)
        for effect in ruling["rectifications"]:
            kind = self.words.gettext(NAMES[effect["effect"]])
            sentence = f"{self.fill(effect['text'])} " if effect.get("text") else ""
            yield from _lines(f"• {sentence}({effect['law']}, {kind})", 1)
            yield from self.once(self.fields(effect), effect)
        for duty in ruling["duties"]:
            yield from _lines(f"↻ {self.moment(duty['when'])} – {self.fill(duty['text'])} ({duty['law']})", 1)
            if duty["opens"]:
                opens = self.words.gettext(OPENS) % duty["opens"]
                yield from self.once(opens + self.handed(duty["opens"], duty["hands"]), duty)
        if ruling.get("closes"):
            yield from _lines(f"• {self.words.gettext(CLOSES)}", 1)
        if ruling in self.leading_on:
            yield from _lines(f"• {self.words.gettext(LEADS_ON)}", 1)

    def once(self, words: str, of: Mapping[str, Any]) -> list[str]:
        """Write the fields of an effect or a duty, unless an equal effect or duty has been written before."""
        key = json.dumps(of, sort_keys=True)
        new = key not in self.written
        self.written.add(key)
        return _lines(words, 3) if new and words else []

    def fields(self, effect: Mapping[str, Any]) -> str:
        """Write the fields of an effect besides its sentence: the player, the card, the duration."""
        if effect["effect"] == "SEND":
            goes_to: str = self.words.gettext(GOES_TO)
            return str(goes_to % effect["to"]) + self.handed(effect["to"], effect.get("hands", []))
        parts = []
        for name, value in effect.items():
            if name in FIELDS:
                given = [self.value(item) for item in (value if isinstance(value, list) else [value])]
                parts.append(f"{self.words.gettext(FIELDS[name])} {', '.join(given)}")
        return " · ".join(parts)

    def value(self, value: object) -> str:
        """Return one value of a field in words; a fact that has no blank is named by its question."""
        asked = questions_of(self.law).get(str(value))
        if asked is not None and str(value) not in VALUES and str(value) not in BLANKS:
            return plain(asked.text, {}, self.words, dict(asked.roles))
        return value_words(value, self.words)

    def handed(self, to: str, hands: Sequence[str]) -> str:
        """Write in brackets the facts handed to the next inquiry: ``owner=[partner]``, ``card``, ``kind=major``."""
        asked = questions_of(LAWS[to]) if to in LAWS else {}
        parts = []
        for hand in hands:
            name, _, value = hand.partition("=")
            question = asked.get(name)
            if question is not None and value and not value.startswith("["):
                parts.append(f"{plain(question.text, {}, self.words)} {self.option(question, value)}")
            else:
                given = value_words(value.strip("[]"), self.words)
                parts.append(f"{value_words(name, self.words)} = {given}" if value else value_words(name, self.words))
        return f" ({' ; '.join(parts)})" if parts else ""

    # Answers from facts

    def settled(self) -> Iterator[str]:
        asked = questions_of(self.law)
        for name in self.explained:
            question = asked.get(name)
            if question is None or (question.given is None and question.seen is None and not question.usual):
                continue
            yield ""
            yield from _lines(f"{plain(question.text, {}, self.words, dict(question.roles))} ({question.law})", 0)
            if question.usual:
                yield from _lines(self.words.gettext(USUALLY) % self.option(question, question.usual), 1)
            if question.seen is not None:
                yield from _lines(self.words.gettext(SEEN), 1)
            if question.given is not None:
                texts = [plain(fact.text, {}, self.words, dict(fact.roles)) for fact in question.given.facts]
                yield from _lines(self.words.gettext(FROM_FACTS) % " / ".join(texts), 1)
                yield from self.rows(question, question.given)

    def rows(self, question: Question[Any], given: Given) -> Iterator[str]:
        """Write which values of its facts settle a question, and how; values with the same effect are grouped."""
        facts, table = given.facts, given.table
        kinds = [_alike(at, [fact.values for fact in facts], table) for at in range(len(facts))]
        by_answer: dict[str, list[str]] = {}
        for chosen in product(*kinds):
            answer = table.get(",".join(value[0] for value in chosen), "")
            label = " / ".join(_some(fact, values, self.words) for fact, values in zip(facts, chosen, strict=True))
            by_answer.setdefault(answer, []).append(label)
        for answer, labels in sorted(by_answer.items(), key=lambda row: row[0] == ""):
            outcome = self.option(question, answer) if answer else self.words.gettext(IS_ASKED)
            yield from _lines(f"• {outcome} ← {' ; '.join(labels)}", 2)

    # Words

    def option(self, question: Question[Any], value: str) -> str:
        label = next((option.label for option in question.options if option.value == value), value)
        return plain(label, {}, self.words, dict(question.roles))

    def say(self, question: dict[str, Any]) -> str:
        return self.fill(question["text"], question)

    def fill(self, message: str, question: dict[str, Any] | None = None) -> str:
        return plain(message, {}, self.words, (question or {}).get("roles"))

    def moment(self, value: str) -> str:
        return self.words.gettext(When(value).label)  # type: ignore[call-arg]


# Lines, and the values of facts


def _lines(sentence: str, depth: int) -> list[str]:
    indent = "  " * depth
    return textwrap.wrap(
        sentence,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _alike(at: int, values: Sequence[tuple[str, ...]], table: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Group the values of one fact: those of a group have the same effect for all values of the other facts."""
    groups: dict[tuple[str, ...], list[str]] = {}
    others = list(product(*(column for place, column in enumerate(values) if place != at)))
    for value in values[at]:
        rows = [",".join((*rest[:at], value, *rest[at:])) for rest in others]
        groups.setdefault(tuple(table.get(row, "") for row in rows), []).append(value)
    return [tuple(group) for group in groups.values()]


def _some(fact: Fact[Any], values: tuple[str, ...], words: Translator) -> str:
    """Return some values of a fact as a director writes them: "A R D V 10", "♠", "Est", "1–11"."""
    match fact.kind:
        case "seat":
            return ", ".join(words.pgettext(*SEATS[""][value]) for value in values)
        case "card":
            suits, ranks = dict.fromkeys(value[0] for value in values), dict.fromkeys(value[1] for value in values)
            if len(values) != len(suits) * len(ranks):
                return " ".join(SYMBOLS[value[0]] + _rank(value[1], words) for value in values)
            suits_shown = "" if len(suits) == 4 else " ".join(SYMBOLS[suit] for suit in suits)
            return f"{suits_shown} {'' if len(ranks) == 13 else ' '.join(_rank(rank, words) for rank in ranks)}".strip()
        case "suit" | "suits":
            return ", ".join("".join(SYMBOLS.get(suit, suit) for suit in value) for value in values)
        case "call" | "contract":
            return " ".join(call(value, words) for value in values)
        case "count" if len(values) > 2 and int(values[-1]) - int(values[0]) == len(values) - 1:
            return f"{values[0]}–{values[-1]}"
        case _:
            return ", ".join(values)


def _rank(rank: str, words: Translator) -> str:
    return words.pgettext(*RANK_LETTERS[rank]) if rank in RANK_LETTERS else rank.replace("T", "10")

"""A law as the parts of a flow chart, from the same enumeration that the tablet walks (`compile_tree`).

A part is a question, or a ruling that waits for a moment; it has a number, and each of its exits leads to a ruling or
to the number of another part. What every ruling beyond an exit has in common stands at that exit, where a director can
do it at once; so the same question is one part however it was reached. ``rulings.papers.chart_svg`` draws it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulings.engine.inquiry import Law, compile_tree
from rulings.engine.ruling import Presence, Send, When
from rulings.engine.text import Translator, plain, show

AT_THE_END = (Presence.effect, Send.effect)
"""What is said last, with the ruling: whether to stay, and where to go on."""


@dataclass(frozen=True)
class Sentence:
    """Something to do or to know, with its law.

    ``kind`` is "do", "record" (a fact to note), "come_back", "entails" (what an option entails) or "aloud" (the same,
    read to the player who chooses).
    """

    text: str
    law: str
    kind: str = "do"


@dataclass(frozen=True)
class Outcome:
    """A ruling: what is ruled and by which law."""

    text: str
    law: str


@dataclass(frozen=True)
class Exit:
    """The options (words, law) that lead to one place, what is said on the way, and the place.

    It is the part of this number, or a ruling (``part`` is 0). ``entails`` is what these options entail.
    """

    options: tuple[tuple[str, str], ...]
    then: tuple[Sentence, ...] = ()
    part: int = 0
    outcome: Outcome | None = None
    entails: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Part:
    """A question; or, with ``meanwhile``, the ruling that holds until the moment that is its only exit.

    ``first`` are the facts to note before it, ``meanwhile`` what follows from the ruling. ``chooser`` names who
    chooses after all was read aloud (Law 10C1).
    """

    number: int
    text: str
    law: str
    exits: tuple[Exit, ...]
    first: tuple[Sentence, ...] = ()
    chooser: str = ""
    meanwhile: tuple[Sentence, ...] | None = None


@dataclass(frozen=True)
class Chart:
    """A law to draw: its parts in the order of drawing, numbered from 1. ``always`` is said with every ruling."""

    law: str
    title: str
    edition: str
    parts: tuple[Part, ...]
    always: tuple[Sentence, ...] = ()


def chart(law: Law, words: Translator) -> Chart:
    """The law in the reader's words, by role. One that asks nothing has one part, whose one exit has no option."""
    nodes = _Nodes(compile_tree(law), words)
    title, root = words.gettext(law.title), nodes[nodes.root]
    if not root.ways:
        return Chart(law.id, title, law.edition, (_ruling_alone(root, title),))
    always = tuple(one for one in root.order if one in root.common)
    return Chart(law.id, title, law.edition, tuple(_parts(root)), always)


class _Nodes:
    """The nodes of a compiled tree in words; facts are folded into the node that they come before."""

    def __init__(self, tree: dict[str, Any], words: Translator) -> None:
        self.words = words
        self.nodes: list[dict[str, Any]] = tree["nodes"]
        self.questions: dict[str, dict[str, Any]] = tree["questions"]
        self.root: int = tree["root"]
        self.made: dict[int, _Node] = {}

    def __getitem__(self, index: int) -> "_Node":
        if index not in self.made:
            self.made[index] = _Node(self, index)
        return self.made[index]

    def say(self, message: str, question: dict[str, Any] | None = None) -> str:
        return plain(message, {}, self.words, (question or {}).get("roles"))

    def moment(self, value: str) -> str:
        return self.words.gettext(When(value).label)  # type: ignore[call-arg]


class _Node:
    def __init__(self, nodes: _Nodes, index: int) -> None:
        self.nodes = nodes
        self.noted: tuple[Sentence, ...] = ()
        data = nodes.nodes[index]
        while "fact" in data:
            # A fact that is asked in place of a question is not drawn: the question is.
            question = nodes.questions[data["fact"]]
            if "unless" not in data and not question.get("follows"):
                self.noted += (Sentence(nodes.say(question["text"], question), question["law"], "record"),)
            data = nodes.nodes[data["next"]]
        self.data = data
        self.asked = nodes.questions[data["ask"]] if "ask" in data else None

    @cached_property
    def said(self) -> tuple[str, str, str]:
        """The words of the question or ruling, its law, and who chooses."""
        if self.asked is None:
            ruling = self.data["ruling"]
            return self.nodes.say(ruling["text"]), ruling["law"], ""
        who = show(self.asked["chooser"], "", "", self.nodes.words) if "chooser" in self.asked else ""
        return self.nodes.say(self.asked["text"], self.asked), self.asked["law"], who

    @cached_property
    def early(self) -> tuple[Sentence, ...]:
        """The sentences of the ruling here that may be said on the way to it."""
        effects = self.data["ruling"]["rectifications"] if "ruling" in self.data else []
        return tuple(self._sentence(one) for one in effects if one.get("text") and one["effect"] not in AT_THE_END)

    @cached_property
    def late(self) -> tuple[Sentence, ...]:
        """Those that are said with the ruling: staying, going on, coming back."""
        if "ruling" not in self.data:
            return ()
        effects, duties = self.data["ruling"]["rectifications"], self.data["ruling"]["duties"]
        late = [self._sentence(one) for one in effects if one.get("text") and one["effect"] in AT_THE_END]
        for duty in duties:
            text = f"{self.nodes.moment(duty['when'])} – {self.nodes.say(duty['text'])}"
            late.append(Sentence(text, duty["law"], "come_back"))
        return tuple(late)

    def _sentence(self, effect: dict[str, Any]) -> Sentence:
        return Sentence(self.nodes.say(effect["text"]), effect["law"])

    @cached_property
    def ways(self) -> tuple[tuple[tuple[tuple[str, str], ...], "_Node"], ...]:
        """Each option, or the moment, with the node that it leads to."""
        if self.asked is not None:
            return tuple(
                (((self.nodes.say(option["label"], self.asked), option.get("law", "")),), self.nodes[to])
                for option in self.asked["options"]
                for to in [self.data["next"][option["value"]]]
            )
        if "wait" in self.data:
            return ((((self.nodes.moment(self.data["wait"]), ""),), self.nodes[self.data["next"]]),)
        return ()

    @cached_property
    def entails(self) -> tuple[tuple[Sentence, ...], ...]:
        """What each option entails, in the order of `ways`."""
        if self.asked is None:
            return tuple(() for _ in self.ways)
        kind = "aloud" if "chooser" in self.asked else "entails"
        said = [self.nodes.say(option.get("entails", ""), self.asked) for option in self.asked["options"]]
        return tuple((Sentence(one, "", kind),) if one else () for one in said)

    @cached_property
    def common(self) -> frozenset[Sentence]:
        """The early sentences of every way on from here; what is ruled after a moment is not said before it."""
        beyond = [] if "wait" in self.data else [node.common for _, node in self.ways]
        return frozenset(self.early) | (frozenset.intersection(*beyond) if beyond else frozenset())

    @cached_property
    def order(self) -> tuple[Sentence, ...]:
        """Every early sentence of every way on from here, in the order of the law."""
        return tuple(dict.fromkeys([*self.early, *(one for _, node in self.ways for one in node.order)]))


_Key = tuple[Any, ...]


def _parts(root: _Node) -> Iterator[Part]:
    """The parts of a law in the order of drawing."""
    keys: dict[tuple[_Node, frozenset[Sentence]], _Key] = {}
    ids: dict[_Key, int] = {}
    numbers: dict[_Key, int] = {}
    parts: dict[int, Part] = {}

    def on_the_way(node: _Node, known: frozenset[Sentence]) -> tuple[Sentence, ...]:
        early = node.common - known
        return tuple(one for one in node.order if one in early)

    def key(node: _Node, known: frozenset[Sentence]) -> _Key:
        """What makes two places one: the same words here, and on every way on from here."""
        known &= frozenset(node.order)
        if (node, known) not in keys:
            here = tuple(one for one in node.early if one not in known)
            ways = []
            for (options, to), entails in zip(node.ways, node.entails, strict=True):
                then = on_the_way(to, known | frozenset(here))
                beyond = key(to, known | frozenset(here) | frozenset(then))
                ways.append((options, entails, then, ids.setdefault(beyond, len(ids))))
            keys[node, known] = (node.noted, node.said, here, node.late, tuple(ways))
        return keys[node, known]

    def visit(node: _Node, known: frozenset[Sentence]) -> int:
        """The number of the part here, drawn with all that follows it; 0 where a ruling ends the inquiry."""
        if not node.ways:
            return 0
        place = key(node, known)
        if place in numbers:
            return numbers[place]
        number = numbers[place] = len(numbers) + 1
        here = tuple(one for one in node.early if one not in known)
        text, law, chooser = node.said
        exits = tuple(leave(node, known | frozenset(here)))
        meanwhile = None if node.asked is not None else (*here, *node.late)
        parts[number] = Part(number, text, law, exits, node.noted, chooser, meanwhile)
        return number

    def leave(node: _Node, known: frozenset[Sentence]) -> Iterator[Exit]:
        """The exits of a part; neighbours that say the same and lead to the same place are one."""
        together: tuple[tuple[str, str], ...] = ()
        for at, (options, to) in enumerate(node.ways):
            together += options
            entails = node.entails[at]
            then = on_the_way(to, known)
            place = (then, key(to, known | frozenset(then)))
            after = node.ways[at + 1][1] if at + 1 < len(node.ways) else None
            if after is not None and entails == node.entails[at + 1]:
                then_after = on_the_way(after, known)
                if (then_after, key(after, known | frozenset(then_after))) == place:
                    continue
            known_beyond = known | frozenset(then)
            number = visit(to, known_beyond)
            if number:
                yield Exit(together, then, number, entails=entails)
            else:
                rest = tuple(one for one in to.early if one not in known_beyond)
                told = (*to.noted, *then, *rest, *to.late)
                yield Exit(together, told, outcome=Outcome(*to.said[:2]), entails=entails)
            together = ()

    visit(root, root.common)
    yield from (parts[number] for number in sorted(parts))


def _ruling_alone(node: _Node, title: str) -> Part:
    text, law, _ = node.said
    return Part(1, title, law, (Exit((), (*node.noted, *node.early, *node.late), outcome=Outcome(text, law)),))

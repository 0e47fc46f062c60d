"""A law as the parts of a flow chart, from the same enumeration that the tablet walks (`compile_tree`).

A part is a question, or a ruling that waits for a moment; it has a number, and each of its exits leads to a ruling or
to the number of another part. Sentences common to every ruling beyond an exit stand at that exit, where a director can
act on them at once; so a question is one part, whichever way leads to it. ``rulings.papers.chart_svg`` draws it.

Ways may be left to the tablet (``rulings.papers.one_sheet`` chooses them): their exit says so, and the words of the
other ways do not change.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulings.engine.inquiry import Law, compile_tree
from rulings.engine.ruling import Presence, Send, When
from rulings.engine.text import Translator, plain, show

Way = tuple[int, str]
"""A way out of a node of the compiled tree: the index of the node, and the answer or the moment."""

NOTED = ("record", "words")
"""The kinds of sentence that are facts to note."""

AT_THE_END = (Presence.effect, Send.effect)
"""Effects whose sentence comes last, with the ruling: staying, and the law to go on with."""


@dataclass(frozen=True)
class Sentence:
    """A sentence on a chart: an act or a fact, with its law.

    ``kind`` is "do", "record" (a fact to note), "words" (the same, in words), "come_back", "leave" (the table),
    "entails" (the consequence of an option) or "aloud" (such a consequence, read aloud to the player who chooses).
    """

    text: str
    law: str
    kind: str = "do"


@dataclass(frozen=True)
class Outcome:
    """A ruling: its sentence and its law; ``leave`` is true where a sign says that the director may leave the table."""

    text: str
    law: str
    leave: bool = False


@dataclass(frozen=True)
class Exit:
    """The options (words, law) that lead to one place, the sentences on the way, and the place: the part of this
    number, or a ruling (``part`` is 0), or the tablet (neither).

    ``entails`` are the consequences of these options.
    """

    options: tuple[tuple[str, str], ...]
    then: tuple[Sentence, ...] = ()
    part: int = 0
    outcome: Outcome | None = None
    entails: tuple[Sentence, ...] = ()

    @property
    def on_the_tablet(self) -> bool:
        """Is the rest of the way left to the tablet?"""
        return not self.part and self.outcome is None

    @property
    def gathered(self) -> bool:
        """Does the exit join several options that are left to the tablet and have no consequences?"""
        return self.on_the_tablet and len(self.options) > 1 and not self.entails


@dataclass(frozen=True)
class Part:
    """A question; or, with ``meanwhile``, the ruling that holds until the moment that is its only exit.

    ``first`` are the facts to note before it, ``meanwhile`` the effects of that ruling. ``chooser`` names the player
    who chooses after all options were read aloud (Law 10C1). ``whatever`` is said with the ruling of every exit.
    """

    number: int
    text: str
    law: str
    exits: tuple[Exit, ...]
    first: tuple[Sentence, ...] = ()
    chooser: str = ""
    meanwhile: tuple[Sentence, ...] | None = None
    whatever: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Chart:
    """A law to draw: its parts in the order of drawing, numbered from 1. ``always`` is said with every ruling."""

    law: str
    title: str
    edition: str
    parts: tuple[Part, ...]
    always: tuple[Sentence, ...] = ()

    @property
    def whole(self) -> bool:
        """Is every way through the law on it?"""
        return not any(exit.on_the_tablet for part in self.parts for exit in part.exits)


def chart(law: Law, words: Translator, left: Collection[Way] = (), ruled: Collection[str] = ()) -> Chart:
    """Return the chart of a law in the reader's words, by role, except for the ways *left* to the tablet.

    A law without questions has one part, with one exit and no option. For the questions *ruled*, an option that ends
    the inquiry has no consequences beside it, because its ruling already says them.
    """
    nodes = _Nodes(compile_tree(law), words, left, ruled)
    title, root = words.gettext(law.title), nodes[nodes.root]
    if not root.ways:
        return Chart(law.id, title, law.edition, (_ruling_alone(root, title),))
    always = tuple(sentence for sentence in root.order if sentence in root.common)
    return Chart(law.id, title, law.edition, tuple(_parts(root)), always)


class _Nodes:
    """The nodes of a compiled tree in words; facts are folded into the node that they come before."""

    def __init__(self, tree: dict[str, Any], words: Translator, left: Collection[Way], ruled: Collection[str]) -> None:
        self.words = words
        self.left = left
        self.ruled = ruled
        self.tablet = _Tablet()
        self.nodes: list[dict[str, Any]] = tree["nodes"]
        self.questions: dict[str, dict[str, Any]] = tree["questions"]
        self.root: int = tree["root"]
        self.made: dict[int, _Node] = {}

    def __getitem__(self, index: int) -> "_Node":
        if index not in self.made:
            self.made[index] = _Node(self, index)
        return self.made[index]

    def after(self, way: Way, to: int) -> "_Node":
        """Return the node that a way leads to; the tablet, if the way, or every way after it, is left to the tablet."""
        return self.tablet if way in self.left or self.none_kept(to) else self[to]

    def none_kept(self, index: int) -> bool:
        index = asked_at(self.nodes, index)
        ways = self.nodes[index]["next"] if "ask" in self.nodes[index] else {}
        return bool(ways) and all((index, value) in self.left or self.none_kept(to) for value, to in ways.items())

    def say(self, message: str, question: dict[str, Any] | None = None) -> str:
        return plain(message, {}, self.words, (question or {}).get("roles"))

    def moment(self, value: str) -> str:
        return self.words.gettext(When(value).label)  # type: ignore[call-arg]


def asked_at(nodes: list[dict[str, Any]], index: int) -> int:
    """Return the index of the question, pause or ruling at this node; a fact belongs to the node after it."""
    while "fact" in nodes[index]:
        index = nodes[index]["next"]
    return index


class _Node:
    def __init__(self, nodes: _Nodes, index: int) -> None:
        self.index = asked_at(nodes.nodes, index)
        self.nodes = nodes
        self.noted: tuple[Sentence, ...] = ()
        data = nodes.nodes[index]
        while "fact" in data:
            # Left out: a fact that follows from others, and one that would only answer a question that the chart draws.
            question = nodes.questions[data["fact"]]
            if "unless" not in data and not question.get("follows"):
                kind = "words" if question["kind"] == "words" else "record"
                self.noted += (Sentence(nodes.say(question["text"], question), question["law"], kind),)
            data = nodes.nodes[data["next"]]
        self.data = data
        self.asked = nodes.questions[data["ask"]] if "ask" in data else None

    @cached_property
    def texts(self) -> tuple[str, str, str]:
        """Words of the question or ruling, its law, and the player who chooses."""
        if self.asked is None:
            ruling = self.data["ruling"]
            return self.nodes.say(ruling["text"]), ruling["law"], ""
        who = show(self.asked["chooser"], "", "", self.nodes.words) if "chooser" in self.asked else ""
        return self.nodes.say(self.asked["text"], self.asked), self.asked["law"], who

    @cached_property
    def early(self) -> tuple[Sentence, ...]:
        """The sentences of this node's ruling that may be said before reaching it."""
        effects = self.data["ruling"]["rectifications"] if "ruling" in self.data else []
        return tuple(
            self._sentence(effect) for effect in effects if effect.get("text") and effect["effect"] not in AT_THE_END
        )

    @cached_property
    def late(self) -> tuple[Sentence, ...]:
        """The sentences said with the ruling itself: staying, going on, coming back."""
        if "ruling" not in self.data:
            return ()
        effects, duties = self.data["ruling"]["rectifications"], self.data["ruling"]["duties"]
        late = [self._sentence(effect) for effect in effects if effect.get("text") and effect["effect"] in AT_THE_END]
        for duty in duties:
            text = f"{self.nodes.moment(duty['when'])} – {self.nodes.say(duty['text'])}"
            late.append(Sentence(text, duty["law"], "come_back"))
        return tuple(late)

    def _sentence(self, effect: dict[str, Any]) -> Sentence:
        kind = "leave" if effect.get("do") == "LEAVE" else "do"
        return Sentence(self.nodes.say(effect["text"]), effect["law"], kind)

    @cached_property
    def ways(self) -> tuple[tuple[tuple[tuple[str, str], ...], "_Node"], ...]:
        """Options, or the moment, each with the node that it leads to."""
        if self.asked is not None:
            return tuple(
                (
                    ((self.nodes.say(option["label"], self.asked), option.get("law", "")),),
                    self.nodes.after((self.index, option["value"]), self.data["next"][option["value"]]),
                )
                for option in self.asked["options"]
            )
        if "wait" in self.data:
            moment = self.data["wait"]
            to = self.nodes.after((self.index, moment), self.data["next"])
            return ((((self.nodes.moment(moment), ""),), to),)
        return ()

    @cached_property
    def entails(self) -> tuple[tuple[Sentence, ...], ...]:
        """The consequences of each option, in the order of `ways`."""
        if self.asked is None:
            return tuple(() for _ in self.ways)
        kind = "aloud" if "chooser" in self.asked else "entails"
        entailed = [self.nodes.say(option.get("entails", ""), self.asked) for option in self.asked["options"]]
        ruled = self.asked["id"] in self.nodes.ruled
        ends = [ruled and "ruling" in to.data and "wait" not in to.data for _, to in self.ways]
        return tuple(
            (Sentence(words, "", kind),) if words and not end else () for words, end in zip(entailed, ends, strict=True)
        )

    @cached_property
    def common(self) -> frozenset[Sentence]:
        """Early sentences common to every way on from here, except sentences of a ruling made after a later moment."""
        to = self.data["next"].values() if self.asked is not None else ()
        beyond = [self.nodes[index].common for index in to]  # including the ways left to the tablet
        return frozenset(self.early) | (frozenset.intersection(*beyond) if beyond else frozenset())

    @cached_property
    def order(self) -> tuple[Sentence, ...]:
        """All early sentences of all ways on from here, in the order of the law."""
        return tuple(dict.fromkeys([*self.early, *(sentence for _, node in self.ways for sentence in node.order)]))


class _Tablet(_Node):
    """A way that is left to the tablet, without words."""

    asked = None
    data: dict[str, Any] = {}
    noted = ()
    texts = ("", "", "")
    early = late = ways = entails = order = ()
    common = frozenset()

    def __init__(self) -> None:
        """Create it without a node."""


_Key = tuple[Any, ...]


def _parts(root: _Node) -> Iterator[Part]:
    """Return the parts of a law in the order of drawing."""
    keys: dict[tuple[_Node, frozenset[Sentence]], _Key] = {}
    ids: dict[_Key, int] = {}
    numbers: dict[_Key, int] = {}
    parts: dict[int, Part] = {}

    def on_the_way(node: _Node, known: frozenset[Sentence]) -> tuple[Sentence, ...]:
        early = node.common - known
        return tuple(sentence for sentence in node.order if sentence in early)

    def key(node: _Node, known: frozenset[Sentence]) -> _Key:
        """Return the key of a place; equal keys have the same words here and on every way on."""
        known &= frozenset(node.order)
        if (node, known) not in keys:
            here = tuple(sentence for sentence in node.early if sentence not in known)
            ways = []
            for (options, to), entails in zip(node.ways, node.entails, strict=True):
                then = on_the_way(to, known | frozenset(here))
                beyond = key(to, known | frozenset(here) | frozenset(then))
                ways.append((options, entails, then, ids.setdefault(beyond, len(ids))))
            keys[node, known] = (node.noted, node.texts, here, node.late, tuple(ways))
        return keys[node, known]

    def through(node: _Node, known: frozenset[Sentence]) -> _Node:
        """Skip questions whose answers all lead to one place, on a chart that is not whole; return the first other
        node."""
        while node.asked is not None and node.nodes.left and not node.texts[2] and not node.noted:
            places = {(on_the_way(to, known), key(to, known | frozenset(on_the_way(to, known)))) for _, to in node.ways}
            if len(places) > 1 or isinstance(node.ways[0][1], _Tablet):
                break
            node = node.ways[0][1]
        return node

    def visit(node: _Node, known: frozenset[Sentence]) -> int:
        """Build the part here with all parts after it, and return its number; 0 where a ruling ends the inquiry."""
        if not node.ways:
            return 0
        place = key(node, known)
        if place in numbers:
            return numbers[place]
        number = numbers[place] = len(numbers) + 1
        here = tuple(sentence for sentence in node.early if sentence not in known)
        text, law, chooser = node.texts
        exits = tuple(leave(node, known | frozenset(here)))
        meanwhile = None if node.asked is not None else (*here, *node.late)
        parts[number] = Part(number, text, law, exits, node.noted, chooser, meanwhile)
        return number

    def leave(node: _Node, known: frozenset[Sentence]) -> Iterator[Exit]:
        """Return the exits of a part. Neighbours with the same words and the same place are joined. Those to the tablet
        are joined into one at the end, unless every option is read aloud in its order."""
        left: tuple[tuple[str, str], ...] = ()
        together: tuple[tuple[str, str], ...] = ()
        ways = tuple((options, through(to, known)) for options, to in node.ways)
        for at, (options, to) in enumerate(ways):
            if isinstance(to, _Tablet) and not node.texts[2]:
                left += options
                continue
            together += options
            entails = node.entails[at]
            then = on_the_way(to, known)
            place = (then, key(to, known | frozenset(then)))
            after = ways[at + 1][1] if at + 1 < len(ways) else None
            if after is not None and entails == node.entails[at + 1]:
                then_after = on_the_way(after, known)
                if (then_after, key(after, known | frozenset(then_after))) == place:
                    continue
            known_beyond = known | frozenset(then)
            number = visit(to, known_beyond)
            if number or isinstance(to, _Tablet):
                yield Exit(together, then, number, entails=entails)
            else:
                rest = tuple(sentence for sentence in to.early if sentence not in known_beyond)
                told = (*to.noted, *then, *rest, *to.late)
                yield Exit(together, told, outcome=Outcome(*to.texts[:2]), entails=entails)
            together = ()
        if left:
            yield Exit(left)

    visit(root, root.common)
    yield from (parts[number] for number in sorted(parts))


def _ruling_alone(node: _Node, title: str) -> Part:
    text, law, _ = node.texts
    return Part(1, title, law, (Exit((), (*node.noted, *node.early, *node.late), outcome=Outcome(text, law)),))

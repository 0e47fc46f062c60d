"""Situations to rule on: a player's account with bidding and tricks, the answers that the Code expects, the ruling."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulings.bridge import Card, Seat
from rulings.engine.asking import Ending
from rulings.engine.inquiry import Law
from rulings.laws2017 import LAWS

FOLDER = Path(__file__).parent / "situations"

LEVELS = (1, 2, 3)
"""Levels of difficulty: one fact decides; a player has a choice, or the director judges; several irregularities at
once."""


@dataclass(frozen=True)
class Played:
    """A complete or incomplete trick: the cards in the order of play."""

    number: int
    cards: tuple[tuple[Seat, Card], ...]

    @classmethod
    def parse(cls, text: str) -> "Played":
        """Read "5 N:S3 E:D2 S:S2 W:SJ".

        :raises ValueError: a seat or a card cannot be read.
        """
        number, *cards = text.split()
        return cls(int(number), tuple((Seat(card[0]), Card.parse(card[2:])) for card in cards))

    @property
    def complete(self) -> bool:
        return len(self.cards) == len(Seat)

    def winner(self, trumps: str) -> Seat | None:
        """Return the winner of the trick; None while it is incomplete."""
        if not self.complete:
            return None
        led = self.cards[0][1].suit
        return max(self.cards, key=lambda card: _strength(card[1], trumps, str(led)))[0]


def _strength(card: Card, trumps: str, led: str) -> tuple[bool, bool, int]:
    return (card.suit == trumps, card.suit == led, "23456789TJQKA".index(card.rank))


@dataclass(frozen=True)
class Situation:
    """One situation. *words* and *why* (what to remember) are by language.

    *facts* are known before the first question, as those of a board; *answers* are those that the Code expects,
    including moments that have come. *also* are laws that lead to the same ruling. *tempting* are wrong answers
    ("winner=E") whose rulings are the first alternatives to the right one. *dealer*, *vulnerability*, *calls*, *deal*
    and *tricks* are shown.
    """

    id: str
    theme: str
    level: int
    law: str
    ruling: str
    words: Mapping[str, str]
    why: Mapping[str, str]
    answers: Mapping[str, str]
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    also: tuple[str, ...] = ()
    tempting: tuple[str, ...] = ()
    tricks_moved: int | None = None
    score: int | None = None
    dealer: str = ""
    vulnerability: str = ""
    calls: tuple[str, ...] = ()
    deal: str = ""
    tricks: tuple[Played, ...] = ()

    @property
    def entry(self) -> Law:
        return LAWS[self.law]

    def ended(self) -> Ending:
        """Return the ruling of the Code.

        :raises ValueError: its answers leave a question open.
        """
        state = self.entry.step({**self.facts, **self.answers})
        if not isinstance(state, Ending):
            raise ValueError(f"{self.id} still asks")
        return state


@dataclass(frozen=True)
class Theme:
    """One of the fourteen themes: its key, its title by language, the Laws that it is about, its situations."""

    key: str
    title: Mapping[str, str]
    laws: Mapping[str, str]
    situations: tuple[Situation, ...]


@cache
def themes() -> tuple[Theme, ...]:
    """Read every theme, in the order of the files."""
    return tuple(_theme(path) for path in sorted(FOLDER.glob("*.toml")))


def _theme(path: Path) -> Theme:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    key = path.stem.partition("_")[2].replace("_", "-")
    situations = tuple(parsed(key, entry) for entry in data["situation"])
    return Theme(key, _by_language(data, "title"), _by_language(data, "laws"), situations)


def _by_language(data: Mapping[str, Any], name: str) -> dict[str, str]:
    return {language: data[f"{name}_{language}"] for language in ("fr", "en")}


def parsed(theme: str, data: Mapping[str, Any]) -> Situation:
    """Read a situation from the data of its file."""
    kept = (
        "id",
        "level",
        "law",
        "ruling",
        "answers",
        "facts",
        "deal",
        "dealer",
        "vulnerability",
        "tricks_moved",
        "score",
    )
    values: dict[str, Any] = {"law": "", "ruling": "", "answers": {}}
    values |= {name: data[name] for name in kept if name in data}
    values |= {name: tuple(data.get(name, ())) for name in ("also", "tempting")}
    return Situation(
        **values,
        theme=theme,
        words={"fr": data["fr"].strip(), "en": data["en"].strip()},
        why=_by_language(data, "why"),
        calls=tuple(data.get("calls", "").split()),
        tricks=tuple(map(Played.parse, data.get("tricks", ()))),
    )


@cache
def by_id() -> Mapping[str, Situation]:
    """Index every situation of the themes by its id."""
    return {situation.id: situation for theme in themes() for situation in theme.situations}


def series(seed: int, count: int, among: Iterable[Situation]) -> list[Situation]:
    """Choose random situations: the same seed gives the same ones, on the server and on a device."""
    return sorted(among, key=lambda situation: hashlib.sha256(f"{seed}:{situation.id}".encode()).hexdigest())[:count]

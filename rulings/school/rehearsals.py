"""Rehearsals of an evening: calls that come automatically, duties that fall due after a ruling, lines that tables
forget to enter."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from rulings.school.situations import Situation, parsed
from rulings.school.situations import by_id as of_the_themes

FOLDER = Path(__file__).parent / "rehearsals"
SCENARIOS = sorted(FOLDER.glob("[0-9]*.toml"))
FALLEN_DUE = FOLDER / "fallen_due.toml"

JITTER = 20
"""The most seconds by which the seed delays a call; calls at the same moment stay together."""


@dataclass(frozen=True)
class Call:
    """One call of a rehearsal: its table, the caller (*seat*), and the situation at the table.

    It comes *at* a second counted from the beginning, or from the ruling on the call *after*. With *within* it is a
    duty that nobody calls for: it falls due at that second and is missed *within* seconds later; *cue* is a sign that
    the director can notice until then. *leaf* is the printed sheet that the table names its case by, "" without one.
    The seed chooses among *situations*.
    """

    key: str
    at: int
    table: int
    seat: str
    situations: tuple[str, ...]
    after: str = ""
    within: int = 0
    leaf: str = ""
    cue: Mapping[str, str] | None = None

    @property
    def situation(self) -> str:
        return self.situations[0]


@dataclass(frozen=True)
class Forgotten:
    """A line that a table forgets to enter; *board* is its place in the round, from 1."""

    table: int
    round: int
    board: int

    @property
    def key(self) -> str:
        return f"line-{self.round}-{self.table}-{self.board}"


@dataclass(frozen=True)
class Scenario:
    """A rehearsal as its file describes it: its size, its calls in order of time, the forgotten lines."""

    key: str
    title: Mapping[str, str]
    says: Mapping[str, str]
    minutes: int
    tables: int
    rounds: int
    boards: int
    calls: tuple[Call, ...]
    forgotten: tuple[Forgotten, ...]

    @property
    def seconds(self) -> int:
        return self.minutes * 60

    @property
    def round_seconds(self) -> int:
        return self.seconds // self.rounds

    @property
    def board_seconds(self) -> int:
        return self.round_seconds // self.boards

    def staged(self, seed: int) -> "Scenario":
        """Return the rehearsal with the tables, situations and delays of a seed."""
        tables = sorted(range(1, self.tables + 1), key=lambda table: _chance(seed, f"table {table}"))
        places = dict(enumerate(tables, 1))
        calls = tuple(
            replace(
                call,
                table=places[call.table],
                at=call.at + _chance(seed, f"{call.after} {call.at}") % JITTER,
                situations=(call.situations[_chance(seed, call.key) % len(call.situations)],),
            )
            for call in self.calls
        )
        return replace(
            self, calls=calls, forgotten=tuple(replace(line, table=places[line.table]) for line in self.forgotten)
        )


def _chance(seed: int, about: str) -> int:
    return int(hashlib.sha256(f"{seed}:{about}".encode()).hexdigest()[:12], 16)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Read every rehearsal, in the order of the files, by its key."""
    return {scenario.key: scenario for scenario in map(_scenario, SCENARIOS)}


def _scenario(path: Path) -> Scenario:
    data = _data(path)
    return Scenario(
        key=path.stem.partition("_")[2].replace("_", "-"),
        title=_by_language(data, "title"),
        says=_by_language(data, "says"),
        minutes=data["minutes"],
        tables=data["tables"],
        rounds=data["rounds"],
        boards=data["boards"],
        calls=tuple(map(_call, data["call"])),
        forgotten=tuple(Forgotten(**line) for line in data["forgotten"]),
    )


def _call(data: Mapping[str, Any]) -> Call:
    plain = {name: data[name] for name in ("key", "at", "table", "seat", "after", "within", "leaf") if name in data}
    cue = _by_language(data, "cue") if "cue_fr" in data else None
    return Call(**plain, situations=tuple(data["situations"]), cue=cue)


def _data(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _by_language(data: Mapping[str, Any], name: str) -> dict[str, str]:
    return {language: data[f"{name}_{language}"] for language in ("fr", "en")}


@cache
def by_id() -> Mapping[str, Situation]:
    """Index the situations that rehearsals alone use; one without a law is a call where nothing has to be ruled."""
    tables = [table for path in (*SCENARIOS, FALLEN_DUE) for table in _data(path).get("situation", ())]
    return {table["id"]: _continued(parsed(table["theme"], table), table.get("of", "")) for table in tables}


def _continued(due: Situation, of: str) -> Situation:
    """Add the facts and answers of the situation *of* to one that continues the same inquiry."""
    before = of_the_themes().get(of)
    if before is None or before.law != due.law:
        return due
    return replace(due, facts={**before.facts, **before.answers, **due.facts})


@cache
def _due() -> Mapping[tuple[str, str], str]:
    return {(table["of"], table["duty"]): table["id"] for table in _data(FALLEN_DUE)["situation"]}


def is_fallen_due(name: str) -> bool:
    """Does a situation belong to a duty that falls due? Without the ruling before it there is nothing to rule on."""
    return name in _due().values()


def fallen_due(of: str, duty: str) -> Situation | None:
    """Return the situation when a *duty* (its Law) of the ruling on the situation *of* falls due; None where nothing is
    to be ruled then."""
    name = _due().get((of, duty))
    return by_id()[name] if name else None


def situation(name: str) -> Situation:
    """Return a situation of the themes or of the rehearsals.

    :raises KeyError: there is none of this name.
    """
    return by_id()[name] if name in by_id() else of_the_themes()[name]

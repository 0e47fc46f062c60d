"""Paths through laws as a director might take them, with the server's question and words at each step.

A device must ask and show the same; the script `COMPARE` checks that in a browser.
"""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.utils import translation

from arbitrage.models.incident import EDITIONS
from arbitrage.pages.devices import page_downloads
from arbitrage.pages.devices.compiled_laws import ruling_in_words
from rulings.auction import Auction
from rulings.bridge import Card, Seat
from rulings.engine import text
from rulings.engine.asking import Step
from rulings.engine.facts import completed
from rulings.engine.inquiry import Asking, Law, State, Waiting, limits, reading_name, readings
from rulings.engine.questions import CALL_OPTIONS, UNKNOWN, Fact, Question
from rulings.engine.roles import with_roles
from rulings.table import Bound, Lying, Silent, Table

LAWS = EDITIONS["2017"]
SEATS = "NESW"
BOARDS: tuple[Mapping[str, str], ...] = (
    {},
    {"contract": "3NT", "declarer": "S", "trumps": "NT", "vulnerability": "NS"},
    {"contract": "4Hx", "declarer": "E", "trumps": "H", "tricks": "9", "vulnerability": "All"},
)

C4, D5 = Lying(Seat.E, Card("C", "4"), "minor"), Lying(Seat.E, Card("D", "5"), "major")
TABLES = (
    Table(),
    Table(declarer=Seat.S, trumps="H", cards=(C4,)),
    Table(declarer=Seat.S, trumps="S", cards=(C4, D5, Lying(Seat.W, Card("H", "Q"), "major"))),
    Table(declarer=Seat.S, cards=(D5,), bounds=(Bound(Seat.W, "forbid", "DH", "while_retains_lead", "two"),)),
    Table(auction=Auction.parse("N:1S 1H~ 2H"), silent=(Silent(Seat.E, "once", 3, "three"),)),
    Table(auction=Auction.parse("N:1C 1S 1H")),
    Table(auction=Auction.parse("N:7NT 7S")),
    Table(auction=Auction.parse("N:1S 1H"), unsure=frozenset((Seat.E,))),
)

COMPARE = (Path(__file__).parent / "offline_compare.js").read_text(encoding="utf-8")


def walks(law: Law, chance: random.Random, number: int) -> Iterator[dict[str, Any]]:
    """Yield *number* random ways through a law to its end, with every question and sentence in the active language, and
    one more on a table that answers or limits a question of this law, if there is one."""
    for at in range(number):
        facts = dict(BOARDS[at % len(BOARDS)])
        yield _walk(law, chance, facts, facts, {})
    tables = [(table, found) for table in TABLES if (found := readings(law, table) | limits(law, table))]
    if tables:
        table, found = chance.choice(tables)
        given = {**chance.choice(BOARDS), **table.facts()}
        taken = {name: value for name, value in completed(given).items() if name not in page_downloads.NEVER}
        yield _walk(law, chance, given, taken, found)


def _walk(
    law: Law, chance: random.Random, facts: Mapping[str, str], taken: Mapping[str, str], read: dict[str, Any]
) -> dict[str, Any]:
    """Draw one way through a law with these *facts*. *taken* are the facts of the table that a device has stored;
    *read* are the answers that it reads from the table."""
    answers: list[tuple[str, str]] = []
    seen = []
    while True:
        given = {**facts, **dict(answers)}
        state = law.step(given)
        if (alone := read_here_alone(law, state, given)) is not None:
            before = state.trail[: state.trail.index(alone)]
            seen.append(shown(Asking(before, alone.question), given))
            answers.append((alone.question.id, alone.value))
            continue
        seen.append(shown(state, given))
        if isinstance(state, Asking):
            answers.append((state.question.id, value_for(state.question, chance)))
        elif isinstance(state, Waiting):
            answers.append((state.moment.value, "reached"))
        else:
            break
    return {"law": law.id, "facts": taken, "answers": answers, "readings": read, "seen": seen}


def read_here_alone(law: Law, state: State, given: Mapping[str, str]) -> Step | None:
    """Return the first step that the server reads from the table but a device has to ask, because the table may answer
    its question in too many ways."""
    by_table = (step for step in state.trail if step.question.seen and step.question.id not in given)
    return next((step for step in by_table if step.derived and not reading_name(law, step.question)), None)


def value_for(question: Question[Any], chance: random.Random) -> str:
    if question.kind == "hands":
        return ""
    if question.kind == "words":
        return "Le mort a nommé l’as de ♠"
    if isinstance(question, Fact) and chance.random() < 0.25:
        return UNKNOWN
    return chance.choice(question.values)


def shown(state: State, given: Mapping[str, str]) -> list[Any]:
    known = with_roles(state.read | dict(given))

    def of(message: str, roles: Any = ()) -> str:
        return text.plain(message, known, translation, dict(roles))

    if isinstance(state, Asking):
        question = state.question
        options = (
            [
                [option.value, of(option.label, question.roles), of(option.entails, question.roles)]
                for option in question.options
            ]
            if question.kind in ("yes_no", "choice")
            else []
        )
        highest = getattr(question, "high", None) if question.kind == "count" else None
        refused = getattr(question, "refused", ())
        left_out = [option.value for option in CALL_OPTIONS if option.value in refused]
        if getattr(question, "among", None):
            left_out = [one for one in ("NESW" if question.kind == "seat" else "SHDC") if one not in question.left]
        return ["asking", question.id, of(question.text, question.roles), options, highest, left_out]
    assert hasattr(state, "ruling")
    ruling = ruling_in_words(state.ruling.as_json())
    lines = [
        text.plain(one["text"], known, AsItIs(), one.get("roles"))
        for place in ("steps", "reasons", "uses", "notes", "stay", "leave", "sends", "duties")
        for one in ruling.get(place, ())
    ]
    moment = state.moment.value if isinstance(state, Waiting) else ""
    return ["waiting" if moment else "ruled", moment, ruling["is"], of(state.ruling.text), lines]


class AsItIs:
    """A translator for sentences that are translated already: it translates only the values of their blanks."""

    gettext = staticmethod(lambda message: message)
    pgettext = staticmethod(translation.pgettext)
    ngettext = staticmethod(translation.ngettext)

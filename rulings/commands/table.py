"""The command `python -m rulings table`: it reads the events at a table about one board, in order, and returns the
cards that lie there afterwards.

Its input is a list of entries, each one of these: ``{"law": "49", "answers": {…}}``, an inquiry answered to its end (or
to a pause); ``{"said": "lies", "seat": "E", "card": "C4", "kind": "minor"}``, a statement of the director
(`rulings.table.Said`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from rulings import bridge
from rulings.commands import laws as law_commands
from rulings.commands.scores import CommandError
from rulings.engine.inquiry import Asking
from rulings.table import READERS, Said, Table
from rulings.table_from_log import entries, folded


def table(happened: object) -> dict[str, Any]:
    """Return the table after all entries, as plain data.

    :raises CommandError: an entry cannot be read, or its inquiry still asks something.
    """
    return described(after(happened))


def after(happened: object) -> Table:
    """Return the table after all entries.

    :raises CommandError: an entry cannot be read, or its inquiry still asks something.
    """
    if not isinstance(happened, list):
        raise CommandError("table", "a JSON list of what happened is wanted, in order.")
    state = Table()
    for number, entry in enumerate(happened, 1):
        state = folded(state, _read(entry, f"entry {number}", state))
    return state


def described(table: Table) -> dict[str, Any]:
    """Return a table as plain data: declarer, the cards that lie there, the players who are bound or must pass, and
    other values that are known."""
    silenced = {silence.seat: table.must_pass(silence.seat) for silence in table.silent}
    data: dict[str, Any] = {
        "declarer": table.declarer.value if table.declarer else None,
        "penalty_cards": [
            {"seat": lying.seat.value, "card": str(lying.card), "kind": lying.kind}
            for lying in table.cards
            if lying.kind != "exposed"
        ],
        "restrictions": [
            {
                "seat": bound.seat.value,
                "how": bound.how,
                "suits": list(bound.suits),
                "lasts": bound.lasts or "first_lead",
            }
            for bound in table.bounds
        ],
        "must_pass": [{"seat": seat.value, "lasts": lasts} for seat, lasts in silenced.items() if lasts],
    }
    exposed = [{"seat": o.seat.value, "card": str(o.card)} for o in table.cards if o.kind == "exposed"]
    more = {
        "exposed_cards": exposed,
        "cards_not_noted": sorted(table.unsure),
        "auction": str(table.auction or ""),
        "trumps": table.trumps,
    }
    return data | {name: value for name, value in more.items() if value}


def _read(entry: object, place: str, so_far: Table) -> list[Any]:
    if not isinstance(entry, Mapping) or not ({"law", "said"} & entry.keys()):
        raise CommandError(place, 'an object with "law" and its "answers", or with "said", is wanted.')
    if "said" in entry:
        return [_statement(entry, place)]
    answers = law_commands.stored_answers(law_commands.find_law(str(entry["law"])), entry.get("answers", {}))
    law, state = law_commands.stepped(str(entry["law"]), so_far.facts() | answers)
    if isinstance(state, Asking):
        raise CommandError(place, f"Law {law.id} still asks {state.question.id}: {state.question.expected}.")
    return list(entries(law, so_far.facts() | answers, place))


def _statement(entry: Mapping[str, Any], place: str) -> Said:
    statement = entry["said"]
    if not isinstance(statement, str) or statement not in READERS:
        raise CommandError(place, f"{statement!r} is not something to say of a table; there are: {', '.join(READERS)}.")
    try:
        return Said(statement, ABOUT[statement](entry), place)  # type: ignore[arg-type]
    except KeyError as missing:
        raise CommandError(place, f'"{missing.args[0]}" is wanted with "said": "{statement}".') from None
    except (ValueError, AttributeError, TypeError) as error:
        raise CommandError(place, str(error)) from None


def _seat(entry: Mapping[str, Any]) -> str:
    return bridge.parse_seat(entry["seat"]).value


def _card(entry: Mapping[str, Any]) -> str:
    return f"{_seat(entry)}:{bridge.Card.parse(entry['card'])}"


def _call(entry: Mapping[str, Any]) -> str:
    return "/".join(filter(None, (entry.get("seat", "") and _seat(entry), entry["call"])))


def _bond(entry: Mapping[str, Any]) -> str:
    return ":".join(filter(None, (_seat(entry), entry["how"], "".join(entry.get("suits", ())))))


ABOUT: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "lies": lambda entry: f"{_card(entry)} {entry.get('kind', 'major')}",
    "played": _card,
    "picked_up": _card,
    "not_penalised": _card,
    "noted": _seat,
    "released": _bond,
    "led": _seat,
    "lost_lead": _seat,
    "auction": lambda entry: str(entry["auction"]),
    "call": _call,
    "undo_call": lambda entry: "",
    "declarer": _seat,
    "end_of_play": lambda entry: "",
}
"""Reader of the subject of each statement in a document."""

"""The rows of a tournament as its events say them: written, compared and rebuilt in one way (ADR 009).

An event that changes rows carries them as they are after it, so there is one projection for all of them: a row is what
the last event that names it says. The first event, that of the import, is the *base*: it has every row.

What may name a person is outside (`OUTSIDE`, and every `Player`): the chain holds a digest of all of it together.
"""

import datetime
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import models, transaction

from arbitrage.models import Board, Contestant, Event, Penalty, Player, Result, Section, Tournament
from arbitrage.services.record import history

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MODELS: tuple[type[models.Model], ...] = (Tournament, Section, Contestant, Board, Result, Penalty)
"""The models whose rows a tournament's events say, a row's owner before it."""

OUTSIDE: Mapping[type[models.Model], frozenset[str]] = {
    Tournament: frozenset({"name", "source_name"}),
    Contestant: frozenset({"team"}),
}
"""The columns that may name a person."""

Rows = Sequence[models.Model]
Changed = tuple[Rows, Sequence[str]]
"""Rows of one model, and the columns of them that have changed."""

Told = dict[type[models.Model], dict[str, dict[str, Any]]]
"""What events say of rows: by model, identifier and column, as plain values."""

BY_NAME = {model.__name__: model for model in MODELS}


@transaction.atomic(savepoint=False)
def write(
    tournament: Tournament,
    kind: str,
    /,
    *,
    by: "User | None",
    board: Board | uuid.UUID | None = None,
    at: datetime.datetime | None = None,
    new: Iterable[models.Model] = (),
    changed: Iterable[Changed] = (),
    gone: Iterable[models.Model] = (),
    players: Sequence[Player] = (),
    base: bool = False,
    written: bool = False,
    **data: Any,
) -> Event:
    """Bring the rows of a tournament up to date, and write the one event that says so.

    *players* are new ones, of whom the event says nothing but the digest of all names. With *base* the event has every
    row of the tournament; *written* says that the new rows are stored already.
    """
    rows = list(new)
    said = [_table(model, _columns(model), [one for one in rows if type(one) is model], True) for model in MODELS]
    said += [_table(type(of[0]), tuple(names), of, False) for of, names in changed if of]
    said = [table for table in said if table["rows"]]
    removed: dict[str, list[str]] = {}
    for row in gone:
        removed.setdefault(type(row).__name__, []).append(str(row.pk))
    history.lock(tournament.pk)
    if not written:
        _apply(said, removed, {str(row.pk): _outside(row) for row in rows})
    Player.objects.bulk_create(players, batch_size=500)
    for row in rows:
        row._state.adding, row._state.db = False, "default"
    if removed:
        data["gone"] = removed
    if base:
        data["base"] = True
    if base or players or removed or any(table["of"] == "Contestant" for table in said):
        data["people"] = people_digest(tournament)
    place: dict[str, Any] = {"club": tournament.club_id, "tournament": tournament, "board": board, "at": at}
    return history.append(tournament.pk, kind, by=by, **place, rows=said, **data)


def people_digest(tournament: Tournament) -> str:
    """The digest of everything of a tournament that may name a person: 64 hexadecimal digits, or "" once nothing is
    left to name."""
    players = Player.objects.filter(contestant__section__tournament=tournament).order_by("contestant_id", "order")
    teams = Contestant.objects.filter(section__tournament=tournament).exclude(team="").order_by("pk")
    said = [
        [tournament.name, tournament.source_name],
        [[str(one), team] for one, team in teams.values_list("pk", "team")],
        [[str(one), *rest] for one, *rest in players.values_list("contestant_id", "order", "name", "licence")],
    ]
    return history.digest(history.canonical(said))


# What the events say


def told(tournament: Tournament) -> tuple[Told, bool, str | None]:
    """What the events say of the rows of a tournament since the last one that has all of them; whether there is such
    an event; and the last digest of what may name a person."""
    rows: Told = {model: {} for model in MODELS}
    whole, people = False, None
    for event in Event.objects.filter(stream_id=tournament.pk).order_by("seq"):
        data = event.data
        if data.get("base"):
            rows, whole = {model: {} for model in MODELS}, True
        for table in data.get("rows", ()):
            of_model = rows[BY_NAME[table["of"]]]
            for key, *values in table["rows"]:
                of_model.setdefault(key, {}).update(zip(table["columns"], values, strict=True))
        for name, keys in data.get("gone", {}).items():
            for key in keys:
                rows[BY_NAME[name]].pop(key, None)
        people = data.get("people", people)
    return rows, whole, people


def differences(tournament: Tournament) -> list[str]:
    """Where the stored rows of a tournament are not what its events say: "Result 0190...: tricks"; [] when all are."""
    rows, whole, people = told(tournament)
    found = []
    for model in MODELS:
        stored = _stored(model, tournament)
        for key in sorted(rows[model].keys() | (stored.keys() if whole else set())):
            one, other = rows[model].get(key), stored.get(key)
            if one is None or other is None:
                found.append(f"{model.__name__} {key}: {'missing' if other is None else 'not in the record'}")
            elif unlike := sorted(name for name in one if name in other and one[name] != other[name]):
                found.append(f"{model.__name__} {key}: {', '.join(unlike)}")
    if people is not None and people != people_digest(tournament):
        found.append(f"Tournament {tournament.pk}: its names are not those that were recorded")
    return found


@transaction.atomic
def rebuild(tournament: Tournament) -> list[str]:
    """Make the stored rows of a tournament what its events say again; what was changed, as `differences` says it.

    A row that was missing comes back without what may name a person. Names are never changed: no event has them.
    """
    history.lock(tournament.pk)
    found = differences(tournament)
    rows, whole, _people = told(tournament)
    for model in MODELS:
        stored = _stored(model, tournament)
        for key, values in rows[model].items():
            fields = _read([_column(model, name) for name in values], values.values())
            if key not in stored:
                model._default_manager.create(pk=uuid.UUID(key), **fields)
            elif any(stored[key][name] != value for name, value in values.items()):
                model._default_manager.filter(pk=key).update(**fields)
    for model in reversed(MODELS):
        surplus = _stored(model, tournament).keys() - rows[model].keys() if whole else ()
        model._default_manager.filter(pk__in=list(surplus)).delete()
    return found


def is_whole(tournament: Tournament) -> bool:
    """Has an event all rows of the tournament? Those of an earlier version have none until they are adopted."""
    return Event.objects.filter(stream_id=tournament.pk, body__contains='"base":true').exists()


def adopt(tournament: Tournament, known: Sequence[str] = ()) -> Event | None:
    """Take the rows of a tournament of an earlier version into its chain as they are now, with what was *known* to
    differ then; None where its chain has them already."""
    if is_whole(tournament):
        return None
    every = [row for model in MODELS for row in _of(model, tournament)]
    tables = [_table(model, _columns(model), [one for one in every if type(one) is model], True) for model in MODELS]
    return history.append(
        tournament.pk,
        "tournament_adopted",
        by=None,
        club=tournament.club_id,
        tournament=tournament,
        differences=list(known),
        people=people_digest(tournament),
        rows=[table for table in tables if table["rows"]],
        base=True,
    )


# Rows and text


def _columns(model: type[models.Model]) -> tuple[str, ...]:
    outside = OUTSIDE.get(model, frozenset())
    fields = model._meta.concrete_fields
    return tuple(one.attname for one in fields if not one.primary_key and one.attname not in outside)


def _table(model: type[models.Model], columns: Sequence[str], rows: Rows, new: bool) -> dict[str, Any]:
    fields = [_column(model, name) for name in columns]
    values = [[str(row.pk), *(_plain(read, getattr(row, name)) for name, read in fields)] for row in rows]
    said: dict[str, Any] = {"of": model.__name__, "columns": [name for name, _read in fields], "rows": values}
    return said | {"new": True} if new else said


def _field(model: type[models.Model], name: str) -> "models.Field[Any, Any]":
    return next(one for one in model._meta.concrete_fields if name in (one.name, one.attname))


Read = Callable[[Any], Any]
"""What makes a value of a column out of a plain one."""


@cache
def _column(model: type[models.Model], name: str) -> tuple[str, Read]:
    """The attribute of a row where a column stands, and what reads it: asked for each value of many thousand rows."""
    field = _field(model, name)
    return field.attname, (field.target_field if isinstance(field, models.ForeignKey) else field).to_python


def _plain(read: Read, value: Any) -> Any:
    """A value as the record has it: the same for 60 and 60.00, for an enumeration and its text."""
    if value is None:
        return None
    value = read(value)
    match value:
        case Decimal():
            return f"{value.normalize():f}"
        case datetime.datetime():
            return history.stamp(value)
        case datetime.date():
            return value.isoformat()
        case uuid.UUID():
            return str(value)
    return value


def _read(columns: Sequence[tuple[str, Read]], values: Iterable[Any]) -> dict[str, Any]:
    return {name: None if value is None else read(value) for (name, read), value in zip(columns, values, strict=True)}


def _outside(row: models.Model) -> dict[str, Any]:
    return {name: getattr(row, name) for name in OUTSIDE.get(type(row), ())}


def _apply(said: Sequence[Mapping[str, Any]], gone: Mapping[str, Sequence[str]], outside: Mapping[str, Any]) -> None:
    for table in said:
        model = BY_NAME[table["of"]]
        columns = [_column(model, name) for name in table["columns"]]
        read = [(key, _read(columns, values)) for key, *values in table["rows"]]
        if table.get("new"):
            rows = [model(pk=uuid.UUID(key), **fields, **outside.get(key, {})) for key, fields in read]
            model._default_manager.bulk_create(rows, batch_size=500)
        elif len(read) == 1:
            model._default_manager.filter(pk=read[0][0]).update(**read[0][1])
        else:
            names = [_field(model, name).name for name in table["columns"]]
            rows = [model(pk=uuid.UUID(key), **fields) for key, fields in read]
            model._default_manager.bulk_update(rows, names, batch_size=200)
    for model in reversed(MODELS):
        if model.__name__ in gone:
            model._default_manager.filter(pk__in=gone[model.__name__]).delete()


def _of(model: type[models.Model], tournament: Tournament) -> models.QuerySet[Any]:
    paths = {Tournament: "pk", Contestant: "section__tournament", Result: "board__tournament"}
    return model._default_manager.filter(**{paths.get(model, "tournament"): tournament.pk}).order_by("pk")


def _stored(model: type[models.Model], tournament: Tournament) -> dict[str, dict[str, Any]]:
    names = _columns(model)
    reads = [_column(model, name)[1] for name in names]
    return {
        str(key): {name: _plain(read, value) for name, read, value in zip(names, reads, values, strict=True)}
        for key, *values in _of(model, tournament).values_list("pk", *names)
    }

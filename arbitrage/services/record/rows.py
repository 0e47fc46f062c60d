"""Rows of the database as plain values in events.

A row has the values in the last event that contains it. An event lists rows in tables: {"of": "Result", "columns":
[...], "rows": [[key, value, ...]], "new": true}. {"gone": {"Result": [key, ...]}} lists removed rows. An event with
{"base": true} contains every row, so that earlier events need not be read.
"""

import datetime
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from django.db import models

from arbitrage.models import Event
from arbitrage.services.record import history, unlike_rows
from arbitrage.services.record.person_numbers import Numbers, with_accounts

Rows = Sequence[models.Model]

Outside = Mapping[type[models.Model], frozenset[str]]
"""Columns that are in no event, by model."""

NOBODY: Numbers = {}

Told = dict[type[models.Model], dict[str, dict[str, Any]]]
"""Rows from events: by model, identifier and column, as plain values."""


def told(
    events: Iterable[Event], of: Sequence[type[models.Model]], numbers: Numbers = NOBODY
) -> tuple[Told, bool, str | None]:
    """Compute the rows of these models from the events of a chain. *numbers* maps the numbers of persons to accounts,
    for a club that has moved.

    Return the rows; whether an event has all of them (only the last such event and later ones are read); and the last
    digest of the values that may name a person.
    """
    by_name = {model.__name__: model for model in of}
    rows: Told = {model: {} for model in of}
    whole, people = False, None
    for event in events:
        data = event.data
        if data.get("base"):
            rows, whole = {model: {} for model in of}, True
        for table in data.get("rows", ()):
            of_model = rows[by_name[table["of"]]]
            for key, *values in with_accounts(table, numbers):
                of_model.setdefault(key, {}).update(zip(table["columns"], values, strict=True))
        for name, keys in data.get("gone", {}).items():
            for key in keys:
                rows[by_name[name]].pop(key, None)
        people = data.get("people", people)
    return rows, whole, people


def compared(told_rows: Told, stored: Told, *, whole: bool) -> list[str]:
    """List the differences between stored rows and events: "Result 0190...: tricks"; [] when there are none.

    A stored row that is in no event is a difference only if the events have every row (*whole*).
    """
    problems = []
    for model, rows in told_rows.items():
        for key in sorted(rows.keys() | (stored[model].keys() if whole else set())):
            problems += unlike_rows.compared(model.__name__, key, rows.get(key), stored[model].get(key))
    return problems


def stored(rows: "models.QuerySet[Any]", outside: Outside) -> dict[str, dict[str, Any]]:
    """Return the rows of a query as plain values, by identifier."""
    names = columns_of(rows.model, outside)
    model: type[models.Model] = rows.model
    reads = [column(model, name)[1] for name in names]
    return {
        str(key): {name: plain(read, value) for name, read, value in zip(names, reads, values, strict=True)}
        for key, *values in rows.values_list("pk", *names)
    }


def restore(told_rows: Told, now: Told, *, whole: bool) -> None:
    """Restore the stored rows from events: add missing ones, correct changed ones, delete the others."""
    for model, rows in told_rows.items():
        for key, values in rows.items():
            fields = read_values([column(model, name) for name in values], values.values())
            if key not in now[model]:
                model._default_manager.create(pk=uuid.UUID(key), **fields)
            elif any(now[model][key].get(name) != value for name, value in values.items()):
                model._default_manager.filter(pk=key).update(**fields)
    for model in reversed(list(told_rows)):
        surplus = now[model].keys() - told_rows[model].keys() if whole else ()
        model._default_manager.filter(pk__in=list(surplus)).delete()


def columns_of(model: type[models.Model], outside: Outside) -> tuple[str, ...]:
    """List the columns of a model that events contain: all but its key and those in *outside*."""
    left = outside.get(model, frozenset())
    fields = model._meta.concrete_fields
    return tuple(field.attname for field in fields if not field.primary_key and field.attname not in left)


def table_of(model: type[models.Model], columns: Sequence[str], rows: Rows, new: bool) -> dict[str, Any]:
    fields = [column(model, name) for name in columns]
    values = [[str(row.pk), *(plain(read, getattr(row, name)) for name, read in fields)] for row in rows]
    table: dict[str, Any] = {"of": model.__name__, "columns": [name for name, _read in fields], "rows": values}
    return table | {"new": True} if new else table


def field_of(model: type[models.Model], name: str) -> "models.Field[Any, Any]":
    return next(field for field in model._meta.concrete_fields if name in (field.name, field.attname))


Read = Callable[[Any], Any]
"""A function that converts a plain value to a value of a column."""


@cache
def column(model: type[models.Model], name: str) -> tuple[str, Read]:
    """Return the attribute name of a column, and the function that converts a plain value to its type. Cached, because
    each value of many thousand rows needs it."""
    field = field_of(model, name)
    return field.attname, (field.target_field if isinstance(field, models.ForeignKey) else field).to_python


def plain(read: Read, value: Any) -> Any:
    """Convert a value to its form in events. Equal values have equal forms, such as 60 and 60.00, or an enumeration and
    its text."""
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


def read_values(columns: Sequence[tuple[str, Read]], values: Iterable[Any]) -> dict[str, Any]:
    return {name: None if value is None else read(value) for (name, read), value in zip(columns, values, strict=True)}

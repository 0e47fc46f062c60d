"""Copying of a club's rows from one database into another, table by table: selecting, reading, writing and comparing
them."""

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS, connections, models
from psycopg import sql

from arbitrage.models import Event, Exercise, Pairing, RecordCheck, Rehearsal, Ruling, Stream
from arbitrage.models.club import ClubQuerySet

RECORD: tuple[type[models.Model], ...] = (Event, Stream)
"""Models of the chains. They are copied separately, because their events may have been replicated in advance."""
OF_A_PERSON: tuple[type[models.Model], ...] = (Rehearsal, Exercise)
"""Models whose rows belong to a person; they are copied for persons who belong to no other club here."""
LEFT: tuple[type[models.Model], ...] = (Pairing, RecordCheck)
"""Models that are not copied: pairings of tablets, and checks of a whole database."""
ADDED_TO = (Event, Ruling)
"""Models whose rows the database protects: existing rows stay, and only new ones are added."""

NULL = "\\N"


@dataclass(frozen=True)
class Sum:
    """Count and digest (SHA-256) of the rows of a table."""

    count: int
    digest: str


def of_a_club() -> list[type[models.Model]]:
    """List the models that have rows of a club, without those of its chains, owners first."""
    every = apps.get_app_config("arbitrage").get_models()
    apart = (*RECORD, *OF_A_PERSON, *LEFT)
    # sorted by the length of the lookup to the club; that of Club is empty, so it comes first
    return sorted((model for model in every if model not in apart), key=lambda model: len(_way(model).split("__")))


def rows_of(model: type[models.Model], club: uuid.UUID, alias: str = DEFAULT_DB_ALIAS) -> "models.QuerySet[Any]":
    """Return the rows of a club in one of the databases."""
    return model._default_manager.using(alias).filter(**{_way(model) or "pk": club}).order_by()


def persons_of(model: type[models.Model], rows: "models.QuerySet[Any]") -> set[int]:
    """Return the keys of the accounts to which these rows refer."""
    names = [field.attname for field in model._meta.concrete_fields if field.related_model is User]
    return {key for name in names for key in rows.values_list(name, flat=True).distinct() if key is not None}


def read(rows: "models.QuerySet[Any]") -> Iterator[str]:
    """Yield rows as lines of COPY, in order of their key."""
    connection = connections[rows.db]
    statement, values = rows.values("pk").query.get_compiler(rows.db).as_sql()
    table, columns = _names(rows.model)
    key = sql.Identifier(str(rows.model._meta.pk.column))
    command = sql.SQL("COPY (SELECT {} FROM {} WHERE {} IN ({}) ORDER BY {}) TO STDOUT")
    whole = command.format(columns, table, key, sql.SQL(statement), key)
    with connection.cursor() as cursor, cursor.copy(whole, values) as copy:
        yield from lines(copy)


def lines(copy: Iterable[Any]) -> Iterator[str]:
    """Yield the lines of a COPY, whose output comes in pieces of any length."""
    rest = b""
    for piece in copy:
        *whole, rest = (rest + bytes(piece)).split(b"\n")
        yield from (line.decode() for line in whole)


def with_accounts(model: type[models.Model], rows: Iterable[str], here: Mapping[int, int]) -> Iterator[str]:
    """Yield the lines of COPY with the keys of accounts replaced by those *here*.

    :raises KeyError: an account is missing in *here*.
    """
    places = [place for place, field in enumerate(model._meta.concrete_fields) if field.related_model is User]
    for line in rows:
        if places:
            cells = line.split("\t")
            for place in places:
                if cells[place] != NULL:
                    cells[place] = str(here[int(cells[place])])
            line = "\t".join(cells)
        yield line


def write(model: type[models.Model], rows: Iterable[str]) -> Sum:
    """Write rows, given as lines of COPY in order of their key, and return their sum. Rows of ADDED_TO that exist
    already are left as they are."""
    table, columns = _names(model)
    into, whole = table, _Summing()
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        if model in ADDED_TO:
            into = sql.Identifier(f"arriving_{model._meta.db_table}")
            cursor.execute(sql.SQL("CREATE TEMPORARY TABLE {} (LIKE {}) ON COMMIT DROP").format(into, table))
        with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(into, columns)) as copy:
            for line in rows:
                whole.add(line)
                copy.write(f"{line}\n")
        if model in ADDED_TO:
            add = "INSERT INTO {} ({}) SELECT {} FROM {} AS new WHERE NOT EXISTS (SELECT 1 FROM {} WHERE id = new.id)"
            cursor.execute(sql.SQL(add).format(table, columns, columns, into, table))
            cursor.execute(sql.SQL("DROP TABLE {}").format(into))
    return whole.sum()


def delete(rows: "models.QuerySet[Any]") -> None:
    """Delete rows without Django's collection of dependent rows, which the caller deletes too. The database checks the
    foreign keys at the end of the transaction."""
    rows._raw_delete(rows.db)


def summed(rows: "models.QuerySet[Any]") -> Sum:
    """Read rows and return their sum."""
    whole = _Summing()
    for line in read(rows):
        whole.add(line)
    return whole.sum()


class _Summing:
    def __init__(self) -> None:
        self._count, self._digest = 0, hashlib.sha256()

    def add(self, line: str) -> None:
        self._count += 1
        self._digest.update(f"{line}\n".encode())

    def sum(self) -> Sum:
        return Sum(self._count, self._digest.hexdigest())


def _way(model: type[models.Model]) -> str:
    """Return the lookup from a row to its club."""
    rows: ClubQuerySet[Any] = model._default_manager.all()  # type: ignore[assignment]
    return rows.to_club


def _names(model: type[models.Model]) -> tuple[sql.Identifier, sql.Composed]:
    columns = [sql.Identifier(str(field.column)) for field in model._meta.concrete_fields]
    return sql.Identifier(model._meta.db_table), sql.SQL(", ").join(columns)

"""Queries whose SQL is built once for each connection and executed many times with different values (ADR 027).

Django builds the SQL of a QuerySet again at each use, which often takes longer than the database takes to answer. Only
the SQL is cached here, never a row.

This module depends on undocumented parts of Django: `SQLCompiler.as_sql`, `get_converters`, `select` and `col_count`,
`Query.get_compiler`, and `_query`, `_iterable_class` and `_prefetch_related_lookups` of a QuerySet. Where one of them
is missing, or the database has a compiler of its own, a warning is logged and each query is an ordinary QuerySet.
"""

import copy
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, reduce
from typing import Any, Generic, TypeVar, cast

from django.core.exceptions import EmptyResultSet
from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet, prefetch_related_objects
from django.db.models.expressions import Expression, Value
from django.db.models.lookups import In
from django.db.models.sql.compiler import SQLCompiler

R = TypeVar("R")

NEEDED_OF_ROWS = ("_query", "_iterable_class", "_prefetch_related_lookups")
NEEDED_OF_COMPILER = ("as_sql", "get_converters", "compile", "execute_sql", "results_iter")

logger = logging.getLogger(__name__)


class Given(Value):
    """A value for an ordinary QuerySet, used where no SQL is cached. With *is_authenticated* it passes for a signed-in
    user in the filters by club."""

    is_authenticated = True


class Place(Expression):
    """A placeholder in a prepared query, given to a filter instead of a value.

    With *is_authenticated* it passes for a signed-in user in the filters by club.
    """

    is_authenticated = True

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Any:
        return "%s", [self]

    def get_group_by_cols(self) -> list[Any]:
        return []

    def given(self, value: object) -> object:
        """Return the value that an ordinary QuerySet gets instead of the placeholder. None stays None, for which Django
        writes IS NULL."""
        return None if value is None else Given(value, self.output_field)


class Places(Expression):
    """A placeholder for a list of values, given to a lookup "in" instead of the list."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Any:
        if connection.vendor == "sqlite":
            return "(SELECT value FROM json_each(%s))", [self]
        return f"(SELECT unnest({self.array(connection)}))", [self]

    def get_group_by_cols(self) -> list[Any]:
        return []

    def array(self, connection: BaseDatabaseWrapper) -> str:
        """Write the placeholder as an array of PostgreSQL."""
        return f"%s::{self.output_field.db_type(connection)}[]"

    def given(self, values: Any) -> object:
        """Return the list that an ordinary QuerySet gets instead of the placeholder."""
        return list(values)

    def listed(self, values: Iterable[object], connection: BaseDatabaseWrapper) -> object:
        """Convert the values to one parameter of the database, without None, as "IN (NULL)" matches no row."""
        prepared = [self.output_field.get_db_prep_value(value, connection) for value in values if value is not None]
        return json.dumps(prepared) if connection.vendor == "sqlite" else prepared


class _Built(SQLCompiler):
    """A compiler that has built its SQL, and is copied for each set of values."""

    words: str
    places: list[Any]
    values: tuple[Any, ...]
    converters: dict[int, Any]

    def build(self) -> None:
        """Build the SQL, and the converters of its columns to Python values."""
        self.words, places = super().as_sql()
        self.places = list(places)
        self.converters = super().get_converters([column[0] for column in self.select[: self.col_count]])

    def compile(self, node: Any) -> Any:
        """Compile a lookup "in" for PostgreSQL as "= ANY", for which it uses an index even inside an OR."""
        if self.connection.vendor == "postgresql" and isinstance(node, In) and isinstance(node.rhs, Places):
            column, parameters = node.process_lhs(self, self.connection)
            return f"{column} = ANY({node.rhs.array(self.connection)})", [*parameters, node.rhs]
        return super().compile(node)

    def with_values(self, values: Mapping[str, object]) -> "_Built":
        """Return a copy of this compiler for these values by name."""
        filled = copy.copy(self)
        filled.values = tuple(self._value(place, values) for place in self.places)
        return filled

    def _value(self, place: Any, values: Mapping[str, Any]) -> object:
        if isinstance(place, Places):
            return place.listed(values[place.name], self.connection)
        if isinstance(place, Place):
            return place.output_field.get_db_prep_value(values[place.name], self.connection)
        return place

    def as_sql(self, *_arguments: Any, **_named: Any) -> tuple[str, tuple[Any, ...]]:
        return self.words, self.values

    def get_converters(self, _columns: Any) -> dict[int, Any]:
        return self.converters


class Prepared(Generic[R]):
    """A query whose SQL is cached. *build* returns its QuerySet from placeholders, one for each name in *fields*; a
    field inside a list stands for a list of values.

    *build* may depend on nothing but its placeholders: neither on the time nor on a setting that changes. If a value is
    None, an ordinary QuerySet is used, as "= NULL" matches no row; a user and a list may not be None.

    *many* maps a lookup to the prepared query of its related rows. Each of these queries runs once for all rows, and
    gets as *of* the keys of the objects to which the last relation of the lookup belongs.
    """

    def __init__(
        self,
        build: "Callable[..., QuerySet[Any, R]]",
        many: "Mapping[str, Prepared[Any]] | None" = None,
        **fields: "Field[Any, Any] | list[Field[Any, Any]]",
    ) -> None:
        self._build, self._many = build, many or {}
        self._places = {
            name: Places(name, field[0]) if isinstance(field, list) else Place(name, field)
            for name, field in fields.items()
        }

    def __call__(self, **values: object) -> list[R]:
        """Run the query with these values, and return the rows in their order."""
        if values.keys() != self._places.keys():
            raise TypeError(f"The values are {sorted(self._places)}, not {sorted(values)}.")
        kept = None if None in values.values() else self._kept()
        rows = self._ordinary(values) if kept is None else self._asked(*kept, values)
        for lookup, related in self._many.items():
            related.put_on(rows, lookup)
        return rows

    def _asked(self, asked: Any, built: _Built, values: Mapping[str, object]) -> list[R]:
        compiler = built.with_values(values)
        query = copy.copy(asked.query)
        query.get_compiler = lambda *_arguments, **_named: compiler
        once = object.__new__(type(asked))  # not `copy`, which would make the QuerySet fetch its rows
        vars(once).update(vars(asked), _query=query)
        rows: list[R] = list(asked._iterable_class(once))
        if rows and asked._prefetch_related_lookups:
            prefetch_related_objects(cast("list[Any]", rows), *asked._prefetch_related_lookups)
        return rows

    def _ordinary(self, values: Mapping[str, object]) -> list[R]:
        return list(self._build(**{name: place.given(values[name]) for name, place in self._places.items()}))

    def first(self, **values: object) -> R | None:
        """Return the first row; None without any row."""
        return next(iter(self(**values)), None)

    def put_on(self, rows: "Iterable[Any]", lookup: str) -> None:
        """Fetch the rows that are related to these rows by a *lookup*, and store them in the cache of
        `prefetch_related`; a row that has them already keeps them."""
        *path, name = lookup.split("__")
        ends = [reduce(lambda at, step: at and getattr(at, step), path, row) for row in rows]
        ends = [end for end in ends if end is not None and name not in _loaded(end)]
        if not ends:
            return
        field = getattr(type(ends[0]), name).field
        found: dict[Any, list[Any]] = {}
        for related in self(of={end.pk for end in ends}):
            found.setdefault(getattr(related, field.attname), []).append(related)
        for end in ends:
            those = getattr(end, name).get_queryset()
            those._result_cache, those._prefetch_done = found.get(end.pk, []), True
            for related in those._result_cache:
                setattr(related, field.name, end)
            vars(end).setdefault("_prefetched_objects_cache", {})[field.remote_field.cache_name] = those

    def put_forward(self, rows: "Iterable[Any]", name: str) -> None:
        """Fetch the rows to which the foreign key *name* of these rows refers, and set them on the rows that have not
        loaded theirs."""
        lacking: dict[Any, list[Any]] = {}
        for row in rows:
            field = row._meta.get_field(name)
            if not field.is_cached(row) and (key := getattr(row, field.attname)) is not None:
                lacking.setdefault(key, []).append(row)
        for related in self(of=lacking.keys()) if lacking else ():
            for row in lacking[cast("Any", related).pk]:
                setattr(row, name, related)

    def _kept(self) -> "tuple[QuerySet[Any, R], _Built] | None":
        """Return the query and its compiler, which are cached for the connection of this thread; None if they cannot be
        cached."""
        alias = router.db_for_read(self._model)
        kept_here = vars(connections[alias]).setdefault("prepared", {})
        if self not in kept_here:
            kept_here[self] = _built(self._build(**self._places).using(alias), alias)
        return cast("tuple[QuerySet[Any, R], _Built] | None", kept_here[self])

    @cached_property
    def _model(self) -> type[Model]:
        return self._build(**self._places).model


def _loaded(row: Model) -> Mapping[str, Any]:
    """Return the prefetched rows of a row, by the name of their relation."""
    return cast("Mapping[str, Any]", vars(row).get("_prefetched_objects_cache", {}))


def _built(rows: Any, alias: str) -> tuple[Any, _Built] | None:
    """Build the SQL of a QuerySet; None if it is always empty, locks rows, or if Django lacks a part that this module
    needs."""
    connection = connections[alias]
    compiler = _Built(rows.query, connection, alias)
    missing = [name for name in NEEDED_OF_ROWS if not hasattr(rows, name)]
    missing += [name for name in NEEDED_OF_COMPILER if not hasattr(compiler, name)]
    own = type(rows.query.get_compiler(alias))
    if any(getattr(own, name, None) is not getattr(SQLCompiler, name, None) for name in NEEDED_OF_COMPILER):
        missing.append("its compiler")
    if not missing and not rows.query.select_for_update:
        try:
            compiler.build()
        except EmptyResultSet:
            return None
        except AttributeError as error:
            missing.append(str(error))
        else:
            return rows, compiler
    if missing:
        logger.warning("Queries are built at each use: Django has changed (%s).", ", ".join(missing))
    return None


def update(model: type[Model], key: object, fields: Mapping[str, object]) -> None:
    """Change these fields of one row, as `QuerySet.update` does for plain values."""
    if not fields:
        return
    alias = router.db_for_write(model)
    connection = connections[alias]
    words, columns = _updating(model, tuple(fields))
    values = [
        column.get_db_prep_save(value, connection) for column, value in zip(columns, fields.values(), strict=True)
    ]
    with transaction.mark_for_rollback_on_error(using=alias), connection.cursor() as cursor:
        cursor.execute(words, [*values, model._meta.pk.get_db_prep_value(key, connection)])


def insert(rows: Sequence[Model]) -> None:
    """Insert rows of one model, which have their keys, in one statement, as `bulk_create` does for plain values."""
    if not rows:
        return
    model = type(rows[0])
    alias = router.db_for_write(model)
    connection = connections[alias]
    columns = model._meta.concrete_fields
    values = [column.get_db_prep_save(getattr(row, column.attname), connection) for row in rows for column in columns]
    with transaction.mark_for_rollback_on_error(using=alias), connection.cursor() as cursor:
        cursor.execute(_inserting(model, len(rows)), values)
    for row in rows:
        row._state.adding, row._state.db = False, alias


@lru_cache(200)
def _inserting(model: type[Model], count: int) -> str:
    """Write the statement that inserts this number of rows; its columns are quoted alike in both databases."""
    columns = [f'"{field.column}"' for field in model._meta.concrete_fields]
    places = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * count)
    return f'INSERT INTO "{model._meta.db_table}" ({", ".join(columns)}) VALUES {places}'  # noqa: S608  the models' names


@cache
def _updating(model: type[Model], names: tuple[str, ...]) -> tuple[str, list["Field[Any, Any]"]]:
    """Write the statement that changes these fields of one row; its columns are quoted alike in both databases."""
    columns = [cast("Field[Any, Any]", model._meta.get_field(name)) for name in names]
    changed = ", ".join(f'"{field.column}" = %s' for field in columns)
    return f'UPDATE "{model._meta.db_table}" SET {changed} WHERE "{model._meta.pk.column}" = %s', columns  # noqa: S608  its names are the models'

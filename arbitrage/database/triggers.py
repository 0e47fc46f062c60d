"""Triggers that protect the record: the database itself refuses to change or delete an event or a ruling.

Python code cannot guarantee this, because an `update()` in a shell or a careless migration bypasses it. A migration
installs the triggers. A later migration that rebuilds a guarded table on SQLite (any `AlterField`) loses the triggers
of that table and must install them again; `manage.py verify_history` reports missing triggers.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django.db.backends.base.base import BaseDatabaseWrapper

# Each guarded table, with the sets of columns that are unique in it. SQLite's "insert or replace" deletes a row without
# firing a delete trigger, so an insert trigger refuses a row that has the key of an existing row.
GUARDED: Mapping[str, Sequence[Sequence[str]]] = MappingProxyType(
    {
        "arbitrage_event": (("id",), ("stream_id", "seq")),
        "arbitrage_ruling": (("id",), ("inquiry_id", "revision")),
    }
)

MESSAGE = "append-only: what is written here is never changed, it is followed by something newer"


MOVED = "moved-away: nothing is written any more of a club that is at another installation"
MOVING = "arbitrage_event_moved"
"""Name of the trigger that refuses events of a club that has moved to another installation (ADR 026), on PostgreSQL
only. It locks the row of the club until the event is committed, so that writing an event and moving the club wait for
each other."""


def install_moving_guard(connection: BaseDatabaseWrapper) -> None:
    """Install the trigger that refuses events of a club that has moved. On SQLite there is none, because only clubs on
    PostgreSQL can move."""
    drop_moving_guard(connection)
    if connection.vendor == "postgresql":
        create = f"CREATE TRIGGER {MOVING} BEFORE INSERT ON arbitrage_event FOR EACH ROW EXECUTE FUNCTION {MOVING}()"
        _run(connection, [_moving_function(), create])


def drop_moving_guard(connection: BaseDatabaseWrapper) -> None:
    """Drop the trigger that refuses events of a club that has moved, to undo the migration."""
    if connection.vendor == "postgresql":
        drops = [f"DROP TRIGGER IF EXISTS {MOVING} ON arbitrage_event", f"DROP FUNCTION IF EXISTS {MOVING}()"]
        _run(connection, drops)


def _moving_function() -> str:
    return (
        f"CREATE OR REPLACE FUNCTION {MOVING}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "  # noqa: S608
        "PERFORM 1 FROM arbitrage_club WHERE id = NEW.club_id AND moved_at IS NULL FOR KEY SHARE; "
        "IF NOT FOUND AND EXISTS (SELECT 1 FROM arbitrage_club WHERE id = NEW.club_id) "
        f"THEN RAISE EXCEPTION '{MOVED}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
        "RETURN NEW; END $$"
    )


def install_triggers(connection: BaseDatabaseWrapper, guarded: Mapping[str, Sequence[Sequence[str]]] = GUARDED) -> None:
    """Install the triggers that refuse update, delete, replacing (SQLite) and truncate (PostgreSQL); existing ones are
    replaced.

    :raises NotImplementedError: the database is neither SQLite nor PostgreSQL.
    """
    drop_triggers(connection, guarded)
    for table, keys in guarded.items():
        _run(connection, _create(connection.vendor, table, keys))


def drop_triggers(connection: BaseDatabaseWrapper, guarded: Mapping[str, Sequence[Sequence[str]]] = GUARDED) -> None:
    """Drop the triggers, to undo the migration, and for tests, which delete all rows afterwards."""
    for table in guarded:
        _run(connection, _drop(connection.vendor, table))


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """List the names of missing triggers in alphabetical order. A trigger whose body differs counts as missing."""
    expected = {
        f"{table}_{event}": _body(connection.vendor, statement)
        for table, keys in GUARDED.items()
        for event, statement in zip(_events(connection.vendor), _triggers(connection.vendor, table, keys), strict=True)
    }
    if connection.vendor == "postgresql":
        expected[MOVING] = _body("postgresql", _moving_function())
    if connection.vendor == "sqlite":
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    else:
        query = (
            "SELECT t.tgname, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')"
        )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {name: _body(connection.vendor, text) for name, text in cursor.fetchall()}
    return sorted(name for name, body in expected.items() if present.get(name) != body)


def _body(vendor: str, text: str) -> str:
    """Normalise the white space of the statement that creates a trigger or, on PostgreSQL, of its function's body."""
    if vendor == "postgresql" and "$$" in text:
        text = text.split("$$")[1]
    return " ".join(text.split())


def _known(vendor: str) -> str:
    if vendor not in {"sqlite", "postgresql"}:
        raise NotImplementedError(f"the record is guarded on SQLite and PostgreSQL, not on {vendor}")
    return vendor


def _events(vendor: str) -> tuple[str, ...]:
    return ("update", "delete", "replace") if _known(vendor) == "sqlite" else ("change", "truncate")


def _create(vendor: str, table: str, keys: Sequence[Sequence[str]]) -> list[str]:
    if _known(vendor) == "sqlite":
        return _triggers(vendor, table, keys)
    return [
        _function(table),
        f"CREATE TRIGGER {table}_change BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_refuse()",
        f"CREATE TRIGGER {table}_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()",
    ]


def _triggers(vendor: str, table: str, keys: Sequence[Sequence[str]]) -> list[str]:
    """Return the statement that defines each trigger of a table, in the order of `_events`: on PostgreSQL that of its
    function."""
    if vendor == "postgresql":
        return [_function(table)] * 2
    refuse = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    same = " UNION ALL ".join(_same_row(table, columns) for columns in keys)
    return [
        f"CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_replace BEFORE INSERT ON {table} WHEN EXISTS ({same}) {refuse}",
    ]


def _function(table: str) -> str:
    return (
        f"CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )


def _same_row(table: str, columns: Sequence[str]) -> str:
    condition = " AND ".join(f"{column} = NEW.{column}" for column in columns)
    return f"SELECT 1 FROM {table} WHERE {condition}"  # noqa: S608  (names of our own, never input)


def _drop(vendor: str, table: str) -> list[str]:
    on = f" ON {table}" if _known(vendor) == "postgresql" else ""
    drops = [f"DROP TRIGGER IF EXISTS {table}_{event}{on}" for event in _events(vendor)]
    return drops + ([f"DROP FUNCTION IF EXISTS {table}_refuse()"] if vendor == "postgresql" else [])


def _run(connection: BaseDatabaseWrapper, statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)

"""Copying of the events of a club to another installation by PostgreSQL's logical replication, before the club itself
moves (ADR 026).

The old installation has a publication, filtered by the club, and a replication slot. The new installation has a
separate staging database, with the single table `arbitrage_event` and a subscription. No page reads the staging
database, and its table has no triggers or foreign keys, so that a transfer can be given up by dropping it. The
protected table of the new installation never has only a part of a club's events. The publication sends only inserts,
because events are never changed; therefore its filter needs no replica identity.
"""

import uuid
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _
from psycopg import sql
from psycopg.conninfo import make_conninfo

EVENTS = "arbitrage_event"
OLDEST = 150_000
"""Oldest version that can replicate: PostgreSQL 15 is the first that filters the rows of a publication."""


class ReplicationError(Exception):
    """The databases cannot replicate; nothing was changed."""


def house(connection: BaseDatabaseWrapper) -> str:
    """Return a key that is unique to this database: the system identifier of its PostgreSQL, and its name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT system_identifier, current_database() FROM pg_control_system()")
        system, name = cursor.fetchone()
    return f"{system}/{name}"


def name_for(club: uuid.UUID) -> str:
    """Return the name of the publication, slot, subscription and staging database of a club that moves."""
    return f"arbitrage_club_{club.hex}"


def check(source: BaseDatabaseWrapper) -> None:
    """Check that a database can publish its events.

    :raises ReplicationError: PostgreSQL is too old, or its `wal_level` is not "logical".
    """
    with source.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int, current_setting('wal_level')")
        version, level = cursor.fetchone()
    if version < OLDEST:
        raise ReplicationError(_("The PostgreSQL of the club is older than 15: add --at-once."))
    if level != "logical":
        raise ReplicationError(
            _("The PostgreSQL of the club has no wal_level = logical: set it and start it again, or add --at-once.")
        )


def publish(source: BaseDatabaseWrapper, club: uuid.UUID) -> None:
    """Create the publication and the slot of a club, unless they exist."""
    name = name_for(club)
    with source.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_publication WHERE pubname = %s", [name])
        if not cursor.fetchone():
            create = "CREATE PUBLICATION {} FOR TABLE {} WHERE (club_id = {}) WITH (publish = 'insert')"
            names = (sql.Identifier(name), sql.Identifier(EVENTS), sql.Literal(str(club)))
            cursor.execute(sql.SQL(create).format(*names))
        cursor.execute("SELECT 1 FROM pg_replication_slots WHERE slot_name = %s", [name])
        if not cursor.fetchone():
            cursor.execute("SELECT pg_create_logical_replication_slot(%s, 'pgoutput')", [name])


def unpublish(source: BaseDatabaseWrapper, club: uuid.UUID) -> None:
    """Drop the publication and the slot of a club, if they exist. For a slot without a reader PostgreSQL would keep its
    log until the disk is full."""
    name = name_for(club)
    with source.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = %s AND active", [name]
        )
        cursor.execute(
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = %s", [name]
        )
        cursor.execute(sql.SQL("DROP PUBLICATION IF EXISTS {}").format(sql.Identifier(name)))


def subscribe(source: BaseDatabaseWrapper, club: uuid.UUID) -> None:
    """Create the staging database for the events of a club, with its subscription, unless they exist."""
    name, target = name_for(club), connections[DEFAULT_DB_ALIAS]
    with target.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if not cursor.fetchone():
            cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        cursor.execute(
            "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute "
            "WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            [EVENTS],
        )
        columns = [sql.SQL("{} {}").format(sql.Identifier(column), sql.SQL(kind)) for column, kind in cursor.fetchall()]
    with closing(beside(club)) as staging:
        table = "CREATE TABLE IF NOT EXISTS {} ({}, PRIMARY KEY (id))"
        staging.execute(sql.SQL(table).format(sql.Identifier(EVENTS), sql.SQL(", ").join(columns)))
        if not staging.execute("SELECT 1 FROM pg_subscription WHERE subname = %s", [name]).fetchone():
            create = "CREATE SUBSCRIPTION {} CONNECTION {} PUBLICATION {} WITH (create_slot = false, slot_name = {})"
            places = (sql.Identifier(name), sql.Literal(_address(source)), sql.Identifier(name), sql.Literal(name))
            staging.execute(sql.SQL(create).format(*places))


def unsubscribe(club: uuid.UUID) -> None:
    """Drop the subscription and the staging database of a club. The slot at the old installation is not contacted;
    `unpublish` drops it."""
    name = name_for(club)
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if not cursor.fetchone():
            return
    with closing(beside(club)) as staging:
        if staging.execute("SELECT 1 FROM pg_subscription WHERE subname = %s", [name]).fetchone():
            for statement in ("ALTER SUBSCRIPTION {} DISABLE", "ALTER SUBSCRIPTION {} SET (slot_name = NONE)",
                              "DROP SUBSCRIPTION {}"):  # fmt: skip
                staging.execute(sql.SQL(statement).format(sql.Identifier(name)))
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def arrived(club: uuid.UUID) -> int:
    """Count the events in the staging database of a club."""
    with closing(beside(club)) as staging:
        (count,) = staging.execute(f"SELECT count(*) FROM {EVENTS}").fetchone()  # type: ignore[misc]  # noqa: S608
    return int(count)


def of_source(source: BaseDatabaseWrapper, club: uuid.UUID) -> int:
    """Count the events of a club in the database that it leaves."""
    with source.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {EVENTS} WHERE club_id = %s", [club])  # noqa: S608
        return int(cursor.fetchone()[0])


def sent_ahead(club: uuid.UUID, columns: list[str]) -> Iterator[bytes]:
    """Yield the events in the staging database as the output of COPY, in order of their ids."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    query = sql.SQL("COPY (SELECT {} FROM {} ORDER BY id) TO STDOUT").format(names, sql.Identifier(EVENTS))
    with closing(beside(club)) as staging, staging.cursor() as cursor, cursor.copy(query) as copy:
        yield from map(bytes, copy)


def beside(club: uuid.UUID) -> psycopg.Connection[Any]:
    """Connect to the staging database of a club."""
    address = _address(connections[DEFAULT_DB_ALIAS], name_for(club))
    return psycopg.connect(address, autocommit=True, options="-c TimeZone=UTC")


def _address(connection: BaseDatabaseWrapper, database: str = "") -> str:
    """Write the connection string of a database for libpq; *database* overrides its name."""
    given = connection.settings_dict
    parts = {"host": given["HOST"], "port": given["PORT"], "user": given["USER"], "password": given["PASSWORD"]}
    named = {name: value for name, value in parts.items() if value}
    return make_conninfo(dbname=database or given["NAME"], **named)

"""The events of one club, sent ahead by PostgreSQL's logical replication into a database beside the one that serves.

At the old installation there are a publication, filtered by the club, and a slot, which keeps the log for it; at the
new one a database with the one table `arbitrage_event` and a subscription to it. It has no guard and no keys of other
tables, and no page reads it: a transfer that is given up is dropped with it, and the guarded table of the installation
never holds half a club. Events are only added, so the filter needs no replica identity, and no act of any other club is
written otherwise (ADR 024).
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
"""PostgreSQL 15 is the first that filters the rows of a publication."""


class ReplicationError(Exception):
    """The databases cannot replicate; nothing was changed."""


def house(connection: BaseDatabaseWrapper) -> str:
    """Return what tells this database from every other one: the identifier of its PostgreSQL, and its name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT system_identifier, current_database() FROM pg_control_system()")
        system, name = cursor.fetchone()
    return f"{system}/{name}"


def name_for(club: uuid.UUID) -> str:
    """Return the name of the publication, slot, subscription and database of a club that moves."""
    return f"arbitrage_club_{club.hex}"


def check(source: BaseDatabaseWrapper) -> None:
    """Check that a database can send its events ahead.

    :raises ReplicationError: it is too old, or writes too little into its log.
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
    """Make the publication and the slot of a club, unless they are there."""
    name = name_for(club)
    with source.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_publication WHERE pubname = %s", [name])
        if not cursor.fetchone():
            create = "CREATE PUBLICATION {} FOR TABLE {} WHERE (club_id = {}) WITH (publish = 'insert')"
            told = sql.SQL(create).format(sql.Identifier(name), sql.Identifier(EVENTS), sql.Literal(str(club)))
            cursor.execute(told)
        cursor.execute("SELECT 1 FROM pg_replication_slots WHERE slot_name = %s", [name])
        if not cursor.fetchone():
            cursor.execute("SELECT pg_create_logical_replication_slot(%s, 'pgoutput')", [name])


def unpublish(source: BaseDatabaseWrapper, club: uuid.UUID) -> None:
    """Drop publication and slot, if they are there. An unread slot would keep the log until the disk is full."""
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
    """Make the database beside this one that takes in the events of a club, and subscribe it, unless it is there."""
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
    """Drop the database beside this one with its subscription, without a word to the slot, which `unpublish` drops."""
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
    """Count the events that have been sent ahead."""
    with closing(beside(club)) as staging:
        (count,) = staging.execute(f"SELECT count(*) FROM {EVENTS}").fetchone()  # type: ignore[misc]  # noqa: S608
    return int(count)


def of_source(source: BaseDatabaseWrapper, club: uuid.UUID) -> int:
    """Count the events of a club where it is."""
    with source.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {EVENTS} WHERE club_id = %s", [club])  # noqa: S608
        return int(cursor.fetchone()[0])


def sent_ahead(club: uuid.UUID, columns: list[str]) -> Iterator[bytes]:
    """Yield the events that were sent ahead as COPY gives them, by their identifier."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    query = sql.SQL("COPY (SELECT {} FROM {} ORDER BY id) TO STDOUT").format(names, sql.Identifier(EVENTS))
    with closing(beside(club)) as staging, staging.cursor() as cursor, cursor.copy(query) as copy:
        yield from map(bytes, copy)


def beside(club: uuid.UUID) -> psycopg.Connection[Any]:
    """Connect to the database that takes in the events of a club."""
    address = _address(connections[DEFAULT_DB_ALIAS], name_for(club))
    return psycopg.connect(address, autocommit=True, options="-c TimeZone=UTC")


def _address(connection: BaseDatabaseWrapper, database: str = "") -> str:
    """Write the address of a database as PostgreSQL itself reads it."""
    told = connection.settings_dict
    parts = {"host": told["HOST"], "port": told["PORT"], "user": told["USER"], "password": told["PASSWORD"]}
    named = {name: value for name, value in parts.items() if value}
    return make_conninfo(dbname=database or told["NAME"], **named)

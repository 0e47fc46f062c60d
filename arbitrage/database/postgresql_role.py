"""A PostgreSQL role for the server that cannot remove the guard of the record.

The owner of the tables (DATABASE_OWNER_URL) migrates; the server's role reads and writes rows, adds to the record, and
may neither change what is recorded nor drop, disable or replace a trigger.
"""

from django.db import DatabaseError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from arbitrage.database.triggers import GUARDED

MAY = "SELECT, INSERT, UPDATE, DELETE"
ADDS = "SELECT, INSERT"


def grant(connection: BaseDatabaseWrapper, role: str) -> None:
    """Give *role* the rights that the server needs on the existing tables, and no others. The owner of the tables runs
    it, again after each migration.

    :raises django.db.DatabaseError: the role does not exist, or the tables have another owner.
    """
    name = sql.Identifier(role)
    with connection.cursor() as cursor:
        for statement in (
            sql.SQL("REVOKE CREATE ON SCHEMA public FROM PUBLIC"),
            sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(name),
            sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(name),
            sql.SQL(f"GRANT {MAY} ON ALL TABLES IN SCHEMA public TO {{}}").format(name),
            sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}").format(name),
            *(
                sql.SQL("REVOKE ALL ON {} FROM {}").format(sql.Identifier(table), name)
                for table in (*GUARDED, "django_migrations")
            ),
            *(sql.SQL(f"GRANT {ADDS} ON {{}} TO {{}}").format(sql.Identifier(table), name) for table in GUARDED),
            sql.SQL("GRANT SELECT ON django_migrations TO {}").format(name),
        ):
            cursor.execute(statement)


PLANNING = {"jit": "off", "join_collapse_limit": "4"}
"""Planner settings for short queries over many tables, for which PostgreSQL spent up to forty milliseconds on
planning."""


def plan_quickly(connection: BaseDatabaseWrapper) -> None:
    """Reduce PostgreSQL's planning time for this connection's role in this database, from its next connections on,
    through a pooler too. A role that may not set this has slower queries with the same results."""
    if connection.vendor != "postgresql":
        return
    try:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            for name, value in PLANNING.items():
                cursor.execute("SELECT current_setting(%s)", [name])
                if cursor.fetchone() != (value,):
                    place = sql.Identifier(connection.settings_dict["NAME"])
                    alter = sql.SQL(f"ALTER ROLE CURRENT_USER IN DATABASE {{}} SET {name} = {value}")
                    cursor.execute(alter.format(place))
    except DatabaseError:
        pass  # another server sets it at the same moment, or the role lacks the right

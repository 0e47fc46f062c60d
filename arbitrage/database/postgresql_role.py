"""A PostgreSQL role for the server that cannot remove the triggers that protect the record.

The owner of the tables (DATABASE_OWNER_URL) runs the migrations. The server's role reads and writes rows and inserts
events and rulings; it may neither change events or rulings nor drop, disable or replace a trigger.
"""

from django.db import DatabaseError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from arbitrage.database.triggers import GUARDED

MAY = "SELECT, INSERT, UPDATE, DELETE"
ADDS = "SELECT, INSERT"


def grant(connection: BaseDatabaseWrapper, role: str) -> None:
    """Give *role* the rights that the server needs on the existing tables, and no others. The *connection* must be that
    of the owner of the tables; repeat this after each migration.

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
"""Planner settings for short queries with many joins; without them PostgreSQL took up to forty milliseconds to plan
one."""


def plan_quickly(connection: BaseDatabaseWrapper) -> None:
    """Store PLANNING as defaults of this connection's role in this database, so that they apply to new connections,
    also those through a pooler. Without the right to do so, nothing is changed; queries are then only slower."""
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
        pass  # another server stores them at the same moment, or the role lacks the right

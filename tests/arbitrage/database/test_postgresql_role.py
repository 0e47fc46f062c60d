"""On PostgreSQL the server's role can append to the record, but can change neither its rows nor the triggers that guard
it."""

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from arbitrage.database import postgresql_role
from arbitrage.database.triggers import GUARDED, missing_triggers
from arbitrage.models import Event
from arbitrage.services import incidents
from tests.arbitrage import factories as make

ROLE = "arbitrage_serves"

FORBIDDEN = [
    "UPDATE arbitrage_event SET kind = 'x'",
    "DELETE FROM arbitrage_ruling",
    "TRUNCATE arbitrage_event",
    "ALTER TABLE arbitrage_event DISABLE TRIGGER ALL",
    "DROP TRIGGER arbitrage_event_change ON arbitrage_event",
    "CREATE OR REPLACE FUNCTION arbitrage_event_refuse() RETURNS trigger LANGUAGE plpgsql "
    "AS $$ BEGIN RETURN NEW; END $$",
    "SET session_replication_role = replica",
    "DELETE FROM django_migrations",
    "CREATE TABLE public.mine (x int)",
]


@pytest.fixture
def serving(incident):
    """A connection with the role of the server, which has only the rights that `manage.py grant` gives."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {ROLE}")
    call_command("grant", ROLE, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {ROLE}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


def may_take_the_guard_away() -> bool:
    """Tell whether this connection's role owns a guarded table or is a superuser, and so could drop its triggers."""
    query = (
        "SELECT bool_or(pg_has_role(current_user, tableowner, 'MEMBER')) FROM pg_tables WHERE tablename = ANY(%s) "
        "AND schemaname = current_schema()"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [list(GUARDED)])
        (owner,) = cursor.fetchone()
    return bool(owner)


@pytest.mark.postgres
@pytest.mark.append_only
def test_it_directs_an_evening(serving, incident, director):
    before = Event.objects.count()
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    incidents.add_words(incident=incident, words="nine tricks", by=director)
    assert Event.objects.count() > before
    assert missing_triggers(connection) == []
    assert may_take_the_guard_away() is False


@pytest.mark.postgres
@pytest.mark.append_only
@pytest.mark.parametrize("statement", FORBIDDEN)
def test_it_cannot_touch_the_record_nor_its_guard(serving, statement):
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.postgres
@pytest.mark.usefixtures("in_english")
def test_a_role_that_is_not_there_is_said(db):
    with pytest.raises(CommandError, match="does not exist. Run this as the owner"):
        call_command("grant", "nobody_of_this_name")


@pytest.mark.postgres
def test_the_role_that_serves_has_its_queries_planned_quickly(db):
    """The setting applies to later connections to this database only; writing it twice changes nothing."""
    postgresql_role.plan_quickly(connection)
    postgresql_role.plan_quickly(connection)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setconfig FROM pg_db_role_setting JOIN pg_database AS here ON here.oid = setdatabase "
            "JOIN pg_roles AS who ON who.oid = setrole WHERE datname = current_database() AND rolname = current_user"
        )
        assert [set(one) for (one,) in cursor.fetchall()] == [{"jit=off", "join_collapse_limit=4"}]

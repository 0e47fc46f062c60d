"""Every query finds its rows by an index, and every index is needed by a query."""

import json

import pytest
from django.apps import apps
from django.db import connection

from arbitrage.database.triggers import missing_triggers
from arbitrage.models import Event, Incident, Inquiry, Tournament
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db

TABLES = sorted(model._meta.db_table for model in apps.get_app_config("arbitrage").get_models())


ON_SQLITE = """
SELECT list.name, info.name FROM pragma_index_list(%s) AS list, pragma_index_info(list.name) AS info
WHERE NOT list.partial ORDER BY list.name, info.seqno"""
ON_POSTGRESQL = """
SELECT index.relname, attname FROM pg_index, unnest(indkey) WITH ORDINALITY AS key (number, place), pg_class AS index,
pg_attribute WHERE indrelid = %s::regclass AND index.oid = indexrelid AND indpred IS NULL
AND attrelid = indrelid AND attnum = number ORDER BY index.relname, place"""


def indexes(table: str) -> dict[str, list[str]]:
    """Map the name of each index of a table to its columns, in order; partial indexes are left out."""
    found: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute(ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL, [table])
        for name, column in cursor.fetchall():
            if not name.endswith("_like"):  # Django adds these on PostgreSQL, for searches by prefix
                found.setdefault(name, []).append(column)
    return found


@pytest.mark.either_database
def test_no_index_is_only_the_beginning_of_another():
    found = [
        (table, one, columns)
        for table in TABLES
        for one, columns in indexes(table).items()
        for other, longer in indexes(table).items()
        if one != other and columns == longer[: len(columns)] and (len(columns), one) < (len(longer), other)
    ]
    assert found == []


@pytest.mark.either_database
def test_what_leads_from_a_row_to_those_that_are_its_own_has_an_index():
    begins = {(table, columns[0]) for table in TABLES for columns in indexes(table).values() if columns}
    wanted = {
        (field.model._meta.db_table, field.column)
        for model in apps.get_app_config("arbitrage").get_models()
        for field in model._meta.concrete_fields
        if field.is_relation and (field.model, field.name) != (Event, "by")
    }
    assert wanted - begins == set()


@pytest.mark.append_only
def test_the_record_is_guarded_as_before_the_indexes_went():
    assert missing_triggers(connection) == []


def plan(rows) -> list[dict]:
    """Return the steps of PostgreSQL's plan for a query; sequential scans are off, as if the tables had many clubs."""
    sql, params = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        (found,) = cursor.fetchone()
    return list(steps((json.loads(found) if isinstance(found, str) else found)[0]["Plan"]))


def steps(plan: dict):
    yield plan
    for one in plan.get("Plans", ()):
        yield from steps(one)


def read_by(found: list[dict], table: str) -> set[str]:
    """Return the names of the indexes of a table by which the steps of a plan find its rows."""
    with_bitmaps = [one for one in found if one.get("Index Cond")]
    return {
        bitmap["Index Name"]
        for bitmap in with_bitmaps
        if bitmap.get("Relation Name", table) == table and bitmap["Index Name"] in indexes(table)
    }


@pytest.mark.postgres
def test_the_rows_of_a_club_are_found_by_an_index():
    club = make.make_club()
    board = make.make_seed_case(club)
    call = make.make_incident(board, make.make_member(club))
    for rows, table in (
        (Incident.objects.in_club(club).saying("renonce"), "arbitrage_incident"),
        (Incident.objects.in_club(club).saying("renonce"), "arbitrage_indexentry"),
        (Tournament.objects.in_club(club).order_by("-date"), "arbitrage_tournament"),
        (Event.objects.of_board(board), "arbitrage_event"),
        (Event.objects.filter(stream=call.pk).order_by("seq"), "arbitrage_event"),
        (Inquiry.objects.filter(incident=call), "arbitrage_inquiry"),
    ):
        found = plan(rows)
        assert [one for one in found if one["Node Type"] == "Seq Scan" and one["Relation Name"] == table] == []
        assert read_by(found, table), (table, found)


def test_what_joins_sessions_is_found_without_reading_a_club_s_other_events():
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    rows = Event.objects.joining(make.make_tournament(make.make_club())).order_by()
    assert "sessions_joined_in_a_club" in rows.explain()


@pytest.mark.postgres
@pytest.mark.parametrize("rows", [Incident.objects.all().saying("renonce table"), Incident.objects.all().of_law("64")])
def test_words_and_laws_are_looked_for_in_no_other_clubs_entries(rows):
    found = [one for one in plan(rows) if one.get("Relation Name") == "arbitrage_indexentry"]
    assert [one["Parent Relationship"] for one in found] == ["SubPlan"]  # a subquery for each remaining incident


TOLD = """
SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attoptions::text LIKE %s ORDER BY attname"""


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("arbitrage_result", ["board_id", "ew_id", "ns_id"]),
        ("arbitrage_event", ["board_id", "incident_id", "stream_id"]),
    ],
)
def test_postgresql_is_told_how_many_rows_belong_together(table, columns):
    with connection.cursor() as cursor:
        cursor.execute(TOLD, [table, "%n_distinct=-%"])
        assert [one for (one,) in cursor.fetchall()] == columns

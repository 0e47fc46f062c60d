"""A prepared query, whose SQL is cached, returns the same rows as the QuerySet it was built from."""

import datetime
import sys
import threading
from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import FieldDoesNotExist
from django.db import connection, connections
from django.db.models import IntegerField, Model, Q, UUIDField, prefetch_related_objects
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from arbitrage import urls
from arbitrage.database import prepared
from arbitrage.database.prepared import Prepared, insert, update
from arbitrage.models import Board, Club, Contestant, Event, Incident, Inquiry, Player, Result, Section, Tournament
from arbitrage.services.incidents.table import AtOneTable
from arbitrage.views import Row
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db

assert urls  # every page is imported, and with it every prepared query

PLAYERS = Prepared(lambda of: Player.objects.filter(contestant__in=of).order_by("pk"), of=[UUIDField()])
PAIRS = Prepared(
    lambda section: Contestant.objects.filter(section=section).select_related("section__tournament"),
    {"players": PLAYERS},
    section=UUIDField(),
)
AT_TABLE = Prepared(lambda table: Result.objects.filter(table=table).order_by("pk"), table=IntegerField())
EITHER = Prepared(
    lambda boards, lines: Result.objects.filter(Q(board__in=boards) | Q(pk__in=lines)).order_by("pk"),
    boards=[UUIDField()],
    lines=[UUIDField()],
)
OTHERS = Prepared(lambda pks: Result.objects.exclude(pk__in=pks).order_by("pk").values_list("pk"), pks=[UUIDField()])


def every_query() -> Iterator[Prepared[Any]]:
    """Find the prepared queries of the program, including those for related rows."""
    waiting: list[Any] = [
        value
        for name, module in list(sys.modules.items())
        if name.startswith("arbitrage.") and module is not prepared
        for value in vars(module).values()
        if isinstance(value, (Prepared, Row, AtOneTable))
    ]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Prepared):
            yield value
            waiting.extend(value._many.values())
        else:
            waiting.extend(vars(value).values())


def shown(value: object) -> object:
    """Describe a row and the related rows that were read with it."""
    if not isinstance(value, Model):
        return value
    fields = {name: content for name, content in vars(value).items() if not name.startswith("_")}
    return (
        type(value),
        value._state.db,
        fields,
        {name: shown(row) for name, row in value._state.fields_cache.items()},
    )


def ends(rows: list[Any], lookup: str) -> list[Any]:
    """List the related rows of each row, in their order; *lookup* is their path, as for `prefetch_related`."""
    *path, name = lookup.split("__")
    ends = [reduce(lambda at, step: at and getattr(at, step), path, row) for row in rows]
    return [[shown_alone(related) for related in getattr(end, name).all()] for end in ends if end is not None]


def shown_alone(row: Model) -> object:
    return type(row), {name: content for name, content in vars(row).items() if not name.startswith("_")}


@pytest.fixture
def pool() -> dict[str, list[Any]]:
    """Parameters of the queries by their names, taken from a ruled revoke."""
    incident = make.a_ruled_revoke()
    inquiry = Inquiry.objects.get()
    keys = [model.objects.order_by("pk").first() for model in (Board, Result, Section, Contestant, Club, Tournament)]
    every = [incident.pk, inquiry.pk, *(row.pk for row in keys if row is not None), uuid4()]
    return {
        "": every,
        "club": [incident.club_id],
        "tournament": [incident.tournament_id],
        "board": [incident.board_id, uuid4()],
        "section": [incident.section_id],
        "session": [uuid4(), incident.tournament_id],
        "table": [1, 2],
        "round": [1, 0],
        "user": [incident.opened_by_id, 0],
        "reader": [incident.opened_by_id],
        "kind": [incident.tournament.kind],
        "date": [incident.tournament.date],
        "since": [incident.called_at - datetime.timedelta(days=1), incident.called_at + datetime.timedelta(days=900)],
    }


def test_every_query_of_the_program_answers_as_its_queryset(pool):
    asked, answered = 0, 0
    for query in every_query():
        ways = [
            [[], pool[""]] if isinstance(place, prepared.Places) else pool.get(name, pool[""])
            for name, place in query._places.items()
        ]
        for values in (dict(zip(query._places, way, strict=True)) for way in product(*ways)):
            rows, ordinary = query(**values), query._ordinary(values)
            assert list(map(shown, rows)) == list(map(shown, ordinary)), values
            if ordinary and query._many:
                prefetch_related_objects(ordinary, *query._many)
            for lookup in query._many:
                with CaptureQueriesContext(connection) as queries:
                    related = ends(rows, lookup)
                assert len(queries) == 0
                assert related == ends(ordinary, lookup), (lookup, values)
            asked, answered = asked + 1, answered + bool(rows)
        assert query._kept() is not None
    assert answered > 30 and asked > answered


def test_lists_of_any_length_and_repeated_values_answer_as_the_queryset(club):
    make.make_seed_case(club)
    lines = list(Result.objects.order_by("pk"))
    places = st.lists(st.sampled_from(lines), max_size=6)

    @given(places, st.booleans())
    def ask(some: list[Result], of_the_board: bool) -> None:
        keys, boards = [line.pk for line in some], [lines[0].board_id] * of_the_board
        wanted = Result.objects.filter(Q(board__in=boards) | Q(pk__in=keys)).order_by("pk")
        assert EITHER(boards=boards, lines=keys) == list(wanted)
        assert OTHERS(pks=keys) == list(Result.objects.exclude(pk__in=keys).order_by("pk").values_list("pk"))

    ask()


def test_no_value_asks_for_rows_without_one(club):
    make.make_seed_case(club)
    Result.objects.filter(table=3).update(table=None)
    assert [row.table for row in AT_TABLE(table=None)] == [None]
    assert len(AT_TABLE(table=2)) == 1 and AT_TABLE(table=3) == []
    lines = [row.pk for row in AT_TABLE(table=2)]
    assert [row.pk for row in EITHER(boards=[None], lines=[*lines, None])] == lines
    assert len(OTHERS(pks=[*lines, None])) == 7  # "NOT IN (NULL)" would exclude every row
    with pytest.raises(TypeError):
        EITHER(boards=None, lines=[])
    later = Prepared(lambda table: Result.objects.filter(table__gt=table), table=IntegerField())
    with pytest.raises(ValueError, match="None"):
        later(table=None)


def test_a_value_too_many_or_too_few_is_refused():
    for values in ({}, {"table": 1, "round": 1}, {"tables": 1}):
        with pytest.raises(TypeError, match="table"):
            AT_TABLE(**values)


def test_the_sql_is_built_once_and_each_call_is_one_query(club, monkeypatch):
    make.make_seed_case(club)
    AT_TABLE(table=1)
    monkeypatch.setattr(AT_TABLE, "_build", None)
    with CaptureQueriesContext(connection) as queries:
        assert [row.table for number in (1, 2, 8) for row in AT_TABLE(table=number)] == [1, 2, 8]
    assert len(queries) == 3


def test_rows_of_a_value_say_nothing_of_the_next(club):
    make.make_seed_case(club)
    first = PAIRS(section=Section.objects.get().pk)
    again = PAIRS(section=Section.objects.get().pk)
    assert PAIRS(section=uuid4()) == []
    assert first[0] is not again[0] and first[0].section is not again[0].section
    assert [len(pair.players.all()) for pair in first] == [2] * 16
    first[0].players.create(order=3, name="Third")
    assert len(PAIRS(section=Section.objects.get().pk)[0].players.all()) == 3


def test_a_connection_that_is_closed_is_opened_again(club, django_db_blocker, monkeypatch):
    other = connection.copy("other")
    with django_db_blocker.unblock():
        monkeypatch.setitem(connections.settings, "other", connections.settings["default"])
        connections["other"] = other
        monkeypatch.setattr(prepared.router, "db_for_read", lambda model: "other")
        try:
            assert AT_TABLE(table=77) == []
            other.close()
            assert AT_TABLE(table=77) == []
            assert AT_TABLE in vars(other)["prepared"]
        finally:
            other.close()
            del connections["other"]


@pytest.mark.django_db(transaction=True)
def test_threads_ask_at_the_same_time_each_by_its_own_connection():
    make.make_seed_case(make.make_club())
    answers: dict[int, set[tuple[int, ...]]] = {1: set(), 2: set()}
    failures: list[Exception] = []
    together = threading.Barrier(2)

    def ask(table: int) -> None:
        try:
            together.wait(30)
            for _ in range(60):
                answers[table].add(tuple(row.table for row in AT_TABLE(table=table)))
        except Exception as failure:  # noqa: BLE001  it is asserted below
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=[table]) for table in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert answers == {1: {(1,)}, 2: {(2,)}}


@pytest.mark.parametrize("missing", ["rows", "compiler", "database"])
def test_where_django_has_changed_each_query_is_built_again(club, monkeypatch, caplog, missing):
    make.make_seed_case(club)
    member = make.make_member(club)
    query = Prepared(lambda lines: Result.objects.filter(pk__in=lines).order_by("pk"), lines=[UUIDField()])
    if missing == "database":
        own = type(
            "SQLCompiler", (SQLCompiler,), {"as_sql": lambda *given, **named: SQLCompiler.as_sql(*given, **named)}
        )
        monkeypatch.setattr(connection.ops, "compiler", lambda name: own)
    else:
        monkeypatch.setattr(prepared, f"NEEDED_OF_{missing.upper()}", ("gone",))
    keys = [row.pk for row in Result.objects.order_by("pk")[:3]]
    assert query(lines=keys) == list(Result.objects.filter(pk__in=keys).order_by("pk"))
    assert "Queries are built at each use" in caplog.text
    row = Row(Tournament.objects.all)
    assert row.for_user.first(user=member.pk, pk=Tournament.objects.get().pk) is not None
    assert row.for_user.first(user=0, pk=Tournament.objects.get().pk) is None


def test_a_query_that_locks_rows_or_holds_none_is_not_kept(club):
    make.make_tournament(club)
    none = Prepared(lambda pk: Tournament.objects.filter(pk=pk, name__in=[]), pk=UUIDField())
    locked = Prepared(lambda pk: Tournament.objects.select_for_update().filter(pk=pk), pk=UUIDField())
    key = Tournament.objects.get().pk
    assert (none(pk=key), [row.pk for row in locked(pk=key)]) == ([], [key])
    assert none._kept() is locked._kept() is None


def test_fields_of_one_row_are_changed_and_no_other_row_is():
    incident = make.a_ruled_revoke()
    before = {row.pk: shown(row) for row in Result.objects.exclude(pk=incident.result_id)}
    update(Result, incident.result_id, {"tricks": 9, "declarer": "N", "table": None})
    update(Result, incident.result_id, {})
    update(Result, uuid4(), {"tricks": 1})
    changed = Result.objects.get(pk=incident.result_id)
    assert (changed.tricks, changed.declarer, changed.table) == (9, "N", None)
    assert {row.pk: shown(row) for row in Result.objects.exclude(pk=incident.result_id)} == before
    update(Inquiry, Inquiry.objects.get().pk, {"facts": {"declarer": "É"}, "incident_id": incident.pk})
    assert Inquiry.objects.get().facts == {"declarer": "É"}
    with pytest.raises(FieldDoesNotExist):
        update(Result, incident.result_id, {"trick": 9})


def test_rows_are_inserted_as_bulk_create_does(club):
    tournament, called = make.make_tournament(club), datetime.datetime(2026, 3, 13, 14, 5, tzinfo=datetime.UTC)
    calls, inquiries = [], []
    for year in (2024, 2025):
        for number, table in ((1, None), (2, 7)):
            of = {"club": club, "tournament": tournament, "year": year, "number": number, "table": table}
            calls.append(Incident(**of, called_at=called, called_by="N", words="L’avis de « Sud »"))
            inquiries.append(Inquiry(incident=calls[-1], order=1, law="64", facts={"declarer": "É", "year": number}))
    for rows in (calls, inquiries):
        type(rows[0]).objects.bulk_create(rows[:2])
        insert(rows[2:])
        assert {(row._state.adding, row._state.db) for row in rows} == {(False, "default")}
        fields = [field.name for field in rows[0]._meta.concrete_fields if field.name not in ("id", "incident", "year")]
        stored = type(rows[0]).objects.order_by("pk").values_list(*fields)
        assert list(stored[:2]) == list(stored[2:])
        assert len(stored) == 4
    insert([])


def test_related_rows_that_are_there_already_are_not_asked_again(club):
    section = make.make_tournament(club).sections.create(letter="C")
    pair = section.contestants.create(number="1")
    Player.objects.create(contestant=pair, name="Anne", order=1)
    (first,), (second,) = (list(Contestant.objects.filter(pk=pair.pk)) for _time in range(2))
    PLAYERS.put_on([first], "players")
    Player.objects.create(contestant=pair, name="Bruno", order=2)
    with CaptureQueriesContext(connection) as queries:
        PLAYERS.put_on([first, second], "players")
    assert len(queries) == 1
    assert [len(row.players.all()) for row in (first, second)] == [1, 2]
    with CaptureQueriesContext(connection) as queries:
        PLAYERS.put_on([first, second], "players")
    assert not queries


def test_a_list_inside_an_or_is_found_by_the_indexes():
    asked, compiler = EITHER._kept() or (None, None)
    assert asked is not None and compiler is not None
    filled = compiler.with_values({"boards": [UUID(int=1)], "lines": [UUID(int=2)]})
    if connection.vendor == "postgresql":
        assert filled.words.count("= ANY(") == 2 and "unnest" not in filled.words
        return
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {filled.words}", filled.values)
        assert "MULTI-INDEX OR" in str(cursor.fetchall())


def test_a_page_that_may_read_the_standby_asks_it(monkeypatch):
    from arbitrage.database import standby

    monkeypatch.setitem(connections.settings, "replica", connections.settings["default"])
    connections["replica"] = connection
    try:
        asked: list[str] = []
        monkeypatch.setattr(prepared, "_built", lambda rows, alias: asked.append(alias))
        query = Prepared(lambda pk: Event.objects.filter(pk=pk), pk=UUIDField())
        vars(connection).pop("prepared", None)
        query._kept()
        vars(connection).pop("prepared", None)
        with standby.reading():
            query._kept()
        assert asked == ["default", "replica"]
    finally:
        vars(connection).pop("prepared", None)
        del connections["replica"]


def test_an_incident_is_found_by_the_state_it_is_in_now():
    incident = make.a_ruled_revoke()
    by_state = Prepared(lambda pk: Incident.objects.running().filter(pk=pk), pk=UUIDField())
    assert by_state(pk=incident.pk) == list(Incident.objects.running().filter(pk=incident.pk))
    update(Incident, incident.pk, {"state": Incident.State.OPEN})
    assert by_state(pk=incident.pk) == [incident]

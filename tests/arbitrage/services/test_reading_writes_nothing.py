"""A page that is only read writes nothing, so that it can still be read when the disk is full."""

import datetime

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.management.commands import daily
from arbitrage.models import Incident
from arbitrage.services import clock
from tests.arbitrage.at_the_screen import url

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

OF_THE_CLUB = ("home", "tournament_list", "decision_list", "statistics", "casebook", "code")
OF_THE_TOURNAMENT = ("room", "clock", "board_list", "ranking", "method", "evening", "session_report", "export")
OF_THE_INCIDENT = ("incident", "score", "report", "review", "export_case", "right_of_appeal")
WRITES = ("INSERT", "UPDATE", "DELETE")


@pytest.mark.parametrize("name", [*OF_THE_CLUB, *OF_THE_TOURNAMENT, *OF_THE_INCIDENT, "board", "decision"])
def test_a_page_that_is_looked_at_writes_nothing(client, ruled: Incident, name: str):
    about = {"board": ruled.board_id, "decision": ruled.inquiries.get().pk}
    about |= dict.fromkeys(OF_THE_TOURNAMENT, ruled.tournament_id) | dict.fromkeys(OF_THE_INCIDENT, ruled.pk)
    with CaptureQueriesContext(connection) as asked:
        response = client.get(url(name, *([about[name]] if name in about else [])), follow=True)
    assert response.status_code == 200
    assert [one["sql"] for one in asked if one["sql"].lstrip().startswith(WRITES)] == []


def test_sessions_that_have_ended_go_once_a_day(data_dir):
    for days in (-1, 1):
        session = SessionStore()
        session["of"] = days
        session.create()
        ends = clock.now() + datetime.timedelta(days=days)
        Session.objects.filter(pk=session.session_key).update(expire_date=ends)
    call_command("daily", "--if-due")
    assert [one.get_decoded()["of"] for one in Session.objects.all()] == [1]


def test_what_the_indexes_hold_is_sampled_with_the_daily_work(incident):
    daily._sample_indexes()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'arbitrage_incident' AND idx IS NOT NULL")
            assert cursor.fetchone()[0] > 1

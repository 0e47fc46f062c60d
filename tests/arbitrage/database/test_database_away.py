"""While the database is unreachable, a request waits for it once and then reports that nothing was stored; the next
request tries again."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.urls import reverse

from arbitrage.server.environment import described

pytestmark = pytest.mark.either_database


@pytest.mark.django_db
def test_the_page_of_a_failure_asks_the_database_no_second_time(client, director, monkeypatch):
    client.force_login(director)
    client.raise_request_exception = False
    asked = []

    def away(self: SessionStore) -> None:
        asked.append(self.session_key)
        raise OperationalError("couldn't get a connection after 10.00 sec")

    monkeypatch.setattr(SessionStore, "load", away)
    response = client.get(reverse("tournament_list"))
    assert (response.status_code, len(asked)) == (500, 1)
    assert response.headers["Cache-Control"] == "no-store"


def test_a_connection_that_cannot_be_made_is_given_up_before_who_waits_for_it_so_that_the_next_tries_at_once():
    pool = described("DATABASE_URL", "postgres://club@10.0.0.1/arbitrage")["OPTIONS"]["pool"]
    assert pool["reconnect_timeout"] < pool["timeout"]

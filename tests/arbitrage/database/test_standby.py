"""A page that only reads may use a standby, but never a standby that lacks the reader's own writes."""

import pytest
from django.db import DatabaseError, connections
from django.http import HttpResponse
from django.test import RequestFactory

from arbitrage.database import standby
from arbitrage.models import Club


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The names of the databases that answered each `visit`, in order; the standby has replayed the log up to 0/20."""
    seen: list[str] = []
    monkeypatch.setitem(connections.settings, "replica", connections.settings["default"])
    monkeypatch.setattr(standby, "has_caught_up", lambda place: place in ("", "0/10"))
    return seen


def visit(asked: list[str], cookie: str = "") -> str:
    @standby.may_read_standby
    def view(request) -> HttpResponse:
        asked.append(Club.objects.all().db)
        return HttpResponse()

    request = RequestFactory().get("/")
    if cookie:
        request.COOKIES["written"] = cookie
    view(request)
    return asked[-1]


def test_who_has_written_nothing_reads_the_standby_and_who_has_only_when_it_is_there(asked):
    assert (visit(asked), visit(asked, "0/10"), visit(asked, "0/30")) == ("replica", "replica", "default")
    assert Club.objects.all().db == "default"  # outside the view, and for every write


def test_writes_go_to_the_primary_even_inside_a_page_that_reads():
    with standby.reading():
        assert standby.Router().db_for_write(Club) == "default"
        assert Club.objects.all().db == "replica"


def test_without_a_standby_nothing_changes():
    assert visit([]) == "default"
    response = standby.own_writes_are_seen(lambda request: HttpResponse())(RequestFactory().post("/"))
    assert response.cookies == {}


class Broken:
    def cursor(self):
        raise DatabaseError("gone")


def test_a_standby_that_does_not_answer_or_a_place_that_is_none_is_passed_over(monkeypatch):
    monkeypatch.setattr(standby, "connections", {"replica": Broken()})
    assert standby.has_caught_up("") is False
    assert standby.has_caught_up("0/1; DROP TABLE") is False


@pytest.fixture
def away(monkeypatch) -> list[str]:
    """The names of the databases asked, in order: a primary and a standby, both unreachable."""
    asked: list[str] = []

    class Away:
        settings = {"default": {}, "replica": {}}

        def __getitem__(self, name: str) -> Broken:
            asked.append(name)
            return Broken()

    monkeypatch.setattr(standby, "connections", Away())
    return asked


def test_a_request_that_failed_does_not_wait_for_the_primary_a_second_time(away):
    failed = HttpResponse(status=503)
    response = standby.own_writes_are_seen(lambda request: failed)(RequestFactory().post("/"))
    assert (response.status_code, response.cookies, away) == (503, {}, [])


def test_an_answer_that_was_kept_is_told_though_the_primary_goes_away_right_after(away):
    response = standby.own_writes_are_seen(lambda request: HttpResponse("kept"))(RequestFactory().post("/"))
    assert (response.content, away) == (b"kept", ["default"])
    assert standby.PLACE.fullmatch(response.cookies["written"].value)
    assert response.cookies["written"].value == standby.UNKNOWN

"""On a page without a tournament, the bar links to the room that the director left."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Membership
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url

pytestmark = pytest.mark.django_db


def bar(client, name: str) -> list[str]:
    """List the addresses that the bar of a page leads to, in order."""
    page = client.get(url(name)).content.decode()
    return re.findall(r'href="([^"]+)"', re.search(r'<nav class="nav".*?</nav>', page, re.S)[0])


@pytest.mark.parametrize("name", ["decision_list", "statistics", "casebook", "code", "password"])
def test_the_room_that_was_left_is_one_tap_from_every_page_of_the_club(client, tournament, name):
    assert bar(client, name)[0] == url("tournament_list")
    client.get(url("room", tournament.pk))
    assert bar(client, name)[:3] == [url(one, tournament.pk) for one in ("room", "board_list", "ranking")]


def test_the_list_of_tournaments_says_where_one_is(client, tournament):
    client.get(url("room", tournament.pk))
    assert bar(client, "tournament_list")[0] == url("tournament_list")


def test_another_club_has_another_room(client, director, tournament):
    other = make.make_club("Cercle du Pont", "pont")
    Membership.objects.create(user=director, club=other, role="director")
    client.get(url("room", tournament.pk))
    client.post(url("enter"), {"club": str(other.pk)})
    assert bar(client, "decision_list")[0] == url("tournament_list")


@pytest.mark.parametrize("kept", ["", "a", "../../x.y", "0" * 36 + "." + "0" * 36])
def test_a_way_back_that_was_tampered_with_leads_to_the_list(client, tournament, kept):
    client.cookies["evening"] = kept
    assert bar(client, "decision_list")[0] == url("tournament_list")


def test_a_room_looked_at_writes_no_session(client, tournament):
    with CaptureQueriesContext(connection) as asked:
        client.get(url("room", tournament.pk))
    assert [one["sql"] for one in asked if "django_session" in one["sql"] and not one["sql"].startswith("SELECT")] == []

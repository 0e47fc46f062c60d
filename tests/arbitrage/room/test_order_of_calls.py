"""The calls that wait in the room are listed in the order in which they were made, so the first has waited longest."""

import datetime

import pytest

from arbitrage.models import Incident
from arbitrage.pages.room.room_page import room_page
from arbitrage.services import clock, incidents
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

MINUTE = datetime.timedelta(minutes=1)


def test_the_call_that_has_waited_longest_stands_first_whatever_its_table_and_whoever_went_there(one_moment):
    club = make.make_club()
    director, tournament = make.make_member(club), make.make_tournament(club)
    section = tournament.sections.get()
    for minutes, table in ((2, 7), (0, 5), (3, 1), (1, 8)):
        with clock.at(one_moment + minutes * MINUTE):
            made = incidents.open_incident(tournament=tournament, by=director, section=section, table=table)
    incidents.attend(incident=made, by=director)
    page = room_page(tournament, one_moment + 9 * MINUTE, reader=director, may_rule=True)
    assert [one.table for one in page["open_calls"]] == [5, 8, 7, 1]


def test_of_calls_made_at_one_moment_the_order_is_that_of_their_identifiers(one_moment):
    club = make.make_club()
    director, tournament = make.make_member(club), make.make_tournament(club)
    section = tournament.sections.get()
    for table in (4, 2, 3, 1):
        incidents.open_incident(tournament=tournament, by=director, section=section, table=table)
    page = room_page(tournament, one_moment, reader=director, may_rule=True)
    assert [one.pk for one in page["open_calls"]] == sorted(Incident.objects.values_list("pk", flat=True))

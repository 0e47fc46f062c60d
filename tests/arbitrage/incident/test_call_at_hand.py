"""A call can begin before its table and board are known; its page asks who called, and offers the laws used this
evening."""

import pytest

from arbitrage.models import Incident, Inquiry
from arbitrage.services import incidents
from arbitrage.services.record import history
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def test_an_inquiry_begins_before_table_and_board_are_known(client, evening):
    response = post(client, url("call", evening.pk))
    incident = Incident.objects.get()
    assert response.redirect_chain[-1][0] == url("what", incident.pk)
    response = post(client, url("what", incident.pk), {"law": "64"})
    inquiry = Inquiry.objects.get()
    assert response.redirect_chain[-1][0] == url("question", inquiry.pk, "able")
    make.answer(inquiry, incident.opened_by, able="yes", offender="W")
    assert (Incident.objects.get().table, Incident.objects.get().board) == (None, None)


def test_who_called_is_said_with_the_tap_that_says_what_happened(client, evening):
    post(client, url("call", evening.pk))
    incident = Incident.objects.get()
    assert "Who called?" in words(client.get(url("what", incident.pk)))
    post(client, url("what", incident.pk), {"law": "64", "called_by": "E"})
    assert Incident.objects.get().called_by == "E"
    assert "called by East" in words(client.get(url("room", evening.pk)))
    assert history.differences(Incident.objects.get()) == []


def test_who_called_may_be_put_right_and_is_kept_when_nobody_says(incident, director):
    incidents.say_who_called(incident=incident, seat="E", by=director)
    incidents.say_who_called(incident=incident, seat="E", by=director)
    incidents.say_who_called(incident=incident, seat="N", by=director)
    assert [event.data["called_by"] for event in incident.events.filter(kind="caller_said").order_by("seq")] == [
        "E",
        "N",
    ]
    post(sign_in(director), url("what", incident.pk), {"law": "64"})
    assert Incident.objects.get().called_by == "N"


def test_the_laws_of_the_evening_are_at_hand_the_last_one_first(client, director, evening):
    section = evening.sections.get()
    assert "This evening" not in words(post(client, url("call", evening.pk)))
    for table, law in ((1, "64"), (2, "27"), (3, "64"), (1, "49")):
        incident = incidents.open_incident(tournament=evening, by=director, section=section, table=table)
        incidents.open_inquiry(incident=incident, law=law, by=director)
    response = post(client, url("call", evening.pk))
    assert "This evening" in words(response)
    at_hand = response.content.decode().partition("This evening")[2].partition("<search>")[0]
    assert [law for law in ("49", "64", "27") if f'value="{law}"' in at_hand] == ["49", "64", "27"]
    assert at_hand.index('value="49"') < at_hand.index('value="64"') < at_hand.index('value="27"')
    assert "64" in buttons(response, "law")

"""A director touched the end of play too early: one touch in the trail undoes it, and the history shows both."""

import re

import pytest

from arbitrage.models import Club, Event, Inquiry
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, mains, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def reached(incident, director) -> Inquiry:
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    inquiry = make.answer(inquiry, director, **make.DURING_THE_PLAY)
    incidents.reach_moment(duty=inquiry.duties.get(), by=director)
    return Inquiry.objects.get(pk=inquiry.pk)


def test_the_trail_leads_from_the_end_of_play_to_the_page_that_takes_it_back(client, reached):
    page = client.get(url("inquiry", reached.pk), follow=True)
    address = url("question", reached.pk, "end_of_play")
    assert f'href="{address}"' in page.content.decode()
    asked = client.get(address)
    assert re.search(r"End of play Said to have come on .* at \d+:\d\d by martin", words(asked))
    assert mains(asked) == ["Take it back"]


def test_taking_it_back_shows_the_provisional_decision_again(client, reached, incident):
    page = post(client, url("question", reached.pk, "end_of_play"))
    text = words(page)
    assert "Provisional: the inquiry goes on when the moment has come." in text
    assert "The board is played: count the tricks" in text
    assert Inquiry.objects.get(pk=reached.pk).stage == "waiting"
    told = words(client.get(url("board", incident.board_id)))
    assert "Taken back: End of play The inquiry waits for it again" in told


def test_a_moment_that_nobody_has_touched_has_no_such_page(client, reached):
    post(client, url("question", reached.pk, "end_of_play"))
    for _time in range(2):
        page = post(client, url("question", reached.pk, "end_of_play"), headers=HTMX)
        assert page.status_code == 200
    assert Event.objects.filter(kind="moment_taken_back").count() == 1
    assert client.get(url("question", reached.pk, "end_of_play")).status_code == 302


def test_a_reviewer_takes_nothing_back(reached):
    reviewer = sign_in(make.make_member(Club.objects.get(), "reviewer", role="reviewer"))
    assert reviewer.post(url("question", reached.pk, "end_of_play")).status_code == 403
    assert Inquiry.objects.get(pk=reached.pk).stage == "asking"


def test_a_withdrawn_incident_says_why_nothing_is_taken_back(client, reached, incident, director):
    incidents.withdraw_incident(incident=incident, by=director)
    page = client.post(url("question", reached.pk, "end_of_play"))
    assert (page.status_code, "This incident was withdrawn" in words(page)) == (422, True)

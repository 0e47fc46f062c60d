"""A ruling that only points to another law (a signpost) is not stored: it opens that law and leaves no trace."""

import pytest

from arbitrage.models import Inquiry, Ruling
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def answered(client, inquiry, question, value):
    """Answer a question on its page, and return the page that follows."""
    inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    sent = {"answer": value, "version": inquiry.version}
    return client.post(url("question", inquiry.pk, question), sent, follow=True)


def test_the_answer_that_sends_on_opens_the_other_law_with_what_was_said(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="79", by=director)
    page = answered(client, inquiry, "tricks_source", "claim")
    left, opened = Inquiry.objects.order_by("order")
    assert (left.stage, opened.law, opened.stage) == ("dropped", "69", "asking")
    assert not Ruling.objects.exists()
    assert page.redirect_chain[-1][0] == url("question", opened.pk, opened.state().question.id)


def test_nothing_of_it_is_decided_on_the_tile_or_in_the_report(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="12", by=director)
    answered(client, inquiry, "why_adjust", "wrong_ruling")
    assert "A wrong rectification was applied" not in words(client.get(url("report", incident.pk)))
    assert [one.law for one in Inquiry.objects.exclude(stage="dropped")] == ["82"]


def test_one_signpost_after_another_leads_to_the_law_that_asks(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="35", by=director)
    answered(client, inquiry, next(iter([inquiry.state().question.id])), inquiry.state().question.options[0].value)
    assert [one.stage for one in Inquiry.objects.order_by("order")][-1] == "asking"
    assert not Ruling.objects.exists()


def test_the_same_answer_sent_again_by_a_device_finds_what_was_opened(incident, director):
    inquiry = make.answer(
        incidents.open_inquiry(incident=incident, law="79", by=director), director, tricks_source="concession"
    )
    first = incidents.open_linked_inquiry(inquiry=inquiry, law="71", by=director)
    again = incidents.open_linked_inquiry(inquiry=inquiry, law="71", by=director)
    assert first.pk == again.pk


def test_a_confirmed_score_stays_when_a_signpost_is_left(confirmed, director):
    inquiry = incidents.open_inquiry(incident=confirmed, law="79", by=director)
    inquiry = make.answer(inquiry, director, tricks_source="claim")
    incidents.follow_signpost(inquiry, director)
    assert confirmed.adjustments.get().state == "confirmed"


def test_a_ruling_that_sends_on_as_well_stays_a_ruling(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="16A", by=director)
    answered(client, inquiry, "source", "partner")
    assert [ruling.law for ruling in Ruling.objects.all()] == ["16A"]


def test_a_signpost_that_a_device_has_sent_is_read_on_every_page_until_it_is_followed(client, incident, director):
    inquiry = make.answer(
        incidents.open_inquiry(incident=incident, law="79", by=director), director, tricks_source="claim"
    )
    for name, key in (("decision", inquiry.pk), ("incident", incident.pk), ("report", incident.pk)):
        assert client.get(url(name, key), follow=True).status_code == 200
    assert client.get(url("room", incident.tournament_id), follow=True).status_code == 200
    page = client.post(url("linked", inquiry.pk), {"law": "69"}, follow=True)
    assert page.status_code == 200
    assert [one.law for one in Inquiry.objects.exclude(stage="dropped")] == ["69"]

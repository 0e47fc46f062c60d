"""The option *Several of these* opens boxes to tick. Each ticked box answers its own question, now or when that
question is asked."""

import pytest

from arbitrage.models import Incident, Inquiry
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, url, words

pytestmark = pytest.mark.either_database

BY_EAST = {"wrong_leader": "E"}


@pytest.fixture
def opening(incident: Incident, director) -> Inquiry:
    """An inquiry into an opening lead by East at his partner's turn."""
    inquiry = incidents.open_inquiry(incident=incident, law="54", by=director)
    return make.answer(inquiry, director, **BY_EAST)


@pytest.fixture
def later(incident: Incident, director) -> Inquiry:
    """An inquiry into a later lead by East at his partner's turn."""
    inquiry = incidents.open_inquiry(incident=incident, law="53", by=director)
    return make.answer(inquiry, director, offender="E", leader="W", card="D5")


def tick(client, inquiry: Inquiry, question: str, *ticked: str):
    sent = {"answer": "several", "ticked": list(ticked), "version": inquiry.version}
    return post(client, url("question", inquiry.pk, question), sent)


def given(inquiry: Inquiry) -> dict[str, str]:
    return Inquiry.objects.with_answers().get(pk=inquiry.pk).answers_dict()


def test_the_page_has_a_box_for_each_but_the_general_ones(client, later):
    page = client.get(url("question", later.pk, "since_defenders_lead"), {"itself": "yes"}).content.decode()
    assert page.count('name="ticked"') == 8
    assert 'name="ticked" value="several"' not in page
    assert 'name="ticked" value="nothing"' not in page


def test_two_boxes_answer_every_question_that_they_stand_for(client, later):
    tick(client, later, "since_defenders_lead", "accepted", "partner_led")
    said = given(later)
    assert said["since_defenders_lead"] == "several"
    assert (said["accepted"], said["partner_played"], said["partners_lead_played_to"]) == ("yes", "yes", "yes")
    assert (said["told"], said["last_trick"]) == ("no", "no")
    assert Inquiry.objects.get(pk=later.pk).stage == "ruled"  # and no question was asked


def test_what_is_ticked_is_kept_for_its_turn_and_not_asked_again(client, opening, director):
    tick(client, opening, "since_lead", "partner", "dummy")
    inquiry = Inquiry.objects.with_answers().get(pk=opening.pk)
    assert inquiry.state().question.id == "partner_lead"
    assert given(inquiry)["dummy_seen"] == "yes"
    inquiry = make.answer(inquiry, director, partner_lead=inquiry.state().question.values[0])
    asked = {step.question.id for step in inquiry.state().trail}
    assert {"told", "face_down", "declarer_showed", "dummy_seen"} <= asked


def test_one_box_alone_is_that_answer(client, later):
    tick(client, later, "since_defenders_lead", "told")
    assert given(later)["since_defenders_lead"] == "told"
    assert "told" not in given(later)


def test_what_settles_the_rest_leaves_it_unasked(client, later):
    tick(client, later, "since_defenders_lead", "told", "played")
    inquiry = Inquiry.objects.with_answers().get(pk=later.pk)
    assert inquiry.stage == "ruled"
    assert "played" not in given(later)
    assert "no longer applies" not in words(client.get(url("decision", later.pk)))


def test_no_box_leaves_them_to_be_asked_one_after_the_other(client, later):
    tick(client, later, "since_defenders_lead")
    assert given(later)["since_defenders_lead"] == "several"
    assert Inquiry.objects.with_answers().get(pk=later.pk).state().question.id in ("told", "last_trick")


def test_what_was_ticked_is_ticked_when_the_question_is_opened_again_and_may_be_changed(client, later):
    tick(client, later, "since_defenders_lead", "accepted", "partner")
    address = url("question", later.pk, "since_defenders_lead")
    page = client.get(address).content.decode()
    assert page.count(" checked") == 2
    tick(client, Inquiry.objects.get(pk=later.pk), "since_defenders_lead", "played", "partner")
    said = given(later)
    assert (said["accepted"], said["played"], said["partner_played"]) == ("no", "yes", "yes")


def test_an_option_that_cannot_be_ticked_is_refused_with_a_sentence(client, later):
    page = tick(client, later, "since_defenders_lead", "nothing", "played")
    assert page.status_code == 422
    assert "since_defenders_lead" not in given(later)

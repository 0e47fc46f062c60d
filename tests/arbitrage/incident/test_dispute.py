"""Disputed facts (Law 85) and notes are written down, and never delay the ruling."""

import pytest

from arbitrage.models import Incident, Inquiry
from arbitrage.services import incidents
from arbitrage.services.incidents import reviewing
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, post, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SAID = "North says that East followed suit; East says that he did not."


def dispute(client, inquiry: Inquiry, **data):
    return post(client, url("dispute", inquiry.incident_id), data)


def test_facts_that_the_director_could_establish_are_kept_with_the_evidence_and_the_inquiry_goes_on(client, inquiry):
    landed = dispute(client, inquiry, outcome="decided", evidence=SAID)
    assert landed.request["PATH_INFO"] == url("question", inquiry.pk, "able")
    assert (Incident.objects.get().disputed, Incident.objects.get().evidence) == (False, SAID)


def test_facts_that_cannot_be_established_stay_disputed_and_the_inquiry_goes_on(client, inquiry, director):
    landed = dispute(client, inquiry, outcome="undetermined", evidence="")
    assert landed.request["PATH_INFO"] == url("question", inquiry.pk, "able")
    assert (Incident.objects.get().disputed, Incident.objects.get().evidence) == (True, "")
    make.answer(inquiry, director, able="no")
    shown_words = words(client.get(url("decision", inquiry.pk)))
    assert "The facts are disputed; the ruling lets play go on (85B)." in shown_words


def test_who_agrees_after_all_disputes_nothing_any_more(client, inquiry):
    assert buttons(client.get(url("dispute", inquiry.incident_id)), "outcome") == ["decided", "undetermined", "law"]
    dispute(client, inquiry, outcome="undetermined", evidence=SAID)
    page = client.get(url("dispute", inquiry.incident_id))
    assert buttons(page, "outcome") == ["decided", "undetermined", "law", "agreed"]
    assert SAID in words(page)
    dispute(client, inquiry, outcome="agreed", evidence=SAID)
    assert (Incident.objects.get().disputed, Incident.objects.get().evidence) == (False, "")


def test_what_decided_the_director_must_be_said(client, inquiry):
    response = dispute(client, inquiry, outcome="decided", evidence=" ")
    assert response.status_code == 422
    assert "Write in a few words what was disputed and what decided you, for the report." in words(response)


def test_what_was_typed_comes_back_when_no_button_was_touched(client, inquiry):
    response = dispute(client, inquiry, evidence=SAID)
    assert response.status_code == 422
    assert SAID in words(response)
    assert "Touch one of the two buttons below: decided, or undetermined." in words(response)
    assert Incident.objects.get().evidence == ""


def test_the_evidence_stands_under_the_decision(client, inquiry, director):
    dispute(client, inquiry, outcome="decided", evidence=SAID)
    make.answer(Inquiry.objects.get(), director, able="no")
    assert f"Disputed facts. {SAID}" in words(client.get(url("decision", inquiry.pk)))


def test_notes_are_added_one_after_the_other(client, inquiry, director):
    make.answer(inquiry, director, able="no")
    address = url("add_words", inquiry.incident_id)
    assert post(client, address, {"words": "The players were very calm."}).request["PATH_INFO"] == url(
        "decision", inquiry.pk
    )
    post(client, address, {"words": "The board was replayed."})
    assert "The players were very calm. The board was replayed." in words(client.get(url("decision", inquiry.pk)))
    assert "The players were very calm." in words(client.get(address))


@pytest.mark.parametrize(("typed", "why"), [("", "Write the note first."), ("x" * 5001, "This text is too long")])
def test_a_note_that_cannot_be_kept_comes_back_with_a_sentence(client, inquiry, typed, why):
    response = post(client, url("add_words", inquiry.incident_id), {"words": typed})
    assert response.status_code == 422
    assert why in words(response)
    assert typed in response.content.decode()
    assert Incident.objects.get().words == ""


def test_a_note_to_a_call_that_was_withdrawn_is_refused_and_comes_back(client, inquiry, director):
    incidents.withdraw_incident(incident=inquiry.incident, by=director)
    response = post(client, url("add_words", inquiry.incident_id), {"words": "Too late."})
    assert response.status_code == 422
    assert "This incident was withdrawn. Open a new one to go on." in words(response)
    assert "Too late." in words(response)
    assert dispute(client, inquiry, outcome="decided", evidence=SAID).status_code == 422


# Law 85

EVIDENCE = "What does each say, and what else is there to see?"


def test_law_85_is_reached_by_the_page_of_the_dispute_alone(client, inquiry, director):
    pages = [client.get(url("question", inquiry.pk, "able")).content.decode()]
    make.answer(inquiry, director, able="no")
    pages.append(client.get(url("decision", inquiry.pk)).content.decode())
    for page in pages:
        assert url("dispute", inquiry.incident_id) in page
        assert "Law 85<" not in page
    landed = dispute(client, inquiry, outcome="law")
    assert EVIDENCE in words(landed)
    assert Inquiry.objects.get(law="85").answers_dict() == {"facts_agreed": "no"}


def test_law_85_knows_what_was_noted_of_each_side_s_words(client, inquiry, director):
    dispute(client, inquiry, outcome="undetermined", evidence=SAID)
    landed = dispute(client, inquiry, outcome="law", evidence=SAID)
    assert "On the balance of probabilities, can you establish what happened?" in words(landed)
    assert SAID in words(landed)


def test_tapped_again_it_is_the_same_inquiry(client, inquiry):
    for _ in range(2):
        dispute(client, inquiry, outcome="law")
    assert Inquiry.objects.filter(law="85").count() == 1


def test_what_was_written_on_the_page_of_the_dispute_goes_into_law_85(client, inquiry):
    landed = dispute(client, inquiry, outcome="law", evidence=SAID)
    assert "can you establish what happened?" in words(landed)
    assert Inquiry.objects.get(law="85").answers_dict() == {"facts_agreed": "no", "evidence": SAID}


@pytest.mark.parametrize(
    ("answers", "disputed"),
    [
        ({"established": "no"}, True),
        ({"established": "yes", "facts_found": "East followed suit.", "law_prescribes": "nothing"}, False),
    ],
)
def test_what_law_85_finds_marks_the_incident(client, inquiry, director, answers, disputed):
    dispute(client, inquiry, outcome="undetermined", evidence=SAID)
    dispute(client, inquiry, outcome="law", evidence=SAID)
    make.answer(Inquiry.objects.get(law="85"), director, **answers)
    incident = Incident.objects.get()
    assert (incident.disputed, incident.evidence) == (disputed, SAID)


def test_what_a_review_of_law_85_finds_marks_the_incident(client, inquiry, director):
    dispute(client, inquiry, outcome="law", evidence=SAID)
    ruled = make.answer(Inquiry.objects.get(law="85"), director, established="no")
    assert Incident.objects.get().disputed
    established = {"established": "yes", "facts_found": "East followed suit.", "law_prescribes": "nothing"}
    for answers, disputed in ((established, False), ({"established": "no"}, True)):
        version = Inquiry.objects.get(pk=ruled.pk).version
        reviewing.supersede(inquiry=ruled, answers=answers, reason="Revu.", seen_version=version, by=director)
        assert (Incident.objects.get().disputed, Incident.objects.get().evidence) == (disputed, SAID)


def test_law_85_is_refused_for_a_call_that_was_withdrawn(client, inquiry, director):
    incidents.withdraw_incident(incident=inquiry.incident, by=director)
    dispute(client, inquiry, outcome="law")
    assert not Inquiry.objects.filter(law="85").exists()

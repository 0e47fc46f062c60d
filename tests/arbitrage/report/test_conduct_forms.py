"""The report of a hand and the recorder's memo: each is one page that contains the known values, for users with the
right to notes on conduct."""

import io

import pytest
from pypdf import PdfReader

from arbitrage.models import Incident, Membership
from arbitrage.services.people import conduct
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def recorder(director):
    Membership.objects.filter(user=director).update(conduct=True)
    return director


@pytest.mark.parametrize("name", ["hand_report", "recorder_memo"])
def test_only_who_may_read_notes_on_conduct_prints_them(ruled, colleague, recorder, name):
    assert sign_in(colleague).get(url(name, ruled.pk)).status_code == 403
    assert sign_in(recorder).get(url(name, ruled.pk)).status_code == 200
    assert url(name, ruled.pk) in sign_in(recorder).get(url("incident_conduct", ruled.pk)).content.decode()
    pdf = sign_in(recorder).get(url(f"{name}_pdf", ruled.pk))
    assert len(PdfReader(io.BytesIO(pdf.content)).pages) == 1


def test_the_memo_has_every_field_of_a_complaint_and_what_is_noted_already(ruled: Incident, recorder):
    conduct.write(club=ruled.club, law="74", words="Ton vif envers Est.", by=recorder, incident=ruled)
    shown_words = words(sign_in(recorder).get(url("recorder_memo", ruled.pk)))
    for field in (
        "Complaint made by",
        "About",
        "Witnesses",
        "Received by, day and time",
        "What is said to have happened",
        "Noted already Law 74, martin, ",
        "Ton vif envers Est.",
        "What the director did: martin",
        "Who was informed, and when",
        "Resolved: how, and when",
        "The recorder",
    ):
        assert field in shown_words


def test_the_report_of_a_hand_has_the_contract_and_asks_what_law_40c_asks(ruled, recorder):
    shown_words = words(sign_in(recorder).get(url("hand_report", ruled.pk)))
    for field in ("3NT by South", "departed from the system (Law 40C1)", "the partner called", "Noted of this player"):
        assert field in shown_words

"""Statements of each side and of the polled players, which are entered on one page and printed only for those
concerned."""

import datetime
import html
import io
import re

import pytest
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from arbitrage.models import Event, Incident, Note, Stream
from arbitrage.pages.tournament.exports import commentary
from arbitrage.services import incidents
from arbitrage.services.people import personal_data
from arbitrage.services.record import free_words, history
from arbitrage.services.tournaments.regulations import set_regulations
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NORTH, EAST, POLLED = "Il a hésité longtemps.", "J’ai réfléchi cinq secondes.", "Odilon Tasque, Anicet Barbotin"
SAID = {"NS": NORTH, "EW": EAST, "polled": POLLED}


@pytest.fixture
def with_names(club, director) -> None:
    """A club setting that prints the names of the players polled."""
    set_regulations(
        club=club, by=director, authority="ffb", own={"poll_told": "names"}, since=datetime.date(2026, 1, 1)
    )


def read(client, name: str, incident, query: str = "") -> str:
    """Read a page in French."""
    with translation.override("fr"):
        return words(client.get(reverse(name, args=[incident.pk]) + query))


def test_each_side_is_heard_on_one_page_and_read_on_every_paper_of_those_concerned(client, ruled, with_names):
    assert url("statements", ruled.pk) in client.get(url("decision", ruled.inquiries.get().pk)).content.decode()
    post(client, url("statements", ruled.pk), SAID)
    for page in (
        read(client, "report", ruled),
        read(client, "appeal_file", ruled),
        read(client, "decision", ruled.inquiries.get()),
        " ".join(commentary(ruled, names=True)),
        words(client.get(url("board", ruled.board_id))),
    ):
        assert all(value in page for value in SAID.values())
    report = read(client, "report", ruled)
    assert f"Version de Nord-Sud {NORTH}" in report
    assert f"Version d’Est-Ouest {EAST}" in report
    assert f"Joueurs consultés : {POLLED}." in report.replace("\xa0", " ")
    pdf = client.get(url("report_pdf", ruled.pk))
    assert NORTH in " ".join(one.extract_text() for one in PdfReader(io.BytesIO(pdf.content)).pages)


def test_neither_is_on_the_notice_in_the_casebook_or_in_a_file_without_names(client, ruled, with_names, director):
    incidents.note_statements(incident=ruled, said=SAID, by=director)
    for version in ("notice", "casebook"):
        said = read(client, "report", ruled, f"?version={version}")
        assert not [value for value in SAID.values() if value in said]
    assert not [value for value in SAID.values() if value in " ".join(commentary(ruled, names=False))]


def test_names_are_asked_and_printed_where_the_club_wants_them_alone(client, ruled, director):
    assert 'name="polled"' not in client.get(url("statements", ruled.pk)).content.decode()
    incidents.note_statements(incident=ruled, said=SAID, by=director)
    report = read(client, "report", ruled)
    assert NORTH in report
    assert POLLED not in report


def test_the_page_of_disputed_facts_asks_the_same(client, inquiry):
    post(client, url("dispute", inquiry.incident_id), {"outcome": "undetermined", "NS": NORTH, "EW": EAST})
    assert incidents.statements(inquiry.incident) == {"NS": NORTH, "EW": EAST}
    page = client.get(url("dispute", inquiry.incident_id)).content.decode()
    assert NORTH in page
    post(client, url("dispute", inquiry.incident_id), {"outcome": "agreed"})
    assert incidents.statements(inquiry.incident) == {"NS": NORTH, "EW": EAST}


def test_a_statement_is_replaced_taken_away_and_said_twice_writes_once(ruled, director):
    for said in (SAID, SAID, {"NS": EAST}, {"EW": ""}):
        incidents.note_statements(incident=ruled, said=said, by=director)
    assert incidents.statements(ruled) == {"NS": EAST, "polled": POLLED}
    assert Event.objects.filter(kind="statement_noted").count() == 5
    assert history.verify(Stream.objects.get(pk=ruled.pk)) == []


def shown(page) -> dict[str, str]:
    """Return every field of the form as a browser sends it when nothing is touched."""
    markup = page.content.decode()
    written = re.findall(r'<textarea name="(\w+)"[^>]*>\s?(.*?)</textarea>', markup, re.S)
    hidden = re.findall(r'<input type="hidden" name="(initial-\w+)"(?: value="([^"]*)")?', markup)
    return {name: html.unescape(value).replace("\r\n", "\n") for name, value in (*written, *hidden)}


@pytest.mark.parametrize("name", ["statements", "dispute"])
def test_what_a_colleague_wrote_meanwhile_is_not_removed_by_a_page_that_did_not_show_it(client, ruled, colleague, name):
    other, sent = sign_in(colleague), {"outcome": "undetermined"} if name == "dispute" else {}
    mine, theirs = (shown(each.get(url(name, ruled.pk))) for each in (client, other))
    post(other, url(name, ruled.pk), theirs | sent | {"NS": "Il a hésité.\r\nLongtemps."})
    post(client, url(name, ruled.pk), mine | sent | {"EW": EAST})
    assert incidents.statements(ruled) == {"NS": "Il a hésité.\r\nLongtemps.", "EW": EAST}
    again = shown(client.get(url(name, ruled.pk)))
    post(client, url(name, ruled.pk), again | sent | {"NS": ""})
    assert incidents.statements(ruled) == {"EW": EAST}


def test_the_evidence_that_a_colleague_wrote_meanwhile_stays(client, ruled, colleague):
    other = sign_in(colleague)
    mine, theirs = (shown(each.get(url("dispute", ruled.pk))) for each in (client, other))
    post(other, url("dispute", ruled.pk), theirs | {"outcome": "undetermined", "evidence": "La carte est là."})
    post(client, url("dispute", ruled.pk), mine | {"outcome": "undetermined", "NS": NORTH})
    assert Incident.objects.get(pk=ruled.pk).evidence == "La carte est là."


def test_what_is_typed_is_shown_again_with_an_error_and_still_saved(client, ruled, colleague):
    mine = shown(client.get(url("dispute", ruled.pk)))
    wrong = client.post(url("dispute", ruled.pk), mine | {"outcome": "decided", "NS": NORTH})
    assert wrong.status_code == 422
    post(client, url("dispute", ruled.pk), shown(wrong) | {"outcome": "decided", "evidence": "Vu."})
    assert incidents.statements(ruled) == {"NS": NORTH}


def test_a_name_that_was_said_is_found_and_can_be_forgotten(client, ruled, director, club, with_names):
    incidents.note_statements(incident=ruled, said=SAID, by=director)
    (note,) = personal_data.naming(club, "Tasque Odilon")
    assert note == Note.objects.get(text=POLLED)
    free_words.erase_words(note=note, by=director)
    assert POLLED not in read(client, "report", ruled)
    assert history.verify(Stream.objects.get(pk=ruled.pk)) == []
    assert history.differences(ruled) == []


def test_what_a_side_said_is_searched(client, ruled, director):
    incidents.note_statements(incident=ruled, said=SAID, by=director)
    assert ruled.reference in words(client.get(url("decision_list") + "?q=réfléchi"))


def test_a_call_under_appeal_or_withdrawn_is_told_no_more(client, ruled, director):
    incidents.withdraw_incident(incident=ruled, by=director)
    response = post(client, url("statements", ruled.pk), SAID)
    assert response.status_code == 422
    assert NORTH in response.content.decode()
    assert incidents.statements(ruled) == {}

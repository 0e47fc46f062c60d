"""A contested claim, from the cards noted on the pad to the score and the diagram of the report."""

import html
import io
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import translation
from pypdf import PdfReader

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.pdf import documents_pdf
from arbitrage.pages.report import laid_out, report
from arbitrage.services import incidents
from arbitrage.services.results.scores import propose_adjustment
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

DEAL = "N:Q74.A62.T8.AK964 KJT6.Q54.9752.JT A95.K73.AQJ6.Q32 832.JT98.K43.875"
LEFT = "N:...A9 K...J A..Q. 8...8"
TOUCHED = ["N:CA", "N:C9", "E:SK", "E:CJ", "S:SA", "S:DQ", "W:S8", "W:C8"]
WRITTEN = {"NC": "a 9", "ES": "R", "EC": "v", "SS": "A", "SD": "D", "WS": "8", "WC": "8"}
SAID = {"statement": "the rest are mine", "objections": ""}
JUDGED = {"new_line": "no", "one_opponent": "yes", "shows_out": "no", "order_open": "no", "normal_lines": ""}
COUNTED = {"tricks_before": "10", "tricks_to_others": "1"}


@pytest.fixture
def claim(incident, director) -> Inquiry:
    """South, who declares 3NT, has claimed; the cards left are asked."""
    found = incidents.open_inquiry(incident=incident, law="70", by=director)
    return make.answer(found, director, claimer="S", **SAID)


def note(client, claim: Inquiry, **typed):
    claim.refresh_from_db()
    return client.post(url("question", claim.pk, "cards_left"), {"version": claim.version, **typed})


def noted(claim: Inquiry) -> str:
    return Inquiry.objects.get(pk=claim.pk).answers_dict()["cards_left"]


@pytest.fixture
def dealt(board) -> None:
    board.deal = DEAL
    board.save()


def test_the_cards_of_a_deal_that_is_known_are_touched(client, dealt, claim):
    page = client.get(url("question", claim.pk, "cards_left"))
    assert page.content.decode().count('type="checkbox"') == 52
    response = note(client, claim, left=TOUCHED)
    assert (response.url, noted(claim)) == (url("question", claim.pk, "new_line"), LEFT)


def test_what_was_touched_is_still_there_when_the_question_is_opened_again(client, dealt, claim):
    note(client, claim, left=TOUCHED)
    again = client.get(url("question", claim.pk, "cards_left")).content.decode()
    assert again.count(" checked") == len(TOUCHED)


def test_without_the_deal_they_are_written_in_either_language(client, claim):
    page = client.get(url("question", claim.pk, "cards_left"))
    assert page.content.decode().count('type="text"') == 16
    note(client, claim, **WRITTEN)
    assert noted(claim) == LEFT


def test_they_may_be_left_out(client, claim):
    response = note(client, claim)
    assert (response.status_code, noted(claim)) == (302, "")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"NC": "A Z"}, "“Z” is not a card"),
        ({"NC": "A", "EC": "A"}, "Card ♣A is there twice: in the hands of North and East."),
        ({"NC": "A 9 8", "EC": "J"}, "The hands do not have as many cards as each other: 3, 1, 0, 0."),
    ],
)
def test_cards_that_cannot_be_are_refused_with_what_to_do(client, claim, typed, said):
    page = note(client, claim, **typed)
    assert page.status_code == 422
    assert said in words(page)


def test_a_card_that_is_there_twice_is_named_as_its_reader_writes_it(client, claim):
    claim.refresh_from_db()
    typed = {"version": claim.version, "NC": "R", "WC": "R"}
    page = client.post(url("question", claim.pk, "cards_left", language="fr"), typed)
    assert "La carte ♣R est là deux fois\xa0: chez Nord et chez Ouest." in html.unescape(page.content.decode())


def test_cards_that_were_miscounted_stay_touched(client, dealt, claim):
    page = note(client, claim, left=TOUCHED[:5])
    assert page.status_code == 422
    assert re.findall(r'value="([NESW]:\w+)" checked', page.content.decode()) == TOUCHED[:5]


def test_cards_that_were_miscounted_stay_as_they_were_written(client, claim):
    page = note(client, claim, NC="a 9 z", ES="R")
    assert page.status_code == 422
    assert re.findall(r'name="([NESW][SHDC])" value="([^"]+)"', page.content.decode()) == [("NC", "a 9 z"), ("ES", "R")]


def test_in_the_code_too_what_was_miscounted_stays_written(client, club):
    sent = {"claimer": "S", "declarer": "S", **SAID, "question": "cards_left", "NC": "A 9", "ES": "R"}
    page = client.get(url("code_law", "70"), sent)
    assert page.status_code == 422
    assert re.findall(r'name="([NESW][SHDC])" value="([^"]+)"', page.content.decode()) == [("NC", "A 9"), ("ES", "R")]


def ruled(claim: Inquiry, director) -> Incident:
    make.answer(claim, director, cards_left=LEFT, **JUDGED, **COUNTED)
    return Incident.objects.with_record().get(pk=claim.incident_id)


def test_the_tricks_left_are_not_asked_and_the_score_follows(claim, director):
    proposal = propose_adjustment(ruled(claim, director))
    assert (proposal.counting.law, proposal.counting.award.ns[0].tricks) == ("70E1", 11)


def test_the_score_of_a_claim_says_so_and_speaks_of_no_revoke(client, claim, director):
    page = words(client.get(url("score", ruled(claim, director).pk)))
    assert re.search(r"→ Claim (no trick|[−+]\d tricks?) Law 70E1 → To be scored", page), page
    assert "revoke" not in page
    assert "64A" not in page


def test_the_report_shows_the_cards_left(claim, director):
    incident = ruled(claim, director)
    with translation.override("fr"):
        told = report(incident, address="https://club.example/")
    diagram = told["claims"][0]
    assert diagram["says"].replace("\xa0", " ") == "2 levées restantes, revendication ou concession de Sud."
    assert [hand["letter"] for hand in diagram["hands"]] == ["N", "O", "E", "S"]
    assert diagram["hands"][3]["suits"] == [
        {"suit": "S", "ranks": "A"},
        {"suit": "H", "ranks": ""},
        {"suit": "D", "ranks": "D"},
        {"suit": "C", "ranks": ""},
    ]
    answers = [line["answer"] for line in told["questions"]["inquiries"][0]["lines"]]
    assert "Nord ♣A 9 – Est ♠R ♣V – Sud ♠A ♦D – Ouest ♠8 ♣8" in answers


def test_without_a_card_noted_the_report_has_no_diagram(claim, director):
    make.answer(claim, director, cards_left="", **JUDGED, tricks_before="10", tricks_left="2", tricks_to_others="1")
    incident = Incident.objects.with_record().get(pk=claim.incident_id)
    assert report(incident, address="https://club.example/")["claims"] == []


def test_the_trail_says_that_the_tricks_left_come_from_the_cards(client, claim, director):
    ruled(claim, director)
    page = client.get(url("decision", claim.pk))
    assert "How many tricks were left, the one in progress included? 2 from the cards left" in words(page)


def test_in_the_code_the_cards_are_written_without_an_incident(client, club):
    so_far = {"claimer": "S", "declarer": "S", **SAID}
    page = client.get(url("code_law", "70"), so_far)
    assert page.content.decode().count('type="text"') == 16
    response = client.get(url("code_law", "70"), so_far | {"question": "cards_left"} | WRITTEN)
    assert parse_qs(urlsplit(response.url).query)["cards_left"] == [LEFT]


@pytest.mark.parametrize("known", [DEAL, ""], ids=["with the deal", "without it"])
def test_the_pdf_prints_the_cards_left_beside_the_table(claim, board, director, known):
    board.deal = known
    board.save()
    incident = ruled(claim, director)
    with translation.override("fr"):
        printed = PdfReader(
            io.BytesIO(documents_pdf([laid_out(report(incident, address="https://club.example/"))]))
        ).pages
    assert "Cartes restantes à la revendication" in printed[0].extract_text().replace("\n", " ")
    assert "2 levées restantes" in printed[0].extract_text().replace("\xa0", " ")

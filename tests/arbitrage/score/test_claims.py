"""A contested claim, from the cards noted on the pad to the score and to the diagram of the report."""

import io
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import translation
from pypdf import PdfReader

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.report import laid_out, report
from arbitrage.pages.report.pdf import documents_pdf
from arbitrage.services import incidents
from arbitrage.services.results.scores import propose_adjustment
from rulings.bridge import parse_deal
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

DEAL = "N:Q74.A62.T8.AK964 KJT6.Q54.9752.JT A95.K73.AQJ6.Q32 832.JT98.K43.875"
LEFT = "N:...A9 K...J A..Q. 8...8"
POSITION = {"tricks_before": "10", "to_play": "N"}
TOUCHED = ["N:CA", "N:C9", "E:SK", "E:CJ", "S:SA", "S:DQ", "W:S8", "W:C8"]
SAID = {
    "statement": "the rest are mine",
    "tricks_claimed": "2",
    "said_on_the_left": "",
    "said_on_the_right": "I have the king of spades.",
    "said_by_partner": "",
}
JUDGED = {"new_line": "no", "one_opponent": "yes", "shows_out": "no", "order_open": "no", "normal_lines": ""}
COUNTED = {"tricks_to_others": "1"}


@pytest.fixture
def claim(incident, director) -> Inquiry:
    """South, declarer in 3NT, has claimed; the inquiry asks for the cards left."""
    inquiry = incidents.open_inquiry(incident=incident, law="70", by=director)
    return make.answer(inquiry, director, claimer="S")


def note(client, claim: Inquiry, **typed):
    claim.refresh_from_db()
    return client.post(url("question", claim.pk, "cards_left"), {"version": claim.version, **typed})


def noted(claim: Inquiry) -> str:
    return Inquiry.objects.get(pk=claim.pk).answers_dict().get("cards_left", "not noted")


def pad(page) -> dict[str, str]:
    """Map the cards of a page's pad to their holders, from its hidden fields and its touched keys."""
    text = page.content.decode()
    hidden = re.findall(r'type="hidden" name="left" value="([NESW]):(\w\w)"', text)
    own = re.findall(r'type="checkbox" name="left" value="([NESW]):(\w\w)"[^>]* checked', text)
    return {card: at for at, card in hidden + own}


HELD = {one[2:]: one[0] for one in TOUCHED}


@pytest.fixture
def dealt(board) -> None:
    board.deal = DEAL
    board.save()


@pytest.mark.parametrize("known", [DEAL, ""], ids=["with the deal", "without it"])
def test_the_cards_are_touched_on_one_pad_whether_the_deal_is_known_or_not(client, board, claim, known):
    board.deal = known
    board.save()
    page = client.get(url("question", claim.pk, "cards_left"))
    assert page.content.decode().count('type="checkbox"') == 52
    response = note(client, claim, left=TOUCHED, go="all")
    assert (response.url, noted(claim)) == (url("question", claim.pk, "tricks_before"), LEFT)


def test_another_player_is_turned_to_and_nothing_is_recorded(client, claim):
    page = note(client, claim, seat="N", left=["N:CA", "N:C9"], to="E")
    assert (page.status_code, noted(claim)) == (200, "not noted")
    assert pad(page) == {"CA": "N", "C9": "N"}
    assert 'name="seat" value="E"' in page.content.decode()


def test_a_card_of_another_has_his_letter_and_touching_moves_it(client, claim):
    page = note(client, claim, seat="N", left=["N:CA", "N:C9"], to="S", language="fr")
    key = re.search(r'data-card="CA".*?</label>', page.content.decode()).group()
    assert ('class="key taken"' in key, "<small>N</small>" in key) == (True, True)
    moved = note(client, claim, seat="S", left=["N:CA", "N:C9", "S:CA"], to="W")
    assert pad(moved) == {"CA": "S", "C9": "N"}


def test_the_cards_of_one_player_are_cleared(client, claim):
    page = note(client, claim, seat="N", left=TOUCHED, to="clear")
    assert pad(page) == {card: at for card, at in HELD.items() if at != "N"}


def test_the_fourth_hand_is_filled_where_it_can_only_be_what_is_left(client, dealt, claim):
    hands = {seat.value: cards for seat, cards in parse_deal(DEAL).items()}
    three = [f"{seat}:{card}" for seat in "NES" for card in hands[seat]]
    page = note(client, claim, seat="S", left=three, to="W", language="fr")
    assert {card for card, at in pad(page).items() if at == "W"} == {str(card) for card in hands["W"]}
    assert "West: the cards that are left." in words(page)


def test_what_was_touched_is_still_there_when_the_question_is_opened_again(client, dealt, claim):
    note(client, claim, left=TOUCHED, go="all")
    page = client.get(url("question", claim.pk, "cards_left"))
    assert pad(page) == HELD
    assert f"Cards: {len(TOUCHED)} of {len(TOUCHED)}" in words(page)


def test_they_may_be_left_out(client, claim):
    response = note(client, claim, go="unknown")
    assert (response.url, noted(claim)) == (url("question", claim.pk, "tricks_left"), "")


def test_with_a_card_unknown_the_inquiry_goes_on(client, claim, director):
    response = note(client, claim, left=TOUCHED[:-2], go="unknown")
    assert (response.url, noted(claim)) == (url("question", claim.pk, "tricks_before"), "N:...A9 K...J A..Q. -")
    make.answer(claim, director, **POSITION, **SAID)
    assert (
        Inquiry.objects.get(pk=claim.pk).state().question.id == "new_line"
    )  # at notrump there are no trumps to ask about


def test_hands_that_cannot_be_are_refused_with_what_to_do(client, claim):
    page = note(client, claim, left=TOUCHED[:4], go="all")
    assert page.status_code == 422
    assert "The hands do not have as many cards as each other: 2, 2, 0, 0." in words(page)


def test_cards_that_were_miscounted_stay_touched(client, dealt, claim):
    page = note(client, claim, seat="N", left=TOUCHED[:5], go="all")
    assert page.status_code == 422
    assert pad(page) == {one[2:]: one[0] for one in TOUCHED[:5]}


def test_in_the_code_too_the_pad_turns_and_what_was_miscounted_stays_touched(client, club):
    sent = {"claimer": "S", "declarer": "S", "question": "cards_left", "seat": "N", "left": TOUCHED[:3]}
    assert pad(client.get(url("code_law", "70"), sent | {"to": "E"})) == {one[2:]: one[0] for one in TOUCHED[:3]}
    page = client.get(url("code_law", "70"), sent | {"go": "all"})
    assert (page.status_code, pad(page)) == (422, {one[2:]: one[0] for one in TOUCHED[:3]})


# Statements, and doubtful points


@pytest.fixture
def placed(claim, director) -> Inquiry:
    """The position is noted; the inquiry asks for the statements."""
    return make.answer(claim, director, cards_left=LEFT, **POSITION)


def send(client, claim: Inquiry, question: str, **typed):
    claim.refresh_from_db()
    return client.post(url("question", claim.pk, question), {"version": claim.version, **typed})


def test_what_each_says_stands_on_one_page_each_by_his_name(client, placed):
    page = words(client.get(url("question", placed.pk, "statement")))
    for asked in ("What did South say when he claimed", "What does West say", "What does East say", "What does North"):
        assert asked in page
    response = send(client, placed, "statement", together="heard", **SAID)
    assert response.url == url("question", placed.pk, "new_line")
    assert SAID.items() <= Inquiry.objects.get(pk=placed.pk).answers_dict().items()


def test_nothing_need_be_typed(client, placed):
    send(client, placed, "statement", together="heard")
    told = Inquiry.objects.get(pk=placed.pk).answers_dict()
    assert (told["statement"], told["tricks_claimed"], told["said_by_partner"]) == ("", "?", "")


@pytest.mark.parametrize(
    ("sent", "asked"),
    [
        ({"these": "none"}, "normal_lines"),
        ({"these": "ticked", "yes": ["one_opponent"]}, "shows_out"),
        ({"these": "ticked", "yes": ["new_line", "order_open"]}, "worse_line"),
    ],
    ids=["none of them", "one", "two"],
)
def test_what_is_doubtful_is_ticked_on_one_page(client, placed, director, sent, asked):
    make.answer(placed, director, **SAID)
    response = send(client, placed, "new_line", together="doubts", **sent)
    assert response.url == url("question", placed.pk, asked)
    told = Inquiry.objects.get(pk=placed.pk).answers_dict()
    said = {name: "yes" if name in sent.get("yes", ()) else "no" for name in ("new_line", "one_opponent", "order_open")}
    assert said.items() <= told.items()


def test_none_touched_is_told_with_what_to_do(client, placed, director):
    make.answer(placed, director, **SAID)
    page = send(client, placed, "new_line", together="doubts", these="ticked")
    assert page.status_code == 422
    assert "Touch what is true, or “None of these”." in words(page)
    assert "new_line" not in Inquiry.objects.get(pk=placed.pk).answers_dict()


def test_the_number_that_is_touched_takes_the_lines_along(client, placed, director):
    make.answer(placed, director, **SAID, **{name: "no" for name in ("new_line", "one_opponent", "order_open")})
    response = send(
        client, placed, "normal_lines", together="lines", normal_lines="a club", touched="tricks_to_others", answer="1"
    )
    assert response.url == url("decision", placed.pk)
    assert Inquiry.objects.get(pk=placed.pk).answers_dict()["normal_lines"] == "a club"


def ruled(claim: Inquiry, director) -> Incident:
    make.answer(claim, director, cards_left=LEFT, **POSITION, **SAID, **JUDGED, **COUNTED)
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
    claim, diagram = told["claims"][0], told["claims"][0]["diagram"]
    assert claim["says"].replace("\xa0", " ") == "2 levées restantes, revendication de Sud."
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
    position = {"tricks_left": "2"} | POSITION
    make.answer(claim, director, cards_left="", **position, **SAID, **JUDGED, **COUNTED)
    incident = Incident.objects.with_record().get(pk=claim.incident_id)
    assert [one["diagram"] for one in report(incident, address="https://club.example/")["claims"]] == [None]


def test_the_trail_says_that_the_tricks_left_come_from_the_cards(client, claim, director):
    ruled(claim, director)
    page = client.get(url("decision", claim.pk))
    assert "How many tricks were left, the one in progress included? 2 from the cards left" in words(page)


def test_in_the_code_the_cards_are_touched_without_an_incident(client, club):
    so_far = {"claimer": "S", "declarer": "S"}
    page = client.get(url("code_law", "70"), so_far)
    assert page.content.decode().count('type="checkbox"') == 52
    response = client.get(url("code_law", "70"), so_far | {"question": "cards_left", "left": TOUCHED, "go": "all"})
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
    assert "Cartes restantes, levée 12" in printed[0].extract_text().replace("\n", " ")
    assert "2 levées restantes" in printed[0].extract_text().replace("\xa0", " ")

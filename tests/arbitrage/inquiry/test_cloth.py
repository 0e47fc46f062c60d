"""The cards around a compass: the trick of a revoke and the penalty cards, each before its player."""

import re

import pytest

from arbitrage.models import Incident, Inquiry
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def before(page) -> dict[str, list[tuple[str, str]]]:
    """Map each player that can be touched to the cards before him: kind and face, "" for an unknown card."""
    keys = re.findall(r'<button class="seat (\w)[^>]*>(.*?)</button>', page.content.decode(), re.S)
    laid = {seat: re.findall(r'<b class="laid (\w+)"[^>]*>(.*?)</b>', key, re.S) for seat, key in keys}
    return {
        seat: [
            (kind, "".join(re.findall(r"[♠♥♦♣](?:10|[2-9AKQJ])", re.sub(r"<[^>]+>", "", face)))) for kind, face in cards
        ]
        for seat, cards in laid.items()
    }


def compass(client, inquiry: Inquiry, question: str):
    return client.get(url("question", inquiry.pk, question))


def test_the_trick_of_a_revoke_lies_on_the_cloth_before_anything_is_said(client, inquiry):
    page = compass(client, inquiry, "able")
    assert before(page) == {seat: [("hidden", "")] for seat in "NESW"}


def test_the_card_of_the_player_who_revoked_is_marked(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="during", since="nothing", card="S2")
    lying = before(compass(client, inquiry, "offender"))
    assert lying["W"] == [("fault", "♠2")]
    assert [lying[seat] for seat in "NES"] == [[("hidden", "")]] * 3


def test_a_card_that_nobody_remembers_is_marked_face_down(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="during", since="nothing", card="?")
    assert before(compass(client, inquiry, "offender"))["W"] == [("fault", "")]


def test_a_penalty_card_lies_before_its_owner_whatever_is_asked(client, incident, director):
    post(client, url("say", incident.pk), {"what": "lies", "about": "E:C4 minor"})
    found = Incident.objects.get(pk=incident.pk)
    inquiry = incidents.open_inquiry(incident=found, law="72C", by=director)
    page = compass(client, inquiry, "offender")
    assert before(page) == {"N": [], "W": [], "S": [], "E": [("penalty", "♣4")]}
    assert "penalty card" in page.content.decode()


def test_the_contract_stands_beside_a_cloth_with_cards_and_on_one_without(client, inquiry, director):
    page = compass(client, inquiry, "able").content.decode()
    assert re.search(
        r'<p class="corner">.*?3NT.*?by South, <span data-vulnerability>North-South vulnerable.*?</p>', page, re.S
    )
    other = incidents.open_inquiry(incident=inquiry.incident, law="72C", by=director)
    assert re.search(r'<p class="mid">.*?3NT.*?</p>', compass(client, other, "offender").content.decode(), re.S)


def test_declarer_and_dummy_are_not_offered_where_a_defender_is_asked_for(client, incident, director):
    post(client, url("say", incident.pk), {"what": "lies", "about": "E:C4"})
    found = Incident.objects.get(pk=incident.pk)
    inquiry = incidents.open_inquiry(incident=found, law="50-table", by=director, facts={"now": "lead"})
    page = compass(client, inquiry, "on_lead").content.decode()
    assert re.findall(r'<button class="seat (\w)[^>]* disabled>', page) == ["N", "S"]
    post(client, url("question", inquiry.pk, "on_lead"), {"answer": "N"})
    assert not inquiry.answers.filter(question="on_lead").exists()


def test_who_claims_stands_under_his_seat_and_above_it_what_is_known_of_the_position(client, incident, director):
    facts = {"declarer": "S", "contract": "4S", "trumps": "S"}
    inquiry = incidents.open_inquiry(incident=incident, law="70", by=director, facts=facts)
    inquiry = make.answer(inquiry, director, claimer="E", cards_left="", tricks_left="4", tricks_before="7")
    page = compass(client, inquiry, "to_play")
    keys = re.findall(r'<button class="seat (\w)[^>]*>(.*?)</button>', page.content.decode(), re.S)
    assert [seat for seat, key in keys if "claims or concedes" in key] == ["E"]
    text = words(page)
    assert "South, trumps spades. Already played: 9 tricks, North-South 7, East-West 2." in text
    assert "Already played" not in words(compass(client, inquiry, "claimer"))

"""Information and misinformation on the pages: questions that wait for the end of play, and other laws to examine."""

import re

import pytest

from arbitrage.models import Inquiry
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import mains, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

TOLD = {"kind": "explanation", "explainer": "N", "said": "weak", "agreement": "strong", "shown": "explanation_wrong"}
DAMAGED = {"stage": "over", "would_have": "", "side_gained": "yes", "kind_of_score": "same_contract"}
SCORED = {"line_without": "", "probable_tricks": "9"}


def begin(incident, director, law: str, **answers: str) -> Inquiry:
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=director)
    return make.answer(inquiry, director, **answers)


def decision(client, inquiry: Inquiry):
    return client.get(url("decision", inquiry.pk))


def sent_to(page) -> list[str]:
    """Return the laws that the buttons of a decision lead on to."""
    return re.findall(r'<button class="[^"]*" name="law" value="([^"]*)"', page.content.decode())


def test_after_information_the_board_is_looked_at_again(client, incident, director):
    found = begin(incident, director, "16B", event="tempo", informant="E", agreed="agreed", board_over="no")
    page = decision(client, found)
    assert "The board is played: look at it again" in words(page)
    assert (mains(page), sent_to(page)) == (["Keep, back to the room"], [])


def test_while_misinformation_waits_the_partners_information_may_be_looked_at(client, incident, director):
    found = begin(incident, director, "21", **TOLD, stage="play")
    page = decision(client, found)
    assert (mains(page), sent_to(page)) == (["Keep, back to the room"], ["47", "16B"])
    client.post(url("linked", found.pk), {"law": "16B"})
    opened = Inquiry.objects.get(law="16B")
    assert opened.state().question.id == "agreed"
    assert {name: opened.known()[name] for name in ("informant", "event")} == {"informant": "N", "event": "explanation"}


def test_an_adjusted_score_is_not_hidden_by_what_is_looked_at_besides(client, incident, director):
    page = decision(client, begin(incident, director, "21", **TOLD, **DAMAGED, **SCORED))
    assert sent_to(page) == ["16B"]
    assert f'href="{url("score", incident.pk)}"' in page.content.decode()

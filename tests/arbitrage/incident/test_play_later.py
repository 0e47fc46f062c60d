"""A board to be played later (8B2): a duty names its table and board until it is played or gets averages."""

import pytest

from arbitrage.models import Duty
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def put_off(incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="8B2", by=director)
    return make.answer(inquiry, director, became="later")


def test_the_players_words_find_it(client, incident):
    page = words(client.get(url("what", incident.pk, language="fr"), {"q": "jouer plus tard"}))
    assert "Une donne à jouer plus tard" in page


def test_it_is_among_what_is_to_come_back_for_with_its_table_and_board(client, put_off, incident):
    duty = Duty.objects.get(state="open")
    assert (duty.moment, duty.opens) == ("played_later", "8B2")
    page = words(client.get(url("room", incident.tournament_id, language="fr")))
    assert "Donne à jouer plus tard par ces paires, ou moyennes à donner" in page.replace("\u00a0", " ")
    assert "Table 1" in page and "2" in page


def test_once_it_is_played_nothing_is_left(put_off, director):
    opened = incidents.open_duty_inquiry(duty=Duty.objects.get(state="open"), by=director)
    make.answer(opened, director, became="played")
    assert not Duty.objects.filter(state="open").exists()


def test_averages_close_it_too_and_are_proposed_as_the_score(client, put_off, incident, director):
    opened = incidents.open_duty_inquiry(duty=Duty.objects.get(state="open"), by=director)
    make.answer(opened, director, became="never", fault_ns="none", fault_ew="wholly")
    assert not Duty.objects.filter(state="open").exists()
    assert "average plus" in words(client.get(url("score", incident.pk)))


def test_put_off_again_one_entry_stays(put_off, director):
    opened = incidents.open_duty_inquiry(duty=Duty.objects.get(state="open"), by=director)
    make.answer(opened, director, became="later")
    assert Duty.objects.filter(state="open").count() == 1

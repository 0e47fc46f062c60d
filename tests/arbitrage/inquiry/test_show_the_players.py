"""*Montrer aux joueurs* shows only the text that is read aloud, with one tap back."""

import pytest
from playwright.sync_api import expect

from arbitrage.models import Inquiry
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import deal, url, words
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET

CHOICE = "declaring_changes"


@pytest.fixture
def to_choose(inquiry, director) -> Inquiry:
    """The inquiry into a revoke, at the choice of declarer's side."""
    deal(inquiry.incident.board)
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="during", since="nothing", card="SQ")
    return make.answer(Inquiry.objects.get(), director, faced="no", declaring_played="yes")


@pytest.mark.django_db
def test_the_players_see_the_question_and_every_option_and_nothing_of_the_hands(client, to_choose):
    asked = to_choose.state().questions[CHOICE]
    page = client.get(url("players", to_choose.pk, CHOICE))
    text = words(page)
    labels = [text.count(f"{number} ") for number, _option in enumerate(asked.options, 1)]
    assert all(labels)
    assert "Without consultation." in text
    assert "Back to the director" in text
    html = page.content.decode()
    assert 'class="bar"' not in html
    assert "The inquiry so far" not in html
    assert 'name="answer"' not in html


@pytest.mark.django_db
def test_what_is_no_choice_of_a_player_is_not_shown_to_them(client, to_choose):
    assert client.get(url("players", to_choose.pk, "offender")).status_code == 302
    assert client.get(url("players", to_choose.pk, "nothing")).status_code == 302


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.either_database
@pytest.mark.parametrize("size", [TABLET, LANDSCAPE, PHONE], ids=["portrait", "landscape", "telephone"])
def test_they_read_it_at_arms_length_and_one_tap_leads_back(tablet, to_choose, size):
    page = tablet.page
    page.set_viewport_size(size)
    tablet.open("question", to_choose.pk, CHOICE)
    page.get_by_role("link", name="Montrer aux joueurs").click()
    expect(page.locator(".players li").first).to_be_visible()
    letters = page.locator(".players li p").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert letters >= 26
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("header").count() == 0
    page.get_by_role("link", name="Retour à l’arbitre").click()
    tablet.page.wait_for_url(f"**/q/{CHOICE}/")

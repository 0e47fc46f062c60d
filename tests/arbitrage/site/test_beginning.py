"""Pages for beginners: the guided way through the demonstration, and the sheet for a volunteer."""

import re

import pytest
from django.contrib.auth.models import User

from arbitrage.demo.club import SLUG, DemoClub, make_demo_club
from arbitrage.models import Club
from arbitrage.services import clock
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture(scope="module")
def demo(set_once) -> DemoClub:
    """The demonstration club, made once for all tests because this takes seconds."""
    made: list[DemoClub] = []
    set_once(lambda: made.append(make_demo_club(now=clock.now())))
    return made[0]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_step_of_the_guided_way_leads_to_a_page_whoever_takes_it(demo, db, number):
    browser = sign_in(User.objects.get(username=demo.sign_ins[number].username))
    page = browser.get(url("tour")).content.decode()
    steps = re.findall(r'<br><a class="btn" href="([^"]+)"', page)
    assert len(steps) == 6
    assert {browser.get(address, follow=True).status_code for address in steps} == {200}
    assert url("tour") in browser.get(url("tournament_list")).content.decode()


def test_the_call_of_the_guided_way_is_the_one_that_it_names(demo, db):
    browser = sign_in(User.objects.get(username=demo.sign_ins[0].username))
    address = re.search(r'href="([^"]+/what/)"', browser.get(url("tour")).content.decode())[1]
    assert "Table 7" in words(browser.get(address))


def test_a_demonstration_without_a_call_left_leads_to_nothing_that_is_not_there():
    Club.objects.filter(slug=SLUG).update(slug="another")
    demo = make_demo_club(now=clock.now(), force_new=True, with_incidents=False)
    # it had another slug, because the names of its people were taken
    Club.objects.filter(pk=demo.club.pk).update(slug=SLUG)
    page = sign_in(User.objects.get(username=demo.sign_ins[0].username)).get(url("tour"))
    assert re.findall(r'<br><a class="btn" href="([^"]+)"', page.content.decode()) == [url("room", demo.running.pk)]


def test_another_club_has_no_guided_way_and_has_the_sheet():
    browser = sign_in(make.make_member(make.make_club(), "reader", role="reader"))
    assert browser.get(url("tour")).status_code == 404
    assert url("tour") not in browser.get(url("tournament_list")).content.decode()
    assert "//testserver/" in words(browser.get(url("volunteer_sheet")))

"""The first page of an installation creates the first club or the demonstration, once. On another machine than the
server's it first asks for a code."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arbitrage.demo.club import SLUG, make_demo_club
from arbitrage.models import Club, Event, Membership
from arbitrage.server import this_machine
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import first_club, members
from tests.arbitrage import factories as make
from tests.arbitrage.at_once import all_at_once
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db]

NEW = {
    "name": "Bridge Club de la Tour", "city": "Pau", "first_name": "Anne", "last_name": "Girard",
    "username": "girard", "password": "relais-levee-7315",
}  # fmt: skip


def here() -> Client:
    """Return a browser of the machine itself, without a user."""
    return Client(HTTP_HOST="127.0.0.1:8000")


@pytest.fixture
def code(monkeypatch) -> str:
    """The code that the window of this start shows."""
    monkeypatch.setenv(this_machine.CODE, "")
    return this_machine.new_code()


def test_whoever_opens_a_new_installation_is_led_to_its_first_page():
    browser = here()
    page = browser.get("/", follow=True)
    assert page.redirect_chain[-1][0].startswith(url("first_start", language="fr"))
    text = words(browser.get(url("first_start")))
    assert "Make my club" in text and "Try the demonstration" in text


def test_a_club_is_founded_with_its_manager_who_is_signed_in():
    browser = here()
    page = browser.post(url("first_start"), NEW | {"do": "club"}, follow=True)
    assert "The club is there, and you manage it." in words(page)
    member = Membership.objects.get()
    assert (member.club.name, member.club.city, member.role) == ("Bridge Club de la Tour", "Pau", "manager")
    assert (member.user.get_full_name(), member.user.check_password(NEW["password"])) == ("Anne Girard", True)
    assert browser.session["_auth_user_id"] == str(member.user.pk)
    assert [event.kind for event in Event.objects.order_by("seq")] == ["club_founded", "member_added"]
    assert members.differences(member.club) == []


def test_once_there_is_a_club_the_page_is_over():
    make.make_member(make.make_club(), "director")
    for browser in (here(), Client()):
        for answer in (browser.get(url("first_start")), browser.post(url("first_start"), NEW | {"do": "club"})):
            assert (answer.status_code, answer.url) == (302, url("home"))
    assert (Club.objects.count(), User.objects.count()) == (1, 1)
    assert Client().get(url("login")).status_code == 200


def test_an_administrator_without_a_club_signs_in_and_nobody_begins_in_his_place(code):
    User.objects.create_superuser("root", password=NEW["password"])
    assert here().get(url("login")).status_code == 200
    assert here().post(url("first_start"), NEW | {"do": "club"}).url == url("home")
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("last_name", ""), ("username", "a b"), ("password", "girard"), ("password", "")]
)
def test_what_is_missing_or_too_weak_is_said_beside_its_field_and_nothing_is_made(field, value):
    page = here().post(url("first_start"), NEW | {"do": "club", field: value})
    assert page.status_code == 422
    assert re.findall(r'id="id_(\w+)_error"', page.content.decode()) == [field]
    assert not Club.objects.exists() and not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_first_club_is_founded_once_however_many_begin_at_once():
    got = all_at_once(lambda tablet: first_club.begin(**NEW | {"username": f"girard{tablet}"}), 6)
    assert [one.code for one in got if isinstance(one, Refused)] == ["begun"] * 5
    assert (Club.objects.count(), User.objects.count()) == (1, 1)


# Requests from other machines


ELSEWHERE = (
    {"REMOTE_ADDR": "192.168.1.44", "HTTP_HOST": "192.168.1.20:8000"},
    {"REMOTE_ADDR": "192.168.1.44", "HTTP_HOST": "localhost:8000"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "testserver"},  # another host name that resolves to this machine
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1", "HTTP_FORWARDED": "for=unknown"},  # a proxy of this machine
)


@pytest.mark.parametrize("known", ELSEWHERE)
def test_from_elsewhere_the_code_of_the_window_is_asked_and_the_demonstration_not_offered(known, code):
    browser = Client(**known)
    assert "type the code that its window shows" in words(browser.get(url("first_start")))
    for do in ("club", "demo"):
        assert browser.post(url("first_start"), NEW | {"do": do}).status_code == 422
    for wrong in ("", "AAAA-AAAA", code[:-1]):
        assert browser.post(url("first_start"), {"code": wrong}).status_code == 422
    assert not Club.objects.exists()
    assert browser.post(url("first_start"), {"code": code.lower().replace("-", " ")}).url == url("first_start")
    assert "Try the demonstration" not in words(browser.get(url("first_start")))
    browser.post(url("first_start"), {"do": "demo"})
    assert not Club.objects.exists()
    browser.post(url("first_start"), NEW | {"do": "club"})
    assert Club.objects.get().name == NEW["name"]


@pytest.mark.parametrize(("name", "value"), [("HTTPS", True), ("TRUSTED_PROXIES", ("127.0.0.1",))])
def test_behind_a_proxy_nobody_counts_as_sitting_at_the_machine(settings, name, value, code):
    setattr(settings, name, value)
    settings.SECURE_SSL_REDIRECT = False
    assert "type the code that its window shows" in words(here().get(url("first_start")))


def test_a_code_of_an_earlier_start_opens_nothing(code):
    browser = Client(**ELSEWHERE[0])
    browser.post(url("first_start"), {"code": code})
    assert "Make my club" in words(browser.get(url("first_start")))
    this_machine.new_code()
    browser.post(url("first_start"), NEW | {"do": "club"})
    assert not Club.objects.exists()


def test_where_no_code_was_made_nobody_begins_from_elsewhere(monkeypatch):
    monkeypatch.delenv(this_machine.CODE, raising=False)
    browser = Client(**ELSEWHERE[0])
    for sent in ({"code": ""}, NEW | {"do": "club"}):
        assert browser.post(url("first_start"), sent).url == url("home")
    assert not Club.objects.exists()


# The demonstration


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_the_demonstration_is_made_and_its_director_signed_in(data):
    browser = here()
    page = browser.post(url("first_start"), {"do": "demo"}, follow=True)
    said = make_demo_club().sign_ins[0]
    assert f"user name {said.username}, password {said.password}" in words(page)
    assert browser.session["_auth_user_id"] == str(User.objects.get(username=said.username).pk)
    assert len(list((data / "demo").iterdir())) > 5
    assert browser.post(url("first_start"), {"do": "demo"}).url == url("login")  # it exists already: nothing is created
    assert Club.objects.count() == 1


def test_ones_own_club_follows_the_demonstration_which_is_closed_then(data):
    demo = make_demo_club(now=clock.now(), with_incidents=False)
    browser = here()
    text = words(browser.get(url("first_start")))
    assert "Make my club" in text and "Try the demonstration" not in text
    browser.post(url("first_start"), NEW | {"do": "club"})
    assert Club.objects.get(slug=SLUG).disabled_at is not None
    assert Membership.objects.get(user__username="girard").club.disabled_at is None
    asked = {"username": demo.sign_ins[0].username, "password": demo.sign_ins[0].password}
    closed = Client()
    closed.post(url("login"), asked)
    assert closed.get(url("room", demo.running.pk)).status_code == 404
    assert here().post(url("first_start"), NEW | {"do": "club"}).url == url("home")

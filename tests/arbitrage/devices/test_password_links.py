"""Nobody can take over the account of a user with more rights or of another club: a link lets only its owner choose a
new password."""

import datetime
import re
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from arbitrage.models import Club, Event, Membership
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import members, password_links, second_factor
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NEW = {"new_password1": "relais-levee-7315", "new_password2": "relais-levee-7315"}


@pytest.fixture
def manager(club) -> User:
    return make.make_member(club, "girard", role="manager")


@pytest.fixture
def administrator(club) -> User:
    user = make.make_member(club, "admin")
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    return User.objects.get(pk=user.pk)


def asked_for(user: User, by: User, **more: str) -> str:
    """Return the path of a link for somebody, as the page of the administrator shows it."""
    page = post(sign_in(by), url("site_person"), {"username": user.username, **more})
    return re.search(r"//testserver(/en/password/[\w-]+/[\w-]+/)", page.content.decode())[1]


def test_a_manager_does_not_become_administrator_by_a_new_password(club, manager, administrator):
    member = administrator.memberships.get()
    page = post(sign_in(manager), url("member", member.pk), {"do": "password"})
    assert "administers the installation" in words(page)
    with pytest.raises(Refused):
        members.reset_password(member=member, by=manager)
    assert User.objects.get(pk=administrator.pk).check_password("atout")
    assert sign_in(manager).post(url("site_person"), {"username": "admin"}).status_code == 404


def test_who_manages_both_clubs_of_somebody_gives_no_new_password_either(club, manager, director):
    other = make.make_club("Autre", "autre")
    for user, role in ((manager, "manager"), (director, "director")):
        Membership.objects.create(user=user, club=other, role=role)
    with pytest.raises(Refused):
        members.reset_password(member=director.memberships.get(club=club), by=manager)


def test_the_owner_of_a_link_chooses_a_new_password_once(club, director, administrator):
    signed_in, link = sign_in(director), asked_for(director, administrator)
    assert Client().get(link).status_code == 200
    assert Client().post(link, NEW | {"new_password2": "another"}).status_code == 422
    assert "Sign in with it" in words(post(Client(), link, NEW))
    assert User.objects.get(pk=director.pk).check_password("relais-levee-7315")
    assert signed_in.get(url("password")).status_code == 302
    assert "This link is over" in words(Client().get(link))
    kinds = list(Event.objects.filter(stream_id=club.pk).order_by("seq").values_list("kind", "by__username"))
    assert kinds == [("password_link_made", "admin"), ("password_reset", "martin")]


def test_a_link_is_over_after_a_day_and_for_somebody_else(director, administrator):
    link = asked_for(director, administrator)
    of_somebody_else = urlsafe_base64_encode(force_bytes(administrator.pk))
    assert Client().get(link.replace(link.split("/")[3], of_somebody_else)).status_code == 404
    _user, (_key, token) = password_links.make(username="martin", by=administrator)
    assert password_links.owner("nonsense", token) is None
    assert password_links.owner("!!", token) is None
    with_a_long_wait = clock.now() + datetime.timedelta(days=2)
    with mock.patch.object(
        password_links.default_token_generator, "_now", lambda: with_a_long_wait.replace(tzinfo=None)
    ):
        assert Client().get(link).status_code == 404


def test_the_second_step_stays_unless_the_telephone_is_lost_too(director, administrator, monkeypatch):
    monkeypatch.setattr(second_factor.TOTPDevice, "verify_token", lambda *_: True)
    second_factor.begin(director, "1")
    asked_for(director, administrator)
    assert second_factor.wanted(director)
    asked_for(director, administrator, without_telephone="on")
    assert not second_factor.wanted(director)


def test_no_link_is_made_for_who_has_more_rights_nor_for_oneself(club, director, administrator):
    User.objects.filter(pk=director.pk).update(is_staff=True)
    staff = User.objects.get(pk=director.pk)
    for user, by in ((administrator, staff), (administrator, administrator)):
        with pytest.raises(Refused):
            password_links.make(username=user.username, by=by)
    with pytest.raises(Refused):
        password_links.make(username="nobody", by=administrator)
    assert Club.objects.get() == club

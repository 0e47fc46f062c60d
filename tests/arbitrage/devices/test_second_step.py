"""A user who has switched on the second factor cannot sign in with the password alone."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from arbitrage.services.errors import Refused
from arbitrage.services.people import members, second_factor
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

PASSWORD = "relais-levee-7315"


@pytest.fixture
def manager(club) -> User:
    user = make.make_member(club, "girard", role="manager")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def on_paper(manager) -> list[str]:
    device = second_factor.preparing(manager)
    return second_factor.begin(manager, f"{TOTP(device.bin_key, device.step, device.t0, device.digits).token():06d}")


def a_moment_later(user: User) -> None:
    """Let the wait after a wrong code pass."""
    for kind in (TOTPDevice, StaticDevice):
        kind.objects.filter(user=user).update(throttling_failure_timestamp=None, throttling_failure_count=0)


def password(client: Client):
    return client.post(f"{url('login')}?next={url('decision_list')}", {"username": "girard", "password": PASSWORD})


def test_it_is_begun_with_the_telephone_and_told_once(manager):
    client = sign_in(manager)
    page = client.get(url("second_step"))
    assert "<svg" in page.content.decode() and TOTPDevice.objects.get(user=manager).confirmed is False
    assert post(client, url("second_step"), {"code": "000000"}).status_code == 422
    assert not second_factor.wanted(manager)
    a_moment_later(manager)
    device = second_factor.preparing(manager)
    code = f"{TOTP(device.bin_key, device.step, device.t0, device.digits).token():06d}"
    page = post(client, url("second_step"), {"code": code})
    codes = re.findall(r"<li><b>(\w+)</b></li>", page.content.decode())
    assert len(codes) == second_factor.ON_PAPER
    assert codes[0] not in client.get(url("second_step")).content.decode()


def test_the_password_alone_lets_nobody_in(manager, on_paper):
    client = Client()
    assert password(client).url == url("sign_in_code")
    assert client.get(url("decision_list")).status_code == 302
    assert "_auth_user_id" not in client.session
    assert "Second step" in words(client.get(url("sign_in_code")))
    assert post(client, url("sign_in_code"), {"code": "000000"}).status_code == 422
    assert "_auth_user_id" not in client.session


def test_a_code_on_paper_opens_once_and_leads_where_one_wanted_to_go(manager, on_paper):
    client = Client()
    password(client)
    opened = client.post(url("sign_in_code"), {"code": on_paper[0].upper()})
    assert opened.url == url("decision_list")
    assert client.get(url("decision_list")).status_code == 200
    again = Client()
    password(again)
    assert again.post(url("sign_in_code"), {"code": on_paper[0]}).status_code == 422


def test_the_second_step_is_nothing_without_the_first(manager, on_paper):
    client = Client()
    assert client.post(url("sign_in_code"), {"code": on_paper[0]}).url == url("login")


def test_a_password_changed_meanwhile_or_a_long_wait_begins_again(manager, on_paper, monkeypatch):
    client = Client()
    password(client)
    monkeypatch.setattr("arbitrage.views.devices.signing_in.PATIENCE", 0)
    assert client.post(url("sign_in_code"), {"code": on_paper[0]}).url == url("login")
    monkeypatch.undo()
    password(client)
    manager.set_password("another-levee-2468")
    manager.save()
    assert client.post(url("sign_in_code"), {"code": on_paper[0]}).url == url("login")


def test_it_is_ended_with_a_code_and_not_without(manager, on_paper):
    client = sign_in(manager)
    assert post(client, url("second_step"), {"code": "nothing"}).status_code == 422
    assert second_factor.wanted(manager)
    assert post(client, url("second_step"), {"code": on_paper[1]}).status_code == 422  # too soon after a wrong one
    a_moment_later(manager)
    post(client, url("second_step"), {"code": on_paper[1]})
    assert not second_factor.wanted(manager)


def test_who_has_not_asked_for_it_signs_in_as_before(manager):
    assert password(Client()).url == url("decision_list")


def test_a_manager_who_gives_a_new_password_ends_the_second_step_of_somebody_else_and_not_his_own(
    manager, on_paper, club
):
    other = make.make_member(club, "petit", role="manager")
    membership = manager.memberships.get()
    with pytest.raises(Refused):
        members.reset_password(member=membership, by=manager)
    assert second_factor.wanted(manager)
    members.reset_password(member=membership, by=other)
    assert not second_factor.wanted(manager)


def test_guessed_codes_are_slowed_and_the_owner_still_comes_in(manager, on_paper):
    """The test makes four hundred wrong guesses in a row. Each one doubles the wait; after the wait the owner can still
    sign in with a printed code."""
    thief = Client()
    assert password(thief).url == url("sign_in_code")
    answers = {thief.post(url("sign_in_code"), {"code": f"{number:06}"}).status_code for number in range(400)}
    assert answers == {422}
    assert "_auth_user_id" not in thief.session
    assert thief.post(url("sign_in_code"), {"code": on_paper[2]}).status_code == 422  # a right code, but too early
    a_moment_later(manager)
    owner = Client()
    password(owner)
    assert owner.post(url("sign_in_code"), {"code": on_paper[2]}).status_code == 302
    assert owner.session["_auth_user_id"] == str(manager.pk)


def test_who_begins_a_second_step_signs_his_other_devices_out(manager, monkeypatch):
    """The other devices had signed in with the password alone."""
    own, other = sign_in(manager), sign_in(manager)
    monkeypatch.setattr(second_factor.TOTPDevice, "verify_token", lambda *_: True)
    post(own, url("second_step"), {"code": "123456"})
    assert second_factor.wanted(manager)
    assert own.get(url("password")).status_code == 200
    assert other.get(url("password")).status_code == 302

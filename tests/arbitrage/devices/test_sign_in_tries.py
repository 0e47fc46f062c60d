"""Wrong passwords block a name and slow down an address; members of the club can still sign in from that address."""

import pytest
from django.test import Client

from arbitrage.services.people import second_factor, sign_in_tries
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

CLUB, ELSEWHERE = "203.0.113.7", "198.51.100.9"
RIGHT, WRONG = "atout", "faux"


def sign_in(client: Client, name: str, password: str, address: str = CLUB) -> int:
    """Try to sign in; return the HTTP status: 302 for success, 200 for a wrong password, 429 for a blocked try."""
    return client.post(url("login"), {"username": name, "password": password}, REMOTE_ADDR=address).status_code


@pytest.fixture
def few(monkeypatch) -> None:
    """A limit of four wrong passwords before an address is slowed."""
    monkeypatch.setattr(sign_in_tries, "MOST", 4)


@pytest.fixture
def attacked(few, director) -> Client:
    """The director's browser after an attacker in the club's network has tried four names."""
    thief = Client()
    assert [sign_in(thief, f"name{number}", WRONG) for number in range(4)] == [200] * 4
    return thief


def test_an_address_that_tries_many_names_is_not_let_try_another(attacked):
    assert sign_in(attacked, "martin", RIGHT) == 429
    assert sign_in(Client(), "martin", RIGHT) == 429


def test_elsewhere_nothing_is_closed(attacked):
    assert sign_in(Client(), "martin", RIGHT, ELSEWHERE) == 302


def test_a_browser_from_which_the_person_has_signed_in_before_is_let_in(few, director):
    browser = Client()
    assert sign_in(browser, "martin", RIGHT) == 302
    browser.post(url("logout"))
    for number in range(4):
        sign_in(Client(), f"name{number}", WRONG)
    assert sign_in(browser, "other", WRONG) == 429
    assert sign_in(browser, "martin", RIGHT) == 302


def test_a_known_browser_is_still_closed_to_the_name_after_six(director, monkeypatch):
    browser = Client()
    sign_in(browser, "martin", RIGHT)
    browser.post(url("logout"))
    assert [sign_in(browser, "martin", WRONG) for _try in range(6)][-1] == 429
    assert sign_in(browser, "martin", RIGHT) == 429


def test_a_mark_that_was_made_up_is_none(attacked, director):
    for mark in ("martin", sign_in_tries.mark_of(director)[:-1], ""):
        browser = Client()
        browser.cookies["known"] = mark
        assert sign_in(browser, "martin", RIGHT) == 429


def test_a_tablet_is_still_opened_with_a_telephone(attacked):
    text = words(attacked.post(url("login"), {"username": "martin", "password": RIGHT}, REMOTE_ADDR=CLUB))
    assert "Too many wrong passwords have come from this address." in text
    assert "Open this tablet with a telephone" in text
    assert "Photograph the code" in words(post(attacked, url("pair"), REMOTE_ADDR=CLUB))


def test_the_quarter_of_an_hour_ends(attacked, monkeypatch):
    monkeypatch.setattr(sign_in_tries, "A_WHILE", -sign_in_tries.A_WHILE)
    assert sign_in(Client(), "martin", RIGHT) == 302


@pytest.mark.parametrize(("address", "status"), [("2001:db8:1:2::ffff", 429), ("2001:db8:1:3::1", 302)])
def test_a_network_of_version_6_counts_whole(few, director, address, status):
    for number in range(4):
        sign_in(Client(), f"name{number}", WRONG, f"2001:db8:1:2::{number + 1}")
    assert sign_in(Client(), "martin", RIGHT, address) == status


def test_a_second_step_leaves_the_mark_too_and_no_password_does_without_it(director):
    device = second_factor.preparing(director)
    device.confirmed = True
    device.save()
    browser = Client()
    assert sign_in(browser, "martin", RIGHT) == 302
    assert "known" not in browser.cookies


def test_the_limit_counts_nothing_of_a_member_who_signs_in(few, club):
    for number in range(6):
        make.make_member(club, f"d{number}")
        assert sign_in(Client(), f"d{number}", RIGHT) == 302


def test_wrong_passwords_typed_beside_it_do_not_close_the_browser_that_a_director_always_uses(director):
    """Six wrong passwords from the club's network block the name for unknown browsers there; a known browser has its
    own count."""
    own, thief = Client(), Client()
    assert sign_in(own, "martin", RIGHT) == 302
    own.post(url("logout"))
    assert [sign_in(thief, "martin", WRONG) for _try in range(7)][-1] == 429
    assert sign_in(own, "martin", RIGHT) == 302


def test_the_count_of_a_known_browser_is_of_the_name_it_knows_and_of_no_forged_mark(director, colleague):
    own = Client()
    sign_in(own, "martin", RIGHT)
    own.post(url("logout"))
    for _try in range(6):
        sign_in(Client(), "leclerc", WRONG)
    assert sign_in(own, "leclerc", RIGHT) == 429
    forged = Client()
    forged.cookies[sign_in_tries.KNOWN] = own.cookies[sign_in_tries.KNOWN].value + "x"
    for _try in range(6):
        sign_in(forged, "martin", WRONG)
    assert sign_in(Client(), "martin", RIGHT) == 429

"""A shared tablet is opened for an evening from a signed-in telephone, passes from one director to another by a PIN,
and is never the only way to sign in."""

import datetime
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from arbitrage.models import Club, Event, Membership, Pairing, PlayerLink
from arbitrage.server import client_address
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import devices
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

PIN = "2718"


@pytest.fixture
def with_pins(director, colleague) -> None:
    for user in (director, colleague):
        devices.set_pin(user=user, pin=PIN)


def later(**lapse: int) -> datetime.datetime:
    return clock.now() + datetime.timedelta(**lapse)


def asks(tablet: Client) -> str:
    """Return the code that a tablet shows."""
    response = post(tablet, url("pair"))
    return re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", words(response))[0]


def opened(by: User) -> Client:
    """Return a tablet that a director has opened for the evening."""
    tablet = Client()
    code = asks(tablet)
    post(sign_in(by), url("approve", code), {"club": Club.objects.get().pk})
    post(tablet, url("pair_in"))
    return tablet


def who(tablet: Client) -> str:
    key = tablet.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else ""


# A telephone opens the tablet


def test_a_telephone_opens_the_tablet_that_shows_the_code(director):
    tablet = Client()
    code = asks(tablet)
    assert tablet.get(url("pair_in")).status_code == 204
    telephone = sign_in(director)
    assert code in words(telephone.get(url("approve", code)))
    assert "The tablet is open" in words(post(telephone, url("approve", code), {"club": Club.objects.get().pk}))
    assert tablet.get(url("pair_in")).status_code == 200
    post(tablet, url("pair_in"))
    assert who(tablet) == "martin"
    assert Event.objects.get(kind="tablet_opened").by == director


def test_the_qr_code_is_drawn_in_the_page_and_leads_to_the_approval(director):
    tablet = Client()
    code = asks(tablet)
    html = tablet.get(url("pair")).content.decode()
    assert '<div class="scan" role="img"' in html
    assert re.search(r"<svg[^>]*viewBox", html)
    assert "style=" not in html
    assert url("approve", code.replace("-", "")) in html


def test_only_the_tablet_that_showed_the_code_comes_in_and_once(director):
    tablet, other = Client(), Client()
    code = asks(tablet)
    asks(other)
    post(sign_in(director), url("approve", code), {"club": Club.objects.get().pk})
    assert "has not approved this code yet" in words(post(other, url("pair_in")))
    assert who(other) == ""
    thief = Client()
    session = thief.session
    session["pairing"] = tablet.session["pairing"] | {"secret": "guessed"}
    session.save()
    post(thief, url("pair_in"))
    assert who(thief) == ""
    again = dict(tablet.session["pairing"])
    post(tablet, url("pair_in"))
    assert devices.let_in(key=Pairing.objects.get(code=code.replace("-", "")).pk, secret=again["secret"]) is None


def test_a_code_is_over_after_three_minutes(director):
    code = asks(Client())
    with clock.at(later(minutes=4)):
        response = sign_in(director).get(url("approve", code))
        assert response.status_code == 404
        assert "This code is over" in words(response)


def test_nobody_opens_a_tablet_for_a_club_that_he_does_not_direct(director, club):
    code = asks(Client())
    reader = make.make_member(club, "lecteur", "reviewer")
    assert sign_in(reader).post(url("approve", code), {"club": club.pk}).status_code == 403
    stranger = make.make_member(make.make_club("Autre", "autre"), "autre")
    sign_in(stranger).post(url("approve", code), {"club": club.pk})
    with pytest.raises(Refused):
        devices.approve(pairing=Pairing.objects.get(), club=club, by=stranger)
    assert Pairing.objects.get().approved_by is None


def test_who_is_not_signed_in_signs_in_first_and_comes_back_to_the_code(director):
    address = url("approve", "ABCD2345")
    assert Client().get(address).url == f"{url('login')}?next={address}"


@pytest.mark.parametrize("page", ["//[", "//testserver/fr/", ""])
def test_what_is_sent_without_signing_in_leads_back_to_the_page_that_it_came_from(db, page):
    answered = Client().post(url("approve", "ABCD2345"), headers={"referer": page})
    assert answered.url == f"{url('login')}?next={'/fr/' if page.endswith('/') else url('home')}"


def test_the_tablet_is_open_for_an_evening(director):
    tablet = opened(director)
    lasts = tablet.session.get_expiry_age()
    assert 7 * 3600 < lasts <= 8 * 3600
    session = tablet.session
    session["touched"] = "yes"
    session.save()
    assert tablet.session.get_expiry_age() <= lasts


def test_an_address_that_asks_for_many_codes_keeps_nobody_else_from_asking(director, monkeypatch):
    for _number in range(devices.MOST_FROM_AN_ADDRESS):
        devices.ask_to_pair(secret="x", address="127.0.0.1")
    assert "Too many tablets ask" in words(post(Client(), url("pair")))
    assert Pairing.objects.count() == devices.MOST_FROM_AN_ADDRESS
    assert asks(Client(REMOTE_ADDR="192.0.2.7"))
    with clock.at(later(minutes=4)):
        assert devices.ask_to_pair(secret="x", address="127.0.0.1")


def test_a_machine_with_a_network_of_addresses_is_one_that_asks(director):
    """A machine with IPv6 can use any number of addresses. Counted separately, they could use up all the codes of the
    installation."""
    for number in range(devices.MOST_FROM_AN_ADDRESS):
        devices.ask_to_pair(secret="x", address=f"2001:db8:1:2::{number + 1:x}")
    with pytest.raises(Refused):
        devices.ask_to_pair(secret="x", address="2001:db8:1:2:ffff::1")
    assert asks(Client(REMOTE_ADDR="2001:db8:1:3::1"))


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("fe80::7%eth0", "fe80::/64"),
        ("", ""),
        ("nobody", "nobody"),
    ],
)
def test_what_counts_as_one_client(address, client):
    assert client_address.network(address) == client


def test_codes_do_not_fill_the_database(director, monkeypatch):
    monkeypatch.setattr(devices, "MOST_CODES", 3)
    for number in range(3):
        devices.ask_to_pair(secret="x", address=str(number))
    with pytest.raises(Refused):
        devices.ask_to_pair(secret="x", address="another")


def test_no_browser_keeps_the_page_with_the_code(director):
    tablet = Client()
    asks(tablet)
    for page in ("pair", "pair_in"):
        assert "no-store" in tablet.get(url(page))["Cache-Control"]


def test_a_tablet_that_asks_again_gives_its_first_code_back(director):
    tablet = Client()
    first, second = asks(tablet), asks(tablet)
    assert first != second
    assert Pairing.objects.count() == 1


def test_a_club_opens_so_many_tablets_and_another_club_is_not_kept_from_it(director, club, monkeypatch):
    monkeypatch.setattr(devices, "MOST_OF_A_CLUB", 2)
    for _number in range(2):
        opened(director)
    third = asks(Client())
    assert "tablets of the club are open already" in words(
        post(sign_in(director), url("approve", third), {"club": club.pk})
    )
    elsewhere = make.make_club("Autre", "autre")
    other = make.make_member(elsewhere, "autre")
    post(sign_in(other), url("approve", third), {"club": elsewhere.pk})
    assert Pairing.objects.get(code=third.replace("-", "")).approved_by == other


# The next director takes over by his PIN


def test_another_director_takes_the_tablet_over_by_his_pin(director, colleague, with_pins):
    tablet = opened(director)
    until = tablet.session["tablet"]["until"]
    leclerc = Membership.objects.get(user=colleague)
    assert "leclerc" in words(tablet.get(url("switch")))
    post(tablet, url("switch"), {"member": leclerc.pk, "pin": PIN})
    assert who(tablet) == "leclerc"
    assert tablet.session["tablet"]["until"] == until
    assert tablet.session.get_expiry_age() <= 8 * 3600


def test_a_pin_is_kept_as_a_hash_and_is_the_members_own(director, colleague, with_pins):
    pins = list(Membership.objects.values_list("pin", flat=True))
    assert len(set(pins)) == 2
    assert not any(PIN in pin for pin in pins)


@pytest.mark.parametrize("pin", ["123", "1234", "4321", "1111", "1212", "123456789", "12a4", "１２４９"])
def test_a_pin_that_anybody_would_try_is_refused(director, pin):
    with pytest.raises(Refused):
        devices.set_pin(user=director, pin=pin)
    assert Membership.objects.get().pin == ""


def test_five_wrong_pins_let_this_one_rest_and_nobody_elses(director, colleague, with_pins):
    tablet = opened(director)
    martin, leclerc = Membership.objects.get(user=director), Membership.objects.get(user=colleague)
    for _number in range(5):
        assert "That is not the PIN." in words(post(tablet, url("switch"), {"member": leclerc.pk, "pin": "9999"}))
    assert "this one rests. Minutes left: 5." in words(post(tablet, url("switch"), {"member": leclerc.pk, "pin": PIN}))
    assert who(tablet) == "martin"
    post(tablet, url("switch"), {"member": martin.pk, "pin": PIN})
    assert who(tablet) == "martin"
    signed_in = Client().post(url("login"), {"username": "leclerc", "password": "atout"})
    assert signed_in.status_code == 302
    with clock.at(later(minutes=6)):
        devices.check_pin(member=leclerc, pin=PIN)


def test_a_pin_that_is_guessed_all_evening_rests_longer_each_time_and_its_owner_has_it_back(colleague, with_pins):
    """The pause grows from five minutes to an hour, which allows 55 guesses in the eight hours of a tablet."""
    member, began, wrong = Membership.objects.get(user=colleague), clock.now(), 0
    for minutes in range(0, 8 * 60, 5):
        with clock.at(began + datetime.timedelta(minutes=minutes)):
            for _number in range(6):
                with pytest.raises(Refused) as refused:
                    devices.check_pin(member=member, pin="9999")
                wrong += refused.value.code == "wrong"
    assert wrong == 55
    with clock.at(began + datetime.timedelta(hours=9)):
        devices.check_pin(member=member, pin=PIN)
    assert Membership.objects.get(pk=member.pk).pin_failures == 0


def test_a_pin_opens_nothing_but_a_tablet_that_was_opened(director, with_pins):
    leclerc = Membership.objects.get(user__username="leclerc")
    telephone = sign_in(director)
    post(telephone, url("switch"), {"member": leclerc.pk, "pin": PIN})
    assert who(telephone) == "martin"


def test_who_has_left_the_club_does_not_take_its_tablet(director, colleague, with_pins):
    tablet = opened(director)
    leclerc = Membership.objects.get(user=colleague)
    Membership.objects.filter(pk=leclerc.pk).update(role="reviewer")
    assert "leclerc" not in words(tablet.get(url("switch")))
    post(tablet, url("switch"), {"member": leclerc.pk, "pin": PIN})
    assert who(tablet) == "martin"


def test_a_pin_is_set_on_ones_own_device_and_not_on_the_shared_one(director):
    telephone = sign_in(director)
    assert "Your PIN is set." in words(post(telephone, url("pin"), {"pin": PIN}))
    assert "You have no PIN any more." in words(post(telephone, url("pin"), {"pin": ""}))
    assert opened(director).post(url("pin"), {"pin": PIN}).status_code == 403


# The lock of wrong passwords


def test_wrong_passwords_for_one_name_lock_no_other_name_of_the_same_address(director, colleague):
    for _number in range(7):
        response = Client().post(url("login"), {"username": "martin", "password": "wrong"})
    assert response.status_code == 429
    assert "Open this tablet with a telephone" in words(response)
    assert Client().post(url("login"), {"username": "leclerc", "password": "atout"}).status_code == 302
    tablet = Client()
    code = asks(tablet)
    post(sign_in(colleague), url("approve", code), {"club": Club.objects.get().pk})
    post(tablet, url("pair_in"))
    assert who(tablet) == "leclerc"


# In a browser


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_tablet_comes_in_by_itself_once_the_telephone_has_approved(page, browser, live_server, director):
    page.goto(live_server.url + "/fr/login/")
    page.get_by_role("button", name="Ouvrir cette tablette avec un téléphone").click()
    expect(page.locator(".scan svg")).to_be_visible()
    box = page.locator(".scan").bounding_box()
    assert box["width"] >= 200
    code = page.locator(".code").inner_text()
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR") as context:
        telephone = context.new_page()
        telephone.goto(f"{live_server.url}/fr/pair/{code}/")
        telephone.fill("[name=username]", "martin")
        telephone.fill("[name=password]", "atout")
        telephone.click("form .main")
        expect(telephone.locator(".code")).to_have_text(code)
        telephone.get_by_role("button", name="Ouvrir pour cette soirée").click()
        expect(telephone.locator("h1")).to_have_text("La tablette est ouverte")
    expect(page.get_by_role("link", name="Autre arbitre")).to_be_visible()


def test_a_shared_tablet_shows_the_seating_and_makes_no_link_for_telephones(director, tournament):
    tournament.date = timezone.localdate(clock.now())
    tournament.save()
    tablet = opened(director)
    assert tablet.get(url("seating", tournament.pk)).status_code == 200
    assert tablet.post(url("seating", tournament.pk)).status_code == 403
    assert not PlayerLink.objects.exists()

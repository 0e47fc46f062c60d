"""A link admits one person to a club, once and within a week, with one role; the club's own chain records it."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arbitrage.models import Club, Event, Invitation, Membership
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import invitations, link_tokens, members
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NEW = {"first_name": "Anne", "last_name": "Petit", "username": "petit", "password": "relais-levee-7315"}


@pytest.fixture
def manager(club) -> User:
    return make.make_member(club, "girard", role="manager")


@pytest.fixture
def invitation(club, manager) -> Invitation:
    return invitations.invite(club=club, role="reviewer", by=manager, name="Anne")


def link(invitation: Invitation) -> str:
    return url("invitation", invitation.pk, link_tokens.token("invitation", invitation.pk))


def test_a_manager_makes_a_link_that_the_page_shows_again_until_it_is_used(club, manager):
    browser = sign_in(manager)
    page = post(browser, url("members", club.pk), {"do": "invite", "role": "reviewer", "name": "Anne"})
    address = link(Invitation.objects.get())
    assert page.wsgi_request.build_absolute_uri(address) in words(page)
    assert "Anne" not in "".join(Event.objects.values_list("body", flat=True))
    assert address in words(browser.get(url("members", club.pk)))
    post(Client(), address, NEW)
    assert address not in words(browser.get(url("members", club.pk)))


def test_a_new_person_joins_with_a_password_and_is_signed_in(club, invitation):
    browser = Client()
    assert "You are invited to Bridge Club du Lac" in words(browser.get(link(invitation)))
    assert "You belong to Bridge Club du Lac now." in words(post(browser, link(invitation), NEW))
    member = Membership.objects.get(user__username="petit")
    assert (member.club, member.role) == (club, "reviewer")
    assert member.user.check_password(NEW["password"])
    event = Event.objects.filter(stream_id=club.pk, kind="member_added").get()
    assert (event.by, event.data["invitation"]) == (member.user, str(invitation.pk))
    assert members.differences(club) == []


def test_somebody_who_has_an_account_joins_with_a_touch(invitation):
    stranger = make.make_member(make.make_club("Pont", "pont"), "durand")
    browser = sign_in(stranger)
    assert "Join as durand" in words(browser.get(link(invitation)))
    assert "Bridge Club du Lac" in words(post(browser, link(invitation)))
    assert {membership.club.slug: membership.role for membership in stranger.memberships.all()} == {
        "pont": "director",
        "lac": "reviewer",
    }


def test_the_way_through_the_sign_in_leads_back_to_the_link(invitation):
    make.make_member(make.make_club("Pont", "pont"), "durand")
    browser = Client()
    assert f"{url('login')}?next={link(invitation)}" in browser.get(link(invitation)).content.decode()
    page = post(browser, f"{url('login')}?next={link(invitation)}", {"username": "durand", "password": "atout"})
    assert "Join as durand" in words(page)


def test_it_is_used_once(invitation):
    post(Client(), link(invitation), NEW)
    other = Client()
    assert other.get(link(invitation)).status_code == 404
    assert other.post(link(invitation), NEW | {"username": "autre"}).status_code == 404
    assert not User.objects.filter(username="autre").exists()
    with pytest.raises(Refused):
        invitations.accept(invitation=invitation, user=make.make_user("tiers"))


@pytest.mark.parametrize("what", ["expired", "withdrawn", "club closed", "guessed", "of another"])
def test_a_link_that_is_not_good_opens_nothing_and_says_nothing_of_the_club(club, manager, invitation, what):
    address = link(invitation)
    match what:
        case "expired":
            Invitation.objects.update(expires_at=clock.now() - datetime.timedelta(seconds=1))
        case "withdrawn":
            post(sign_in(manager), url("withdraw_invitation", invitation.pk))
        case "club closed":
            members.disable_club(club=club, by=manager)
        case "guessed":
            address = url("invitation", invitation.pk, "A" * 43)
        case "of another":
            address = url("invitation", invitation.pk, link_tokens.token("board", invitation.pk))
    page = Client().get(address)
    assert page.status_code == 404
    assert "Lac" not in words(page)
    assert Client().post(address, NEW).status_code == 404
    assert not User.objects.filter(username="petit").exists()


@pytest.mark.parametrize(
    ("field", "value"), [("password", "court"), ("username", "girard"), ("username", "GIRARD"), ("last_name", "")]
)
def test_what_cannot_be_is_said_and_the_link_stays_good(invitation, field, value):
    page = Client().post(link(invitation), NEW | {field: value})
    assert page.status_code == 422
    assert link(invitation).rpartition("/invited/")[2] in link(Invitation.objects.get(used_at=None))


def test_a_member_of_the_club_leaves_the_invitation_for_somebody_else(manager, invitation):
    page = sign_in(manager).get(link(invitation))
    assert "You belong to this club already" in words(page)
    post(sign_in(manager), link(invitation))
    assert Invitation.objects.get().used_at is None
    assert Membership.objects.get(user=manager).role == "manager"


def test_its_page_is_kept_by_no_browser_and_found_by_no_search(invitation):
    page = Client().get(link(invitation))
    assert (page["Cache-Control"], page["X-Robots-Tag"]) == ("no-store", "noindex, nofollow")
    assert page["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("role", ["director", "reviewer", "reader"])
def test_only_managers_invite(club, invitation, role):
    browser = sign_in(make.make_member(club, "somebody", role=role))
    assert browser.post(url("members", club.pk), {"do": "invite", "role": "manager"}).status_code == 403
    assert browser.post(url("withdraw_invitation", invitation.pk)).status_code == 403
    assert Invitation.objects.filter(withdrawn_at=None).count() == 1


def test_an_invitation_of_another_club_is_not_withdrawn(invitation):
    stranger = make.make_member(make.make_club("Pont", "pont"), "durand", role="manager")
    assert sign_in(stranger).post(reverse("withdraw_invitation", args=[invitation.pk])).status_code == 404
    assert Invitation.objects.get().withdrawn_at is None


def test_the_club_has_a_hundred_that_wait_at_most(club, manager, monkeypatch):
    monkeypatch.setattr(invitations, "MOST", 2)
    invitations.invite(club=club, role="reader", by=manager)
    invitations.invite(club=club, role="reader", by=manager)
    with pytest.raises(Refused):
        invitations.invite(club=club, role="reader", by=manager)
    assert Club.objects.get().invitations.count() == 2

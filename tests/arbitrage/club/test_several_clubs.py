"""Several clubs on one installation: a member of two clubs chooses one, and every list shows that club only."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arbitrage.models import Club, Event, Incident, Membership, Tournament
from arbitrage.services.people import members
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def other() -> Club:
    """Another club, with an incident of its own."""
    club = make.make_club("Cercle du Pont", "pont")
    director = make.make_member(club, "durand")
    board = make.make_seed_case(club)
    Tournament.objects.filter(pk=board.tournament_id).update(name="Coupe du Pont")
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    return club


@pytest.fixture
def both(director: User, ruled: Incident, other: Club) -> Client:
    """The browser of a director who is a reader in the other club."""
    Membership.objects.create(user=director, club=other, role="reader")
    return sign_in(director)


def test_every_list_is_of_the_club_that_was_chosen(both, other, ruled):
    theirs = Tournament.objects.get(club=other)
    for club, seen, unseen in ((ruled.club, ruled.tournament, theirs), (other, theirs, ruled.tournament)):
        post(both, url("enter"), {"club": club.pk})
        assert seen.name in words(both.get(url("tournament_list")))
        assert unseen.name not in words(both.get(url("tournament_list")))
        for name in ("decision_list", "decision_print"):
            page = both.get(url(name)).content.decode()
            for tournament, there in ((seen, True), (unseen, False)):
                assert (url("report", tournament.incidents.get().pk) in page) is (there and name == "decision_list")
        for name in ("statistics", "decision_list"):
            offered = both.get(url(name)).content.decode()
            assert (f'value="{seen.pk}"' in offered, f'value="{unseen.pk}"' in offered) == (True, False)
        assert "1 case" in words(both.get(url("casebook")))


def test_what_one_may_do_is_that_of_the_club_that_was_chosen(both, other, ruled):
    offers = {club: words(post(both, url("enter"), {"club": club.pk})) for club in (ruled.club, other)}
    assert "New evening" in offers[ruled.club]
    assert "New evening" not in offers[other]
    assert both.get(url("evening_new")).status_code == 403
    assert both.post(url("tournament_import"), {}).status_code == 403


def test_a_page_of_the_other_club_is_open_all_the_same(both, other, ruled):
    theirs = Incident.objects.get(club=other)
    post(both, url("enter"), {"club": ruled.club.pk})
    assert both.get(url("report", theirs.pk)).status_code == 200
    assert both.post(url("withdraw", theirs.pk)).status_code == 403


def test_who_belongs_to_one_club_is_not_asked(client, ruled):
    assert "Another club" not in words(client.get(url("tournament_list")))


def test_no_club_is_entered_that_is_not_ones_own(client, ruled, other):
    post(client, url("enter"), {"club": other.pk})
    assert "Coupe du Pont" not in words(client.get(url("tournament_list")))


# The administrator of the installation


@pytest.fixture
def keeper(db) -> User:
    return User.objects.create_user("keeper", password="atout", is_staff=True)


def test_the_administrator_makes_a_club_and_its_manager_comes_in_by_a_link(keeper):
    page = post(sign_in(keeper), url("site_clubs"), {"name": "Cercle du Pont", "city": "Avignon"})
    club = Club.objects.get(name="Cercle du Pont")
    (link,) = [word for word in words(page).split() if "/invited/" in word]
    browser = Client()
    new = {"last_name": "Durand", "username": "durand", "password": "relais-levee-7315"}
    assert "You belong to Cercle du Pont now." in words(post(browser, link, new))
    assert Membership.objects.get(club=club).role == "manager"
    kinds = list(Event.objects.filter(stream_id=club.pk).order_by("seq").values_list("kind", flat=True))
    assert kinds == ["club_founded", "invited", "member_added"]


def test_a_closed_club_lets_nobody_in_and_loses_nothing(keeper, client, ruled, director):
    club, browser = ruled.club, sign_in(keeper)
    post(browser, url("site_club", club.pk), {"do": "disable"})
    for name, key in (("room", ruled.tournament_id), ("report", ruled.pk), ("members", club.pk)):
        assert client.get(url(name, key)).status_code == (403 if name == "members" else 404)
    assert "You belong to no club that is open." in words(client.get(url("tournament_list")))
    assert client.get(url("room", ruled.tournament_id), {"seen": "1"}).status_code == 404
    assert members.differences(Club.objects.get()) == []
    post(browser, url("site_club", club.pk), {"do": "enable"})
    assert client.get(url("report", ruled.pk)).status_code == 200
    Club.objects.filter(pk=club.pk).update(disabled_at="2026-01-01T00:00:00Z")
    assert members.differences(Club.objects.get()) == [f"Club {club.pk}: disabled_at"]


def test_the_administrator_sees_nothing_of_a_club_that_is_not_his(keeper, ruled):
    browser = sign_in(keeper)
    for name, key in (("room", ruled.tournament_id), ("report", ruled.pk), ("members", ruled.club_id)):
        assert browser.get(url(name, key)).status_code == 404
    assert ruled.tournament.name not in words(browser.get(url("site_clubs")))


@pytest.mark.parametrize("role", ["director", "manager"])
def test_nobody_else_administers(client, club, role):
    client = sign_in(make.make_member(club, "somebody", role=role))
    assert client.get(url("site_clubs")).status_code == 404
    assert client.post(url("site_club", club.pk), {"do": "disable"}).status_code == 404
    assert Club.objects.get().disabled_at is None


def test_an_administrator_who_leaves_a_club_can_still_sign_in(keeper, club):
    manager = make.make_member(club, "girard", role="manager")
    member = Membership.objects.create(user=keeper, club=club, role="reader")
    members.remove_member(member=member, by=manager)
    assert User.objects.get(pk=keeper.pk).is_active

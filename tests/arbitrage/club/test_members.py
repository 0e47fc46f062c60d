"""Members of a club: managers add, change and remove members; each member changes his own password."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arbitrage.models import Club, Event, Membership
from arbitrage.services.errors import Refused
from arbitrage.services.people import members
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NEW = {
    "first_name": "Anne",
    "last_name": "Petit",
    "username": "petit",
    "password": "relais-levee-7315",
    "role": "director",
}


@pytest.fixture
def manager(club) -> User:
    return make.make_member(club, "girard", role="manager")


@pytest.fixture
def managing(client, manager):
    client.force_login(manager)
    return client


@pytest.fixture
def somebody(club) -> Membership:
    make.make_member(club, "petit")
    return Membership.objects.get(user__username="petit")


def do(client, member: Membership, what: str, **more: str):
    return client.post(reverse("member", args=[member.pk]), {"do": what, **more}, follow=True)


def kinds(club: Club) -> list[str]:
    return list(Event.objects.filter(stream_id=club.pk).order_by("seq").values_list("kind", flat=True))


def test_a_manager_adds_somebody_who_signs_in(managing, club):
    page = managing.post(reverse("members", args=[club.pk]), NEW, follow=True)
    assert "Anne Petit" in page.content.decode()
    assert Membership.objects.get(user__username="petit").role == "director"
    assert User.objects.get(username="petit").check_password(NEW["password"])
    assert kinds(club) == ["member_added"]
    assert "Petit" not in Event.objects.get().body


@pytest.mark.parametrize(
    ("field", "value"), [("password", "court"), ("username", "girard"), ("last_name", ""), ("role", "king")]
)
def test_what_cannot_be_is_said_and_nobody_is_added(managing, club, field, value):
    page = managing.post(reverse("members", args=[club.pk]), NEW | {field: value})
    assert page.status_code == 422
    assert not User.objects.filter(username="petit").exists()


def test_a_manager_gives_another_role_a_new_password_and_removes(managing, club, manager, somebody):
    do(managing, somebody, "role", role="reviewer")
    assert Membership.objects.get(pk=somebody.pk).role == "reviewer"
    page = do(managing, somebody, "password").content.decode()
    user = User.objects.get(pk=somebody.user_id)
    shown = [word for word in page.replace("<", " ").split() if word.count("-") == 3 and user.check_password(word)]
    assert len(shown) == 1
    do(managing, somebody, "remove")
    assert not Membership.objects.filter(pk=somebody.pk).exists()
    assert User.objects.get(pk=somebody.user_id).is_active is False
    assert kinds(club) == ["role_set", "password_reset", "member_removed"]
    assert members.differences(club) == []


def test_the_last_manager_stays_and_nobody_removes_himself(club, manager, somebody):
    own = Membership.objects.get(user=manager)
    for act in (
        lambda: members.set_role(member=own, role="director", by=manager),
        lambda: members.remove_member(member=own, by=manager),
        lambda: members.remove_member(member=own, by=somebody.user),
    ):
        with pytest.raises(Refused):
            act()
    assert Membership.objects.get(pk=own.pk).role == "manager"


@pytest.mark.parametrize("role", ["director", "reviewer"])
def test_only_managers_see_and_change_members(client, club, somebody, role):
    client.force_login(make.make_member(club, "other", role=role))
    assert client.get(reverse("members", args=[club.pk])).status_code == 403
    assert do(client, somebody, "remove").status_code == 403
    assert Membership.objects.filter(pk=somebody.pk).exists()


def test_a_manager_of_another_club_finds_nothing(client, club, somebody):
    client.force_login(make.make_member(make.make_club("Other", "other"), "stranger", role="manager"))
    assert client.get(reverse("members", args=[club.pk])).status_code == 404
    for what in ("role", "password", "open", "remove"):
        assert do(client, somebody, what, role="reviewer").status_code == 404
    assert Membership.objects.get(pk=somebody.pk).role == "director"


def test_the_password_of_somebody_in_two_clubs_is_not_one_managers_to_change(club, manager, somebody):
    other = make.make_club("Other", "other")
    Membership.objects.create(user=somebody.user, club=other, role="director")
    with pytest.raises(Refused) as refused:
        members.reset_password(member=somebody, by=manager)
    assert refused.value.code == "another_club"


def test_one_changes_ones_own_password_and_the_other_devices_are_signed_out(client, django_user_model, club):
    user = make.make_member(club, "petit")
    other = Client()
    for one in (client, other):
        one.force_login(user)
    new = {"new_password1": "relais-levee-7315", "new_password2": "relais-levee-7315"}
    assert client.post(reverse("password"), {"old_password": "wrong", **new}).status_code == 422
    client.post(reverse("password"), {"old_password": "atout", **new})
    assert User.objects.get(pk=user.pk).check_password("relais-levee-7315")
    assert client.get(reverse("password")).status_code == 200
    assert other.get(reverse("password")).status_code == 302


@pytest.mark.usefixtures("in_english")
def test_a_role_changed_behind_the_application_is_told(club, manager):
    user = members.add_member(club=club, username="petit", password=NEW["password"], by=manager)
    assert members.differences(club) == []
    Membership.objects.filter(user=user).update(role="manager")
    assert members.differences(club) == [f"Member {user.pk}: role"]
    Membership.objects.filter(user=user).delete()
    assert members.differences(club) == [f"Member {user.pk}: missing"]


def test_the_lock_of_a_name_ends_though_somebody_goes_on_trying_and_a_manager_opens_it(club, manager, settings):
    client = Client()
    user = make.make_member(club, "petit")
    wrong = {"username": "petit", "password": "wrong"}
    statuses = [client.post(reverse("login"), wrong).status_code for _time in range(7)]
    assert statuses[0] == 200 and statuses[-1] == 429
    right = {"username": "petit", "password": "atout"}
    assert client.post(reverse("login"), right).status_code == 429
    members.open_lock(member=Membership.objects.get(user=user), by=manager)
    assert client.post(reverse("login"), right).status_code == 302
    assert settings.AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT is False


def test_no_page_of_somebody_signed_in_is_kept_by_the_browser(managing, club):
    assert managing.get(reverse("members", args=[club.pk])).headers["Cache-Control"] == "no-store"

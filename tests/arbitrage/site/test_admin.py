"""The administrator of an installation can view its tables (a club's tables only as its member), and can change no
record."""

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arbitrage.models import Event, Incident, Membership, Note, Player
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NAMES = sorted(
    {model._meta.model_name for model in apps.get_app_config("arbitrage").get_models()} - {"pairing", "conductnote"}
)


@pytest.fixture
def administering(incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    keeper = User.objects.create_superuser("keeper", password="relais-levee-7315")
    Membership.objects.create(user=keeper, club=incident.club, role="reader")
    return sign_in(keeper)


@pytest.mark.parametrize("name", NAMES)
def test_every_table_is_listed_and_nothing_can_be_added(administering, name):
    assert administering.get(reverse(f"admin:arbitrage_{name}_changelist")).status_code == 200
    assert administering.get(reverse(f"admin:arbitrage_{name}_add")).status_code == 403


@pytest.mark.parametrize("model", [Event, Incident])
def test_a_row_is_shown_and_neither_changed_nor_deleted(administering, model):
    row = model.objects.first()
    before = model.objects.filter(pk=row.pk).values().get()
    name = model._meta.model_name
    page = administering.get(reverse(f"admin:arbitrage_{name}_change", args=[row.pk]))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert administering.post(reverse(f"admin:arbitrage_{name}_change", args=[row.pk]), {}).status_code == 403
    assert administering.post(reverse(f"admin:arbitrage_{name}_delete", args=[row.pk]), {}).status_code == 403
    assert model.objects.filter(pk=row.pk).values().get() == before


@pytest.mark.parametrize("model", [Event, Incident, Note, Player])
def test_what_is_a_clubs_own_is_shown_to_its_members_alone(administering, incident, director, model):
    incidents.add_words(incident=incident, words="Rude words.", by=director)
    row, name = model.objects.first(), model._meta.model_name
    address = reverse(f"admin:arbitrage_{name}_change", args=[row.pk])
    assert administering.get(address).status_code == 200
    Membership.objects.filter(user__username="keeper").delete()
    assert administering.get(address, follow=True).redirect_chain[-1][0] == reverse("admin:index")
    assert str(row.pk) not in administering.get(reverse(f"admin:arbitrage_{name}_changelist")).content.decode()
    assert administering.get(reverse("admin:arbitrage_club_changelist")).content.decode().count("Bridge Club du Lac")


def test_a_manager_of_a_club_is_no_administrator(club):
    client = sign_in(make.make_member(club, "girard", role="manager"))
    for name in ("admin:index", "admin:arbitrage_event_changelist"):
        response = client.get(reverse(name))
        assert (response.status_code, response.url.partition("?")[0]) == (302, reverse("admin:login"))
    assert client.get(reverse("admin:login")).status_code == 403


def test_the_administrators_sign_in_at_the_same_door_as_everybody(db):
    client = Client()
    response = client.get(reverse("admin:login"), {"next": "/fr/admin/"})
    assert response.url == f"{reverse('login')}?next=/fr/admin/"
    assert client.post(reverse("admin:login"), {"username": "keeper", "password": "x"}).status_code == 302


def test_the_list_of_events_asks_as_often_for_one_as_for_many(
    administering, incident, director, django_assert_max_num_queries
):
    for number in range(20):
        incidents.add_words(incident=Incident.objects.get(pk=incident.pk), words=f"words {number}", by=director)
    with django_assert_max_num_queries(8):
        administering.get(reverse("admin:arbitrage_event_changelist"))


def test_what_opens_a_door_is_not_shown(administering, director):
    member = director.memberships.get()
    type(member).objects.filter(pk=member.pk).update(pin="a-digest-of-digits")
    page = administering.get(reverse("admin:arbitrage_membership_change", args=[member.pk]))
    assert "a-digest-of-digits" not in page.content.decode()

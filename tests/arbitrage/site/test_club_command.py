"""`manage.py club` creates a club."""

import io

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from arbitrage.models import Club, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("in_english")]


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("club", *arguments, stdout=out)
    return out.getvalue()


def test_makes_a_club_and_somebody_who_can_sign_in(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    said = run("Bridge Club de la Tour", "girard", "--city", "Pau", "--first-name", "Luce", "--last-name", "Girard")
    club = Club.objects.get()
    member = Membership.objects.get()
    assert (club.name, club.city, club.slug) == ("Bridge Club de la Tour", "Pau", "bridge-club-de-la-tour")
    assert (member.club, member.role, member.user.get_full_name()) == (club, "manager", "Luce Girard")
    password = said.splitlines()[-1].removeprefix("Password: ")
    assert authenticate(RequestFactory().post("/"), username="girard", password=password) == member.user


def test_adds_somebody_to_a_club_that_exists(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run("Le Lac", "girard")
    run("Le Lac", "noblet", "--role", "reviewer")
    assert list(Membership.objects.order_by("user__username").values_list("club__name", "user__username", "role")) == [
        ("Le Lac", "girard", "manager"),
        ("Le Lac", "noblet", "reviewer"),
    ]


def test_a_name_already_taken_makes_nothing(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run("Le Lac", "girard")
    with pytest.raises(CommandError, match="has an account already"):
        run("La Tour", "girard")
    assert list(Club.objects.values_list("name", flat=True)) == ["Le Lac"]


def test_two_clubs_whose_names_read_alike_have_two_addresses(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run("Le Lac", "girard")
    run("Le  Lac", "noblet")
    assert set(Club.objects.values_list("slug", flat=True)) == {"le-lac", "le-lac-2"}


def test_two_passwords_that_differ_make_nothing(monkeypatch):
    typed = iter(["un mot de passe", "un autre mot"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    with pytest.raises(CommandError, match="not the same"):
        run("Le Lac", "girard")
    assert not Club.objects.exists()


def test_the_first_of_a_club_manages_it_whatever_is_said(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(CommandError, match="has no manager yet"):
        run("Le Lac", "girard", "--role", "director")
    assert not Club.objects.exists()


def test_a_role_is_changed_and_a_club_without_a_manager_is_mended(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run("Le Lac", "girard")
    run("Le Lac", "noblet")
    assert "noblet is reviewer from now on" in run("Le Lac", "noblet", "--role", "reviewer")
    for name, role in (("girard", "manager"), ("noblet", "reviewer")):
        assert f"{name} belongs to it already, as {role}. Nothing was changed." in run("Le Lac", name)
    with pytest.raises(CommandError, match="last manager|dernier"):
        run("Le Lac", "girard", "--role", "reader")
    Membership.objects.filter(user__username="girard").update(role="director")  # as an earlier version made it
    assert "girard is manager from now on" in run("Le Lac", "girard")
    roles = dict(Membership.objects.values_list("user__username", "role"))
    assert roles == {"girard": "manager", "noblet": "reviewer"}


def test_who_has_an_account_belongs_to_a_second_club_with_his_password(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run("Le Lac", "girard")
    run("La Tour", "noblet")
    said = run("La Tour", "girard")
    assert "girard belongs to it as director" in said and "Password" not in said
    assert Membership.objects.filter(user__username="girard").count() == 2

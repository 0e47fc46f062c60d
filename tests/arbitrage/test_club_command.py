"""`manage.py club`: a club of one's own."""

import io

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from arbitrage.models import Club, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


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
    assert (member.club, member.role, member.user.get_full_name()) == (club, "director", "Luce Girard")
    password = said.splitlines()[-1].removeprefix("Password: ")
    assert authenticate(RequestFactory().post("/"), username="girard", password=password) == member.user


def test_adds_somebody_to_a_club_that_exists(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run("Le Lac", "girard")
    run("Le Lac", "noblet", "--role", "reviewer")
    assert list(Membership.objects.order_by("user__username").values_list("club__name", "user__username", "role")) == [
        ("Le Lac", "girard", "director"),
        ("Le Lac", "noblet", "reviewer"),
    ]


def test_a_name_already_taken_makes_nothing(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run("Le Lac", "girard")
    with pytest.raises(CommandError, match="."):
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

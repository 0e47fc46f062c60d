"""Headers that every response carries, and values that the log leaves out."""

import errno
import logging
import re
import sqlite3
import sys

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from arbitrage.server import middleware
from arbitrage.server.logs import OneLine
from tests.house.houses import ROOT


def test_the_policy_allows_this_server_and_nothing_inline():
    policy = middleware.policy_text(settings.SECURE_CSP)
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "http" not in policy


def test_every_response_carries_the_policy_unless_the_view_has_its_own():
    request = RequestFactory().get("/")
    plain = middleware.content_security_policy(lambda request: HttpResponse())(request)
    assert plain["Content-Security-Policy"] == middleware.policy_text(settings.SECURE_CSP)
    own = HttpResponse(headers={"Content-Security-Policy": "sandbox"})
    assert middleware.content_security_policy(lambda request: own)(request)["Content-Security-Policy"] == "sandbox"


@override_settings(DEBUG=True)
def test_while_developing_the_policy_is_only_reported():
    response = middleware.content_security_policy(lambda request: HttpResponse())(RequestFactory().get("/"))
    assert "Content-Security-Policy" not in response
    assert "default-src 'none'" in response["Content-Security-Policy-Report-Only"]


def test_an_error_is_logged_on_one_line_without_the_values_it_carries():
    try:
        raise ValueError("Madame Untel\nholds the ace of spades")
    except ValueError:
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Error: %s", ("/fr/",), sys.exc_info())
    line = OneLine().format(record)
    assert "\n" not in line
    assert "Untel" not in line
    here = r"test_responses\.py:\d+ in test_an_error_is_logged_on_one_line_without_the_values_it_carries"
    assert re.search(rf" ERROR django\.request: Error: /fr/ \[ValueError at {here}\]$", line)


def logged(error: Exception) -> str:
    try:
        raise error
    except Exception:
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Error", (), sys.exc_info())
    return OneLine().format(record)


def test_the_reason_of_the_system_and_of_the_database_is_logged_in_its_fixed_words():
    assert "[OSError, ENOSPC, at " in logged(OSError(errno.ENOSPC, "No space left", "Untel.pdf"))
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"
    wrapped = OperationalError("Untel")
    wrapped.__cause__ = full
    assert "[OperationalError, SQLITE_FULL, at " in logged(wrapped)
    wrapped.__cause__ = psycopg.errors.DiskFull("Untel")
    assert "[OperationalError, DiskFull 53100, at " in logged(wrapped)
    assert "Untel" not in logged(wrapped)


@pytest.mark.django_db
def test_a_page_that_may_be_read_may_be_asked_about_with_head(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("director"))
    asked, read = client.head("/fr/decisions/"), client.get("/fr/decisions/")
    assert (asked.status_code, read.status_code) == (200, 200)
    assert client.head("/fr/logout/").status_code == 405


@pytest.mark.django_db
def test_six_wrong_passwords_close_one_name_for_one_address(client, django_user_model):
    for name in ("director", "other"):
        django_user_model.objects.create_user(name, password="right horse battery")
    attempt = {"username": "director", "password": "wrong"}
    assert [client.post("/fr/login/", attempt).status_code for _ in range(6)] == [200] * 5 + [429]
    attempt["password"] = "right horse battery"
    assert client.post("/fr/login/", attempt).status_code == 429
    assert client.post("/fr/login/", {**attempt, "username": "other"}).status_code == 302


DOORS = re.findall(r'path\("(\w+)/.*<str:token>', (ROOT / "arbitrage" / "urls.py").read_text())


def test_there_are_doors_that_a_token_opens():
    assert {"invited", "played", "wall", "password"} <= set(DOORS)


@pytest.mark.parametrize("door", DOORS)
def test_what_opens_a_door_is_not_logged_even_when_the_door_is_closed(door):
    """Django logs the address of a page that is not found; the token in that address may be valid at another time."""
    path = f"/fr/{door}/01a21f49-cbeb-7dc9-85ba-720a41e85a0c/dHZ2aGtq-Tk9_x/"
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", (path,), None)
    line = OneLine().format(record)
    assert "dHZ2aGtq" not in line
    assert f"/fr/{door}/01a21f49-cbeb-7dc9-85ba-720a41e85a0c/…/" in line

"""A request body that is too large gets a status of its own and a sentence; the server reads none of it and keeps
working."""

import pytest

from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

TOO_LARGE = "x" * 2_700_000


@pytest.mark.parametrize("name", ["add_words", "dispute"])
def test_words_that_are_too_long_for_a_form_are_413_with_what_to_do(client, incident, name):
    answer = client.post(url(name, incident.pk), {"words": TOO_LARGE})
    assert answer.status_code == 413
    assert "Shorten it, or send it in parts" in words(answer)
    incident.refresh_from_db()
    assert incident.words == ""


def test_who_is_not_signed_in_is_told_the_same(client):
    client.logout()
    assert client.post(url("login"), {"username": TOO_LARGE}).status_code == 413


def test_an_act_that_is_too_long_is_413(client, incident):
    answer = client.post(url("outbox"), {"words": TOO_LARGE}, content_type="application/json")
    assert answer.status_code == 413


def test_what_is_otherwise_not_understood_is_still_400(client):
    assert client.get(url("home"), headers={"host": "another.example"}).status_code == 400

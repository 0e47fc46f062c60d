"""A command verifies the whole record, and the pages show when it ran, how much it checked, and its result."""

import io

import pytest
from django.core.management import CommandError, call_command

from arbitrage.models import Event, RecordCheck
from arbitrage.services.proof import checks
from tests.arbitrage.at_the_screen import url, words

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.either_database,
    pytest.mark.replayed_otherwise,
    pytest.mark.usefixtures("in_english"),
]


@pytest.fixture(autouse=True)
def _its_own_folder(data_dir):
    """A separate folder of checkpoints for this test."""


def test_the_page_says_that_nobody_has_looked_yet(client, ruled):
    assert "The record was never verified whole yet" in words(client.get(url("decision_list")))


@pytest.mark.append_only
def test_the_command_verifies_and_the_page_says_when_with_the_first_digits(client, ruled):
    out = io.StringIO()
    call_command("verify_history", stdout=out)
    check = RecordCheck.objects.get()
    assert f"seal: {check.seal}" in out.getvalue()
    seal = f"{check.seal[:4]} {check.seal[4:8]}"
    said = f"it is what was written. {check.events} entries in {check.chains} chains, seal {seal}."
    assert said in words(client.get(url("decision_list")))
    assert said in words(client.get(url("decision_print")))


def test_what_was_altered_is_found_and_said(client, ruled):
    Event.objects.filter(incident=ruled, seq=3).update(kind="attended")
    with pytest.raises(CommandError):
        call_command("verify_history", stdout=io.StringIO())
    assert RecordCheck.objects.get().problems > 0
    assert "Tell whoever keeps the program." in words(client.get(url("decision_list")))


def test_the_seal_is_another_one_as_soon_as_anything_is_added(ruled, director):
    from arbitrage.services import incidents

    before = checks.note(0).seal
    assert checks.note(0).seal == before
    incidents.add_words(incident=ruled, words="Encore.", by=director)
    assert checks.note(0).seal != before


def test_a_year_of_looks_is_kept(ruled, monkeypatch):
    monkeypatch.setattr(checks, "KEPT", 3)
    for problems in range(5):
        checks.note(problems)
    assert [record_check.problems for record_check in RecordCheck.objects.all()] == [4, 3, 2]

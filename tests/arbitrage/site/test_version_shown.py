"""The version of the program is stored with every ruling, and shown where a director can read it out."""

import tomllib
from pathlib import Path

import pytest

import arbitrage
from arbitrage.pages.report.frame import record, ruled_by_version
from arbitrage.services import incidents
from tests.arbitrage.at_the_screen import url, words

ROOT = Path(__file__).resolve().parents[3]


def test_the_program_and_its_project_are_of_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == arbitrage.VERSION


@pytest.mark.django_db
def test_a_ruling_keeps_the_version_that_gave_it_when_the_program_is_renewed(ruled, monkeypatch):
    monkeypatch.setattr("arbitrage.pages.report.frame.VERSION", "9.9.9")
    assert [event.data["program"] for event in ruled.events.filter(kind="ruling_issued")] == [arbitrage.VERSION] * 2
    assert ruled_by_version(ruled) == arbitrage.VERSION
    assert f"Arbitrage {arbitrage.VERSION}" in record(ruled).replace("\xa0", " ")


@pytest.mark.django_db
def test_a_new_version_alone_is_no_new_ruling(ruled, director, monkeypatch):
    before = ruled.inquiries.get().rulings.count()
    monkeypatch.setattr("arbitrage.services.incidents.consequences.VERSION", "9.9.9")
    incidents.dispute_facts(incident=ruled, disputed=True, evidence="", by=director)
    assert ruled.inquiries.get().rulings.count() == before


@pytest.mark.django_db
@pytest.mark.either_database
def test_who_is_signed_in_reads_the_version_at_the_foot(client):
    assert f"Arbitrage {arbitrage.VERSION}" in words(client.get(url("tournament_list")))

"""Liveness and readiness of the program, for the machine that runs it."""

from unittest import mock

import pytest
from django.db import OperationalError


def test_the_program_is_alive_without_asking_the_database(client, django_assert_num_queries):
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.append_only
def test_the_program_is_ready_when_its_tables_and_the_guard_of_its_record_are_there(client):
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (200, b"ready\n")
    assert response["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_the_program_is_not_ready_without_the_guard_of_its_record(client):
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"the record is not guarded\n")


@pytest.mark.append_only
def test_the_program_is_not_ready_before_its_migrations(client):
    with mock.patch("arbitrage.views.site.health.MigrationExecutor.migration_plan", return_value=["one to apply"]):
        response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"migrations to apply\n")


@pytest.mark.django_db
def test_the_program_is_not_ready_without_a_database(client):
    with mock.patch("arbitrage.views.site.health.MigrationExecutor", side_effect=OperationalError("gone")):
        response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"no database\n")


@pytest.mark.django_db
def test_nothing_is_changed_by_asking(client):
    assert client.post("/healthz").status_code == 405

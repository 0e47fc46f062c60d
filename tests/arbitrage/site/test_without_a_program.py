"""No page mentions a scoring program to a club that computes its scores here."""

import pytest
from django.test import Client

from arbitrage.models import Tournament
from tests.arbitrage.at_the_screen import sign_in
from tests.arbitrage.screens import screens, set_the_scene

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NAMED = {"fr": "logiciel de calcul", "en": "scoring program"}
ABOUT_FILES = {"tournament_import", "watch", "export"}
"""Pages for a club that has a scoring program, whose files are imported and exported there."""


@pytest.fixture(scope="module")
def set_scene(set_once) -> tuple:
    """The manager, and the rows of every screen."""
    found: list[tuple] = []
    set_once(lambda: found.append(set_the_scene()))
    return found[0]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_page_of_an_evening_without_a_file_names_a_scoring_program(set_scene, db, language):
    manager, scene = set_scene
    Tournament.objects.update(source_name="")
    reader, found = sign_in(manager), []
    for screen in screens(scene, language):
        page = (reader if screen.signed_in else Client()).get(screen.address, headers={"host": "127.0.0.1:8000"})
        assert page.status_code == 200, screen.name
        if NAMED[language] in page.content.decode().lower() and screen.name not in ABOUT_FILES:
            found.append(screen.name)
    assert found == []

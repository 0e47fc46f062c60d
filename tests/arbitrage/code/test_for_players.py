"""The Code for players: nine pages that need no account, and a sheet for the wall."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from arbitrage.models.incident import EDITIONS
from arbitrage.pages.code.consultation import EDITION
from arbitrage.pages.code.for_players import LEAVES

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]
WORDS = Path(__file__).with_name("for_players")


def text_of(page: str) -> str:
    """Return the text of a page, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def as_read(lang: str) -> str:
    """Return the text of every leaflet in order."""
    with translation.override(lang):
        return "\n".join(
            "\n".join(["# " + str(leaf.title), *map(str, (*leaf.now, *leaf.rights, *leaf.other)), leaf.laws, ""])
            for leaf in LEAVES
        )


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_word_that_players_read_is_the_one_that_was_agreed(lang):
    """Before a sentence changes here, somebody who knows the Laws must review it."""
    assert as_read(lang) == (WORDS / f"{lang}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("one", LEAVES, ids=lambda one: one.slug)
def test_a_leaf_is_read_without_an_account(one):
    shown = text_of(Client().get(f"/fr/for-players/{one.slug}/").content.decode())
    with translation.override("fr"):
        for sentence in (one.title, *one.now, *one.rights, *one.other):
            assert " ".join(str(sentence).split()) in shown
    assert re.search(r"Lois \d", shown)


@pytest.mark.parametrize("one", LEAVES, ids=lambda one: one.slug)
def test_the_laws_of_a_leaf_exist_and_the_code_rules_on_some_of_them(one):
    numbers = {int(number) for number in re.findall(r"\d+", re.sub(r"(\d)[A-Z]+\d*", r"\1", one.laws))}
    known = {int(number) for law in EDITIONS[EDITION] for number in re.findall(r"^\d+", law)}
    assert numbers <= set(range(1, 94))
    assert numbers & known


def test_the_list_leads_to_every_leaf_and_the_wall_shows_them_all():
    listed = Client().get(reverse("code_players")).content.decode()
    assert all(reverse("code_leaf", args=[leaf.slug]) in listed for leaf in LEAVES)
    wall = text_of(Client().get("/fr/for-players/wall/").content.decode())
    with translation.override("fr"):
        assert all(" ".join(str(leaf.title).split()) in wall for leaf in LEAVES)
    assert "/fr/for-players/" in wall


def test_a_leaf_that_does_not_exist_is_not_found_and_nothing_can_be_sent():
    assert Client().get("/fr/for-players/bridge/").status_code == 404
    assert Client().post("/fr/for-players/revoke/").status_code == 405

"""The French words of the papers, compared with the table words_of_papers.toml, which has them as a secretary would
write them."""

import datetime
import re
import tomllib
from gettext import GNUTranslations
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone, translation

from arbitrage.models import Inquiry
from arbitrage.pages.report.answers_as_facts import BY_LAW
from arbitrage.pages.report.facts import QUE, happened
from arbitrage.pages.wording.day_and_hour import since_when, until_when
from arbitrage.pages.wording.sentences import parted, printable
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.laws2017 import LAWS

TABLE = tomllib.loads((Path(__file__).parent / "words_of_papers.toml").read_text(encoding="utf-8"))
KNOWN = with_roles({"offender": "E", "declarer": "S", "claimer": "S", "informant": "W", "receiver": "E"})

pytestmark = pytest.mark.either_database


def plain(words: str) -> str:
    return words.replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(("english", "french"), TABLE["wanted"])
def test_a_sentence_is_printed_as_a_secretary_would_print_it(english, french):
    with translation.override("fr"):
        said = text.plain(english, KNOWN, translation) if "[" in english else translation.gettext(english)
    assert plain(said.replace("%(answer)s", "5") if "[" in english else said) == french


@pytest.mark.parametrize("words", TABLE["never"])
def test_what_no_sentence_says_any_more(words):
    with (Path(settings.LOCALE_PATHS[0]) / "fr/LC_MESSAGES/django.mo").open("rb") as compiled:
        said = GNUTranslations(compiled)._catalog.values()  # type: ignore[attr-defined]
    assert not [one for one in said if words in plain(one)]


def test_paper_has_the_name_of_a_suit_without_its_sign():
    assert printable("Ouest doit attaquer ♦ carreau, ou ♥\xa0cœur ; il a joué ♠R.") == (
        "Ouest doit attaquer carreau, ou cœur ; il a joué ♠R."
    )


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("law", [law for law in LAWS if law not in BY_LAW])
def test_what_a_call_was_about_ends_with_one_stop_after_a_letter(law, language):
    """A title that asks (“qui est à l’attaque ?”) leaves neither its mark nor the space before it."""
    with translation.override(language):
        (said,) = happened([(Inquiry(law=law), [])], names=True)
    assert re.search(r"[\w)]\.$", said), said


def test_no_sentence_says_que_before_a_seat_that_begins_with_a_vowel():
    """ "Que Est-Ouest" is no French: sentences are worded so that no player follows "que", or a report elides it."""
    with (Path(settings.LOCALE_PATHS[0]) / "fr/LC_MESSAGES/django.mo").open("rb") as compiled:
        said = GNUTranslations(compiled)._catalog.values()  # type: ignore[attr-defined]
    players = "|".join(name for name, blank in text.BLANKS.items() if blank.kind in ("seat", "side"))
    found = [one for one in said if re.search(rf"(?i)\bque \[(?:{players})\]", one)]
    assert [one for one in found if not one.startswith("Ligne de jeu")] == []
    assert QUE.sub("qu’", "Ligne de jeu que Est-Ouest dit") == "Ligne de jeu qu’Est-Ouest dit"


def test_an_hour_of_another_day_has_its_day_and_the_preposition_that_french_wants():
    day = datetime.date(2026, 11, 25)
    at = datetime.datetime.combine(day, datetime.time(18, 12), timezone.get_default_timezone())
    with translation.override("fr"):
        assert plain(since_when(at, day)) == "18 h 12"
        assert plain(since_when(at, None)) == "le mercredi 25 novembre 2026 à 18 h 12"
        assert plain(until_when(at, day)) == "à 18 h 12"
        assert plain(until_when(at, None)) == "au mercredi 25 novembre 2026 à 18 h 12"
    with translation.override("en"):
        assert until_when(at, day) == "18:12"
        for said in (until_when(at, None), since_when(at, None)):
            assert plain(said) == "Wednesday 25 November 2026 at 18:12"


def test_a_semicolon_between_two_parts_has_its_narrow_space_in_french():
    with translation.override("fr"):
        assert parted(["un", "deux", "trois"]) == "un\u202f; deux\u202f; trois"
    with translation.override("en"):
        assert (parted(["one", "two"]), parted(["one"]), parted([])) == ("one; two", "one", "")

"""Rulings of earlier versions stay readable: a stored ruling keeps its words, and they keep their translation."""

import json
import lzma
import sqlite3

import pytest

from rulings.engine.earlier import EARLIER
from rulings.engine.text import BLANKS, blanks, fill, plain, translator
from tests.rulings import released
from tests.rulings.released import ROOT

MEND = (
    "Rulings stored with these sentences would be English for a French reader. Mend: run `make messages` (or "
    "`python -m tests.rulings.released keep`), which lists them in rulings/engine/earlier.py and puts their French "
    "back into locale/fr/LC_MESSAGES/django.po:\n"
)


def complaint(sentences):
    return MEND + "\n".join(sentences)


def test_every_sentence_of_a_released_version_has_its_french():
    present = released.french()
    lost = [sentence for sentence in released.released() if sentence not in present]
    assert not lost, complaint(lost)


def test_every_sentence_of_a_released_version_is_said_by_a_law_or_kept_among_the_earlier_ones():
    """If one is missing, the next `make messages` removes its French."""
    unguarded = sorted(set(released.no_longer_said()) - set(EARLIER))
    assert not unguarded, complaint(unguarded)


def test_every_sentence_that_a_database_of_version_0_1_holds_is_listed():
    listed = released.released()
    unlisted = [sentence for sentence in stored_in_version_0_1() if sentence not in listed and " " in sentence]
    assert not unlisted, unlisted


def test_a_sentence_kept_says_in_french_what_it_said_when_it_was_released():
    listed, words = released.released(), translator("fr")
    assert {sentence: words.gettext(sentence) for sentence in EARLIER} == {
        sentence: listed[sentence] for sentence in EARLIER
    }


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_blanks_of_every_sentence_of_a_released_version_still_have_their_words(language):
    words = translator(language)
    for sentence in released.released():
        assert blanks(words.gettext(sentence)) <= blanks(sentence) <= set(BLANKS), sentence
        assert fill(sentence, {}, words)


def test_a_ruling_of_an_earlier_version_is_read_in_french_with_its_facts():
    stored = "[owner] must play his penalty card, [card:the]."
    known = {"owner": "E", "card": "HK"}
    assert plain(stored, known, translator("en")) == "East must play his penalty card, the king of ♥ hearts."
    assert plain(stored, known, translator("fr")).startswith("Est doit jouer")


def test_a_sentence_that_leaves_its_law_is_kept_with_its_french(tmp_path, monkeypatch):
    """`keep` runs on a law that no longer has "The director sleeps.", and on a catalogue that has lost it."""
    lists, earlier, catalogue = tmp_path / "released", tmp_path / "earlier.py", tmp_path / "django.po"
    lists.mkdir()
    (lists / "version_9_9.fr.txt").write_text("The director sleeps.\n    L’arbitre dort.\n", encoding="utf-8")
    earlier.write_text('"""Earlier."""\n\nEARLIER = (\n)\n', encoding="utf-8")
    catalogue.write_text('msgid ""\nmsgstr ""\n\nmsgid "Yes"\nmsgstr "Oui"\n', encoding="utf-8")
    for name, path in {"FOLDER": lists, "EARLIER_FILE": earlier, "CATALOGUE": catalogue, "EARLIER": ()}.items():
        monkeypatch.setattr(released, name, path)
    released.keep()
    assert '    gettext_noop("The director sleeps."),\n' in earlier.read_text(encoding="utf-8")
    assert released.french() == {"Yes": "Oui", "The director sleeps.": "L’arbitre dort."}
    released.keep()
    assert earlier.read_text(encoding="utf-8").count("The director sleeps.") == 1
    assert len(catalogue.read_text(encoding="utf-8").split("The director sleeps.")) == 2


def stored_in_version_0_1():
    """Return every sentence of the rulings and duties in the database of version 0.1."""
    database = sqlite3.connect(":memory:")
    database.deserialize(lzma.decompress((ROOT / "tests" / "data" / "version_0_1.sqlite3.xz").read_bytes()))
    sentences = {text for (text,) in database.execute("SELECT text FROM arbitrage_duty")}
    for (outcome,) in database.execute("SELECT outcome FROM arbitrage_ruling"):
        ruling = json.loads(outcome)
        sentences |= {effect.get("text", "") for effect in (ruling, *ruling["rectifications"], *ruling["duties"])}
        sentences |= {words for step in ruling["trail"] for words in (step["text"], step["label"])}
    return sentences - {""}

"""What earlier versions ruled stays readable: a stored ruling keeps its words, and they keep their translation."""

import pytest

from rulings.engine.earlier import EARLIER
from rulings.engine.text import blanks, fill, plain, translator
from tests.rulings.conftest import EARLIER_FRENCH, earlier_in_french


def test_every_word_of_an_earlier_sentence_is_the_one_that_was_read():
    assert earlier_in_french() == EARLIER_FRENCH.read_text(encoding="utf-8")


@pytest.mark.parametrize("sentence", EARLIER)
def test_a_sentence_of_an_earlier_version_is_said_in_the_readers_language(sentence):
    french = translator("fr").gettext(sentence)
    assert french != sentence, f"no French for: {sentence}"
    assert blanks(french) <= blanks(sentence)
    assert fill(sentence, {}, translator("fr"))


def test_a_ruling_of_an_earlier_version_is_read_in_french_with_its_facts():
    stored = "[owner] must play his penalty card, [card:the]."
    known = {"owner": "E", "card": "HK"}
    assert plain(stored, known, translator("en")) == "East must play his penalty card, the king of ♥ hearts."
    assert plain(stored, known, translator("fr")).startswith("Est doit jouer")

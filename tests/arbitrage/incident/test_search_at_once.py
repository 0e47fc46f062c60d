"""Several readers search at the same moment; each gets the results for his own words."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from arbitrage.pages.incident.law_search import stems

TYPED = ("explications demandées", "renonces consommées", "entames refusées", "alertes oubliées", "questions asked")


@pytest.fixture
def impatient():
    """A short switch interval, so that threads are interrupted while they search for a word."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_roots_of_words_are_the_same_while_others_look_for_theirs(impatient):
    wanted = {words: stems(words) for words in TYPED}
    with ThreadPoolExecutor(8) as readers:
        found = list(readers.map(lambda words: (words, stems(words)), TYPED * 200))
    assert [words for words, roots in found if roots != wanted[words]] == []

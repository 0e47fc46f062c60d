"""Search words without capitals, accents and endings, computed in Python so that every database finds the same."""

import re
import threading
import unicodedata
from functools import lru_cache
from typing import Any

import snowballstemmer

LANGUAGES = ("french", "english")
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "(": "", ")": ""})


def fold(words: str) -> str:
    """Remove capitals, accents, ligatures and parentheses, so that the law "12C1(c)" becomes one word, "12c1c"."""
    apart = unicodedata.normalize("NFKD", words.casefold().translate(LIGATURES))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def name_key(name: str) -> tuple[str, ...]:
    """Return a key that is equal for spellings of one person's name that differ in order, capitals, accents or
    punctuation: "Élise MARTIN-DUC" and "martin duc, elise"."""
    return tuple(sorted(re.findall(r"[^\W_]+", fold(name))))


def tokens(words: str) -> list[str]:
    """Split a text into search words: words of three letters and more, and all words with a digit."""
    words_and_digits = re.findall(r"[^\W_]+", fold(words))
    return [word for word in words_and_digits if len(word) > 2 or any(letter.isdigit() for letter in word)]


@lru_cache(maxsize=20_000)
def roots(word: str) -> frozenset[str]:
    """Return the stems of a folded word, in French and in English: "consommees" and "consommee" have a common stem."""
    return frozenset(stemmer.stemWord(word) for stemmer in _stemmers.of_languages)


class _Stemmers(threading.local):
    """The stemmers of this thread, one for each language. Threads cannot share a stemmer, because it stores the word
    that it works on."""

    def __init__(self) -> None:
        self.of_languages: list[Any] = [snowballstemmer.stemmer(language) for language in LANGUAGES]


_stemmers = _Stemmers()


def indexed(words: str) -> str:
    """Join the stems of a text, each once, sorted, with a space before each. A search looks for `wanted` in this
    text."""
    roots_of_all = sorted({root for token in set(tokens(words)) for root in roots(token)})
    return "".join(f" {root}" for root in roots_of_all) + " "


def wanted(query: str) -> list[list[str]]:
    """Return, for each word of a query, the beginnings of words of which an `indexed` text must contain one."""
    return [sorted({f" {root}" for root in roots(token)}) for token in tokens(query)]

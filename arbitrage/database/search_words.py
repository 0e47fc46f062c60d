"""Search words without capitals, accents and endings, the same on every database."""

import re
import unicodedata
from functools import lru_cache

import snowballstemmer

LANGUAGES = ("french", "english")
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "(": "", ")": ""})


def fold(words: str) -> str:
    """Strip words of capitals, accents and ligatures; the letter of a Law stands at its number: "12C1(c)" is
    "12c1c"."""
    apart = unicodedata.normalize("NFKD", words.casefold().translate(LIGATURES))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def name_key(name: str) -> tuple[str, ...]:
    """Fold a person's name to compare it: in either order, without capitals, accents and punctuation: "Élise
    MARTIN-DUC" and "martin duc, elise" are one."""
    return tuple(sorted(re.findall(r"[^\W_]+", fold(name))))


def tokens(words: str) -> list[str]:
    """Split a query into search terms: words of three letters and more, and everything with a digit."""
    words_and_digits = re.findall(r"[^\W_]+", fold(words))
    return [word for word in words_and_digits if len(word) > 2 or any(letter.isdigit() for letter in word)]


@lru_cache(maxsize=20_000)
def roots(word: str) -> frozenset[str]:
    """Return the roots of a folded word, as French and as English: "consommees" and "consommee" share one."""
    return frozenset(snowballstemmer.stemmer(language).stemWord(word) for language in LANGUAGES)


def indexed(words: str) -> str:
    """Join the roots of a text, each once and in order, with a space before each; `wanted` is searched in this text."""
    roots_of_all = sorted({root for token in set(tokens(words)) for root in roots(token)})
    return "".join(f" {root}" for root in roots_of_all) + " "


def wanted(query: str) -> list[list[str]]:
    """Return for each word of a query its possible beginnings, one of which an indexed text must contain."""
    return [sorted({f" {root}" for root in roots(token)}) for token in tokens(query)]

"""Search for a law by a word or a number."""

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import snowballstemmer
from django.conf import settings
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from arbitrage.database.search_words import fold
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.incident.irregularities import TILES
from arbitrage.server.kept_files import kept
from rulings import laws2017
from rulings.engine.inquiry import Law, learn, refs_of, telling

STEMMED = ("french", "english")
"""Languages whose words are stemmed. Each search creates its stemmers, because they are not thread-safe."""


def found_words(law: Law) -> dict[str, str]:
    """Write a law as a line of a list to tap."""
    return {"law": law.id, "title": _(law.title), "small": _(law.finds) if law.finds else ""}


@dataclass(frozen=True)
class Entry:
    """Search terms of a law: its text without accents and capitals, the stems of its words, and the Laws that it
    cites."""

    law: str
    words: str
    roots: frozenset[str]
    refs: frozenset[str]

    def answers(self, word: str, roots: frozenset[str]) -> bool:
        return word in self.words or not self.roots.isdisjoint(roots) or any(ref.startswith(word) for ref in self.refs)


def search(query: str, edition: str) -> list[dict[str, Any]]:
    """Find the laws that have every word of *query* in their number, title or search words, in both languages.

    The law with that number comes first, then titles that begin with the query, then titles that contain it.
    """
    wanted = [(fold(word), stems(word)) for word in query.split()]
    hits = [
        found_words(law)
        for law in EDITIONS[edition].values()
        if all(entry(law, get_language() or "").answers(word, roots) for word, roots in wanted)
    ]
    return sorted(
        hits,
        key=lambda hit: (
            hit["law"] not in query.split(),
            not fold(hit["title"]).startswith(fold(query)),
            fold(query) not in fold(hit["title"]),
        ),
    )


def entry(law: Law, language: str) -> Entry:
    """Return the search terms of a law in a language. They are cached for laws of an edition, else computed."""
    return _entries(law.edition, language).get(law.id) or Entry(*_row(law, language))


@cache
def _entries(edition: str, language: str) -> dict[str, Entry]:
    """Return the search terms of all laws of an edition by number, cached on disk between starts."""
    rows = json.loads(kept(f"search-{edition}-{language}.json", lambda: _as_text(edition, language).encode()))
    return {law: Entry(law, words, frozenset(roots), frozenset(refs)) for law, words, roots, refs in rows}


def _as_text(edition: str, language: str) -> str:
    rows = [_row(law, language) for law in laws2017.LAWS.values() if law.edition == edition]
    return json.dumps([[law, words, sorted(roots), sorted(refs)] for law, words, roots, refs in rows])


def _row(law: Law, language: str) -> tuple[str, str, frozenset[str], frozenset[str]]:
    with override(language):
        words = _said_of(law)
        return law.id, fold(words), stems(words), _refs(law)


def warm() -> None:
    """Fill the caches at startup, so that the first search, question and chart are not slow."""
    for edition in EDITIONS:
        told = json.loads(kept(f"paths-{edition}.json", lambda edition=edition: _paths(edition).encode()))  # type: ignore[misc]
        for law in EDITIONS[edition].values():
            learn(law, told[law.id])
        for language, _name in settings.LANGUAGES:
            _entries(edition, language)


def _paths(edition: str) -> str:
    """Write the few paths of each law that show all its questions; to find them, every path is walked."""
    return json.dumps({law.id: telling(law) for law in EDITIONS[edition].values()})


def _said_of(law: Law) -> str:
    """Collect the search words of a law, in English and in the reader's language."""
    tiles = [tile for tile in TILES if tile.key == law.tile or law.id in tile.also]
    shown = [str(words) for tile in tiles for words in (tile.title, tile.small)]
    finds = [law.finds, _(law.finds)] if law.finds else []
    return " ".join([law.title, _(law.title), *finds, *shown])


def stems(words: str) -> frozenset[str]:
    """Return the stems of words by the rules of French and of English: "demander" and "demandes" share one."""
    roots = re.findall(r"\w{3,}", words.casefold())
    return frozenset(fold(root) for language in STEMMED for root in snowballstemmer.stemmer(language).stemWords(roots))


def _refs(law: Law) -> frozenset[str]:
    """List the Laws that the rulings of a law can cite, as a director types them: "62b1", "43b2b"."""
    return frozenset(fold(ref) for ref in refs_of(law) | {law.id})

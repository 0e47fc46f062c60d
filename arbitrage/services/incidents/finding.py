"""Search of decisions by the columns of their list: law, board, table, date, contract, tournament, people, words."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import get_language

from arbitrage.database.search_words import fold, tokens, wanted
from arbitrage.models import Club, Player, Ruling, Stream, Tournament
from arbitrage.models.incident import IncidentQuerySet
from arbitrage.models.index_search import begins, entry_says, holds
from arbitrage.services.process_cache import ProcessCache
from rulings.bridge import Language, NotationError, parse_contract, parse_result

MONTHS = {
    name: number
    for names in (
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
        "january february march april may june july august september october november december",
    )
    for number, name in enumerate(names.split(), 1)
}


def found_by(incidents: IncidentQuerySet, club: Club | None, query: str) -> IncidentQuerySet:
    """Filter incidents by a query; every term of the query must match. "Loi 64A1", "donne 17", "table A3", "3SA+1" and
    "20 novembre" are matched exactly; every other word is searched in questions, rulings, free texts and the names that
    the list shows."""
    remaining, precise = _precise(query)
    for condition in precise:
        incidents = incidents.filter(condition)
    names, alone = _Names(club), Q()
    for word in tokens(remaining):
        said, named = _in_words(word, "words"), names.beginning(word)
        if named is None:
            alone &= said
        else:
            incidents = incidents.filter(entry_says(said) | named)
    return incidents.filter(entry_says(alone)) if alone else incidents  # the index entry of each incident is read once


def cases_by(incidents: IncidentQuerySet, query: str) -> IncidentQuerySet:
    """Filter the casebook, which has no names, by laws and by the sentences of laws and rulings."""
    remaining, laws = _laws(query)
    for condition in laws:
        incidents = incidents.filter(condition)
    return incidents.saying(remaining, words=False) if remaining.strip() else incidents


# Exact filters


def _precise(query: str) -> tuple[str, list[Q]]:
    """Split a query into ordinary words, and the conditions of terms that are matched exactly."""
    remaining, conditions = _laws(fold(query))
    for pattern, narrowed in PRECISE:
        conditions += [narrowed(match) for match in pattern.finditer(remaining)]
        remaining = pattern.sub(" ", remaining)
    words = []
    for word in remaining.split():
        contract = _contract(word)
        if contract is None:
            words.append(word)
        else:
            conditions.append(contract)
    return " ".join(words), conditions


LAW = re.compile(r"\b(?:lois?|laws?|articles?)\s+(\d{1,2})([a-e]\d?[a-z]?)?\b")


def _laws(query: str) -> tuple[str, list[Q]]:
    conditions = []
    folded = fold(query)
    for match in LAW.finditer(folded):
        number, letter = match.groups()
        cites = holds("words", f" {number}{letter}") if letter else holds("laws", f" {number} ")
        conditions.append(Q(entry_says(cites)))
    return LAW.sub(" ", folded), conditions


def _board(match: re.Match[str]) -> Q:
    return Q(board__number=int(match[1]))


def _table(match: re.Match[str]) -> Q:
    section = Q(section__letter__iexact=match[1]) if match[1] else Q()
    return section & Q(table=int(match[2]))


def _day(day: str, month: int, year: str | None) -> Q:
    condition = Q(tournament__date__day=int(day), tournament__date__month=month)
    if year:
        condition &= Q(tournament__date__year=int(year) + (2000 if len(year) == 2 else 0))  # noqa: PLR2004  "26"
    return condition


def _numbered_day(match: re.Match[str]) -> Q:
    return _day(match[1], int(match[2]), match[3])


def _named_day(match: re.Match[str]) -> Q:
    return _day(match[1], MONTHS[match[2]], match[3])


PRECISE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Q]], ...] = (
    (re.compile(r"\b(?:donnes?|etuis?|boards?|deals?)\s+(?:n[o°]?\s*)?(\d{1,3})\b"), _board),
    (re.compile(r"\btables?\s+([a-z])?(\d{1,3})\b"), _table),
    (re.compile(r"\b(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?\b"), _numbered_day),
    (re.compile(rf"\b(\d{{1,2}})(?:er)?\s+({'|'.join(MONTHS)})(?:\s+(\d{{4}}))?\b"), _named_day),
)
"""Patterns of a folded query that are matched exactly."""


def _contract(word: str) -> Q | None:
    """Parse a word as a contract or a result, in the reader's language or else the other ("3C" is clubs in English,
    hearts in French); None for any other word."""
    if not re.fullmatch(r"[1-7](?:sa|nt|[shdcptk♠♥♦♣])p?(?:xx|x)?(?:=|[+-]\d{1,2})?", word):
        return None
    languages: tuple[Language, ...] = ("fr", "en")
    for language in sorted(languages, key=lambda language: language != get_language()):
        try:
            result = parse_result(word.upper(), language)
            return Q(result__contract=str(result.contract), result__tricks=result.tricks)
        except NotationError:
            pass
        try:
            return Q(result__contract=str(parse_contract(word.upper(), language)))
        except NotationError:
            pass
    return None


# Words and names


def _in_words(word: str, column: str) -> Q:
    every = Q()
    for beginnings in wanted(word):
        every &= begins(column, beginnings)
    return every


_players: ProcessCache[tuple[str, ...]] = ProcessCache(most=50_000, weight=len)
"""Cache of the names of each club's players."""


class _Names:
    """The names of a club, each kind read once for all words of a query."""

    def __init__(self, club: Club | None) -> None:
        self.club = club

    @cached_property
    def directors(self) -> list[Any]:
        members = User.objects.filter(memberships__club=self.club)
        return list(members.order_by().values_list("pk", "last_name", "first_name", "username").distinct())

    @cached_property
    def tournaments(self) -> list[Any]:
        return list(Tournament.objects.in_club(self.club).order_by().values_list("pk", "name"))

    @cached_property
    def players(self) -> Sequence[str]:
        """Names of the players, each once. They are cached until an event is added to a tournament of the club; every
        change of a name adds one."""
        chains = Tournament.objects.in_club(self.club).order_by().values("pk")
        # read before the rows, so that a write in between makes the cached names stale
        ends = frozenset(Stream.objects.filter(pk__in=chains).order_by().values_list("pk", "head"))
        kept = _players.get(self.club and self.club.pk, ends)
        if kept is None:
            named = Player.objects.in_club(self.club).exclude(name="")
            kept = tuple(named.order_by().values_list("name", flat=True).distinct())
            if len(ends) == len(self.tournaments):  # an old tournament may have no chain
                _players.put(self.club and self.club.pk, ends, kept)
        return kept

    def beginning(self, word: str) -> Q | None:
        """Build the condition for incidents with a name (of a director, player or tournament) that contains a word
        beginning with this one, ignoring accents and capitals; None if no name of the club does."""
        directors, tournaments = _begin(word, self.directors), _begin(word, self.tournaments)
        names = [name for name in self.players if _begins(word, name)]
        players = Player.objects.in_club(self.club).filter(name__in=names)
        pairs = list(players.values_list("contestant", flat=True)) if names else []
        if not (directors or tournaments or pairs):
            return None
        condition = Q(pk__in=())
        if directors:  # a plain subquery, so that PostgreSQL does not look up the rulings for each incident
            ruled = Ruling.objects.filter(by__in=directors).order_by().values("inquiry__incident")
            condition |= Q(attended_by__in=directors) | Q(pk__in=ruled)
        if pairs:
            condition |= Q(result__ns__in=pairs) | Q(result__ew__in=pairs)
        if tournaments:
            condition |= Q(tournament__in=tournaments)
        return condition


def _begin(word: str, rows: Iterable[Sequence[Any]]) -> list[Any]:
    """Return the keys of the rows (a key and names) with a word that begins with *word*."""
    return [pk for pk, *names in rows if _begins(word, " ".join(names))]


def _begins(word: str, names: str) -> bool:
    return any(part.startswith(word) for part in _words(names))


@lru_cache(maxsize=20_000)
def _words(names: str) -> tuple[str, ...]:
    """Split names into folded words; cached, because the same names are searched again and again."""
    return tuple(re.findall(r"[^\W_]+", fold(names)))

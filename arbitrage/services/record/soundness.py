"""Is the record what was written? Everything that can be told about it, in sentences; nothing here can fail."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import Count, Max, Min, Model

from arbitrage.models import Club, Incident, Stream, Tournament
from arbitrage.services import conduct, members
from arbitrage.services.errors import Refused
from arbitrage.services.record import checkpoints, history, tables
from arbitrage.services.results import entering, penalties
from arbitrage.triggers import missing_triggers


def problems(*, rebuild: bool = False, witnesses: Path | None = None) -> Iterator[str]:
    """What is wrong with the record, an English sentence each for whoever keeps the database.

    A part of the database that cannot be read is named and the rest is looked at all the same. With *rebuild* the rows
    are made what the events say again. *witnesses* is a folder of checkpoints, by default this installation's.
    """
    yield from tried("the file of the database", damage)
    yield from tried("the guard of the record", _unguarded)
    broken: set[str] = set()
    streams, unread = _keys("the chains", Stream)
    yield from unread
    for key in streams:
        found = tried(key, lambda key=key: _chain(key))  # type: ignore[misc]
        if found:
            broken.add(key)
        yield from found
    yield from tried("the checkpoints", lambda: checkpoints.contradictions(witnesses))
    yield from tried("the numbers of the incidents", _gaps)
    for club in Club.objects.all() if not unread else ():
        yield from tried(club.slug, lambda club=club: _club(club))  # type: ignore[misc]
    incidents, unread = _keys("the incidents", Incident)
    yield from unread
    for key in incidents:
        yield from tried(key, lambda key=key: _incident(key, key in broken, rebuild))  # type: ignore[misc]
    tournaments, unread = _keys("the tournaments", Tournament)
    yield from unread
    for key in tournaments:
        if key not in broken:
            yield from tried(key, lambda key=key: _tournament(key, rebuild))  # type: ignore[misc]


def damage() -> list[str]:
    """What is damaged in the file of a SQLite database; [] when nothing is, and on PostgreSQL, which looks itself."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(20)")
        found = [line for (line,) in cursor.fetchall() if line != "ok"]
    return [f"The file of the database is damaged: {line}" for line in found]


def tried(what: str, look: Callable[[], list[Any]]) -> list[Any]:
    """What a look gives, or the one sentence that it could not be taken."""
    try:
        return look()
    except (DatabaseError, json.JSONDecodeError, KeyError, ValueError, TypeError, AttributeError) as error:
        # The kind of the error alone: its text may quote what is stored.
        return [f"{what}: could not be read ({type(error).__name__})."]


def _unguarded() -> list[str]:
    missing = missing_triggers(connection)
    return [f"The database does not guard the record: {name} is missing." for name in missing]


def _chain(key: str) -> list[str]:
    return [f"{key}: {problem}" for problem in history.verify(Stream.objects.get(pk=key))]


def _club(club: Club) -> list[str]:
    return [f"{club.slug}: {one}" for one in (*members.differences(club), *conduct.differences(club))]


def _keys(what: str, model: type[Model]) -> tuple[list[str], list[str]]:
    """The identifiers of a model's rows, or none and the sentence that they could not be read."""
    found: list[str] = []

    def look() -> list[str]:
        found.extend(map(str, model._default_manager.order_by("pk").values_list("pk", flat=True)))
        return []

    unread = tried(what, look)
    return found, unread


def _incident(key: Any, broken: bool, rebuild: bool) -> list[str]:
    incident = Incident.objects.get(pk=key)
    if broken:
        return [f"{incident.reference}: its chain is broken, so its rows were not compared with it."]
    try:
        found = history.rebuild(incident) if rebuild else history.differences(incident)
    except Refused as refusal:
        found = [*history.differences(incident), str(refusal)]
    return [f"{incident.reference}: {difference}" for difference in found]


def _tournament(key: Any, rebuild: bool) -> list[str]:
    tournament = Tournament.objects.get(pk=key)
    if tables.is_whole(tournament):
        found = tables.rebuild(tournament) if rebuild else tables.differences(tournament)
    else:  # of an earlier version, and not taken into its chain yet: only what was changed by hand is told
        found = entering.differences(tournament) + penalties.differences(tournament)
    return [f"{key}: {difference}" for difference in found]


def _gaps() -> list[str]:
    """Years of a club in which a number of an incident is missing: they are given one after the other."""
    years = Incident.objects.values("club__slug", "year").order_by("club__slug", "year")
    years = years.annotate(count=Count("pk"), last=Max("number"), first=Min("number"))
    return [
        f"{one['club__slug']} {one['year']}: {one['last'] - one['count']} of the incidents up to number {one['last']} "
        "are missing."
        for one in years
        if one["last"] != one["count"]
    ]

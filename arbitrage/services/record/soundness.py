"""Is the record what was written? Everything that can be told about it, in sentences; nothing here can fail."""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import Count, Max, Min

from arbitrage.models import Club, Incident, Stream, Tournament
from arbitrage.services import conduct, members
from arbitrage.services.errors import Refused
from arbitrage.services.record import checkpoints, history, reading, sweep, tables
from arbitrage.services.results import entering, penalties
from arbitrage.triggers import missing_triggers


def problems(
    *, rebuild: bool = False, witnesses: Path | None = None, processes: int = 1, resume: bool = False
) -> Iterator[str]:
    """What is wrong with the record, an English sentence each for whoever keeps the database.

    A part of the database that cannot be read is named and the rest is looked at all the same. With *rebuild* the rows
    are made what the events say again. *witnesses* is a folder of checkpoints, by default this installation's. With
    *resume* it goes on where the last look was stopped.
    """
    yield from tried("the file of the database", damage)
    yield from tried("the guard of the record", _unguarded)
    whole = Whole(1 if rebuild else processes, sweep.Progress("verifying", resume=resume))
    yield from whole.told("the chains", chains, "stream")
    broken, unread = frozenset(whole.keys), whole.unread
    yield from tried("the checkpoints", lambda: checkpoints.contradictions(witnesses))
    yield from tried("the numbers of the incidents", _gaps)
    for club in Club.objects.all() if not unread else ():
        yield from tried(club.slug, lambda club=club: _club(club))  # type: ignore[misc]
    yield from whole.told("the incidents", partial(incidents, broken=broken, rebuild=rebuild), "incident")
    yield from whole.told("the tournaments", partial(tournaments, broken=broken, rebuild=rebuild), "tournament")
    whole.progress.finished()


class Whole:
    """A look at every row of a model after the other. *keys* are those in which something was found, *unread* says
    that the rows could not all be found."""

    def __init__(self, processes: int, progress: sweep.Progress) -> None:
        self.processes, self.progress = processes, progress
        self.keys: set[str] = set()
        self.unread = False

    def told(self, what: str, look: sweep.Look, model_name: str) -> Iterator[str]:
        """What is found, a sentence each."""
        after, before = self.progress.before(what)
        yield from self._said(before)
        try:
            for key, found in sweep.swept(look, model_name, processes=self.processes, after=after):
                self.progress.reached(what, key, found)
                yield from self._said(found)
        except UNREADABLE as error:
            self.unread = True
            yield _unread(what, error)

    def _said(self, found: sweep.Found) -> Iterator[str]:
        for key, said in found:
            self.keys.add(key)
            yield from said


# What is looked at, a piece at a time


def chains(keys: list[uuid.UUID]) -> sweep.Found:
    """Those of these chains that are not what was written."""
    streams = _read_at_once(lambda: Stream.objects.in_bulk(keys))
    read = _read_at_once(lambda: reading.chains(keys))

    def look(key: uuid.UUID) -> list[str]:
        stream = streams.get(key) or Stream.objects.get(pk=key)
        return [f"{key}: {problem}" for problem in history.verify(stream, read.get(key))]

    return _found(keys, look)


def incidents(keys: list[uuid.UUID], *, broken: frozenset[str], rebuild: bool) -> sweep.Found:
    """Those of these incidents whose rows are not what their chains say."""
    rows = _read_at_once(lambda: Incident.objects.in_bulk(keys))
    read = _read_at_once(lambda: reading.chains(keys))
    stored = _read_at_once(lambda: reading.stored_rows(keys))

    def look(key: uuid.UUID) -> list[str]:
        incident = rows.get(key) or Incident.objects.get(pk=key)
        if str(key) in broken:
            return [f"{incident.reference}: its chain is broken, so its rows were not compared with it."]
        found = history.differences(incident, read.get(key), stored.get(key))
        if rebuild and found:
            try:
                history.rebuild(incident)
            except Refused as refusal:
                found.append(str(refusal))
        return [f"{incident.reference}: {difference}" for difference in found]

    return _found(keys, look)


def tournaments(keys: list[uuid.UUID], *, broken: frozenset[str], rebuild: bool) -> sweep.Found:
    """Those of these tournaments whose rows are not what their chains say."""
    return _found([key for key in keys if str(key) not in broken], lambda key: _tournament(key, rebuild))


def _found(keys: list[uuid.UUID], look: Callable[[uuid.UUID], list[str]]) -> sweep.Found:
    found = ((str(key), tried(str(key), lambda key=key: look(key))) for key in keys)  # type: ignore[misc]
    return [(key, said) for key, said in found if said]


def _read_at_once(read: Callable[[], Mapping[uuid.UUID, Any]]) -> Mapping[uuid.UUID, Any]:
    """What is read together; nothing where a part cannot be read: then each is read by itself."""
    try:
        return read()
    except UNREADABLE:
        return {}


def damage() -> list[str]:
    """What is damaged in the file of a SQLite database; [] when nothing is, and on PostgreSQL, which looks itself."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(20)")
        found = [line for (line,) in cursor.fetchall() if line != "ok"]
    return [f"The file of the database is damaged: {line}" for line in found]


UNREADABLE = (DatabaseError, json.JSONDecodeError, KeyError, ValueError, TypeError, AttributeError)


def tried(what: str, look: Callable[[], list[Any]]) -> list[Any]:
    """What a look gives, or the one sentence that it could not be taken."""
    try:
        return look()
    except UNREADABLE as error:
        return [_unread(what, error)]


def _unread(what: str, error: Exception) -> str:
    # The kind of the error alone: its text may quote what is stored.
    return f"{what}: could not be read ({type(error).__name__})."


def _unguarded() -> list[str]:
    missing = missing_triggers(connection)
    return [f"The database does not guard the record: {name} is missing." for name in missing]


def _club(club: Club) -> list[str]:
    return [f"{club.slug}: {one}" for one in (*members.differences(club), *conduct.differences(club))]


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

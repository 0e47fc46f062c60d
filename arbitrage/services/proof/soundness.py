"""Check of the whole record. Each problem is a sentence; a damaged row is reported, and never raises an error."""

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Max, Min
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arbitrage.database.triggers import missing_triggers
from arbitrage.models import Club, Event, Incident, Stream, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.people import conduct, members
from arbitrage.services.proof import checkpoints, sweep
from arbitrage.services.record import club_rows, history, incident_index, reading, tournament_rows
from arbitrage.services.results import entering, penalties


def problems(
    *, rebuild: bool = False, witnesses: Path | None = None, processes: int = 1, resume: bool = False
) -> Iterator[str]:
    """List the problems of the record, a sentence each, for the administrator of the database.

    An unreadable part of the database is reported, and the rest is still checked. With *rebuild* the rows are rebuilt
    from the events. *witnesses* is a folder of checkpoints, by default that of this installation. With *resume* the
    check continues where the last one was interrupted.
    """
    yield from tried(gettext_noop("the file of the database"), damage)
    yield from tried(gettext_noop("the guard of the record"), _unguarded)
    whole = Whole(1 if rebuild else processes, sweep.Progress("verifying", resume=resume))
    yield from whole.told(gettext_noop("the chains"), chains, "stream")
    broken, unread = frozenset(whole.keys), whole.unread
    yield from tried(gettext_noop("the checkpoints"), lambda: checkpoints.contradictions(witnesses).sentences())
    if witnesses is None:
        yield from tried(gettext_noop("the checkpoints"), checkpoints.unwitnessed)
    yield from tried(gettext_noop("the numbers of the incidents"), _gaps)
    yield from tried(gettext_noop("what the chains are of"), _ownerless)
    for club in Club.objects.all() if not unread else ():
        yield from tried(club.slug, lambda club=club: _club(club, rebuild=rebuild and str(club.pk) not in broken))  # type: ignore[misc]
    yield from whole.told(gettext_noop("the incidents"), partial(incidents, broken=broken, rebuild=rebuild), "incident")
    yield from whole.told(
        gettext_noop("the tournaments"), partial(tournaments, broken=broken, rebuild=rebuild), "tournament"
    )
    whole.progress.finished()


def of_club(club: Club) -> Iterator[str]:
    """List the problems of the record of one club, a sentence each."""
    broken: set[str] = set()
    of_events = Event.objects.filter(club=club).order_by("stream").distinct()
    for key, faults in _of_keys(of_events.values_list("stream", flat=True), chains):
        broken.add(key)
        yield from faults
    yield from _club(club, rebuild=False)
    for model, look in ((Incident, incidents), (Tournament, tournaments)):
        rows = model._default_manager.filter(club=club).order_by("pk")
        check = partial(look, broken=frozenset(broken), rebuild=False)
        for _key, faults in _of_keys(rows.values_list("pk", flat=True), check):
            yield from faults


def _of_keys(keys: Iterable[uuid.UUID], look: sweep.Look) -> Iterator[tuple[str, list[str]]]:
    every = list(keys)
    for place in range(0, len(every), sweep.A_PIECE):
        yield from look(every[place : place + sweep.A_PIECE])


class Whole:
    """Check of all rows of a model, piece by piece. *keys* collects the ids of rows with a problem; *unread* is True if
    the table could not be read to its end."""

    def __init__(self, processes: int, progress: sweep.Progress) -> None:
        self.processes, self.progress = processes, progress
        self.keys: set[str] = set()
        self.unread = False

    def told(self, what: str, look: sweep.Look, model_name: str) -> Iterator[str]:
        """List the problems, a sentence each."""
        after, before = self.progress.before(what)
        yield from self._said(before)
        try:
            for key, faults_by_chain in sweep.swept(look, model_name, processes=self.processes, after=after):
                self.progress.reached(what, key, faults_by_chain)
                yield from self._said(faults_by_chain)
        except UNREADABLE as error:
            self.unread = True
            yield _unread(what, error)

    def _said(self, by_chain: sweep.Found) -> Iterator[str]:
        for key, faults in by_chain:
            self.keys.add(key)
            yield from faults


# The checks, a piece at a time


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Read from one snapshot of the database inside this context, on PostgreSQL, so that a concurrent write does not
    seem to be a difference between a chain and its rows. Inside another transaction this has no effect."""
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def chains(keys: list[uuid.UUID]) -> sweep.Found:
    """Check chains against their hashes."""
    with at_one_moment():
        return _chains(keys)


def _chains(keys: list[uuid.UUID]) -> sweep.Found:
    streams = _read_at_once(lambda: Stream.objects.in_bulk(keys))
    read = _read_at_once(lambda: reading.chains(keys))

    def look(key: uuid.UUID) -> list[str]:
        stream = streams.get(key) or Stream.objects.get(pk=key)
        return _of(key, history.verify(stream, read.get(key)))

    return _found(keys, look)


def incidents(keys: list[uuid.UUID], *, broken: frozenset[str], rebuild: bool) -> sweep.Found:
    """Compare the rows and the index entries of incidents with their chains; with *rebuild*, repair them."""
    with nullcontext() if rebuild else at_one_moment():
        return _incidents(keys, broken=broken, rebuild=rebuild)


def _incidents(keys: list[uuid.UUID], *, broken: frozenset[str], rebuild: bool) -> sweep.Found:
    rows = _read_at_once(lambda: Incident.objects.in_bulk(keys))
    read = _read_at_once(lambda: reading.chains(keys))
    stored = _read_at_once(lambda: reading.stored_rows(keys))
    indexed = _read_at_once(lambda: incident_index.stored(keys))
    current = incident_index.is_current()

    def look(key: uuid.UUID) -> list[str]:
        incident = rows.get(key) or Incident.objects.get(pk=key)
        if str(key) in broken:
            sentence = _("%(reference)s: its chain is broken, so its rows were not compared with it.")
            return [sentence % {"reference": incident.reference}]
        faults = history.differences(incident, read.get(key), stored.get(key))
        if rebuild and faults:
            try:
                history.rebuild(incident)
            except Refused as refusal:
                faults.append(str(refusal))
        if unfound := incident_index.differences(key, indexed.get(key), current=current):
            faults += unfound
            if rebuild:
                incident_index.refresh(key)
        return _of(incident.reference, faults)

    return _found(keys, look)


def tournaments(keys: list[uuid.UUID], *, broken: frozenset[str], rebuild: bool) -> sweep.Found:
    """Compare the rows of tournaments with their chains; with *rebuild*, repair them."""
    with nullcontext() if rebuild else at_one_moment():
        return _tournaments(keys, broken=broken, rebuild=rebuild)


def _tournaments(keys: list[uuid.UUID], *, broken: frozenset[str], rebuild: bool) -> sweep.Found:
    return _found([key for key in keys if str(key) not in broken], lambda key: _tournament(key, rebuild))


def _found(keys: list[uuid.UUID], look: Callable[[uuid.UUID], list[str]]) -> sweep.Found:
    tried_chains = ((str(key), tried(str(key), lambda key=key: look(key))) for key in keys)  # type: ignore[misc]
    return [(key, faults) for key, faults in tried_chains if faults]


def _of(place: object, faults: list[str]) -> list[str]:
    return [_("%(place)s: %(what)s") % {"place": place, "what": fault} for fault in faults]


def _read_at_once(read: Callable[[], Mapping[uuid.UUID, Any]]) -> Mapping[uuid.UUID, Any]:
    """Read many rows at once; {} if any of them is damaged, so that the caller reads one by one."""
    try:
        return read()
    except UNREADABLE:
        return {}


def damage() -> list[str]:
    """List the damage in the file of a SQLite database; [] when there is none, and on PostgreSQL, which checks
    itself."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(20)")
        lines = [line for (line,) in cursor.fetchall() if line != "ok"]
    return [_("The file of the database is damaged: %(reason)s") % {"reason": line} for line in lines]


UNREADABLE = (DatabaseError, json.JSONDecodeError, KeyError, ValueError, TypeError, AttributeError)


def tried(what: str, look: Callable[[], list[Any]]) -> list[Any]:
    """Run a check; if the database cannot be read, return the one sentence that says so."""
    try:
        return look()
    except UNREADABLE as error:
        return [_unread(what, error)]


def _unread(what: str, error: Exception) -> str:
    # only the type of the error, because its message may contain stored values
    return _("%(what)s: could not be read (%(error)s).") % {"what": _(what), "error": type(error).__name__}


def _unguarded() -> list[str]:
    missing = missing_triggers(connection)
    return [_("The database does not guard the record: %(name)s is missing.") % {"name": name} for name in missing]


def _club(club: Club, *, rebuild: bool) -> list[str]:
    if club_rows.is_whole(club):
        faults = club_rows.rebuild(club) if rebuild else club_rows.differences(club)
    else:  # rows of an earlier version, not yet adopted into the chain
        faults = members.differences(club)
    return _of(club.slug, [*faults, *conduct.differences(club)])


def _tournament(key: Any, rebuild: bool) -> list[str]:
    tournament = Tournament.objects.get(pk=key)
    if tournament_rows.is_whole(tournament):
        faults = tournament_rows.rebuild(tournament) if rebuild else tournament_rows.differences(tournament)
    else:  # rows of an earlier version, not yet adopted: only columns that are corrected by hand are compared
        faults = entering.differences(tournament) + penalties.differences(tournament)
    return _of(key, faults)


def _ownerless() -> list[str]:
    """Find chains whose incident, tournament or club is gone from its table."""
    chains = Stream.objects.order_by("pk")
    for rows in (Incident.objects.order_by(), Tournament.objects.order_by(), Club.objects.order_by()):
        chains = chains.exclude(pk__in=rows.values_list("pk"))  # type: ignore[misc]  # three models, one column
    return [_("%(chain)s: the row that this chain is of is missing.") % {"chain": chain.pk} for chain in chains]


def _gaps() -> list[str]:
    """Find the years of a club in which an incident number is missing, as numbers are consecutive."""
    years = Incident.objects.values("club__slug", "year").order_by("club__slug", "year")
    years = years.annotate(count=Count("pk"), last=Max("number"), first=Min("number"))
    sentence = _("%(club)s %(year)s: %(count)s of the incidents up to number %(last)s are missing.")
    return [
        sentence
        % {
            "club": year["club__slug"],
            "year": year["year"],
            "count": year["last"] - year["count"],
            "last": year["last"],
        }
        for year in years
        if year["last"] != year["count"]
    ]

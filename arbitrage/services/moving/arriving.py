"""The arrival of a club at this installation. All rows are copied, compared and verified in one transaction."""

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, models, transaction
from django.utils.translation import gettext as _

from arbitrage.database import replication
from arbitrage.models import Club, Event, Membership, Rehearsal, Stream
from arbitrage.services.moving import leaving, persons, tables, witnesses
from arbitrage.services.moving.tables import Sum
from arbitrage.services.proof import soundness
from arbitrage.services.record import club_rows, person_numbers

NOBODY = 0
"""Key that stands for a deleted account; no account has it."""
OTHER = "other"
"""Django's alias of the database of the other installation."""


class MoveError(Exception):
    """Error: the club cannot move, or did not arrive. Nothing was stored here, and nothing was deleted there."""


@dataclass(frozen=True)
class Arrived:
    """A club that has arrived. *sums* has the count and digest of the rows by table; *renamed* maps user names that
    were taken here to the new ones."""

    club: Club
    sums: dict[str, Sum]
    renamed: dict[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return sum(each.count for each in self.sums.values())


@transaction.atomic
def arrive(
    key: uuid.UUID, events: Callable[[], Iterable[str]] | None = None, checkpoints: Path | None = None
) -> Arrived:
    """Store a club that has left the other installation, with its record, its free texts and the accounts of its
    persons.

    *events* yields the events from the staging database, as lines of COPY in order of their ids; without it they are
    read from the other database. The club may have been here before; its record from then must be the beginning of the
    arriving one. *checkpoints* is a copy of the other installation's folder of checkpoints, with which the chains are
    compared.

    :raises MoveError: the club has not left there, or has left for another installation; it is open here; its rows
        differ or are incomplete; or another club here has one of its rows, from an imported case.
    """
    one_at_a_time(key)
    with transaction.atomic(using=OTHER):
        with connections[OTHER].cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        left = Club.objects.using(OTHER).filter(pk=key).exclude(moved_at=None).first()
        if left is None:
            raise MoveError(_("The club has not been closed where it is: nothing was moved."))
        if leaving.house_of(left, OTHER) != replication.house(connection):
            raise MoveError(_("The club has moved to another installation than this: bring it from there."))
        before = Club.objects.filter(pk=key).first()
        check_beginning(key)
        arrival = _Arrival(left, before, events or (lambda: tables.read(tables.rows_of(Event, key, OTHER))))
        try:
            return arrival.arrived(checkpoints)
        except (IntegrityError, psycopg.IntegrityError) as error:
            sentence = _("A row of %(club)s is here already, in another club: %(reason)s Nothing was moved.")
            raise MoveError(sentence % {"club": left.name, "reason": " ".join(str(error).split())}) from error


def one_at_a_time(key: uuid.UUID) -> None:
    """Lock the arrival of this club until the end of the transaction, so that it arrives only once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock_of(key)])


def lock_of(key: uuid.UUID) -> int:
    """Return the number of PostgreSQL's advisory lock on the arrival of a club."""
    return key.int >> 65


def check_beginning(key: uuid.UUID) -> None:
    """Check that the club has never been here, or that its record from an earlier stay here is the beginning of the
    arriving one.

    :raises MoveError: the club is open here, or the two records differ.
    """
    before = Club.objects.filter(pk=key).first()
    if before is None:
        return
    if before.moved_at is None:
        raise MoveError(_("%(club)s is here already: nothing was moved.") % {"club": before.name})
    streams = Event.objects.filter(club=key).order_by().values("stream")
    for piece in _pieces(Stream.objects.filter(pk__in=streams).order_by("pk").iterator()):
        there = dict(
            Event.objects.using(OTHER)
            .filter(stream__in=[stream.pk for stream in piece], hash__in=[stream.head for stream in piece])
            .values_list("stream_id", "seq")
        )
        for stream in piece:
            if there.get(stream.pk) != stream.seq:
                sentence = _(
                    "%(club)s was here before, and the chain %(chain)s tells another history there. Nothing was moved."
                )
                raise MoveError(sentence % {"club": before.name, "chain": stream.pk})


def _pieces(streams: Iterable[Stream], size: int = 500) -> Iterator[list[Stream]]:
    piece: list[Stream] = []
    for stream in streams:
        piece.append(stream)
        if len(piece) == size:
            yield piece
            piece = []
    yield piece


class _Arrival:
    """The arrival of one club, inside its transaction. *left* is the club in the other database; *before* is the club
    here from an earlier stay, None if there is none."""

    def __init__(self, left: Club, before: Club | None, events: Callable[[], Iterable[str]]) -> None:
        self.left, self.before, self.events = left, before, events
        self.key = left.pk
        self.of_a_club = tables.of_a_club()

    def arrived(self, checkpoints: Path | None) -> Arrived:
        numbers = self._numbers()
        accounts = self._accounts(numbers)
        sums = {}
        for model in reversed(self.of_a_club):
            if model not in tables.ADDED_TO:
                tables.delete(tables.rows_of(model, self.key))
        for model in self.of_a_club:
            sums[model] = self._copied(model, tables.rows_of(model, self.key, OTHER), accounts.here)
        club = Club.objects.get(pk=self.key)
        leaving.settle(club)  # before any event, as the database refuses events of a club that has moved
        club.slug = self._slug()
        club.save(update_fields=["moved_at", "moved_to", "disabled_at", "slug"])
        sums |= self._record(accounts.here)
        here = {number: accounts.here.get(key, NOBODY) for number, key in numbers.items()}
        here |= persons.free_numbers(here)
        self._exercises(accounts)
        club_rows.append(
            club,
            person_numbers.ARRIVED,
            by=None,
            rows=[club, *Membership.objects.filter(club=club)],
            numbers=sorted([number, key] for number, key in here.items()),
            disabled=club.disabled_at is not None,
        )
        self._verified(club, checkpoints)
        counted = {model._meta.db_table: whole for model, whole in sums.items() if whole.count}
        return Arrived(club, counted, accounts.renamed)

    def _numbers(self) -> dict[int, int]:
        """Return the account at the other installation for every number of a person in the record."""
        there = [event.data for event in _arrivals(self.key, OTHER)]
        known = person_numbers.read(there[-1]) if there else {}
        body = [field.attname for field in Event._meta.concrete_fields].index("body")
        every: set[int] = set()
        for line in self.events():
            every |= set(person_numbers.named(json.loads(_unescaped(line.split("\t")[body]))))
        return {number: known.get(number, number) for number in every}

    def _accounts(self, numbers: dict[int, int]) -> persons.Accounts:
        every = set(numbers.values())
        every_model: list[type[models.Model]] = [*self.of_a_club, Event]
        for model in every_model:
            every |= tables.persons_of(model, tables.rows_of(model, self.key, OTHER))
        return persons.settle(self.key, every, self._known(numbers), numbers.keys(), OTHER)

    def _known(self, numbers: dict[int, int]) -> dict[int, int]:
        """Return, by account of the other installation, the accounts of this installation that an earlier stay of the
        club has used."""
        here = person_numbers.of_club(self.key)
        told = set(here)
        for body in Event.objects.filter(club=self.key).values_list("body", flat=True).iterator():
            told |= set(person_numbers.named(json.loads(body)))
        return {numbers[number]: here.get(number, number) for number in sorted(told) if number in numbers}

    def _copied(self, model: type[models.Model], rows: "models.QuerySet[models.Model]", here: dict[int, int]) -> Sum:
        sent = tables.write(model, tables.with_accounts(model, tables.read(rows), here))
        _compare(model, sent, tables.summed(tables.rows_of(model, self.key)))
        return sent

    def _record(self, here: dict[int, int]) -> dict[type[models.Model], Sum]:
        """Store the chains: the events, and the end of each chain."""
        sent = tables.write(Event, tables.with_accounts(Event, self.events(), here))
        _compare(Event, sent, tables.summed(tables.rows_of(Event, self.key)))
        if (heads := _heads(self.key, DEFAULT_DB_ALIAS)) != _heads(self.key, OTHER):
            _compare(Event, Sum(*heads), Sum(*_heads(self.key, OTHER)))
        streams = Event.objects.filter(club=self.key).order_by().values("stream")
        tables.delete(Stream.objects.filter(pk__in=streams))
        there = Stream.objects.using(OTHER).filter(
            pk__in=Event.objects.using(OTHER).filter(club=self.key).order_by().values("stream")
        )
        ends = tables.write(Stream, tables.read(there))
        _compare(Stream, ends, tables.summed(Stream.objects.using(DEFAULT_DB_ALIAS).filter(pk__in=streams)))
        return {Event: sent, Stream: ends}

    def _exercises(self, accounts: persons.Accounts) -> None:
        """Copy the exercises and rehearsals of members who belong to no other club here. Copies from an earlier stay of
        the club are replaced, and a rehearsal that a member has begun here is deleted, because the member continues the
        copied one."""
        Rehearsal.objects.filter(user__in=accounts.following.values(), ended_at=None).delete()
        for model in reversed(tables.OF_A_PERSON):
            keys = self._practised(model, accounts).values_list("pk", flat=True)
            tables.delete(model._default_manager.using(DEFAULT_DB_ALIAS).filter(pk__in=list(keys)))
        for model in tables.OF_A_PERSON:
            theirs = tables.read(self._practised(model, accounts))
            tables.write(model, tables.with_accounts(model, theirs, accounts.here))

    def _practised(self, model: type[models.Model], accounts: persons.Accounts) -> "models.QuerySet[models.Model]":
        return model._default_manager.using(OTHER).filter(user__in=accounts.following).order_by()

    def _slug(self) -> str:
        """Return the short name of the club here: its own, numbered when another club has it."""
        base = self.before.slug if self.before else self.left.slug
        taken = set(Club.objects.exclude(pk=self.key).values_list("slug", flat=True))
        names = (base, *(f"{base[:50]}-{number}" for number in range(2, len(taken) + 3)))
        return next(name for name in names if name not in taken)

    def _verified(self, club: Club, checkpoints: Path | None) -> None:
        connection.check_constraints()
        problems = list(soundness.of_club(club))
        problems += witnesses.problems(club.pk, checkpoints) if checkpoints else []
        if problems:
            sentence = _("%(club)s is not sound where it arrived: %(problems)s Nothing was moved.")
            raise MoveError(sentence % {"club": club.name, "problems": " ".join(problems[:5])})


def _arrivals(club: uuid.UUID, alias: str) -> "models.QuerySet[Event]":
    return Event.objects.using(alias).filter(stream_id=club, kind=person_numbers.ARRIVED).order_by("seq")


def _heads(club: uuid.UUID, alias: str) -> tuple[int, str]:
    """Return the number of events of a club, and one digest of all their hashes, computed by the database."""
    query = "SELECT count(*), md5(string_agg(hash, '' ORDER BY id)) FROM arbitrage_event WHERE club_id = %s"
    with connections[alias].cursor() as cursor:
        cursor.execute(query, [club])
        count, digest = cursor.fetchone()
    return int(count), str(digest)


def _compare(model: type[models.Model], sent: Sum, stored: Sum) -> None:
    if sent != stored:
        sentence = _("%(table)s: %(sent)s rows were sent and %(arrived)s arrived, or not the same ones.")
        raise MoveError(sentence % {"table": model._meta.db_table, "sent": sent.count, "arrived": stored.count})


ESCAPE = re.compile(r"\\.")
ESCAPES = {"\\\\": "\\", "\\n": "\n", "\\t": "\t", "\\r": "\r", "\\b": "\b", "\\f": "\f", "\\v": "\v"}


def _unescaped(cell: str) -> str:
    """Resolve the escapes that COPY writes in a text."""
    if "\\" not in cell:
        return cell
    return ESCAPE.sub(lambda match: ESCAPES.get(match[0], match[0][1:]), cell)

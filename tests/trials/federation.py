"""A whole federation in PostgreSQL, and how long its pages take: ``make federation ARGS='--place /var/tmp/big'``.

1,100 clubs with 24 to 120 evenings each, 60 on average, are 15 million results and 1.2 million calls; ``--scale 0.05``
makes a twentieth of the clubs. Every evening is a copy of one of the demonstration club, under identifiers, days and
directors of its own, its chains computed again: `verify_history` finds nothing. Too long for a test.

The PostgreSQL is one of the command's own, in the folder, that waits for no disk: what a machine that stops loses is
made again. With ``--database`` it is another one, whose superuser the address names; one that holds clubs which this
command did not make is refused.
"""

import argparse
import datetime
import hashlib
import json
import multiprocessing
import os
import random
import re
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.trials.looking import disk, measure

CLUBS = 1100
WEEKS = (8, 12, 16, 20, 24, 40)
"""How often a club has the three evenings of the demonstration club, a week apart: one club this often, the next that
often."""
QUICK = (
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=8GB",
    "checkpoint_timeout=1h",
    "autovacuum=off",
    "shared_buffers=2GB",
    "effective_cache_size=12GB",
)
"""Of the command's own PostgreSQL: the first eight wait for nothing and read no page quicker, the last two are what a
machine of 16 GB would have."""

TOKEN = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b"
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00|\b\d{4}-\d\d-\d\d\b|<(?:user|number):\d+>"
)
USER = re.compile(r'"(by|kept_by|to)":(\d+)')
ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})

MARK = "a federation made by python -m tests.trials.federation"
"""What a database that this command may fill says of itself."""

Split = tuple[list[str], list[int]]


class Template:
    """The rows of the demonstration club as lines of COPY, and what is another in each copy of it."""

    def __init__(self, club: Any) -> None:
        from arbitrage import models as m
        from arbitrage.services.record import history, tournament_rows

        evenings = club.tournaments.all()
        calls = m.Incident.objects.filter(tournament__in=evenings)
        of_calls = {"incident__in": calls}
        self.club = club
        self.owned: list[tuple[Any, list[Any]]] = [
            (m.Tournament, list(evenings)),
            (m.Section, list(m.Section.objects.filter(tournament__in=evenings))),
            (m.Contestant, list(m.Contestant.objects.filter(section__tournament__in=evenings))),
            (m.Player, list(m.Player.objects.filter(contestant__section__tournament__in=evenings))),
            (m.Board, list(m.Board.objects.filter(tournament__in=evenings))),
            (m.Result, list(m.Result.objects.filter(board__tournament__in=evenings))),
            (m.Incident, list(calls)),
            (m.Note, list(m.Note.objects.filter(**of_calls))),
            (m.Inquiry, list(m.Inquiry.objects.filter(**of_calls))),
            (m.Duty, list(m.Duty.objects.filter(inquiry__incident__in=calls))),
            (m.Answer, list(m.Answer.objects.filter(inquiry__incident__in=calls))),
            (m.Ruling, list(m.Ruling.objects.filter(inquiry__incident__in=calls))),
            (m.Adjustment, list(m.Adjustment.objects.filter(**of_calls))),
            (m.IndexEntry, list(m.IndexEntry.objects.filter(**of_calls))),
        ]
        streams = [row.pk for _model, rows in self.owned for row in rows if _model in (m.Tournament, m.Incident)]
        self.events = list(m.Event.objects.filter(stream__in=streams).order_by("stream", "seq"))
        self.streams = list(m.Stream.objects.filter(pk__in=streams))
        self.users = {one.user_id: one.role for one in club.memberships.all()}
        self.first = max(calls.values_list("number", flat=True))
        keys = {row.pk for _model, rows in self.owned for row in rows} | {one.pk for one in self.events}
        self.keys = sorted(str(key) for key in keys if isinstance(key, uuid.UUID))
        self.digests = {one.source_digest for one in evenings}
        self.people = {tournament_rows.people_digest(one): _people(one) for one in evenings}
        self.lines = {model: "".join(map(self._line, rows)) for model, rows in self.owned}
        self.bodies = [USER.sub(r'"\1":<user:\2>', self._numbered(one)) for one in self.events]
        said = "".join([*self.lines.values(), *self.bodies, *(history.stamp(one.at) for one in self.events)])
        self.times = {one for one in TOKEN.findall(said) if one[4:5] == "-"}
        self.places: dict[str, int] = {}
        self.texts = {model: self._split(lines) for model, lines in self.lines.items()}
        self.told = {digest: self._split(people) for digest, people in self.people.items()}
        self.entries = [self._entry(*one) for one in zip(self.events, self.bodies, strict=True)]
        self.models = [*(model for model, _rows in self.owned), m.Stream, m.Event]

    def _split(self, text: str) -> Split:
        """Split a text at its tokens; return the pieces, and the index of each token in the list of all of them."""
        parts = TOKEN.split(text)
        found = TOKEN.findall(text)
        pieces = [""] * (2 * len(parts) - 1)
        pieces[::2] = parts
        return pieces, [self.places.setdefault(one, len(self.places)) for one in found]

    def _entry(self, event: Any, body: str) -> tuple[str, Split, Split]:
        """Return the chain of an event, the columns before its body, and the text of the body."""
        from arbitrage.services.record.history import stamp

        places = (event.club_id, event.tournament_id, event.board_id, event.incident_id)
        cells = [str(event.pk), str(event.stream_id), str(event.seq)]
        cells += [r"\N" if one is None else str(one) for one in places]
        cells += [event.kind, r"\N" if event.by_id is None else f"<user:{event.by_id}>", stamp(event.at), ""]
        return str(event.stream_id), self._split("\t".join(cells)), self._split(body)

    def _numbered(self, event: Any) -> str:
        if event.kind != "incident_opened":
            return str(event.body)
        return re.sub(r'"number":(\d+)', r'"number":<number:\1>', event.body)

    def _line(self, row: Any) -> str:
        from django.contrib.auth.models import User

        from arbitrage.models import Incident

        found = []
        for field in row._meta.concrete_fields:
            value = getattr(row, field.attname)
            if value is not None and field.related_model is User:
                value = f"<user:{value}>"
            elif isinstance(row, Incident) and field.name == "number":
                value = f"<number:{value}>"
            found.append(_text(value))
        return "\t".join(found) + "\n"

    def copied(self, club: uuid.UUID, users: dict[int, int], week: int) -> Iterator[tuple[Any, str]]:
        """Yield a copy of all rows by model, as lines that COPY reads."""
        from arbitrage.models import Event, Stream

        back = datetime.timedelta(weeks=week)
        born = time.time_ns() // 1_000_000 - int(back.total_seconds() * 1000)
        other = {key: _key(born, place) for place, key in enumerate(self.keys)}  # in the order of the old ones
        other[str(self.club.pk)] = str(club)
        other |= {one: hashlib.sha256(f"{one}{club}{week}".encode()).hexdigest() for one in self.digests if one}
        other |= {one: _earlier(one, back) for one in self.times}
        other |= {f"<user:{old}>": str(new) for old, new in users.items()}
        other |= {f"<number:{old}>": str(old + self.first * (week - 1)) for old in range(self.first + 1)}

        values = [other.get(one, one) for one in self.places]
        for digest, people in self.told.items():
            if digest in self.places:
                values[self.places[digest]] = _digest(_joined(people, values))
        for model, text in self.texts.items():
            yield model, _joined(text, values)
        ends: dict[str, tuple[str, int]] = {}
        events = []
        for (stream, columns, body), event in zip(self.entries, self.events, strict=True):
            before, said = ends.get(stream, ("", 0))[0], _joined(body, values)
            own = _digest(before + said)
            ends[stream] = own, event.seq
            written = said.replace("\\", "\\\\")  # the only one of COPY's characters that JSON leaves as it is
            events.append(f"{_joined(columns, values)}{written}\t{before}\t{own}\n")
        yield Stream, "".join(f"{other[key]}\t{head}\t{seq}\n" for key, (head, seq) in ends.items())
        yield Event, "".join(events)


def _joined(text: Split, values: list[str]) -> str:
    pieces, places = text
    pieces[1::2] = [values[one] for one in places]
    return "".join(pieces)


def _people(evening: Any) -> str:
    """Return the text from which the digest of a tournament's people is made."""
    from arbitrage.services.record import history

    said: list[str] = []
    kept, history.digest = history.digest, lambda text: said.append(text) or ""  # type: ignore[func-returns-value]
    try:
        from arbitrage.services.record import tournament_rows

        tournament_rows.people_digest(evening)
    finally:
        history.digest = kept
    return said[0]


def _text(value: Any) -> str:
    """Write a value as COPY reads it."""
    from arbitrage.services.record.history import stamp

    if value is None:
        return r"\N"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, datetime.datetime):
        return stamp(value)
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False).translate(ESCAPED)
    return str(value).translate(ESCAPED)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _key(born: int, place: int) -> str:
    more, place = divmod(place, 4096)
    return str(uuid.UUID(int=(born + more) << 80 | 0x7 << 76 | place << 64 | 0b10 << 62 | random.getrandbits(62)))


def _earlier(moment: str, back: datetime.timedelta) -> str:
    if len(moment) == 10:
        return (datetime.date.fromisoformat(moment) - back).isoformat()
    return (datetime.datetime.fromisoformat(moment) - back).isoformat(timespec="microseconds")


def fill(clubs: int, minutes: float) -> None:
    """Make clubs up to so many, for so many minutes at most.

    Begun again it goes on where it stopped. One process a processor; meanwhile the keys of other rows are not looked up
    (they are right by how they are made), and no index is kept of the tables that grow: all of it is as before at the
    end.
    """
    from django.db import connections

    from arbitrage.demo.club import make_demo_club
    from arbitrage.models import Club, Stream

    taken_for_the_trial()
    demo = Club.objects.exclude(slug__startswith="club-").first() or make_demo_club().club  # type: ignore[union-attr]
    template, end = Template(demo), time.monotonic() + minutes * 60
    tables = [model._meta.db_table for model in template.models if model is not Stream]  # whose rows are looked for
    indexes_put_aside(tables)
    made = set(Club.objects.values_list("slug", flat=True))
    wanted = [number for number in range(1, clubs + 1) if f"club-{number}" not in made]
    processors = os.cpu_count() or 1
    connections.close_all()
    print(f"{len(wanted)} clubs to make, in {processors} processes", flush=True)
    workers = [
        multiprocessing.get_context("fork").Process(target=_fill, args=(template, wanted[nth::processors], end))
        for nth in range(processors)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not any(worker.exitcode for worker in workers), "a process has failed: see above"
    indexes_made_again(tables)


def taken_for_the_trial() -> None:
    """Mark the database as this command's own. One with clubs of others is left as it is."""
    from django.db import connection

    from arbitrage.models import Club

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_database(), shobj_description(oid, 'pg_database') FROM pg_database "
            "WHERE datname = current_database()"
        )
        name, said = cursor.fetchone()
        if said == MARK:
            return
        if Club.objects.exists():
            sys.exit(f"{name} holds clubs that this command did not make: name an empty database.")
        cursor.execute(f"COMMENT ON DATABASE {connection.ops.quote_name(name)} IS '{MARK}'")


def _fill(template: Template, numbers: list[int], end: float) -> None:
    from django.db import connection, transaction

    from arbitrage.models import Club
    from arbitrage.services.people.members import add_member

    began = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off; SET session_replication_role = replica; SET jit = off")
    for done, number in enumerate(numbers):
        if time.monotonic() > end:
            return
        with transaction.atomic(), connection.cursor() as cursor:
            club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
            users: dict[int, int] = {}
            for old, role in template.users.items():
                member = add_member(club=club, username=f"{role}-{old}-{number}", password=PASSWORD, role=role)
                users[old] = member.pk
            rows: dict[Any, list[str]] = {}
            for week in range(1, WEEKS[number % len(WEEKS)] + 1):
                for model, lines in template.copied(club.pk, users, week):
                    rows.setdefault(model, []).append(lines)
            for model, texts in rows.items():
                names = ", ".join(f'"{field.column}"' for field in _columns(model))
                with cursor.copy(f"COPY {model._meta.db_table} ({names}) FROM STDIN") as copy:
                    for text in texts:
                        copy.write(text)
        if done % 10 == 9:
            print(f"{done + 1} of {len(numbers)} clubs, {time.monotonic() - began:.0f} s", flush=True)


def indexes_put_aside(tables: list[str]) -> None:
    """Let nothing be written into any index of these tables, those of their keys included, nor be found by them."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE pg_index SET indisready = false, indisvalid = false {OF_TABLES}", [tables])  # noqa: S608


def indexes_made_again(tables: list[str]) -> None:
    """Make them anew and let them hold again: a key that stands twice is refused here."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for table in tables:
            began = time.monotonic()
            cursor.execute(f'REINDEX TABLE "{table}"')
            print(f"indexes of {table}, {time.monotonic() - began:.0f} s", flush=True)
        left = f"SELECT count(*) FROM pg_index {OF_TABLES} AND NOT (indisready AND indisvalid)"  # noqa: S608
        cursor.execute(left, [tables])
        assert cursor.fetchone() == (0,), "an index was not made again"


PASSWORD = "the long way home"
OF_TABLES = "WHERE indrelid = ANY(%s::regclass[])"


def _columns(model: Any) -> list[Any]:
    """Return the columns in the order of the lines."""
    from arbitrage.models import Event

    found = list(model._meta.concrete_fields)
    if model is not Event:
        return found
    named = {field.name: field for field in found}
    order = (
        "id",
        "stream",
        "seq",
        "club",
        "tournament",
        "board",
        "incident",
        "kind",
        "by",
        "at",
        "body",
        "prev",
        "hash",
    )
    return [named[name] for name in order]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.federation", description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--place", type=Path, help="the folder of the command's own PostgreSQL, which stays there")
    where.add_argument("--database", help="DATABASE_URL of an empty PostgreSQL, or of one made so")
    parser.add_argument("--scale", type=float, default=1.0, help="0.05 makes a twentieth of the clubs")
    parser.add_argument("--minutes", type=float, default=600, help="stop filling after so many; begun again it goes on")
    parser.add_argument("--times", type=int, default=40, help="how many directors look")
    parser.add_argument("--only-measure", action="store_true", help="the database is filled already")
    asked = parser.parse_args()
    if asked.database:
        made_and_measured(asked, asked.database)
        return
    with own(asked.place) as address:
        print(f"DATABASE_URL={address}", flush=True)
        made_and_measured(asked, address)


@contextmanager
def own(place: Path) -> Iterator[str]:
    """Yield the address of the PostgreSQL in this folder, which is created if there is none."""
    from tests.trials.postgresql import Server, folder_of_somebody

    place.mkdir(parents=True, exist_ok=True)
    inside = place / "postgresql"
    server = Server(inside if inside.exists() else folder_of_somebody(place), "federation")
    if not server.data.exists():
        server.initialise(*QUICK)
    server.start()
    try:
        yield server.create()
    finally:
        server.stop("fast")


def made_and_measured(asked: argparse.Namespace, database: str) -> None:
    os.environ |= {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "arbitrage.settings"}
    import django
    from django.conf import settings

    django.setup()
    settings.DATABASES["default"]["OPTIONS"].pop("pool", None)  # its threads are not in the processes that fill
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody signs in with them
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    if connection.vendor != "postgresql":
        sys.exit("A federation is kept in PostgreSQL: --database postgres://…")
    if not asked.only_measure:
        began = time.monotonic()
        fill(max(1, round(CLUBS * asked.scale)), asked.minutes)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        print(f"made in {(time.monotonic() - began) / 60:.1f} minutes", flush=True)
    measure(asked.times)
    disk()


if __name__ == "__main__":
    main()

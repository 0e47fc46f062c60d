"""A whole federation in PostgreSQL, and the durations of its pages: ``make federation ARGS='--place /var/tmp/big'``.

1,100 clubs with 24 to 120 evenings each, 60 on average, are 15 million results and 1.2 million calls; ``--scale 0.05``
makes a twentieth of the clubs. Every evening is a copy of one of the demonstration club with new identifiers, days and
directors, and its chains are computed again: `verify_history` finds no fault. It takes too long for a test.

The command starts a PostgreSQL of its own in the folder, without fsync: after a crash the data are made again. With
``--database`` it uses another one, whose superuser the address names; a database with clubs that this command did not
make is refused.
"""

import argparse
import datetime
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbitrage.database.postgresql_connection import PREPARED
from tests.trials.copies import Template, store
from tests.trials.looking import disk, measure

CLUBS = 1100
WEEKS = (8, 12, 16, 20, 24, 40)
"""Numbers of weeks with the three evenings of the demonstration club, which the clubs take in turn."""
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
"""Settings of the command's own PostgreSQL. The first eight skip waits for the disk and make no page faster; the last
two are those of a machine with 16 GB."""

MARK = "a federation made by python -m tests.trials.federation"
"""Comment on a database that this command may fill."""


def fill(clubs: int, minutes: float) -> None:
    """Make clubs up to the number *clubs*, for *minutes* at most.

    A second call continues where the first one stopped. There is one process a processor. While these processes fill
    the tables, foreign keys are not checked (they are correct by construction) and the indexes of the growing tables
    are disabled; both are restored at the end.
    """
    from django.db import connections

    from arbitrage.demo.club import make_demo_club
    from arbitrage.models import Club, Stream

    taken_for_the_trial()
    demo = Club.objects.exclude(slug__startswith="club-").first() or make_demo_club().club  # type: ignore[union-attr]
    template, end = Template(demo), time.monotonic() + minutes * 60
    tables = [
        model._meta.db_table for model in template.models if model is not Stream
    ]  # its rows are looked up meanwhile
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
    """Mark the database as this command's own, unless it has clubs of others."""
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
        with transaction.atomic():
            club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
            users: dict[int, int] = {}
            for old, role in template.users.items():
                member = add_member(club=club, username=f"{role}-{old}-{number}", password=PASSWORD, role=role)
                users[old] = member.pk
            weeks = range(WEEKS[number % len(WEEKS)])
            back = [datetime.timedelta(weeks=week + 1) for week in weeks]
            calls = len(template.numbers)
            store(row for week in weeks for row in template.copied(club.pk, users, back[week], week * calls))
        if done % 10 == 9:
            print(f"{done + 1} of {len(numbers)} clubs, {time.monotonic() - began:.0f} s", flush=True)


def indexes_put_aside(tables: list[str]) -> None:
    """Disable all indexes of these tables, including those of their keys, for writing and for reading."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE pg_index SET indisready = false, indisvalid = false {OF_TABLES}", [tables])  # noqa: S608


def indexes_made_again(tables: list[str]) -> None:
    """Rebuild and enable the indexes; a duplicate key raises an error here."""
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
    """Yield the address of the PostgreSQL in this folder; create it if there is none."""
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
    options = settings.DATABASES["default"]["OPTIONS"]
    options.pop("pool", None)  # imported late: its threads must not be forked into the processes that fill
    options["prepare_threshold"] = PREPARED  # as connections of the pool do
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher"
    ]  # these users never sign in by password
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

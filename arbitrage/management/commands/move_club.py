"""`manage.py move_club`: move one club with its record from another installation to this one. It is run at the new
installation, and itself runs `move_club --leave` and `--stay` on the database of the old one."""

import os
import subprocess
import tempfile
import time
import uuid
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from psycopg.errors import InsufficientPrivilege

from arbitrage.database import replication
from arbitrage.database.replication import ReplicationError
from arbitrage.management import base
from arbitrage.models import Club, Event
from arbitrage.server import environment, program_files
from arbitrage.services.errors import Refused
from arbitrage.services.moving import arriving, leaving, tables, witnesses
from arbitrage.services.moving.arriving import OTHER, Arrived, MoveError
from arbitrage.services.proof import checkpoints as proof

PATIENCE = 600
"""Seconds without any arriving event after which the command gives up."""


class Command(base.Command):
    help = gettext_lazy(
        "Move one club with its record from the PostgreSQL of another installation to this one, while its directors "
        "work; nothing is taken away there, and the same command there moves it back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar=_("CLUB"), help=_("the name of the club, or its short name"))
        way = parser.add_mutually_exclusive_group(required=True)
        address = _("ADDRESS")
        way.add_argument(
            "--from",
            dest="source",
            metavar=address,
            help=_("bring it here from postgres://owner:password@host:5432/name"),
        )
        way.add_argument(
            "--leave", metavar=_("INSTALLATION"), help=_("close it here because it moves there; --from asks for this")
        )
        way.add_argument("--stay", metavar=address, help=_("open it here again, if it is not in that database"))
        way.add_argument("--give-up", metavar=address, help=_("forget what was sent ahead from that database"))
        parser.add_argument(
            "--checkpoints",
            type=Path,
            metavar=_("FOLDER"),
            help=_("a copy of DATA_DIR/checkpoints of the other installation, to compare with and take over"),
        )
        parser.add_argument("--to", metavar=_("SITE"), default="", help=_("the address that its members will find"))
        parser.add_argument(
            "--at-once", action="store_true", help=_("send nothing ahead: the club is closed for longer")
        )

    def handle(self, *args: Any, club: str, source: str | None, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError(_("A club moves between two PostgreSQL: “move” brings a SQLite file to one first."))
        try:
            if options["leave"]:
                self._leave(self._club(club), options["leave"], options["to"])
            elif source:
                self._bring(club, source, **{name: options[name] for name in ("to", "at_once", "checkpoints")})
            elif options["stay"]:
                self._stay(club, options["stay"])
            else:
                connect(options["give_up"])
                self._forget(self._club(club, OTHER).pk)
                self.stdout.write(_("What was sent ahead is forgotten."))
        except (MoveError, ReplicationError, Refused, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from error

    # At the old installation

    def _leave(self, club: Club, house: str, to: str) -> None:
        leaving.leave(club=club, house=house, to=to)
        self.stdout.write(_("%(club)s is closed here: it moves.") % {"club": club.name})

    def _stay(self, club: str, address: str) -> None:
        """Open the club here again, under a lock that keeps the club from arriving there at the same time.

        :raises MoveError: the club is open in the other database, or has moved to another one.
        """
        mine = self._club(club)
        connect(address)
        if mine.moved_at is not None and leaving.house_of(mine) != replication.house(connections[OTHER]):
            raise MoveError(_("It is another installation to which %(club)s has gone.") % {"club": mine.name})
        with transaction.atomic(using=OTHER):
            with connections[OTHER].cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [arriving.lock_of(mine.pk)])
            if Club.objects.using(OTHER).filter(pk=mine.pk, moved_at=None).exists():
                raise MoveError(_("%(club)s is in that database: it is open there.") % {"club": mine.name})
            leaving.stay(club=mine)
        self.stdout.write(_("%(club)s is open here again.") % {"club": mine.name})

    # At the new installation

    def _bring(self, club: str, address: str, *, to: str, at_once: bool, checkpoints: Path | None) -> None:
        connect(address)
        there = self._club(club, OTHER)
        check_versions()
        if Club.objects.filter(pk=there.pk, moved_at=None).exists():
            raise MoveError(_("%(club)s is here already: nothing was moved.") % {"club": there.name})
        arriving.check_beginning(there.pk)
        if not at_once:
            self._send_ahead_if_allowed(there)
        began = time.monotonic()
        self._there(address, "move_club", there.slug, "--leave", replication.house(connection), "--to", to)
        try:
            arrived = self._arrived(there, at_once=at_once, folder=checkpoints)
        except (MoveError, ReplicationError, DatabaseError) as error:
            self._open_again(address, there)
            reason = str(error).strip().partition("\n")[0]
            raise MoveError(reason) from error
        closed = time.monotonic() - began
        if checkpoints:
            witnesses.take_over(there.pk, checkpoints)
        proof.write()
        self._report(arrived, closed)
        if not at_once:
            self._forget(there.pk)

    def _send_ahead_if_allowed(self, there: Club) -> None:
        """Send the events ahead.

        :raises MoveError: a role lacks the rights for it in one of the databases; everything that was created is
            dropped again.
        """
        try:
            self._send_ahead(there)
        except DatabaseError as error:
            if not isinstance(error.__cause__, InsufficientPrivilege):
                raise
            self._forget(there.pk)
            raise MoveError(
                _("Sending ahead needs the rights of a PostgreSQL superuser at both installations: add --at-once.")
            ) from error

    def _send_ahead(self, there: Club) -> None:
        source = connections[OTHER]
        replication.check(source)
        replication.publish(source, there.pk)
        replication.subscribe(source, there.pk)
        began = time.monotonic()
        self._wait(there.pk)
        sentence = _("%(count)s events were sent ahead in %(seconds)s s, while the club was open.")
        seconds = f"{time.monotonic() - began:.1f}"
        self.stdout.write(sentence % {"count": replication.arrived(there.pk), "seconds": seconds})

    def _wait(self, club: uuid.UUID) -> None:
        """Wait until the staging database has as many events as the club had when the wait began.

        :raises ReplicationError: no event has arrived for PATIENCE seconds.
        """
        wanted, last, since = replication.of_source(connections[OTHER], club), -1, time.monotonic()
        while (count := replication.arrived(club)) < wanted:
            if count != last:
                last, since = count, time.monotonic()
            if time.monotonic() - since > PATIENCE:
                raise ReplicationError(
                    _("%(count)s of %(wanted)s events arrived, and no more. Can this PostgreSQL reach the other one?")
                    % {"count": count, "wanted": wanted}
                )
            time.sleep(0.1)

    def _arrived(self, there: Club, *, at_once: bool, folder: Path | None) -> Arrived:
        if at_once:
            return arriving.arrive(there.pk, checkpoints=folder)
        self._wait(there.pk)
        columns = [str(field.column) for field in Event._meta.concrete_fields]
        return arriving.arrive(there.pk, partial(_sent_ahead, there.pk, columns), folder)

    def _open_again(self, address: str, there: Club) -> None:
        """Open the club at the old installation again after an error, unless it has arrived here after all. If one of
        the databases cannot be reached, the club stays closed."""
        connection.close()
        try:
            self._there(address, "move_club", there.slug, "--stay", environment.text("DATABASE_URL"))
        except MoveError as error:
            self.stderr.write(str(error))

    def _there(self, address: str, *command: str) -> None:
        """Run a command on the database of the other installation, with an empty temporary data folder, so that the
        data folder of neither installation changes."""
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".moving-") as folder:
            done = subprocess.run(  # noqa: S603
                program_files.command(*command),
                cwd=program_files.where_to_run(),
                env=os.environ | {"DATABASE_URL": address, "DATA_DIR": folder, "DATABASE_REPLICA_URL": ""},
                capture_output=True,
                text=True,
                check=False,
            )
        self.stdout.write(done.stdout.strip())
        if done.returncode:
            raise MoveError(done.stderr.strip())

    def _forget(self, club: uuid.UUID) -> None:
        replication.unsubscribe(club)
        replication.unpublish(connections[OTHER], club)

    def _report(self, arrived: Arrived, closed: float) -> None:
        for table, whole in arrived.sums.items():
            self.stdout.write(f"  {table}: {whole.count}, {whole.digest[:16]}")
        sentence = _("%(club)s is here: %(rows)s rows, the same there and here; its record is sound. It was closed for "
                     "%(seconds)s s.")  # fmt: skip
        numbers = {"club": arrived.club.name, "rows": arrived.rows, "seconds": f"{closed:.1f}"}
        self.stdout.write(sentence % numbers)
        for old, new in arrived.renamed.items():
            sentence = _("%(old)s signs in as %(new)s here: somebody else has that name.")
            self.stdout.write(sentence % {"old": old, "new": new})
        self.stdout.write(_("Links that were handed out open nothing here: make new ones."))

    def _club(self, named: str, alias: str = "default") -> Club:
        clubs = Club.objects.using(alias)
        club = clubs.filter(slug=named).first() or clubs.filter(name=named).first()
        if club is None:
            raise MoveError(_("There is no club of this name."))
        return club


def connect(address: str) -> None:
    """Add the database of the other installation to Django's connections, as OTHER.

    :raises MoveError: the database is not PostgreSQL, or is that of this installation.
    """
    described = environment.described(_("the address"), address)
    if described["ENGINE"] != "django.db.backends.postgresql":
        raise MoveError(_("The address must be that of a PostgreSQL: postgres://user:password@host:5432/name."))
    defaults = {key: value for key, value in connections.settings["default"].items() if key not in described}
    connections.databases[OTHER] = defaults | described
    here = connection.settings_dict
    if all(described[name] == here[name] for name in ("NAME", "HOST", "PORT")):
        raise MoveError(_("This is the database of this installation: name the other one."))


def check_versions() -> None:
    """Check that both databases have the same migrations.

    :raises MoveError: they differ.
    """
    here = MigrationRecorder(connection).applied_migrations()
    there = MigrationRecorder(connections[OTHER]).applied_migrations()
    if {key for key in here if key[0] == "arbitrage"} != {key for key in there if key[0] == "arbitrage"}:
        raise MoveError(_("The two installations are of different versions: bring both to the same one first."))


def _sent_ahead(club: uuid.UUID, columns: list[str]) -> Any:
    return tables.lines(replication.sent_ahead(club, columns))

"""`manage.py move`: copy the database from its SQLite file to PostgreSQL."""

import os
import subprocess
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database import backups, moving_to_postgresql
from arbitrage.management import base
from arbitrage.server import program_files
from arbitrage.server.lock import Running, refuse_second_server


class Command(base.Command):
    help = gettext_lazy(
        "Copy everything from the SQLite file to an empty PostgreSQL, then verify it there. Stop the server first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "address", metavar=_("ADDRESS"), help=_("postgres://user:password@host:5432/name, an empty database")
        )

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                _("This moves what is in a SQLite file: leave DATABASE_URL empty, and name the target here.")
            )
        try:
            with refuse_second_server():
                saved = backups.backup(reason="before-the-move")
                self.stdout.write(_("Saved and verified: %(file)s.") % {"file": saved})
                moved = moving_to_postgresql.move(address)
        except (moving_to_postgresql.MoveError, backups.BackupError, Running, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            reason = str(error).strip().partition("\n")[0]
            raise CommandError(_("Nothing was moved: %(reason)s") % {"reason": reason}) from error
        sentence = _("Moved. Rows: %(rows)s, tables: %(tables)s. They are verified there.")
        self.stdout.write(sentence % {"rows": sum(moved.values()), "tables": len(moved)})
        for command in ("verify_history", "replay"):
            self.there(command, address)
        self.stdout.write(_("From now on, start with this address in DATABASE_URL. The SQLite file is as it was."))

    def there(self, command: str, address: str) -> None:
        """Run a command on the new database, in a separate process, which gets its URL as the server will."""
        done = subprocess.run(  # noqa: S603
            program_files.command(command),
            cwd=program_files.where_to_run(),
            env=os.environ | {"DATABASE_URL": address},
            capture_output=True,
            text=True,
            check=False,
        )
        self.stdout.write(done.stdout.strip())
        if done.returncode:
            stays = _("The SQLite file is as it was: go on with that.")
            raise CommandError(f"{done.stderr.strip()} {stays}")

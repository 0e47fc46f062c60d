"""`manage.py daily`: delete expired sessions and old rehearsals, verify the record, and make a backup with
checkpoints. Once a week also check for a newer version, if a manager has switched that on."""

import datetime
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database import backups
from arbitrage.management import base
from arbitrage.services import clock, rehearsals
from arbitrage.services.machine import new_versions

A_DAY = datetime.timedelta(hours=20)
"""Time after which the maintenance is due again. It is shorter than a day, so that a club that opens earlier than
yesterday still gets it."""


class Command(base.Command):
    help = gettext_lazy(
        "Clear ended sessions and old rehearsals, verify the record, write a checkpoint, make a backup and throw away "
        "old ones. The server does it itself."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-due", action="store_true", help=_("do nothing when it was done within twenty hours"))

    def handle(self, *args: Any, if_due: bool, **options: Any) -> None:
        new_versions.ask_if_due(clock.now())
        last = backups.newest()
        if if_due and last is not None and clock.now() - last < A_DAY:
            return
        call_command("clearsessions")
        rehearsals.clear_old(clock.now())
        _sample_indexes()
        try:
            call_command("verify_history", stdout=self.stdout)
        except CommandError as error:  # the pages report it too; the backup is still made
            self.stderr.write(str(error))
        call_command("backup", rotate=True, changes=True, stdout=self.stdout)


def _sample_indexes() -> None:
    """Have SQLite collect statistics from a thousand rows of each index. Without statistics SQLite chose an index with
    which a search read every ruling for every incident. PostgreSQL collects statistics automatically."""
    if connection.vendor == "sqlite":
        with suppress(DatabaseError), connection.cursor() as cursor:  # the verification reports a damaged file
            cursor.execute("PRAGMA analysis_limit=1000")
            cursor.execute("ANALYZE")

"""Daily maintenance: expired sessions and old rehearsals are deleted, chains are witnessed, everything is backed up.

Once a week a newer version is asked for, where somebody wants it.
"""

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
"""A club opens in the afternoon: what was done last evening is done again before this one."""


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
    """Let SQLite sample what its indexes hold, a thousand rows of each: without that it took an index by which a search
    read every ruling for every incident. PostgreSQL samples by itself."""
    if connection.vendor == "sqlite":
        with suppress(DatabaseError), connection.cursor() as cursor:  # a damaged file is told with the verification
            cursor.execute("PRAGMA analysis_limit=1000")
            cursor.execute("ANALYZE")

"""`manage.py backup`: save the database and the checkpoints while the server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database import backups, rotation
from arbitrage.management import base
from arbitrage.services.proof import checkpoints


class Command(base.Command):
    help = gettext_lazy(
        "Save database and checkpoints in one verified file, without sessions; the server may go on meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder", type=Path, metavar=_("FOLDER"), help=_("where to write it, in place of DATA_DIR/backups")
        )
        parser.add_argument(
            "--rotate", action="store_true", help=_("throw away old ones, and keep those that BACKUPS_KEPT says")
        )
        parser.add_argument(
            "--changes",
            action="store_true",
            help=_("save only what has changed since the whole backup of this week, if the folder has one"),
        )
        parser.add_argument(
            "--with-key",
            action="store_true",
            help=_("save the signing key too, so that links handed out open elsewhere; keep such a file locked up"),
        )

    def handle(self, *args: Any, folder: Path | None, rotate: bool, **options: Any) -> None:
        try:
            checkpoints.write()
            path = backups.backup(folder, with_key=options["with_key"], changes=options["changes"])
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            sentence = _("The database is damaged or does not answer (%(reason)s). Restore a backup.")
            raise CommandError(sentence % {"reason": error}) from error
        size = f"{path.stat().st_size / 1e6:.2f}"
        self.stdout.write(_("Saved and verified: %(file)s (%(size)s MB).") % {"file": path, "size": size})
        for gone in rotation.rotate(folder) if rotate else ():
            self.stdout.write(_("Thrown away: %(name)s.") % {"name": gone.name})

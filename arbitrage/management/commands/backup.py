"""Save everything a club has here, while it is used."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from arbitrage.database import backups
from arbitrage.services.proof import checkpoints


class Command(BaseCommand):
    help = "Save database and checkpoints in one verified file, without sessions; the server may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, help="where to write it, in place of DATA_DIR/backups")
        parser.add_argument("--rotate", action="store_true", help="throw away old ones: 14 days and 12 months are kept")

        parser.add_argument(
            "--with-key",
            action="store_true",
            help="save the signing key too, so that links handed out open elsewhere; keep such a file locked up",
        )

    def handle(self, *args: Any, folder: Path | None, rotate: bool, with_key: bool, **options: Any) -> None:
        try:
            checkpoints.write()
            path = backups.backup(folder, with_key=with_key)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database is damaged or does not answer ({error}). Restore a backup.") from error
        self.stdout.write(f"Saved and verified: {path} ({path.stat().st_size / 1e6:.1f} MB).")
        for gone in backups.rotate(folder) if rotate else ():
            self.stdout.write(f"Thrown away: {gone.name}.")

"""Put a backup in the place of what is here."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from arbitrage.database import backups
from arbitrage.server.lock import Running, refuse_second_server
from arbitrage.services.proof import checkpoints
from arbitrage.services.proof.adopting import adopt_everything
from arbitrage.services.record import incident_index


class Command(BaseCommand):
    help = "Put a backup in the place of the database; stop the server first. What was there is put aside."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` has made")
        parser.add_argument("--check", action="store_true", help="only say whether it is whole")

    def handle(self, *args: Any, file: Path, check: bool, **options: Any) -> None:
        try:
            about = backups.check(file)
            if check:
                self.stdout.write(f"{file.name} is whole, made {about['made']}.")
                return
            with refuse_second_server():
                aside = backups.restore(file)
                connections.close_all()
                call_command("migrate", interactive=False, verbosity=0)
                incident_index.forget_all()
                adopt_everything()
                checkpoints.catch_up()
        except (backups.BackupError, Running) as error:
            raise CommandError(str(error)) from error
        if aside is not None:
            self.stdout.write(f"What was here is now {aside}.")
        call_command("verify_history", stdout=self.stdout)
        call_command("replay", stdout=self.stdout)

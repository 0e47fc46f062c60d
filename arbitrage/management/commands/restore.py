"""`manage.py restore`: replace the database by a backup."""

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database import backups
from arbitrage.management import base
from arbitrage.server.lock import Running, refuse_second_server
from arbitrage.services.machine import restoring
from arbitrage.services.proof import checkpoints


class Command(base.Command):
    help = gettext_lazy(
        "Put a backup in the place of the database; stop the server first. What was there is put aside."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("a file that “backup” has made"))
        parser.add_argument("--check", action="store_true", help=_("only say whether it is whole"))

    def handle(self, *args: Any, file: Path, check: bool, **options: Any) -> None:
        try:
            about = backups.check(file)
            if check:
                sentence = _("%(name)s is whole, made %(at)s.")
                self.stdout.write(sentence % {"name": file.name, "at": about["made"]})
                return
            with refuse_second_server():
                aside = backups.restore(file)
                for place in filter(None, (aside.database, aside.checkpoints)):
                    self.stdout.write(_("What was here is now %(file)s.") % {"file": place})
                restoring.bring_up()
        except (backups.BackupError, Running) as error:
            raise CommandError(str(error)) from error
        rewritten = self.compare(aside.checkpoints) if aside.checkpoints else ()
        call_command("verify_history", stdout=self.stdout)
        call_command("replay", stdout=self.stdout)
        if rewritten:
            raise CommandError(
                "\n".join([*rewritten, _("This backup is not what was written here: restore another one.")])
            )

    def compare(self, before: Path) -> list[str]:
        """Compare the checkpoints that were here before the restore with the restored chains. Print the chains that had
        later events here; return a sentence for each chain with an event that differs."""
        contradictions = checkpoints.contradictions(before)
        if later := [*contradictions.gone, *contradictions.cut]:
            self.stdout.write(_("Acts made after this backup are not in it, of:"))
            for seen in sorted(later, key=checkpoints.chain):
                self.stdout.write(f"  {checkpoints.chain(seen)}")
        return replace(contradictions, gone=(), cut=()).sentences()

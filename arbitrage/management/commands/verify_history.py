"""`manage.py verify_history`: verify the database file, its triggers, all chains, their checkpoints outside the
database, and the rows that are derived from the events."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.management.commands import replay
from arbitrage.services.proof import checks, soundness


class Command(base.Command):
    help = gettext_lazy("Verify that the recorded history is what was written; exit 1 when it is not.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help=_("make the stored rows what the events say again"))
        parser.add_argument(
            "--witnesses",
            metavar=_("FOLDER"),
            type=Path,
            help=_("checkpoints kept elsewhere, in place of this machine's"),
        )
        replay.add_arguments(parser)

    def handle(
        self, *args: Any, rebuild: bool, witnesses: Path | None, resume: bool, processes: int, **options: Any
    ) -> None:
        count = 0
        for problem in soundness.problems(rebuild=rebuild, witnesses=witnesses, processes=processes, resume=resume):
            count += 1
            self.stdout.write(problem)
        check = checks.noted(count)
        if count or check is None:
            lines = [_("The record is not sound, problems: %(count)s.") % {"count": count}]
            lines += [_("What differed from the events was made to agree: run this again.")] if rebuild else []
            raise CommandError(" ".join(lines))
        sentence = _("The record is sound, events: %(events)s, chains: %(chains)s, seal: %(seal)s.")
        self.stdout.write(sentence % {"events": check.events, "chains": check.chains, "seal": check.seal})

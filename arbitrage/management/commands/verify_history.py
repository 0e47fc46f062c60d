"""Verify the record: the file, its guard, every chain, the witnesses outside, and the rows that follow from events."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arbitrage.management.commands import replay
from arbitrage.services.proof import checks, soundness


class Command(BaseCommand):
    help = "Verify that the recorded history is what was written; exit 1 when it is not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="make the stored rows what the events say again")
        parser.add_argument(
            "--witnesses", metavar="FOLDER", type=Path, help="checkpoints kept elsewhere, in place of this machine's"
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
            hint = " What differed from the events was made to agree: run this again." if rebuild else ""
            raise CommandError(f"The record is not sound, problems: {count}.{hint}")
        self.stdout.write(f"The record is sound, events: {check.events}, chains: {check.chains}, seal: {check.seal}.")

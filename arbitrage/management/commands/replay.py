"""`manage.py replay`: compute every stored ruling again from its events, and list the rulings that would differ
today."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.models import Inquiry
from arbitrage.services.proof import sweep
from arbitrage.services.proof.replay import differing

STAGE = "the incidents"


class Command(base.Command):
    help = gettext_lazy(
        "Rule every stored incident again from its events; exit 1 when a ruling would differ. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, resume: bool, processes: int, **options: Any) -> None:
        progress = sweep.Progress("replaying", resume=resume)
        after, before = progress.before(STAGE)
        differences = self._print(before)
        for key, batch in sweep.swept(differing, "incident", processes=processes, after=after):
            differences += self._print(batch)
            progress.reached(STAGE, key, batch)
        progress.finished()
        if differences:
            raise CommandError(_("Rulings that would differ: %(count)s.") % {"count": differences})
        sentence = _("Inquiries ruled again: %(count)s. Nothing differs.")
        self.stdout.write(sentence % {"count": Inquiry.objects.count()})

    def _print(self, batch: sweep.Found) -> int:
        lines = [line for _key, sentences in batch for line in sentences]
        for line in lines:
            self.stdout.write(line)
        return len(lines)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options shared by the two commands that read the whole record."""
    parser.add_argument("--resume", action="store_true", help=_("go on where the last one was stopped"))
    parser.add_argument(
        "--processes",
        type=int,
        metavar=_("NUMBER"),
        default=sweep.processors(),
        help=_("how many at once; one for each processor"),
    )

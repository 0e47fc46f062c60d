"""`manage.py checkpoint`: write the ends of the chains to a file outside the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.services.proof import checkpoints


class Command(base.Command):
    help = gettext_lazy(
        "Write a checkpoint of every chain that has grown, outside the database; keep copies of it elsewhere."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder", type=Path, metavar=_("FOLDER"), help=_("where to write it, in place of DATA_DIR/checkpoints")
        )

    def handle(self, *args: Any, folder: Path | None, **options: Any) -> None:
        path = checkpoints.write(folder)
        self.stdout.write(str(path) if path else _("No chain has grown since the last checkpoint."))

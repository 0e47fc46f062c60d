"""`manage.py export_tournament`: write a stored tournament to a file, in our own JSON or in a format that other
programs read."""

import argparse
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.exchange.writing import FORMATS
from arbitrage.management import base
from arbitrage.models import Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.exports import export_tournament


class Command(base.Command):
    help = gettext_lazy(
        "Write a tournament to a file and say what its format could not hold. The file is never replaced."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "tournament",
            type=UUID,
            metavar=_("TOURNAMENT"),
            help=_("its identifier: the last part of its address in the room"),
        )
        parser.add_argument("--format", choices=FORMATS, default="json", help=_("json keeps everything"))
        parser.add_argument(
            "--output",
            type=Path,
            metavar=_("FILE"),
            help=_("the file; without it, the tournament's own name, in this folder"),
        )
        parser.add_argument(
            "--without-names", action="store_true", help=_("leave the players out: pairs have their numbers")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.select_related("club").filter(pk=options["tournament"]).first()
        if tournament is None:
            raise CommandError(_("There is no such tournament."))
        with translation.override(tournament.club.language):
            try:
                exported = export_tournament(tournament, options["format"], names=not options["without_names"])
            except Refused as refused:
                raise CommandError(str(refused)) from refused
            problems = [str(problem) for problem in exported.problems]
        output: Path = options["output"] or Path(exported.filename)
        try:
            with output.open("xb") as file:
                file.write(exported.data)
        except OSError as error:
            sentence = _("%(file)s: %(reason)s. Name another file with --output.")
            raise CommandError(sentence % {"file": output, "reason": error.strerror}) from error
        for problem in problems:
            self.stderr.write(problem)
        self.stdout.write(_("%(file)s: %(size)s bytes.") % {"file": output, "size": len(exported.data)})

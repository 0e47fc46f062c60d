"""`manage.py makeable`: compute the makeable tricks and the par of boards whose file did not have them."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.services.tournaments.makeable import compute_all
from arbitrage.solver.process import SOLVER, installed


class Command(base.Command):
    help = gettext_lazy(
        "Compute the makeable tricks and the par of the boards of tournaments whose files do not say them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tournaments", nargs="+", type=UUID, metavar=_("TOURNAMENT"), help=_("the tournaments' identifiers")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not installed():
            self.stdout.write(_("No double-dummy solver is installed."))
            return
        for tournament in options["tournaments"]:
            sentence = _("%(tournament)s: boards computed: %(count)s.")
            self.stdout.write(sentence % {"tournament": tournament, "count": compute_all(tournament)})
        SOLVER.end()

"""Compute makeable tricks and par where the file did not say them."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, no_translations

from arbitrage.services.tournaments.makeable import compute_all
from arbitrage.solver.process import SOLVER, installed


class Command(BaseCommand):
    help = "Compute the makeable tricks and the par of the boards of tournaments whose files do not say them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournaments", nargs="+", type=UUID, help="the tournaments' identifiers")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        if not installed():
            self.stdout.write("No double-dummy solver is installed.")
            return
        for tournament in options["tournaments"]:
            self.stdout.write(f"{tournament}: {compute_all(tournament)} boards computed.")
        SOLVER.end()

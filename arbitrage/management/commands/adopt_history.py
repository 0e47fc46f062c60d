"""Take what an earlier version stored into the chains."""

from typing import Any

from django.core.management.base import BaseCommand

from arbitrage.services.proof import checkpoints
from arbitrage.services.proof.adopting import adopt_everything
from arbitrage.services.record import incident_index


class Command(BaseCommand):
    help = "Take rows, free words and entries of an earlier version into the chains; `start` does it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        taken = adopt_everything()
        checkpoints.catch_up()
        incident_index.refresh_all()  # in the words of this version
        self.stdout.write(
            f"Taken into the chains: {taken.clubs} clubs, {taken.tournaments} tournaments, "
            f"words of {taken.words} incidents, {taken.cards} cards on the table."
            if taken
            else "Everything is in the chains already."
        )

"""Start the program with the session of its user no longer."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arbitrage.server import start_item


class Command(BaseCommand):
    help = "Start Arbitrage with your session no longer. The program and its data stay."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        item = start_item.of_this_system()
        try:
            was_there = start_item.uninstall(item)
        except start_item.StartItemError as error:
            raise CommandError(str(error)) from error
        said = "Arbitrage starts with your session no longer." if was_there else "It did not start with your session."
        self.stdout.write(f"{said} The program and its data stay.")

"""Start the program with the session of its user from now on."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arbitrage.server import program_files, start_item


class Command(BaseCommand):
    help = "Start Arbitrage with your session on this computer from now on; “uninstall” ends that, and the data stay."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        item = start_item.of_this_system()
        try:
            start_item.install(item)
        except start_item.StartItemError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Arbitrage starts with your session from now on ({item.path}). "
            f"“{program_files.how('uninstall')}” ends that."
        )
        if sys.platform.startswith("linux"):
            self.stdout.write("“loginctl enable-linger” starts it with the machine, before anybody signs in.")

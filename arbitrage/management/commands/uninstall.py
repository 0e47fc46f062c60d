"""`manage.py uninstall`: no longer have the system start the program when its user signs in."""

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.server import start_item


class Command(base.Command):
    help = gettext_lazy("Start Arbitrage with your session no longer. The program and its data stay.")

    def handle(self, *args: Any, **options: Any) -> None:
        item = start_item.of_this_system()
        try:
            was_there = start_item.uninstall(item, at_once=True)
        except start_item.StartItemError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            _("Arbitrage starts with your session no longer. The program and its data stay.")
            if was_there
            else _("It did not start with your session. The program and its data stay.")
        )

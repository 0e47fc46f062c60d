"""`manage.py install`: from now on have the system start the program when its user signs in."""

import sys
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.server import program_files, start_item


class Command(base.Command):
    help = gettext_lazy(
        "Start Arbitrage with your session on this computer from now on; “uninstall” ends that, and the data stay."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        item = start_item.of_this_system()
        try:
            start_item.install(item, at_once=True)
        except start_item.StartItemError as error:
            raise CommandError(str(error)) from error
        sentence = _("Arbitrage starts with your session from now on (%(file)s). “%(how)s” ends that.")
        self.stdout.write(sentence % {"file": item.path, "how": program_files.how("uninstall")})
        if sys.platform.startswith("linux"):
            self.stdout.write(_("“loginctl enable-linger” starts it with the machine, before anybody signs in."))

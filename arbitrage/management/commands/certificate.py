"""`manage.py certificate`: make a certificate, so that tablets reach this machine over https."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.server import certificates
from arbitrage.server.signing import CertificateError


class Command(base.Command):
    help = gettext_lazy(
        "Make a certificate for the names and addresses that the tablets type; the next start speaks https with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="+", metavar=_("NAME"), help=_("such as 192.168.1.20 or arbitrage.local"))

    def handle(self, *args: Any, names: list[str], **options: Any) -> None:
        try:
            root = certificates.make(settings.DATA_DIR, names)
        except CertificateError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            _("Made for %(names)s. Start Arbitrage again: it speaks https now.") % {"names": ", ".join(names)}
        )
        sentence = _(
            "On each tablet, once: open %(file)s (send it by mail or a stick), install it as a profile or certificate, "
            "and trust it. iPad: Settings, General, About, Certificate Trust Settings. Android: Settings, Security, "
            "Install a certificate, CA certificate."
        )
        self.stdout.write(sentence % {"file": root})

"""`manage.py grant`: give a role of PostgreSQL the rights that the server needs, without the right to remove the
triggers that protect the record."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database import postgresql_role
from arbitrage.management import base


class Command(base.Command):
    help = gettext_lazy(
        "As the owner of the tables: give a role what the server needs, and no way round the guard of the record."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "role", metavar=_("ROLE"), help=_("a role of this PostgreSQL that exists: the user of DATABASE_URL")
        )

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError(
                _("Roles are PostgreSQL's. With SQLite, whoever may write the file may write everything.")
            )
        try:
            with transaction.atomic():
                postgresql_role.grant(connection, role)
        except DatabaseError as error:
            sentence = _("Nothing was changed: %(reason)s. Run this as the owner of the tables.")
            raise CommandError(sentence % {"reason": str(error).strip().partition("\n")[0]}) from error
        sentence = _("%(role)s may serve; it cannot change what is recorded, nor take its guard away.")
        self.stdout.write(sentence % {"role": role})

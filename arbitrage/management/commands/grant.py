"""Let a role of PostgreSQL serve, without the right to take the guard of the record away."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, transaction

from arbitrage.database import postgresql_role


class Command(BaseCommand):
    help = "As the owner of the tables: give a role what the server needs, and no way round the guard of the record."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", help="a role of this PostgreSQL that exists: the user of DATABASE_URL")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Roles are PostgreSQL's. With SQLite, whoever may write the file may write everything.")
        try:
            with transaction.atomic():
                postgresql_role.grant(connection, role)
        except DatabaseError as error:
            said = str(error).strip().partition("\n")[0]
            raise CommandError(f"Nothing was changed: {said}. Run this as the owner of the tables.") from error
        self.stdout.write(f"{role} may serve; it cannot change what is recorded, nor take its guard away.")

"""`manage.py club`: make a club and the person who begins in it, or add a person to it."""

import getpass
import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from arbitrage.models import Club
from arbitrage.models.club import Role
from arbitrage.services.members import add_member, found_club


class Command(BaseCommand):
    help = "Make a club and somebody who signs in to it; with a club that exists, add somebody to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of the club, such as “Bridge Club de la Tour”")
        parser.add_argument("username", help="the user name to sign in with")
        parser.add_argument("--city", default="", help="the town of a new club")
        parser.add_argument("--first-name", default="", help="shown beside what this person decides")
        parser.add_argument("--last-name", default="", help="shown beside what this person decides")
        parser.add_argument("--role", choices=Role.values, default=Role.DIRECTOR, help="what this person may do")

    def handle(self, *args: Any, name: str, username: str, city: str, role: str, **options: Any) -> None:
        club = Club.objects.filter(name=name).first()
        password, made_up = self._password()
        try:
            with transaction.atomic():
                club = club or found_club(name=name, city=city)
                self._add(club, username, password, role, options)

        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{club.name}: {username} signs in as {role}.")
        if made_up:
            self.stdout.write(f"Password: {password}")

    def _add(self, club: Club, username: str, password: str, role: str, options: dict[str, Any]) -> None:
        add_member(
            club=club,
            username=username,
            password=password,
            role=role,
            first_name=options["first_name"],
            last_name=options["last_name"],
        )

    def _password(self) -> tuple[str, bool]:
        """What is typed twice at a terminal, or one made up; and whether it was made up."""
        if not sys.stdin.isatty():
            return secrets.token_urlsafe(12), True
        typed = getpass.getpass("Password (leave empty to have one made up): ")
        if typed and getpass.getpass("Once more: ") != typed:
            raise CommandError("The two passwords are not the same. Nothing was made; start again.")
        return (typed, False) if typed else (secrets.token_urlsafe(12), True)

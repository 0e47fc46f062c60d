"""`manage.py club`: make a club and its manager, add a user to a club, or change a member's role."""

import getpass
import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from arbitrage.management import base
from arbitrage.models import Club, Membership
from arbitrage.models.club import Role
from arbitrage.services.errors import Refused
from arbitrage.services.people.members import add_member, found_club, join, set_role


class Command(base.Command):
    help = gettext_lazy(
        "Make a club and its first manager; with a club that exists, add somebody to it or change a role."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        shown = _("shown beside what this person decides")
        parser.add_argument("name", metavar=_("CLUB"), help=_("the name of the club, such as “Bridge Club de la Tour”"))
        parser.add_argument("username", metavar=_("USERNAME"), help=_("the user name to sign in with"))
        parser.add_argument("--city", metavar=_("TOWN"), default="", help=_("the town of a new club"))
        parser.add_argument("--first-name", metavar=_("NAME"), default="", help=shown)
        parser.add_argument("--last-name", metavar=_("NAME"), default="", help=shown)
        parser.add_argument("--role", choices=Role.values, help=_("manager for who begins in a club, else director"))

    def handle(self, *args: Any, name: str, username: str, city: str, role: str | None, **options: Any) -> None:
        make_tables()
        club = Club.objects.filter(name=name).first()
        begins = club is None or not Membership.objects.filter(club=club, role=Role.MANAGER).exists()
        if begins and role not in (None, Role.MANAGER):
            sentence = _("%(club)s has no manager yet: somebody manages it first. Leave --role out.")
            raise CommandError(sentence % {"club": name})
        asked = begins or role is not None
        role = role or (Role.MANAGER if begins else Role.DIRECTOR)
        try:
            with transaction.atomic():
                sentence = self._do(
                    club or found_club(name=name, city=city), username, role, options | {"asked": asked}
                )
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except Refused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(sentence)

    def _do(self, club: Club, username: str, role: str, options: dict[str, Any]) -> str:
        """Add a new or an existing user to the club, or give a member another role; return a message about it."""
        names = {"club": club.name, "username": username, "role": pgettext("role", role)}
        user = User.objects.filter(username=username).first()
        member = Membership.objects.filter(club=club, user=user).first() if user else None
        if member is not None and not options["asked"]:  # repeating the command must not change the member's role
            names["role"] = pgettext("role", member.role)
            return _("%(club)s: %(username)s belongs to it already, as %(role)s. Nothing was changed.") % names
        if member is not None:
            set_role(member=member, role=role, by=None)
            return _("%(club)s: %(username)s is %(role)s from now on.") % names
        if user is not None and not club.memberships.exists():
            sentence = _("%(username)s has an account already: choose another user name for a new club.")
            raise CommandError(sentence % names)
        if user is not None:
            join(club, user, role, by=None)
            sentence = _("%(club)s: %(username)s belongs to it as %(role)s, with the password that this person has.")
            return sentence % names
        password, made_up = self._password()
        full_name = {name: options[name] for name in ("first_name", "last_name")}
        add_member(club=club, username=username, password=password, role=role, **full_name)
        lines = [_("%(club)s: %(username)s signs in as %(role)s.") % names]
        return "\n".join(lines + ([_("Password: %(password)s") % {"password": password}] if made_up else []))

    def _password(self) -> tuple[str, bool]:
        """Ask for a password twice at a terminal, or generate one; return it, and whether it was generated."""
        if not sys.stdin.isatty():
            return secrets.token_urlsafe(12), True
        typed = getpass.getpass(_("Password (leave empty to have one made up): "))
        if typed and getpass.getpass(_("Once more: ")) != typed:
            raise CommandError(_("The two passwords are not the same. Nothing was made; start again."))
        return (typed, False) if typed else (secrets.token_urlsafe(12), True)


def make_tables() -> None:
    """Create the tables in an empty database.

    :raises CommandError: migrations are missing; `start` makes a backup before it applies them.
    """
    if not connection.introspection.table_names():
        call_command("migrate", interactive=False, verbosity=0)
        return
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            _("This database is of an earlier version. Start Arbitrage once: it saves it, and brings it up.")
        )

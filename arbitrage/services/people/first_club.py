"""The first club of an installation, founded once on a page, with its first manager."""

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club
from arbitrage.models.club import DEMONSTRATION, Role
from arbitrage.services.errors import Refused
from arbitrage.services.people.members import add_member, disable_club, found_club

BEGINNING = 0x617262
"""Number of PostgreSQL's advisory lock on founding; any number not used elsewhere."""


def nobody_yet() -> bool:
    """Is the installation without clubs and users?"""
    return not Club.objects.exists() and not User.objects.exists()


def may_begin() -> bool:
    """May the first club be founded, because there is no user yet, or only the demonstration?"""
    others = User.objects.exclude(memberships__club__slug=DEMONSTRATION)
    return not Club.objects.exclude(slug=DEMONSTRATION).exists() and not others.exists()


@transaction.atomic
def begin(*, name: str, city: str, username: str, password: str, first_name: str, last_name: str) -> User:
    """Found the first club with its manager, and close the demonstration without deleting it.

    :raises Refused: somebody else was first.
    :raises ValidationError: the user name is taken, or the password is too easy to guess.
    """
    one_at_a_time()
    if not may_begin():
        raise Refused(_("There is a club here already. Sign in, or ask its manager for an invitation."), "begun")
    club = found_club(name=name, city=city)
    manager = add_member(
        club=club, username=username, password=password, role=Role.MANAGER, first_name=first_name, last_name=last_name
    )
    for demonstration in Club.objects.filter(slug=DEMONSTRATION):
        disable_club(club=demonstration, by=manager)
    return manager


def one_at_a_time() -> None:
    """Lock the founding of a first club until this transaction ends. SQLite needs no lock, as its write transactions
    are exclusive."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [BEGINNING])

"""Accounts of the persons of an arriving club: found here or created, with passwords and second factors."""

import uuid
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import connection
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from arbitrage.models import Membership

FOLLOWING = ("first_name", "last_name", "email", "password", "is_active")
"""Columns of an account that are copied. Rights over the installation are not."""


@dataclass
class Accounts:
    """The accounts of an arriving club's persons. *here* maps their keys at the other installation to those here;
    *renamed* maps old user names to new ones; *following* is the part of *here* with persons who belong to no other
    club here, whose password, names and exercises are copied."""

    here: dict[int, int] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    following: dict[int, int] = field(default_factory=dict)


def settle(
    club: uuid.UUID, persons: Iterable[int], known: Mapping[int, int], numbers: Collection[int], other: str
) -> Accounts:
    """Find or create the account of each person, given by the key in the database *other*. *known* maps such keys to
    accounts from an earlier stay of the club. An account here with the same user name and the same stored password is
    the same person, unless its key is among the *numbers* of the club's record, where it means somebody else."""
    _above(numbers)
    accounts = Accounts(dict(known))
    members = set(Membership.objects.using(other).filter(club=club).values_list("user_id", flat=True))
    for user in User.objects.using(other).filter(pk__in=set(persons)).order_by("pk"):
        if user.pk in known:
            mine = User.objects.get(pk=known[user.pk])
        else:
            mine = _same(user, numbers) or _made(user, accounts, active=user.pk in members)
        accounts.here[user.pk] = mine.pk
        if user.pk in members and not mine.is_staff and not mine.memberships.exclude(club=club).exists():
            accounts.following[user.pk] = mine.pk
            _follow(user, mine, other)
    return accounts


def free_numbers(numbers: Mapping[int, int]) -> dict[int, int]:
    """Give a number below zero to each account here whose key means somebody else in the record of a club; return the
    accounts by number."""
    taken = User.objects.filter(pk__in=[number for number in numbers if number > 0]).order_by("pk")
    strangers = [key for key in taken.values_list("pk", flat=True) if numbers[key] != key]
    lowest = min([0, *numbers])
    return {lowest - place: key for place, key in enumerate(strangers, 1)}


def _above(numbers: Collection[int]) -> None:
    """Set the sequence of accounts so that new accounts get keys above all these numbers."""
    with connection.cursor() as cursor:
        name = "pg_get_serial_sequence('auth_user', 'id')"
        cursor.execute(f"SELECT setval({name}, greatest(nextval({name}), %s))", [max([1, *numbers])])  # noqa: S608


def _same(user: User, numbers: Collection[int]) -> User | None:
    mine = User.objects.filter(username=user.username).exclude(pk__in=numbers).first()
    return mine if mine is not None and mine.password == user.password and user.has_usable_password() else None


def _made(user: User, accounts: Accounts, *, active: bool) -> User:
    taken = set(User.objects.filter(username__startswith=user.username).values_list("username", flat=True))
    names = (user.username, *(f"{user.username}-{number}" for number in range(2, len(taken) + 3)))
    name = next(candidate for candidate in names if candidate not in taken)
    if name != user.username:
        accounts.renamed[user.username] = name
    mine = User(username=name, first_name=user.first_name, last_name=user.last_name, is_active=active)
    mine.set_unusable_password()
    mine.save(force_insert=True)
    return mine


def _follow(user: User, mine: User, other: str) -> None:
    """Copy the password, the names and the second factor of a user."""
    User.objects.filter(pk=mine.pk).update(**{name: getattr(user, name) for name in FOLLOWING})
    for model in (TOTPDevice, StaticDevice):
        model.objects.filter(user=mine.pk).delete()
    for telephone in TOTPDevice.objects.using(other).filter(user=user.pk):
        telephone.pk, telephone.user_id = None, mine.pk
        telephone.save(using="default", force_insert=True)
    for paper in StaticDevice.objects.using(other).filter(user=user.pk):
        codes = list(StaticToken.objects.using(other).filter(device=paper.pk).values_list("token", flat=True))
        paper.pk, paper.user_id = None, mine.pk
        paper.save(using="default", force_insert=True)
        StaticToken.objects.bulk_create(StaticToken(device=paper, token=code) for code in codes)

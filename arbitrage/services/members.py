"""Clubs and who belongs to them."""

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.utils.text import slugify

from arbitrage.models import Club, Membership
from arbitrage.models.club import Role


@transaction.atomic
def found_club(*, name: str, city: str = "") -> Club:
    """A new club without members. Its slug is its name's, numbered when another club has it.

    :raises ValidationError: the name is empty or too long.
    """
    base = slugify(name) or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug = next(
        one for number in range(1, len(taken) + 2) if (one := base if number == 1 else f"{base}-{number}") not in taken
    )
    club = Club(name=name, city=city, slug=slug)
    club.full_clean()
    club.save()
    return club


@transaction.atomic
def add_member(
    *, club: Club, username: str, password: str, role: str = Role.DIRECTOR, first_name: str = "", last_name: str = ""
) -> User:
    """A new person who signs in with *username* and *password*, with a role in the club.

    :raises ValidationError: the user name is taken or unusable, or the password is too easy to guess.
    """
    user = User(username=username, first_name=first_name, last_name=last_name)
    validate_password(password, user)
    user.set_password(password)
    user.full_clean()
    user.save()
    member = Membership(user=user, club=club, role=Role(role))
    member.full_clean()
    member.save()
    return user

"""Links by which a user chooses a new password, for users whose password no manager of a club may reset.

An administrator of the installation makes a link and passes it on. It works once, within a day: Django computes it from
the hash of the present password, and stores nothing.
"""

from typing import TYPE_CHECKING

from axes.utils import reset
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from arbitrage.services.errors import Refused
from arbitrage.services.people import second_factor
from arbitrage.services.people.members import sign_out_everywhere
from arbitrage.services.record import history

if TYPE_CHECKING:
    from uuid import UUID


@transaction.atomic
def make(*, username: str, by: User, without_telephone: bool = False) -> tuple[User, tuple[str, str]]:
    """Make a link for a user; return the user, and the two parts of its address. *without_telephone* removes the second
    factor, if the telephone is lost too.

    :raises Refused: there is no such user, or he has more rights than *by*.
    """
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise Refused(_("Nobody signs in by this user name. Mind the spelling."), "nobody")
    if user == by:
        raise Refused(_("You change your own password on its page, where the old one is asked."), "oneself")
    if user.is_superuser and not by.is_superuser:
        raise Refused(_("This person has more rights than you: another administrator makes the link."), "above")
    if without_telephone:
        second_factor.end(user)
    for club in _clubs_of(user):
        history.append(club, "password_link_made", by=by, club=club, user=user.pk)
    return user, (urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user))


def owner(code: str, token: str) -> User | None:
    """Return the user of a link; None for one that was used, has expired, or was never made."""
    try:
        key = int(urlsafe_base64_decode(code))
    except (ValueError, OverflowError):
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    return user if user is not None and default_token_generator.check_token(user, token) else None


@transaction.atomic
def choose(*, user: User, password: str) -> None:
    """Set the new password that the owner has chosen, sign out every device, and unlock the name."""
    user.set_password(password)
    user.save(update_fields=["password"])
    sign_out_everywhere(user)
    reset(username=user.get_username())
    for club in _clubs_of(user):
        history.append(club, "password_reset", by=user, club=club, user=user.pk)


def _clubs_of(user: User) -> "list[UUID]":
    return list(user.memberships.order_by("club").values_list("club", flat=True))

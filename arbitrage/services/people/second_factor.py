"""The second factor at sign-in: a code that changes every half minute (TOTP), and codes on paper in case the telephone
is lost.

The library django-otp computes and stores the codes, and delays attempts after wrong ones.
"""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django_otp import devices_for_user, match_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from arbitrage.services.errors import Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ON_PAPER = 8
"""Number of codes on paper; each works once."""


def wanted(user: "User") -> bool:
    """Has this user a second factor, which he must enter at sign-in?"""
    return any(True for _device in devices_for_user(user))


@transaction.atomic
def matches(user: "User", code: str) -> bool:
    """Is this the current code, or an unused code on paper? A wrong code delays the next attempt."""
    return match_token(user, code.replace(" ", "").lower()) is not None


def preparing(user: "User") -> TOTPDevice:
    """Return the device with the secret for the user's telephone. It takes effect once he has entered a code from it
    (`begin`)."""
    device, _new = TOTPDevice.objects.get_or_create(user=user, confirmed=False, defaults={"name": "telephone"})
    return device


@transaction.atomic
def begin(user: "User", code: str) -> list[str]:
    """Require the second factor from now on; return the codes on paper, which cannot be shown again.

    :raises Refused: the code is not the current one, or a second factor exists already.
    """
    if wanted(user):
        raise Refused(_("Your sign-in has a second step already."), "there_already")
    device = preparing(user)
    if not device.verify_token(code.replace(" ", "")):
        raise Refused(
            _("This is not the code of the moment. Wait for the next one, and look at the telephone’s clock."),
            "not_the_code",
        )
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    paper = StaticDevice.objects.create(user=user, name="paper")
    codes = [StaticToken.random_token() for _number in range(ON_PAPER)]
    StaticToken.objects.bulk_create(StaticToken(device=paper, token=code) for code in codes)
    return codes


@transaction.atomic
def end(user: "User") -> None:
    """Remove the second factor; the password alone is enough again."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()

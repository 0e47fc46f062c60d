"""Shared tablets: opened for an evening from a signed-in telephone, and passed from director to director by a PIN."""

import datetime
import math
import secrets
import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club, Membership, Pairing
from arbitrage.models.club import MAY_RULE
from arbitrage.server import client_address
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.record import history

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters of a code that somebody reads from a screen, without those that look alike."""

A_CODE_LASTS = datetime.timedelta(minutes=3)
AN_EVENING = datetime.timedelta(hours=8)
MOST_CODES = 2000
"""Most codes that may wait for approval at the same time in the whole installation."""
MOST_FROM_AN_ADDRESS = 30
"""Most codes that may wait for approval from one IP address, enough for the tablets of a club."""
MOST_OF_A_CLUB = 60
"""Most open tablets of a club."""

WRONG_PINS = 5
"""Number of wrong attempts after which a PIN is locked."""
A_REST = datetime.timedelta(minutes=5)
"""First duration of the lock of a PIN. Each further lock lasts twice as long, until a correct PIN is entered."""
LONGEST_REST = datetime.timedelta(hours=1)
"""Longest duration of the lock of a PIN."""


# Opening a tablet


@transaction.atomic
def ask_to_pair(*, secret: str, address: str = "", instead_of: uuid.UUID | None = None) -> Pairing:
    """Make a code, valid for three minutes, for the tablet with this *secret* and IP *address*. *instead_of* is the
    tablet's earlier pairing, whose code becomes invalid.

    :raises Refused: too many codes wait already, from this address or in all.
    """
    now = clock.now()
    asked_from = history.digest(f"{settings.SECRET_KEY} {client_address.network(address)}")
    Pairing.objects.filter(expires_at__lt=now - AN_EVENING - A_CODE_LASTS).delete()
    if instead_of is not None:
        Pairing.objects.filter(pk=instead_of, approved_by=None).delete()
    waiting = Pairing.objects.filter(expires_at__gt=now, used_at=None)
    if waiting.filter(asked_from=asked_from).count() >= MOST_FROM_AN_ADDRESS or waiting.count() >= MOST_CODES:
        raise Refused(_("Too many tablets ask at this moment. Try again in three minutes, or sign in."), "too_many")
    code = "".join(secrets.choice(LETTERS) for _letter in range(8))
    fields = {"session": history.digest(secret), "expires_at": now + A_CODE_LASTS, "asked_from": asked_from}
    return Pairing.objects.create(code=code, **fields)


def waiting(code: str) -> Pairing | None:
    """Find the tablet that shows this code and waits for approval; None without one."""
    plain = code.upper().replace("-", "").replace(" ", "")
    return Pairing.objects.filter(code=plain, approved_by=None, expires_at__gt=clock.now()).first()


@transaction.atomic
def approve(*, pairing: Pairing, club: Club, by: "User") -> Pairing:
    """Open a tablet for an evening of a director's club, in his name.

    :raises Refused: the code has expired or was approved already, or the club is not his.
    """
    pairing = Pairing.objects.select_for_update(no_key=True).get(pk=pairing.pk)
    if pairing.approved_by_id is not None or pairing.expires_at <= clock.now():
        raise Refused(_("This code is over. Ask the tablet for a new one."), "over")
    if not Club.objects.for_director(by).filter(pk=club.pk).exists():
        raise Refused(_("Only a director of the club opens a tablet for it."), "not_yours")
    if Pairing.objects.filter(club=club, opened_until__gt=clock.now(), ended_at=None).count() >= MOST_OF_A_CLUB:
        raise Refused(_("Sixty tablets of the club are open already. Sign out on one of them first."), "too_many")
    pairing.approved_by, pairing.club, pairing.opened_until = by, club, clock.now() + AN_EVENING
    pairing.save(update_fields=["approved_by", "club", "opened_until"])
    history.append(club.pk, "tablet_opened", by=by, club=club, pairing=str(pairing.pk))
    return pairing


def is_approved(key: uuid.UUID) -> bool:
    """Was the code of this pairing approved, so that its tablet may sign in?"""
    pairings = Pairing.objects.filter(pk=key, used_at=None, expires_at__gt=clock.now() - A_CODE_LASTS)
    return pairings.exclude(approved_by=None).exists()


@transaction.atomic
def let_in(*, key: uuid.UUID, secret: str) -> Pairing | None:
    """Open the tablet with this *secret*, once, and return its approved pairing; None if the pairing is not approved,
    or belongs to another tablet."""
    pairing = Pairing.objects.select_for_update(no_key=True).filter(pk=key, session=history.digest(secret)).first()
    if pairing is None or not is_approved(pairing.pk):
        return None
    pairing.used_at, pairing.held_by = clock.now(), pairing.approved_by
    pairing.save(update_fields=["used_at", "held_by"])
    return pairing


def is_open(key: uuid.UUID, user: int) -> bool:
    """Is this tablet still open, and does this person, a member of its club, work on it?"""
    now = clock.now()
    return Pairing.objects.filter(
        pk=key,
        held_by=user,
        ended_at=None,
        opened_until__gt=now,
        club__disabled_at=None,
        club__memberships__user=user,
    ).exists()


def hand_over(*, key: uuid.UUID, to: "User") -> None:
    """Hand the tablet over to somebody else."""
    Pairing.objects.filter(pk=key).update(held_by=to)


def end(*, key: uuid.UUID) -> None:
    """Close a tablet before its evening ends."""
    Pairing.objects.filter(pk=key, ended_at=None).update(ended_at=clock.now())


def end_all(*, of: "User") -> None:
    """Close the tablets on which a person works, after he has signed in elsewhere or changed his password."""
    Pairing.objects.filter(held_by=of, ended_at=None, opened_until__gt=clock.now()).update(ended_at=clock.now())


# PIN


EASY = {"0123456789"[at : at + size] for size in range(4, 9) for at in range(0, 11 - size)}


@transaction.atomic
def set_pin(*, user: "User", pin: str) -> None:
    """Set the PIN by which a person takes over a shared tablet, in all his clubs; "" removes it.

    :raises Refused: the PIN does not have four to eight digits, or is one that anybody would try first.
    """
    if pin and (not pin.isascii() or not pin.isdigit() or not 4 <= len(pin) <= 8):
        raise Refused(_("A PIN has four to eight digits."), "pin")
    if pin and (len(set(pin)) < 3 or pin in EASY or pin[::-1] in EASY):
        raise Refused(_("Anybody would try this PIN first. Choose another."), "easy")
    for member in Membership.objects.select_for_update(no_key=True).filter(user=user):
        member.pin = make_password(pin) if pin else ""
        member.pin_failures, member.pin_locked_until = 0, None
        member.save(update_fields=["pin", "pin_failures", "pin_locked_until"])
        history.append(member.club_id, "pin_set", by=user, club=member.club_id, user=user.pk, has=bool(pin))


def with_pin(club: uuid.UUID) -> "QuerySet[Membership]":
    """Return the members who may take over a tablet of the club by their PIN."""
    members = Membership.objects.filter(
        club=club, club__disabled_at=None, role__in=MAY_RULE, user__is_active=True
    ).exclude(pin="")
    return members.select_related("user").order_by("user__last_name", "user__username")


def check_pin(*, member: Membership, pin: str) -> None:
    """Check a member's PIN. After five wrong attempts his PIN is locked, each time for longer; he can still sign in
    with his password.

    :raises Refused: the PIN is wrong, or locked.
    """
    with transaction.atomic():
        member, now = Membership.objects.select_for_update(no_key=True).get(pk=member.pk), clock.now()
        if member.pin_locked_until is not None and member.pin_locked_until > now:
            minutes = math.ceil((member.pin_locked_until - now) / datetime.timedelta(minutes=1))
            sentence = _(
                "Too many wrong PINs: this one rests. Minutes left: %(minutes)s. Signing in by password stays open."
            )
            raise Refused(sentence % {"minutes": minutes}, "locked")
        right = bool(member.pin) and check_password(pin, member.pin)
        member.pin_failures = 0 if right else member.pin_failures + 1
        times, more = divmod(member.pin_failures, WRONG_PINS)
        if times and not more:
            member.pin_locked_until = now + min(A_REST * 2 ** min(times - 1, 10), LONGEST_REST)
        member.save(update_fields=["pin_failures", "pin_locked_until"])
    if not right:
        raise Refused(_("That is not the PIN."), "wrong")

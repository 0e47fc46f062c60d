"""Clubs and their members: founding, joining, leaving and roles. Each act is an event in the chain of the club."""

import secrets
from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from axes.utils import reset
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club, Event, Membership
from arbitrage.models.club import Role
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import second_factor
from arbitrage.services.record import club_rows, person_numbers, unlike_rows
from arbitrage.services.record.person_numbers import ARRIVED

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


@transaction.atomic
def found_club(*, name: str, city: str = "", by: User | None = None) -> Club:
    """Found a new club without members. Its slug is made from its name, with a number if another club has it.

    :raises ValidationError: the name is empty or too long.
    """
    base = slugify(name) or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug = next(
        candidate
        for number in range(1, len(taken) + 2)
        if (candidate := base if number == 1 else f"{base}-{number}") not in taken
    )
    club = Club(name=name, city=city, slug=slug)
    club.full_clean()
    club.save()
    _append(club, "club_founded", by, base=True)
    return club


@transaction.atomic
def disable_club(*, club: Club, by: User) -> Club:
    """Disable the club: nobody can enter it, and its links stop working. No data is lost. A repetition changes
    nothing."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.disabled_at is None:
        club.disabled_at = clock.now()
        club.save(update_fields=["disabled_at"])
        _append(club, "club_disabled", by, rows=[club])
    return club


@transaction.atomic
def enable_club(*, club: Club, by: User) -> Club:
    """Open the club to its members again. A repetition changes nothing.

    :raises Refused: the club has moved to another installation.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.moved_at is not None:
        raise Refused(_("This club has moved to another installation: it is open there, or comes back."), "moved")
    if club.disabled_at is not None:
        club.disabled_at = None
        club.save(update_fields=["disabled_at"])
        _append(club, "club_enabled", by, rows=[club])
    return club


@transaction.atomic
def set_link_days(*, club: Club, days: int, by: User) -> Club:
    """Set the number of days for which new players' links to boards are valid. A repetition changes nothing."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.link_days != days:
        club.link_days = days
        club.full_clean()
        club.save(update_fields=["link_days"])
        _append(club, "link_days_set", by, days=days, rows=[club])
    return club


@transaction.atomic
def add_member(
    *,
    club: Club,
    username: str,
    password: str,
    role: str = Role.DIRECTOR,
    first_name: str = "",
    last_name: str = "",
    by: User | None = None,
    hashed: str = "",
) -> User:
    """Create a user who signs in with *username* and *password*, and give him a role in the club. *hashed* is the hash
    of the password, if the caller has computed it already, because hashing takes long.

    :raises ValidationError: the user name is taken or unusable, or the password is too easy to guess.
    """
    user = make_user(username=username, password=password, first_name=first_name, last_name=last_name, hashed=hashed)
    join(club, user, role, by=by)
    return user


def make_user(*, username: str, password: str, first_name: str = "", last_name: str = "", hashed: str = "") -> User:
    """Create a user without a club, who signs in with *username* and *password*; *hashed* as for `add_member`.

    :raises ValidationError: the user name is taken or unusable, or the password is too easy to guess.
    """
    user = User(username=username, first_name=first_name, last_name=last_name)
    validate_password(password, user)
    user.password = hashed or make_password(password)
    user.full_clean()
    user.save()
    return user


def join(club: Club, user: User, role: str, *, by: User | None, rows: Sequence[Model] = (), **data: Any) -> Membership:
    """Make a user a member; *data* is added to the content of the event, *rows* are other rows that the event changes.
    A manager gets the right to the notes on conduct.

    :raises Refused: the club came from another installation, and its record uses the number of this account for
    somebody else.
    """
    if person_numbers.is_taken(club.pk, user.pk):
        raise Refused(
            _("In the record of this club, the number of this account is somebody else’s: make another account."),
            "number_taken",
        )
    member = Membership(user=user, club=club, role=Role(role), conduct=role == Role.MANAGER)
    member.full_clean()
    member.save()
    data |= {"user": user.pk, "role": member.role, "conduct": member.conduct}
    _append(club, "member_added", by, rows=[member, *rows], **data)
    return member


@transaction.atomic
def set_conduct(*, member: Membership, has: bool, by: User) -> Membership:
    """Give or withdraw the right to read and write notes on conduct. A repetition changes nothing."""
    member = _locked(member)
    if member.conduct != has:
        member.conduct = has
        member.save(update_fields=["conduct"])
        _append(member.club, "conduct_right_set", by, user=member.user_id, conduct=has, rows=[member])
    return member


@transaction.atomic
def set_role(*, member: Membership, role: str, by: User | None) -> Membership:
    """Change the role of a member. A repetition changes nothing.

    :raises Refused: the person is the club's last manager.
    """
    member = _locked(member)
    if member.role == role:
        return member
    _keep_a_manager(member)
    was, member.role = member.role, Role(role)
    member.full_clean()
    member.save(update_fields=["role"])
    _append(member.club, "role_set", by, user=member.user_id, role=member.role, was=was, rows=[member])
    return member


@transaction.atomic
def remove_member(*, member: Membership, by: User) -> None:
    """Remove somebody from the club, who loses access to its pages at once. His decisions stay, with his name.

    A person without any club cannot sign in, except an administrator of the installation.

    :raises Refused: the person is the club's last manager, or *by* himself.
    """
    member = _locked(member)
    if member.user_id == by.pk:
        raise Refused(_("Nobody removes himself: ask another manager of the club."), "oneself")
    _keep_a_manager(member)
    club, user, gone = member.club, member.user, copy(member)  # a copy keeps its key after the deletion
    member.delete()
    if not user.memberships.exists() and not user.is_staff:
        user.is_active = False
        user.save(update_fields=["is_active"])
        sign_out_everywhere(user)
    _append(club, "member_removed", by, user=user.pk, gone=[gone])


@transaction.atomic
def reset_password(*, member: Membership, by: User) -> str:
    """Generate and return a new password for a member who has lost his; the page shows it once.

    The lock of his user name is removed, all his devices are signed out, and his second factor is removed.

    :raises Refused: the member is *by*, belongs to another club too, or administers the installation, so that the new
        password would give access to more than this club.
    """
    member = _locked(member)
    user = member.user
    if user == by:
        raise Refused(_("You change your own password on its page, where the old one is asked."), "oneself")
    if user.is_staff or user.is_superuser:
        raise Refused(
            _("This person administers the installation: another administrator makes a link for a new password."),
            "administrator",
        )
    if user.memberships.exclude(club=member.club_id).exists():
        raise Refused(
            _(
                "This person belongs to another club too: whoever administers the installation makes a link, by which "
                "the person chooses a new password."
            ),
            "another_club",
        )
    password = "-".join(secrets.token_hex(2) for _part in range(4))
    user.set_password(password)
    user.save(update_fields=["password"])
    sign_out_everywhere(user)
    second_factor.end(user)  # the telephone may be lost together with the password
    reset(username=user.get_username())
    _append(member.club, "password_reset", by, user=user.pk)
    return password


@transaction.atomic
def open_lock(*, member: Membership, by: User) -> None:
    """Remove the lock of a member's user name after wrong passwords."""
    reset(username=member.user.get_username())
    _append(member.club, "lock_opened", by, user=member.user_id)


def sign_out_everywhere(user: "AbstractBaseUser", *, but: str | None = None) -> None:
    """End the sessions of a person, on all devices *but* the one of this session key."""
    for session in Session.objects.filter(expire_date__gt=clock.now()).iterator():
        if session.session_key != but and session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()


def differences(club: Club) -> list[str]:
    """List the differences between a club's members and its chain. Rows of an earlier version that have no event are
    not compared."""
    told: dict[int, dict[str, Any] | None] = {}
    numbers = person_numbers.of_club(club.pk)
    disabled = False
    for event in Event.objects.filter(stream_id=club.pk).order_by("seq"):
        data = event.data
        if isinstance(number := data.get("user"), int):
            data["user"] = numbers.get(number, number)
        if event.kind in ("member_added", "role_set", "conduct_right_set"):
            of_member = {name: data[name] for name in ("role", "conduct") if name in data}
            told[data["user"]] = (told.get(data["user"]) or {}) | of_member
        elif event.kind == "member_removed":
            told[data["user"]] = None
        elif event.kind in ("club_disabled", "club_enabled"):
            disabled = event.kind == "club_disabled"
        elif event.kind in ("club_left", "club_stayed", ARRIVED):
            disabled = data["disabled"]
    same = disabled == (club.disabled_at is not None)
    problems = [] if same else [unlike_rows.unlike("Club", club.pk, ["disabled_at"])]
    stored = {membership.user_id: membership for membership in Membership.objects.filter(club=club)}
    for user, rights in sorted(told.items()):
        member = stored.get(user)
        if (member is None) != (rights is None):
            gone = _("%(row)s: was removed") % {"row": unlike_rows.named("Member", user)}
            problems.append(unlike_rows.missing("Member", user) if member is None else gone)
        elif member is not None and rights:
            changed = [name for name in sorted(rights) if getattr(member, name) != rights[name]]
            problems += [unlike_rows.unlike("Member", user, [name]) for name in changed]
    return problems


def _locked(member: Membership) -> Membership:
    Club.objects.select_for_update(no_key=True).get(pk=member.club_id)
    return Membership.objects.select_related("club", "user").get(pk=member.pk)


def _keep_a_manager(member: Membership) -> None:
    """Check that the club keeps a manager.

    :raises Refused: nobody else manages the club.
    """
    managers = Membership.objects.filter(club=member.club_id, role=Role.MANAGER, user__is_active=True)
    if member.role == Role.MANAGER and not managers.exclude(pk=member.pk).exists():
        raise Refused(_("This is the club's last manager. Make somebody else a manager first."), "last_manager")


def _append(club: Club, kind: str, by: User | None, **data: Any) -> None:
    club_rows.append(club, kind, by=by, **data)

"""Invitations to a club: made, shown as a link, used once or withdrawn, each in the club's own chain."""

import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club, Invitation, Membership
from arbitrage.models.club import Role
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import link_tokens, members
from arbitrage.services.record import club_rows

if TYPE_CHECKING:
    from uuid import UUID

LASTS = datetime.timedelta(days=7)
MOST = 100
"""Most unused invitations of a club."""


def waiting(club: Club) -> "QuerySet[Invitation]":
    """List the invitations of a club that can still be used, the newest first."""
    invitations = Invitation.objects.filter(club=club, used_at=None, withdrawn_at=None, expires_at__gt=clock.now())
    return invitations.select_related("by").order_by("-pk")


@transaction.atomic
def invite(*, club: Club, role: str, by: User, name: str = "") -> Invitation:
    """Make an invitation for one person, valid for a week. *name* is the person's name, stored outside the chain.

    :raises Refused: the club has a hundred unused invitations already.
    :raises ValueError: there is no such role.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if waiting(club).count() >= MOST:
        raise Refused(_("A hundred invitations wait already. Withdraw some of them first."), "too_many")
    made = Invitation(club=club, role=Role(role), by=by, name=name, expires_at=clock.now() + LASTS)
    made.full_clean()
    made.save()
    club_rows.append(club, "invited", by=by, rows=[made], invitation=made.pk, role=made.role)
    return made


@transaction.atomic
def withdraw(*, invitation: Invitation, by: User) -> Invitation:
    """Withdraw an invitation, so that its link no longer works. A repetition changes nothing.

    :raises Refused: somebody has used it.
    """
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.used_at is not None:
        raise Refused(_("This invitation was used. Remove the member instead."), "used")
    if invitation.withdrawn_at is None:
        invitation.withdrawn_at = clock.now()
        invitation.save(update_fields=["withdrawn_at"])
        club_rows.append(invitation.club, "invitation_withdrawn", by=by, rows=[invitation], invitation=invitation.pk)
    return invitation


def by_link(key: "UUID", token: str) -> Invitation | None:
    """Find the invitation of a valid link; None for any other link, without telling the reason."""
    if not link_tokens.is_right(link_tokens.INVITATION, key, token):
        return None
    good = Invitation.objects.select_related("club").filter(pk=key, club__disabled_at=None)
    return good.filter(used_at=None, withdrawn_at=None, expires_at__gt=clock.now()).first()


@transaction.atomic
def accept(*, invitation: Invitation, user: User) -> Membership:
    """Join somebody who has an account to the club.

    :raises Refused: the link was used meanwhile, or the person belongs to the club already.
    """
    invitation = _locked(invitation)
    if Membership.objects.filter(club=invitation.club_id, user=user).exists():
        raise Refused(_("You belong to this club already: the invitation is left for somebody else."), "member")
    return _used(invitation, user)


@transaction.atomic
def accept_as_new(*, invitation: Invitation, username: str, password: str, first_name: str, last_name: str) -> User:
    """Create an account for somebody who has none, and join it to the club.

    :raises Refused: the link was used meanwhile.
    :raises ValidationError: the user name is taken or unusable, or the password is too easy to guess.
    """
    invitation = _locked(invitation)
    user = members.make_user(username=username, password=password, first_name=first_name, last_name=last_name)
    _used(invitation, user)
    return user


def _locked(invitation: Invitation) -> Invitation:
    Club.objects.select_for_update(no_key=True).get(pk=invitation.club_id)
    again = by_link(invitation.pk, link_tokens.token(link_tokens.INVITATION, invitation.pk))
    if again is None:
        raise Refused(_("This invitation is over. Ask the club for a new one."), "over")
    return again


def _used(invitation: Invitation, user: User) -> Membership:
    invitation.used_at, invitation.used_by = clock.now(), user
    invitation.save(update_fields=["used_at", "used_by"])
    return members.join(invitation.club, user, invitation.role, by=user, rows=[invitation], invitation=invitation.pk)

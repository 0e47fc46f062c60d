"""The members of a club, for its managers; one's own password, for everybody."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.devices import PinForm
from arbitrage.forms.members import ROLES, InviteForm, MemberForm, RoleForm
from arbitrage.models import Club, Membership
from arbitrage.pages.invitations import shown as invitations_shown
from arbitrage.services import invitations
from arbitrage.services import members as service
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, posted, to_manage, to_read


@for_members("GET", "POST")
def members(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Who belongs to the club; somebody new."""
    club = to_manage(request.user, club_id)
    sent = posted(request)
    form = MemberForm(None if _invites(request) else sent)
    invite = InviteForm(sent if _invites(request) else None)
    if invite.is_valid():
        return _invited(request, club, invite)
    if form.is_valid():
        user = service.add_member(club=club, by=request.user, **form.cleaned_data)
        messages.success(request, _("%(name)s may sign in now.") % {"name": user.get_full_name()})
        return go(request, reverse("members", args=[club.pk]))
    people = club.memberships.select_related("user").order_by("user__last_name", "user__username")
    shown = {"club": club, "people": people, "roles": ROLES, "form": form, "invite": invite}
    shown["waiting"] = invitations_shown(request.build_absolute_uri, invitations.waiting(club))
    return render(request, "members/list.html", shown, status=200 if sent is None else 422)


def _invites(request: MemberRequest) -> bool:
    return request.POST.get("do") == "invite"


def _invited(request: MemberRequest, club: Club, form: InviteForm) -> HttpResponse:
    try:
        invitations.invite(club=club, by=request.user, **form.cleaned_data)
        messages.success(request, _("The invitation is ready: send its link, or let its code be photographed."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, reverse("members", args=[club.pk]))


@for_members("POST")
def member(request: MemberRequest, member_id: UUID) -> HttpResponse:
    """Another role, a new password, an open lock; or somebody leaves the club."""
    found = to_read(Membership.objects.select_related("club", "user"), request.user, member_id)
    club = to_manage(request.user, found.club_id)
    try:
        messages.success(request, _done(request, found))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, reverse("members", args=[club.pk]))


def _done(request: MemberRequest, found: Membership) -> str:
    name = {"name": found.user.get_full_name() or found.user.get_username()}
    match request.POST.get("do"):
        case "role":
            return _role(request, found) % name
        case "password":
            password = service.reset_password(member=found, by=request.user)
            said = _("New password of %(name)s, shown once: %(password)s")
            return said % {**name, "password": password}
        case "conduct":
            return _conduct(request, found) % name
        case "open":
            service.open_lock(member=found, by=request.user)
            return _("%(name)s may try to sign in again.") % name
        case "remove":
            service.remove_member(member=found, by=request.user)
            return _("%(name)s has left the club. What this person decided stays.") % name
    raise Refused(_("Touch what is to be done."), "nothing")


def _role(request: MemberRequest, found: Membership) -> str:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Choose one of the roles."), "no_role")
    service.set_role(member=found, role=form.cleaned_data["role"], by=request.user)
    return _("%(name)s has another role from now on.")


def _conduct(request: MemberRequest, found: Membership) -> str:
    has = request.POST.get("has") == "yes"
    service.set_conduct(member=found, has=has, by=request.user)
    return _("%(name)s may read notes on conduct.") if has else _("%(name)s reads no notes on conduct.")


@for_members("GET", "POST")
def password(request: MemberRequest) -> HttpResponse:
    """One's own password; the other devices are signed out."""
    form = PasswordChangeForm(request.user, posted(request))
    if form.is_valid():
        form.save()
        update_session_auth_hash(request, request.user)
        service.sign_out_everywhere(request.user, but=request.session.session_key)
        messages.success(request, _("Your password is changed; your other devices are signed out."))
        return go(request, reverse("home"))
    context = {"form": form, "pin_form": PinForm()}
    return render(request, "members/password.html", context, status=422 if form.is_bound else 200)

"""The members of a club, for its managers; the user's own password."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from arbitrage.forms.club.members import ROLES, InviteForm, MemberForm, RoleForm
from arbitrage.forms.devices.shared_tablet import PinForm
from arbitrage.models import Club, Membership
from arbitrage.pages.club.invitations import shown as invitations_shown
from arbitrage.services.errors import Refused
from arbitrage.services.people import devices, invitations, password_links
from arbitrage.services.people import members as service
from arbitrage.views import MemberRequest, for_members, go, posted, private, to_manage, to_read


@for_members("GET", "POST")
def members(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """List the members of the club; add or invite a new one."""
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
    return render(request, "club/members.html", shown, status=200 if sent is None else 422)


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
    """Change a member: the role, a new password, the right to notes on conduct, a blocked sign-in, the end of the
    membership."""
    membership = to_read(Membership.objects.select_related("club", "user"), request.user, member_id)
    club = to_manage(request.user, membership.club_id)
    try:
        messages.success(request, _done(request, membership))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, reverse("members", args=[club.pk]))


def _done(request: MemberRequest, membership: Membership) -> str:
    name = {"name": membership.user.get_full_name() or membership.user.get_username()}
    match request.POST.get("do"):
        case "role":
            return _role(request, membership) % name
        case "password":
            password = service.reset_password(member=membership, by=request.user)
            sentence = _("New password of %(name)s, shown once: %(password)s")
            return sentence % {**name, "password": password}
        case "conduct":
            return _conduct(request, membership) % name
        case "open":
            service.open_lock(member=membership, by=request.user)
            return _("%(name)s may try to sign in again.") % name
        case "remove":
            service.remove_member(member=membership, by=request.user)
            return _("%(name)s has left the club. What this person decided stays.") % name
    raise Refused(_("Touch what is to be done."), "nothing")


def _role(request: MemberRequest, membership: Membership) -> str:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Choose one of the roles."), "no_role")
    service.set_role(member=membership, role=form.cleaned_data["role"], by=request.user)
    return _("%(name)s has another role from now on.")


def _conduct(request: MemberRequest, membership: Membership) -> str:
    has = request.POST.get("has") == "yes"
    service.set_conduct(member=membership, has=has, by=request.user)
    return _("%(name)s may read notes on conduct.") if has else _("%(name)s reads no notes on conduct.")


@for_members("GET", "POST")
def password(request: MemberRequest) -> HttpResponse:
    """Change the user's own password; his other devices are signed out."""
    form = PasswordChangeForm(request.user, posted(request))
    if form.is_valid():
        form.save()
        update_session_auth_hash(request, request.user)
        devices.end_all(of=request.user)
        service.sign_out_everywhere(request.user, but=request.session.session_key)
        messages.success(request, _("Your password is changed; your other devices are signed out."))
        return go(request, reverse("home"))
    context = {"form": form, "pin_form": PinForm()}
    return render(request, "club/password.html", context, status=422 if form.is_bound else 200)


@sensitive_post_parameters("new_password1", "new_password2")
@private
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Let the owner of a link choose a new password, then sign in with it."""
    user = password_links.owner(uidb64, token)
    if user is None:
        return render(request, "club/password_link_over.html", status=404)
    form = SetPasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        password_links.choose(user=user, password=form.cleaned_data["new_password1"])
        messages.success(request, _("Your password is changed. Sign in with it."))
        return redirect("login")
    return render(request, "club/new_password.html", {"form": form}, status=422 if form.is_bound else 200)

"""An invitation to a club: its link lets anybody accept it, a manager withdraws it."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from arbitrage.forms.club.members import ROLES, NewAccountForm
from arbitrage.models import Invitation, Membership
from arbitrage.models.club import Role
from arbitrage.server.readers_club import CHOSEN
from arbitrage.services.errors import Refused
from arbitrage.services.people import invitations as service
from arbitrage.views import MemberRequest, for_members, go, private, to_manage, to_read

BY_LINK = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@private
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, key: UUID, token: str) -> HttpResponse:
    """Accept an invitation: a signed-in user joins with a tap; anybody else creates an account, or signs in first."""
    invitation = service.by_link(key, token)
    if invitation is None:
        return render(request, "club/invitation_over.html", status=404)
    form = NewAccountForm(request.POST if request.method == "POST" and not request.user.is_authenticated else None)
    try:
        if request.method == "POST" and (user := _joined(request, invitation, form)) is not None:
            return _welcome(request, invitation, user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("home")
    context = {"invitation": invitation, "role": dict(ROLES)[Role(invitation.role)], "form": form}
    context["already"] = _belongs(request, invitation)
    return render(request, "club/invitation.html", context, status=422 if form.errors else 200)


def _belongs(request: HttpRequest, invitation: Invitation) -> bool:
    user = request.user
    return user.is_authenticated and Membership.objects.filter(club=invitation.club_id, user=user).exists()


def _joined(request: HttpRequest, invitation: Invitation, form: NewAccountForm) -> User | None:
    """Add the user to the club; None while the new account is not filled in."""
    if isinstance(request.user, User):
        return service.accept(invitation=invitation, user=request.user).user
    if not form.is_valid():
        return None
    user = service.accept_as_new(invitation=invitation, **form.cleaned_data)
    login(request, user, backend=BY_LINK)
    return user


def _welcome(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    request.session[CHOSEN] = str(invitation.club_id)
    messages.success(request, _("You belong to %(club)s now.") % {"club": invitation.club.name})
    return redirect("home")


@for_members("POST")
def withdraw(request: MemberRequest, invitation_id: UUID) -> HttpResponse:
    """Withdraw the invitation, as a manager of the club or as administrator."""
    if request.here.may_administer:
        invitation = Invitation.objects.filter(pk=invitation_id).first()
        if invitation is None:
            raise Http404
    else:
        invitation = to_read(Invitation.objects.all(), request.user, invitation_id)
        to_manage(request.user, invitation.club_id)
    try:
        service.withdraw(invitation=invitation, by=request.user)
        messages.success(request, _("The invitation is withdrawn."))
    except Refused as refused:
        messages.error(request, str(refused))
    managed = request.here.club is not None and request.here.may_manage and request.here.club == invitation.club
    return go(request, reverse("members", args=[invitation.club_id]) if managed else "site_clubs")

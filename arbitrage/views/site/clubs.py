"""The clubs of the installation, for its administrators: create, close and reopen them. Administrators cannot read the
decisions of clubs."""

from uuid import UUID

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.club.members import ClubForm, PasswordLinkForm
from arbitrage.models import Club
from arbitrage.models.club import Role
from arbitrage.pages.club.invitations import shown
from arbitrage.pages.wording.qr_code import qr
from arbitrage.services.errors import Refused
from arbitrage.services.people import invitations, members, password_links
from arbitrage.views import MemberRequest, for_members, go, posted


@for_members("GET", "POST")
def clubs(request: MemberRequest) -> HttpResponse:
    """List the clubs of the installation; create one, with an invitation link for its first manager."""
    form = ClubForm(posted(request))
    if form.is_valid():
        made = members.found_club(**form.cleaned_data, by=request.user)
        messages.success(request, _("The club is there. Give its first manager the link of the invitation."))
        return _invited(request, made)
    clubs = Club.objects.annotate(people=Count("memberships")).order_by("name", "pk")
    waiting = [
        link
        for club in clubs
        for link in shown(request.build_absolute_uri, invitations.waiting(club).filter(role=Role.MANAGER))
    ]
    context = {"clubs": clubs, "form": form, "waiting": waiting, "link_form": PasswordLinkForm()}
    return render(request, "site/clubs.html", context, status=422 if form.errors else 200)


@for_members("POST")
def club(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Close a club or reopen it, or invite its manager."""
    club = get_object_or_404(Club, pk=club_id)
    match request.POST.get("do"):
        case "invite":
            return _invited(request, club)
        case "disable":
            members.disable_club(club=club, by=request.user)
            messages.success(request, _("%(name)s is closed: nobody comes in, nothing is lost.") % {"name": club.name})
        case "enable":
            _enabled(request, club)
        case _other:
            messages.error(request, _("Touch one of the buttons of the page."))
    return go(request, "site_clubs")


@for_members("POST")
def person(request: MemberRequest) -> HttpResponse:
    """Make a link by which somebody chooses a new password, shown once."""
    form = PasswordLinkForm(posted(request))
    if not form.is_valid():
        messages.error(request, _("Type the user name by which the person signs in."))
        return go(request, "site_clubs")
    try:
        user, parts = password_links.make(**form.cleaned_data, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return go(request, "site_clubs")
    address = request.build_absolute_uri(reverse("new_password", args=parts))
    return render(request, "site/person.html", {"person": user, "link": {"address": address, "qr": qr(address)}})


def _enabled(request: MemberRequest, club: Club) -> None:
    try:
        members.enable_club(club=club, by=request.user)
        messages.success(request, _("%(name)s is open again.") % {"name": club.name})
    except Refused as refused:
        messages.error(request, str(refused))


def _invited(request: MemberRequest, club: Club) -> HttpResponse:
    try:
        invitations.invite(club=club, role=Role.MANAGER, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, "site_clubs")

"""The choice of the current club; *Le règlement du club*: the values that the Laws leave to it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.club.regulations import RegulationsForm
from arbitrage.models import Club
from arbitrage.pages.wording.regulations import held
from arbitrage.server.readers_club import CHOSEN
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments.regulations import set_regulations
from arbitrage.views import MemberRequest, for_members, go, posted, to_change


@for_members("GET", "POST")
def enter(request: MemberRequest) -> HttpResponse:
    """Choose the user's current club; all lists show the rows of this club."""
    if request.method == "POST":
        clubs = {str(membership.club_id) for membership in request.here.memberships}
        if (chosen := request.POST.get("club", "")) in clubs:
            request.session[CHOSEN] = chosen
            return go(request, "home")
        messages.error(request, _("Touch one of the clubs of the page."))
    return render(request, "club/enter.html")


@for_members("GET", "POST")
def regulations(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Show a director the club's settings that the laws read; posting stores them."""
    club = to_change(Club.objects.all(), request.user, club_id)
    form = RegulationsForm(posted(request), club=club)
    if request.method == "POST" and form.is_valid():
        try:
            values = form.cleaned_data
            set_regulations(
                club=club, by=request.user, authority=values["authority"], own=form.own(), since=values["since"]
            )
        except Refused as refused:
            form.add_error(refused.code if refused.code in form.fields else None, str(refused))
        else:
            messages.success(
                request, _("The regulations of the club are stored. They hold for the tournaments from that day on.")
            )
            return go(request, reverse("regulations", args=[club.pk]), whole=True)
    status = 422 if form.errors else 200
    context = {"club": club, "form": form, "held": held(club)}
    return render(request, "club/regulations.html", context, status=status)

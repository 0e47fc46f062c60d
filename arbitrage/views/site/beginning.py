"""Pages for beginners: the guided tour of the demonstration, and a sheet for a new volunteer."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from arbitrage.models.club import DEMONSTRATION
from arbitrage.pages.site.tour import tour_page
from arbitrage.views import MemberRequest, for_members


@for_members("GET")
def tour(request: MemberRequest) -> HttpResponse:
    """Show the guided tour of the demonstration; only its club has one."""
    club = request.here.club
    if club is None or club.slug != DEMONSTRATION:
        raise Http404
    return render(request, "site/tour.html", tour_page(club, may_rule=request.here.may_rule))


@for_members("GET")
def sheet(request: MemberRequest) -> HttpResponse:
    """Show the sheet for a volunteer, to print and lay beside the computer."""
    return render(request, "site/sheet.html", {"address": request.build_absolute_uri("/")})

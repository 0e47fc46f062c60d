"""Pages for who begins: the guided way through the demonstration, and the one sheet for a volunteer."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from arbitrage.models.club import DEMONSTRATION
from arbitrage.pages.site.tour import tour_page
from arbitrage.views import MemberRequest, for_members


@for_members("GET")
def tour(request: MemberRequest) -> HttpResponse:
    """Lead through the three moments of the demonstration; another club has none."""
    club = request.here.club
    if club is None or club.slug != DEMONSTRATION:
        raise Http404
    return render(request, "site/tour.html", tour_page(club, may_rule=request.here.may_rule))


@for_members("GET")
def sheet(request: MemberRequest) -> HttpResponse:
    """Show the sheet for a volunteer, to be printed and laid beside the computer."""
    return render(request, "site/sheet.html", {"address": request.build_absolute_uri("/")})

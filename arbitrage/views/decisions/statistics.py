"""Figures of a club's decisions, and an evening call by call."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render

from arbitrage.database.standby import may_read_standby
from arbitrage.forms.decisions.filters import PeriodForm
from arbitrage.models import Tournament
from arbitrage.pages.decisions.statistics import evening_page, statistics_page
from arbitrage.views import MemberRequest, for_members, to_read


@for_members("GET")
@may_read_standby
def figures(request: MemberRequest) -> HttpResponse:
    """Show the calls per thousand boards, by kind, law, tournament and month; the time to a ruling, and the share of
    changed rulings."""
    form = PeriodForm(request.here.club, request.GET)
    context = statistics_page(form.tournaments()) | {"form": form, "selects": form.selects, "chosen": form.said()}
    return render(request, "decisions/statistics.html", context)


@for_members("GET")
@may_read_standby
def evening(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the calls of an evening on a timeline, by round."""
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    return render(request, "decisions/evening_calls.html", evening_page(tournament, request.user))

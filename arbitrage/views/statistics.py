"""What the club learns: the figures of its decisions, and an evening call by call."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render

from arbitrage.forms.decisions import PeriodForm
from arbitrage.models import Tournament
from arbitrage.pages.statistics import evening_page, statistics_page
from arbitrage.standby import may_read_standby
from arbitrage.views import MemberRequest, for_members, to_read


@for_members("GET")
@may_read_standby
def figures(request: MemberRequest) -> HttpResponse:
    """Calls for a thousand boards, by kind, law, tournament and month; how soon ruled, how often changed."""
    form = PeriodForm(request.here.club, request.GET)
    context = statistics_page(form.tournaments()) | {"form": form, "selects": form.selects, "chosen": form.said()}
    return render(request, "statistics/figures.html", context)


@for_members("GET")
@may_read_standby
def evening(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """The calls of an evening on a line of time, by round."""
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    return render(request, "statistics/evening.html", evening_page(tournament))

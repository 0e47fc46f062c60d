"""Les décisions: what was ruled in the club, filtered, searched, a page at a time; and the whole list to print."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render

from arbitrage.forms.decisions import FilterForm
from arbitrage.models import with_review
from arbitrage.pages.decisions import list_page
from arbitrage.services import clock
from arbitrage.services.playing import closed_everywhere
from arbitrage.standby import may_read_standby
from arbitrage.views import MemberRequest, for_members

A_PAGE = 20
ON_PAPER = 400


@for_members("GET")
@may_read_standby
def decision_list(request: MemberRequest) -> HttpResponse:
    """The incidents of the club that were asked for, with what was ruled, newest first."""
    return render(request, "decision/list.html", _listed(request, A_PAGE))


@for_members("GET")
@may_read_standby
def decision_print(request: MemberRequest) -> HttpResponse:
    """The same list on paper: as many as an evening or a season has, without what is touched."""
    return render(request, "decision/print.html", _listed(request, ON_PAPER))


def _listed(request: MemberRequest, a_page: int) -> dict[str, Any]:
    form = FilterForm(request.here.club, request.GET)
    incidents = with_review(form.found()).exclude(board__in=closed_everywhere(request.user))
    incidents = incidents.annotate(sections=Count("tournament__sections", distinct=True)).with_record()
    page = Paginator(incidents.order_by("-called_at", "-pk"), a_page).get_page(request.GET.get("page"))
    return list_page(page, form, clock.now())

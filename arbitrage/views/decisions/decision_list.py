"""*Les décisions*: the rulings of the club, filtered, searched, a page at a time; and the whole list to print."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from arbitrage.database.standby import may_read_standby
from arbitrage.forms.decisions.filters import FilterForm
from arbitrage.pages.decisions.decision_lines import ON_PAPER, ON_SCREEN, list_page
from arbitrage.pages.decisions.kept_lines import OF_A_CALL
from arbitrage.services.tournaments.playing_director import closed_everywhere
from arbitrage.views import MemberRequest, for_members

A_PAGE = 20
A_SHEET = 400


@for_members("GET")
@may_read_standby
def decision_list(request: MemberRequest) -> HttpResponse:
    """List the incidents of the club that match the filter, with their rulings, newest first."""
    return render(request, "decisions/list.html", _listed(request, A_PAGE, ON_SCREEN))


@for_members("GET")
@may_read_standby
def decision_print(request: MemberRequest) -> HttpResponse:
    """Show the filtered list for printing: without buttons, and with more incidents a page."""
    return render(request, "decisions/print.html", _listed(request, A_SHEET, ON_PAPER))


def _listed(request: MemberRequest, a_page: int, template: str) -> dict[str, Any]:
    """Fetch the identifiers of a page first, and then only its incidents with everything that they show."""
    form = FilterForm(request.here.club, request.GET)
    decisions = form.found().exclude(board__in=closed_everywhere(request.user)).order_by("-called_at", "-pk")
    page = Paginator(decisions.values_list(*OF_A_CALL), a_page).get_page(request.GET.get("page"))
    page.object_list = list(page.object_list)
    return list_page(page, form, template)

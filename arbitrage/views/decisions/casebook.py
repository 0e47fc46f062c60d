"""The casebook of the club: earlier rulings on the same law."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from arbitrage.database.standby import may_read_standby
from arbitrage.forms.decisions.filters import CaseForm
from arbitrage.models import Inquiry
from arbitrage.pages.decisions.casebook import OF_A_CASE, cases_of, similar_cases, similar_worked_cases, written_cases
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording.next_page import stands_at
from arbitrage.views import MemberRequest, for_members, to_read
from arbitrage.views.inquiry import with_place

A_PAGE = 10


@for_members("GET")
@may_read_standby
def casebook(request: MemberRequest) -> HttpResponse:
    """List the rulings of the club without any name, by situation, law and words."""
    form = CaseForm(request.here.club, request.GET)
    rulings = form.cases(cases_of(request.here.club, request.user))
    page = Paginator(rulings.values_list(*OF_A_CASE), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "cases": written_cases(page.object_list),
        "total": page.paginator.count,
        "form": form,
        "selects": form.selects,
        "chosen": form.said(),
        "query": form.query,
    }
    return render(request, "decisions/casebook.html", context)


@for_members("GET")
def similar(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show the cases most like the one that is being ruled."""
    inquiry = to_read(with_place(), request.user, inquiry_id)
    may_rule = Inquiry.objects.for_director(request.user).filter(pk=inquiry.pk).exists()
    back = stands_at(inquiry) if may_rule else reverse("review", args=[inquiry.incident_id])
    context = {**head(inquiry), "cases": similar_cases(inquiry, request.user), "back_url": back}
    context["worked"] = similar_worked_cases(inquiry)
    return render(request, "decisions/similar.html", context)

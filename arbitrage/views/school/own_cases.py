"""A case of the club turned into an exercise, without persons, date or place."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.school.situation import cases_to_make
from arbitrage.services import school as services
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, to_change


@for_members("GET", "POST")
def own_case(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Preview the exercise that would be made from a call; posting creates it."""
    incident = to_change(Incident.objects.select_related("club"), request.user, incident_id)
    inquiries = Inquiry.objects.with_answers().select_related("incident__club").filter(incident=incident)
    inquiries = inquiries.exclude(stage=Inquiry.Stage.DROPPED)
    error = ""
    if request.method == "POST":
        chosen = next((inquiry for inquiry in inquiries if str(inquiry.pk) == request.POST.get("inquiry", "")), None)
        try:
            return _made(request, chosen)
        except Refused as refused:
            error = str(refused)
    context = {"incident": incident, "cases": cases_to_make(inquiries), "error": error}
    return render(request, "school/own_case.html", context, status=422 if error else 200)


def _made(request: MemberRequest, chosen: Inquiry | None) -> HttpResponse:
    """Make the exercise and lead to it.

    :raises Refused: no inquiry with a ruling was chosen.
    """
    if chosen is None:
        raise Refused(_("This inquiry has not ruled yet: there is nothing to train on."), "not_asked")
    case = services.keep_own_case(inquiry=chosen, by=request.user)
    messages.success(request, _("Your club’s directors can now practise on it."))
    return go(request, reverse("situation", args=[case.pk]))

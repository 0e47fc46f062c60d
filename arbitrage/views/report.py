"""The report of an incident, as a page to print and as a PDF: the same words."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from arbitrage.models import Incident
from arbitrage.pages.pdf import report_pdf
from arbitrage.pages.report import report
from arbitrage.views import MemberRequest, for_members, to_read


@for_members("GET")
def page(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """The report as a page."""
    incident, words = _report(request, incident_id)
    return render(request, "report/report.html", {"incident": incident, "report": words})


@for_members("GET")
def pdf(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """The report as a tagged PDF."""
    incident, words = _report(request, incident_id)
    return HttpResponse(
        report_pdf(words),
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{incident.reference}.pdf"',
            "Cache-Control": "private, no-store",
        },
    )


def _report(request: MemberRequest, incident_id: UUID) -> tuple[Incident, dict[str, Any]]:
    incident = to_read(Incident.objects.with_record(), request.user, incident_id)
    address = request.build_absolute_uri(reverse("report", args=[incident.pk]))
    return incident, report(incident, address=address)

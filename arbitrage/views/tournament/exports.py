"""*Exporter*: the export of a tournament or a case to a file, and the import of a case."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.exchange.records import Unreadable
from arbitrage.exchange.writing import FORMATS
from arbitrage.forms.tournament.files import CaseFileForm
from arbitrage.models import Incident, Tournament
from arbitrage.pages.tournament.exports import ABOUT, commentary
from arbitrage.services.errors import Refused
from arbitrage.services.files import cases, exports
from arbitrage.services.files.exports import Exported
from arbitrage.views import MemberRequest, for_members, go, own_club, posted, to_read


@for_members("GET")
def tournament(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """List the export formats of a tournament, each with the data that it cannot express."""
    stored = to_read(Tournament.objects.select_related("club"), request.user, tournament_id)
    return _tournament(request, stored)


def _tournament(request: MemberRequest, tournament: Tournament, *, error: str = "") -> HttpResponse:
    formats = [
        {"choice": choice, "name": ABOUT[choice.format][0], "about": ABOUT[choice.format][1]}
        for choice in exports.choices(tournament)
    ]
    context = {"tournament": tournament, "formats": formats, "error": error, "record": exports.record_of(tournament.pk)}
    return render(request, "tournament/export.html", context, status=409 if error else 200)


@for_members("GET")
def tournament_file(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Export a tournament in one format, with or without the players' names."""
    stored = to_read(Tournament.objects.select_related("club"), request.user, tournament_id)
    format = request.GET.get("format", "json")
    if format not in FORMATS:
        raise Http404
    try:
        return _download(exports.export_tournament(stored, format, names=_with_names(request)))
    except Refused as refused:
        return _tournament(request, stored, error=str(refused))


@for_members("GET")
def case_page(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Show the formats of a case."""
    return _case(request, to_read(Incident.objects.with_place(), request.user, incident_id))


def _case(request: MemberRequest, incident: Incident, *, error: str = "") -> HttpResponse:
    unsaid = cases.export_case_pbn(incident).problems if incident.board else ()
    context = {"incident": incident, "unsaid": unsaid, "error": error, "record": exports.record_of(incident.pk)}
    return render(request, "tournament/export_case.html", context, status=409 if error else 200)


@for_members("GET")
def case_download(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Export a case as JSON or as a game of PBN, with or without names and free text."""
    incident = to_read(Incident.objects.with_record(), request.user, incident_id)
    names = _with_names(request)
    try:
        match request.GET.get("format", "json"):
            case "json":
                exported = cases.export_case(incident, names=names)
            case "pbn":
                told = commentary(incident, names=names)
                exported = cases.export_case_pbn(incident, names=names, commentary=told)
            case _:
                raise Http404
    except Refused as refused:
        return _case(request, incident, error=str(refused))
    return _download(exported)


def _with_names(request: MemberRequest) -> bool:
    return request.GET.get("names") != "no"


def _download(exported: Exported) -> HttpResponse:
    return HttpResponse(
        exported.data,
        content_type=exported.content_type,
        headers={
            "Content-Disposition": f'attachment; filename="{exported.filename}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "private, no-store",
        },
    )


@for_members("GET", "POST")
def case_import(request: MemberRequest) -> HttpResponse:
    """Import a case of another club into this one, all of it or nothing."""
    club = own_club(request)
    form = CaseFileForm(posted(request), request.FILES or None)
    error = ""
    if request.method == "POST" and form.is_valid():
        (sent,) = form.cleaned_data["file"]
        try:
            result = cases.import_case(club=club, by=request.user, data=sent.read(), filename=sent.name)
        except (Unreadable, Refused) as refused:
            error = str(refused)
        else:
            sentence = _("The case is %(reference)s here.") if result.created else _("The club has this case already.")
            messages.success(request, sentence % {"reference": result.incident.reference})
            return go(request, reverse("report", args=[result.incident.pk]), whole=True)
    status = 422 if request.method == "POST" else 200
    return render(request, "tournament/case_import.html", {"form": form, "error": error}, status=status)

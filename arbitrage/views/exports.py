"""Exporter: a tournament or a case as a file to keep or to hand on, and a case read back into the club."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.exchange.records import Unreadable
from arbitrage.exchange.writing import FORMATS, Format
from arbitrage.forms import ResultsFileForm
from arbitrage.models import Adjustment, Club, Incident, Inquiry, Tournament
from arbitrage.report import plain, ruling_paragraph
from arbitrage.services import cases, exports
from arbitrage.services.errors import Refused
from arbitrage.services.exports import Exported
from arbitrage.views import MemberRequest, for_members, go, posted, to_read
from arbitrage.words import award_words

ABOUT: dict[Format, tuple[Any, Any]] = {
    "json": (
        gettext_lazy("JSON of Arbitrage"),
        gettext_lazy("Everything, to keep it or to read it into another club: adjusted scores, deals, auctions, play."),
    ),
    "usebio": (
        gettext_lazy("USEBIO"),
        gettext_lazy("The XML that federations and result sites read: pairs, travellers with their points, hands."),
    ),
    "pbn": (gettext_lazy("PBN"), gettext_lazy("For bridge programs: deals, makeable contracts, travellers, ranking.")),
    "csv": (gettext_lazy("Table (CSV)"), gettext_lazy("For a spreadsheet: a row for each result.")),
}


class CaseFileForm(ResultsFileForm):
    """A case to read back, and the club that it is for when its director has several."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        file: Any = self.fields["file"]
        file.label = gettext_lazy("Case")
        file.help_text = gettext_lazy("The JSON file of a case, which another club exported from Arbitrage.")
        file.widget.attrs["accept"] = ".json"


@for_members("GET")
def tournament(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """The formats of a tournament, each with what it cannot say."""
    found = to_read(Tournament.objects.select_related("club"), request.user, tournament_id)
    return _tournament(request, found)


def _tournament(request: MemberRequest, found: Tournament, *, error: str = "") -> HttpResponse:
    formats = [
        {"choice": choice, "name": ABOUT[choice.format][0], "about": ABOUT[choice.format][1]}
        for choice in exports.choices(found)
    ]
    context = {"tournament": found, "formats": formats, "error": error}
    return render(request, "export/tournament.html", context, status=409 if error else 200)


@for_members("GET")
def tournament_file(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """A tournament in one format, with the players' names or without."""
    found = to_read(Tournament.objects.select_related("club"), request.user, tournament_id)
    format = request.GET.get("format", "json")
    if format not in FORMATS:
        raise Http404
    try:
        return _download(exports.export_tournament(found, format, names=_with_names(request)))
    except Refused as refused:
        return _tournament(request, found, error=str(refused))


@for_members("GET")
def case_page(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """What a case can be exported as."""
    return _case(request, to_read(Incident.objects.with_place(), request.user, incident_id))


def _case(request: MemberRequest, incident: Incident, *, error: str = "") -> HttpResponse:
    unsaid = cases.export_case_pbn(incident).problems if incident.board else ()
    context = {"incident": incident, "unsaid": unsaid, "error": error}
    return render(request, "export/case.html", context, status=409 if error else 200)


@for_members("GET")
def case_download(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """A case as JSON, or as a game of PBN; with names and free words, or without."""
    incident = to_read(Incident.objects.with_record(), request.user, incident_id)
    names = _with_names(request)
    try:
        match request.GET.get("format", "json"):
            case "json":
                exported = cases.export_case(incident, names=names)
            case "pbn":
                told = _commentary(incident, names=names)
                exported = cases.export_case_pbn(incident, names=names, commentary=told)
            case _:
                raise Http404
    except Refused as refused:
        return _case(request, incident, error=str(refused))
    return _download(exported)


def _commentary(incident: Incident, *, names: bool) -> list[str]:
    """The case in paragraphs: its number, what was ruled under which Law, the score; the free words only with names."""
    paragraphs = [_("Ruling %(reference)s") % {"reference": incident.reference}]
    for inquiry in incident.inquiries.all():
        ruling = inquiry.current_ruling
        if inquiry.stage == Inquiry.Stage.DROPPED or ruling is None:
            continue
        title = _(inquiry.entry.title)
        paragraphs.append(_("%(title)s: %(ruling)s") % {"title": title, "ruling": plain(ruling_paragraph(ruling))})
    for one in incident.adjustments.all():
        if one.state == Adjustment.State.CONFIRMED:
            paragraphs.append(_("Adjusted score: %(score)s") % {"score": award_words(one.given)})
    return paragraphs + ([*incident.evidence.split("\n\n"), *incident.words.split("\n\n")] if names else [])


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
    """A case of another club is read into this one: all of it, or nothing."""
    clubs = Club.objects.for_director(request.user)
    if not clubs:
        raise PermissionDenied
    form = CaseFileForm(clubs, posted(request), request.FILES or None)
    error = ""
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            result = cases.import_case(
                club=form.cleaned_data["club"], by=request.user, data=sent.read(), filename=sent.name
            )
        except (Unreadable, Refused) as refused:
            error = str(refused)
        else:
            said = _("The case is %(reference)s here.") if result.created else _("The club has this case already.")
            messages.success(request, said % {"reference": result.incident.reference})
            return go(request, reverse("report", args=[result.incident.pk]), whole=True)
    status = 422 if request.method == "POST" else 200
    return render(request, "export/case_import.html", {"form": form, "error": error}, status=status)

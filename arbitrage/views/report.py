"""Documents, each as a page to print and as a PDF with the same words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import UUIDField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.database.prepared import Prepared
from arbitrage.forms.decisions.filters import PeriodForm
from arbitrage.models import Appeal, Incident, Penalty, Tournament
from arbitrage.models.rows_of_calls import ADJUSTMENTS_OF, INQUIRIES_OF, PLAYERS_OF_RESULT
from arbitrage.pages.report import Version, report_document
from arbitrage.pages.report.appeal_file import appeal_document
from arbitrage.pages.report.batch import evening_documents
from arbitrage.pages.report.claim_sheet import claim_document, claims_of
from arbitrage.pages.report.conduct_forms import hand_document, memo_document
from arbitrage.pages.report.evidence import may_print_makeable, was_shown
from arbitrage.pages.report.pdf import documents_pdf
from arbitrage.pages.report.penalty import penalty_document
from arbitrage.pages.report.season import season_document
from arbitrage.pages.report.session import evening_document
from arbitrage.pages.report.typesetter import TooMuch
from arbitrage.services.incidents.evidence import shown_of
from arbitrage.services.people.conduct import member_with_right
from arbitrage.services.tournaments.playing_director import closed_everywhere
from arbitrage.views import MemberRequest, Row, for_members, to_read


def printed(
    request: HttpRequest,
    documents: Sequence[dict[str, Any]],
    *,
    pdf: bool,
    name: str,
    back: str,
    others: Sequence[tuple[str, str]] = (),
    title: str = "",
) -> HttpResponse:
    """Serve documents as a page, or as a PDF called *name*. The page has links *back*, to its PDF and to *others*."""
    title = title or documents[0]["title"]
    if pdf:
        return _as_pdf(request, documents, name, title)
    query = request.META.get("QUERY_STRING", "")
    here = request.path.rstrip("/") + ".pdf" + (f"?{query}" if query else "")
    head = {"name": documents[0]["reference"] or title, "back": back, "pdf": here, "others": others}
    return render(request, "report/page.html", {"documents": documents, "title": title, "head": head})


def _as_pdf(request: HttpRequest, documents: Sequence[dict[str, Any]], name: str, title: str) -> HttpResponse:
    """Serve the PDF, or a page with advice if it takes too long."""
    try:
        content = documents_pdf(documents, title=title)
    except TooMuch:
        page = {"title": title, "page": request.path.removesuffix(".pdf") + "/"}
        response = render(request, "report/too_long.html", page, status=503)
        response.headers["Retry-After"] = "30"
        return response
    kept = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type="application/pdf", headers=kept)


RECORDED = Row(
    lambda: Incident.objects.with_place().select_related("board__makeable").prefetch_related(None),
    PLAYERS_OF_RESULT
    | {
        "inquiries": INQUIRIES_OF,
        "adjustments": ADJUSTMENTS_OF,
        "appeals": Prepared(lambda of: Appeal.objects.filter(incident__in=of), of=[UUIDField()]),
    },
)
"""A finder of an incident with everything that a report prints."""


@for_members("GET")
def report(request: MemberRequest, incident_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Serve the report of an incident in one version: for the players concerned, for the notice board or for the
    casebook."""
    incident = to_read(RECORDED, request.user, incident_id)
    version, asked = _version(request), {name: name in request.GET for name in ASKED_FOR}
    address = _whole(request, "report", incident.pk)
    document = report_document(incident, address=address, version=version, **asked)
    name = incident.reference if version is Version.FULL else version.value
    back = reverse("incident", args=[incident.pk])
    others = list(_beside(incident, version, tablet=request.here.tablet is not None, asked=asked))
    return printed(request, [document], pdf=pdf, name=name, back=back, others=others)


ASKED_FOR = ("evidence", "makeable")
"""Optional parts of a report, by the parameters of the URL that request them."""


def _beside(
    incident: Incident, version: Version, *, tablet: bool, asked: Mapping[str, bool]
) -> Iterator[tuple[str, str]]:
    """List the URLs and titles of the other documents about an incident. A shared *tablet* gets none that export
    data."""
    address = reverse("report", args=[incident.pk])
    if version is Version.FULL:
        yield from _with_or_without(incident, address, asked)
    if version is not Version.FULL:
        yield address, _("With names")
    if version is not Version.NOTICE:
        yield f"{address}?version=notice", _("Without names, for the notice board")
    if version is not Version.CASEBOOK:
        yield f"{address}?version=casebook", _("For the casebook")
    if claims_of(incident):
        yield reverse("claim_sheet", args=[incident.pk]), _("Claim diagram")
    yield reverse("appeal_file", args=[incident.pk]), _("Appeal file")
    if not tablet:
        yield reverse("export_case", args=[incident.pk]), _("Export the case")


def _with_or_without(incident: Incident, address: str, asked: Mapping[str, bool]) -> Iterator[tuple[str, str]]:
    """List the links that add an optional part to the report, or remove it."""
    offered = {
        "evidence": was_shown(incident) and (_("With the evidence seen"), _("Without the evidence seen")),
        "makeable": may_print_makeable(incident.board)
        and (_("With the makeable tricks"), _("Without the makeable tricks")),
    }
    for name, titles in offered.items():
        if titles:
            wanted = [parameter for parameter in ASKED_FOR if asked[parameter] != (parameter == name)]
            query = "&".join(f"{parameter}=yes" for parameter in wanted)
            yield f"{address}?{query}" if query else address, titles[asked[name]]


def _version(request: HttpRequest) -> Version:
    try:
        return Version(request.GET.get("version", ""))
    except ValueError:
        return Version.FULL


@for_members("GET")
def claim(request: MemberRequest, incident_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Print the diagram of a claim."""
    incident = to_read(RECORDED, request.user, incident_id)
    if not claims_of(incident):
        raise Http404
    evidence = "evidence" in request.GET
    document = claim_document(incident, address=_whole(request, "claim_sheet", incident.pk), evidence=evidence)
    here, others = reverse("claim_sheet", args=[incident.pk]), []
    if any(shown_of(inquiry, "claim") for inquiry in claims_of(incident)):
        with_it = (f"{here}?evidence=yes", _("With the evidence seen"))
        others.append((here, _("Without the evidence seen")) if evidence else with_it)
    return _of(incident, document, request, pdf=pdf, name="claim", others=others)


@for_members("GET")
def appeal_file(request: MemberRequest, incident_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Print the file of an appeal, for the committee."""
    incident = to_read(RECORDED, request.user, incident_id)
    document = appeal_document(incident, address=_whole(request, "appeal_file", incident.pk))
    return _of(incident, document, request, pdf=pdf, name="appeal")


@for_members("GET")
def hand(request: MemberRequest, incident_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Print the form of a report of a hand (Law 40C), for those who may read notes on conduct."""
    incident = _with_right(request, incident_id)
    document = hand_document(incident, address=_whole(request, "hand_report", incident.pk))
    return _of(incident, document, request, pdf=pdf, name="hand", back="incident_conduct")


@for_members("GET")
def memo(request: MemberRequest, incident_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Print the form of a recorder's memo, for those who may read notes on conduct."""
    incident = _with_right(request, incident_id)
    document = memo_document(incident, address=_whole(request, "recorder_memo", incident.pk))
    return _of(incident, document, request, pdf=pdf, name="memo", back="incident_conduct")


def _of(
    incident: Incident,
    document: dict[str, Any],
    request: MemberRequest,
    *,
    pdf: bool,
    name: str,
    back: str = "report",
    others: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """Serve one document about an incident, with a link *back* to a page of the incident."""
    address = reverse(back, args=[incident.pk])
    return printed(request, [document], pdf=pdf, name=f"{incident.reference}-{name}", back=address, others=others)


def _with_right(request: MemberRequest, incident_id: UUID) -> Incident:
    """Return the incident, if the user has the right to notes on conduct in its club.

    :raises PermissionDenied: the user may not read the notes.
    """
    incident = to_read(RECORDED, request.user, incident_id)
    if member_with_right(incident.club, request.user) is None:
        raise PermissionDenied
    return incident


@for_members("GET")
def penalty_notice(request: MemberRequest, penalty_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Print the notice of a penalty."""
    penalty = to_read(Penalty.objects.with_people(), request.user, penalty_id)
    document = penalty_document(penalty, address=_whole(request, "penalty_notice", penalty.pk))
    back = reverse("ranking", args=[penalty.tournament_id])
    return printed(request, [document], pdf=pdf, name=f"{penalty.tournament.date}-penalty", back=back)


@for_members("GET")
def session(request: MemberRequest, tournament_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Print the report of a session, or the same without names for the notice board."""
    tournament = to_read(Tournament.objects.select_related("club"), request.user, tournament_id)
    here, names = reverse("session_report", args=[tournament.pk]), _version(request) is not Version.NOTICE
    address = request.build_absolute_uri(here)
    document = evening_document(tournament, request.user, address=address, names=names)
    without = (f"{here}?version=notice", _("Without names, for the notice board"))
    others = [
        without if names else (here, _("With names")),
        (reverse("evening_reports", args=[tournament.pk]), _("All the reports of the session")),
        (reverse("evening_calls", args=[tournament.pk]), _("The calls of the evening")),
    ]
    back = reverse("room", args=[tournament.pk])
    return printed(request, [document], pdf=pdf, name=f"{tournament.date}-session", back=back, others=others)


@for_members("GET")
def evening(request: MemberRequest, tournament_id: UUID, *, pdf: bool = False) -> HttpResponse:
    """Print all the documents of an evening in one: its report, each ruling, each penalty."""
    tournament = to_read(Tournament.objects.select_related("club"), request.user, tournament_id)
    documents = evening_documents(
        tournament,
        request.user,
        lambda name, pk: _whole(request, name, pk),
        names=_version(request) is not Version.NOTICE,
    )
    back = reverse("session_report", args=[tournament.pk])
    here = reverse("evening_reports", args=[tournament.pk])
    without = (f"{here}?version=notice", _("Without names, for the notice board"))
    others = [(here, _("With names")) if request.GET.get("version") else without]
    title = _("All the reports of the session")
    name = f"{tournament.date}-reports"
    return printed(request, documents, pdf=pdf, name=name, back=back, others=others, title=title)


@for_members("GET")
def season(request: MemberRequest, *, pdf: bool = False) -> HttpResponse:
    """Print the report of a season, or of any period that is chosen on the page of the figures."""
    form = PeriodForm(request.here.club, request.GET)
    document = season_document(form.tournaments(), closed_everywhere(request.user), chosen=form.said())
    others = [(f"{reverse('decision_print')}?{request.GET.urlencode()}", _("Print the list"))]
    return printed(request, [document], pdf=pdf, name="season", back=reverse("statistics"), others=others)


def _whole(request: HttpRequest, name: str, pk: UUID) -> str:
    """Return the absolute address of a page, for the QR code on paper."""
    return request.build_absolute_uri(reverse(name, args=[pk]))

"""A wrong score: from its tile to the corrected line (79C)."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.board import LineForm, Places
from arbitrage.models import Event, Incident, Result
from arbitrage.pages.board.corrections import touched_of
from arbitrage.pages.incident.wrong_score import corrected_page, which_line_page, wrong_line_page
from arbitrage.services import undoing
from arbitrage.services.errors import Refused
from arbitrage.services.results import wrong_score
from arbitrage.services.results.entering import Corrected
from arbitrage.services.results.lines import LINE_EVENTS
from arbitrage.views import MemberRequest, for_members, go, page, to_change


@for_members("GET")
def which_line(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Show the lines of the table in this round, to choose the wrong one."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    return render(request, page(request, "incident/which_line.html"), which_line_page(incident, request.GET.dict()))


@for_members("GET", "POST")
def line(request: MemberRequest, incident_id: UUID, result_id: UUID) -> HttpResponse:
    """Show the keypad with the values of the line; one tap corrects it, another undoes the correction."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    rows = Result.objects.with_pairs().select_related("board__tournament__club")
    result = to_change(rows.filter(board__tournament=incident.tournament_id), request.user, result_id)
    if request.method == "GET":
        return _line_page(request, incident, result)
    places = Places.of(incident.tournament, result)
    form = LineForm(touched_of(result, places) | request.POST.dict(), places)
    if not form.is_valid():
        return _line_page(request, incident, result, form.problem)
    try:
        done = _correct(request, incident, result, form)
    except Refused as refused:
        return _line_page(request, incident, rows.get(pk=result.pk), refused)
    if not done.changed:
        return _line_page(request, incident, result, _("The line says this already: there is nothing to correct."))
    event = undoing.last_of(incident.tournament, request.user)
    return go(request, reverse("line_corrected", args=[incident.pk, event.pk]) if event else incident, whole=True)


def _correct(request: MemberRequest, incident: Incident, result: Result, form: LineForm) -> Corrected:
    return wrong_score.correct_at_call(
        incident=incident,
        result=result,
        by=request.user,
        entry=form.entry(),
        seen=request.POST.get("seen", ""),
        agreed="agreed" in request.POST,
    )


def _line_page(request: MemberRequest, incident: Incident, result: Result, error: Refused | str = "") -> HttpResponse:
    sent = (request.POST if request.method == "POST" else request.GET).dict()
    context = wrong_line_page(incident, result, sent, error)
    return render(request, page(request, "incident/wrong_line.html"), context, status=422 if error else 200)


@for_members("GET")
def corrected(request: MemberRequest, incident_id: UUID, event_id: UUID) -> HttpResponse:
    """Show the line before and after its correction, with the effect on the other contestants; for ten seconds it can
    be undone."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    event = Event.objects.filter(pk=event_id, stream_id=incident.tournament_id, kind="result_corrected").first()
    if event is None:
        raise Http404
    since = Event.objects.filter(stream_id=incident.tournament_id, seq__gt=event.seq, kind__in=LINE_EVENTS)
    if any(later.data["result"] == event.data["result"] for later in since):
        messages.info(request, _("The line has changed again since: this is what it says now."))
        return go(request, reverse("result", args=[event.data["result"]]))
    return render(request, "incident/line_corrected.html", corrected_page(incident, event))

"""*La marque*: the score of an incident before and after, its confirmation, and a score composed by hand."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.board import ResultForm
from arbitrage.forms.incident import PlaceForm
from arbitrage.models import Adjustment, Incident
from arbitrage.models.rows_of_calls import PLAYERS_OF_RESULT
from arbitrage.pages.board.corrections import LATE
from arbitrage.pages.board.keypad import keypad
from arbitrage.pages.score import choosing
from arbitrage.pages.score.by_hand import Draft
from arbitrage.pages.score.missing import lines_meant, missing
from arbitrage.pages.score.proposal import picture
from arbitrage.pages.wording.people import players
from arbitrage.pages.wording.tables_and_boards import place, tables
from arbitrage.services import clock, incidents
from arbitrage.services.appeals.deciding import score_due
from arbitrage.services.errors import Refused
from arbitrage.services.results.entering import enter_result, note_unplayed
from arbitrage.services.results.field import field_of
from arbitrage.services.results.scores import (
    confirm_adjustment,
    mark_entered,
    propose_adjustment,
)
from arbitrage.services.tournaments import correction_state
from arbitrage.views import MemberRequest, Row, for_members, go, page, to_change, to_read

PLACED = Row(lambda: Incident.objects.with_place().prefetch_related(None), PLAYERS_OF_RESULT)


@for_members("GET", "POST")
def score(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Show the whole board before and after the score that follows from the decision or was chosen by hand; one button
    confirms it."""
    if request.method == "GET":
        incident = to_read(PLACED, request.user, incident_id)
        return _shown(request, incident, draft=Draft.read(request.GET) if _may_rule(request, incident) else None)
    rows = Incident.objects.with_place()
    incident = to_change(rows, request.user, incident_id)
    draft = Draft.read(request.POST)
    try:
        if "seen" in request.POST:
            _confirm(request, incident, draft)
        elif "entered" in request.POST:
            mark_entered(adjustment=_confirmed(incident), by=request.user)
        elif "unplayed" in request.POST:
            note_unplayed(incident=incident, by=request.user)
        elif "passed" in request.POST or ResultForm.base_fields.keys() & request.POST.keys():
            return _result_entered(request, incident)
        else:
            return _placed(request, incident)
    except Refused as refused:
        return _shown(request, rows.get(pk=incident.pk), draft=draft, error=refused, status=409)
    return go(request, reverse("score", args=[incident.pk]), whole=True)


@for_members("GET")
def choose(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Compose a score by hand, tap by tap: the draft is in the URL, and nothing is stored."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    result = incident.result
    if result is None:
        return go(request, reverse("score", args=[incident.pk]), whole=True)
    vul = result.board.vulnerability
    draft, wrong = (Draft.read(request.GET) or Draft("weighted")).touched(request.GET, vul)
    error = wrong or (draft.problem if "show" in request.GET else "")
    if "show" in request.GET and not error:
        return go(request, f"{reverse('score', args=[incident.pk])}?{draft.address()}", whole=True)
    context = {"incident": incident, "result": result, "place": place(incident), "error": error, "draft": draft}
    context["keypad"] = keypad({} if "add" in request.GET and not error else request.GET.dict(), vul, players(incident))
    imps = draft.kind == "artificial" and field_of(incident.tournament).method.unit in ("imps", "vp")
    told = choosing.picture(draft, incident, request.GET, imps=imps, wrong=bool(wrong))
    return render(request, page(request, "score/choose.html"), context | told)


def _confirm(request: MemberRequest, incident: Incident, draft: Draft | None) -> None:
    choice = draft.choice(incident, request.POST.get("reason", "")) if draft else None
    agreed, seen = "agreed" in request.POST, request.POST["seen"]
    confirm_adjustment(incident=incident, by=request.user, seen=seen, choice=choice, agreed=agreed)


def _confirmed(incident: Incident) -> Adjustment:
    confirmed = Adjustment.objects.confirmed().filter(result=incident.result).first() if incident.result_id else None
    if confirmed is None:
        raise Refused(_("There is no confirmed score to type in. Confirm it first."), "not_confirmed")
    return confirmed


def _shown(
    request: MemberRequest,
    incident: Incident,
    *,
    draft: Draft | None = None,
    error: Refused | str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the proposal, or the step that is missing first: the place, the result, the end of the inquiry. *error* is
    the reason why it was not confirmed."""
    due = score_due(incident)
    context: dict[str, Any] = {
        "incident": incident,
        "place": place(incident),
        "error": error,
        "late": isinstance(error, Refused) and error.code == LATE,
        "may_rule": _may_rule(request, incident) and incident.state != Incident.State.APPEALED,
        "draft": draft,
        "reason": request.POST.get("reason", due.why if due else ""),
        "correction": None if due else correction_state(incident.tournament, clock.now()),
        "due": due,
    }
    try:
        choice = draft.choice(incident) if draft else None
        proposal = propose_adjustment(incident, choice, just_read=True)
    except Refused as refused:
        touched = (request.POST if request.method == "POST" else request.GET).dict()
        context |= missing(incident, refused, touched)
        return render(request, page(request, "score/missing.html"), context, status=status)
    return render(request, page(request, "score/score.html"), context | picture(proposal, draft), status=status)


def _may_rule(request: MemberRequest, incident: Incident) -> bool:
    return request.here.may_rule_in(incident.club_id)


def _placed(request: MemberRequest, incident: Incident) -> HttpResponse:
    if "line" in request.POST:
        meant = {str(line.pk): line for line in lines_meant(incident)}
        line = meant.get(request.POST["line"])
        if line is None:
            raise Refused(_("This line is not of this board any more. Touch another one."), "elsewhere")
        incidents.place_incident(incident=incident, by=request.user, line=line)
        return go(request, reverse("score", args=[incident.pk]), whole=True)
    form = PlaceForm(incident.tournament, tables(incident.tournament), request.POST)
    if not form.is_valid() or not form.place:
        return _shown(request, incident, error=form.problem or _("Touch the table and the board first."), status=422)
    incidents.place_incident(incident=incident, by=request.user, **form.place)
    return go(request, reverse("score", args=[incident.pk]), whole=True)


def _result_entered(request: MemberRequest, incident: Incident) -> HttpResponse:
    if "passed" in request.POST:
        enter_result(incident=incident, by=request.user, contract=None, tricks=None)
        return go(request, reverse("score", args=[incident.pk]), whole=True)
    form = ResultForm(request.POST)
    if not form.is_valid():
        return _shown(request, incident, error=form.problem, status=422)
    enter_result(incident=incident, by=request.user, contract=form.contract, tricks=form.tricks, lead=form.lead)
    messages.success(request, _("The result is noted: the score follows."))
    return go(request, reverse("score", args=[incident.pk]), whole=True)

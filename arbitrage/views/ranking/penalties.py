"""A penalty (Laws 90, 91): its contestant, amount and reason, the preview of its effect on the ranking, its
confirmation."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.ranking import PenaltyForm
from arbitrage.models import Incident, Penalty, Tournament
from arbitrage.pages.board.corrections import LATE
from arbitrage.pages.ranking.penalty_pages import Asking, withdrawal_page
from arbitrage.services import clock, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.results import penalties
from arbitrage.views import MemberRequest, for_members, go, to_change

# The pages


@for_members("GET", "POST")
def penalty(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Compose a penalty, preview its effect, then give it. The draft is in the URL."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    sent = (request.POST if request.method == "POST" else request.GET).dict()
    asking = Asking(tournament, sent, _incident(request, tournament, sent.get("incident", "")))
    if "look" not in sent and request.method == "GET":
        return _form(request, asking)
    form = PenaltyForm(sent, asking.field)
    if not form.is_valid():
        return _form(request, asking, " ".join(form.wrong.values()), form.wrong)
    if request.method == "GET":
        return _effect(request, tournament, asking.effect_page(form.cleaned_data, request.path))
    try:
        messages.success(request, asking.given_words(_give(request, asking, form.cleaned_data)))
    except Refused as refused:
        if refused.code == LATE:
            return _effect(request, tournament, asking.effect_page(form.cleaned_data, request.path), str(refused))
        return _form(request, asking, str(refused))
    return go(request, reverse("ranking", args=[tournament.pk]), whole=True)


def _give(request: MemberRequest, asking: Asking, values: Mapping[str, Any]) -> Penalty:
    return penalties.give_penalty(
        tournament=asking.tournament,
        contestant=values["who"],
        law=values["law"],
        amount=values["amount"],
        unit=asking.touched.get("unit", ""),
        reason=values["reason"],
        by=request.user,
        incident=asking.incident,
        board=values["board"],
        agreed="agreed" in asking.touched,
        id=values["id"],
    )


@for_members("GET", "POST")
def withdraw(request: MemberRequest, penalty_id: UUID) -> HttpResponse:
    """Preview the ranking without a penalty, then withdraw it."""
    rows = Penalty.objects.select_related("tournament", "contestant__section", "board", "incident")
    penalty = to_change(rows, request.user, penalty_id)
    ranking = reverse("ranking", args=[penalty.tournament_id])
    if penalty.state == Penalty.State.WITHDRAWN:
        messages.info(request, _("This penalty was withdrawn already."))
        return go(request, ranking, whole=True)
    error = ""
    if request.method == "POST":
        try:
            penalties.withdraw_penalty(penalty=penalty, by=request.user, agreed="agreed" in request.POST)
            messages.success(request, _("The penalty is withdrawn: it counts no more."))
            return go(request, ranking, whole=True)
        except Refused as refused:
            error = str(refused)
    return _effect(request, penalty.tournament, withdrawal_page(penalty), error)


def _incident(request: MemberRequest, tournament: Tournament, key: str) -> Incident | None:
    """Return the incident of a penalty; None without one, or for one of another tournament."""
    try:
        of_tournament = Incident.objects.with_place().for_director(request.user).filter(tournament=tournament)
        return of_tournament.filter(pk=UUID(key)).first() if key else None
    except ValueError:
        return None


def _form(
    request: MemberRequest, asking: Asking, error: str = "", wrong: Mapping[str, str] | None = None
) -> HttpResponse:
    status = 422 if wrong else 409 if error else 200
    return render(request, "ranking/penalty.html", asking.form_page(error, wrong), status=status)


def _effect(request: MemberRequest, tournament: Tournament, context: dict[str, Any], error: str = "") -> HttpResponse:
    context |= {
        "tournament": tournament,
        "state": tournaments.correction_state(tournament, clock.now()),
        "agreed": "agreed" in request.POST,
        "error": error,
    }
    return render(request, "ranking/penalty_effect.html", context, status=409 if error else 200)

"""The right to appeal, the request for an appeal, and its page until it is decided or withdrawn."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.appeal import DecisionForm, RequestForm, SeatForm, WithdrawalForm, WordsForm
from arbitrage.models import Appeal, AppealSeat, Incident
from arbitrage.pages.appeal.appeals import appeal_page, right_page
from arbitrage.services import appeals
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, to_change, to_read

if TYPE_CHECKING:
    from django.contrib.auth.models import User

BY_LAW = ("92A", "92B", "92D")
"""Codes of the refusals by Law 92, which the director may record."""


@for_members("GET", "POST")
def right(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Show the right to appeal a decision: the sides that were told, the time left, and the form of the request."""
    rows, error, code, form = Incident.objects.with_record(), "", "", RequestForm()
    incident = to_read(rows, request.user, incident_id)
    if request.method == "POST":
        to_change(Incident.objects.all(), request.user, incident_id)
        form = RequestForm(request.POST)
        try:
            if "tell" in request.POST:
                appeals.tell_the_right(incident=incident, side=request.POST["tell"], by=request.user)
                return go(request, reverse("right_of_appeal", args=[incident.pk]))
            if form.is_valid():
                return go(request, _asked(request, incident, form))
        except Refused as refused:
            error, code = str(refused), refused.code
    may_rule = Incident.objects.for_director(request.user).filter(pk=incident.pk).exists()
    context = right_page(incident, may_rule=may_rule) | {"form": form, "error": error, "may_note": code in BY_LAW}
    return render(request, "appeal/right.html", context, status=422 if error or form.errors else 200)


def _asked(request: MemberRequest, incident: Incident, form: RequestForm) -> Appeal:
    made = appeals.request_appeal(
        incident=incident, by=request.user, note_refusal="note" in request.POST, **form.said()
    )
    messages.success(
        request,
        _("Noted: the appeal was asked for and is not heard.")
        if made.state == Appeal.State.REFUSED
        else _("The appeal is noted. The facts stay as they are until it is decided."),
    )
    return made


@for_members("GET", "POST")
def appeal(request: MemberRequest, appeal_id: UUID) -> HttpResponse:
    """Show an appeal with all statements, the forms to add to it, the committee, the decision."""
    the_appeal = to_read(Appeal.objects.with_everything(), request.user, appeal_id)
    acts, error, sent = _acts(request.user, the_appeal), "", request.POST.get("do", "")
    made = {name: kind(request.POST if name == sent else None) for name, kind in FORMS.items()}
    if request.method == "POST":
        if sent not in acts:
            raise PermissionDenied
        try:
            if sent not in made or made[sent].is_valid():
                DO[sent](request, the_appeal, made.get(sent))
                return go(request, the_appeal)
        except Refused as refused:
            error = str(refused)
        the_appeal = Appeal.objects.with_everything().get(pk=the_appeal.pk)
    context = appeal_page(the_appeal, acts) | {"forms": made, "error": error}
    wrong = error or any(form.errors for form in made.values())
    return render(request, "appeal/appeal.html", context, status=422 if wrong else 200)


def _acts(user: "User", appeal: Appeal) -> set[str]:
    """List the acts that a user may do on an appeal. A reviewer records statements and seats the committee. The
    committee decides, or the director where he reconsiders his own ruling (93A)."""
    own = Appeal.objects.filter(pk=appeal.pk)
    if not own.for_reviewer(user).exists():
        return set()
    acts = {"say", "seat", "unseat", "body", "withdraw"}
    director = appeal.heard_by == Appeal.Body.DIRECTOR and own.for_director(user).exists()
    return acts | {"decide"} if director or own.for_committee(user).exists() else acts


def _say(request: MemberRequest, appeal: Appeal, form: Any) -> None:
    appeals.say(appeal=appeal, by=request.user, **form.cleaned_data)


def _seat(request: MemberRequest, appeal: Appeal, form: Any) -> None:
    user = form.user(appeal.incident.club)
    name = "" if user else form.cleaned_data["name"]
    appeals.seat(appeal=appeal, role=form.cleaned_data["role"], user=user, name=name, by=request.user)


def _unseat(request: MemberRequest, appeal: Appeal, form: Any) -> None:
    seats = {
        str(appeal_seat.pk): appeal_seat
        for appeal_seat in AppealSeat.objects.filter(appeal=appeal).select_related("appeal__incident")
    }
    if request.POST.get("seat") not in seats:
        raise Http404
    appeals.unseat(seat=seats[request.POST["seat"]], by=request.user)


def _body(request: MemberRequest, appeal: Appeal, form: Any) -> None:
    appeals.set_body(appeal=appeal, body=request.POST.get("heard_by", ""), by=request.user)


def _decide(request: MemberRequest, appeal: Appeal, form: Any) -> None:
    appeals.decide(appeal=appeal, by=request.user, **form.cleaned_data)
    messages.success(request, _("The decision of the appeal is noted."))


def _withdraw(request: MemberRequest, appeal: Appeal, form: Any) -> None:
    appeals.withdraw(appeal=appeal, by=request.user, **form.cleaned_data)
    messages.success(request, _("The appeal is withdrawn: the ruling stands."))


FORMS: Mapping[str, type[forms.Form]] = {
    "say": WordsForm,
    "seat": SeatForm,
    "decide": DecisionForm,
    "withdraw": WithdrawalForm,
}
"""Forms of the acts that have one."""

DO: Mapping[str, Callable[[MemberRequest, Appeal, Any], None]] = {
    "say": _say,
    "seat": _seat,
    "unseat": _unseat,
    "body": _body,
    "decide": _decide,
    "withdraw": _withdraw,
}

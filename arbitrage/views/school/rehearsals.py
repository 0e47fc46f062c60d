"""A rehearsal of an evening: its start, its room, its calls, its outcome."""

import secrets
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from arbitrage.forms.school import HIGHEST_SEED, RehearsalForm
from arbitrage.models import Rehearsal
from arbitrage.pages.school.rehearsal import call_page, rehearsals_page, room_page
from arbitrage.pages.school.rehearsal_after import after_page, after_paper
from arbitrage.services import rehearsals as services
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, page
from arbitrage.views.report import printed


@for_members("GET", "POST")
def rehearsals(request: MemberRequest) -> HttpResponse:
    """List the rehearsals; a tap starts one, or resumes the running one."""
    error = ""
    if request.method == "POST":
        form = RehearsalForm(request.POST)
        try:
            sent = form.cleaned_data if form.is_valid() else {"scenario": "", "seed": 0}
            return go(request, reverse("rehearsal", args=[services.begin(by=request.user, **sent).pk]))
        except Refused as refused:
            error = form.problem or str(refused)
    context = rehearsals_page(request.user, secrets.randbelow(HIGHEST_SEED + 1)) | {"error": error}
    return render(request, "school/rehearsals.html", context, status=422 if error else 200)


def _own(request: MemberRequest, rehearsal: UUID) -> Rehearsal:
    """Return a rehearsal of the reader after advancing it to the present time.

    :raises Http404: there is no such rehearsal, or another reader's.
    """
    stored = Rehearsal.objects.of(request.user).select_related("user").filter(pk=rehearsal).first()
    if stored is None:
        raise Http404
    return services.look(stored)


def _stands(row: Rehearsal) -> str:
    """Return the URL of the current page of a rehearsal: its room, or its outcome."""
    return reverse("rehearsal" if row.ended_at is None else "rehearsal_after", args=[row.pk])


@for_members("GET", "POST")
def rehearsal(request: MemberRequest, rehearsal: UUID) -> HttpResponse:
    """Show the room of a rehearsal; the learner stops the clock, ends the rehearsal, or marks a duty as done."""
    row = _own(request, rehearsal)
    if request.method == "POST":
        try:
            return go(request, _act(request, row))
        except Refused as refused:
            messages.error(request, str(refused))
            return go(request, _stands(row))
    if row.ended_at is not None:
        return go(request, _stands(row))
    context = room_page(row, request.user, done=request.GET.get("noted", ""))
    if request.GET.get("seen") == context["version"]:
        return HttpResponse(status=204)
    return render(request, page(request, "school/rehearsal.html"), context)


def _act(request: MemberRequest, row: Rehearsal) -> str:
    """Apply a form of the room; return the next URL: that of the room, in which the act can be undone, or that of the
    exercise that a duty begins.

    :raises Refused: the moment of a duty has not come.
    """
    if key := request.GET.get("done"):
        exercise = services.do(rehearsal=row, key=key)
        if exercise is not None:
            return reverse("exercise_decision", args=[exercise.pk])
        return f"{_stands(row)}?{urlencode({'noted': key})}"
    match request.POST.get("do"):
        case "pause":
            services.pause(rehearsal=row)
        case "resume":
            services.resume(rehearsal=row)
        case "end":
            services.end(rehearsal=row)
        case "undo":
            services.undo(rehearsal=row, key=request.GET.get("noted", ""))
    return _stands(row)


@for_members("GET", "POST")
def call(request: MemberRequest, rehearsal: UUID, call: str) -> HttpResponse:
    """Show a call that has come; the learner goes to the table, rules on it, or finds nothing to rule."""
    row = _own(request, rehearsal)
    if row.ended_at is not None:
        return go(request, _stands(row))
    standing = services.find(row, call)
    if standing is None:
        raise Http404
    if request.method == "POST":
        return _answered(request, row, standing)
    return render(request, "school/rehearsal_call.html", call_page(row, standing))


def _answered(request: MemberRequest, row: Rehearsal, standing: services.Standing) -> HttpResponse:
    try:
        match request.POST.get("do"):
            case "rule":
                exercise = services.rule(rehearsal=row, call=standing)
                return go(request, reverse("exercise_what", args=[exercise.pk]))
            case "nothing":
                services.find_nothing(rehearsal=row, call=standing)
                return go(request, reverse("rehearsal", args=[row.pk]))
            case "again":
                services.take_up_again(rehearsal=row, call=standing)
            case _:
                services.come(rehearsal=row, call=standing)
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, reverse("rehearsal_call", args=[row.pk, standing.call.key]))


@for_members("GET")
def after(request: MemberRequest, rehearsal: UUID) -> HttpResponse:
    """Show the outcome of a rehearsal; redirect to its room while it runs."""
    row = _own(request, rehearsal)
    if row.ended_at is None:
        return go(request, _stands(row))
    return render(request, "school/rehearsal_after.html", after_page(row))


@for_members("GET")
def paper(request: MemberRequest, rehearsal: UUID, *, pdf: bool = False) -> HttpResponse:
    """Serve the outcome of a rehearsal for printing."""
    row = _own(request, rehearsal)
    if row.ended_at is None:
        return go(request, _stands(row))
    club = request.here.club
    documents = after_paper(row, club.name if club else "Arbitrage")
    back = reverse("rehearsal_after", args=[row.pk])
    return printed(request, documents, pdf=pdf, name=f"rehearsal-{row.seed}", back=back)

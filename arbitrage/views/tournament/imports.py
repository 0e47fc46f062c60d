"""Import of a results file: its preview, the meaning of its columns, its changes, and only then the writing."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arbitrage import exchange
from arbitrage.exchange.records import Unreadable
from arbitrage.forms.tournament.files import ResultsFileForm
from arbitrage.models import Club
from arbitrage.pages.tournament import import_columns, imports
from arbitrage.services.files import importing
from arbitrage.views import MemberRequest, for_members, go, own_club, posted


@for_members("GET", "POST")
def tournament_import(request: MemberRequest) -> HttpResponse:
    """Preview a file; write it after the director has seen its content and its changes."""
    club = own_club(request)
    return _next_step(request) if "token" in request.POST else _first_step(request, club)


def _first_step(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the form for the file, or read the file that was sent."""
    form = ResultsFileForm(posted(request), request.FILES or None)
    evening = request.POST.get("evening") or request.GET.get("evening", "")
    if request.method != "POST" or not form.is_valid():
        shown = {"form": form, "evening": importing.evening_of(club, evening)}
        return _file_page(request, shown, ok=request.method != "POST")
    sent = [(file.read(), file.name) for file in form.cleaned_data["file"]]
    try:
        return _answer(request, importing.begin(club=club, sent=sent, evening=evening, by=request.user))
    except Unreadable as unreadable:
        return _refused(request, str(unreadable))


def _next_step(request: MemberRequest) -> HttpResponse:
    """Do the step of the touched button with the stored file."""
    clubs = Club.objects.for_director(request.user)  # the file was read for one of the user's clubs
    try:
        step = importing.go_on(request.POST["token"], _asked(request), clubs=clubs, by=request.user)
    except Unreadable as unreadable:
        return _refused(request, str(unreadable))
    if step is None:
        return _refused(
            request, _("This file was looked at more than an hour ago, and nothing was written. Choose it again.")
        )
    return _answer(request, step)


def _asked(request: MemberRequest) -> importing.Asked:
    sent = request.POST
    return importing.Asked(
        evening=sent.get("evening", ""),
        said=import_columns.meaning(sent.get("columns", "")),
        columns="map" in sent,
        meaning=import_columns.sent(sent) if "meaning" in sent and "map" not in sent else None,
        look=sent.get("look"),
        update=sent.get("update"),
        write="confirm" in sent,
        take=sent.getlist("take"),
        seen=sent.get("seen", ""),
        remove="remove" in sent,
    )


def _answer(request: MemberRequest, step: importing.Step) -> HttpResponse:
    """Render the page of a step, or redirect to the tournament once everything is stored."""
    if isinstance(step, importing.Done):
        messages.add_message(request, *imports.done(step))
        return go(request, step.tournaments[0] if imports.leads_to_one(step) else "tournament_list")
    template, context, ok = imports.page(step)
    return render(request, template, context, status=200 if ok else 422)


def _refused(request: MemberRequest, error: str) -> HttpResponse:
    return _file_page(request, {"form": ResultsFileForm(), "error": error}, ok=False)


def _file_page(request: MemberRequest, context: dict[str, Any], *, ok: bool = True) -> HttpResponse:
    if "error" in context and not ok:
        context = context | {"programs": exchange.programs()}
    return render(request, "tournament/import.html", context, status=200 if ok else 422)

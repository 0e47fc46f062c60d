"""A results file, looked at before anything is written: what it says, what its columns mean, what it changes."""

from dataclasses import replace
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
    """Look at a file first; write it once its director has seen what is in it and what it changes."""
    club = own_club(request)
    return _next_step(request) if "token" in request.POST else _first_step(request, club)


def _first_step(request: MemberRequest, club: Club) -> HttpResponse:
    """Ask for the file, and look at it."""
    form = ResultsFileForm(posted(request), request.FILES or None)
    evening = importing.evening_of(club, request.POST.get("evening") or request.GET.get("evening", ""))
    if request.method != "POST" or not form.is_valid():
        return _file_page(request, {"form": form, "evening": evening}, ok=request.method != "POST")
    sent = [(file.read(), file.name) for file in form.cleaned_data["file"]]
    try:
        return _answer(request, importing.begin(club=club, sent=sent, evening=evening))
    except Unreadable as unreadable:
        return _unread(request, unreadable, sent[0][1])


def _next_step(request: MemberRequest) -> HttpResponse:
    """Do what the button that was touched asks for, with a file that was put aside."""
    clubs = Club.objects.for_director(request.user)  # it was looked at for one of them
    upload = importing.resume(request.POST["token"], clubs=clubs, by=request.user)
    if upload is None:
        again = _("This file was looked at more than an hour ago, and nothing was written. Choose it again.")
        return _file_page(request, {"form": ResultsFileForm(), "error": again}, ok=False)
    upload = replace(
        upload,
        evening=importing.evening_of(upload.club, request.POST.get("evening", "")),
        columns=import_columns.meaning(request.POST.get("columns", "")),
    )
    try:
        return _answer(request, importing.go_on(upload, _asked(request), by=request.user))
    except Unreadable as unreadable:
        return _unread(request, unreadable, upload.filename)


def _asked(request: MemberRequest) -> importing.Asked:
    sent = request.POST
    return importing.Asked(
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
    """Render the page of a step, or redirect to the tournament once everything is there."""
    if isinstance(step, importing.Done):
        messages.add_message(request, *imports.done(step))
        return go(request, step.tournaments[0] if imports.leads_to_one(step) else "tournament_list")
    step = replace(step, upload=importing.put_aside(step.upload, by=request.user))
    template, context, ok = imports.page(step)
    return render(request, template, context, status=200 if ok else 422)


def _unread(request: MemberRequest, unreadable: Unreadable, filename: str) -> HttpResponse:
    unreadable.filename = unreadable.filename or filename
    return _file_page(request, {"form": ResultsFileForm(), "error": str(unreadable)}, ok=False)


def _file_page(request: MemberRequest, context: dict[str, Any], *, ok: bool = True) -> HttpResponse:
    if "error" in context and not ok:
        context = context | {"programs": exchange.programs()}
    return render(request, "tournament/import.html", context, status=200 if ok else 422)

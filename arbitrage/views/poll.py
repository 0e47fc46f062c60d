"""A poll of players on their own telephones: the director asks, closes and reads; whoever has the link answers once."""

import secrets
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from arbitrage.forms.poll import PollForm, answer_in
from arbitrage.models import Inquiry
from arbitrage.pages.poll import asked_page, first_values, over_page, poll_page
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import evidence as looking
from arbitrage.services.incidents import polls
from arbitrage.views import MemberRequest, for_members, go, private, to_change
from arbitrage.views.inquiry import with_place

COOKIE = "asked"
A_DAY = 24 * 60 * 60


@for_members("GET", "POST")
def poll(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show the poll of an inquiry, or ask what is to be asked; the hands of a board in play stay shut."""
    found = to_change(with_place(), request.user, inquiry_id)
    if found.stage == Inquiry.Stage.DROPPED:
        raise Http404
    act = request.POST.get("step", "") if request.method == "POST" else ""
    if request.method == "POST" and request.POST.get("hands") == "open":
        looking.open_hands(found.incident, request.user)
    if looking.hands_shut(found.incident.board, found.incident, request.user):
        return render(request, "poll/poll.html", poll_page(found, request) | {"hidden": True})
    now, problem = polls.poll_of(found), ""
    sent = request.POST if act in ("preview", "open") else None
    form = PollForm(found.incident.board, found.incident.tournament, sent, initial=first_values(found))
    try:
        if act == "open" and form.is_valid():
            polls.open_poll(inquiry=found, page=form.page, by=request.user)
            return go(request, reverse("poll", args=[found.pk]))
        if act == "preview" and form.is_valid():
            polls.check(form.page)
        if act == "oral" and now is not None:
            polls.answer(
                incident=found.incident,
                poll=now,
                said=answer_in(request.POST, oral=True),
                browser=request.POST.get("sender", ""),
                by=request.user,
            )
            return go(request, reverse("poll", args=[found.pk]))
        if act == "close":
            polls.close(inquiry=found, by=request.user)
            return go(request, reverse("poll", args=[found.pk]))
    except Refused as refused:
        problem = str(refused)
    context = poll_page(found, request, now, form, preview=act == "preview" and form.is_valid() and not problem) | {
        "problem": problem
    }
    context["sender"] = secrets.token_urlsafe(16)
    return render(request, "poll/poll.html", context, status=422 if problem or form.errors else 200)


@private
@require_http_methods(["GET", "HEAD", "POST"])
def asked(request: HttpRequest, key: UUID, token: str) -> HttpResponse:
    """Ask a player by the link; his browser answers once."""
    there = polls.found(key, token)
    if there is None:
        return render(request, "poll/over.html", over_page(""), status=404)
    incident, now = there
    browser = request.COOKIES.get(COOKIE, "")[:64] or request.POST.get("sender", "")[:64] or secrets.token_urlsafe(16)
    problem = ""
    if request.method == "POST":
        try:
            polls.answer(incident=incident, poll=now, said=answer_in(request.POST), browser=browser)
            response = render(request, "poll/over.html", over_page("thanks"))
        except Refused as refused:
            problem = str(refused)
    if request.method != "POST" or problem:
        if polls.has_answered(now, browser):
            response = render(request, "poll/over.html", over_page("thanks"))
        elif not polls.takes_answers(incident, now):
            response = render(request, "poll/over.html", over_page("closed"), status=410)
        else:
            context = asked_page(now.page) | {"problem": problem, "sender": browser}
            response = render(request, "poll/asked.html", context, status=422 if problem else 200)
    response.set_cookie(COOKIE, browser, max_age=A_DAY, httponly=True, samesite="Lax", secure=request.is_secure())
    return response

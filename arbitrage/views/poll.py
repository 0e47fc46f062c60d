"""A poll of players on their own telephones. The director opens, closes and reads it; a browser with the link answers
once."""

import secrets
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from arbitrage.forms.poll import PollForm, answer_in
from arbitrage.models import Incident, Inquiry
from arbitrage.pages.poll import asked_page, first_values, over_page, poll_page
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import evidence as looking
from arbitrage.services.incidents import polls
from arbitrage.services.incidents.polls import Poll
from arbitrage.views import MemberRequest, for_members, go, private, to_change
from arbitrage.views.inquiry import with_place

COOKIE = "asked"
A_DAY = 24 * 60 * 60


@for_members("GET", "POST")
def poll(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show the poll of an inquiry, or the form that prepares one; the hands of a board in play stay hidden."""
    inquiry = to_change(with_place(), request.user, inquiry_id)
    if inquiry.stage == Inquiry.Stage.DROPPED:
        raise Http404
    if request.POST.get("hands") == "open":
        looking.open_hands(inquiry.incident, request.user)
    if looking.hands_shut(inquiry.incident.board, inquiry.incident, request.user):
        return render(request, "poll/poll.html", poll_page(inquiry, request.build_absolute_uri) | {"hidden": True})
    step, problem = request.POST.get("step", ""), ""
    form = _form(request, inquiry, step)
    try:
        if _done(request, inquiry, step, form):
            return go(request, reverse("poll", args=[inquiry.pk]))
    except Refused as refused:
        problem = str(refused)
    preview = step == "preview" and form.is_valid() and not problem
    context = poll_page(inquiry, request.build_absolute_uri, polls.poll_of(inquiry), form, preview=preview)
    context |= {"problem": problem, "sender": secrets.token_urlsafe(16)}
    return render(request, "poll/poll.html", context, status=422 if problem or form.errors else 200)


def _form(request: MemberRequest, inquiry: Inquiry, step: str) -> PollForm:
    """Build the form of the poll from the submitted data, or else from the table's auction."""
    board, tournament = inquiry.incident.board, inquiry.incident.tournament
    if step in ("preview", "open"):
        return PollForm(board, tournament, request.POST)
    return PollForm(board, tournament, initial=first_values(inquiry))


def _done(request: MemberRequest, inquiry: Inquiry, step: str, form: PollForm) -> bool:
    """Do the act that the director has touched; tell whether to redirect to the page.

    :raises Refused: the service refuses it.
    """
    now = polls.poll_of(inquiry) if step == "oral" else None
    if step == "preview" and form.is_valid():
        polls.check(form.page)
    elif step == "open" and form.is_valid():
        polls.open_poll(inquiry=inquiry, page=form.page, by=request.user)
        return True
    elif step == "close":
        polls.close(inquiry=inquiry, by=request.user)
        return True
    elif now is not None:
        player_answer, sender = answer_in(request.POST, oral=True), request.POST.get("sender", "")
        polls.answer(incident=inquiry.incident, poll=now, said=player_answer, browser=sender, by=request.user)
        return True
    return False


@private
@require_http_methods(["GET", "HEAD", "POST"])
def asked(request: HttpRequest, key: UUID, token: str) -> HttpResponse:
    """Show the question to the player with the link, and store one answer for each browser."""
    there = polls.by_link(key, token)
    if there is None:
        return render(request, "poll/over.html", over_page(""), status=404)
    browser = request.COOKIES.get(COOKIE) or request.POST.get("sender") or secrets.token_urlsafe(16)
    response = _asked(request, *there, browser[:64])
    response.set_cookie(COOKIE, browser[:64], max_age=A_DAY, httponly=True, samesite="Lax", secure=request.is_secure())
    return response


def _asked(request: HttpRequest, incident: Incident, now: Poll, browser: str) -> HttpResponse:
    problem = ""
    if request.method == "POST":
        try:
            polls.answer(incident=incident, poll=now, said=answer_in(request.POST), browser=browser)
            return render(request, "poll/over.html", over_page("thanks"))
        except Refused as refused:
            problem = str(refused)
    if polls.has_answered(now, browser):
        return render(request, "poll/over.html", over_page("thanks"))
    if not polls.takes_answers(incident, now):
        return render(request, "poll/over.html", over_page("closed"), status=410)
    context = asked_page(now.page) | {"problem": problem, "sender": browser}
    return render(request, "poll/asked.html", context, status=422 if problem else 200)

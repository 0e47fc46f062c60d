"""Evidence for a judgement: the analysis of a claim, a line of play card by card, and for an assigned score the other
tables and the double-dummy tricks. None of it answers a question of the law."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from arbitrage.forms.evidence import ClaimForm, judged_in, line_in, position_touched
from arbitrage.models import Event, Inquiry
from arbitrage.pages.evidence.claims import evidence_page, known_now
from arbitrage.pages.evidence.cloth import Laid, unroll_page
from arbitrage.pages.evidence.equity import equity_page
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording import cards_left
from arbitrage.pages.wording.people import players
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import equity
from arbitrage.services.incidents import evidence as looking
from arbitrage.views import MemberRequest, for_members, go, page, to_change
from arbitrage.views.inquiry import with_place
from rulings.evidence.position import Impossible

OF_A_CLAIM = frozenset(looking.AFTER)


def _inquiry(request: MemberRequest, inquiry_id: UUID) -> Inquiry:
    """Find an inquiry into a claim that the user may change.

    :raises Http404: the inquiry is into another law, or is dropped.
    """
    inquiry = _any_inquiry(request, inquiry_id)
    if inquiry.law not in OF_A_CLAIM:
        raise Http404
    return inquiry


def _any_inquiry(request: MemberRequest, inquiry_id: UUID) -> Inquiry:
    """Find an inquiry that the user may change.

    :raises Http404: the inquiry is dropped.
    """
    inquiry = to_change(with_place(), request.user, inquiry_id)
    if inquiry.stage == Inquiry.Stage.DROPPED:
        raise Http404
    return inquiry


def _shut(request: MemberRequest, inquiry: Inquiry) -> bool:
    """Are the cards still closed, because a side is still to be heard or the board is still played?"""
    board = inquiry.incident.board
    return not looking.opens(inquiry, inquiry.state()) or looking.hands_shut(board, inquiry.incident, request.user)


@for_members("GET", "POST")
def evidence(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show the analysis of a claim, or for another law the other tables and the double-dummy tricks. Posting requests
    the analysis, or the hands of a board that is still played."""
    inquiry = _any_inquiry(request, inquiry_id)
    return _claim(request, inquiry) if inquiry.law in OF_A_CLAIM else _equity(request, inquiry)


def _claim(request: MemberRequest, inquiry: Inquiry) -> HttpResponse:
    """Show the analysis of a claim."""
    known = known_now(inquiry)
    form = ClaimForm(known, request.POST if request.method == "POST" else request.GET if request.GET else None)
    problem = ""
    if request.method == "POST" and request.POST.get("hands") == "open":
        looking.open_hands(inquiry.incident, request.user)
        form = ClaimForm(known)
    elif request.method == "POST" and not _shut(request, inquiry) and form.is_valid() and form.inputs:
        try:
            looking.show_claim(inquiry=inquiry, inputs=form.inputs, by=request.user)
            if not request.htmx:
                return go(request, reverse("evidence", args=[inquiry.pk]))
        except Refused as refused:
            problem = str(refused)
    sent = request.method == "POST" and form.is_bound
    context = evidence_page(inquiry, inquiry.state(), request.user, form, sent=sent)
    context["problem"] = problem or context["problem"]
    status = 422 if context["problem"] else 200
    return render(request, page(request, "evidence/claim.html"), context, status=status)


def _equity(request: MemberRequest, inquiry: Inquiry) -> HttpResponse:
    """Show the results of the other tables and the double-dummy tricks."""
    problem = ""
    if request.method == "POST" and request.POST.get("hands") == "open":
        looking.open_hands(inquiry.incident, request.user)
    elif request.method == "POST" and not _shut(request, inquiry):
        try:
            if request.POST.get("lay") and (inputs := equity.declarers_line(inquiry)):
                laid = looking.show_claim(inquiry=inquiry, inputs=inputs, by=request.user)
                return go(request, reverse("unroll", args=[inquiry.pk, laid.pk]), whole=True)
            equity.show(inquiry=inquiry, by=request.user)
            if not request.htmx:
                return go(request, reverse("evidence", args=[inquiry.pk]))
        except Refused as refused:
            problem = str(refused)
    context = equity_page(inquiry, inquiry.state(), request.user) | {"problem": problem}
    return render(request, page(request, "evidence/equity.html"), context, status=422 if problem else 200)


@for_members("GET", "POST")
def position(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show a pad for the cards left, for a law that does not ask for them; posting redirects to the analysis, with the
    cards in the URL."""
    inquiry = _inquiry(request, inquiry_id)
    if _shut(request, inquiry):
        return go(request, reverse("evidence", args=[inquiry.pk]))
    if request.method == "POST" and not request.POST.get("to") and (left := position_touched(request.POST)):
        return go(request, f"{reverse('evidence', args=[inquiry.pk])}?{urlencode({'left': left})}", whole=True)
    board = inquiry.incident.board
    pad = cards_left.pad(
        board.deal if board else "", "", request.POST if request.method == "POST" else None, players(inquiry.incident)
    )
    context = {**head(inquiry), "pad": pad, "back_url": reverse("evidence", args=[inquiry.pk])}
    return render(request, "evidence/position.html", context)


@for_members("POST")
def judged(request: MemberRequest, inquiry_id: UUID, shown_id: UUID) -> HttpResponse:
    """Store which kinds of careless play the director considers normal or irrational."""
    inquiry = _inquiry(request, inquiry_id)
    event = _shown(inquiry, shown_id)
    problem = ""
    try:
        looking.judge_kinds(of=event, inquiry=inquiry, judged=judged_in(request.POST), by=request.user)
    except Refused as refused:
        problem = str(refused)
    if not request.htmx and not problem:
        return go(request, reverse("evidence", args=[inquiry.pk]))
    context = evidence_page(inquiry, inquiry.state(), request.user, ClaimForm(known_now(inquiry))) | {
        "problem": problem
    }
    return render(request, page(request, "evidence/claim.html"), context, status=422 if problem else 200)


@for_members("GET", "POST")
def unroll(request: MemberRequest, inquiry_id: UUID, shown_id: UUID) -> HttpResponse:
    """Show a line of play card by card, one tap a card; posting stores it."""
    inquiry = _any_inquiry(request, inquiry_id)
    event = _shown(inquiry, shown_id)
    if _shut(request, inquiry):
        return go(request, reverse("evidence", args=[inquiry.pk]))
    cards = line_in(request.GET.get("line", ""))
    problem = ""
    try:
        if request.method == "POST":
            return _sent(request, inquiry, event)
        if request.GET.get("answer"):
            answered = Laid(looking.ClaimInputs.from_json(event.data["inputs"]), cards).answered()
            return go(request, f"{request.path}?line={'-'.join(map(str, answered))}")
        context = unroll_page(inquiry, inquiry.state(), event, cards)
    except (Impossible, Refused) as refused:
        problem = str(refused) if isinstance(refused, Refused) else _("This card could not be played.")
        context = unroll_page(inquiry, inquiry.state(), event, ())
    context["problem"] = problem
    return render(request, "evidence/unroll.html", context, status=422 if problem else 200)


def _sent(request: MemberRequest, inquiry: Inquiry, event: Event) -> HttpResponse:
    cards = line_in(request.POST.get("line", ""))
    if request.POST.get("act") == "search":
        inputs = looking.position_after(looking.ClaimInputs.from_json(event.data["inputs"]), cards)
        looking.show_claim(inquiry=inquiry, inputs=inputs, by=request.user)
        return go(request, reverse("evidence", args=[inquiry.pk]))
    keep = looking.check_line if request.POST.get("act") == "check" else looking.keep_line
    keep(of=event, inquiry=inquiry, cards=cards, by=request.user)
    return go(request, f"{request.path}?line={'-'.join(map(str, cards))}")


def _shown(inquiry: Inquiry, shown_id: UUID) -> Event:
    """Find the event of a position that was shown in this inquiry."""
    events: dict[Any, Event] = {event.pk: event for event in looking.shown_of(inquiry, "claim")}
    if shown_id not in events:
        raise Http404
    return events[shown_id]

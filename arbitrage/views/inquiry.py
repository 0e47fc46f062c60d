"""The inquiry into one law: a page for each question, the provisional ruling while it waits, the decision."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from arbitrage.forms import number_in
from arbitrage.forms.inquiry import AnswerForm, form_for
from arbitrage.models import Duty, Inquiry
from arbitrage.models.incident import InquiryQuerySet
from arbitrage.models.rows_of_calls import ANSWERS_OF
from arbitrage.models.tournament import PLAYERS_OF
from arbitrage.pages.inquiry.decision import decision_page, done_words
from arbitrage.pages.inquiry.question import asked_together, head, question_page
from arbitrage.pages.inquiry.several_questions import answers_sent, standing_together
from arbitrage.pages.wording.next_page import stands_at
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.trail import trail
from arbitrage.services import incidents, undoing
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import Outcome
from arbitrage.services.tournaments.finality import final
from arbitrage.views import (
    MemberRequest,
    Row,
    back_to,
    closed_page,
    for_members,
    go,
    page,
    posted,
    to_change,
    to_read,
)
from arbitrage.views.incident.undo import offer
from rulings.engine.inquiry import Asking, Ending, State
from rulings.engine.questions import UNKNOWN, Moment, Question

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def with_place() -> InquiryQuerySet:
    """Return the QuerySet of inquiries with their answers, table, board and players."""
    return (
        Inquiry.objects.with_answers()
        .select_related(
            "incident__section", "incident__board", "incident__result__ns", "incident__result__ew", "incident__club"
        )
        .prefetch_related("incident__result__ns__players", "incident__result__ew__players")
    )


PLAYERS = {f"incident__result__{side}__players": PLAYERS_OF for side in ("ns", "ew")}
ANSWERED = Row(
    lambda: Inquiry.objects.select_related("incident__tournament").with_consequences(), {"answers": ANSWERS_OF}
)
ASKED = Row(lambda: with_place().prefetch_related(None), {"answers": ANSWERS_OF} | PLAYERS)
ANSWERED_AND_ASKED = Row(
    lambda: with_place().with_consequences().prefetch_related(None), {"answers": ANSWERS_OF} | PLAYERS
)
"""Finders of an inquiry: for an answer alone, for the page of a question, and for an answer and the next question."""


@for_members("GET")
def inquiry(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Redirect to the current page of an inquiry."""
    inquiry = to_read(Inquiry.objects.with_answers(), request.user, inquiry_id)
    asks = inquiry.stage == Inquiry.Stage.ASKING
    if asks and not Inquiry.objects.for_director(request.user).filter(pk=inquiry.pk).exists():
        return go(request, reverse("review", args=[inquiry.incident_id]))  # a reader cannot answer questions
    return go(request, stands_at(inquiry))


# A question


@for_members("GET", "POST", closes=False)
def question(request: MemberRequest, inquiry_id: UUID, question_id: str) -> HttpResponse:
    """Ask one question of the inquiry; a tap answers it and leads to the next. An earlier answer may be changed."""
    inquiry = to_change(_rows(request), request.user, inquiry_id)
    if (closed := closed_page(request, inquiry.incident)) is not None:
        return closed
    first, asked = asked_together(inquiry, state := inquiry.state(), request.POST.get("first", ""), question_id)
    if asked is None or inquiry.stage == Inquiry.Stage.DROPPED:
        return _not_asked(request, inquiry)
    if isinstance(asked, Moment) or (request.method == "GET" and final(inquiry)):
        return _moment(request, inquiry, asked) if isinstance(asked, Moment) else _review(request, inquiry, asked)
    if request.POST.get("together"):
        return _together(request, inquiry, state, asked)
    form, shown = form_for(asked)(asked, posted(request)), first or asked
    if not form.is_valid():
        return _question_page(request, inquiry, state, shown, error=form.problem, status=_status(form))
    try:
        outcome = _record(inquiry, first, asked, form.cleaned_data, request.user)
    except Refused as refused:
        return _question_page(request, inquiry, state, shown, error=str(refused), status=422)
    if outcome.status == "conflict":
        return _conflict_page(request, inquiry, (first, asked), outcome)
    return _onwards(request, incidents.follow_signpost(outcome.inquiry, request.user))


def _rows(request: MemberRequest) -> Row[Inquiry]:
    """Return the query of the rows that a question needs, or its answer, with or without the question that follows."""
    if request.method != "POST":
        return ASKED
    return ANSWERED_AND_ASKED if request.htmx else ANSWERED


def _status(form: AnswerForm) -> int:
    """Return the HTTP status of a question's page: 422 where an invalid answer was sent."""
    return 422 if form.is_bound and not form.turned else 200


def _review(request: MemberRequest, inquiry: Inquiry, asked: Question[Any]) -> HttpResponse:
    """Redirect from a question of a final decision to the page that tries other answers, because a tap no longer
    changes the answer."""
    return go(request, f"{reverse('what_if', args=[inquiry.pk])}?change={asked.id}", whole=True)


def _together(request: MemberRequest, inquiry: Inquiry, state: State, asked: Question[Any]) -> HttpResponse:
    """Store the answers of a page with several questions."""
    page_of = standing_together(inquiry, asked) or [asked]
    answers = answers_sent(page_of, request.POST)
    if answers is None:
        problem = _("Touch what is true, or “None of these”.")
        if request.POST.get("touched"):
            problem = _("No answer was touched: touch the one that was given.")
        return _question_page(request, inquiry, state, asked, error=problem, status=422)
    seen_version = number_in(request.POST.get("version", ""), digits=9) or 0
    try:
        outcome = incidents.record_answers(
            inquiry=inquiry, answers=answers, seen_version=seen_version, by=request.user, ahead=True
        )
    except Refused as refused:
        return _question_page(request, inquiry, state, asked, error=str(refused), status=422)
    if outcome.status == "conflict":
        conflicting = next((question for question in page_of if question.id == outcome.answer.question), None)
        return _conflict_page(
            request, inquiry, (None, conflicting or state.questions[outcome.answer.question]), outcome
        )
    return _onwards(request, incidents.follow_signpost(outcome.inquiry, request.user))


def _conflict_page(
    request: MemberRequest, inquiry: Inquiry, asked: tuple[Question[Any] | None, Question[Any]], outcome: Outcome
) -> HttpResponse:
    """Show the question whose answer somebody else has changed first, with that answer. *asked* are the two questions
    of the page that was sent; a form sent from the new page may overwrite the answer."""
    again = with_place().get(pk=inquiry.pk)
    first, last = asked
    conflicting = first if first and outcome.answer.question == first.id else last
    return _question_page(request, again, again.state(), conflicting, conflict=outcome, status=409)


def _onwards(request: MemberRequest, inquiry: Inquiry) -> HttpResponse:
    """Redirect after an answer to the current page of the inquiry; htmx gets the next question without another
    request."""
    state = inquiry.state()
    to = stands_at(inquiry, state)
    if not (request.htmx and isinstance(state, Asking)):
        return go(request, to)
    context = question_page(inquiry, state, state.question, reader=request.user)
    return push_url(render(request, page(request, "inquiry/question.html"), context), to)


def _record(
    inquiry: Inquiry, first: Question[Any] | None, asked: Question[Any], sent: dict[str, Any], by: "User"
) -> Outcome:
    """Store the answers of a page: of one question, of two questions together, or options that were ticked together."""
    if sent["answer"] == incidents.SEVERAL and sent["ticked"]:
        return incidents.record_ticked(
            inquiry=inquiry, question_id=asked.id, ticked=sent["ticked"], seen_version=sent["version"], by=by
        )
    answers = [(first.id, first.leads_on)] if first else []
    answers.append((asked.id, sent["answer"]))
    return incidents.record_answers(
        inquiry=inquiry, answers=answers, seen_version=sent["version"], by=by, id=sent["act"]
    )


@for_members("GET")
def for_the_players(request: MemberRequest, inquiry_id: UUID, question_id: str) -> HttpResponse:
    """Show the players the text that is read aloud, and nothing else."""
    inquiry = to_read(with_place(), request.user, inquiry_id)
    state = inquiry.state()
    first, asked = asked_together(inquiry, state, request.GET.get("first", ""), question_id)
    if asked is None or not asked.chooser or inquiry.stage == Inquiry.Stage.DROPPED:
        return go(request, stands_at(inquiry, state))
    context = question_page(inquiry, state, first or asked, reader=request.user)
    return render(request, "inquiry/show.html", context)


def _moment(request: MemberRequest, inquiry: Inquiry, asked: Moment) -> HttpResponse:
    """Show a moment that was recorded as reached. It may be undone; then the inquiry waits for it again."""
    reached = next((answer for answer in inquiry.answers.all() if answer.question == asked.id), None)
    if reached is None:
        return _not_asked(request, inquiry)
    error = ""
    if request.method == "POST":
        try:
            back = incidents.take_back_moment(inquiry=inquiry, question_id=asked.id, by=request.user)
            return go(request, stands_at(back), whole=True)
        except Refused as refused:
            error = str(refused)
    context = {**head(inquiry), "moment": asked.text, "reached": reached, "by": person(reached.by), "error": error}
    context["back_url"] = stands_at(inquiry)
    return render(request, page(request, "inquiry/moment.html"), context, status=422 if error else 200)


def _not_asked(request: MemberRequest, inquiry: Inquiry) -> HttpResponse:
    """Redirect from a question that is no longer asked, because the link is old or an earlier answer has changed. After
    a POST a message says so, and repeats a typed text, so that it can be copied."""
    if request.method == "POST":
        messages.warning(
            request,
            _("This question is not asked any more: an earlier answer has changed. Nothing was changed by yours."),
        )
        typed = request.POST.get("answer", "")
        if len(typed) > len(UNKNOWN) + 20:
            messages.warning(request, _("You had written: %(words)s") % {"words": typed})
    return go(request, stands_at(inquiry), whole=True)


def _question_page(
    request: MemberRequest,
    inquiry: Inquiry,
    state: State,
    asked: Question[Any],
    *,
    error: str = "",
    conflict: Outcome | None = None,
    status: int = 200,
) -> HttpResponse:
    apart = request.method == "POST" and not (request.POST.get("first") or request.POST.get("together"))
    itself = "itself" in request.GET or apart
    context = question_page(
        inquiry, state, asked, reader=request.user, sent=posted(request), conflict=conflict, itself=itself
    )
    response = render(request, page(request, "inquiry/question.html"), context | {"error": error}, status=status)
    return push_url(response, False) if status != 200 else response


# The decision


@for_members("GET")
def decision(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show the ruling: the rectification, who may use which information, the duties, and the path of answers."""
    inquiry = to_read(with_place().prefetch_related("rulings__by", "duties"), request.user, inquiry_id)
    state = inquiry.state()
    if inquiry.stage == Inquiry.Stage.DROPPED or not isinstance(state, Ending):
        return go(request, stands_at(inquiry, state), whole=True)
    may_rule = Inquiry.objects.for_director(request.user).not_appealed().filter(pk=inquiry.pk).exists()
    place = "place" in request.GET
    context = decision_page(inquiry, state, reader=request.user, may_rule=may_rule, place=place)
    return render(request, page(request, "inquiry/decision.html"), context)


@for_members("POST")
def reach(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Record that the moment for which the inquiry waits has come; its questions continue."""
    inquiry = to_change(Inquiry.objects.with_answers(), request.user, inquiry_id)
    duty = inquiry.duties.filter(state=Duty.State.OPEN).exclude(question="").first()
    try:
        if duty is not None:
            incidents.reach_moment(duty=duty, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return go(request, inquiry, whole=True)
    reached = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    return go(request, stands_at(incidents.follow_signpost(reached, request.user)))


@for_members("POST")
def linked(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Open the inquiry into the law to which the ruling refers, with the facts that it passes on, or find the one
    opened before; redirect to it."""
    inquiry = to_change(Inquiry.objects.with_answers(), request.user, inquiry_id)
    try:
        opened = incidents.open_linked_inquiry(inquiry=inquiry, law=request.POST.get("law", ""), by=request.user)
        return go(request, stands_at(opened))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, inquiry, whole=True)


@for_members("POST")
def drop(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Drop an inquiry opened by mistake, and redirect to the page of what happened."""
    inquiry = to_change(Inquiry.objects.with_answers(), request.user, inquiry_id)
    try:
        incidents.drop_inquiry(inquiry=inquiry, by=request.user)
        messages.success(request, _("Dropped: it does not count, and stays in the history."))
    except Refused as refused:
        messages.error(request, str(refused))
        return go(request, inquiry, whole=True)
    remaining = inquiry.incident.inquiries.exclude(stage=Inquiry.Stage.DROPPED)
    return go(request, inquiry.incident if remaining else reverse("what", args=[inquiry.incident_id]), whole=True)


@for_members("GET")
def dropped(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show the answers of a dropped inquiry, read-only."""
    inquiry = to_read(with_place(), request.user, inquiry_id)
    if inquiry.stage != Inquiry.Stage.DROPPED:
        return go(request, stands_at(inquiry), whole=True)
    state = inquiry.state()
    lines = [line | {"url": ""} for line in trail(inquiry, state, request.user)]
    context = {**head(inquiry), "trail": lines, "back_url": inquiry.incident.get_absolute_url()}
    return render(request, page(request, "inquiry/dropped.html"), context)


# Duties


@for_members("POST")
def duty_done(request: MemberRequest, duty_id: UUID) -> HttpResponse:
    """Record that the penalty card has been played, which ends the duty."""
    duty = to_change(Duty.objects.select_related("inquiry__incident"), request.user, duty_id)
    before = undoing.last_of(duty.inquiry.incident, request.user)
    try:
        incidents.close_duty(duty=duty, by=request.user)
        offer(request, duty.inquiry.incident, done_words(duty), before=before)
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, back_to(request) or duty.inquiry, whole=True)


@for_members("POST")
def duty_open(request: MemberRequest, duty_id: UUID) -> HttpResponse:
    """Open the inquiry that a duty leads to; the optional field *on_lead* is the player about to lead."""
    duty = to_change(Duty.objects.select_related("inquiry__incident"), request.user, duty_id)
    try:
        leader = request.POST.get("on_lead", "")
        return go(request, incidents.open_duty_inquiry(duty=duty, by=request.user, on_lead=leader))
    except Refused as refused:
        messages.error(request, str(refused))
        return go(request, duty.inquiry, whole=True)

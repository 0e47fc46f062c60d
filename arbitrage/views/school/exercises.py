"""An exercise: which Law, its questions on the pages of the inquiry, the director's decision, the correction."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from arbitrage.forms.inquiry import form_for
from arbitrage.forms.school import DoubtForm
from arbitrage.models import Exercise, Inquiry
from arbitrage.pages.inquiry.question import asked_together
from arbitrage.pages.inquiry.several_questions import answers_sent, standing_together
from arbitrage.pages.school.exercise import (
    another_law,
    chosen,
    correction_page,
    decision_page,
    exercise_question,
    what_page,
)
from arbitrage.pages.school.themes import done_of
from arbitrage.services import school as services
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, page, posted
from arbitrage.views.school.situations import IN_A_SERIES, siblings, to_practise
from rulings.engine.inquiry import Asking, State
from rulings.engine.questions import Moment
from rulings.school.situations import Situation, by_id, series


def _own(request: MemberRequest, exercise: UUID) -> tuple[Exercise, Situation]:
    """Return an exercise of the reader, with its situation.

    :raises Http404: it is nobody's, or somebody else's.
    """
    found = Exercise.objects.of(request.user).select_related("user").filter(pk=exercise).first()
    if found is None:
        raise Http404
    return found, to_practise(request, found.situation)


def _stands(exercise: Exercise, situation: Situation, state: State) -> str:
    """Return the address of the page where an exercise stands."""
    if exercise.ended_at is not None:
        return reverse("correction", args=[exercise.pk])
    if not exercise.law:
        return reverse("exercise_what", args=[exercise.pk])
    if isinstance(state, Asking):
        return reverse("exercise_question", args=[exercise.pk, state.question.id])
    return reverse("exercise_decision", args=[exercise.pk])


@for_members("GET", "POST")
def what(request: MemberRequest, exercise: UUID) -> HttpResponse:
    """Ask which Law it is, on the tiles of the evening. Another Law than the Code's is said, and noted once."""
    row, situation = _own(request, exercise)
    if row.ended_at is not None:
        return go(request, reverse("correction", args=[row.pk]))
    error = ""
    if request.method == "POST":
        law, implied = chosen(request.POST)
        if law:
            services.choose_law(exercise=row, law=law, answers=implied if law == situation.law else {})
            if law not in (situation.law, *situation.also):
                messages.warning(request, another_law(law, situation))
            state = services.inquiry_of(row, situation).state()
            return go(request, _stands(row, situation, state), whole=True)
        error = _("Touch what happened.")
    context = what_page(row, situation, request.GET) | {"error": error}
    return render(request, "school/what.html", context, status=422 if error else 200)


@for_members("GET", "POST")
def question(request: MemberRequest, exercise: UUID, question_id: str) -> HttpResponse:
    """Ask one question of an exercise on the page of the inquiry; a tap answers it and moves on."""
    row, situation = _own(request, exercise)
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    first, asked = asked_together(inquiry, state, request.POST.get("first", ""), question_id)
    if asked is None or isinstance(asked, Moment) or row.ended_at is not None or not row.law:
        return go(request, _stands(row, situation, state), whole=True)
    form, shown = form_for(asked)(asked, posted(request)), first or asked
    error = ""
    if request.method == "POST":
        try:
            if request.POST.get("together"):
                _several(request, row, situation, inquiry, shown)
                return _onwards(request, row, situation)
            if form.is_valid():
                ahead = [(first.id, first.leads_on)] if first else []
                _one(row, situation, asked, form.cleaned_data, ahead)
                return _onwards(request, row, situation)
            error = form.problem
        except Refused as refused:
            error = str(refused)
    apart = request.method == "POST" and not (request.POST.get("first") or request.POST.get("together"))
    context = exercise_question(
        row, situation, inquiry, state, shown, sent=posted(request), itself="itself" in request.GET or apart
    )
    status = 422 if error else 200
    response = render(request, page(request, "inquiry/question.html"), context | {"error": error}, status=status)
    return push_url(response, False) if error else response


def _one(
    row: Exercise, situation: Situation, asked: object, sent: dict[str, object], ahead: list[tuple[str, str]]
) -> None:
    """Store the answer of a page, with the fact above it; or the options that were ticked together."""
    if sent["answer"] == "several" and sent["ticked"]:
        first, *rest = services.ticked(asked, sent["ticked"])  # type: ignore[arg-type]
        named = asked.id  # type: ignore[attr-defined]
        given = [first] if first[0] == named else [(named, "several")]
        services.answer(exercise=row, situation=situation, given=[*ahead, *given])
        if first[0] != named:
            services.keep_for_later(exercise=row, given=[first, *rest])
        return
    services.answer(exercise=row, situation=situation, given=[*ahead, (asked.id, str(sent["answer"]))])  # type: ignore[attr-defined]


def _several(request: MemberRequest, row: Exercise, situation: Situation, inquiry: Inquiry, shown: object) -> None:
    """Store the answers of a page with several questions.

    :raises Refused: nothing was touched.
    """
    standing = standing_together(inquiry, shown) or [shown]  # type: ignore[arg-type,list-item]
    answers = answers_sent(standing, request.POST)
    if answers is None:
        raise Refused(_("Touch what is true, or “None of these”."), "invalid_answer")
    services.answer(exercise=row, situation=situation, given=answers)


def _onwards(request: MemberRequest, row: Exercise, situation: Situation) -> HttpResponse:
    """Show the next question at once, or lead to the director's decision."""
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    to = _stands(row, situation, state)
    if not (request.htmx and isinstance(state, Asking)):
        return go(request, to, whole=True)
    context = exercise_question(row, situation, inquiry, state, state.question)
    return push_url(render(request, page(request, "inquiry/question.html"), context), to)


@for_members("GET", "POST")
def decision(request: MemberRequest, exercise: UUID) -> HttpResponse:
    """Ask for the director's own decision, before the Code's is shown."""
    row, situation = _own(request, exercise)
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    error = ""
    if row.ended_at is not None or not row.law or isinstance(state, Asking):
        return go(request, _stands(row, situation, state))
    if request.method == "POST":
        try:
            services.decide(exercise=row, situation=situation, decision=request.POST.get("decision", ""))
            return go(request, reverse("correction", args=[row.pk]))
        except Refused as refused:
            error = str(refused)
    context = decision_page(row, situation, inquiry, state) | {"error": error}
    return render(request, "school/decision.html", context, status=422 if error else 200)


@for_members("GET", "POST")
def correction(request: MemberRequest, exercise: UUID) -> HttpResponse:
    """Show the correction; who thinks it wrong tells the reviewers of his club."""
    row, situation = _own(request, exercise)
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    if row.ended_at is None:
        return go(request, _stands(row, situation, state))
    club, error, doubted = request.here.club, "", False
    if request.method == "POST" and club is not None:
        form = DoubtForm(request.POST)
        error = form.problem
        if not error:
            words = form.cleaned_data["words"]
            services.doubt(exercise=row, situation=situation, club=club, words=words, by=request.user)
            doubted = True
    progress = services.progress_of(request.user)
    among = siblings(situation)
    context = correction_page(row, situation, inquiry, state) | {
        "next": _next(row, situation, progress),
        "others": done_of(among, progress) if among else [],
        "club": club,
        "doubted": doubted,
        "error": error,
        "typed": request.POST.get("words", ""),
    }
    return render(request, "school/correction.html", context, status=422 if error else 200)


def _next(row: Exercise, situation: Situation, progress: services.Progress) -> str:
    """Return the address of the next situation: of the series, or of the theme; "" where it was the last."""
    if row.series is not None:
        chosen = series(row.series, IN_A_SERIES, by_id().values())
        following = services.next_of(chosen, situation.id, progress)
        return f"{reverse('situation', args=[following.id])}?series={row.series}" if following else ""
    following = services.next_of(siblings(situation), situation.id, progress)
    return reverse("situation", args=[following.id]) if following else reverse("school")

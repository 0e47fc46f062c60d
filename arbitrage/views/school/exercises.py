"""An exercise: choosing the Law, its questions on the pages of the inquiry, the learner's decision, the correction."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from arbitrage.forms.inquiry import form_for
from arbitrage.forms.school import DoubtForm
from arbitrage.models import Exercise
from arbitrage.pages.inquiry.question import asked_together
from arbitrage.pages.inquiry.several_questions import answers_sent, standing_together
from arbitrage.pages.school.exercise import (
    another_law,
    chosen,
    correction_page,
    decision_page,
    exercise_question,
    ruling_page,
    what_page,
)
from arbitrage.pages.school.themes import done_of
from arbitrage.services import rehearsals
from arbitrage.services import school as services
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import SEVERAL
from arbitrage.views import MemberRequest, for_members, go, page, posted
from arbitrage.views.school.situations import IN_A_SERIES, siblings, to_practise
from rulings.engine.inquiry import Asking, Ending
from rulings.engine.questions import Moment, Question
from rulings.school.situations import Situation, by_id, series


def _own(request: MemberRequest, exercise: UUID) -> tuple[Exercise, Situation]:
    """Return an exercise of the reader, with its situation.

    :raises Http404: there is no such exercise, or another reader's.
    """
    rows = Exercise.objects.of(request.user).select_related("user", "rehearsal__user")
    stored = rows.filter(pk=exercise).first()
    if stored is None:
        raise Http404
    if stored.rehearsal is not None:
        rehearsals.look(stored.rehearsal)
    return stored, to_practise(request, stored.situation)


def _over(exercise: Exercise) -> bool:
    """Is the exercise closed to answers?"""
    rehearsal = exercise.rehearsal
    return exercise.ended_at is not None or (rehearsal is not None and rehearsal.ended_at is not None)


def _stands(exercise: Exercise, situation: Situation) -> str:
    """Return the URL of the current page of an exercise. One in a rehearsal is corrected only after the rehearsal."""
    if (rehearsal := exercise.rehearsal) is not None:
        if exercise.ended_at is not None and rehearsal.ended_at is None:
            return reverse("rehearsal", args=[rehearsal.pk])
        if rehearsal.ended_at is not None and (exercise.ended_at is None or not situation.law):
            return reverse("rehearsal_after", args=[rehearsal.pk])
    if exercise.ended_at is not None:
        return reverse("correction", args=[exercise.pk])
    if not exercise.law:
        return reverse("exercise_what", args=[exercise.pk])
    state = services.inquiry_of(exercise, situation).state()
    if isinstance(state, Asking):
        return reverse("exercise_question", args=[exercise.pk, state.question.id])
    return reverse("exercise_decision", args=[exercise.pk])


@for_members("GET", "POST")
def what(request: MemberRequest, exercise: UUID) -> HttpResponse:
    """Ask for the Law, on the tiles of an evening. A wrong Law is reported to the learner and stored once."""
    row, situation = _own(request, exercise)
    if _over(row):
        return go(request, _stands(row, situation))
    error = ""
    if request.method == "POST":
        law, implied = chosen(request.POST)
        if law and not situation.law:
            rehearsals.needless(exercise=row, law=law)
            messages.warning(request, _("There was nothing to rule on at this table."))
            return go(request, _stands(row, situation), whole=True)
        if law:
            services.choose_law(exercise=row, law=law, answers=implied if law == situation.law else {})
            if law not in (situation.law, *situation.also):
                messages.warning(request, another_law(law, situation))
            return go(request, _stands(row, situation), whole=True)
        error = _("Touch what happened.")
    context = what_page(row, situation, request.GET) | {"error": error}
    return render(request, "school/what.html", context, status=422 if error else 200)


@for_members("GET", "POST")
def question(request: MemberRequest, exercise: UUID, question_id: str) -> HttpResponse:
    """Ask one question of an exercise on the page of the inquiry; a tap answers it and leads to the next."""
    row, situation = _own(request, exercise)
    if _over(row) or not row.law:
        return go(request, _stands(row, situation), whole=True)
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    first, asked = asked_together(inquiry, state, request.POST.get("first", ""), question_id)
    if asked is None or isinstance(asked, Moment):
        return go(request, _stands(row, situation), whole=True)
    error = _answered(request, row, situation, (first, asked)) if request.method == "POST" else None
    if error == "":
        return _onwards(request, row, situation)
    apart = request.method == "POST" and not (request.POST.get("first") or request.POST.get("together"))
    context = exercise_question(
        row, situation, inquiry, state, first or asked, sent=posted(request), itself="itself" in request.GET or apart
    )
    status = 422 if error else 200
    response = render(request, page(request, "inquiry/question.html"), context | {"error": error}, status=status)
    return push_url(response, False) if error else response


def _answered(
    request: MemberRequest, row: Exercise, situation: Situation, asked: tuple[Question[Any] | None, Question[Any]]
) -> str | None:
    """Store the answers that a page sent. Return the reason of a refusal, "" on success, None where the page only
    switches to another player."""
    first, last = asked
    try:
        if request.POST.get("together"):
            _several(request, row, situation, first or last)
            return ""
        form = form_for(last)(last, posted(request))
        if not form.is_valid():
            return form.problem or None
        _one(row, situation, last, form.cleaned_data, [(first.id, first.leads_on)] if first else [])
    except Refused as refused:
        return str(refused)
    return ""


def _one(
    row: Exercise, situation: Situation, asked: Question[Any], sent: dict[str, Any], ahead: list[tuple[str, str]]
) -> None:
    """Store the answer of a page with the fact asked above it, or the options that were ticked together."""
    if sent["answer"] == SEVERAL and sent["ticked"]:
        first, *rest = services.ticked(asked, sent["ticked"])
        given = [first] if first[0] == asked.id else [(asked.id, SEVERAL)]
        services.answer(exercise=row, situation=situation, given=[*ahead, *given])
        if first[0] != asked.id:
            services.keep_for_later(exercise=row, given=[first, *rest])
        return
    services.answer(exercise=row, situation=situation, given=[*ahead, (asked.id, sent["answer"])])


def _several(request: MemberRequest, row: Exercise, situation: Situation, shown: Question[Any]) -> None:
    """Store the answers of a page with several questions.

    :raises Refused: no answer was touched.
    """
    standing = standing_together(services.inquiry_of(row, situation), shown) or [shown]
    answers = answers_sent(standing, request.POST)
    if answers is None:
        raise Refused(_("Touch what is true, or “None of these”."), "invalid_answer")
    services.answer(exercise=row, situation=situation, given=answers)


def _onwards(request: MemberRequest, row: Exercise, situation: Situation) -> HttpResponse:
    """Return the page of the next question, or redirect to the learner's decision."""
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    to = _stands(row, situation)
    if not (request.htmx and isinstance(state, Asking)):
        return go(request, to, whole=True)
    context = exercise_question(row, situation, inquiry, state, state.question)
    return push_url(render(request, page(request, "inquiry/question.html"), context), to)


@for_members("GET", "POST")
def decision(request: MemberRequest, exercise: UUID) -> HttpResponse:
    """Ask for the director's own decision before the Code's is shown. In a rehearsal, show the ruling to which his
    answers lead, for him to announce."""
    row, situation = _own(request, exercise)
    if _over(row) or not row.law:
        return go(request, _stands(row, situation))
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    if isinstance(state, Asking):
        return go(request, _stands(row, situation))
    error = _decided(request, row, situation) if request.method == "POST" else None
    if error == "":
        return go(request, _stands(row, situation))
    if row.rehearsal is not None and isinstance(state, Ending):
        return render(request, "school/ruling.html", ruling_page(row, situation, inquiry, state))
    context = decision_page(row, situation, inquiry, state) | {"error": error}
    return render(request, "school/decision.html", context, status=422 if error else 200)


def _decided(request: MemberRequest, row: Exercise, situation: Situation) -> str:
    """End an exercise with the learner's decision; return the reason of a refusal, "" on success."""
    try:
        if row.rehearsal is not None:
            services.announce(exercise=row, situation=situation)
        else:
            services.decide(exercise=row, situation=situation, decision=request.POST.get("decision", ""))
    except Refused as refused:
        return str(refused)
    rehearsals.decided(row)
    return ""


@for_members("GET", "POST")
def correction(request: MemberRequest, exercise: UUID) -> HttpResponse:
    """Show the correction; a learner who doubts it tells the reviewers of his club."""
    row, situation = _own(request, exercise)
    if (stands := _stands(row, situation)) != request.path:
        return go(request, stands)
    inquiry = services.inquiry_of(row, situation)
    state = inquiry.state()
    error = _doubted(request, row, situation) if request.method == "POST" else None
    progress = services.progress_of(request.user)
    context = correction_page(row, situation, inquiry, state) | {
        "next": _next(row, situation, progress),
        "others": done_of(siblings(situation), progress),
        "club": request.here.club,
        "doubted": error == "",
        "error": error,
        "typed": request.POST.get("words", ""),
    }
    return render(request, "school/correction.html", context, status=422 if error else 200)


def _doubted(request: MemberRequest, row: Exercise, situation: Situation) -> str | None:
    """Send a doubt to the reviewers. Return the reason of a refusal, "" on success, None for a learner without a
    club."""
    form, club = DoubtForm(request.POST), request.here.club
    if club is None or form.problem:
        return form.problem or None
    words = form.cleaned_data["words"]
    services.doubt(exercise=row, situation=situation, club=club, words=words, by=request.user)
    return ""


def _next(row: Exercise, situation: Situation, progress: services.Progress) -> str:
    """Return the URL of the next situation of the series or the theme (`services.next_of`); of the list of themes for a
    club's own case, and "" in a rehearsal."""
    if row.rehearsal is not None:
        return ""
    if row.series is not None:
        chosen = series(row.series, IN_A_SERIES, by_id().values())
        following = services.next_of(chosen, situation.id, progress)
        return f"{reverse('situation', args=[following.id])}?series={row.series}" if following else ""
    following = services.next_of(siblings(situation), situation.id, progress)
    return reverse("situation", args=[following.id]) if following else reverse("school")

"""Pages of the school for managers and reviewers: the learners who share their progress, and corrections in doubt."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from arbitrage.models import Doubt, Exercise
from arbitrage.models.club import MAY_HEAR
from arbitrage.pages.school.exercise import correction_page
from arbitrage.pages.school.themes import doubts_page, learners_page
from arbitrage.pages.wording.people import person
from arbitrage.services import school as services
from arbitrage.views import MemberRequest, for_members, go


@for_members("POST")
def shown(request: MemberRequest) -> HttpResponse:
    """Share the user's progress with the managers of his club, or stop sharing it."""
    if request.here.club is not None:
        wanted = request.POST.get("shown") == "yes"
        services.show_progress(user=request.user, club=request.here.club, shown=wanted)
    return go(request, reverse("school"), whole=True)


@for_members("GET")
def learners(request: MemberRequest) -> HttpResponse:
    """List the club's learners who share their progress, without ranking them."""
    member = request.here.member
    if member is None or not member.may_manage:
        raise PermissionDenied
    return render(request, "school/learners.html", learners_page(member.club))


@for_members("GET")
def doubts(request: MemberRequest) -> HttpResponse:
    """List the corrections that a member of the club doubts."""
    rows = Doubt.objects.for_committee(request.user).in_club(request.here.club).select_related("by", "seen_by")
    if request.here.member is None or request.here.member.role not in MAY_HEAR:
        raise PermissionDenied
    return render(request, "school/doubts.html", doubts_page(rows))


@for_members("GET", "POST")
def doubt(request: MemberRequest, doubt: UUID) -> HttpResponse:
    """Show a correction in doubt with the answers given; a reviewer marks it as seen."""
    row = Doubt.objects.for_committee(request.user).select_related("by", "seen_by", "club").filter(pk=doubt).first()
    if row is None:
        raise Http404
    if request.method == "POST":
        services.see_doubt(doubt=row, by=request.user)
        return go(request, reverse("school_doubts"))
    situation = services.situation_of(row.situation, [row.club])
    if situation is None:
        raise Http404
    exercise = Exercise(
        user=row.by, situation=row.situation, answers=row.answers, decision=row.decision, begun_at=row.at, law=row.law
    )
    inquiry = services.inquiry_of(exercise, situation)
    context = correction_page(exercise, situation, inquiry, inquiry.state())
    names = {"doubt": row, "by": person(row.by), "seen_by": person(row.seen_by)}
    return render(request, "school/doubt.html", context | names)

"""*S'entraîner*: the themes, a situation, a random series, the printed test."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.school import HIGHEST_SEED, BeginForm, SeedForm
from arbitrage.models import Doubt, OwnCase, ShownProgress
from arbitrage.models.club import MAY_HEAR
from arbitrage.pages.school.paper import paper as paper_of
from arbitrage.pages.school.situation import situation_page
from arbitrage.pages.school.themes import done_of, themes_page
from arbitrage.services import school as services
from arbitrage.views import MemberRequest, for_members, go
from arbitrage.views.report import printed
from rulings.school.rehearsals import is_fallen_due
from rulings.school.situations import Situation, by_id, themes
from rulings.school.situations import series as series_of

IN_A_SERIES = 10
"""Number of situations of a series, and of questions of a printed test."""


@for_members("GET")
def school(request: MemberRequest) -> HttpResponse:
    """List the fourteen themes, with the reader's progress in each."""
    member = request.here.member
    club = request.here.club
    reviews = member is not None and member.role in MAY_HEAR
    context = themes_page(request.user, club) | {
        "club": club,
        "seed": _seed(),
        "shown": ShownProgress.objects.in_club(club).filter(user=request.user).exists(),
        "may_review": reviews,
        "may_manage": member is not None and member.may_manage,
        "doubts": Doubt.objects.in_club(club).filter(seen_at=None).count() if reviews else 0,
    }
    return render(request, "school/themes.html", context)


def _seed() -> int:
    return secrets.randbelow(HIGHEST_SEED + 1)


@for_members("GET")
def theme(request: MemberRequest, theme: str) -> HttpResponse:
    """Redirect to the first situation of a theme that the reader has not solved yet."""
    chosen = next((candidate for candidate in themes() if candidate.key == theme), None)
    if chosen is None:
        raise Http404
    following = services.next_of(chosen.situations, "", services.progress_of(request.user))
    return redirect("situation", (following or chosen.situations[0]).id)


@for_members("GET")
def again(request: MemberRequest) -> HttpResponse:
    """Redirect to the situation that was answered wrongly the longest time ago."""
    progress = services.progress_of(request.user)
    missed = {situation.id for situation in progress.missed(by_id().values())}
    oldest = next((name for name in progress.last if name in missed), None)
    return redirect("situation", oldest) if oldest else redirect("school")


def own_clubs(request: MemberRequest) -> list[Any]:
    return [membership.club for membership in request.here.memberships]


def to_practise(request: MemberRequest, name: str, *, alone: bool = False) -> Situation:
    """Return a situation of the themes, of the rehearsals, or of the cases of the reader's clubs.

    :raises Http404: there is no such situation; or it is to be practised *alone* and has nothing to rule, or follows
        from a ruling.
    """
    situation = services.situation_of(name, own_clubs(request))
    if situation is None or (alone and (not situation.law or is_fallen_due(name))):
        raise Http404
    return situation


@for_members("GET", "POST")
def situation(request: MemberRequest, situation: str) -> HttpResponse:
    """Show a situation; a tap begins its exercise. The director who made it from a case may delete it."""
    practised = to_practise(request, situation, alone=True)
    form = BeginForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["do"] == "drop":
            return _dropped(request, practised)
        exercise = services.begin(situation=practised, by=request.user, series=form.cleaned_data["series"])
        return go(request, reverse("exercise_what", args=[exercise.pk]))
    asked = SeedForm({"number": request.GET.get("series", "")})
    progress = services.progress_of(request.user)
    among = siblings(practised)
    at = among.index(practised) if practised in among else -1
    context = {
        "story": situation_page(practised),
        "series": asked.cleaned_data["number"] if asked.is_valid() else None,
        "skip": among[(at + 1) % len(among)] if len(among) > 1 else None,
        "others": done_of(among, progress) if among else [],
        "own": practised.theme == services.OWN and _own(request, practised) is not None,
    }
    return render(request, "school/situation.html", context)


def siblings(situation: Situation) -> tuple[Situation, ...]:
    """Return the situations of the same theme; () for a club's own case."""
    return next((theme.situations for theme in themes() if theme.key == situation.theme), ())


def _own(request: MemberRequest, situation: Situation) -> OwnCase | None:
    return OwnCase.objects.for_director(request.user).filter(pk=situation.id).first()


def _dropped(request: MemberRequest, situation: Situation) -> HttpResponse:
    case = _own(request, situation) if situation.theme == services.OWN else None
    if case is None:
        raise Http404
    services.drop_own_case(case=case)
    return go(request, reverse("school"), whole=True)


@for_members("GET")
def series(request: MemberRequest, seed: int) -> HttpResponse:
    """List ten random situations; the same seed gives everybody the same ten."""
    if seed > HIGHEST_SEED:
        raise Http404
    asked = SeedForm(request.GET if "number" in request.GET else {"number": seed})
    if asked.is_valid() and asked.cleaned_data["number"] != seed:
        return redirect("school_series", asked.cleaned_data["number"])
    problem = "" if asked.is_valid() else _("A series has a number from 0 to %(most)s.") % {"most": HIGHEST_SEED}
    chosen = series_of(seed, IN_A_SERIES, by_id().values())
    progress = services.progress_of(request.user)
    begin = next((situation for situation in chosen if not progress.last.get(situation.id)), chosen[0])
    context = {"seed": seed, "another": _seed(), "lines": done_of(chosen, progress), "begin": begin}
    context["problem"] = problem
    return render(request, "school/series.html", context, status=422 if problem else 200)


@for_members("GET")
def paper(request: HttpRequest, seed: int, *, pdf: bool = False) -> HttpResponse:
    """Serve a printed test: ten questions of a series, with the answers on separate sheets."""
    if seed > HIGHEST_SEED:
        raise Http404
    club = request.here.club  # type: ignore[attr-defined]
    chosen = series_of(seed, IN_A_SERIES, by_id().values())
    documents = paper_of(seed, chosen, club.name if club else "Arbitrage")
    return printed(request, documents, pdf=pdf, name=f"series-{seed}", back=reverse("school_series", args=[seed]))

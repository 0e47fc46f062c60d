"""*Le classement*: places, the correction period (Law 79C), and the scoring method."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.exchange.records import Unreadable
from arbitrage.forms.ranking import FrequenciesForm, PublishForm, SessionsForm
from arbitrage.models import Tournament
from arbitrage.pages.ranking.method import (
    NotAMethod,
    effect,
    file_words,
    read_method,
    scale_words,
    seen_of,
    setting_words,
    settings_of,
)
from arbitrage.pages.ranking.ranking_page import ranking_page
from arbitrage.pages.tournament.closing import still_open
from arbitrage.services import tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.results import several_sessions
from arbitrage.services.results import simultaneous as simultaneous_field
from arbitrage.services.results.field import Field, field_of
from arbitrage.views import MemberRequest, Row, for_members, go, page, to_change, to_read
from rulings.scores.methods import Method, Scoring

TOURNAMENT = Row(Tournament.objects.all)


@for_members("GET", "POST")
def ranking(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the rankings of a tournament; a director publishes them, or undoes the publication."""
    if request.method == "GET":
        tournament = to_read(TOURNAMENT, request.user, tournament_id)
        return _shown(request, tournament)
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    form = PublishForm(request.POST)
    if "withdraw" in request.POST:
        tournaments.withdraw_publication(tournament=tournament, by=request.user)
        messages.success(request, _("The scores are provisional again."))
        return go(request, reverse("ranking", args=[tournament.pk]), whole=True)
    if not form.is_valid():
        return _shown(request, tournament, form, status=422)
    waits = still_open(tournament)
    if waits and tournament.published_at is None and "agreed" not in request.POST:
        return _shown(request, tournament, form, status=409, waits=waits)
    try:
        tournaments.publish_scores(tournament=tournament, by=request.user, minutes=form.cleaned_data["minutes"])
    except Refused as refused:
        return _shown(request, tournament, form, error=str(refused), status=409)
    messages.success(request, _("The scores are published."))
    return go(request, reverse("ranking", args=[tournament.pk]), whole=True)


@for_members("POST")
def sessions(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Make this session carry over the scores of an earlier one, or stop that."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    if request.POST.get("change") == "leave":
        several_sessions.leave_session(tournament=tournament, by=request.user)
        messages.success(request, _("This session stands by itself again."))
        return go(request, reverse("ranking", args=[tournament.pk]), whole=True)
    form = SessionsForm(request.POST, tournament)
    error = ""
    if form.is_valid():
        try:
            several_sessions.join_session(tournament=tournament, by=request.user, **form.cleaned_data)
        except Refused as refused:
            error = str(refused)
        else:
            messages.success(request, _("It is carried over: the general ranking counts it."))
            return go(request, reverse("ranking", args=[tournament.pk]) + "#overall", whole=True)
    problem = error or form.problem
    return _shown(request, tournament, status=422, sessions_error=problem, sent=request.POST.dict())


@for_members("POST")
def simultaneous(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Store the frequencies of a simultaneous, typed or from a file, or remove them."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    if request.POST.get("change") == "forget":
        simultaneous_field.forget_frequencies(tournament=tournament, by=request.user)
        messages.success(request, _("This tournament is the club’s own again."))
        return go(request, reverse("ranking", args=[tournament.pk]), whole=True)
    form = FrequenciesForm(request.POST, request.FILES)
    error = form.problem
    if not error:
        try:
            read = simultaneous_field.read_frequencies(form.cleaned_data["typed"], *form.sent())
            simultaneous_field.tell_frequencies(
                tournament=tournament, said=read.frequencies, everybody=read.everybody, by=request.user
            )
        except (Refused, Unreadable) as refused:
            error = str(refused)
        else:
            messages.success(request, _("The frequencies are noted: the ranking of the simultaneous counts them."))
            return go(request, reverse("ranking", args=[tournament.pk]) + "#simultaneous", whole=True)
    return _shown(request, tournament, status=422, frequencies_error=error, sent=request.POST.dict())


def _shown(
    request: MemberRequest,
    tournament: Tournament,
    form: PublishForm | None = None,
    *,
    error: str = "",
    status: int = 200,
    waits: Sequence[dict[str, str]] = (),
    sessions_error: str = "",
    frequencies_error: str = "",
    sent: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Render the page of the ranking; *form* is a submitted publication form, or None."""
    form = form or PublishForm(initial={"minutes": tournament.correction_minutes})
    may_change = request.here.may_rule_in(tournament.club_id)
    context = {"form": form, "waits": waits, "error": error, "may_change": may_change}
    context |= {"sessions_error": sessions_error, "frequencies_error": frequencies_error}
    shown = ranking_page(tournament, request.GET.get("after", ""), sent) | context
    return render(request, "ranking/ranking.html", shown, status=status)


# The method


@for_members("GET", "POST")
def method(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show every setting of the method; a director previews the effect of other settings on the ranking, then adopts
    them."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    current = field_of(tournament)
    if request.method == "GET":
        return _choices(request, current, current.method)
    try:
        chosen = read_method(request.POST.dict(), current.method)
    except NotAMethod as error:
        typed = {name: request.POST.get(name, "") for name in ("margins", "own_scale")}
        return _choices(request, current, current.method, error=str(error), typed=typed, status=422)
    if "store" not in request.POST:
        return _choices(request, current, chosen, seen=True)
    if request.POST.get("seen") != seen_of(current, chosen):
        changed = _("The choices, or the tournament, have changed since: look at the effect, then adopt them.")
        return _choices(request, current, chosen, seen=True, error=changed, status=409)
    tournaments.set_method(tournament=tournament, method=chosen, by=request.user)
    messages.success(request, _("The method is adopted: boards and rankings follow it from now on."))
    return go(request, reverse("ranking", args=[tournament.pk]), whole=True)


def _choices(
    request: MemberRequest,
    current: Field,
    chosen: Method,
    *,
    seen: bool = False,
    error: str = "",
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament, teams = current.tournament, current.teams
    other = Field(tournament, chosen) if chosen != current.method else current
    known = current.recognised
    recorded = known.method if known.compared or known.totals else tournaments.proposed_method(tournament)
    scale = {"margins": " ".join(map(str, chosen.margins)), "own_scale": scale_words(chosen)} | dict(typed or {})
    in_imps = teams and chosen.scoring is Scoring.IMPS
    context = {
        "tournament": tournament,
        "settings": [setting_words(setting, chosen, recorded) for setting in settings_of(chosen, teams)],
        "margins": scale["margins"] if in_imps else None,
        "own_scale": scale["own_scale"] if in_imps else None,
        "kind": tournament.kind,
        "file": file_words(other.reproduced) if known.compared or known.totals else "",
        "effect": effect(current, other) if seen else None,
        "same": chosen == current.method,
        "to_store": seen and (chosen != current.method or tournaments.method_is_proposed(tournament)),
        "seen": seen_of(current, chosen),
        "error": error,
    }
    return render(request, page(request, "ranking/method.html"), context, status=status)

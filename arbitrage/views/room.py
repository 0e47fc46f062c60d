"""*La salle*: the list of tournaments, the room of one, its rounds and their clock."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitrage.forms import number_in
from arbitrage.forms.incident import ClockForm, RoundForm
from arbitrage.models import Incident, Tournament, events_of_room
from arbitrage.pages.room import watched_results
from arbitrage.pages.room.room_page import clock_page, room_page
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.tables_and_boards import round_number
from arbitrage.services import clock, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments.swiss import with_plan
from arbitrage.views import MemberRequest, Row, for_members, go, page, to_change, to_read
from arbitrage.views.incident.undo import offer

if TYPE_CHECKING:
    from django.contrib.auth.models import User

AN_EVENING = timedelta(hours=12)
A_PAGE = 50


PLANNED = Row(lambda: with_plan(Tournament.objects.select_related("club")))


@for_members("GET")
def home(request: MemberRequest) -> HttpResponse:
    """Show the room of the running tournament, or the list of tournaments if not exactly one runs."""
    now = clock.now()
    if request.here.club is None and request.here.may_administer:
        return go(request, "site_clubs")
    running = request.here.tournaments.filter(round_started_at__gt=now - AN_EVENING, published_at__isnull=True)
    newest = list(running[:2])
    return go(request, newest[0] if len(newest) == 1 else "tournament_list")


@for_members("GET")
def tournament_list(request: MemberRequest) -> HttpResponse:
    """List the club's tournaments, newest first, with their open items."""
    tournaments = request.here.tournaments.order_by("-date", "-pk")
    page: Page[Any] = Paginator(tournaments, A_PAGE).get_page(request.GET.get("page"))
    calls = Incident.objects.running().filter(tournament__in=[tournament.pk for tournament in page]).order_by()
    counts = {
        (tournament, state): count
        for tournament, state, count in calls.values_list("tournament", "state").annotate(count=Count("pk"))
    }
    for tournament in page:
        tournament.open_calls = counts.get((tournament.pk, Incident.State.OPEN), 0)
        tournament.waiting = counts.get((tournament.pk, Incident.State.WAITING), 0)
    return render(request, "room/tournaments.html", {"tournaments": page})


# The room


def _unchanged(request: MemberRequest, tournament_id: UUID) -> bool:
    """Has nothing changed since the version of a polling page? Always False for a user without access."""
    seen = number_in(request.GET.get("seen", ""), digits=18)
    happened = events_of_room(tournament_id, request.user) if seen is not None else None
    return happened is not None and happened + watched_results.version() == seen


@for_members("GET")
def room(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the room: a tile for each table, the duties, and the button for a call without a table."""
    if _unchanged(request, tournament_id):
        return HttpResponse(status=204)
    tournament = to_read(PLANNED, request.user, tournament_id)
    may_rule = request.here.may_rule_in(tournament.club_id)
    request.here.enter_room(tournament)
    context = room_page(tournament, clock.now(), reader=request.user, may_rule=may_rule)
    return render(request, page(request, "room/room.html"), context)


@for_members("POST")
def begin_round(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Begin the next or the previous round; it can be undone for ten seconds."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    form = RoundForm(request.POST)
    number = form.cleaned_data["round"] if form.is_valid() else 0
    try:
        began = tournaments.begin_round(tournament=tournament, number=number, by=request.user).round_started_at
        if tournament.current_round != number and began:
            values = {"round": round_number(number, tournament), "time": shown.clock(timezone.localtime(began))}
            offer(request, tournament, _("Round %(round)s began at %(time)s.") % values)
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, reverse("clock", args=[tournament.pk]) if request.POST.get("next") == "clock" else tournament)


@for_members("GET", "POST")
def round_clock(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the clock of the round, large; a director stops and starts it, and sets the length of a round."""
    if request.method == "POST":
        tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
        form = ClockForm(request.POST)
        if form.is_valid():
            _set_clock(tournament, form, request.user)
        else:
            messages.error(request, _("Touch one of the buttons of the page."))
        return go(request, request.path)
    if _unchanged(request, tournament_id):
        return HttpResponse(status=204)
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    may_rule = request.here.may_rule_in(tournament.club_id)
    context = clock_page(tournament, clock.now(), reader=request.user, may_rule=may_rule)
    return render(request, page(request, "room/clock.html"), context)


def _set_clock(tournament: Tournament, form: ClockForm, user: "User") -> None:
    if minutes := form.cleaned_data["minutes"]:
        tournaments.set_round_minutes(tournament=tournament, minutes=minutes, by=user)
    elif form.cleaned_data["change"] == "pause":
        tournaments.pause_clock(tournament=tournament, by=user)
    else:
        tournaments.resume_clock(tournament=tournament, by=user)

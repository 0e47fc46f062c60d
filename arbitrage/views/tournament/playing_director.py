"""A playing director: his pair, and the boards that he still has to play."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arbitrage.forms.tournament.evenings import LookForm, PlayingForm
from arbitrage.models import Board, Contestant, Incident, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments import playing_director
from arbitrage.views import MemberRequest, for_members, go, posted, to_change


@for_members("GET", "POST")
def play(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Ask a director for his pair: the boards that he still has to play are closed to him."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    form = PlayingForm(posted(request), tournament)
    if form.is_valid():
        try:
            contestant = form.cleaned_data["contestant"]
            playing_director.say_playing(tournament=tournament, by=request.user, contestant=contestant)
            messages.success(
                request,
                _("The boards that you have yet to play are closed to you.") if contestant else _("You do not play."),
            )
            return go(request, tournament)
        except Refused as refused:
            messages.error(request, str(refused))
    everybody = Contestant.objects.filter(section__tournament=tournament).prefetch_related("players")
    context = {"tournament": tournament, "everybody": everybody.order_by("section__letter", "position")}
    context["mine"] = tournament.playing.get(str(request.user.pk), "")
    return render(request, "tournament/playing_director.html", context)


@for_members("POST")
def look(request: MemberRequest, board_to_look_at: UUID) -> HttpResponse:
    """Open a board that a director still has to play: record the look and redirect to the page that he wanted."""
    board = to_change(Board.objects.select_related("tournament"), request.user, board_to_look_at)
    playing_director.look_all_the_same(board=board, by=request.user)
    form = LookForm(request.POST)
    wanted = form.cleaned_data["call"] if form.is_valid() else None
    call = Incident.objects.filter(board=board, pk=wanted).first() if wanted else None
    return go(request, call or board)

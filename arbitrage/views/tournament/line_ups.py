"""The line-ups of teams: the players' seats in a round or a half, provisional or final."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.tournament.line_ups import LineUpForm
from arbitrage.models import Tournament
from arbitrage.pages.tournament.line_ups import line_ups_page
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments import line_ups as services
from arbitrage.views import MemberRequest, for_members, go, page, to_change, to_read
from arbitrage.views.incident.undo import offer


@for_members("GET", "POST")
def line_ups(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the line-ups of all teams; a director enters one."""
    error = ""
    if request.method == "POST":
        tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
        try:
            round = _set(request, tournament)
        except Refused as refused:
            error = str(refused)
        else:
            offer(request, tournament, _("The line-up is recorded."))
            return go(request, f"{reverse('line_ups', args=[tournament.pk])}?round={round}", whole=True)
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    if tournament.kind != Tournament.Kind.TEAMS:
        raise Http404
    context = line_ups_page(tournament, (request.POST or request.GET).dict()) | {"error": error, "sent": request.POST}
    context["may_rule"] = request.here.may_rule_in(tournament.club_id)
    return render(request, page(request, "tournament/line_ups.html"), context, status=422 if error else 200)


def _set(request: MemberRequest, tournament: Tournament) -> int:
    """Store the line-up that was sent, and return its round."""
    form = LineUpForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Four different players of the team sit in its two rooms."), "seats")
    values = {name: form.cleaned_data[name] for name in ("team", "round", "final", "reason")}
    services.set_line_up(tournament=tournament, seats=form.seats, by=request.user, **values)
    return int(form.cleaned_data["round"])

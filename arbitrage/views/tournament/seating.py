"""Seating: the list of a round, the printed guide cards, the screen on the wall."""

import datetime
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from arbitrage.models import Tournament
from arbitrage.pages.tournament import seating as pages
from arbitrage.services import clock
from arbitrage.services.people import link_tokens, player_links
from arbitrage.services.tournaments.running import happened
from arbitrage.views import MemberRequest, for_members, go, page, private, to_change, to_read

NEAR = datetime.timedelta(days=1)
"""Time before and after the day of an evening during which its screen may be opened."""


@for_members("GET", "POST")
def seating(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the seating list of a round; a director makes the links for the players' telephones on his own device."""
    if request.method == "POST":
        if request.here.tablet:
            raise PermissionDenied
        tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
        count = player_links.make_for_everybody(tournament=tournament, by=request.user)
        sentence = ngettext("%(count)s link made.", "%(count)s links made.", count) % {"count": count}
        messages.success(request, sentence)
        return go(request, request.path)
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    context = pages.seating_page(tournament, request.GET.get("round", ""))
    context["wall_link"] = pages.wall_link(tournament, request.build_absolute_uri)
    context["may_rule"] = request.here.may_rule_in(tournament.club_id) and not request.here.tablet
    return render(request, page(request, "tournament/seating.html"), context)


@for_members("GET")
def guide_cards(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the guide cards to print, four on a sheet: one for each table or each contestant."""
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    by_table = request.GET.get("by") == "table"
    cards = (
        pages.cards_by_table(tournament) if by_table else pages.cards_by_pair(tournament, request.build_absolute_uri)
    )
    context = {"tournament": tournament, "cards": cards, "by_table": by_table}
    context["individual"] = tournament.kind == Tournament.Kind.INDIVIDUAL
    return render(request, "tournament/guide_cards.html", context)


@private
@require_http_methods(["GET", "HEAD"])
def wall(request: HttpRequest, tournament_id: UUID, token: str) -> HttpResponse:
    """Show the clock, the round and the seating without an account; the page polls with its version."""
    if not link_tokens.is_right(link_tokens.WALL, tournament_id, token):
        return render(request, "club/link_over.html", status=404)
    version = happened(tournament_id)
    if request.GET.get("seen") == str(version):
        return HttpResponse(status=204)
    tournament = Tournament.objects.filter(pk=tournament_id, club__disabled_at=None).first()
    if tournament is None or abs(timezone.localdate(clock.now()) - tournament.date) > NEAR:
        return render(request, "club/link_over.html", status=404)
    whole = "tournament/wall.html#step" if request.headers.get("HX-Request") else "tournament/wall.html"
    return render(request, whole, pages.wall_page(tournament, clock.now(), version))

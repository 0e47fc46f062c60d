"""The draw of a Swiss: drawing the next round, changing it by hand with a reason, undoing it."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arbitrage.forms.tournament.swiss import DrawForm, ExchangeForm
from arbitrage.models import Tournament
from arbitrage.pages.tournament.swiss import draw_page
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments import swiss
from arbitrage.views import MemberRequest, for_members, go, page, to_change, to_read


@for_members("GET", "POST")
def draw(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the last round drawn; a director draws the next one, exchanges two contestants, or undoes the draw."""
    error = ""
    if request.method == "POST":
        tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
        try:
            sentence = _ACTS.get(request.POST.get("change", ""), _nothing)(request, tournament)
        except Refused as refused:
            error = str(refused)
        else:
            messages.success(request, sentence)
            return go(request, request.path, whole=True)
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    if not swiss.is_drawn(tournament):
        raise Http404
    context = draw_page(tournament) | {"error": error, "sent": request.POST}
    context["may_rule"] = request.here.may_rule_in(tournament.club_id)
    return render(request, page(request, "tournament/draw.html"), context, status=422 if error else 200)


def _draw(request: MemberRequest, tournament: Tournament) -> str:
    form = DrawForm(request.POST)
    number = form.cleaned_data["round"] if form.is_valid() else 0
    swiss.draw_round(tournament=tournament, number=number, by=request.user)
    return _("Round %(round)s is drawn.") % {"round": tournament.match_of(number)}


def _exchange(request: MemberRequest, tournament: Tournament) -> str:
    form = ExchangeForm(request.POST)
    form.is_valid()
    values = {name: form.cleaned_data.get(name, "") for name in ("one", "other", "reason")}
    swiss.exchange(tournament=tournament, by=request.user, **values)
    return _("They have taken each other's place.")


def _take_back(request: MemberRequest, tournament: Tournament) -> str:
    swiss.take_back(tournament=tournament, by=request.user)
    return _("Undone: it is as it was before.")


def _nothing(request: MemberRequest, tournament: Tournament) -> str:
    raise Refused(_("Touch one of the buttons of the page."), "change")


_ACTS: dict[str, Callable[[MemberRequest, Tournament], str]] = {
    "draw": _draw,
    "exchange": _exchange,
    "back": _take_back,
}

"""The link by which a pair reads the published history of one of its boards; a director creates and withdraws it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitrage.forms.club.members import LinkForm
from arbitrage.models import Board
from arbitrage.pages.board.players_link import player_page
from arbitrage.pages.club.invitations import links_shown
from arbitrage.services.errors import Refused
from arbitrage.services.people import player_links as service
from arbitrage.views import MemberRequest, as_uuid, for_members, go, posted, private, to_change


@private
@require_http_methods(["GET", "HEAD"])
def board(request: HttpRequest, key: UUID, token: str) -> HttpResponse:
    """Show the published part of the board, for the pair of the link; nothing before publication."""
    link = service.by_link(key, token)
    if link is None:
        return render(request, "club/link_over.html", status=404)
    return render(request, "board/players_link.html", player_page(link))


@for_members("GET", "POST")
def links_of_board(request: MemberRequest, board_id: UUID) -> HttpResponse:
    """Show, make and withdraw the links to a board."""
    board = to_change(Board.objects.select_related("tournament__club"), request.user, board_id)
    form = LinkForm(posted(request), pairs=service.pairs_of(board))
    try:
        if "withdraw" in request.POST:
            link = get_object_or_404(service.of_board(board), pk=as_uuid(request.POST["withdraw"]))
            service.withdraw(link=link, by=request.user)
            messages.success(request, _("The link is withdrawn: it opens nothing any more."))
            return go(request, reverse("player_links", args=[board.pk]))
        if form.is_valid():
            service.make(board=board, contestant=form.cleaned_data["contestant"], by=request.user)
            return go(request, reverse("player_links", args=[board.pk]))
    except Refused as refused:
        messages.error(request, str(refused))
    links = links_shown(request.build_absolute_uri, service.of_board(board))
    context = {"board": board, "tournament": board.tournament, "links": links, "form": form}
    return render(request, "board/links.html", context, status=422 if form.errors else 200)

"""*L'étui*: a board's deal, its traveller as it counts now, and its history."""

from uuid import UUID

from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arbitrage.models import (
    Board,
    Incident,
    Result,
    Tournament,
)
from arbitrage.pages.board.boards import board_page
from arbitrage.services.tournaments import hand_looks, makeable
from arbitrage.views import MemberRequest, Row, for_members, to_change, to_read


@for_members("GET")
def board_list(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the boards of a tournament, those with incidents marked."""
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    boards = tournament.boards.annotate(
        lines=Count("results", filter=~Q(results__kind=Result.Kind.NOT_PLAYED), distinct=True),
        calls=Count("incidents", filter=~Q(incidents__state=Incident.State.WITHDRAWN), distinct=True),
    )
    may_change = request.here.may_rule_in(tournament.club_id)
    context = {"tournament": tournament, "boards": boards, "may_change": may_change}
    return render(request, "board/list.html", context)


BOARD = Row(lambda: Board.objects.select_related("tournament__club", "makeable"))


@for_members("GET", "POST")
def board(request: MemberRequest, board_id: UUID) -> HttpResponse:
    """Show one board: deal, traveller, history. While it is still played, the hands are shown only in answer to a
    director's request, not on later visits."""
    problem = ""
    if request.method == "POST":
        the_board = to_change(BOARD, request.user, board_id)
        hand_looks.look_at_deal(board=the_board, by=request.user)
        if request.POST.get("act") == "compute" and makeable.compute(the_board) is None:
            problem = _("The solver gives no answer at this moment.")
    else:
        the_board = to_read(BOARD, request.user, board_id)
    hidden = request.method == "GET" and hand_looks.in_play(the_board)
    may_correct = request.here.may_rule_in(the_board.tournament.club_id)
    context = board_page(the_board, hidden=hidden, page=request.GET.get("history")) | {
        "may_correct": may_correct,
        "problem": problem,
    }
    return render(request, "board/board.html", context)

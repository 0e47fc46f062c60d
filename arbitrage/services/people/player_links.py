"""Links by which a pair reads the published history of one of its boards. They expire, and can be withdrawn."""

import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Club, Contestant, PlayerLink, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import link_tokens
from arbitrage.services.record import club_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def pairs_of(board: Board) -> "QuerySet[Contestant]":
    """List the contestants with a line on the board, by section and number; in an individual each player."""
    lines = list(board.results.values_list("ns", "ew", "seats"))
    keys = {key for ns, ew, seats in lines for key in (ns, ew, *(seats or ())) if key}
    contestants = Contestant.objects.filter(pk__in=keys).select_related("section").prefetch_related("players")
    return contestants.order_by("section__letter", "position", "direction", "pk")


def of_board(board: Board) -> "QuerySet[PlayerLink]":
    """List the valid links to a board, the newest first."""
    good = PlayerLink.objects.filter(board=board, withdrawn_at=None, expires_at__gt=clock.now())
    return good.select_related("contestant__section").prefetch_related("contestant__players").order_by("-pk")


def of_evening(tournament: Tournament) -> dict[UUID, PlayerLink]:
    """Find the first valid link of each contestant of a tournament, by contestant."""
    good = PlayerLink.objects.filter(board__tournament=tournament, withdrawn_at=None, expires_at__gt=clock.now())
    links: dict[UUID, PlayerLink] = {}
    for link in good.select_related("contestant__section").prefetch_related("contestant__players").order_by("pk"):
        links.setdefault(link.contestant_id, link)
    return links


@transaction.atomic
def make_for_everybody(*, tournament: Tournament, by: "User") -> int:
    """Make a link for each contestant that has none, to the first board on which it has a line; return the number of
    new links."""
    there, count = of_evening(tournament), 0
    for board in tournament.boards.order_by("number"):
        for contestant in pairs_of(board):
            if contestant.pk not in there:
                there[contestant.pk] = make(board=board, contestant=contestant, by=by)
                count += 1
    return count


@transaction.atomic
def make(*, board: Board, contestant: Contestant, by: "User") -> PlayerLink:
    """Make a link for a pair to a board on which it has a line, or return its valid link to this board.

    :raises Refused: the pair has no line on this board.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=board.tournament.club_id)
    if not pairs_of(board).filter(pk=contestant.pk).exists():
        raise Refused(_("This pair has no line on the board. Choose one that has."), "no_line")
    if already := of_board(board).filter(contestant=contestant).first():
        return already
    expires = clock.now() + datetime.timedelta(days=club.link_days)
    made = PlayerLink.objects.create(club=club, board=board, contestant=contestant, by=by, expires_at=expires)
    data: dict[str, Any] = {"link": made.pk, "of": board.pk, "pair": contestant.pk}
    club_rows.append(club, "player_link_made", by=by, rows=[made], **data)
    return made


@transaction.atomic
def withdraw(*, link: PlayerLink, by: "User") -> PlayerLink:
    """Withdraw a link, so that it no longer works. A repetition changes nothing."""
    link = PlayerLink.objects.select_for_update(no_key=True).get(pk=link.pk)
    if link.withdrawn_at is None:
        link.withdrawn_at = clock.now()
        link.save(update_fields=["withdrawn_at"])
        club_rows.append(link.club, "player_link_withdrawn", by=by, rows=[link], link=link.pk)
    return link


def by_link(key: UUID, token: str) -> PlayerLink | None:
    """Find a valid link; None for any other link, without telling the reason."""
    if not link_tokens.is_right(link_tokens.BOARD, key, token):
        return None
    good = PlayerLink.objects.filter(pk=key, withdrawn_at=None, expires_at__gt=clock.now(), club__disabled_at=None)
    return good.select_related("board__tournament__club", "board__makeable", "contestant__section").first()

"""A link by which a pair reads the published history of one of its boards; made, withdrawn, over after a while."""

import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Club, Contestant, PlayerLink
from arbitrage.services import clock, links
from arbitrage.services.errors import Refused
from arbitrage.services.record import history

if TYPE_CHECKING:
    from uuid import UUID

    from django.contrib.auth.models import User


def pairs_of(board: Board) -> "QuerySet[Contestant]":
    """Those who have a line on the board, by section and number; in an individual each player."""
    lines = list(board.results.values_list("ns", "ew", "seats"))
    keys = {one for ns, ew, seats in lines for one in (ns, ew, *(seats or ())) if one}
    found = Contestant.objects.filter(pk__in=keys).select_related("section").prefetch_related("players")
    return found.order_by("section__letter", "position", "direction", "pk")


def of_board(board: Board) -> "QuerySet[PlayerLink]":
    """The links to a board that are good, the newest first."""
    good = PlayerLink.objects.filter(board=board, withdrawn_at=None, expires_at__gt=clock.now())
    return good.select_related("contestant__section").prefetch_related("contestant__players").order_by("-pk")


@transaction.atomic
def make(*, board: Board, contestant: Contestant, by: "User") -> PlayerLink:
    """A link for a pair to a board that it has a line on; the one that it has already, while that is good.

    :raises Refused: the pair has no line on this board.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=board.tournament.club_id)
    if not pairs_of(board).filter(pk=contestant.pk).exists():
        raise Refused(_("This pair has no line on the board. Choose one that has."), "no_line")
    if already := of_board(board).filter(contestant=contestant).first():
        return already
    expires = clock.now() + datetime.timedelta(days=club.link_days)
    made = PlayerLink.objects.create(club=club, board=board, contestant=contestant, by=by, expires_at=expires)
    history.append(club.pk, "player_link_made", by=by, club=club, link=made.pk, of=board.pk, pair=contestant.pk)
    return made


@transaction.atomic
def withdraw(*, link: PlayerLink, by: "User") -> PlayerLink:
    """The link opens nothing any more. Saying it twice changes nothing."""
    link = PlayerLink.objects.select_for_update(no_key=True).get(pk=link.pk)
    if link.withdrawn_at is None:
        link.withdrawn_at = clock.now()
        link.save(update_fields=["withdrawn_at"])
        history.append(link.club_id, "player_link_withdrawn", by=by, club=link.club_id, link=link.pk)
    return link


def found(key: "UUID", token: str) -> PlayerLink | None:
    """The link that is still good; None of any other, whatever is wrong with it."""
    if not links.is_right(links.BOARD, key, token):
        return None
    good = PlayerLink.objects.filter(pk=key, withdrawn_at=None, expires_at__gt=clock.now(), club__disabled_at=None)
    return good.select_related("board__tournament__club", "contestant__section").first()

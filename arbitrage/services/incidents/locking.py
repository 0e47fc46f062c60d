"""Locking of an incident and its boards, reloading of rows, and refusal of writes that are no longer allowed."""

import uuid
from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Board, Incident, Inquiry
from arbitrage.models.rows_of_calls import ANSWERS_OF
from arbitrage.services.errors import Refused
from arbitrage.services.record import history

OVER = (Incident.State.WITHDRAWN, Incident.State.FINAL, Incident.State.APPEALED)
"""States in which an incident accepts no writes; its facts stay as they are."""


def locked(incident: Incident, *boards: Board | None, head: str = "", alone: bool = False) -> Incident:
    """Lock the chain and the board of an incident until the end of the transaction; return the incident as it is
    stored.

    *head* is the last hash of its chain when *incident* was read, if known; the incident is read again only if the
    chain has grown. With *alone* it is read without its place, for callers that do not need it.

    Its board, and the *boards* to which the caller is about to move the incident, are locked first, because a ruling at
    a table changes the facts of other calls there. If the incident was moved meanwhile, the locks are released and
    taken again in the right order.
    """
    if not connection.features.has_select_for_update:  # SQLite locks the whole database
        return _stored(incident, head, alone)
    while True:
        keys = {
            key for key in (incident.board_id, *(board.pk for board in boards if board is not None)) if key is not None
        }
        with transaction.atomic():
            if keys:
                lock_boards(keys)
            locked_incident = _stored(incident, head, alone)
            if locked_incident.board_id in (*keys, None):
                return locked_incident
            transaction.set_rollback(True)
        incident = locked_incident


def _stored(incident: Incident, head: str, alone: bool) -> Incident:
    """Return the incident as it is stored, its chain locked."""
    stream = history.lock(incident.pk)
    unchanged = bool(head) and head == stream.head
    stored = incident if unchanged else Incident.objects.get(pk=incident.pk) if alone else fresh(incident)
    stored.end = stream.head, stream.seq
    return stored


def lock_boards(keys: Iterable[uuid.UUID]) -> None:
    """Lock boards in the order of their ids. The order among all locks is that of `history.lock`.

    The default order (`Meta.ordering`) would join the tournament, and PostgreSQL would lock its row after that of the
    board, which deadlocks with anyone who locks the tournament first, the intended order.
    """
    if connection.features.has_select_for_update:  # SQLite locks the whole database
        list(Board.objects.select_for_update(no_key=True).filter(pk__in=list(keys)).order_by("pk").values_list("pk"))


def fresh(incident: Incident) -> Incident:
    """Return the incident as it is stored, with its place."""
    if (stored := _FRESH.first(pk=incident.pk)) is None:
        raise Incident.DoesNotExist
    return stored


_FRESH = Prepared(
    lambda pk: Incident.objects.select_related("club", "tournament", "section", "board", "result").filter(pk=pk),
    pk=UUIDField(),
)


def tie(incident: Incident) -> None:
    """Set the relations between the rows that were read with an incident, so that none is read again."""
    incident.tournament.club = incident.club
    if incident.board is not None:
        incident.board.tournament = incident.tournament
        if incident.result is not None and incident.result.board_id == incident.board_id:
            incident.result.board = incident.board


def reloaded(inquiry: Inquiry, incident: Incident | None = None) -> Inquiry:
    """Return the inquiry as it is stored, with its answers; *incident* is given if it is already loaded."""
    if incident is None:
        return _of_one(_WITH_TOURNAMENT, inquiry)
    inquiry_row = _of_one(_ALONE, inquiry)
    inquiry_row.incident = incident
    return inquiry_row


_ALONE = Prepared(lambda pk: Inquiry.objects.filter(pk=pk), {"answers": ANSWERS_OF}, pk=UUIDField())
_WITH_TOURNAMENT = Prepared(
    lambda pk: Inquiry.objects.select_related("incident__tournament").filter(pk=pk),
    {"answers": ANSWERS_OF},
    pk=UUIDField(),
)


def _of_one(rows: Prepared[Inquiry], inquiry: Inquiry) -> Inquiry:
    if (stored := rows.first(pk=inquiry.pk)) is None:
        raise Inquiry.DoesNotExist
    return stored


def writable(incident: Incident) -> Incident:
    """Return the incident, if it accepts writes.

    :raises Refused: the incident was withdrawn, or its decision is final or under appeal.
    """
    if incident.state == Incident.State.WITHDRAWN:
        raise Refused(_("This incident was withdrawn. Open a new one to go on."), "withdrawn")
    if incident.state == Incident.State.FINAL:
        raise Refused(_("This decision is final: nothing can be changed any more."), "final")
    if incident.state == Incident.State.APPEALED:
        raise Refused(
            _("This decision is under appeal: its facts stay as they are until the appeal is decided or withdrawn."),
            "under_appeal",
        )
    return incident


def reused() -> Refused:
    """Build the refusal of an identifier that is used for something else."""
    return Refused(
        _("This was sent before with other contents. Reload the page and enter it again."), "identifier_reused"
    )

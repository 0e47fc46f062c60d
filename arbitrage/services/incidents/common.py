"""What the verbs of an incident share: its lock, its fresh rows, what may still be written, free words."""

import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Incident, Inquiry, Note, Result
from arbitrage.services.errors import Refused
from arbitrage.services.record import history
from arbitrage.services.record.history import digest, record
from rulings.bridge import parse_contract, parse_deal
from rulings.engine.inquiry import Asking, Ruled, Waiting

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LONGEST_WORDS = 5000
OVER = (Incident.State.WITHDRAWN, Incident.State.FINAL, Incident.State.APPEALED)
"""The states in which nothing is added to an incident: its facts stay as they are."""

State = Asking | Waiting | Ruled


def locked(incident: Incident, *boards: Board | None, head: str = "", alone: bool = False) -> Incident:
    """The incident as it is stored, that nobody else writes to until the end of the transaction.

    *head* is the end of its chain when *incident* was read, where that is known: nothing is read again while it ends
    there. Read *alone* it comes without its place, for whoever only writes.

    Its board is locked before it, and the *boards* where it is about to be placed: what is ruled at a table changes
    what the other calls of this table know. Where somebody has placed it elsewhere meanwhile, the locks are given back
    and taken again, so that they are always taken in their order.
    """
    if not connection.features.has_select_for_update:  # SQLite: the whole database is
        return _stored(incident, head, alone)
    while True:
        keys = {key for key in (incident.board_id, *(one.pk for one in boards if one is not None)) if key is not None}
        with transaction.atomic():
            if keys:
                lock_boards(keys)
            found = _stored(incident, head, alone)
            if found.board_id in (*keys, None):
                return found
            transaction.set_rollback(True)
        incident = found


def _stored(incident: Incident, head: str, alone: bool) -> Incident:
    """The incident as it is stored, its chain locked."""
    stream = history.lock(incident.pk)
    known = bool(head) and head == stream.head
    found = incident if known else Incident.objects.get(pk=incident.pk) if alone else fresh(incident)
    found.end = stream.head, stream.seq
    return found


def lock_boards(keys: Iterable[uuid.UUID]) -> None:
    """Lock boards, by identifier everywhere: their place in the order of `history.lock`.

    Their own order (`Meta.ordering`) would join the tournament, and PostgreSQL would lock its row after that of the
    board: in a circle with whoever has locked the tournament first, as it is meant.
    """
    if connection.features.has_select_for_update:  # SQLite has locked the whole database
        list(Board.objects.select_for_update(no_key=True).filter(pk__in=list(keys)).order_by("pk").values_list("pk"))


def fresh(incident: Incident) -> Incident:
    """The incident as it is stored, with its place."""
    return Incident.objects.select_related("club", "tournament", "section", "board", "result").get(pk=incident.pk)


def reloaded(inquiry: Inquiry, incident: Incident | None = None) -> Inquiry:
    """The inquiry as it is stored, with its answers; of an *incident* that is known already."""
    if incident is None:
        return Inquiry.objects.with_answers().get(pk=inquiry.pk)
    found = Inquiry.objects.prefetch_related("answers").get(pk=inquiry.pk)
    found.incident = incident
    return found


def writable(incident: Incident) -> Incident:
    """The same incident, when something may still be added to it.

    :raises Refused: it was withdrawn, its decision is final, or under appeal.
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
    """What is answered to an identifier that belongs to something else."""
    return Refused(
        _("This was sent before with other contents. Reload the page and enter it again."), "identifier_reused"
    )


def words_typed(text: str) -> str:
    """Free words as they are kept.

    :raises Refused: the text is too long.
    """
    text = text.strip()
    if len(text) > LONGEST_WORDS:
        raise Refused(_("This text is too long: shorten it to 5,000 characters."), "too_long")
    return text


def note_of(incident: Incident, text: str) -> Note | None:
    """The free words kept beside the chain, which keeps their digest; nothing for nothing."""
    return Note.objects.create(incident=incident, text=text, digest=digest(text)) if text else None


def set_scores_aside(incident: Incident, by: "User | None") -> None:
    """The score confirmed for this incident counts no more, and none takes its place: the one played counts again."""
    for adjustment in incident.adjustments.confirmed():
        record(incident, by, "adjustment_superseded", adjustment=adjustment.pk, followed_by=None)


def stage_of(state: State) -> str:
    """The inquiry's stage that a state of its law stands for."""
    match state:
        case Asking():
            return Inquiry.Stage.ASKING.value
        case Waiting():
            return Inquiry.Stage.WAITING.value
        case Ruled():
            return Inquiry.Stage.RULED.value


def key_text(row: Any) -> str | None:
    return None if row is None else str(row.pk)


def key_of(row: Any) -> uuid.UUID | None:
    return None if row is None else row.pk


def key_from(text: str | None) -> uuid.UUID | None:
    return uuid.UUID(text) if text else None


def board_facts(board: Board | None, result: Result | None) -> dict[str, str]:
    """What the board knows, as facts for a law: declarer, contract, trumps, declarer's tricks, vulnerability, the deal.

    Nothing about tricks while the board has not been scored; never a name. {"contract": "3NT", "declarer": "S",
    "trumps": "NT", "tricks": "11", "vulnerability": "NS"}.
    """
    facts = {"vulnerability": board.vulnerability} | _deal(board) if board else {}
    if result is None or result.kind != Result.Kind.PLAYED or not result.contract:
        return facts
    contract = parse_contract(result.contract)
    if contract is None:
        return facts
    facts |= {"contract": result.contract, "declarer": result.declarer, "trumps": str(contract.denomination)}
    return facts | ({} if result.tricks is None else {"tricks": str(result.tricks)})


def _deal(board: Board) -> dict[str, str]:
    """The four hands, from which a law reads who is void; nothing when they are not known or do not read."""
    try:
        return {"deal": board.deal} if parse_deal(board.deal, complete=False) else {}
    except ValueError:
        return {}

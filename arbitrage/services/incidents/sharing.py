"""Passing on a change of a table's state to the other inquiries at the table, and to the duties about cards."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Duty, Event, Incident, Inquiry
from arbitrage.models.rows_of_calls import ANSWERS_OF
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.consequences import settle
from arbitrage.services.incidents.facts import complete
from arbitrage.services.incidents.locking import OVER, fresh, locked, reloaded, reused, writable
from arbitrage.services.incidents.table import AtOneTable, Logged, log_of, same_table, start_of, table_of
from arbitrage.services.record.history import record
from rulings.table import Said
from rulings.table_from_log import folded

if TYPE_CHECKING:
    from django.contrib.auth.models import User

BY_THE_TABLE = "table"
"""Reason for closing the duty of a card that has left the table."""


@transaction.atomic
def say(*, incident: Incident, what: str, about: str, by: "User", id: uuid.UUID | None = None) -> Incident:
    """Record a director's statement about the table: *what* happened, and the card, player or call that it is *about*
    (`rulings.table.Said`).

    Every open inquiry at the table is updated. A statement that is true already, or a repetition of the *id*, changes
    nothing.

    :raises Refused: the incident is over, the statement is not one about a table, or the *id* is used for something
    else.
    """
    incident = writable(locked(incident))
    if id is not None and (sent := Event.objects.filter(pk=id).first()):
        if (sent.stream_id, sent.data.get("what"), sent.data.get("about")) != (incident.pk, what, about):
            raise reused()
        return incident
    try:
        statement = Said(what, about)  # type: ignore[arg-type]  # checked by the constructor
    except ValueError:
        raise Refused(_("This cannot be said of the table. Choose the card or the player again."), "not_said") from None
    note(incident, statement, log_of(incident), by, id)
    return incident


def note(incident: Incident, statement: Said, log: list[Logged], by: "User", id: uuid.UUID | None = None) -> None:
    """Record a statement about the table of a locked incident, unless it is true already. *log* is the log of the
    table."""
    start, entries = start_of(incident), [logged.entry for logged in log]
    if folded(start, [*entries, statement]) != folded(start, entries):
        record(incident, by, "table_said", id=id, what=statement.what, about=statement.about)
        share(incident, by)


@transaction.atomic
def unsay(*, incident: Incident, said: Event, by: "User") -> None:
    """Withdraw a director's statement about the table, as if it had not been made. A repetition changes nothing.

    :raises Refused: the incident is over.
    """
    incident = writable(locked(incident))
    taken_back = incident.events.filter(kind="table_unsaid")
    if all(event.data["said"] != str(said.pk) for event in taken_back):
        record(incident, by, "table_unsaid", said=str(said.pk), what=said.data["what"], about=said.data["about"])
        share(incident, by)


def _waiting(calls_here: QuerySet[Incident]) -> QuerySet[Any, uuid.UUID]:
    """Find the id of one call with an open question or a duty about a card."""
    of_it = Inquiry.objects.filter(incident=OuterRef("pk"))
    asking = of_it.filter(stage=Inquiry.Stage.ASKING)
    cards = of_it.filter(Exists(Duty.objects.filter(inquiry=OuterRef("pk")).exclude(about="")))
    waits = calls_here.filter(Exists(asking) | Exists(cards))
    return waits.order_by().values_list("pk", flat=True)[:1]


_WAITS_FOR_TABLE = AtOneTable(_waiting)


def share(incident: Incident, by: "User | None") -> bool:
    """Pass the state of the table on to its open inquiries after a ruling, a statement or a withdrawal, and open or
    close the duties about cards to match. Return whether there was any such inquiry or duty."""
    if not _WAITS_FOR_TABLE(incident):
        return False
    calls_here = same_table(incident)
    calls = {call.pk: incident if call == incident and incident.end else fresh(call) for call in calls_here}
    log = log_of(incident)
    while _tell(calls, log, by):  # an updated inquiry may rule, and its ruling may change the table again
        log = log_of(incident)
    for call in calls.values():
        if call.state not in OVER:
            _sync_cards(call, log, by)
            settle(call, by)
    return True


_ASKING = Prepared(
    lambda call: (
        Inquiry.objects.filter(incident=call, stage=Inquiry.Stage.ASKING)
        .select_related("incident__tournament")
        .order_by("order")
    ),
    {"answers": ANSWERS_OF},
    call=UUIDField(),
)
_ABOUT_CARDS = Prepared(
    lambda call: Duty.objects.filter(inquiry__incident=call).exclude(about="").order_by("due_since", "pk"),
    call=UUIDField(),
)


def _tell(calls: Mapping[uuid.UUID, Incident], log: list[Logged], by: "User | None") -> bool:
    """Give the open inquiries the state of the table; return whether one of them ruled on it."""
    ruled = False
    for call in calls.values():
        if call.state in OVER:
            continue
        for inquiry in _ASKING(call=call.pk):
            if complete(call, inquiry, by, log):
                ruled |= reloaded(inquiry).stage != Inquiry.Stage.ASKING
    return ruled


def _sync_cards(call: Incident, log: list[Logged], by: "User | None") -> None:
    """Close the duties of cards that have left the table, and reopen those of cards that are back."""
    duties = _ABOUT_CARDS(call=call.pk)
    if not duties:
        return
    lying = table_of(call, log).keys
    for duty in duties:
        if duty.state == Duty.State.OPEN and duty.about not in lying:
            record(call, by, "duty_done", duty=duty.pk, inquiry=duty.inquiry_id, closed_by=BY_THE_TABLE)
        elif duty.state == Duty.State.DONE and duty.about in lying and _closed_by(call, duty) == BY_THE_TABLE:
            record(call, by, "duty_reopened", duty=duty.pk, inquiry=duty.inquiry_id)


def _closed_by(call: Incident, duty: Duty) -> str:
    closings = [event.data for event in call.events.filter(kind="duty_done").order_by("seq")]
    return str([closing for closing in closings if closing["duty"] == str(duty.pk)][-1].get("closed_by", ""))

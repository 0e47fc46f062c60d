"""Bulk reading of chains and their rows, for checks: four hundred take as many queries as one."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F

from arbitrage.models import (
    Adjustment,
    Answer,
    Appeal,
    AppealSeat,
    AppealWords,
    Duty,
    Event,
    Incident,
    Inquiry,
    Note,
    Remark,
    RightTold,
    Ruling,
)
from arbitrage.services.record.projection import PROJECTED, Rows

TO_INCIDENT = {
    Incident: "pk",
    Inquiry: "incident_id",
    Duty: "inquiry__incident_id",
    Answer: "inquiry__incident_id",
    Ruling: "inquiry__incident_id",
    Adjustment: "incident_id",
    Remark: "incident_id",
    RightTold: "incident_id",
    Appeal: "incident_id",
    AppealWords: "appeal__incident_id",
    AppealSeat: "appeal__incident_id",
}
"""Lookups from each row that follows from events to its incident."""


@dataclass(frozen=True)
class Chain:
    """The events of a chain in their order, and the free words of the incident under the same identifier."""

    events: list[Event] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def chains(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, Chain]:
    """Return the chains under these identifiers, an empty one where there is none: two queries."""
    chains_by_key = {key: Chain() for key in keys}
    for event in Event.objects.filter(stream_id__in=keys).order_by("stream_id", "seq"):
        chains_by_key[event.stream_id].events.append(event)
    for note in Note.objects.filter(incident_id__in=keys).order_by("pk"):
        chains_by_key[note.incident_id].notes.append(note)
    return chains_by_key


def stored_rows(incidents: Sequence[uuid.UUID]) -> dict[uuid.UUID, Rows]:
    """Read the rows of incidents as they are in the database, by incident: a query for each model."""
    found: dict[uuid.UUID, Rows] = {key: {model: {} for model in PROJECTED} for key in incidents}
    for model in PROJECTED:
        way = TO_INCIDENT[model]
        rows: Iterable[dict[str, Any]] = (
            model._default_manager.filter(**{f"{way}__in": incidents}).order_by().annotate(chain=F(way)).values()
        )
        for row in rows:
            found[row.pop("chain")][model][row.pop("id")] = row
    return found

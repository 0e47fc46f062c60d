"""Bulk reading of chains and their rows, for checks; the number of queries does not depend on the number of chains."""

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
from arbitrage.services.record import person_numbers
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
"""Lookups from the rows of each projected model to their incident."""


@dataclass(frozen=True)
class Chain:
    """The events of a chain in order, the notes of the incident with the same id, and the accounts by the number of
    each person."""

    events: list[Event] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)


def chains(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, Chain]:
    """Return the chains under these identifiers, empty ones for missing chains, in three queries."""
    chains_by_key = {key: Chain() for key in keys}
    for event in Event.objects.filter(stream_id__in=keys).order_by("stream_id", "seq"):
        chains_by_key[event.stream_id].events.append(event)
    numbers = person_numbers.of_clubs({event.club_id for chain in chains_by_key.values() for event in chain.events})
    for chain in chains_by_key.values():
        chain.numbers.update(numbers[chain.events[0].club_id] if chain.events else {})
    for note in Note.objects.filter(incident_id__in=keys).order_by("pk"):
        chains_by_key[note.incident_id].notes.append(note)
    return chains_by_key


def stored_rows(incidents: Sequence[uuid.UUID]) -> dict[uuid.UUID, Rows]:
    """Read the stored rows of incidents, by incident, with one query for each model."""
    rows_by_chain: dict[uuid.UUID, Rows] = {key: {model: {} for model in PROJECTED} for key in incidents}
    for model in PROJECTED:
        way = TO_INCIDENT[model]
        rows: Iterable[dict[str, Any]] = (
            model._default_manager.filter(**{f"{way}__in": incidents}).order_by().annotate(chain=F(way)).values()
        )
        for row in rows:
            rows_by_chain[row.pop("chain")][model][row.pop("id")] = row
    return rows_by_chain

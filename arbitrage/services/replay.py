"""Ruling again from the events: would the laws as they are now say the same?"""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arbitrage.models import Answer, Incident, Inquiry, Ruling
from arbitrage.models.incident import EDITIONS
from arbitrage.services.history import canonical, project
from arbitrage.services.incidents import outcome, stage_of
from arbitrage.services.projection import Fields
from rulings.inquiry import Asking


@dataclass(frozen=True)
class Difference:
    """An inquiry that would end otherwise today. *was* and *now* say how: "64A2", or "asking" with the question."""

    incident: Incident
    law: str
    was: str
    now: str


def replay_incident(incident: Incident) -> Iterator[Difference]:
    """The inquiries of an incident whose last ruling is not what their events lead to today; nothing when all are."""
    rows = project(incident)
    for key, row in rows[Inquiry].items():
        answers = {one["question"]: one for one in rows[Answer].values() if one["inquiry_id"] == key}
        rulings = [one for one in rows[Ruling].values() if one["inquiry_id"] == key]
        last = max(rulings, key=lambda one: one["revision"], default=None)
        if found := _difference(incident, key, row, answers, last):
            yield found


def _difference(
    incident: Incident, key: uuid.UUID, row: Fields, answers: dict[str, Fields], last: Fields | None
) -> Difference | None:
    if row["stage"] == Inquiry.Stage.DROPPED:
        return None
    was = row["stage"] if last is None or row["stage"] == Inquiry.Stage.ASKING else last["law"]
    if row["law"] not in EDITIONS.get(row["edition"], {}):
        return Difference(incident, row["law"], was, "no such law")
    inquiry = Inquiry(pk=key, law=row["law"], edition=row["edition"], facts=row["facts"])
    state = inquiry.state_from(row["facts"] | {question: one["value"] for question, one in answers.items()})
    if isinstance(state, Asking):
        same = row["stage"] == Inquiry.Stage.ASKING
        return None if same else Difference(incident, row["law"], was, f"asking {state.question.id}")
    notes: dict[str, Any] = {question: one["note_id"] for question, one in answers.items() if one["note_id"]}
    if row["stage"] == stage_of(state) and last is not None:
        stored = json.loads(last["outcome"])
        if _substance(stored) == _substance(json.loads(canonical(outcome(inquiry, state, notes)))):
            return None
    return Difference(incident, row["law"], was, state.ruling.law)


def _substance(data: Any) -> Any:
    """An outcome without its words: a sentence that is put better rules nothing otherwise."""
    if isinstance(data, dict):
        return {name: _substance(value) for name, value in data.items() if name not in ("text", "label")}
    return [_substance(one) for one in data] if isinstance(data, list) else data

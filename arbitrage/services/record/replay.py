"""Ruling again from the events: would the laws as they are now say the same?"""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arbitrage.models import Answer, Incident, Inquiry, Ruling
from arbitrage.models.incident import EDITIONS
from arbitrage.services.incidents import outcome, same_substance, stage_of, table_for
from arbitrage.services.record.history import canonical, project
from arbitrage.services.record.projection import Fields
from rulings.engine.inquiry import Asking
from rulings.engine.stored import upgraded


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
        if found := _difference(incident, key, row, answers, last) or _otherwise_told(incident, row, key):
            yield found


def _otherwise_told(incident: Incident, row: Fields, key: uuid.UUID) -> Difference | None:
    """Was the inquiry told another table than its log folds to today?"""
    told = row["facts"].get("table")
    if told is None or row["stage"] == Inquiry.Stage.DROPPED:
        return None
    inquiry = Inquiry.objects.with_answers().filter(pk=key).first()
    now = told if inquiry is None else str(table_for(incident, inquiry))
    return None if now == told else Difference(incident, row["law"], f"table {told}", f"table {now}")


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
        stored = upgraded(json.loads(last["outcome"]))
        if same_substance(stored, json.loads(canonical(outcome(inquiry, state, notes)))):
            return None
    return Difference(incident, row["law"], was, state.ruling.law)

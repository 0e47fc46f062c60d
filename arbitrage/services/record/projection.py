"""The projection of an incident from events to rows, used both to store rows and to rebuild them.

A service appends an event and applies it here to the database; `history.project` applies the same events to rows in
memory. So the rows of an incident always agree with its events.
"""

import datetime
import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.db import models

from arbitrage.database.prepared import insert, update
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
from arbitrage.services.record.appeal_rows import OF_APPEALS
from arbitrage.services.record.event_and_rows import Saying, Target
from arbitrage.services.record.keys import key_from
from arbitrage.services.record.person_numbers import Numbers

LATER: tuple[type[models.Model], ...] = (Remark, RightTold, Appeal, AppealWords, AppealSeat)
"""Models added by later versions; case files from before do not contain them."""

PROJECTED: tuple[type[models.Model], ...] = (Incident, Inquiry, Duty, Answer, Ruling, Adjustment, *LATER)
"""Models whose rows are derived from the events of an incident, owners first."""

NOBODY: Numbers = {}

Fields = dict[str, Any]
Rows = dict[type[models.Model], dict[uuid.UUID, Fields]]


class MemoryRows:
    """Target that keeps rows in memory, by model and id. *notes* are the free texts by id."""

    def __init__(self, notes: Mapping[str, str]) -> None:
        self.notes = notes
        self.rows: Rows = {model: {} for model in PROJECTED}

    def add(self, model: type[models.Model], key: str, **fields: Any) -> None:
        self.rows[model][uuid.UUID(key)] = _defaults(model) | fields

    def change(self, model: type[models.Model], key: str, **fields: Any) -> None:
        row = self.rows[model].get(uuid.UUID(key))
        if row is not None:
            row.update(fields)

    def remove(self, model: type[models.Model], key: str) -> None:
        self.rows[model].pop(uuid.UUID(key), None)

    def words(self, *notes: str | None) -> str:
        return "\n\n".join(self.notes.get(note, "") for note in notes if note)


class DatabaseRows:
    """Target that writes rows to the database, and updates the *incident* object of the service like its row."""

    def __init__(self, incident: Incident | None = None) -> None:
        self._incident = incident

    def add(self, model: type[models.Model], key: str, **fields: Any) -> None:
        row = model(pk=uuid.UUID(key), **fields)
        # only field values are checked here; the database checks keys and constraints when it inserts the row
        row.clean_fields(exclude=[field.name for field in model._meta.fields if field.is_relation])
        insert([row])

    def change(self, model: type[models.Model], key: str, **fields: Any) -> None:
        update(model, uuid.UUID(key), fields)
        if model is Incident and self._incident is not None and self._incident.pk == uuid.UUID(key):
            for name, value in fields.items():
                setattr(self._incident, name, value)

    def remove(self, model: type[models.Model], key: str) -> None:
        model._default_manager.filter(pk=uuid.UUID(key)).delete()

    def words(self, *notes: str | None) -> str:
        keys = [uuid.UUID(note) for note in notes if note]
        texts = dict(Note.objects.filter(pk__in=keys).values_list("pk", "text")) if keys else {}
        return "\n\n".join(texts[key] for key in keys)


def apply(event: Event, rows: Target, numbers: Numbers = NOBODY) -> None:
    """Apply one event of an incident to *rows*. Some kinds of events (HISTORY_ONLY) change no row. *numbers* maps the
    numbers of persons to accounts, for old events of a club that has moved; a new event needs none."""
    body = json.loads(event.body)
    project = PROJECTIONS.get(event.kind)
    if project is not None:
        project(Saying(body["data"], body, event.at, numbers), rows)


def _incident_opened(saying: Saying, rows: Target) -> None:
    rows.add(
        Incident,
        saying.incident,
        club_id=saying.club,
        tournament_id=saying.tournament,
        section_id=saying.id("section"),
        table=saying["table"],
        round=saying["round"],
        board_id=saying.board,
        result_id=saying.id("result"),
        year=saying["year"],
        number=saying["number"],
        called_at=_time(saying.data.get("called_at")) or saying.at,
        called_by=saying["called_by"],
        opened_by_id=saying.by,
    )


def _attended(saying: Saying, rows: Target) -> None:
    rows.change(Incident, saying.incident, attended_by_id=saying.by, attended_at=saying.at)


def _caller_said(saying: Saying, rows: Target) -> None:
    rows.change(Incident, saying.incident, called_by=saying["called_by"])


def _left_to_another(saying: Saying, rows: Target) -> None:
    rows.change(Incident, saying.incident, attended_by_id=None, attended_at=None)


def _placed(saying: Saying, rows: Target) -> None:
    rows.change(
        Incident,
        saying.incident,
        section_id=saying.id("section"),
        table=saying["table"],
        round=saying["round"],
        board_id=saying.board,
        result_id=saying.id("result"),
    )


def _inquiry_opened(saying: Saying, rows: Target) -> None:
    rows.add(
        Inquiry,
        saying["inquiry"],
        incident_id=uuid.UUID(saying.incident),
        order=saying["order"],
        law=saying["law"],
        edition=saying["edition"],
        facts=saying["facts"],
        stage=saying["stage"],
        opened_by_duty_id=saying.id("opened_by_duty"),
    )


def _inquiry_dropped(saying: Saying, rows: Target) -> None:
    rows.change(Inquiry, saying["inquiry"], stage=Inquiry.Stage.DROPPED)


def _facts_completed(saying: Saying, rows: Target) -> None:
    rows.change(Inquiry, saying["inquiry"], facts=saying["facts"], version=saying["version"], stage=saying["stage"])


def _answered(saying: Saying, rows: Target) -> None:
    rows.add(
        Answer,
        saying["answer"],
        inquiry_id=saying.id("inquiry"),
        question=saying["question"],
        **_answer(saying, rows),
    )
    rows.change(Inquiry, saying["inquiry"], version=saying["version"], stage=saying["stage"])


def _answer_changed(saying: Saying, rows: Target) -> None:
    rows.change(Answer, saying["answer"], **_answer(saying, rows))
    rows.change(Inquiry, saying["inquiry"], version=saying["version"], stage=saying["stage"])


def _moment_taken_back(saying: Saying, rows: Target) -> None:
    rows.remove(Answer, saying["answer"])
    rows.change(Inquiry, saying["inquiry"], version=saying["version"], stage=saying["stage"])


def _answer(saying: Saying, rows: Target) -> Fields:
    value = rows.words(saying["note"]) if saying["note"] else saying["value"]
    return {
        "value": value,
        "note_id": saying.id("note"),
        "by_id": saying.by,
        "at": saying.at,
        "version": saying["version"],
    }


def _ruling_issued(saying: Saying, rows: Target) -> None:
    rows.add(
        Ruling,
        saying["ruling"],
        inquiry_id=saying.id("inquiry"),
        revision=saying["revision"],
        law=saying["law"],
        edition=saying["edition"],
        outcome=saying["outcome"],
        provisional=saying["provisional"],
        by_id=saying.by,
        at=saying.at,
        supersedes_id=saying.id("supersedes"),
    )


def _duty_opened(saying: Saying, rows: Target) -> None:
    rows.add(
        Duty,
        saying["duty"],
        inquiry_id=saying.id("inquiry"),
        law=saying["law"],
        moment=saying["moment"],
        text=saying["text"],
        opens=saying["opens"],
        hands=saying["hands"],
        about=saying.data.get("about", ""),
        question=saying["question"],
        due_since=saying.at,
    )


def _duty_described(saying: Saying, rows: Target) -> None:
    rows.change(Duty, saying["duty"], about=saying["about"])


def _duty_done(saying: Saying, rows: Target) -> None:
    rows.change(Duty, saying["duty"], state=Duty.State.DONE, done_at=saying.at, done_by_id=saying.by)


def _duty_reopened(saying: Saying, rows: Target) -> None:
    rows.change(Duty, saying["duty"], state=Duty.State.OPEN, done_at=None, done_by_id=None)


def _duty_cancelled(saying: Saying, rows: Target) -> None:
    rows.change(Duty, saying["duty"], state=Duty.State.CANCELLED)


def _state_changed(saying: Saying, rows: Target) -> None:
    rows.change(Incident, saying.incident, state=saying["state"])


def _withdrawn(saying: Saying, rows: Target) -> None:
    rows.change(Incident, saying.incident, state=Incident.State.WITHDRAWN)


def _facts_disputed(saying: Saying, rows: Target) -> None:
    rows.change(Incident, saying.incident, disputed=saying["disputed"], evidence=rows.words(saying["note"]))


def _words_added(saying: Saying, rows: Target) -> None:
    rows.change(Incident, saying.incident, words=rows.words(*saying["notes"]))


def _adjustment_confirmed(saying: Saying, rows: Target) -> None:
    rows.add(
        Adjustment,
        saying["adjustment"],
        incident_id=uuid.UUID(saying.incident),
        result_id=saying.id("result"),
        kind=saying["kind"],
        award=saying["award"],
        by_hand=saying["by_hand"],
        reason=rows.words(saying["reason"]),
        basis=saying["basis"],
        law=saying["law"],
        by_id=saying.by,
        at=saying.at,
        seen=saying["seen"],
        supersedes_id=saying.id("supersedes"),
    )
    rows.change(Incident, saying.incident, confirmed_at=saying.at)


def _adjustment_superseded(saying: Saying, rows: Target) -> None:
    rows.change(Adjustment, saying["adjustment"], state=Adjustment.State.SUPERSEDED)
    if saying["followed_by"] is None:
        rows.change(Incident, saying.incident, confirmed_at=None)


def _adjustment_entered(saying: Saying, rows: Target) -> None:
    rows.change(Adjustment, saying["adjustment"], entered_at=saying.at, entered_by_id=saying.by)


def _remarked(kind: Remark.Kind) -> Callable[[Saying, Target], None]:
    """Return the projection of a remark of this kind on a decision."""

    def project(saying: Saying, rows: Target) -> None:
        rows.add(
            Remark,
            saying["remark"],
            incident_id=uuid.UUID(saying.incident),
            kind=kind.value,
            text=rows.words(saying["note"]),
            note_id=saying.id("note"),
            by_id=saying.by,
            at=saying.at,
            to_id=saying.to,
            question_id=key_from(saying.data.get("question")),
            ruling_id=key_from(saying.data.get("ruling")),
        )
        if kind is Remark.Kind.ANSWER:
            rows.change(Remark, saying["question"], answered_at=saying.at)

    return project


PROJECTIONS: Mapping[str, Callable[[Saying, Target], None]] = {
    "incident_opened": _incident_opened,
    "attended": _attended,
    "left_to_another": _left_to_another,
    "caller_said": _caller_said,
    "placed": _placed,
    "inquiry_opened": _inquiry_opened,
    "inquiry_dropped": _inquiry_dropped,
    "facts_completed": _facts_completed,
    "answered": _answered,
    "answer_changed": _answer_changed,
    "moment_taken_back": _moment_taken_back,
    "ruling_issued": _ruling_issued,
    "duty_opened": _duty_opened,
    "duty_described": _duty_described,
    "duty_done": _duty_done,
    "duty_reopened": _duty_reopened,
    "duty_cancelled": _duty_cancelled,
    "state_changed": _state_changed,
    "incident_withdrawn": _withdrawn,
    "facts_disputed": _facts_disputed,
    "words_added": _words_added,
    "adjustment_confirmed": _adjustment_confirmed,
    "adjustment_superseded": _adjustment_superseded,
    "adjustment_entered": _adjustment_entered,
    "commented": _remarked(Remark.Kind.COMMENT),
    "question_asked": _remarked(Remark.Kind.QUESTION),
    "question_answered": _remarked(Remark.Kind.ANSWER),
    "reviewed": _remarked(Remark.Kind.REVIEW),
    "ruling_corrected": _remarked(Remark.Kind.CORRECTION),
    **OF_APPEALS,
}

HISTORY_ONLY = frozenset(
    {
        "answer_repeated",
        "answer_refused",
        "result_entered",
        "case_imported",
        "words_erased",
        "words_adopted",
        "table_said",
        "table_unsaid",
        "call_repeated",
        "inquiry_repeated",
        "ruled_offline",
        "statement_noted",
        "evidence_shown",
        "poll_opened",
        "poll_answered",
        "poll_closed",
    }
)
"""Kinds of events that change no row of an incident.

They are: an answer given twice or too late; a result entered at a table; the source of an imported case; the erasing or
adopting of free texts, which are stored outside the events; statements about the table and their withdrawal, which are
read from the events each time; a call or an inquiry opened twice; the ruling of an offline device; statements of the
sides; evidence shown to the director; polls of players and their answers."""


def _defaults(model: type[models.Model]) -> Fields:
    """Return the default values of a new row, by column."""
    row = model()
    return {
        field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields if not field.primary_key
    }


def _time(text: str | None) -> datetime.datetime | None:
    """Parse a moment written by `history.stamp`; None stays None."""
    return datetime.datetime.fromisoformat(text).astimezone(datetime.UTC) if text else None

"""The projection of an incident: each event into rows, in one place for the stored rows and for rebuilding them.

A service appends an event and applies it here to the database; `history.project` applies the same events to rows in
memory. So the rows of an incident are always what its events say.
"""

import datetime
import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.db import models

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

LATER: tuple[type[models.Model], ...] = (Remark, RightTold, Appeal, AppealWords, AppealSeat)
"""Models added by later versions: a case file from before lacks them."""

PROJECTED: tuple[type[models.Model], ...] = (Incident, Inquiry, Duty, Answer, Ruling, Adjustment, *LATER)
"""The models that follow from events, owners first."""

Fields = dict[str, Any]
Rows = dict[type[models.Model], dict[uuid.UUID, Fields]]


class MemoryRows:
    """Rows in memory, by model and identifier. *notes* are the free words by identifier."""

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

    def words(self, note: str | None) -> str:
        return self.notes.get(note, "") if note else ""


class DatabaseRows:
    """Rows in the database, with the *incident* object of the service kept equal to its row."""

    def __init__(self, incident: Incident | None = None) -> None:
        self._incident = incident

    def add(self, model: type[models.Model], key: str, **fields: Any) -> None:
        row = model(pk=uuid.UUID(key), **fields)
        # Keys, uniqueness and invariants are the database's to check, in the same statement.
        row.clean_fields(exclude=[field.name for field in model._meta.fields if field.is_relation])
        row.save(force_insert=True)

    def change(self, model: type[models.Model], key: str, **fields: Any) -> None:
        model._default_manager.filter(pk=uuid.UUID(key)).update(**fields)
        if model is Incident and self._incident is not None and self._incident.pk == uuid.UUID(key):
            for name, value in fields.items():
                setattr(self._incident, name, value)

    def remove(self, model: type[models.Model], key: str) -> None:
        model._default_manager.filter(pk=uuid.UUID(key)).delete()

    def words(self, note: str | None) -> str:
        return Note.objects.values_list("text", flat=True).get(pk=note) if note else ""


def apply(event: Event, rows: Target) -> None:
    """Bring *rows* up to date with one event of an incident. An event that changes no row (a refused answer) is kept
    for the history alone."""
    said = json.loads(event.body)
    project = PROJECTIONS.get(event.kind)
    if project is not None:
        project(Saying(said["data"], said, event.at), rows)


def _incident_opened(said: Saying, rows: Target) -> None:
    rows.add(
        Incident,
        said.incident,
        club_id=said.club,
        tournament_id=said.tournament,
        section_id=said.id("section"),
        table=said["table"],
        round=said["round"],
        board_id=said.board,
        result_id=said.id("result"),
        year=said["year"],
        number=said["number"],
        called_at=_time(said.data.get("called_at")) or said.at,
        called_by=said["called_by"],
        opened_by_id=said.by,
    )


def _attended(said: Saying, rows: Target) -> None:
    rows.change(Incident, said.incident, attended_by_id=said.by, attended_at=said.at)


def _caller_said(said: Saying, rows: Target) -> None:
    rows.change(Incident, said.incident, called_by=said["called_by"])


def _left_to_another(said: Saying, rows: Target) -> None:
    rows.change(Incident, said.incident, attended_by_id=None, attended_at=None)


def _placed(said: Saying, rows: Target) -> None:
    rows.change(
        Incident,
        said.incident,
        section_id=said.id("section"),
        table=said["table"],
        round=said["round"],
        board_id=said.board,
        result_id=said.id("result"),
    )


def _inquiry_opened(said: Saying, rows: Target) -> None:
    rows.add(
        Inquiry,
        said["inquiry"],
        incident_id=uuid.UUID(said.incident),
        order=said["order"],
        law=said["law"],
        edition=said["edition"],
        facts=said["facts"],
        stage=said["stage"],
        opened_by_duty_id=said.id("opened_by_duty"),
    )


def _inquiry_dropped(said: Saying, rows: Target) -> None:
    rows.change(Inquiry, said["inquiry"], stage=Inquiry.Stage.DROPPED)


def _facts_completed(said: Saying, rows: Target) -> None:
    rows.change(Inquiry, said["inquiry"], facts=said["facts"], version=said["version"], stage=said["stage"])


def _answered(said: Saying, rows: Target) -> None:
    rows.add(
        Answer,
        said["answer"],
        inquiry_id=said.id("inquiry"),
        question=said["question"],
        **_answer(said, rows),
    )
    rows.change(Inquiry, said["inquiry"], version=said["version"], stage=said["stage"])


def _answer_changed(said: Saying, rows: Target) -> None:
    rows.change(Answer, said["answer"], **_answer(said, rows))
    rows.change(Inquiry, said["inquiry"], version=said["version"], stage=said["stage"])


def _moment_taken_back(said: Saying, rows: Target) -> None:
    rows.remove(Answer, said["answer"])
    rows.change(Inquiry, said["inquiry"], version=said["version"], stage=said["stage"])


def _answer(said: Saying, rows: Target) -> Fields:
    value = rows.words(said["note"]) if said["note"] else said["value"]
    return {"value": value, "note_id": said.id("note"), "by_id": said.by, "at": said.at, "version": said["version"]}


def _ruling_issued(said: Saying, rows: Target) -> None:
    rows.add(
        Ruling,
        said["ruling"],
        inquiry_id=said.id("inquiry"),
        revision=said["revision"],
        law=said["law"],
        edition=said["edition"],
        outcome=said["outcome"],
        provisional=said["provisional"],
        by_id=said.by,
        at=said.at,
        supersedes_id=said.id("supersedes"),
    )


def _duty_opened(said: Saying, rows: Target) -> None:
    rows.add(
        Duty,
        said["duty"],
        inquiry_id=said.id("inquiry"),
        law=said["law"],
        moment=said["moment"],
        text=said["text"],
        opens=said["opens"],
        hands=said["hands"],
        about=said.data.get("about", ""),
        question=said["question"],
        due_since=said.at,
    )


def _duty_described(said: Saying, rows: Target) -> None:
    rows.change(Duty, said["duty"], about=said["about"])


def _duty_done(said: Saying, rows: Target) -> None:
    rows.change(Duty, said["duty"], state=Duty.State.DONE, done_at=said.at, done_by_id=said.by)


def _duty_reopened(said: Saying, rows: Target) -> None:
    rows.change(Duty, said["duty"], state=Duty.State.OPEN, done_at=None, done_by_id=None)


def _duty_cancelled(said: Saying, rows: Target) -> None:
    rows.change(Duty, said["duty"], state=Duty.State.CANCELLED)


def _state_changed(said: Saying, rows: Target) -> None:
    rows.change(Incident, said.incident, state=said["state"])


def _withdrawn(said: Saying, rows: Target) -> None:
    rows.change(Incident, said.incident, state=Incident.State.WITHDRAWN)


def _facts_disputed(said: Saying, rows: Target) -> None:
    rows.change(Incident, said.incident, disputed=said["disputed"], evidence=rows.words(said["note"]))


def _words_added(said: Saying, rows: Target) -> None:
    rows.change(Incident, said.incident, words="\n\n".join(rows.words(note) for note in said["notes"]))


def _adjustment_confirmed(said: Saying, rows: Target) -> None:
    rows.add(
        Adjustment,
        said["adjustment"],
        incident_id=uuid.UUID(said.incident),
        result_id=said.id("result"),
        kind=said["kind"],
        award=said["award"],
        by_hand=said["by_hand"],
        reason=rows.words(said["reason"]),
        basis=said["basis"],
        law=said["law"],
        by_id=said.by,
        at=said.at,
        seen=said["seen"],
        supersedes_id=said.id("supersedes"),
    )
    rows.change(Incident, said.incident, confirmed_at=said.at)


def _adjustment_superseded(said: Saying, rows: Target) -> None:
    rows.change(Adjustment, said["adjustment"], state=Adjustment.State.SUPERSEDED)
    if said["followed_by"] is None:
        rows.change(Incident, said.incident, confirmed_at=None)


def _adjustment_entered(said: Saying, rows: Target) -> None:
    rows.change(Adjustment, said["adjustment"], entered_at=said.at, entered_by_id=said.by)


def _remarked(kind: Remark.Kind) -> Callable[[Saying, Target], None]:
    """Project a remark on a decision, each kind with the rows it names."""

    def project(said: Saying, rows: Target) -> None:
        rows.add(
            Remark,
            said["remark"],
            incident_id=uuid.UUID(said.incident),
            kind=kind.value,
            text=rows.words(said["note"]),
            note_id=said.id("note"),
            by_id=said.by,
            at=said.at,
            to_id=said.data.get("to"),
            question_id=key_from(said.data.get("question")),
            ruling_id=key_from(said.data.get("ruling")),
        )
        if kind is Remark.Kind.ANSWER:
            rows.change(Remark, said["question"], answered_at=said.at)

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
"""Kinds that change no row of an incident.

An answer given twice or too late; a result entered at a table; the file that the case came from; free words erased or
tied to the chain (the words stand outside); what was said of the table or taken back (read from the events each time);
a call or a law touched again; what a device ruled offline; what a side says (read from its last event); what the
director was shown of the cards; a poll of players and what they said."""


def _defaults(model: type[models.Model]) -> Fields:
    """Return the default values of a new row, by column."""
    row = model()
    return {
        field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields if not field.primary_key
    }


def _time(text: str | None) -> datetime.datetime | None:
    """Parse a moment written by `history.stamp`; None stays None."""
    return datetime.datetime.fromisoformat(text).astimezone(datetime.UTC) if text else None

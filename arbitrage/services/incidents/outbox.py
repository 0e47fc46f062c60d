"""Acts that a device stored while it was offline. The server carries out each act once, in the order in which they were
made.

Each act has an id made on the device. An act that is sent again, from another tab or because the response was lost,
returns its earlier result. The server rules by itself, and records whether the device's own ruling was the same.
"""

import datetime
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arbitrage.models import Board, Duty, Event, Incident, Inquiry, Section, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import polls
from arbitrage.services.incidents.call import answer_call, attend, place_incident
from arbitrage.services.incidents.facts import add_words, write_note
from arbitrage.services.incidents.inquiry import Outcome, begin_inquiry, open_inquiry, record_answer
from arbitrage.services.incidents.locking import locked, reloaded, reused, writable
from arbitrage.services.incidents.ruling_digest import ruling_digest
from arbitrage.services.incidents.sharing import say
from arbitrage.services.incidents.table import handed_on
from arbitrage.services.record.history import record
from rulings.engine.inquiry import Asking, questions_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Done:
    """Result of an act. *status* is "accepted", "same" (it had arrived before), "conflict" (somebody had answered
    differently), or "noted" (a text that could not be used was stored as a note). *outcome* is the result of an
    answer."""

    status: str
    incident: Incident
    inquiry: Inquiry | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class Choice:
    """A law chosen on the device. *id* is the id of its inquiry; *place* has the arguments of `place_incident`;
    *handed* are the facts passed on by an earlier inquiry; *duty* is the duty for which the director has come back, if
    any."""

    id: uuid.UUID
    law: str
    place: dict[str, Any] = field(default_factory=dict)
    handed: dict[str, str] = field(default_factory=dict)
    duty: uuid.UUID | None = None


@transaction.atomic
def open_call(
    *,
    tournament: Tournament,
    section: Section | None,
    table: int | None,
    board: Board | None,
    round: int | None,
    by: "User",
    id: uuid.UUID,
    called_at: datetime.datetime | None = None,
) -> Done:
    """Open the call that was opened on the device at *called_at*, or use an open call of the table without an inquiry.

    Two calls without a table stay two, however close in time.

    :raises Refused: the place is not of this tournament, or the identifier is used for something else.
    """
    stored_before = Incident.objects.filter(pk=id).exists() or Event.objects.filter(pk=id).exists()
    place: dict[str, Any] = {"section": section, "table": table, "board": board, "round": round}
    incident = answer_call(tournament=tournament, by=by, **place, id=id, called_at=called_at)
    return Done("same" if stored_before or incident.pk != id else "accepted", incident)


@transaction.atomic
def choose_law(*, incident: Incident, choice: Choice, by: "User") -> Done:
    """Open the inquiry that was begun on the device.

    :raises Refused: the incident is over, no law has this entry point, or the identifier is used for something else.
    """
    if stored := Inquiry.objects.filter(pk=choice.id).first():
        if (stored.incident_id, stored.law) != (incident.pk, choice.law):
            raise reused()
        return Done("same", incident, reloaded(stored))
    if choice.place:
        incident = place_incident(incident=incident, by=by, **choice.place)
    if incident.attended_by_id is None:
        incident = attend(incident=incident, by=by)
    if opened := _of_duty(incident, choice, by):
        return Done("accepted" if opened.pk == choice.id else "same", incident, opened)
    if choice.handed:
        facts = {name: value for name, value in choice.handed.items() if name in _asked(incident, choice.law)}
        inquiry = open_inquiry(incident=incident, law=choice.law, by=by, facts=facts, id=choice.id)
    else:
        inquiry = begin_inquiry(incident=incident, law=choice.law, by=by, id=choice.id)
    return Done("accepted" if inquiry.pk == choice.id else "same", incident, inquiry)


def _of_duty(incident: Incident, choice: Choice, by: "User") -> Inquiry | None:
    """Open the inquiry to which a duty leads, with the facts that the duty passes on now, or return the existing one.
    None if the duty is no longer open; the caller then opens an ordinary inquiry."""
    duty = choice.duty and Duty.objects.filter(pk=choice.duty, inquiry__incident=incident, opens=choice.law).first()
    if not duty:
        return None
    incident = locked(incident)
    if sent := Event.objects.filter(pk=choice.id, stream_id=incident.pk, kind="inquiry_repeated").first():
        return Inquiry.objects.with_answers().get(pk=sent.data["inquiry"])
    if duty.state != Duty.State.OPEN:
        return None
    if begun := duty.opened_inquiries.filter(stage=Inquiry.Stage.ASKING).first():
        record(writable(incident), by, "inquiry_repeated", id=choice.id, inquiry=begun.pk)
        return reloaded(begun)
    facts = handed_on(incident, duty.hands, reloaded(duty.inquiry).known())
    return open_inquiry(incident=incident, law=choice.law, by=by, facts=facts, opened_by_duty=duty, id=choice.id)


def _asked(incident: Incident, law: str) -> frozenset[str]:
    """Return the ids of a law's questions; of the facts from a device, any others are ignored."""
    entry = EDITIONS[incident.tournament.edition].get(law)
    return frozenset(questions_of(entry)) if entry else frozenset()


@transaction.atomic
def answer(
    *,
    inquiry: Inquiry,
    question: str,
    value: str,
    seen: int,
    after: uuid.UUID | None,
    by: "User",
    id: uuid.UUID,
    ahead: bool = False,
) -> Done:
    """Record an answer that was given on the device. *after* is the id of the earlier act, of the same author, that it
    replaces. With *ahead* the question need not be asked yet, because it shared a page with others.

    :raises Refused: the question is not asked (any more), the incident is over, or the question does not admit the
    value.
    """
    sent = Event.objects.filter(pk=id).first()
    if sent is not None and sent.kind == "words_added":
        return _as_a_note(inquiry, value, by, id, "noted")
    if sent is not None:
        seen = sent.data.get("seen", seen)
    elif after is not None:
        seen = max(seen, _version_of(inquiry, question, after, by))
    try:
        outcome = record_answer(
            inquiry=inquiry, question_id=question, value=value, seen_version=seen, by=by, id=id, ahead=ahead
        )
    except Refused as refused:
        declared = questions_of(inquiry.entry).get(question)
        if (
            refused.code in ("not_asked", "dropped")
            and declared is not None
            and declared.kind == "words"
            and value.strip()
        ):
            return _as_a_note(inquiry, value, by, id, "noted")
        raise
    return Done(outcome.status, outcome.inquiry.incident, outcome.inquiry, outcome)


def _version_of(inquiry: Inquiry, question: str, act: uuid.UUID, by: "User") -> int:
    """Return the version of the inquiry after an earlier answer (*act*) of the same author, if that answer is in force;
    else 0."""
    event = Event.objects.filter(pk=act, stream_id=inquiry.incident_id, by=by).first()
    counts = inquiry.answers.filter(question=question).first()
    if event is None or counts is None or event.data.get("inquiry") != str(inquiry.pk):
        return 0
    if event.kind == "answer_repeated":
        return counts.version if event.data.get("answer") == str(counts.pk) and counts.by_id == by.pk else 0
    return counts.version if event.data.get("version") == counts.version else 0


def _as_a_note(inquiry: Inquiry, words: str, by: "User", id: uuid.UUID, status: str) -> Done:
    incident = add_words(incident=inquiry.incident, words=words, by=by, id=id)
    return Done(status, incident, inquiry)


@transaction.atomic
def player_said(*, inquiry: Inquiry, said: polls.Answer, late: str, by: "User", id: uuid.UUID) -> Done:
    """Store an answer in the poll of an inquiry that a player gave aloud to the director. If the poll refuses it,
    because it is closed or full or the call is illegal, store the text *late* as a note instead.

    :raises Refused: the incident is over, or the *id* is used for something else.
    """
    if sent := Event.objects.filter(pk=id).first():
        if sent.stream_id != inquiry.incident_id or sent.kind not in (polls.ANSWERED, "words_added"):
            raise reused()
        return Done("same" if sent.kind == polls.ANSWERED else "noted", inquiry.incident, inquiry)
    incident = writable(locked(inquiry.incident))
    try:
        poll = polls.aloud(inquiry, by)
        polls.answer(incident=incident, poll=poll, said=said, browser=str(id), by=by, id=id)
    except Refused as refused:
        if refused.code not in ("closed", "full", "call"):
            raise
        return _as_a_note(inquiry, late, by, id, "noted")
    return Done("accepted", incident, inquiry)


@transaction.atomic
def write(*, incident: Incident, words: str, by: "User", id: uuid.UUID) -> Done:
    """Append a free text of the director.

    :raises Refused: the incident was withdrawn, or the text is too long.
    """
    stored_before = Event.objects.filter(pk=id).exists()
    return Done("same" if stored_before else "accepted", add_words(incident=incident, words=words, by=by, id=id))


@transaction.atomic
def say_of_table(*, incident: Incident, what: str, about: str, by: "User", id: uuid.UUID) -> Done:
    """Record a statement that the director made about the table on the device.

    :raises Refused: the incident is over, the statement is not one about a table, or the *id* is used for something
    else.
    """
    stored_before = Event.objects.filter(pk=id).exists()
    return Done("same" if stored_before else "accepted", say(incident=incident, what=what, about=about, by=by, id=id))


def write_on(*, incident: Incident, words: str, by: "User", writing: uuid.UUID, edit: int) -> Done:
    """Save a note in the version that the device sent.

    :raises Refused: the incident is over, the text is too long, or the *writing* is used for something else.
    """
    return Done("accepted", write_note(incident=incident, words=words, by=by, writing=writing, edit=edit))


@transaction.atomic
def compare(*, inquiry: Inquiry, ruling: str, at: str, by: "User", id: uuid.UUID) -> Done:
    """Compare the device's final ruling, by its digest, with the server's ruling from the answers in force.

    :raises Refused: the *id* is used for something else.
    """
    incident = locked(inquiry.incident)
    inquiry = reloaded(inquiry)
    if sent := Event.objects.filter(pk=id).first():
        if (sent.stream_id, sent.kind) != (incident.pk, "ruled_offline"):
            raise reused()
        return Done("same", incident, inquiry)
    record(
        incident,
        by,
        "ruled_offline",
        id=id,
        inquiry=inquiry.pk,
        ruling=ruling,
        same=ruling == digest_of(inquiry),
        read_at=at,
    )
    return Done("accepted", incident, inquiry)


def digest_of(inquiry: Inquiry) -> str:
    """Digest the current ruling; "" while a question is open or once it is dropped."""
    state = inquiry.state()
    if isinstance(state, Asking) or inquiry.stage == Inquiry.Stage.DROPPED:
        return ""
    return ruling_digest(state.ruling.as_json())

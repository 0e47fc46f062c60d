"""Inquiries: opened, answered, followed by another, or dropped as opened by mistake."""

import uuid
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models import Answer, Duty, Event, Incident, Inquiry, Note
from arbitrage.models.incident import EDITIONS
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.board_facts import board_facts
from arbitrage.services.incidents.consequences import follow, settle, stands_after, sync_opener
from arbitrage.services.incidents.facts import complete, mark_as_found
from arbitrage.services.incidents.locking import lock_boards, locked, reloaded, reused, writable
from arbitrage.services.incidents.notes import LONGEST_WORDS, note_of
from arbitrage.services.incidents.sharing import share
from arbitrage.services.incidents.stages import set_scores_aside, stage_of
from arbitrage.services.incidents.table import Logged, facts_of, handed_on
from arbitrage.services.record.history import HasGrown, drafting, record, write_draft
from arbitrage.services.record.keys import key_text
from arbitrage.services.record.projection import apply
from arbitrage.services.tournaments.finality import check_not_final
from arbitrage.services.tournaments.regulations import told_at
from rulings.engine.inquiry import Asking, questions_of
from rulings.engine.questions import UNKNOWN, Fact, InvalidAnswer, Moment, Question, Words
from rulings.engine.ruling import Send
from rulings.table import tables_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Outcome:
    """Result of recording an answer.

    *status* is "accepted"; "same", if the same answer was stored already; or "conflict", if a different answer was
    stored that the author had not seen. In a conflict the new answer is only recorded in the history. *answer* is the
    Answer in force, *value* the value that was sent.
    """

    status: Literal["accepted", "same", "conflict"]
    answer: Answer
    value: str
    inquiry: Inquiry


@transaction.atomic
def open_inquiry(
    *,
    incident: Incident,
    law: str,
    by: "User",
    facts: Mapping[str, str] | None = None,
    opened_by_duty: Duty | None = None,
    id: uuid.UUID | None = None,
) -> Inquiry:
    """Open an inquiry into a law within an incident. The current facts of the board are stored; *facts* passed on
    override them.

    :raises Refused: the incident is over, or no law has this entry point.
    """
    return _open(writable(locked(incident)), law, by, facts, opened_by_duty, id)


def _open(
    incident: Incident,
    law: str,
    by: "User",
    facts: Mapping[str, str] | None = None,
    opened_by_duty: Duty | None = None,
    id: uuid.UUID | None = None,
) -> Inquiry:
    """Open an inquiry within a locked incident."""
    if id is not None and (stored := Inquiry.objects.filter(pk=id).first()):
        if (stored.incident_id, stored.law) != (incident.pk, law):
            raise reused()
        return stored
    if law not in EDITIONS[incident.tournament.edition]:
        raise Refused(_("This law is not in the application yet. Choose another one, or rule from the book."), "no_law")
    of_the_board = known_at(incident)
    given_facts = {name: value for name, value in (facts or {}).items() if of_the_board.get(name) != value}
    all_facts = of_the_board | given_facts
    inquiry = Inquiry(
        id=id or uuid7(), incident=incident, law=law, edition=incident.tournament.edition, facts=all_facts
    )
    state = inquiry.entry.step(all_facts)
    record(
        incident,
        by,
        "inquiry_opened",
        inquiry=inquiry.pk,
        order=incident.inquiries.count() + 1,
        law=law,
        edition=inquiry.edition,
        facts=all_facts,
        handed=given_facts,
        stage=stage_of(state),
        opened_by_duty=key_text(opened_by_duty),
    )
    opened = reloaded(inquiry, incident)
    if isinstance(state, Asking):
        opened.has_duties = False
        settle(incident, by, asks=True)
    else:
        follow(incident, opened, by)
        settle(incident, by)
        share(incident, by)
        opened = reloaded(inquiry, incident)
    opened.head, _seq = incident.end or ("", 0)
    return opened


def known_at(incident: Incident, log: list[Logged] | None = None) -> dict[str, str]:
    """Return the facts for a new inquiry: from the board, the regulations, and the table with this *log*."""
    return (
        board_facts(incident.board, incident.result)
        | told_at(incident.club, incident.tournament)
        | facts_of(incident, log=log)
    )


@transaction.atomic
def begin_inquiry(*, incident: Incident, law: str, by: "User", id: uuid.UUID | None = None) -> Inquiry:
    """Open the inquiry of this law, or return the open one without answers, so that a double tap opens only one. A
    repetition with the same *id* returns the same inquiry.

    :raises Refused: the incident is over, no law has this entry point, or the *id* is used for something else.
    """
    incident = writable(locked(incident))
    if id is not None and (sent := Event.objects.filter(pk=id).first()):
        if (sent.stream_id, sent.kind) != (incident.pk, "inquiry_repeated"):
            raise reused()
        return Inquiry.objects.with_answers().get(pk=sent.data["inquiry"])
    untouched = incident.inquiries.filter(law=law, answers=None, opened_by_duty=None, stage=Inquiry.Stage.ASKING)
    begun = untouched.first() if id is None else untouched.exclude(pk=id).first()
    if begun is None or (id is not None and Inquiry.objects.filter(pk=id).exists()):
        return _open(incident, law, by, id=id)
    if id is not None:  # stored, so that a repetition with this id finds it
        record(incident, by, "inquiry_repeated", id=id, inquiry=begun.pk)
    return reloaded(begun)


def record_answer(
    *,
    inquiry: Inquiry,
    question_id: str,
    value: str,
    seen_version: int,
    by: "User",
    id: uuid.UUID | None = None,
    ahead: bool = False,
) -> Outcome:
    """Store an answer and its consequences: the ruling, the duties, the incident's state.

    *seen_version* is the version of the inquiry on the page that the author saw. The first answer to a question wins:
    an author who has seen it may change it, but a different answer by an author who has not seen it is a conflict,
    which is only recorded in the history. A change leaves the other answers as they are; those to questions no longer
    asked stay stored, and do not count. The same answer sent again under one *id* is stored once. With *ahead* the
    question need not be asked yet; the answer is stored for later.

    An inquiry that was read `with_consequences` is used as it is, and its chain is locked only when its events are
    written; if the chain has grown since, everything is read again under the lock.

    :raises Refused: the incident is over, the question is not asked (any more), the value is not an answer to it, or
    the *id* is used for something else.
    """
    if inquiry.seq is not None:
        incident = inquiry.incident
        try:
            with transaction.atomic():
                if incident.board_id is not None:
                    lock_boards([incident.board_id])
                with drafting(incident, (inquiry.head, inquiry.seq)):
                    return _stored(incident, inquiry, question_id, value, seen_version, by, id, ahead=ahead)
        except HasGrown:
            pass
    with transaction.atomic():
        incident = locked(inquiry.incident, head=inquiry.head)
        inquiry = inquiry if incident is inquiry.incident else reloaded(inquiry, incident)
        return _stored(incident, inquiry, question_id, value, seen_version, by, id, ahead=ahead)


def _stored(
    incident: Incident,
    inquiry: Inquiry,
    question_id: str,
    value: str,
    seen_version: int,
    by: "User",
    id: uuid.UUID | None,
    *,
    ahead: bool,
) -> Outcome:
    """Store an answer in an incident that is locked, or whose events are drafted; the same as `record_answer`."""
    value = value.strip()
    if id is not None and (event := Event.objects.filter(pk=id).first()):
        return _answered_already(event, inquiry, question_id, value, seen_version, by)
    writable(incident)
    check_counts(inquiry)
    check_not_final(inquiry)
    question = question_asked(inquiry, question_id, ahead=ahead)
    check_answer(question, value)

    event_of = partial(record, incident, by, id=id, inquiry=inquiry.pk, question=question_id, seen=seen_version)
    existing = next((answer for answer in inquiry.answers.all() if answer.question == question_id), None)
    if existing is not None and existing.value == value:
        if id is not None:  # stored, so that a repetition with this id finds it
            event_of("answer_repeated", answer=existing.pk, **as_said(value, existing.note))
        return Outcome("same", existing, value, inquiry)
    answer_data = as_said(value, note_of(incident, value) if isinstance(question, Words) else None)
    if existing is not None and seen_version < existing.version:
        event_of("answer_refused", answer=existing.pk, kept_by=existing.by_id, **answer_data)
        return Outcome("conflict", existing, value, inquiry)

    was = inquiry.stage
    event = event_of(
        "answered" if existing is None else "answer_changed",
        answer=existing.pk if existing else uuid7(),
        was=discreet(existing) if existing else None,
        version=inquiry.version + 1,
        stage=stage_of(inquiry.state_if({question_id: value})),
        **answer_data,
    )
    apply(event, rows := LoadedRows(inquiry, value))
    inquiry = rows.loaded()
    waited = isinstance(question, Moment) or len(tables_of(inquiry.facts)) > 1
    if waited:
        write_draft(incident)
    if waited and complete(incident, inquiry, by, come=question.id if isinstance(question, Moment) else ""):
        inquiry = reloaded(inquiry, incident)  # the table may have changed while the inquiry waited
    follow(incident, inquiry, by)
    mark_as_found(incident, inquiry, by)
    if inquiry.stage != was or incident.end != (event.hash, event.seq):  # only when something has changed
        settle(incident, by, stands=stands_after(incident, inquiry))
    write_draft(incident)
    if {was, inquiry.stage} != {Inquiry.Stage.ASKING} and share(incident, by):
        inquiry = reloaded(inquiry, incident)
    inquiry.seq = None  # the values read with the inquiry are out of date
    inquiry.head, _seq = incident.end or ("", 0)
    accepted = next(answer for answer in inquiry.answers.all() if answer.question == question_id)
    return Outcome("accepted", accepted, value, inquiry)


class LoadedRows:
    """A Target of the projection in memory: it applies an event to a copy of a loaded inquiry and its answers.

    *typed* is the text of a free-text answer.
    """

    def __init__(self, inquiry: Inquiry, typed: str) -> None:
        self._inquiry, self._typed = copy(inquiry), typed
        self._answers = {str(answer.pk): answer for answer in inquiry.answers.all()}

    def add(self, model: type[models.Model], key: str, **fields: Any) -> None:
        if model is Answer:
            self._answers[key] = Answer(pk=uuid.UUID(key), **fields)

    def change(self, model: type[models.Model], key: str, **fields: Any) -> None:
        if model is Answer:
            self._answers[key] = copy(self._answers[key])
        row = self._answers[key] if model is Answer else self._inquiry
        for name, value in fields.items():
            setattr(row, name, value)

    def remove(self, model: type[models.Model], key: str) -> None:
        self._answers.pop(key)

    def words(self, *notes: str | None) -> str:
        return self._typed if any(notes) else ""

    def loaded(self) -> Inquiry:
        """Return the inquiry, with its answers in the prefetch cache."""
        answers = self._inquiry.answers.all().all()  # the second `all` copies the prefetched rows without a query
        answers._result_cache = sorted(self._answers.values(), key=lambda answer: answer.version)
        vars(self._inquiry)["_prefetched_objects_cache"] = {"answers": answers}
        return self._inquiry


def record_answers(
    *,
    inquiry: Inquiry,
    answers: Iterable[tuple[str, str]],
    seen_version: int,
    by: "User",
    id: uuid.UUID | None = None,
    ahead: bool = False,
) -> Outcome:
    """Store the answers of one page, in order, each with `record_answer`. *id* is the id of the last answer.

    Return the outcome of the last answer, or of the first conflict with another director's answer; the answers after a
    conflict are not stored.

    :raises Refused: as `record_answer`; then no answer is stored.
    """
    *before, (last, value) = answers
    with transaction.atomic() if before else nullcontext():
        for question_id, answer in before:
            outcome = record_answer(
                inquiry=inquiry, question_id=question_id, value=answer, seen_version=seen_version, by=by, ahead=ahead
            )
            if outcome.status == "conflict":
                return outcome
            inquiry = outcome.inquiry
        return record_answer(
            inquiry=inquiry, question_id=last, value=value, seen_version=seen_version, by=by, id=id, ahead=ahead
        )


def _answered_already(
    event: Event, inquiry: Inquiry, question_id: str, value: str, seen_version: int, by: "User"
) -> Outcome:
    data = event.data
    offered = data.get("value")
    if data.get("note"):
        offered = Note.objects.get(pk=data["note"]).text
    same_answer = (
        event.stream_id == inquiry.incident_id
        and event.by_id == by.pk
        and (data.get("inquiry"), data.get("question"), data.get("seen"))
        == (str(inquiry.pk), question_id, seen_version)
        and offered == value
    )
    if not same_answer:
        raise reused()
    answer = inquiry.answers.filter(question=question_id).first()
    if answer is None:
        raise Refused(_("It was taken back since. Say it again if the moment has come."), "taken_back")
    return Outcome("conflict" if event.kind == "answer_refused" else "same", answer, value, inquiry)


def question_asked(inquiry: Inquiry, question_id: str, *, ahead: bool = False) -> Question[Any]:
    """Find the question that the inquiry asks under this identifier; with *ahead*, also one that may come later.

    :raises Refused: the question is not asked (any more).
    """
    questions = inquiry.state().questions
    if ahead and question_id not in questions:
        questions = questions_of(inquiry.entry)
    try:
        return questions[question_id]
    except KeyError:
        raise Refused(
            _("This question is not asked any more: an earlier answer has changed. Go on from the question shown now."),
            "not_asked",
        ) from None


def check_answer(question: Question[Any], value: str) -> None:
    """Check that this value is a valid answer to the question.

    :raises Refused: the value is not an answer to this question.
    """
    if len(value) > LONGEST_WORDS:
        raise Refused(_("This text is too long: shorten it to 5,000 characters."), "invalid_answer")
    if value == UNKNOWN and isinstance(question, Fact):
        return
    try:
        question.parse(value)
    except InvalidAnswer:
        why = _(question.refusal) if question.refusal else None
        raise Refused(
            why or _("This is not one of the answers to the question. Choose one of those shown."), "invalid_answer"
        ) from None


def as_said(value: str, note: Note | None) -> dict[str, Any]:
    """Return the fields of an event for an answer: a free-text answer only as the id of its note."""
    return {"value": "" if note else value, "note": key_text(note)}


def discreet(answer: Answer) -> str:
    """Return the value of an answer, or "note:0190..." for a free-text answer, so that nothing typed is shown."""
    return f"note:{answer.note_id}" if answer.note_id else answer.value


@transaction.atomic
def open_linked_inquiry(*, inquiry: Inquiry, law: str, by: "User") -> Inquiry:
    """Open an inquiry into a law to which a ruling refers, with the facts that it passes on, or return the existing
    one.

    If the ruling does nothing but refer to the other law, its own inquiry is dropped.

    :raises Refused: the ruling does not refer to this law (any more), or the incident is over.
    """
    incident = locked(inquiry.incident)
    inquiry = reloaded(inquiry)
    state = inquiry.state()
    sent = () if isinstance(state, Asking) else state.ruling.rectifications
    send = next((effect for effect in sent if isinstance(effect, Send) and effect.to == law), None)
    if send is None:
        raise Refused(_("The decision does not lead there any more. Look at it again."), "not_sent")
    linked = incident.inquiries.filter(law=law, order__gt=inquiry.order).exclude(stage=Inquiry.Stage.DROPPED)
    begun = linked.filter(opened_by_duty=None).first()
    if begun is not None:
        return reloaded(begun)
    if inquiry.stage == Inquiry.Stage.DROPPED:
        raise Refused(_("The decision does not lead there any more. Look at it again."), "not_sent")
    facts = handed_on(incident, send.hands, inquiry.known())
    if not isinstance(state, Asking) and state.ruling.leads_on:
        drop_inquiry(inquiry=inquiry, by=by)
    return open_inquiry(incident=incident, law=law, by=by, facts=facts)


def follow_signpost(inquiry: Inquiry, by: "User") -> Inquiry:
    """Replace an inquiry whose ruling does nothing but refer to another law by an inquiry into that law; return any
    other inquiry unchanged."""
    state = inquiry.state()
    if isinstance(state, Asking) or not state.ruling.leads_on or inquiry.stage == Inquiry.Stage.DROPPED:
        return inquiry
    (send,) = (effect for effect in state.ruling.rectifications if isinstance(effect, Send))
    return follow_signpost(open_linked_inquiry(inquiry=inquiry, law=send.to, by=by), by)


@transaction.atomic
def drop_inquiry(*, inquiry: Inquiry, by: "User") -> Inquiry:
    """Drop an inquiry that was opened by mistake: it no longer counts, and stays in the history.

    Its duties are cancelled, the duty that opened it is open again, and a score confirmed for the incident is
    withdrawn. A repetition changes nothing.

    :raises Refused: the incident is over.
    """
    incident = writable(locked(inquiry.incident))
    inquiry = reloaded(inquiry)
    if inquiry.stage == Inquiry.Stage.DROPPED:
        return inquiry
    check_not_final(inquiry)
    for duty in inquiry.duties.filter(state=Duty.State.OPEN):
        record(incident, by, "duty_cancelled", duty=duty.pk, inquiry=inquiry.pk)
    sync_opener(incident, inquiry, closes=False, by=by)
    if inquiry.stage != Inquiry.Stage.ASKING and inquiry.rulings.exists():
        set_scores_aside(incident, by)
    record(incident, by, "inquiry_dropped", inquiry=inquiry.pk, was=inquiry.stage)
    settle(incident, by)
    share(incident, by)
    return reloaded(inquiry)


def check_counts(inquiry: Inquiry) -> None:
    """Check that the inquiry counts.

    :raises Refused: the inquiry was dropped.
    """
    if inquiry.stage == Inquiry.Stage.DROPPED:
        raise Refused(_("This inquiry was dropped: it had been opened by mistake. Open a new one to go on."), "dropped")

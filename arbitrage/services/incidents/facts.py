"""Facts of an incident besides the answers: from its board and result, from the sides, and free texts."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arbitrage.models import Event, Incident, Inquiry, Note
from arbitrage.services.incidents.board_facts import board_facts
from arbitrage.services.incidents.consequences import follow, settle, substance
from arbitrage.services.incidents.locking import locked, reloaded, reused, writable
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.incidents.stages import stage_of
from arbitrage.services.incidents.table import Logged, facts_of, later_tables
from arbitrage.services.record.history import digest, record
from arbitrage.services.record.keys import key_text
from arbitrage.services.tournaments.finality import final
from arbitrage.services.tournaments.regulations import EVENT_FORM
from rulings.engine.inquiry import Asking, Ruled, Waiting
from rulings.engine.questions import UNKNOWN
from rulings.engine.ruling import When
from rulings.regulations import FACTS as REGULATIONS
from rulings.table import table_at, tables_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

BOARD_FACTS = ("contract", "declarer", "trumps", "tricks", "vulnerability", "deal")
RESULT_FACTS = ("contract", "declarer", "tricks")


def complete_facts(incident: Incident, by: "User | None", *, ended: bool = True) -> bool:
    """Give the inquiries of an incident the current facts of its board, result and table, and issue the rulings that
    follow; return whether any fact was new.

    If not *ended*, two kinds of closed inquiries are left as they are: those ruled on another result (see
    `told_otherwise`), and final decisions.
    """
    inquiries = list(incident.inquiries.exclude(stage=Inquiry.Stage.DROPPED).with_answers())
    untouched = (
        []
        if ended
        else [
            inquiry for inquiry in inquiries if inquiry.closed and (final(inquiry) or told_otherwise(incident, inquiry))
        ]
    )
    completed = [complete(incident, inquiry, by) for inquiry in inquiries if inquiry not in untouched]
    settle(incident, by)
    return any(completed)


def complete(
    incident: Incident, inquiry: Inquiry, by: "User | None", log: list[Logged] | None = None, *, come: str = ""
) -> bool:
    """Give one inquiry the facts known now, and issue the ruling that follows; return whether any fact was new. *log*
    is the log of the table, *come* the moment that has just come."""
    facts = told_now(incident, inquiry, log, come=come)
    if facts == inquiry.facts:
        return False
    inquiry.facts = facts
    record_facts(incident, inquiry, inquiry.state(), by)
    follow(incident, reloaded(inquiry), by)
    return True


def record_facts(incident: Incident, inquiry: Inquiry, state: Asking | Waiting | Ruled, by: "User | None") -> None:
    """Record the facts that an inquiry has now, with its new stage."""
    record(
        incident,
        by,
        "facts_completed",
        inquiry=inquiry.pk,
        facts=inquiry.facts,
        version=inquiry.version + 1,
        stage=stage_of(state),
    )


def told_now(
    incident: Incident, inquiry: Inquiry, log: list[Logged] | None = None, *, come: str = ""
) -> dict[str, str]:
    """Return all facts that an inquiry would receive now: those of `known_now`, and those passed on to it when it was
    opened."""
    return known_now(incident, inquiry, log, come=come) | _handed_on(inquiry)


def known_now(
    incident: Incident, inquiry: Inquiry, log: list[Logged] | None = None, *, come: str = ""
) -> dict[str, str]:
    """Return the current facts of board, result and table for an inquiry. The table overrides the board, as it knows
    who became declarer. For an inquiry that has waited for a moment, the table at that moment is included; *come* is
    the moment that has just come.

    An ended inquiry of an earlier version, which had no table, gets none. The regulations are those in force when the
    inquiry was opened.
    """
    regulations = {name: value for name, value in inquiry.facts.items() if name in (*REGULATIONS, EVENT_FORM)}
    facts = board_facts(incident.board, incident.result) | regulations
    if "table" in inquiry.facts or inquiry.stage == Inquiry.Stage.ASKING:
        facts |= facts_of(incident, inquiry, log)
        for moment, table in later_tables(incident, inquiry, _moments(inquiry, come), log).items():
            facts |= {table_at(moment) if name == "table" else name: value for name, value in table.facts().items()}
        answered = inquiry.answers_dict() if come else {}
        if named := [o for o in BY_THE_TABLE if o not in (*facts, *answered) and (o in inquiry.facts or come)]:
            facts |= {name: value for name, value in facts_of(incident, None, log).items() if name in named}
    return facts


BEFORE_THE_PLAY = tuple(
    moment.value for moment in (When.NEXT_CALL, When.END_OF_AUCTION, When.OPENING_LEAD, When.PARTNER_ON_LEAD)
)
"""Moments at which a law reads the table again."""

BY_THE_TABLE = ("declarer", "trumps")
"""Facts that come from the table of a board (`Table.facts`)."""


def _moments(inquiry: Inquiry, come: str) -> list[str]:
    """List the moments before the play that an inquiry has reached; for an ended inquiry, only those whose table is
    stored in its facts."""
    if inquiry.closed and not come:
        return [moment for moment in BEFORE_THE_PLAY if table_at(moment) in inquiry.facts]
    answered = {answer.question for answer in inquiry.answers.all()}
    return [moment for moment in BEFORE_THE_PLAY if moment == come or moment in answered]


def _handed_on(inquiry: Inquiry) -> dict[str, str]:
    """Return the facts that were passed on to an inquiry when it was opened, without the facts of the board, which are
    read again."""
    every = Event.objects.filter(incident=inquiry.incident_id, kind="inquiry_opened").order_by("seq")
    opened = next((event.data for event in every if event.data["inquiry"] == str(inquiry.pk)), {})
    facts: dict[str, str] = opened.get("handed") or {
        name: value
        for name, value in inquiry.facts.items()
        if name not in BOARD_FACTS and name not in tables_of(inquiry.facts)
    }
    return facts


def told_otherwise(incident: Incident, inquiry: Inquiry, log: list[Logged] | None = None) -> tuple[str, ...]:
    """List the facts and answers of an inquiry that the present result of its table contradicts ("contract",
    "declarer", "tricks"); () for none.

    Tricks that the law did not ask for are not compared, because the score is computed from the present result anyway.
    "table" is listed if the table has changed since, and the law would rule differently on it.
    """
    if inquiry.stage == Inquiry.Stage.DROPPED:
        return ()
    facts, answers = known_now(incident, inquiry, log), inquiry.answers_dict()
    if _as_told(inquiry, facts, answers):
        return ("table",) if _rules_otherwise(inquiry, facts) else ()
    facts |= _handed_on(inquiry)
    questions = inquiry.state().questions
    names = tuple(
        name
        for name in RESULT_FACTS
        if not _as_told(inquiry, facts, answers, name) and (name != "tricks" or name in questions)
    )
    return names or (("table",) if _rules_otherwise(inquiry, facts) else ())


def _rules_otherwise(inquiry: Inquiry, facts: Mapping[str, str]) -> bool:
    """Would a closed inquiry rule differently on the table as it is now?"""
    if not inquiry.closed or tables_of(inquiry.facts) == tables_of(facts):
        return False
    was, now = inquiry.state(), inquiry.state_from(inquiry.given() | tables_of(facts))
    if isinstance(was, Asking) or isinstance(now, Asking):
        return not (isinstance(was, Asking) and isinstance(now, Asking))
    return bool(substance(was.ruling.as_json()) != substance(now.ruling.as_json()))


def _as_told(inquiry: Inquiry, facts: Mapping[str, str], answers: Mapping[str, str], *names: str) -> bool:
    """Do these facts agree with those of the inquiry? An answer is compared only if the result has the fact."""
    for name in names or RESULT_FACTS:
        if name in answers:
            if answers[name] not in (UNKNOWN, facts.get(name, answers[name])):
                return False
        elif name in inquiry.facts and inquiry.facts[name] != facts.get(name):
            return False
    return True


@transaction.atomic
def dispute_facts(*, incident: Incident, disputed: bool, evidence: str, by: "User") -> Incident:
    """Record that the facts are disputed or agreed (Law 85), with the statements of the sides. Every version is kept.

    :raises Refused: the incident is over, or the text is too long.
    """
    incident = writable(locked(incident, alone=True))
    evidence = words_typed(evidence)
    if (incident.disputed, incident.evidence) != (disputed, evidence):
        note = note_of(incident, evidence)
        record(incident, by, "facts_disputed", disputed=disputed, note=key_text(note))
    return incident


def mark_as_found(incident: Incident, inquiry: Inquiry, by: "User | None") -> None:
    """Store the outcome of an inquiry into Law 85 on the incident: whether the facts are still disputed, because
    nothing could be established (85B), and the statements of the sides."""
    if inquiry.law != "85" or isinstance(state := inquiry.state(), Asking):
        return
    answer_note = next(
        (answer.note for answer in inquiry.answers.all() if answer.question == "evidence" and answer.note), None
    )
    answer_note = answer_note if any(step.question.id == "evidence" for step in state.trail) else None
    disputed, evidence = state.ruling.law == "85B", answer_note.text if answer_note else ""
    if (incident.disputed, incident.evidence) != (disputed, evidence):
        record(incident, by, "facts_disputed", disputed=disputed, note=key_text(answer_note))


@transaction.atomic
def add_words(*, incident: Incident, words: str, by: "User", id: uuid.UUID | None = None) -> Incident:
    """Append a free text to those of an incident. A repetition of the same text, or of the same *id*, changes nothing.

    :raises Refused: the incident was withdrawn, the text is too long, or the *id* is used for something else.
    """
    incident = locked(incident, alone=True)
    words = words_typed(words)
    if id is not None and (sent := Event.objects.filter(pk=id).first()):
        note = Note.objects.filter(pk=(sent.data.get("notes") or [None])[-1]).first()
        if sent.stream_id != incident.pk or note is None or (note.digest != digest(words) and not note.erased):
            raise reused()
        return incident
    incident = writable(incident)
    notes = _notes_now(incident)
    if words and not Note.objects.filter(pk__in=notes[-1:], digest=digest(words)).exists():
        note = note_of(incident, words)
        record(incident, by, "words_added", id=id, notes=[*notes, key_text(note)])
    return incident


@transaction.atomic
def write_note(*, incident: Incident, words: str, by: "User", writing: uuid.UUID, edit: int) -> Incident:
    """Save a note while it is being typed. A later text with the same id *writing* replaces the earlier one. A text
    with a smaller number *edit* than the stored one arrives late, and changes nothing. Every version is kept.

    :raises Refused: the incident is over, the text is too long, or the *writing* is used for something else.
    """
    incident = locked(incident, alone=True)
    words = words_typed(words)
    first = Event.objects.filter(pk=writing).first()
    if first is not None and (first.stream_id, first.kind, first.by_id) != (incident.pk, "words_added", by.pk):
        raise reused()
    before: dict[str, Any] = {"edit": -1, "note": None} if first is None else _version(incident, writing)
    unchanged = (
        Note.objects.filter(pk=before["note"], digest=digest(words)).exists() if words else before["note"] is None
    )
    if unchanged or edit <= before["edit"]:
        return incident
    incident = writable(incident)
    note = key_text(note_of(incident, words))
    now = _notes_now(incident)
    at = now.index(before["note"]) if before["note"] in now else len(now)
    notes = [*now[:at], *([note] if note else []), *now[at + 1 :]]
    of: dict[str, Any] = {"id": writing} if first is None else {"of": str(writing)}
    record(incident, by, "words_added", notes=notes, note=note, edit=edit, **of)
    return incident


def _version(incident: Incident, writing: uuid.UUID) -> dict[str, Any]:
    """Return the data of a note's last event."""
    events = incident.events.filter(kind="words_added").order_by("seq")
    return [event.data for event in events if event.data.get("of", str(event.pk)) == str(writing)][-1]


def _notes_now(incident: Incident) -> list[str]:
    """List the current notes, in order."""
    last = incident.events.filter(kind="words_added").order_by("seq").last()
    return list(last.data["notes"]) if last is not None else []

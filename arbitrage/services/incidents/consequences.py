"""Consequences of the answers: the ruling, the duties, the state of the incident."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db.models import UUIDField

from arbitrage import VERSION
from arbitrage.database.ids import uuid7
from arbitrage.database.prepared import Prepared
from arbitrage.models import Duty, Incident, Inquiry, Ruling
from arbitrage.models.history import stands_of
from arbitrage.services.incidents.locking import OVER
from arbitrage.services.incidents.stages import State
from arbitrage.services.record.history import canonical, record, write_draft
from arbitrage.services.record.keys import key_text
from rulings.engine.inquiry import Asking, Ruled, Waiting
from rulings.engine.roles import key, with_roles
from rulings.engine.ruling import Note
from rulings.engine.text import blanks

if TYPE_CHECKING:
    from django.contrib.auth.models import User


_DutyKey = tuple[str, str, str, str, tuple[str, ...], str, str]


_LAST_RULING = Prepared(
    lambda inquiry: Ruling.objects.filter(inquiry=inquiry).order_by("-revision")[:1], inquiry=UUIDField()
)


def follow(incident: Incident, inquiry: Inquiry, by: "User | None") -> None:
    """Issue the ruling that follows from the answers, and open and cancel duties to match the state.

    A law that only refers the director to another law issues no ruling.
    """
    state = inquiry.state()
    if not isinstance(state, Asking) and not state.ruling.leads_on:
        _issue(incident, inquiry, state, by)
        sync_opener(incident, inquiry, closes=isinstance(state, Ruled) and state.ruling.closes, by=by)
    _sync_duties(incident, inquiry, state, by)


def _issue(incident: Incident, inquiry: Inquiry, state: Waiting | Ruled, by: "User | None") -> None:
    notes = {answer.question: answer.note_id for answer in inquiry.answers.all() if answer.note_id}
    text = canonical(outcome(inquiry, state, notes))
    last = _last_ruling(incident, inquiry)
    if last is not None and last.outcome == text:
        return
    record(
        incident,
        by,
        "ruling_issued",
        inquiry=inquiry.pk,
        ruling=uuid7(),
        revision=last.revision + 1 if last else 1,
        law=state.ruling.law,
        edition=inquiry.edition,
        outcome=text,
        program=VERSION,
        provisional=isinstance(state, Waiting),
        supersedes=key_text(last),
    )


def _last_ruling(incident: Incident, inquiry: Inquiry) -> Ruling | None:
    """Return the last ruling of an inquiry, from the values read with the inquiry if nothing has been written since."""
    if incident.draft is None or inquiry.seq is None:
        return _LAST_RULING.first(inquiry=inquiry.pk)
    if inquiry.last_ruling is None:
        return None
    return Ruling(pk=inquiry.last_ruling, revision=inquiry.last_revision, outcome=inquiry.last_outcome)


def outcome(inquiry: Inquiry, state: Waiting | Ruled, notes: Mapping[str, uuid.UUID]) -> dict[str, Any]:
    """Build the stored form of a ruling: everything that a report prints, in the source language.

    Keys: entry (the law of the inquiry), edition, law, text, rectifications, duties, moment ("" unless it waits), trail
    (question, text, value, label, law, derived, by, supposed), law_refs, facts (all known ones). *notes* are the ids of
    the notes of free-text answers, by question; the outcome has "note:..." in place of these answers.
    """
    hidden = {question: f"note:{note}" for question, note in notes.items()}
    trail = [
        {
            "question": step.question.id,
            "text": step.question.text,
            "value": hidden.get(step.question.id, step.value),
            "label": next((option.label for option in step.question.options if option.value == step.value), ""),
            "law": step.law,
            "derived": step.derived,
        }
        | ({"by": list(step.by)} if step.by else {})
        | ({"supposed": True} if step.supposed else {})
        | ({"roles": dict(step.question.roles)} if step.question.roles else {})
        for step in state.trail
    ]
    return state.ruling.as_json() | {
        "entry": inquiry.law,
        "edition": inquiry.edition,
        "moment": state.moment.value if isinstance(state, Waiting) else "",
        "trail": trail,
        "law_refs": list(state.law_refs),
        "facts": inquiry.facts | {step["question"]: step["value"] for step in trail},
    }


def sync_opener(incident: Incident, inquiry: Inquiry, *, closes: bool, by: "User | None") -> None:
    """Close the duty that opened an inquiry when its ruling closes it (the penalty card has left the table), and reopen
    it when a changed answer leads to a ruling that does not. A duty that was closed by hand stays closed."""
    if inquiry.opened_by_duty_id is None:
        return
    duty = Duty.objects.get(pk=inquiry.opened_by_duty_id)
    if closes and duty.state == Duty.State.OPEN:
        record(incident, by, "duty_done", duty=duty.pk, inquiry=duty.inquiry_id, closed_by=inquiry.pk)
    elif not closes and duty.state == Duty.State.DONE:
        closings = [event.data for event in incident.events.filter(kind="duty_done").order_by("seq")]
        last = [closing for closing in closings if closing["duty"] == str(duty.pk)][-1]
        if last.get("closed_by") == str(inquiry.pk):
            record(incident, by, "duty_reopened", duty=duty.pk, inquiry=duty.inquiry_id)


def _sync_duties(incident: Incident, inquiry: Inquiry, state: State, by: "User | None") -> None:
    duties = list(inquiry.duties.all()) if inquiry.has_duties else []
    answers = inquiry.answers_dict()
    for duty in duties:
        if duty.state == Duty.State.OPEN and duty.question and duty.question in answers:
            record(incident, by, "duty_done", duty=duty.pk, inquiry=inquiry.pk)
            duty.state = Duty.State.DONE
    if isinstance(state, Asking):
        # while a question is open, only the duty of the awaited moment is cancelled; other duties stay
        unwanted = [duty for duty in duties if duty.state == Duty.State.OPEN and duty.question]
        wanted_duties: list[_DutyKey] = []
    else:
        wanted_duties = _wanted(inquiry, state)
        unwanted = [duty for duty in duties if duty.state == Duty.State.OPEN and _duty_key(duty) not in wanted_duties]
    for duty in unwanted:
        record(incident, by, "duty_cancelled", duty=duty.pk, inquiry=inquiry.pk)
    present = [_duty_key(duty) for duty in duties if duty.state != Duty.State.CANCELLED]
    for duty_key in wanted_duties:
        if duty_key in present:
            continue
        inquiry.has_duties = True
        law, moment, text, opens, hands, question, about = duty_key
        record(
            incident,
            by,
            "duty_opened",
            duty=uuid7(),
            inquiry=inquiry.pk,
            law=law,
            moment=moment,
            text=text,
            opens=opens,
            hands=list(hands),
            question=question,
            about=about,
        )


def _wanted(inquiry: Inquiry, state: Waiting | Ruled) -> list[_DutyKey]:
    """List the duties of a state: those of its ruling, and its moment if no duty of the ruling has it."""
    read = state.read
    facts = with_roles(inquiry.given() | read)
    awaited = state.moment if isinstance(state, Waiting) else None
    duties: list[_DutyKey] = []
    for duty in state.ruling.duties:
        question = awaited.value if awaited and duty.when is awaited else ""
        about = key(duty.about, facts) if duty.about else ""
        duties.append((duty.law, duty.when.value, duty.text, duty.opens, duty.hands, question, about))
        if question:
            awaited = None
    if awaited is not None:
        duties.append((state.ruling.law, awaited.value, awaited.label, "", (), awaited.value, ""))
    return duties


def _duty_key(duty: Duty) -> _DutyKey:
    return (duty.law, duty.moment, duty.text, duty.opens, tuple(duty.hands), duty.question, duty.about)


Stands = Sequence[tuple[str, str | None, bool]]
"""For each inquiry of an incident: the state of the incident, the stage of the inquiry, and whether the inquiry has an
open duty."""


def stands_after(incident: Incident, inquiry: Inquiry) -> Stands:
    """Return the same as `stands_of` after the drafted events of an incident: from the rows that were read with the
    inquiry, or from the database if a duty has changed or there is no draft."""
    draft = incident.draft
    if draft is None or inquiry.seq is None or any(event.kind.startswith("duty_") for event in draft.events):
        write_draft(incident)
        return stands_of(incident.pk)
    beside = [(Inquiry.Stage.ASKING, inquiry.asks_beside), (Inquiry.Stage.WAITING, inquiry.waits_beside)]
    others = [(incident.state, stage, False) for stage, is_there in beside if is_there]
    return [(incident.state, inquiry.stage, inquiry.due), *others]


def settle(incident: Incident, by: "User | None", *, asks: bool = False, stands: Stands = ()) -> str:
    """Set the incident's state, with an event if it has changed: open while anything is asked, waiting while anything
    is due. Return the state. With *asks*, the caller knows that a question is open; *stands* is the result of
    `stands_of`, if already read."""
    if asks and incident.state == Incident.State.OPEN:
        return incident.state
    stands = stands or stands_of(incident.pk)
    current = stands[0][0]
    if current in OVER:
        return current
    stages = {stage for _state, stage, _due in stands} - {Inquiry.Stage.DROPPED, None}
    if not stages or Inquiry.Stage.ASKING in stages:
        state = Incident.State.OPEN
    elif Inquiry.Stage.WAITING in stages or any(due for _state, _stage, due in stands):
        state = Incident.State.WAITING
    else:
        state = Incident.State.RULED
    if state != current:
        record(incident, by, "state_changed", state=state.value, was=current)
    return state.value


SAYS = ("law", "text", "rectifications", "duties", "moment")
"""Parts of an outcome that are read aloud and printed."""


def says_the_same(was: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Do two outcomes state the same about the same players, cards and numbers? An answer that occurs in no sentence,
    such as a board named later, makes no difference."""
    return _said(was) == _said(now)


def _said(outcome: Mapping[str, Any]) -> tuple[Any, dict[str, str]]:
    parts = [outcome.get(part) for part in SAYS]
    facts = with_roles(outcome["facts"])
    return parts, {name: facts[name] for name in sorted(_named(parts)) if name in facts}


def _named(part: Any) -> Iterator[str]:
    """Yield the names of the facts to which a part of an outcome refers: in placeholders of its texts, or as the
    player, card or number of an effect."""
    if isinstance(part, str):
        yield from (part, *blanks(part))
    elif isinstance(part, dict | list):
        for value in part.values() if isinstance(part, dict) else part:
            yield from _named(value)


WORDS = ("text", "label", "law_refs", "supposed")


def same_substance(was: dict[str, Any], now: dict[str, Any]) -> bool:
    """Do two outcomes rule the same?

    Two kinds of trail lines are ignored if only one outcome has them, because only their consequences matter: a line
    that was derived from facts or the table, and an answered question that is no longer asked. Notes to the director,
    such as the reading of the Laws that was followed, are ignored too.
    """
    alone = _no_more_asked(was, now) | _given_to_one(now, was)
    return bool(substance(_without(was, alone)) == substance(_without(now, alone)))


def _no_more_asked(was: dict[str, Any], now: dict[str, Any]) -> set[str]:
    still_asked = {line["question"] for line in now["trail"]}
    return {line["question"] for line in was["trail"] if line["question"] not in still_asked}


def _given_to_one(outcome: dict[str, Any], other_outcome: dict[str, Any]) -> set[str]:
    asked_there = {line["question"] for line in other_outcome["trail"]}
    return {line["question"] for line in outcome["trail"] if line["derived"] and line["question"] not in asked_there}


def _without(outcome: dict[str, Any], questions: set[str]) -> dict[str, Any]:
    return outcome | {
        "trail": [line for line in outcome["trail"] if line["question"] not in questions],
        "rectifications": [effect for effect in outcome["rectifications"] if effect["effect"] != Note.effect],
        "facts": {name: value for name, value in outcome["facts"].items() if name not in questions},
    }


def substance(data: Any) -> Any:
    """Remove from an outcome its texts, and the law shown with each question. What is left does not change when a
    sentence is reworded or a question is asked under another law."""
    if isinstance(data, dict):
        stripped = {name: substance(value) for name, value in data.items() if name not in WORDS}
        return (
            {name: value for name, value in stripped.items() if name != "law"} if "question" in stripped else stripped
        )
    return [substance(item) for item in data] if isinstance(data, list) else data

"""What a director does with an incident, from the call to the ruling. Each verb is one transaction.

A verb locks the incident's stream, reads what is stored, appends what happened and applies it; two tablets wait for
each other for a moment and never overwrite each other. The rows that a verb returns are fresh.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arbitrage.ids import uuid7
from arbitrage.models import (
    Answer,
    Board,
    Club,
    Duty,
    Event,
    Incident,
    Inquiry,
    Note,
    Result,
    Section,
    Tournament,
)
from arbitrage.models.board import LARGEST_NUMBER, SEATS
from arbitrage.models.incident import EDITIONS
from arbitrage.services import clock, history
from arbitrage.services.errors import Refused
from arbitrage.services.history import append, canonical, digest, record
from arbitrage.services.projection import DatabaseRows, apply
from rulings.bridge import parse_contract, parse_deal
from rulings.inquiry import Asking, Ruled, Waiting
from rulings.questions import UNKNOWN, Fact, InvalidAnswer, Moment, Question, Words
from rulings.roles import handed
from rulings.ruling import Send

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LONGEST_WORDS = 5000
BOARD_FACTS = ("contract", "declarer", "trumps", "tricks", "vulnerability", "deal")
RESULT_FACTS = ("contract", "declarer", "tricks")
OVER = (Incident.State.WITHDRAWN, Incident.State.FINAL)

State = Asking | Waiting | Ruled


@dataclass(frozen=True)
class Outcome:
    """What became of an answer.

    *status* is "accepted"; "same", when it was stored already (sent twice, or given by somebody else too); or
    "conflict", when somebody had answered otherwise and its author had not seen it: it is kept in the history and not
    applied. *answer* is the one that counts, with who and when; *value* is what was offered.
    """

    status: Literal["accepted", "same", "conflict"]
    answer: Answer
    value: str
    inquiry: Inquiry


# The call


@transaction.atomic
def open_incident(
    *,
    tournament: Tournament,
    by: "User",
    section: Section | None = None,
    table: int | None = None,
    board: Board | None = None,
    round: int | None = None,
    called_by: str = "",
    id: uuid.UUID | None = None,
) -> Incident:
    """A player called: the incident, numbered in the club and year. Sent twice under one *id*, it is opened once.

    Section, table and board may be said later (`place_incident`). *round* is the tournament's current one unless given.

    :raises Refused: the *id* is another incident's, or the place is not of this tournament.
    """
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    wanted = {"section": _text(section), "table": table, "board": _text(board), "called_by": called_by}
    if id is not None and (found := Incident.objects.filter(pk=id).first()):
        return _opened_already(found, tournament, by, wanted)
    place = _place(tournament, section, table, board, round)
    now = clock.now()
    year = timezone.localdate(now).year
    last = Incident.objects.filter(club=tournament.club_id, year=year).order_by("-number").first()
    key = id or uuid7()
    if called_by and called_by not in SEATS:
        raise ValueError(f"{called_by!r} is not a seat")
    # The event names the incident that it makes: both are written before the transaction ends.
    event = append(
        key,
        "incident_opened",
        by=by,
        club=tournament.club_id,
        tournament=tournament,
        board=board,
        incident=key,
        at=now,
        **place,
        year=year,
        number=last.number + 1 if last else 1,
        called_by=called_by,
        asked=wanted,
    )
    apply(event, DatabaseRows())
    return Incident.objects.get(pk=key)


def _opened_already(found: Incident, tournament: Tournament, by: "User", wanted: Mapping[str, Any]) -> Incident:
    opened = found.events.get(seq=1)
    if (found.tournament_id, found.opened_by_id, opened.data["asked"]) != (tournament.pk, by.pk, wanted):
        raise reused()
    return found


@transaction.atomic
def attend(*, incident: Incident, by: "User") -> Incident:
    """A director goes to the table: the tiles show who. Saying it again changes nothing."""
    incident = writable(locked(incident))
    if incident.attended_by_id != by.pk:
        record(incident, by, "attended")
    return fresh(incident)


@transaction.atomic
def place_incident(
    *,
    incident: Incident,
    by: "User | None",
    section: Section | None = None,
    table: int | None = None,
    board: Board | None = None,
    round: int | None = None,
    line: Result | None = None,
) -> Incident:
    """Say where it happened, or say it better; what is not given stays.

    The result is the *line* of the board's traveller that is given, else the one at that table, if there is exactly
    one. The facts of its inquiries are completed from it by an event of their own, and rulings that depend on them are
    issued again. A score confirmed on another result counts no more.

    :raises Refused: the incident is over, or the place is not of this tournament.
    """
    incident = writable(locked(incident))
    if line is not None:
        board, section, table = line.board, line.section, line.table
    place = _place(
        incident.tournament,
        section or incident.section,
        table or incident.table,
        board or incident.board,
        round or incident.round,
        line or _line_chosen(incident, board, section, table),
    )
    before = (incident.section_id, incident.table, incident.round, incident.board_id, incident.result_id)
    after = (_id(place["section"]), place["table"], place["round"], _pk(board or incident.board), _id(place["result"]))
    if before == after:
        return incident
    if incident.result_id != after[-1]:
        _set_scores_aside(incident, by)
    record(incident, by, "placed", board=board or incident.board, **place)
    complete_facts(fresh(incident), by)
    return fresh(incident)


def complete_facts(incident: Incident, by: "User | None", *, ended: bool = True) -> bool:
    """Give the inquiries of an incident what its board and result say now, and issue the rulings that follow.

    Without *ended*, an inquiry that was ruled from another result is left as it is: see `told_otherwise`. Was anything
    completed?
    """
    found = list(incident.inquiries.exclude(stage=Inquiry.Stage.DROPPED).with_answers())
    left = [] if ended else [one for one in found if one.closed and told_otherwise(incident, one)]
    completed = [_complete_facts(incident, one, by) for one in found if one not in left]
    _settle(incident, by)
    return any(completed)


def told_otherwise(incident: Incident, inquiry: Inquiry) -> tuple[str, ...]:
    """What an inquiry was told, or answered, that the result of its table says otherwise now; () when nothing.

    ("contract", "declarer", "tricks"), as much of it. Tricks that the law did not ask for do not count: the score is
    computed from the result as it is.
    """
    if inquiry.stage == Inquiry.Stage.DROPPED:
        return ()
    told, answers = board_facts(incident.board, incident.result), inquiry.answers_dict()
    if _as_told(inquiry, told, answers):
        return ()
    told |= _handed_on(inquiry)
    asked = inquiry.state().questions
    return tuple(
        name
        for name in RESULT_FACTS
        if not _as_told(inquiry, told, answers, name) and (name != "tricks" or name in asked)
    )


def _as_told(inquiry: Inquiry, told: Mapping[str, str], answers: Mapping[str, str], *names: str) -> bool:
    """Are these facts what the inquiry knows? An answer is compared only with a result that says something."""
    for name in names or RESULT_FACTS:
        if name in answers:
            if answers[name] not in (UNKNOWN, told.get(name, answers[name])):
                return False
        elif name in inquiry.facts and inquiry.facts[name] != told.get(name):
            return False
    return True


def _complete_facts(incident: Incident, inquiry: Inquiry, by: "User | None") -> bool:
    facts = board_facts(incident.board, incident.result) | _handed_on(inquiry)
    if facts == inquiry.facts:
        return False
    inquiry.facts = facts
    state = inquiry.state()
    record(
        incident,
        by,
        "facts_completed",
        inquiry=inquiry.pk,
        facts=facts,
        version=inquiry.version + 1,
        stage=stage_of(state),
    )
    _follow(incident, _reload(inquiry), by)
    return True


def _handed_on(inquiry: Inquiry) -> dict[str, str]:
    """The facts that an inquiry was given by the one before it. What the board said then, it says better now."""
    opened = next(
        event.data
        for event in Event.objects.filter(incident=inquiry.incident_id, kind="inquiry_opened").order_by("seq")
        if event.data["inquiry"] == str(inquiry.pk)
    )
    found: dict[str, str] = opened.get("handed") or {
        name: value for name, value in inquiry.facts.items() if name not in BOARD_FACTS
    }
    return found


def _line_chosen(incident: Incident, board: Board | None, section: Section | None, table: int | None) -> Result | None:
    """The incident's line while it is one of this place: it may have been chosen among several, or have no table."""
    line = incident.result
    if line is None:
        return None
    asked = ((board, line.board), (section, line.section), (table or incident.table, line.table))
    return line if all(None in (wanted, of_line) or wanted == of_line for wanted, of_line in asked) else None


def _place(
    tournament: Tournament,
    section: Section | None,
    table: int | None,
    board: Board | None,
    round: int | None,
    line: Result | None = None,
) -> dict[str, Any]:
    elsewhere = any(place is not None and place.tournament_id != tournament.pk for place in (section, board))
    if elsewhere or not all(number is None or 1 <= number <= LARGEST_NUMBER for number in (table, round)):
        raise Refused(_("This table or board is not of this tournament. Choose it again."), "elsewhere")
    result = line or _result(board, section, table)
    if section is None and result is not None:
        section = result.section
    return {
        "section": _text(section),
        "table": table,
        "round": round or (result.round if result else None) or tournament.current_round,
        "result": _text(result),
    }


def _result(board: Board | None, section: Section | None, table: int | None) -> Result | None:
    """The board's one result at that table; none when it is not known, or when several could be meant."""
    if board is None or table is None:
        return None
    results = board.results.select_related("section").filter(table=table)
    if section is not None:
        results = results.filter(section=section)
    found = list(results[:2])
    return found[0] if len(found) == 1 else None


def board_facts(board: Board | None, result: Result | None) -> dict[str, str]:
    """What the board knows, as facts for a law: declarer, contract, trumps, declarer's tricks, vulnerability, the deal.

    Nothing about tricks while the board has not been scored; never a name. {"contract": "3NT", "declarer": "S",
    "trumps": "NT", "tricks": "11", "vulnerability": "NS"}.
    """
    facts = {"vulnerability": board.vulnerability} | _deal(board) if board else {}
    if result is None or result.kind != Result.Kind.PLAYED or not result.contract:
        return facts
    contract = parse_contract(result.contract)
    if contract is None:
        return facts
    facts |= {"contract": result.contract, "declarer": result.declarer, "trumps": str(contract.denomination)}
    return facts | ({} if result.tricks is None else {"tricks": str(result.tricks)})


def _deal(board: Board) -> dict[str, str]:
    """The four hands, from which a law reads who is void; nothing when they are not known or do not read."""
    try:
        return {"deal": board.deal} if parse_deal(board.deal, complete=False) else {}
    except ValueError:
        return {}


# The questions


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
    """Begin a law within an incident. What the board knows is noted as facts now; *facts* handed on come after it.

    :raises Refused: the incident is over, or no law has this entry point.
    """
    incident = writable(locked(incident))
    if id is not None and (found := Inquiry.objects.filter(pk=id).first()):
        if (found.incident_id, found.law) != (incident.pk, law):
            raise reused()
        return found
    if law not in EDITIONS[incident.tournament.edition]:
        raise Refused(_("This law is not in the application yet. Choose another one, or rule from the book."), "no_law")
    of_the_board = board_facts(incident.board, incident.result)
    given = {name: value for name, value in (facts or {}).items() if of_the_board.get(name) != value}
    known = of_the_board | given
    inquiry = Inquiry(id=id or uuid7(), incident=incident, law=law, edition=incident.tournament.edition, facts=known)
    state = inquiry.entry.step(known)
    record(
        incident,
        by,
        "inquiry_opened",
        inquiry=inquiry.pk,
        order=incident.inquiries.count() + 1,
        law=law,
        edition=inquiry.edition,
        facts=known,
        handed=given,
        stage=stage_of(state),
        opened_by_duty=_text(opened_by_duty),
    )
    _follow(incident, _reload(inquiry), by)
    _settle(incident, by)
    return _reload(inquiry)


@transaction.atomic
def record_answer(
    *,
    inquiry: Inquiry,
    question_id: str,
    value: str,
    seen_version: int,
    by: "User",
    id: uuid.UUID | None = None,
) -> Outcome:
    """Store an answer, and what follows from it: the ruling, what to come back for, the incident's state.

    *seen_version* is the version of the inquiry on the page that its author saw. The first answer to a question wins;
    changing it is an answer that has seen the one it replaces, and leaves the others alone (those no longer asked stay
    stored and do not count). A different answer that has not seen it is a conflict: kept in the history, not applied.
    Under one *id* the same answer is stored once, however often it is sent.

    :raises Refused: the incident is over, the question is not asked (any more), the value is not an answer to it, or
        the *id* belongs to something else.
    """
    incident = locked(inquiry.incident)
    inquiry = _reload(inquiry)
    value = value.strip()
    if id is not None and (event := Event.objects.filter(pk=id).first()):
        return _answered_already(event, inquiry, question_id, value, seen_version, by)
    writable(incident)
    _counts(inquiry)
    question = _question(inquiry, question_id)
    _check(question, value)

    event_of = partial(record, incident, by, id=id, inquiry=inquiry.pk, question=question_id, seen=seen_version)
    existing = next((answer for answer in inquiry.answers.all() if answer.question == question_id), None)
    if existing is not None and existing.value == value:
        if id is not None:  # so that sending it again finds it
            event_of("answer_repeated", answer=existing.pk, **_said(value, existing.note))
        return Outcome("same", existing, value, inquiry)
    said = _said(value, note_of(incident, value) if isinstance(question, Words) else None)
    if existing is not None and seen_version < existing.version:
        event_of("answer_refused", answer=existing.pk, kept_by=existing.by_id, **said)
        return Outcome("conflict", existing, value, inquiry)

    event_of(
        "answered" if existing is None else "answer_changed",
        answer=existing.pk if existing else uuid7(),
        was=_discreet(existing) if existing else None,
        version=inquiry.version + 1,
        stage=stage_of(inquiry.state_if({question_id: value})),
        **said,
    )
    inquiry = _reload(inquiry)
    _follow(incident, inquiry, by)
    inquiry.incident.state = _settle(incident, by)
    accepted = next(answer for answer in inquiry.answers.all() if answer.question == question_id)
    return Outcome("accepted", accepted, value, inquiry)


def _answered_already(
    event: Event, inquiry: Inquiry, question_id: str, value: str, seen_version: int, by: "User"
) -> Outcome:
    data = event.data
    offered = data.get("value")
    if data.get("note"):
        offered = Note.objects.get(pk=data["note"]).text
    same = (
        event.stream_id == inquiry.incident_id
        and event.by_id == by.pk
        and (data.get("inquiry"), data.get("question"), data.get("seen"))
        == (str(inquiry.pk), question_id, seen_version)
        and offered == value
    )
    if not same:
        raise reused()
    answer = inquiry.answers.filter(question=question_id).first()
    if answer is None:
        raise Refused(_("It was taken back since. Say it again if the moment has come."), "taken_back")
    return Outcome("conflict" if event.kind == "answer_refused" else "same", answer, value, inquiry)


def _question(inquiry: Inquiry, question_id: str) -> Question[Any]:
    try:
        return inquiry.state().questions[question_id]
    except KeyError:
        raise Refused(
            _("This question is not asked any more: an earlier answer has changed. Go on from the question shown now."),
            "not_asked",
        ) from None


def _check(question: Question[Any], value: str) -> None:
    if len(value) > LONGEST_WORDS:
        raise Refused(_("This text is too long: shorten it to 5,000 characters."), "invalid_answer")
    if value == UNKNOWN and isinstance(question, Fact):
        return
    try:
        question.parse(value)
    except InvalidAnswer:
        raise Refused(
            _("This is not one of the answers to the question. Choose one of those shown."), "invalid_answer"
        ) from None


def note_of(incident: Incident, text: str) -> Note | None:
    """The free words kept beside the chain, which keeps their digest; nothing for nothing."""
    return Note.objects.create(incident=incident, text=text, digest=digest(text)) if text else None


def _said(value: str, note: Note | None) -> dict[str, Any]:
    """An answer as the record may carry it: free words by the identifier of their note."""
    return {"value": "" if note else value, "note": _text(note)}


def _discreet(answer: Answer) -> str:
    """The same in one text: "note:0190..." for free words."""
    return f"note:{answer.note_id}" if answer.note_id else answer.value


# What follows from the answers


def _follow(incident: Incident, inquiry: Inquiry, by: "User | None") -> None:
    """Issue the ruling that the answers lead to, and open and cancel duties, so that they are those of the state."""
    state = inquiry.state()
    if not isinstance(state, Asking):
        _issue(incident, inquiry, state, by)
        _sync_opener(incident, inquiry, closes=isinstance(state, Ruled) and state.ruling.closes, by=by)
    _sync_duties(incident, inquiry, state, by)


def _issue(incident: Incident, inquiry: Inquiry, state: Waiting | Ruled, by: "User | None") -> None:
    notes = {answer.question: answer.note_id for answer in inquiry.answers.all() if answer.note_id}
    text = canonical(outcome(inquiry, state, notes))
    last = inquiry.rulings.order_by("-revision").first()
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
        provisional=isinstance(state, Waiting),
        supersedes=_text(last),
    )


def outcome(inquiry: Inquiry, state: Waiting | Ruled, notes: Mapping[str, uuid.UUID]) -> dict[str, Any]:
    """A ruling as it is stored for ever: everything that a report prints, in the source language.

    Keys: entry (the law that was asked), edition, law, text, rectifications, duties, moment ("" unless it waits), trail
    (question, text, value, label, law, derived), law_refs, facts (all that was known). *notes* are those of the answers
    in free words, by question: the outcome says "note:..." in their place.
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


def _sync_opener(incident: Incident, inquiry: Inquiry, *, closes: bool, by: "User | None") -> None:
    """Close the duty that opened an inquiry when its ruling says so (the penalty card has left the table), and open it
    again when a changed answer says otherwise; one that was closed by hand stays closed."""
    if inquiry.opened_by_duty_id is None:
        return
    duty = Duty.objects.get(pk=inquiry.opened_by_duty_id)
    if closes and duty.state == Duty.State.OPEN:
        record(incident, by, "duty_done", duty=duty.pk, inquiry=duty.inquiry_id, closed_by=inquiry.pk)
    elif not closes and duty.state == Duty.State.DONE:
        done = [event.data for event in incident.events.filter(kind="duty_done").order_by("seq")]
        last = [one for one in done if one["duty"] == str(duty.pk)][-1]
        if last.get("closed_by") == str(inquiry.pk):
            record(incident, by, "duty_reopened", duty=duty.pk, inquiry=duty.inquiry_id)


_DutyKey = tuple[str, str, str, str, tuple[str, ...], str]


def _sync_duties(incident: Incident, inquiry: Inquiry, state: State, by: "User | None") -> None:
    duties = list(inquiry.duties.all())
    answers = inquiry.answers_dict()
    for duty in duties:
        if duty.state == Duty.State.OPEN and duty.question and duty.question in answers:
            record(incident, by, "duty_done", duty=duty.pk, inquiry=inquiry.pk)
            duty.state = Duty.State.DONE
    if isinstance(state, Asking):
        # What a ruling left on the table stays there while a question is open; only the wait itself is in question.
        unwanted = [duty for duty in duties if duty.state == Duty.State.OPEN and duty.question]
        wanted: list[_DutyKey] = []
    else:
        wanted = _wanted(state)
        unwanted = [duty for duty in duties if duty.state == Duty.State.OPEN and _duty_key(duty) not in wanted]
    for duty in unwanted:
        record(incident, by, "duty_cancelled", duty=duty.pk, inquiry=inquiry.pk)
    present = [_duty_key(duty) for duty in duties if duty.state != Duty.State.CANCELLED]
    for law, moment, text, opens, hands, question in wanted:
        if (law, moment, text, opens, hands, question) in present:
            continue
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
        )


def _wanted(state: Waiting | Ruled) -> list[_DutyKey]:
    """The duties of a state: those of its ruling, and the moment it waits for when no duty of the ruling says it."""
    awaited = state.moment if isinstance(state, Waiting) else None
    wanted: list[_DutyKey] = []
    for duty in state.ruling.duties:
        question = awaited.value if awaited and duty.when is awaited else ""
        wanted.append((duty.law, duty.when.value, duty.text, duty.opens, duty.hands, question))
        if question:
            awaited = None
    if awaited is not None:
        wanted.append((state.ruling.law, awaited.value, awaited.label, "", (), awaited.value))
    return wanted


def _duty_key(duty: Duty) -> _DutyKey:
    return (duty.law, duty.moment, duty.text, duty.opens, tuple(duty.hands), duty.question)


def _settle(incident: Incident, by: "User | None") -> str:
    """The incident's state, noted when it has changed: open while anything is asked, waiting while anything is due."""
    current = Incident.objects.values_list("state", flat=True).get(pk=incident.pk)
    if current in (*OVER, Incident.State.APPEALED):
        return current
    stages = set(Inquiry.objects.filter(incident=incident).values_list("stage", flat=True)) - {Inquiry.Stage.DROPPED}
    if not stages or Inquiry.Stage.ASKING in stages:
        state = Incident.State.OPEN
    elif (
        Inquiry.Stage.WAITING in stages
        or Duty.objects.filter(inquiry__incident=incident, state=Duty.State.OPEN).exists()
    ):
        state = Incident.State.WAITING
    else:
        state = Incident.State.RULED
    if state != current:
        record(incident, by, "state_changed", state=state.value, was=current)
    return state.value


def stage_of(state: State) -> str:
    """The inquiry's stage that a state of its law stands for."""
    match state:
        case Asking():
            return Inquiry.Stage.ASKING.value
        case Waiting():
            return Inquiry.Stage.WAITING.value
        case Ruled():
            return Inquiry.Stage.RULED.value


# What to come back for


@transaction.atomic
def reach_moment(*, duty: Duty, by: "User", id: uuid.UUID | None = None) -> Outcome:
    """The moment that the inquiry waits for has come; its questions go on. Saying it twice stores it once.

    :raises Refused: the duty is not a moment of its inquiry, or the inquiry does not wait for it any more.
    """
    if not duty.question:
        raise Refused(_("Nothing waits for this moment. Close the entry when it is done."), "not_waiting")
    inquiry = Inquiry.objects.select_related("incident").get(pk=duty.inquiry_id)
    return record_answer(
        inquiry=inquiry, question_id=duty.question, value="reached", seen_version=inquiry.version, by=by, id=id
    )


@transaction.atomic
def take_back_moment(*, inquiry: Inquiry, question_id: str, by: "User") -> Inquiry:
    """The moment had not come after all: the inquiry waits for it again, and what held until then holds again.

    What was answered afterwards is kept for when it comes. Saying it twice changes nothing.

    :raises Refused: the incident is over, or the inquiry does not wait for this moment (any more).
    """
    incident = writable(locked(inquiry.incident))
    inquiry = _reload(inquiry)
    _counts(inquiry)
    reached = next((one for one in inquiry.answers.all() if one.question == question_id), None)
    if reached is None:
        return inquiry
    if not isinstance(_question(inquiry, question_id), Moment):
        raise Refused(_("Only a moment is taken back. Change the answer instead."), "not_waiting")
    known = {name: value for name, value in inquiry.known().items() if name != question_id}
    record(
        incident,
        by,
        "moment_taken_back",
        inquiry=inquiry.pk,
        question=question_id,
        answer=reached.pk,
        version=inquiry.version + 1,
        stage=stage_of(inquiry.state_from(known)),
    )
    done = inquiry.duties.filter(question=question_id, state=Duty.State.DONE).order_by("done_at").last()
    if done is not None:
        record(incident, by, "duty_reopened", duty=done.pk, inquiry=inquiry.pk)
    inquiry = _reload(inquiry)
    _follow(incident, inquiry, by)
    _settle(incident, by)
    return _reload(inquiry)


@transaction.atomic
def close_duty(*, duty: Duty, by: "User") -> Duty:
    """A standing duty is done (the penalty card has been played). Closing it twice changes nothing.

    :raises Refused: it was cancelled, or it is the moment that its inquiry waits for.
    """
    incident = locked(duty.inquiry.incident)
    duty = Duty.objects.get(pk=duty.pk)
    if duty.state == Duty.State.DONE:
        return duty
    if duty.state == Duty.State.CANCELLED:
        raise Refused(_("There is nothing more to do here: a newer decision has cancelled it."), "duty_closed")
    if duty.question:
        raise Refused(_("The inquiry waits for this moment: open it and answer what it asks."), "still_waiting")
    record(incident, by, "duty_done", duty=duty.pk, inquiry=duty.inquiry_id)
    _settle(incident, by)
    return Duty.objects.get(pk=duty.pk)


@transaction.atomic
def open_duty_inquiry(*, duty: Duty, by: "User") -> Inquiry:
    """A standing duty falls due: the inquiry that it opens, with the facts that it hands on.

    The one that it has opened already as long as a question of it is open; then another: declarer chooses again before
    every lead.

    :raises Refused: the duty opens nothing, or is not open any more.
    """
    incident = locked(duty.inquiry.incident)
    duty = Duty.objects.get(pk=duty.pk)
    if duty.state != Duty.State.OPEN or not duty.opens:
        raise Refused(_("There is nothing to open here any more. Look at the decision again."), "duty_closed")
    begun = duty.opened_inquiries.filter(stage=Inquiry.Stage.ASKING).first()
    if begun is not None:
        return _reload(begun)
    facts = handed(duty.hands, _reload(duty.inquiry).known())
    return open_inquiry(incident=incident, law=duty.opens, by=by, facts=facts, opened_by_duty=duty)


@transaction.atomic
def open_linked_inquiry(*, inquiry: Inquiry, law: str, by: "User") -> Inquiry:
    """The inquiry of a law that the ruling sends to, with the facts that it hands on; the one that is there already.

    :raises Refused: the ruling does not send there (any more), or the incident is over.
    """
    incident = locked(inquiry.incident)
    inquiry = _reload(inquiry)
    state = inquiry.state()
    sent = () if isinstance(state, Asking) else state.ruling.rectifications
    send = next((one for one in sent if isinstance(one, Send) and one.to == law), None)
    if send is None or inquiry.stage == Inquiry.Stage.DROPPED:
        raise Refused(_("The decision does not lead there any more. Look at it again."), "not_sent")
    linked = incident.inquiries.filter(law=law, order__gt=inquiry.order).exclude(stage=Inquiry.Stage.DROPPED)
    begun = linked.filter(opened_by_duty=None).first()
    if begun is not None:
        return _reload(begun)
    return open_inquiry(incident=incident, law=law, by=by, facts=handed(send.hands, inquiry.known()))


@transaction.atomic
def drop_inquiry(*, inquiry: Inquiry, by: "User") -> Inquiry:
    """The inquiry was opened by mistake: nothing of it counts any more, and everything stays in the history.

    What it had to come back for is cancelled, the duty that had opened it stands again, and a score confirmed for the
    incident counts no more. Saying it twice changes nothing.

    :raises Refused: the incident is over.
    """
    incident = writable(locked(inquiry.incident))
    inquiry = _reload(inquiry)
    if inquiry.stage == Inquiry.Stage.DROPPED:
        return inquiry
    for duty in inquiry.duties.filter(state=Duty.State.OPEN):
        record(incident, by, "duty_cancelled", duty=duty.pk, inquiry=inquiry.pk)
    _sync_opener(incident, inquiry, closes=False, by=by)
    if inquiry.stage != Inquiry.Stage.ASKING:
        _set_scores_aside(incident, by)
    record(incident, by, "inquiry_dropped", inquiry=inquiry.pk, was=inquiry.stage)
    _settle(incident, by)
    return _reload(inquiry)


def _counts(inquiry: Inquiry) -> None:
    if inquiry.stage == Inquiry.Stage.DROPPED:
        raise Refused(_("This inquiry was dropped: it had been opened by mistake. Open a new one to go on."), "dropped")


# Facts and words


@transaction.atomic
def dispute_facts(*, incident: Incident, disputed: bool, evidence: str, by: "User") -> Incident:
    """Note that the facts are disputed or agreed (Law 85), and what each side says. Every version is kept.

    :raises Refused: the incident is over, or the text is too long.
    """
    incident = writable(locked(incident))
    evidence = words_typed(evidence)
    if (incident.disputed, incident.evidence) != (disputed, evidence):
        note = note_of(incident, evidence)
        record(incident, by, "facts_disputed", disputed=disputed, note=_text(note))
    return fresh(incident)


@transaction.atomic
def add_words(*, incident: Incident, words: str, by: "User") -> Incident:
    """Add free words to an incident, after those that are there. The same words once more change nothing.

    :raises Refused: the incident was withdrawn, or the text is too long.
    """
    incident = writable(locked(incident))
    words = words_typed(words)
    added = [event.data["notes"] for event in incident.events.filter(kind="words_added")]
    notes: list[str] = added[-1] if added else []
    if words and not Note.objects.filter(pk__in=notes[-1:], digest=digest(words)).exists():
        note = note_of(incident, words)
        record(incident, by, "words_added", notes=[*notes, _text(note)])
    return fresh(incident)


@transaction.atomic
def withdraw_incident(*, incident: Incident, by: "User", reason: str = "") -> Incident:
    """The call was for nothing, or was entered twice. Everything stays readable; its adjusted score counts no more.

    :raises Refused: the decision is final.
    """
    incident = locked(incident)
    if incident.state == Incident.State.WITHDRAWN:
        return incident
    incident = writable(incident)
    note = note_of(incident, words_typed(reason))
    _set_scores_aside(incident, by)
    record(incident, by, "incident_withdrawn", was=incident.state, note=_text(note))
    return fresh(incident)


def _set_scores_aside(incident: Incident, by: "User | None") -> None:
    """The score confirmed for this incident counts no more, and none takes its place: the one played counts again."""
    for adjustment in incident.adjustments.confirmed():
        record(incident, by, "adjustment_superseded", adjustment=adjustment.pk, followed_by=None)


def words_typed(text: str) -> str:
    text = text.strip()
    if len(text) > LONGEST_WORDS:
        raise Refused(_("This text is too long: shorten it to 5,000 characters."), "too_long")
    return text


# Shared


def locked(incident: Incident) -> Incident:
    """The incident as it is stored, that nobody else writes to until the end of the transaction."""
    history.lock(incident.pk)
    return fresh(incident)


def fresh(incident: Incident) -> Incident:
    """The incident as it is stored, with its place."""
    return Incident.objects.select_related("club", "tournament", "section", "board", "result").get(pk=incident.pk)


def _reload(inquiry: Inquiry) -> Inquiry:
    return Inquiry.objects.with_answers().get(pk=inquiry.pk)


def writable(incident: Incident) -> Incident:
    """The same incident, when something may still be added to it.

    :raises Refused: it was withdrawn, or its decision is final.
    """
    if incident.state == Incident.State.WITHDRAWN:
        raise Refused(_("This incident was withdrawn. Open a new one to go on."), "withdrawn")
    if incident.state == Incident.State.FINAL:
        raise Refused(_("This decision is final: nothing can be changed any more."), "final")
    return incident


def reused() -> Refused:
    """What is answered to an identifier that belongs to something else."""
    return Refused(
        _("This was sent before with other contents. Reload the page and enter it again."), "identifier_reused"
    )


def _text(row: Any) -> str | None:
    return None if row is None else str(row.pk)


def _pk(row: Any) -> uuid.UUID | None:
    return None if row is None else row.pk


def _id(text: str | None) -> uuid.UUID | None:
    return uuid.UUID(text) if text else None


__all__ = [
    "Outcome",
    "add_words",
    "attend",
    "board_facts",
    "close_duty",
    "complete_facts",
    "dispute_facts",
    "drop_inquiry",
    "open_duty_inquiry",
    "open_incident",
    "open_inquiry",
    "open_linked_inquiry",
    "outcome",
    "place_incident",
    "reach_moment",
    "record_answer",
    "take_back_moment",
    "told_otherwise",
    "withdraw_incident",
]

"""Current state of an incident: the rulings in force, their authors and times, the score in force, and the next act.

Only this module computes this state; every page, list, paper and file uses it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Prefetch, prefetch_related_objects

from arbitrage.models import Adjustment, Appeal, Duty, Event, Incident, Inquiry, Result, Ruling
from arbitrage.models.rows_of_calls import APPEALS_OF, CORRECTIONS_OF, SCORES_OF, put_places
from arbitrage.services import clock
from arbitrage.services.incidents.locking import tie
from arbitrage.services.incidents.revisions import Given, told_apart
from arbitrage.services.incidents.standing_table import (
    Change,
    Gone,
    busy,
    changed_since,
    gone_since,
    later_than,
    may_have_changed,
)
from arbitrage.services.incidents.table import Logged, logs_among
from arbitrage.services.results.counting import as_recorded
from arbitrage.services.results.lines import EVENTS_OF_LINES, LINE_EVENTS
from arbitrage.services.results.revokes import in_order, inquiries_around, on_their_results, overtaken_among, place_of
from arbitrage.services.results.scores import changes_score, follows, left_to_compose, score_of
from arbitrage.services.tournaments.finality import final_from, further_until, is_final
from rulings.scores.award import Award

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class State(StrEnum):
    """State of a ruling; the first member that applies is shown. CHANGED: an appeal has changed it. AGAIN: a question
    is open again, or a fact has changed, so a director must look at it again. OVERTAKEN: one of its effects is no
    longer on the table."""

    WITHDRAWN = "withdrawn"
    SUPERSEDED = "superseded"
    CHANGED = "changed"
    APPEALED = "appealed"
    AGAIN = "again"
    WAITS = "waits"
    FINAL = "final"
    OVERTAKEN = "overtaken"
    COUNTS = "counts"


@dataclass(frozen=True)
class Decided:
    """Author and time of a decision. *body* is "director"; for an appeal "committee", "referee", "in_charge" or
    "authority"; for a score also "table", "file" or "correction" (79). *law* is the law of the decision, if it differs
    from that of the ruling."""

    body: str
    by: "User | None" = None
    at: datetime | None = None
    law: str = ""


@dataclass(frozen=True)
class Stands:
    """A ruling and its current state.

    *next* is the ruling that supersedes it, with *why*: "corrected", "both_revoked" (64B7) or "appeal", and the
    *reason* that was typed. *since* is the time at which the state began. *gone* are effects of the ruling that are no
    longer on the table, *changed* facts of the ruling that have changed, *later* the rulings and statements at its
    table since. *appeal* is the last appeal against it that is open or decided.
    """

    ruling: Ruling
    inquiry: Inquiry
    state: State
    decided: Decided
    next: Ruling | None = None
    why: str = ""
    reason: str = ""
    since: datetime | None = None
    gone: tuple[Gone, ...] = ()
    changed: tuple[Change, ...] = ()
    later: tuple[Logged, ...] = ()
    appeal: Appeal | None = None

    @property
    def counts(self) -> bool:
        """Is this ruling in force, even if it may still change?"""
        return self.state not in (State.WITHDRAWN, State.SUPERSEDED, State.CHANGED)

    @property
    def current(self) -> bool:
        """Is the ruling the latest of its inquiry?"""
        return self.next is None or self.next.inquiry_id != self.ruling.inquiry_id

    @property
    def maintained(self) -> bool:
        """Was the ruling appealed, and upheld?"""
        upheld = (Appeal.Outcome.STANDS, Appeal.Outcome.RECOMMENDS)
        return self.appeal is not None and self.appeal.outcome in upheld

    @property
    def gone_sentences(self) -> frozenset[int]:
        """Indexes, in its rectifications, of the sentences that no longer apply."""
        return frozenset(place for item in self.gone for place in item.sentences)


@dataclass(frozen=True)
class Mark:
    """The score in force for the result of an incident (*counts*), its author (*fixed*), and the score at the table
    (*played*).

    *state* is "none" (there is no result, or no change of it), "open" (a question is open or a moment awaited),
    "compose" (the director has to compose the score), "waits" (he has to confirm it), or "confirmed". *ruled* is the
    score computed from the rulings. *replaced* are earlier confirmed scores with their authors, oldest first; *line* is
    the author of the last change of the traveller's line.
    """

    state: str
    result: Result | None = None
    played: Award | None = None
    counts: Award | None = None
    ruled: Award | None = None
    fixed: Decided | None = None
    adjustment: Adjustment | None = None
    replaced: tuple[tuple[Adjustment, Decided], ...] = ()
    line: Decided | None = None

    @property
    def changed(self) -> bool:
        """Is the score in force different from the one at the table?"""
        return self.adjustment is not None and self.counts != self.played

    @property
    def agrees(self) -> bool:
        """Does the score in force agree with the rulings, or with a decision that overrides them?"""
        return self.state in ("none", "confirmed")


@dataclass(frozen=True)
class Due:
    """The next act of the director. *kind* is "answer" (a question), "moment" (come back at a moment), "look_again" (at
    a ruling), "hear" (an appeal), "carry_out" (its decision), "compose" or "confirm" (a score); "" when nothing is due.
    *duty* is the duty of the moment, *stands* the ruling to look at again."""

    kind: str = ""
    inquiry: Inquiry | None = None
    duty: Duty | None = None
    stands: Stands | None = None
    appeal: Appeal | None = None


@dataclass(frozen=True)
class Standing:
    """Current state of an incident. *rulings* are in order of time, including those no longer in force, but not the
    earlier stages of a ruling."""

    incident: Incident
    rulings: tuple[Stands, ...]
    mark: Mark
    inquiries: tuple[Inquiry, ...] = ()
    appeal: Appeal | None = None
    final_since: datetime | None = None

    @property
    def due(self) -> Due:
        """The next act of the director. Only this property reads duties."""
        return _due(self)

    @property
    def counting(self) -> tuple[Stands, ...]:
        """Rulings in force."""
        return tuple(ruled for ruled in self.rulings if ruled.counts)

    @property
    def last(self) -> Stands | None:
        """The ruling to show if there are several: the last one in force, or else the last."""
        return next(reversed(self.counting or self.rulings), None)

    @property
    def undecided(self) -> bool:
        """Is the incident without a ruling, and not withdrawn?"""
        return not self.rulings and self.incident.state != Incident.State.WITHDRAWN

    def of(self, inquiry: UUID) -> Stands | None:
        """Return the last ruling of an inquiry with its current state; None while it has none."""
        return next(
            (ruled for ruled in reversed(self.rulings) if ruled.ruling.inquiry_id == inquiry and ruled.current),
            None,
        )

    def on(self, ruling: UUID) -> Stands | None:
        """Return the current state of one ruling."""
        return next((ruled for ruled in self.rulings if ruled.ruling.pk == ruling), None)


def standing(incident: Incident) -> Standing:
    """Compute the current state of one incident."""
    return standings([incident])[incident.pk]


def standings(incidents: Iterable[Incident], events: Sequence[Event] | None = None) -> dict[UUID, Standing]:
    """Compute the current state of these incidents, by incident, in a constant number of queries (fewer if they were
    read `with_record`). If they are all calls about one board, *events* may be the events of this board."""
    calls = list({incident.pk: incident for incident in incidents}.values())
    if not calls:
        return {}
    records = _Records(calls, events)
    return {call.pk: records.standing(call) for call in calls}


class _Records:
    """The rows and events of several incidents, loaded together; prefetched rows are not read again."""

    def __init__(self, calls: Sequence[Incident], events: Sequence[Event] | None) -> None:
        self.now = clock.now()
        put_places(calls)
        self.inquiries = _inquiries_of(calls)
        APPEALS_OF.put_on(calls, "appeals")
        self.appeals = {call.pk: list(call.appeals.all()) for call in calls}
        by_pk = {inquiry.pk: inquiry for inquiries in self.inquiries.values() for inquiry in inquiries}
        several = [inquiry for inquiry in by_pk.values() if len(inquiry.rulings.all()) > 1]
        corrections = CORRECTIONS_OF(calls={inquiry.incident_id for inquiry in several}) if several else ()
        self.reasons = {remark.ruling_id: remark.text for remark in corrections}
        asked_calls = [call for call in calls if self.inquiries[call.pk]]
        around = inquiries_around(asked_calls) if events is None else in_order(calls, self.inquiries)
        self.on_result = on_their_results(asked_calls, around, by_pk)
        self.overtaken = {
            key: by
            for inquiries in self.on_result.values()
            if len(inquiries) > 1
            for key, by in overtaken_among(inquiries).items()
        }
        tables = busy(asked_calls if events is None else calls, around, events)
        self.logs = logs_among(tables, [by_pk.get(inquiry.pk, inquiry) for inquiry in around], events) if tables else {}
        self.scores: defaultdict[UUID, list[Adjustment]] = defaultdict(list)
        results = {call.result_id for call in calls if call.result_id}
        for score in SCORES_OF(results=results) if results else ():
            self.scores[score.result_id].append(score)
        self.lines = _last_events(_line_events(calls) if events is None else events)
        waiting = [inquiry for inquiry in by_pk.values() if inquiry.stage == Inquiry.Stage.WAITING]
        prefetch_related_objects(waiting, "answers")  # `may_have_changed` reads whether their moments have come
        self.doubtful = {
            inquiry.pk
            for call in calls
            for inquiry in self.inquiries[call.pk]
            if may_have_changed(call, inquiry, self.logs.get(call.pk, []))
        }
        prefetch_related_objects([inquiry for key, inquiry in by_pk.items() if key in self.doubtful], "answers")

    # The rulings

    def standing(self, incident: Incident) -> Standing:
        final = self._final_since(incident)
        rulings = [ruled for inquiry in self.inquiries[incident.pk] for ruled in self._stands(incident, inquiry, final)]
        rulings.sort(key=lambda ruled: (ruled.ruling.at, ruled.ruling.pk))
        heard = [appeal for appeal in self.appeals[incident.pk] if appeal.state in HEARD]
        inquiries = tuple(self.inquiries[incident.pk])
        return Standing(incident, tuple(rulings), self._mark(incident), inquiries, heard[-1] if heard else None, final)

    def _final_since(self, incident: Incident) -> datetime | None:
        """Return the time at which the rulings became final, None if they are not final. After an appeal this is the
        time of its decision, or the end of the period for a further appeal."""
        if not is_final(incident, self.now, incident.club):
            return None
        ends = [final_from(incident.tournament, incident.club)]
        for appeal in self.appeals[incident.pk]:
            if appeal.state == Appeal.State.DECIDED:
                ends.append(further_until(appeal, incident.tournament) or appeal.decided_at)
        last = max(filter(None, ends), default=None)
        return last if last is not None and self.now > last else None

    def _stands(self, incident: Incident, inquiry: Inquiry, final: datetime | None) -> Iterable[Stands]:
        """List the rulings of an inquiry, each with its current state."""
        rulings = told_apart(inquiry.rulings.all())
        appeals = [appeal for appeal in self.appeals[incident.pk] if appeal.state in HEARD]
        for given, later in zip(rulings, [*rulings[1:], None], strict=False):
            ruling, decided = given.ruling, self._decided(given, appeals)
            against = [appeal for appeal in appeals if appeal.ruling_id in given.keys]
            appeal = against[-1] if against else None
            if incident.state == Incident.State.WITHDRAWN:
                yield Stands(ruling, inquiry, State.WITHDRAWN, decided)
            elif later is not None:
                why = "appeal" if any(appeal.new_ruling_id in later.keys for appeal in appeals) else "corrected"
                state = State.CHANGED if why == "appeal" else State.SUPERSEDED
                reason = next((self.reasons[key] for key in later.keys if key in self.reasons), "")
                since = self._decided(later, appeals).at
                yield Stands(ruling, inquiry, state, decided, later.ruling, why, reason, since, appeal=appeal)
            else:
                yield self._last(incident, inquiry, ruling, decided, appeal, final)

    def _decided(self, given: Given, appeals: Iterable[Appeal]) -> Decided:
        """Return the author of a ruling: the body that decided the appeal which led to it, or else the director."""
        appeal = next((appeal for appeal in appeals if appeal.new_ruling_id in given.keys), None)
        return decided_by(appeal) if appeal is not None else Decided("director", given.by, given.at)

    def _last(
        self,
        incident: Incident,
        inquiry: Inquiry,
        ruling: Ruling,
        decided: Decided,
        appeal: Appeal | None,
        final: datetime | None,
    ) -> Stands:
        """Return the last ruling of an inquiry with its current state."""
        log: list[Logged] = self.logs.get(incident.pk, [])
        gone = gone_since(incident, ruling, log) if log else ()
        by = self.overtaken.get(inquiry.pk)
        if by is not None:
            return Stands(
                ruling, inquiry, State.SUPERSEDED, decided, by, "both_revoked", since=max(by.at, ruling.at), gone=gone
            )
        if appeal is not None and appeal.outcome in CHANGES:
            return Stands(
                ruling, inquiry, State.CHANGED, decided, why="appeal", since=appeal.decided_at, gone=gone, appeal=appeal
            )
        if incident.state == Incident.State.APPEALED:
            pending = next(
                (appeal for appeal in self.appeals[incident.pk] if appeal.state == Appeal.State.REQUESTED), appeal
            )
            since = pending.at if pending else None
            return Stands(ruling, inquiry, State.APPEALED, decided, since=since, gone=gone, appeal=pending)
        changed = changed_since(incident, inquiry, log) if inquiry.pk in self.doubtful else ()
        state, since = State.COUNTS, decided.at
        if changed or inquiry.stage == Inquiry.Stage.ASKING:
            state = State.AGAIN
        elif inquiry.stage == Inquiry.Stage.WAITING:
            state = State.WAITS
        elif final is not None:
            state, since = State.FINAL, final
        elif gone:
            state, since = State.OVERTAKEN, gone[-1].at
        later = later_than(inquiry, log)
        return Stands(
            ruling, inquiry, state, decided, since=since, gone=gone, changed=changed, later=later, appeal=appeal
        )

    # The mark

    def _mark(self, incident: Incident) -> Mark:
        result = incident.result
        if result is None or incident.state == Incident.State.WITHDRAWN:
            return Mark("none")
        tie(incident)
        played, scores, line = as_recorded(result), self.scores[result.pk], self._of_the_line(incident, result)
        confirmed = next((score for score in scores if score.state == Adjustment.State.CONFIRMED), None)
        before = tuple((score, self._fixed(score)) for score in scores if score.state == Adjustment.State.SUPERSEDED)
        inquiries = self.on_result.get(place_of(incident), [])
        held = tuple(
            ruling
            for inquiry in inquiries
            if inquiry.stage == Inquiry.Stage.RULED and (ruling := inquiry.current_ruling) is not None
        )
        own = [inquiry for inquiry in self.inquiries[incident.pk] if inquiry.stage != Inquiry.Stage.DROPPED]
        unfinished = any(inquiry.stage in (Inquiry.Stage.ASKING, Inquiry.Stage.WAITING) for inquiry in own)
        scored = any(map(changes_score, held))
        ruled = score_of(result, held) if scored else None
        if confirmed is not None:
            state = "confirmed" if follows(confirmed, result, held) else "open" if unfinished else "waits"
            state = "confirmed" if self._of_appeal(confirmed) else state
            state = "waits" if any(appeal.to_carry_out for appeal in self.appeals[incident.pk]) else state
            fixed = self._fixed(confirmed)
            given_score = confirmed.given
            award = ruled.award if ruled else None
            return Mark(state, result, played, given_score, award, fixed, confirmed, before, line)
        if unfinished or not scored:
            state = "open" if unfinished else "none"
        elif any(map(left_to_compose, held)):
            state = "compose"
        else:
            state = "waits" if ruled is not None and ruled.award != played else "none"
        award = ruled.award if ruled else None
        return Mark(state, result, played, played, award, line, None, before, line)

    def _of_appeal(self, score: Adjustment) -> Appeal | None:
        """Find the decided appeal that asked for a score."""
        of_incident = self.appeals.get(score.incident_id, [])
        return next((appeal for appeal in of_incident if appeal.adjustment_id == score.pk), None)

    def _fixed(self, score: Adjustment) -> Decided:
        """Return the author of a confirmed score: the body of the appeal that asked for it, or else the director."""
        appeal = self._of_appeal(score)
        return decided_by(appeal) if appeal is not None else Decided("director", score.by, score.at, score.law)

    def _of_the_line(self, incident: Incident, result: Result) -> Decided:
        """Return the last source of the traveller's line: a correction (79), a file, or the table."""
        event = self.lines.get(str(result.pk))
        if event is None:
            return Decided("file" if incident.tournament.source_name else "table")
        body = {"result_corrected": "correction", "result_added": "table"}.get(event.kind, "file")
        if event.kind == "result_added" and event.data.get("file"):
            body = "file"
        return Decided(body, event.by, event.at, event.data.get("law") or "")


# The next act


def _due(standing: Standing) -> Due:
    appeal = standing.appeal
    if standing.incident.state == Incident.State.WITHDRAWN:
        return Due()
    if appeal is not None and appeal.state == Appeal.State.REQUESTED:
        return Due("hear", appeal=appeal)
    if appeal is not None and appeal.to_carry_out:
        return Due("carry_out", appeal=appeal)
    again = next((ruled for ruled in standing.rulings if ruled.changed), None)
    if again is not None:
        return Due("look_again", again.inquiry, stands=again)
    asking = next((inquiry for inquiry in standing.inquiries if inquiry.stage == Inquiry.Stage.ASKING), None)
    if asking is not None:
        return Due("answer", asking)
    due = [
        (duty, inquiry)
        for inquiry in standing.inquiries
        for duty in inquiry.duties.all()
        if duty.state == Duty.State.OPEN
    ]
    if due:
        duty, inquiry = min(due, key=lambda pair: (pair[0].due_since, pair[0].pk))
        return Due("moment", inquiry, duty)
    return Due({"compose": "compose", "waits": "confirm"}.get(standing.mark.state, ""))


CHANGES = (Appeal.Outcome.SCORE, Appeal.Outcome.RULING)
"""Outcomes of an appeal that end a ruling."""

HEARD = (Appeal.State.REQUESTED, Appeal.State.DECIDED)
"""States of appeals that affect a ruling; a refused or withdrawn appeal does not."""

_HEARD_BY = {
    Appeal.Body.COMMITTEE: ("committee", "93B3"),
    Appeal.Body.REFEREE: ("referee", "93B3"),
    Appeal.Body.DIRECTOR: ("in_charge", "93A"),
    Appeal.Body.AUTHORITY: ("authority", "93C"),
}


def decided_by(appeal: Appeal) -> Decided:
    """Return the author and time of an appeal decision, and the law that gives this body the power to decide."""
    body, law = _HEARD_BY[Appeal.Body(appeal.heard_by)]
    return Decided(body, appeal.decided_by, appeal.decided_at, law)


def _inquiries_of(calls: Sequence[Incident]) -> Mapping[UUID, list[Inquiry]]:
    """Return the inquiries of each incident that are not dropped, with answers, rulings and duties; prefetched ones are
    reused, the others are read together."""
    by_key = {call.pk: call for call in calls}
    by_call = {key: list(call.inquiries.all()) for key, call in by_key.items() if _read_with_inquiries(call)}
    missing = by_key.keys() - by_call.keys()
    by_call |= {key: [] for key in missing}
    for inquiry in Inquiry.objects.filter(incident__in=missing).order_by("order") if missing else ():
        inquiry.incident = by_key[inquiry.incident_id]
        by_call[inquiry.incident_id].append(inquiry)
    kept_inquiries = {
        key: [inquiry for inquiry in several if inquiry.stage != Inquiry.Stage.DROPPED]
        for key, several in by_call.items()
    }
    every = [inquiry for several in kept_inquiries.values() for inquiry in several]
    rulings = Prefetch("rulings", queryset=Ruling.objects.select_related("by"))
    prefetch_related_objects(every, rulings)
    return kept_inquiries


def _read_with_inquiries(incident: Incident) -> bool:
    """Was an incident read together with its inquiries?"""
    return "inquiries" in getattr(incident, "_prefetched_objects_cache", {})


def _line_events(calls: Iterable[Incident]) -> Iterable[Event]:
    return EVENTS_OF_LINES(boards={call.board_id for call in calls if call.result_id})


def _last_events(events: Iterable[Event]) -> Mapping[str, Event]:
    """Return the last event that changed a line (LINE_EVENTS), by id of the line."""
    return {event.data["result"]: event for event in events if event.kind in LINE_EVENTS}

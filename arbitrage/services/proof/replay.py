"""Replay of stored incidents, to find rulings that the present laws would not give."""

import json
import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.models import Answer, Incident, Inquiry, Ruling
from arbitrage.models.incident import EDITIONS
from arbitrage.services.incidents import equity, outcome, same_substance, stage_of
from arbitrage.services.incidents.evidence import shown_otherwise
from arbitrage.services.incidents.facts import known_now
from arbitrage.services.incidents.table import logs_at
from arbitrage.services.proof.sweep import Found
from arbitrage.services.record import reading
from arbitrage.services.record.history import canonical, project
from arbitrage.services.record.projection import Fields, Rows
from rulings.engine.inquiry import Asking
from rulings.engine.stored import upgraded
from rulings.table import tables_of


@dataclass(frozen=True)
class Difference:
    """An inquiry that would end differently today. *was* and *now* are its outcomes: the law, "64A2", or "asking" with
    the question."""

    incident: Incident
    law: str
    was: str
    now: str


def differing(keys: list[uuid.UUID]) -> Found:
    """List the incidents with a ruling or shown evidence that would differ today, with a sentence for each
    difference."""
    incidents = list(Incident.objects.filter(pk__in=keys).select_related("board", "result").order_by("pk"))
    chains = reading.chains([incident.pk for incident in incidents])
    inquiries = defaultdict(list)
    for inquiry in Inquiry.objects.filter(incident__in=keys, facts__has_key="table").with_answers():
        inquiries[inquiry.incident_id].append(inquiry)
    logs = logs_at(incident for incident in incidents if incident.pk in inquiries)
    differences: Found = []
    for called in incidents:
        of_table = {
            inquiry.pk: tables_of(known_now(called, inquiry, logs[called.pk])) for inquiry in inquiries[called.pk]
        }
        lines = [
            _("%(reference)s, law %(law)s: was %(was)s, would be %(now)s.")
            % {"reference": called.reference, "law": other.law, "was": other.was, "now": other.now}
            for other in _differences(called, project(called, chains[called.pk]), of_table)
        ]
        events = chains[called.pk].events
        shown = [*shown_otherwise(events), *equity.shown_otherwise(events)]
        if lines := [*lines, *(f"{called.reference}, {other}" for other in shown)]:
            differences.append((str(called.pk), lines))
    return differences


def replay_incident(incident: Incident) -> Iterator[Difference]:
    """List the inquiries of an incident whose events lead to a different ruling today."""
    inquiries = Inquiry.objects.with_answers().filter(incident=incident, facts__has_key="table")
    of_table = {inquiry.pk: tables_of(known_now(incident, inquiry)) for inquiry in inquiries}
    yield from _differences(incident, project(incident), of_table)


def _differences(
    incident: Incident, rows: Rows, of_table: Mapping[uuid.UUID, Mapping[str, str]]
) -> Iterator[Difference]:
    """Yield the inquiries whose ruling would differ today. *of_table* has, by inquiry with a stored table, the tables
    that today's log gives."""
    answers: defaultdict[uuid.UUID, dict[str, Fields]] = defaultdict(dict)
    rulings: defaultdict[uuid.UUID, list[Fields]] = defaultdict(list)
    for answer in rows[Answer].values():
        answers[answer["inquiry_id"]][answer["question"]] = answer
    for ruling in rows[Ruling].values():
        rulings[ruling["inquiry_id"]].append(ruling)
    for key, row in rows[Inquiry].items():
        last = max(rulings[key], key=lambda ruling: ruling["revision"], default=None)
        difference = _difference(incident, key, row, answers[key], last) or _otherwise_told(
            incident, row, of_table.get(key)
        )
        if difference:
            yield difference


def _otherwise_told(incident: Incident, row: Fields, today: Mapping[str, str] | None) -> Difference | None:
    """Return a difference if today's log gives the inquiry another table than the stored one, at its start or at one of
    its moments. Withdrawn incidents are skipped."""
    if today is None or row["stage"] == Inquiry.Stage.DROPPED or incident.state == Incident.State.WITHDRAWN:
        return None
    for name, told in tables_of(row["facts"]).items():
        if (now := today.get(name, told)) != told:
            return Difference(incident, row["law"], *(_("table %(cards)s") % {"cards": cards} for cards in (told, now)))
    return None


def _difference(
    incident: Incident, key: uuid.UUID, row: Fields, answers: dict[str, Fields], last: Fields | None
) -> Difference | None:
    if row["stage"] == Inquiry.Stage.DROPPED:
        return None
    was = row["stage"] if last is None or row["stage"] == Inquiry.Stage.ASKING else last["law"]
    if row["law"] not in EDITIONS.get(row["edition"], {}):
        return Difference(incident, row["law"], was, _("no such law"))
    inquiry = Inquiry(pk=key, law=row["law"], edition=row["edition"], facts=row["facts"])
    state = inquiry.state_from(row["facts"] | {question: answer["value"] for question, answer in answers.items()})
    if isinstance(state, Asking):
        same = row["stage"] == Inquiry.Stage.ASKING
        now = _("asking %(question)s") % {"question": state.question.id}
        return None if same else Difference(incident, row["law"], was, now)
    notes: dict[str, Any] = {question: answer["note_id"] for question, answer in answers.items() if answer["note_id"]}
    if row["stage"] == stage_of(state) and last is None and state.ruling.leads_on:
        return None  # the law only refers to another law, and issues no ruling
    if row["stage"] == stage_of(state) and last is not None:
        stored = upgraded(json.loads(last["outcome"]))
        if same_substance(stored, json.loads(canonical(outcome(inquiry, state, notes)))):
            return None
    return Difference(incident, row["law"], was, state.ruling.law)

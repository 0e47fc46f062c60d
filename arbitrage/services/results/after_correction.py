"""Consequences of a corrected line for the incidents of its board."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Prefetch

from arbitrage.models import Adjustment, Board, Incident, Inquiry, Result
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import (
    OVER,
    complete_facts,
    fresh,
    locked,
    told_otherwise,
    writable,
)
from arbitrage.services.incidents.table import Logged, logs_of
from arbitrage.services.results.scores import propose_adjustment
from arbitrage.services.tournaments.finality import check_not_final

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Review:
    """An incident whose decision is based on an older result of its line.

    *facts* are the names of the facts that differ from those of the inquiry ("contract", "declarer", "tricks"). *stale*
    says whether the confirmed adjusted score no longer follows from the rulings.
    """

    incident: Incident
    facts: tuple[str, ...]
    stale: bool


def calls_of(board: Board) -> list[Incident]:
    """List the calls about a board, including withdrawn ones, oldest first, with their inquiries and adjusted
    scores."""
    inquiries = Prefetch("inquiries", queryset=Inquiry.objects.with_everything().select_related(None))
    adjustments = Prefetch("adjustments", queryset=Adjustment.objects.select_related("result"))
    incidents = board.incidents.select_related("section", "result").order_by("called_at", "pk")
    calls = list(incidents.prefetch_related(inquiries).prefetch_related(adjustments))
    for call in calls:
        call.tournament, call.club = board.tournament, board.tournament.club
    return calls


def to_review(board: Board) -> tuple[Review, ...]:
    """List the incidents of a board that a director must look at again because a result was corrected, oldest first."""
    calls = [call for call in calls_of(board) if call.state != Incident.State.WITHDRAWN]
    return to_review_among(calls, logs_of(calls))


def to_review_among(calls: Iterable[Incident], logs: Mapping[uuid.UUID, list[Logged]]) -> tuple[Review, ...]:
    """Return the same as `to_review`, for calls from `calls_of` without the withdrawn ones, and their logs."""
    reviews = (_review(call, logs[call.pk]) for call in calls if call.result_id is not None)
    return tuple(review for review in reviews if review is not None)


def _review(incident: Incident, log: list[Logged] | None) -> Review | None:
    facts = {name for inquiry in incident.inquiries.all() for name in told_otherwise(incident, inquiry, log)}
    confirmed = any(adjustment.state == Adjustment.State.CONFIRMED for adjustment in incident.adjustments.all())
    stale = confirmed and _stale(incident)
    return Review(incident, tuple(sorted(facts)), stale) if facts or stale else None


def _stale(incident: Incident) -> bool:
    """Does the confirmed score no longer follow from the rulings? True if its result is gone; False while a question or
    a claim is open or a moment is awaited."""
    try:
        return propose_adjustment(incident).stale
    except Refused as refused:
        return refused.code not in ("not_ruled", "waiting", "open_claim")


def consequences(
    line: Result, incidents: Iterable[Incident], by: "User | None"
) -> tuple[tuple[Review, ...], tuple[Incident, ...]]:
    """Give the corrected *line* to the unfinished inquiries of these incidents. Return the decisions on the line to
    review, and the incidents whose inquiries have received it."""
    followed = [
        incident
        for incident in map(fresh, incidents)
        if incident.state not in OVER and complete_facts(incident, by, ended=False)
    ]
    return tuple(review for review in to_review(line.board) if review.incident.result_id == line.pk), tuple(followed)


@transaction.atomic
def take_over(*, incident: Incident, by: "User") -> Incident:
    """Give the inquiries of an incident the facts of its corrected result, and issue its rulings again.

    The answers stay; the new result may lead to further questions. A repetition changes nothing.

    :raises Refused: the incident is over, or its decision is final.
    """
    incident = writable(locked(incident))
    for inquiry in incident.inquiries.all():
        check_not_final(inquiry)
    complete_facts(incident, by)
    return fresh(incident)

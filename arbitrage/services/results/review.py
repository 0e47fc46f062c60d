"""What follows from a corrected line for the incidents of its board."""

from collections.abc import Iterable
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

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Review:
    """An incident whose decision was made from another result than the line has now.

    *facts* are the names of what the inquiry was told otherwise ("contract", "declarer", "tricks"); *stale* says that
    the confirmed adjusted score does not follow any more.
    """

    incident: Incident
    facts: tuple[str, ...]
    stale: bool


def to_review(board: Board) -> tuple[Review, ...]:
    """The incidents of a board that a director must look at again because a result was corrected, oldest first."""
    incidents = list(
        board.incidents.exclude(state=Incident.State.WITHDRAWN)
        .select_related("club", "tournament", "section", "result")
        .prefetch_related(Prefetch("inquiries", queryset=Inquiry.objects.with_everything()), "adjustments")
        .order_by("called_at", "pk")
    )
    logs = logs_of(incidents)
    found = (_review(one, logs[one.pk]) for one in incidents if one.result_id is not None)
    return tuple(review for review in found if review is not None)


def _review(incident: Incident, log: list[Logged] | None) -> Review | None:
    facts = {name for inquiry in incident.inquiries.all() for name in told_otherwise(incident, inquiry, log)}
    confirmed = any(one.state == Adjustment.State.CONFIRMED for one in incident.adjustments.all())
    stale = confirmed and _stale(incident)
    return Review(incident, tuple(sorted(facts)), stale) if facts or stale else None


def _stale(incident: Incident) -> bool:
    """Does the confirmed score follow no more? One whose result is gone has nothing left to follow from; while a
    question is open or a moment awaited, nobody can say yet."""
    try:
        return propose_adjustment(incident).stale
    except Refused as refused:
        return refused.code not in ("not_ruled", "waiting")


def consequences(
    line: Result, incidents: Iterable[Incident], by: "User"
) -> tuple[tuple[Review, ...], tuple[Incident, ...]]:
    followed = [one for one in map(fresh, incidents) if one.state not in OVER and complete_facts(one, by, ended=False)]
    return tuple(one for one in to_review(line.board) if one.incident.result_id == line.pk), tuple(followed)


@transaction.atomic
def take_over(*, incident: Incident, by: "User") -> Incident:
    """The inquiries of an incident go on from what its result says now, and its rulings are issued again from it.

    No answer is changed; a question that follows from the new result is asked. Saying it twice changes nothing.

    :raises Refused: the incident is over.
    """
    incident = writable(locked(incident))
    complete_facts(incident, by)
    return fresh(incident)

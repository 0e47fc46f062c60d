"""The stage of an inquiry for each state of its law, and the confirmed score that a change of stage sets aside."""

from typing import TYPE_CHECKING

from arbitrage.models import Incident, Inquiry
from arbitrage.services.record.history import record
from rulings.engine.inquiry import Asking, Ruled, Waiting

if TYPE_CHECKING:
    from django.contrib.auth.models import User


State = Asking | Waiting | Ruled


def set_scores_aside(incident: Incident, by: "User | None") -> None:
    """Set aside the score confirmed for this incident, and put none in its place: the one played counts again."""
    for adjustment in incident.adjustments.confirmed():
        record(incident, by, "adjustment_superseded", adjustment=adjustment.pk, followed_by=None)


def stage_of(state: State) -> str:
    """Return the inquiry's stage that a state of its law stands for."""
    match state:
        case Asking():
            return Inquiry.Stage.ASKING.value
        case Waiting():
            return Inquiry.Stage.WAITING.value
        case Ruled():
            return Inquiry.Stage.RULED.value

"""The stage of an inquiry by the state of its law, and the withdrawal of a confirmed score."""

from typing import TYPE_CHECKING

from arbitrage.models import Incident, Inquiry
from arbitrage.services.record.history import record
from rulings.engine.inquiry import Asking, Ruled, Waiting

if TYPE_CHECKING:
    from django.contrib.auth.models import User


State = Asking | Waiting | Ruled


def set_scores_aside(incident: Incident, by: "User | None") -> None:
    """Withdraw the score confirmed for this incident without a replacement; the score at the table counts again."""
    for adjustment in incident.adjustments.confirmed():
        record(incident, by, "adjustment_superseded", adjustment=adjustment.pk, followed_by=None)


def stage_of(state: State) -> str:
    """Return the stage of an inquiry for a state of its law."""
    match state:
        case Asking():
            return Inquiry.Stage.ASKING.value
        case Waiting():
            return Inquiry.Stage.WAITING.value
        case Ruled():
            return Inquiry.Stage.RULED.value

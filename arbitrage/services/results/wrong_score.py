"""A call about a score that was entered wrongly (79C): the line is corrected, and the correction is the ruling."""

import uuid
from typing import TYPE_CHECKING

from django.db import transaction

from arbitrage.models import Incident, Inquiry, Result
from arbitrage.services import clock, incidents
from arbitrage.services.incidents.call import place_incident
from arbitrage.services.results.entering import Corrected, Entry, Reason, correct_result
from arbitrage.services.tournaments import correction_state
from rulings.engine.inquiry import Asking

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def correct_at_call(
    *, incident: Incident, result: Result, by: "User", entry: Entry, seen: str, agreed: bool = False
) -> Corrected:
    """Correct a line because a player called, and issue the ruling of the call: 79C1 within the correction period, 79C2
    after it.

    If the line has the values of *entry* already, nothing is changed and no ruling is issued.

    :raises Refused: the line has changed since it was *seen*; the period is over, and the conditions of 79C2 are not
        *agreed*; *entry* is impossible.
    """
    over = correction_state(incident.tournament, clock.now()).over
    done = correct_result(
        result=result, by=by, entry=entry, seen=seen, reason=Reason.TYPED, agreed=agreed, call=incident
    )
    if not done.changed:
        return done
    incident = place_incident(incident=incident, by=by, line=done.line)
    inquiry = incidents.begin_inquiry(incident=incident, law=LAW, by=by)
    answers = {"in_period": "no" if over else "yes"} | dict.fromkeys(AGREED, "yes")
    while isinstance(state := inquiry.state(), Asking) and state.question.id in answers:
        incidents.record_answer(
            inquiry=inquiry,
            question_id=state.question.id,
            value=answers.pop(state.question.id),
            seen_version=inquiry.version,
            by=by,
        )
        inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    return done


@transaction.atomic
def take_back_at_call(*, call: uuid.UUID, by: "User") -> None:
    """Drop the ruling of a call whose correction was undone."""
    for inquiry in Inquiry.objects.filter(incident=call, law=LAW).exclude(stage=Inquiry.Stage.DROPPED):
        incidents.drop_inquiry(inquiry=inquiry, by=by)


LAW = "79C"
AGREED = ("organiser_approves", "beyond_doubt")
"""Questions that the director's tick answers after the correction period: the organiser consents, and the error is
beyond doubt (79C2)."""

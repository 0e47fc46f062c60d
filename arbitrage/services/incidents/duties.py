"""What to come back for: a moment that an inquiry waits for, a card that lies on the table."""

import uuid
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Duty, Inquiry
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.common import locked, reloaded, stage_of, writable
from arbitrage.services.incidents.consequences import follow, settle
from arbitrage.services.incidents.inquiry import Outcome, check_counts, open_inquiry, question_asked, record_answer
from arbitrage.services.incidents.sharing import note, share
from arbitrage.services.incidents.table import handed_on, log_of, table_of
from arbitrage.services.record.history import record
from rulings.engine.questions import Moment
from rulings.table import Said

if TYPE_CHECKING:
    from django.contrib.auth.models import User


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
    inquiry = reloaded(inquiry)
    check_counts(inquiry)
    reached = next((one for one in inquiry.answers.all() if one.question == question_id), None)
    if reached is None:
        return inquiry
    if not isinstance(question_asked(inquiry, question_id), Moment):
        raise Refused(_("Only a moment is taken back. Change the answer instead."), "not_waiting")
    known = {name: value for name, value in inquiry.given().items() if name != question_id}
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
    inquiry = reloaded(inquiry)
    follow(incident, inquiry, by)
    settle(incident, by)
    share(incident, by)
    return reloaded(inquiry)


@transaction.atomic
def close_duty(*, duty: Duty, by: "User") -> Duty:
    """A standing duty is done; of a card, that it has been played, which everybody at the table knows then. Closing it
    twice changes nothing.

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
    log = log_of(incident) if duty.about else []
    if duty.about and duty.about in table_of(incident, log).keys:
        note(writable(incident), Said("played", duty.about), log, by)
    else:
        record(incident, by, "duty_done", duty=duty.pk, inquiry=duty.inquiry_id)
        settle(incident, by)
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
        return reloaded(begun)
    facts = handed_on(incident, duty.hands, reloaded(duty.inquiry).known())
    return open_inquiry(incident=incident, law=duty.opens, by=by, facts=facts, opened_by_duty=duty)

"""Duties to come back for: the moment of a waiting inquiry, or a card on the table."""

import uuid
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Duty, Inquiry
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.consequences import follow, settle
from arbitrage.services.incidents.facts import complete
from arbitrage.services.incidents.inquiry import Outcome, check_counts, open_inquiry, question_asked, record_answer
from arbitrage.services.incidents.locking import locked, reloaded, writable
from arbitrage.services.incidents.sharing import note, share
from arbitrage.services.incidents.stages import stage_of
from arbitrage.services.incidents.table import handed_on, log_of, table_of
from arbitrage.services.record.history import record
from arbitrage.services.tournaments.finality import check_not_final
from rulings.engine.questions import Moment
from rulings.table import Said

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def reach_moment(*, duty: Duty, by: "User", id: uuid.UUID | None = None) -> Outcome:
    """Record that the moment of a waiting inquiry has come, so that the inquiry continues. A repetition changes
    nothing.

    :raises Refused: the duty is no moment of its inquiry, or the inquiry no longer waits for it.
    """
    if not duty.question:
        raise Refused(_("Nothing waits for this moment. Close the entry when it is done."), "not_waiting")
    inquiry = Inquiry.objects.select_related("incident").get(pk=duty.inquiry_id)
    return record_answer(
        inquiry=inquiry, question_id=duty.question, value="reached", seen_version=inquiry.version, by=by, id=id
    )


@transaction.atomic
def take_back_moment(*, inquiry: Inquiry, question_id: str, by: "User") -> Inquiry:
    """Withdraw the statement that the moment had come: the inquiry waits again, and its earlier ruling applies again.

    Later answers are kept for when the moment comes. A repetition changes nothing.

    :raises Refused: the incident is over, or the inquiry does not wait for this moment (any more).
    """
    incident = writable(locked(inquiry.incident))
    inquiry = reloaded(inquiry)
    check_counts(inquiry)
    reached = next((answer for answer in inquiry.answers.all() if answer.question == question_id), None)
    if reached is None:
        return inquiry
    check_not_final(inquiry)
    if not isinstance(question_asked(inquiry, question_id), Moment):
        raise Refused(_("Only a moment is taken back. Change the answer instead."), "not_waiting")
    facts = {name: value for name, value in inquiry.given().items() if name != question_id}
    record(
        incident,
        by,
        "moment_taken_back",
        inquiry=inquiry.pk,
        question=question_id,
        answer=reached.pk,
        version=inquiry.version + 1,
        stage=stage_of(inquiry.state_from(facts)),
    )
    closed_duty = inquiry.duties.filter(question=question_id, state=Duty.State.DONE).order_by("done_at").last()
    if closed_duty is not None:
        record(incident, by, "duty_reopened", duty=closed_duty.pk, inquiry=inquiry.pk)
    complete(incident, reloaded(inquiry), by)  # drops the facts of the table at that moment
    follow(incident, reloaded(inquiry), by)
    settle(incident, by)
    share(incident, by)
    return reloaded(inquiry)


@transaction.atomic
def close_duty(*, duty: Duty, by: "User") -> Duty:
    """Record that a standing duty is done. For a duty about a card, record that the card was played, which all
    inquiries at the table then use. A repetition changes nothing.

    :raises Refused: the duty was cancelled, or is the moment of a waiting inquiry.
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
def reopen_duty(*, duty: Duty, by: "User") -> None:
    """Undo `close_duty` for a duty that is not about a card. A repetition changes nothing.

    :raises Refused: the incident is over, or the duty is the moment of an inquiry (`take_back_moment`).
    """
    incident = writable(locked(duty.inquiry.incident))
    duty = Duty.objects.get(pk=duty.pk)
    if duty.question:
        raise Refused(_("This cannot be undone with one tap."), "no_undo")
    if duty.state == Duty.State.DONE:
        record(incident, by, "duty_reopened", duty=duty.pk, inquiry=duty.inquiry_id)
        settle(incident, by)


@transaction.atomic
def open_duty_inquiry(*, duty: Duty, by: "User", on_lead: str = "") -> Inquiry:
    """Open the inquiry that a standing duty leads to, with the facts that it passes on.

    While an earlier inquiry of this duty has an open question, return that inquiry. Otherwise open a new one, because
    declarer chooses again before every lead. *on_lead* is the seat of the player about to lead now, also in the earlier
    inquiry; if "", the law asks for it.

    :raises Refused: the duty opens no inquiry, or is no longer open; *on_lead* is no defender's seat.
    """
    incident = locked(duty.inquiry.incident)
    duty = Duty.objects.get(pk=duty.pk)
    if duty.state != Duty.State.OPEN or not duty.opens:
        raise Refused(_("There is nothing to open here any more. Look at the decision again."), "duty_closed")
    opened = duty.opened_inquiries.filter(stage=Inquiry.Stage.ASKING).first()
    if opened is None:
        facts = handed_on(incident, duty.hands, reloaded(duty.inquiry).known())
        opened = open_inquiry(incident=incident, law=duty.opens, by=by, facts=facts, opened_by_duty=duty)
    opened = reloaded(opened)
    for question_id, value in {"now": "lead", "on_lead": on_lead}.items() if on_lead else ():
        if question_id in opened.state().questions and opened.known().get(question_id) != value:
            record_answer(inquiry=opened, question_id=question_id, value=value, seen_version=opened.version, by=by)
            opened = reloaded(opened)
    return opened

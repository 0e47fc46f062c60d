"""The state of an incident and its inquiries as the page to go on with."""

from django.urls import reverse

from arbitrage.models import Duty, Inquiry
from rulings.engine.inquiry import Asking, State


def liveliest(inquiries: list[Inquiry]) -> Inquiry:
    """Choose the inquiry to go on with: one with open questions, then one that waits, then a ruled one that has left
    something to come back for, then any; the latest of them.

    One that was left without an answer for another (the wrong tile was touched) comes after all the others.
    """
    order = list(Inquiry.Stage)
    left = {
        inquiry.pk for inquiry in inquiries[:-1] if not inquiry.answers.all() and inquiry.stage == Inquiry.Stage.ASKING
    }
    due = {inquiry.pk for inquiry in inquiries if any(duty.state == Duty.State.OPEN for duty in inquiry.duties.all())}
    return min(
        inquiries,
        key=lambda inquiry: (
            inquiry.pk in left,
            order.index(Inquiry.Stage(inquiry.stage)),
            inquiry.pk not in due,
            -inquiry.order,
        ),
    )


def stands_at(inquiry: Inquiry, state: State | None = None) -> str:
    """Return the address of an inquiry's current page: its open question, its decision, or the notice that it was
    dropped."""
    if inquiry.stage == Inquiry.Stage.DROPPED:
        return reverse("dropped", args=[inquiry.pk])
    state = state or inquiry.state()
    if isinstance(state, Asking):
        return reverse("question", args=[inquiry.pk, state.question.id])
    return reverse("decision", args=[inquiry.pk])

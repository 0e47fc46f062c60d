"""The next page of an incident, from the state of its inquiries."""

from django.urls import reverse

from arbitrage.models import Duty, Inquiry
from rulings.engine.inquiry import Asking, State


def liveliest(inquiries: list[Inquiry]) -> Inquiry:
    """Choose the inquiry to continue: one with open questions, then a waiting one, then a ruled one with a duty, then
    any; the latest of equal ones.

    An inquiry without answers that is followed by another one (after a wrong tile) comes last.
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

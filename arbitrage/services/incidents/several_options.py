"""A question whose options may be true at the same time. Each ticked option is stored as the answer to a question of
its own."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from arbitrage.models import Inquiry
from arbitrage.services.incidents.inquiry import Outcome, question_asked, record_answer
from rulings.engine.inquiry import Asking
from rulings.engine.questions import NO, YES, ChooseOne
from rulings.engine.still_asked import still_possible

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SEVERAL = "several"
"""The option that stands for several others."""


@transaction.atomic
def record_ticked(
    *, inquiry: Inquiry, question_id: str, ticked: Collection[str], seen_version: int, by: "User"
) -> Outcome:
    """Store that the options *ticked* are true and the others are not, as answers to the question of each option. A
    single tick is stored as an ordinary answer; if nothing is ticked, these questions will be asked one by one.

    :raises Refused: as `record_answer`; then nothing is stored.
    """
    question = question_asked(inquiry, question_id)
    boxes = question.boxes if isinstance(question, ChooseOne) else ()
    true = {value: questions for value, questions in boxes if value in ticked}
    value = next(iter(true)) if len(true) == 1 else SEVERAL
    outcome = record_answer(inquiry=inquiry, question_id=question_id, value=value, seen_version=seen_version, by=by)
    if len(true) < 2 or outcome.status == "conflict":
        return outcome
    yes = {name for names in true.values() for name in names}
    firsts = {questions[0] for _value, questions in boxes}
    for ticked_id in dict.fromkeys(name for _value, names in boxes for name in names if name in firsts | yes):
        # skip a question that the answers so far make unnecessary (such as misinformation by an opponent)
        if not _may_be_asked(outcome.inquiry, ticked_id):
            continue
        outcome = record_answer(
            inquiry=outcome.inquiry,
            question_id=ticked_id,
            value=YES if ticked_id in yes else NO,
            seen_version=outcome.inquiry.version,
            by=by,
            ahead=True,
        )
    return outcome


def _may_be_asked(inquiry: Inquiry, question_id: str) -> bool:
    state = inquiry.state()
    if question_id in state.questions:
        return True
    return isinstance(state, Asking) and question_id in still_possible(inquiry.entry, inquiry.known())

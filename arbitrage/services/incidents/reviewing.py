"""Review of a decision: comments, questions, the mark "reviewed", and a correction that supersedes the ruling.

Typed text is stored outside the chain, which contains only its digest (`incidents.notes.note_of`). A ruling is never
edited: a correction changes answers, with a reason, and the new ruling supersedes the earlier one.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models import Incident, Inquiry, Note, Remark, Ruling
from arbitrage.services.appeals.deciding import carry_out
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.consequences import follow, outcome, says_the_same, settle
from arbitrage.services.incidents.facts import mark_as_found, record_facts, told_now, told_otherwise
from arbitrage.services.incidents.inquiry import as_said, check_answer, check_counts, discreet
from arbitrage.services.incidents.locking import locked, reloaded, writable
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.incidents.revisions import given
from arbitrage.services.incidents.sharing import share
from arbitrage.services.incidents.stages import stage_of
from arbitrage.services.record.history import record
from arbitrage.services.record.keys import key_text
from arbitrage.services.tournaments.finality import final
from rulings.engine.inquiry import Asking
from rulings.engine.questions import Words

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def comment(*, incident: Incident, words: str, by: "User") -> Remark:
    """Add a comment to a decision, for its later readers.

    :raises Refused: the text is empty or too long.
    """
    incident = locked(incident)
    return _remark(incident, by, "commented", note=_typed(incident, words))


@transaction.atomic
def ask(*, incident: Incident, words: str, by: "User", to: "User | None" = None) -> Remark:
    """Put a question to a director: *to* a given one, or to the one who ruled (`ruled_by`).

    :raises Refused: the text is empty or too long, or no director attended the call.
    """
    incident = locked(incident)
    colleague = to.pk if to else ruled_by(incident)
    if colleague is None:
        raise Refused(_("No director is known for this call: leave a comment instead."), "nobody")
    return _remark(incident, by, "question_asked", note=_typed(incident, words), to=colleague)


@transaction.atomic
def answer(*, question: Remark, words: str, by: "User") -> Remark:
    """Answer a reviewer's question, once; further remarks are comments.

    :raises Refused: the text is empty or too long, or the remark is no open question.
    """
    incident = locked(question.incident)
    question = Remark.objects.get(pk=question.pk)
    if question.kind != Remark.Kind.QUESTION or question.answered_at is not None:
        raise Refused(
            _("This question was answered in the meantime. Add a comment if there is more to say."), "answered"
        )
    return _remark(incident, by, "question_answered", note=_typed(incident, words), question=question.pk)


@transaction.atomic
def mark_reviewed(*, incident: Incident, by: "User") -> Remark:
    """Record that the decision was reviewed and found correct. A repetition by the same person on the same ruling
    changes nothing.

    :raises Refused: there is no ruling, or *by* gave it: somebody else must review it.
    """
    incident = locked(incident)
    ruling = last_ruling(incident)
    if ruling is None:
        raise Refused(_("Nothing is ruled yet: there is nothing to review."), "not_ruled")
    decision = given(ruling)
    if decision.by == by:
        raise Refused(_("This decision is yours: somebody else reviews it."), "own")
    before = Remark.objects.filter(incident=incident, kind=Remark.Kind.REVIEW, ruling=ruling, by=by).first()
    return before or _remark(incident, by, "reviewed", ruling=ruling.pk)


@transaction.atomic
def supersede(*, inquiry: Inquiry, answers: Mapping[str, str], reason: str, seen_version: int, by: "User") -> Ruling:
    """Replace a ruling by the one that follows from these *answers*, and store the reason.

    All answers are stored at once, so that no ruling is issued in between. For a final decision the facts are brought
    up to date too, if the result of the table was corrected since (`facts_for_review`).

    :raises Refused: there is no reason, the inquiry has changed since *seen_version*, these answers lead to no ruling,
    or the ruling is the same.
    """
    incident = writable(locked(inquiry.incident))
    inquiry = reloaded(inquiry)
    check_counts(inquiry)
    before = inquiry.current_ruling
    if before is None or inquiry.version != seen_version:
        raise Refused(_("This inquiry was changed in the meantime. Look at it again."), "changed")
    note = _typed(incident, reason, _("Give the reason: it is kept with the decision."))
    stored = {answer.question: answer for answer in inquiry.answers.all()}
    facts = facts_for_review(incident, inquiry)
    facts_changed = facts != inquiry.facts
    inquiry.facts = facts
    state = inquiry.state_if(answers)
    if isinstance(state, Asking):
        raise Refused(_("A question is still open: answer it first."), "asking")
    questions = state.questions
    changed = {
        name: value for name, value in answers.items() if name in questions and _differs(stored.get(name), value)
    }
    notes = {name: answer.note_id for name, answer in stored.items() if answer.note_id}
    if not facts_changed and (not changed or says_the_same(before.data, outcome(inquiry, state, notes))):
        raise Refused(_("These answers lead to the same decision: nothing was changed."), "same")
    if facts_changed:
        record_facts(incident, inquiry, state, by)
    for number, (name, value) in enumerate(changed.items(), 2 if facts_changed else 1):
        check_answer(questions[name], value)
        existing = stored.get(name)
        record(
            incident,
            by,
            "answered" if existing is None else "answer_changed",
            inquiry=inquiry.pk,
            question=name,
            seen=seen_version,
            answer=existing.pk if existing else uuid7(),
            was=discreet(existing) if existing else None,
            version=inquiry.version + number,
            stage=stage_of(state),
            **as_said(value, note_of(incident, value) if isinstance(questions[name], Words) else None),
        )
    inquiry = reloaded(inquiry)
    follow(incident, inquiry, by)
    mark_as_found(incident, inquiry, by)
    settle(incident, by)
    after = reloaded(inquiry).current_ruling
    assert after is not None  # noqa: S101  the law has ruled
    _remark(incident, by, "ruling_corrected", note=note, inquiry=inquiry.pk, ruling=after.pk, was=before.pk)
    carry_out(incident, by, ruling=after.pk)
    share(incident, by)
    return after


def facts_for_review(incident: Incident, inquiry: Inquiry) -> dict[str, str]:
    """Return the facts for a review: those stored in the inquiry; or the present facts of board, result and table, if
    the decision is final and the present facts contradict it."""
    if final(inquiry) and told_otherwise(incident, inquiry):
        return told_now(incident, inquiry)
    facts: dict[str, str] = inquiry.facts
    return facts


def ruled_by(incident: Incident) -> int | None:
    """Find the addressee of a question: the author of the last ruling, or else the director who attended, or the one
    who opened the call."""
    ruling = last_ruling(incident)
    author = given(ruling).by if ruling else None
    return (author.pk if author else None) or incident.attended_by_id or incident.opened_by_id


def last_ruling(incident: Incident) -> Ruling | None:
    """Find the newest ruling of an incident that counts."""
    counted = Ruling.objects.filter(inquiry__incident=incident).exclude(inquiry__stage=Inquiry.Stage.DROPPED)
    return counted.order_by("-at", "-revision").first()


def _differs(stored: object, value: str) -> bool:
    return getattr(stored, "value", None) != value


def _typed(incident: Incident, words: str, nothing: Promise | None = None) -> Note:
    note = note_of(incident, words_typed(words))
    if note is None:
        raise Refused(nothing or _("Write a few words first."), "empty")
    return note


def _remark(
    incident: Incident,
    by: "User",
    kind: str,
    *,
    note: Note | None = None,
    **data: Any,
) -> Remark:
    remark = uuid7()
    record(incident, by, kind, remark=remark, note=key_text(note), **data)
    return Remark.objects.select_related("incident").get(pk=remark)

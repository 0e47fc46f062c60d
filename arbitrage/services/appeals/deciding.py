"""End of an appeal: its decision with the law and the reasons, or its withdrawal; and the new score or ruling that the
decision requires."""

import re
import uuid
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Appeal, AppealSeat, Incident
from arbitrage.services.appeals.hearing import SEATED, opened
from arbitrage.services.appeals.sitting import barred
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.consequences import settle
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.record.history import record
from arbitrage.services.record.keys import key_text

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LAWS = re.compile(r"\d{1,2}[A-E]?\d?(\([a-z]\))?(, ?\d{1,2}[A-E]?\d?(\([a-z]\))?)*")
"""Pattern of the references that a decision may name: "64C1", "16B, 12C1(c)"."""

CHANGES = (Appeal.Outcome.SCORE, Appeal.Outcome.RULING)
"""Outcomes that require a new score or ruling."""


@transaction.atomic
def decide(
    *,
    appeal: Appeal,
    outcome: str,
    law: str,
    reasons: str,
    by: "User",
    without_merit: bool = False,
    deposit_kept: bool = False,
) -> Appeal:
    """Record the decision of an appeal, with its *law* and its *reasons*.

    A new score or ruling is not written here: a director gives it on the usual pages, which then call `carry_out`.

    :raises Refused: a field is missing, this person may not decide, no committee is seated, or a committee would
    overrule the director on law, on regulations or on discipline (93B3).
    """
    incident, appeal = opened(appeal)
    law = " ".join(law.split())
    if outcome not in Appeal.Outcome.values:
        raise Refused(_("Say what was decided."), "outcome")
    if not LAWS.fullmatch(law) or len(law) > 40:  # noqa: PLR2004  the column
        raise Refused(_("Name the law of the decision by its number, 64C or 16B for example."), "law")
    _may_decide(appeal, by)
    if outcome in CHANGES and only_recommends(appeal):
        raise Refused(
            _(
                "A committee cannot overrule the director on law, on regulations or on discipline (93B3): the ruling "
                "stands, and it may recommend a change."
            ),
            "recommends",
        )
    if deposit_kept and not without_merit:
        raise Refused(_("A deposit is kept only when the appeal was without merit."), "merit")
    note = note_of(incident, words_typed(reasons))
    if note is None:
        raise Refused(_("Give the reasons: they are kept with the decision."), "empty")
    record(
        incident,
        by,
        "appeal_decided",
        appeal=appeal.pk,
        outcome=str(outcome),
        law=law,
        note=key_text(note),
        without_merit=without_merit,
        deposit_kept=deposit_kept and appeal.deposit > 0,
    )
    settle(incident, by)
    return Appeal.objects.with_everything().get(pk=appeal.pk)


def only_recommends(appeal: Appeal) -> bool:
    """Can the committee or referee only recommend a change, because the appeal is on law or discipline (93B3)?"""
    about = appeal.about in (Appeal.About.LAW, Appeal.About.DISCIPLINE) or appeal.ruling.law.startswith("91")
    return about and appeal.heard_by in SEATED


def _may_decide(appeal: Appeal, by: "User") -> None:
    """Check that the committee has a chair, or that the referee is named, and that *by*, who writes the decision, is
    eligible to decide.

    :raises Refused: the body is incomplete, or *by* is not eligible.
    """
    if appeal.heard_by not in SEATED:
        return
    roles = [seat.role for seat in appeal.seats.all()]
    if appeal.heard_by == Appeal.Body.COMMITTEE and AppealSeat.Role.CHAIR not in roles:
        raise Refused(_("Say first who sits on the committee, and who has the chair."), "seats")
    if not roles:
        raise Refused(_("Say first who the referee is."), "seats")
    if reason := barred(appeal, user=by):
        sentence, code = reason
        raise Refused(str(sentence) % {"name": by.get_full_name() or by.get_username()}, code)


@transaction.atomic
def withdraw(*, appeal: Appeal, by: "User", words: str = "") -> Appeal:
    """Record that the appellant withdraws the appeal: the ruling stands, and the deposit is returned.

    :raises Refused: the appeal is over.
    """
    incident, appeal = opened(appeal)
    note = note_of(incident, words_typed(words))
    record(incident, by, "appeal_withdrawn", appeal=appeal.pk, note=key_text(note))
    settle(incident, by)
    return Appeal.objects.with_everything().get(pk=appeal.pk)


def score_due(incident: Incident, *, by_hand: bool = True) -> Appeal | None:
    """Find the decided appeal whose adjusted score is not confirmed yet: the decision names the score, or the score
    follows from the new ruling. The correction period does not apply to this score (79C). If not *by_hand*, ignore an
    appeal whose decision names the score: a score computed from the rulings does not carry out such a decision."""
    appeal = _last_decided(incident)
    if appeal is None or appeal.adjustment_id is not None:
        return None
    followed = appeal.outcome == Appeal.Outcome.RULING and appeal.new_ruling_id is not None
    return appeal if followed or (appeal.outcome == Appeal.Outcome.SCORE and by_hand) else None


def _ruling_due(incident: Incident) -> Appeal | None:
    appeal = _last_decided(incident)
    waits = appeal is not None and appeal.outcome == Appeal.Outcome.RULING and appeal.new_ruling_id is None
    return appeal if waits else None


def _last_decided(incident: Incident) -> Appeal | None:
    return _LAST_DECIDED.first(incident=incident.pk)


_LAST_DECIDED = Prepared(
    lambda incident: Appeal.objects.filter(incident=incident, state=Appeal.State.DECIDED).order_by("-at")[:1],
    incident=UUIDField(),
)


def carry_out(
    incident: Incident,
    by: "User",
    *,
    adjustment: uuid.UUID | None = None,
    ruling: uuid.UUID | None = None,
    by_hand: bool = False,
) -> None:
    """Record that a new score or ruling carries out the last decision of an appeal, if the decision requires it. The
    caller gives the score or ruling in the same transaction."""
    appeal = score_due(incident, by_hand=by_hand) if adjustment else _ruling_due(incident)
    if appeal is not None:
        record(incident, by, "appeal_carried_out", appeal=appeal.pk, adjustment=adjustment, new_ruling=ruling)

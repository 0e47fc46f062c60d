"""Inquiry into disputed facts (Law 85), opened from any page of an incident."""

from typing import TYPE_CHECKING

from django.db import transaction

from arbitrage.models import Incident, Inquiry
from arbitrage.services.incidents.inquiry import open_inquiry, record_answer
from arbitrage.services.incidents.locking import locked, reloaded, writable
from rulings.engine.questions import NO

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LAW = "85"


@transaction.atomic
def rule_on_disputed_facts(*, incident: Incident, by: "User") -> Inquiry:
    """Return the inquiry into Law 85 of an incident, or open one, with the fact that the facts are disputed and with
    the statements of the sides that were noted.

    :raises Refused: the incident is over.
    """
    incident = writable(locked(incident))
    begun = incident.inquiries.filter(law=LAW).exclude(stage=Inquiry.Stage.DROPPED).last()
    if begun is not None:
        return reloaded(begun)
    inquiry = open_inquiry(incident=incident, law=LAW, by=by)
    facts = {"facts_agreed": NO} | ({"evidence": incident.evidence} if incident.evidence else {})
    for question, value in facts.items():
        inquiry = record_answer(
            inquiry=inquiry, question_id=question, value=value, seen_version=inquiry.version, by=by
        ).inquiry
    return inquiry

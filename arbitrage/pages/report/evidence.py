"""Evidence that the director was shown before he decided: on paper only where somebody asks for it."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from arbitrage.models import Event, Incident, Inquiry
from arbitrage.pages.evidence.claims import printed_evidence
from arbitrage.pages.evidence.equity import printed_equity
from arbitrage.pages.wording.document_parts import numbered, part
from arbitrage.pages.wording.sentences import Words
from arbitrage.services.incidents.evidence import AFTER, KIND


def was_shown(incident: Incident) -> bool:
    """Was any evidence shown in an inquiry of this incident that still counts?"""
    counted = {str(one.pk) for one in incident.inquiries.all() if one.stage != Inquiry.Stage.DROPPED}
    events = Event.objects.filter(stream=incident.pk, kind=KIND)
    return any(event.data["inquiry"] in counted for event in events)


def evidence_part(inquiries: Iterable[Inquiry]) -> Words | None:
    """Build the part with what was shown, in the order of the inquiries; None where nothing was, or none is asked."""
    sentences = [
        sentence
        for inquiry in inquiries
        for sentence in (printed_evidence(inquiry) if inquiry.law in AFTER else printed_equity(inquiry))
    ]
    return part(_("Evidence seen before the decision; none of it decided"), numbered(sentences))

"""The claim sheet: the cards left, the statements and objections, and the ruling (Laws 68 to 71)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.report import FRAME, claim_part, head, questions_part, table_part, told_part
from arbitrage.pages.report.board import at_the_table
from arbitrage.pages.report.contested_claim import claims
from arbitrage.pages.report.decided import decision
from arbitrage.pages.report.evidence import evidence_part
from arbitrage.pages.report.facts import BESIDE_THE_DEAL, facts
from arbitrage.pages.wording.document_parts import document, part, row, text_block, to_write_on
from arbitrage.pages.wording.questions_and_rulings import Asked, asked_in, questions_and_answers
from arbitrage.pages.wording.sentences import Paragraph, Words
from arbitrage.services.incidents.standing import standing

LAWS = ("68", "69", "70", "71")
SAID = ("normal_lines",)
"""Questions answered in the players' or the director's own words."""


def claims_of(incident: Incident) -> list[Inquiry]:
    """List the inquiries of an incident into a claim or a concession, without dropped ones."""
    return [
        inquiry
        for inquiry in incident.inquiries.all()
        if inquiry.law in LAWS and inquiry.stage != Inquiry.Stage.DROPPED
    ]


def claim_document(incident: Incident, *, address: str, evidence: bool = False) -> Words:
    """Build the sheet of the claims of an incident; where no cards were noted, room to draw them by hand.

    With *evidence*, on request, it has the evidence of the cards shown to the director before the decision.
    """
    inquiries = claims_of(incident)
    steps = asked_in(incident, inquiries)
    stands = standing(incident)
    words = head(stands, inquiries, address)
    words |= {"table": at_the_table(incident), "questions": questions_and_answers(steps)}
    agreed, ruled = facts(incident, steps, names=False), decision(stands, inquiries)
    contested = claims(steps)
    drawn = [drawing for drawing in map(claim_part, contested) if drawing]
    spoken = list(_said(steps))
    lines_part = part(_("Normal lines"), text_block(spoken))
    wide = sum(len(run[1]) for paragraph in spoken for run in paragraph) > BESIDE_THE_DEAL
    return document(
        **{name: words[name] for name in FRAME if name != "title"},
        title=_("Claim, %(reference)s") % {"reference": incident.reference},
        rows=[
            row(
                drawn or [part(_("Cards left at the claim"), to_write_on(6))],
                [table_part(words), *map(told_part, contested), None if wide else lines_part],
            ),
            row([lines_part if wide else None]),
            row([part(agreed["title"], text_block(agreed["paragraphs"]))]),
            row([questions_part(words)]),
            row([evidence_part(inquiries if evidence else ())]),
            row([part(ruled["title"], *ruled["blocks"])]),
            row([part(words["appeal"]["title"], text_block(words["appeal"]["paragraphs"]))]),
        ],
    )


def _said(inquiries: Asked) -> Iterator[Paragraph]:
    labels = {"normal_lines": _("Normal lines that are left:")}
    for _inquiry, steps in inquiries:
        for step in steps:
            if step.id in SAID and step.answer not in ("", "–"):
                yield [[True, labels[step.id]], [False, f" {step.answer}"]]

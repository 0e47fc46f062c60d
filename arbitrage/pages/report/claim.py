"""The claim sheet: the cards left, what was said and objected, and what was ruled (Laws 68 to 71)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.cards_left import diagrams
from arbitrage.pages.report import FRAME, claim_part, head, questions_part, table_part
from arbitrage.pages.report.facts import BESIDE_THE_DEAL, facts
from arbitrage.pages.report.inquiries import Asked, asked_in, decision, questions_and_answers
from arbitrage.pages.report.pieces import document, part, row, text_block, to_write_on
from arbitrage.pages.report.table import at_the_table, suit_letters
from arbitrage.pages.sentences import Paragraph, Words

LAWS = ("68", "69", "70", "71")
SAID = ("statement", "objections", "normal_lines")
"""The questions that players and director answer in their own words."""


def claims_of(incident: Incident) -> list[Inquiry]:
    """The inquiries of an incident into a claim or a concession that count."""
    return [one for one in incident.inquiries.all() if one.law in LAWS and one.stage != Inquiry.Stage.DROPPED]


def claim_document(incident: Incident, *, address: str) -> Words:
    """The sheet of the claims of an incident; where no cards were noted, room to draw them by hand."""
    inquiries = claims_of(incident)
    asked = asked_in(incident, inquiries)
    words = head(incident, inquiries, address)
    words |= {"table": at_the_table(incident), "questions": questions_and_answers(asked)}
    found, ruled = facts(incident, asked, names=False), decision(incident, inquiries)
    drawn = [claim_part(one) for one in diagrams(inquiries, suit_letters())]
    spoken = list(_said(asked))
    said = part(_("In the players’ words"), text_block(spoken))
    wide = sum(len(run[1]) for paragraph in spoken for run in paragraph) > BESIDE_THE_DEAL
    return document(
        **{name: words[name] for name in FRAME if name != "title"},
        title=_("Claim, %(reference)s") % {"reference": incident.reference},
        rows=[
            row(
                drawn or [part(_("Cards left at the claim"), to_write_on(6))],
                [table_part(words), None if wide else said],
            ),
            row([said if wide else None]),
            row([part(found["title"], text_block(found["paragraphs"]))]),
            row([questions_part(words)]),
            row([part(ruled["title"], *ruled["blocks"])]),
            row([part(words["appeal"]["title"], text_block(words["appeal"]["paragraphs"]))]),
        ],
    )


def _said(asked: Asked) -> Iterator[Paragraph]:
    labels = {
        "statement": _("Statement of the claimer:"),
        "objections": _("Objections:"),
        "normal_lines": _("Normal lines that are left:"),
    }
    for _inquiry, steps in asked:
        for step in steps:
            if step.id in SAID and step.answer not in ("", "–"):
                yield [[True, labels[step.id]], [False, f" {step.answer}"]]

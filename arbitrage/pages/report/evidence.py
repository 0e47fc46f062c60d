"""Parts of a report on request: the evidence shown before the decision, the makeable tricks."""

import re
from collections.abc import Iterable

from django.db.models import UUIDField
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Board, Event, Incident, Inquiry
from arbitrage.pages.board.makeable import makeable_section
from arbitrage.pages.evidence.claims import printed_evidence
from arbitrage.pages.evidence.equity import printed_equity
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.document_parts import numbered, part, tabled, text_block
from arbitrage.pages.wording.sentences import Words, paragraph
from arbitrage.services.incidents.evidence import AFTER, KIND
from arbitrage.services.tournaments.hand_looks import in_play
from arbitrage.services.tournaments.makeable import makeable_of
from rulings.bridge import format_denomination


def was_shown(incident: Incident) -> bool:
    """Was any evidence shown in an inquiry of this incident that is not dropped?"""
    counted = {str(inquiry.pk) for inquiry in incident.inquiries.all() if inquiry.stage != Inquiry.Stage.DROPPED}
    return any(event.data["inquiry"] in counted for event in _SHOWN(stream=incident.pk))


_SHOWN = Prepared(
    lambda stream: Event.objects.filter(stream_id=stream, kind=KIND).order_by("seq"),
    stream=UUIDField(),
)


def evidence_part(inquiries: Iterable[Inquiry]) -> Words | None:
    """Build the part with the evidence shown, in the order of the inquiries; None without any."""
    sentences = [
        sentence
        for inquiry in inquiries
        for sentence in (printed_evidence(inquiry) if inquiry.law in AFTER else printed_equity(inquiry))
    ]
    return part(_("Evidence seen before the decision; none of it decided"), numbered(sentences))


def may_print_makeable(board: Board | None) -> bool:
    """Are the makeable tricks of a board known, and has every table played it?"""
    return board is not None and makeable_of(board) is not None and not in_play(board)


def makeable_part(board: Board | None) -> Words | None:
    """Build the part with the makeable tricks of a board, its par and their source."""
    if board is None or not may_print_makeable(board):
        return None
    known = makeable_section(board)
    head = ["", *(format_denomination(denomination, shown.language()) for denomination in DENOMINATIONS)]
    rows = [[row["who"], *map(str, row["tricks"])] for row in known["tricks"]]
    par = [_("Par: %(par)s.") % {"par": strip_tags(SPOKEN.sub("", known["par"]))}] if known["par"] else []
    words = [*par, _("Computed with all cards seen, given as advice."), known["source"]]
    table = [tabled(head, rows, figures=len(DENOMINATIONS))] if rows else []
    return part(_("Makeable tricks"), *table, text_block([paragraph(" ".join(words))]))


DENOMINATIONS = ("C", "D", "H", "S", "NT")
SPOKEN = re.compile(r'<span class="sr">.*?</span>')
"""Words of a page for screen readers only."""

"""What a file holds that is written for others."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbitrage.exchange.writing import Format
from arbitrage.models import Adjustment, Incident, Inquiry
from arbitrage.pages.report.inquiries import ruling_paragraph
from arbitrage.pages.sentences import plain
from arbitrage.pages.words import award_words
from arbitrage.services.files.exports import record_of

ABOUT: dict[Format, tuple[Any, Any]] = {
    "json": (
        gettext_lazy("JSON of Arbitrage"),
        gettext_lazy("Everything, to keep it or to read it into another club: adjusted scores, deals, auctions, play."),
    ),
    "usebio": (
        gettext_lazy("USEBIO"),
        gettext_lazy("The XML that federations and result sites read: pairs, travellers with their points, hands."),
    ),
    "pbn": (gettext_lazy("PBN"), gettext_lazy("For bridge programs: deals, makeable contracts, travellers, ranking.")),
    "csv": (gettext_lazy("Table (CSV)"), gettext_lazy("For a spreadsheet: a row for each result.")),
    "xlsx": (gettext_lazy("Workbook (.xlsx)"), gettext_lazy("The same table, opened by a tap.")),
}


def commentary(incident: Incident, *, names: bool) -> list[str]:
    """The case in paragraphs: its number, what was ruled under which Law, the score; the free words only with names."""
    paragraphs = [_("Ruling %(reference)s") % {"reference": incident.reference}]
    for inquiry in incident.inquiries.all():
        ruling = inquiry.current_ruling
        if inquiry.stage == Inquiry.Stage.DROPPED or ruling is None:
            continue
        title = _(inquiry.entry.title)
        paragraphs.append(_("%(title)s: %(ruling)s") % {"title": title, "ruling": plain(ruling_paragraph(ruling))})
    for one in incident.adjustments.all():
        if one.state == Adjustment.State.CONFIRMED:
            paragraphs.append(_("Adjusted score: %(score)s") % {"score": award_words(one.given)})
    if record := record_of(incident.pk):
        entries = ngettext(
            "Record of %(entries)s entry, seal %(seal)s.",
            "Record of %(entries)s entries, seal %(seal)s.",
            int(record["entries"]),
        )
        paragraphs.append(entries % record)
    return paragraphs + ([*incident.evidence.split("\n\n"), *incident.words.split("\n\n")] if names else [])

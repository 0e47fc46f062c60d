"""The content of an exported file, for the page of the export."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbitrage.exchange.writing import Format
from arbitrage.models import Incident
from arbitrage.pages.wording.questions_and_rulings import ruling_paragraph
from arbitrage.pages.wording.scores import award_words
from arbitrage.pages.wording.sentences import ended, plain, printable
from arbitrage.pages.wording.standing import mark_words, stands_words
from arbitrage.pages.wording.statements import told
from arbitrage.services.files.exports import record_of
from arbitrage.services.incidents.standing import standing

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
    """Write a call in paragraphs, in the wording of printed documents: its number, the rulings with their Laws, the
    score. Free text is included only with *names*."""
    return [printable(sentence) for sentence in _told(incident, names=names) if sentence]


def _told(incident: Incident, *, names: bool) -> list[str]:
    shown, day = standing(incident), incident.tournament.date
    heading = _("Call %(reference)s, no ruling yet") if shown.undecided else _("Ruling %(reference)s")
    paragraphs = [heading % {"reference": incident.reference}]
    for ruling in shown.rulings:
        words = (
            ended(_(ruling.inquiry.entry.title)),
            plain(ruling_paragraph(ruling.ruling, paper=True)),
            stands_words(ruling, day, names=names),
        )
        paragraphs.append(" ".join(filter(None, words)))
    if shown.mark.adjustment is not None and shown.mark.counts is not None:
        paragraphs.append(_("Adjusted score: %(score)s") % {"score": award_words(shown.mark.counts)})
        paragraphs.append(mark_words(shown.mark, day, names=names))
    if record := record_of(incident.pk):
        entries = ngettext(
            "Record of %(entries)s entry, seal %(seal)s.",
            "Record of %(entries)s entries, seal %(seal)s.",
            int(record["entries"]),
        )
        paragraphs.append(entries % record)
    if not names:
        return paragraphs
    statements = [
        _("%(whose)s: %(words)s") % {"whose": statement.whose, "words": statement.words} for statement in told(incident)
    ]
    return [*paragraphs, *statements, *incident.evidence.split("\n\n"), *incident.words.split("\n\n")]

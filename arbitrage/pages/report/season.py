"""The report of a season: the number of calls, their laws, the time until the ruling, how often rulings were changed,
and a list of calls."""

import datetime
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from arbitrage.models import Club, Incident
from arbitrage.models.incident import IncidentQuerySet
from arbitrage.models.rows_of_calls import listed
from arbitrage.models.tournament import TournamentQuerySet
from arbitrage.pages.decisions.kept_lines import OF_A_CALL, kept_lines
from arbitrage.pages.decisions.statistics import statistics_page
from arbitrage.pages.report.session import call_rows, counted_words
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.document_parts import document, part, row, tabled, text_block
from arbitrage.pages.wording.sentences import Paragraph, Words, paragraph
from arbitrage.services.process_cache import ProcessCache

LISTED = 100
"""Number of the latest calls that the report lists, about those of a month. The report gives only the number of older
calls; the page of decisions can print them all."""


def season_document(tournaments: TournamentQuerySet, closed: set[Any], *, chosen: str) -> Words:
    """Build the report of the *tournaments*. *chosen* describes the selection in words; *closed* are boards that must
    not be shown."""
    statistics = statistics_page(tournaments)
    calls = Incident.objects.filter(tournament__in=tournaments.order_by().values("pk")).exclude(board__in=closed)
    clubs = Club.objects.filter(tournaments__in=tournaments.order_by().values("pk")).distinct()
    days = sorted(tournaments.order_by().values_list("date", flat=True))
    period = _period(days[0], days[-1]) if days else ""
    names = ", ".join(club.name for club in clubs)
    return document(
        title=_("Report of the season"),
        club=names or "Arbitrage",
        event=names,
        place=[pair for pair in ([_("Period"), period], [_("Chosen"), chosen]) if pair[1]],
        rows=[
            row([part(_("The season"), text_block(_counts(statistics)))]),
            *(row([_figures(chart)]) for chart in statistics["charts"]),
            row([part(_("Calls"), _calls(calls), text_block(_more(calls.count())))]),
        ],
    )


def _period(first: datetime.date, last: datetime.date) -> str:
    """Write a period without repetitions: "From Sunday 15 to Wednesday 25 November 2026"."""
    if first == last:
        return shown.day(first)
    begins = shown.day(first)
    if first.year == last.year:
        begins = begins.removesuffix(f"\u00a0{first.year}")
        if first.month == last.month:
            begins = begins.removesuffix(f"\u00a0{date_format(first, 'F')}")
    return _("From %(first)s to %(last)s") % {"first": begins, "last": shown.day(last)}


def _counts(statistics: Words) -> Iterator[Paragraph]:
    evenings = ngettext("%(count)s tournament", "%(count)s tournaments", statistics["evenings"])
    yield [[False, f"{evenings % {'count': statistics['evenings']}}. {counted_words(statistics)}"]]


def _figures(chart: Words) -> Words | None:
    """Set the figures of a chart in a table."""
    rows = [[figure.label, *figure.cells] for figure in chart["figures"]]
    heads = [str(title) for title in chart["heads"]]
    return part(str(chart["title"]), tabled(["", *heads], rows, figures=len(heads)))


def _calls(calls: IncidentQuerySet) -> Words:
    head = [_("Number"), _("Day"), _("Board"), _("Ruling"), _("Law"), _("State")]
    return tabled(head, _rows(calls.order_by("-called_at", "-pk")[:LISTED]), grow=3)


_known: ProcessCache[list[str]] = ProcessCache(most=5_000)
"""Cache of the lines of calls, by language."""


def _rows(newest: IncidentQuerySet) -> list[list[str]]:
    """Write a line for each call."""

    def write(unknown: list[UUID]) -> Iterator[tuple[UUID, list[str], Incident]]:
        incidents = listed(unknown)
        for incident, cells in zip(incidents, call_rows(incidents), strict=True):
            number, _time, _table, board, ruled, law, _by, state = cells
            day = date_format(timezone.localtime(incident.called_at), "DATE_FORMAT")
            yield incident.pk, [number, day, board, ruled, law, state], incident

    calls = {call[0]: call for call in newest.values_list(*OF_A_CALL)}
    return kept_lines(_known, calls, get_language(), write=write)


def _more(count: int) -> Iterator[Paragraph]:
    if count > LISTED:
        unlisted = count - LISTED
        words = ngettext("%(count)s older call is not listed.", "%(count)s older calls are not listed.", unlisted)
        yield paragraph(words, count=unlisted)

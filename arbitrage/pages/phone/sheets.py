"""The sheets of the tables: the director's list of them, and the paper that lies on each table."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import segno
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import TableSheet, Tournament
from arbitrage.pages.report.pdf import typeset
from arbitrage.pages.room.table_says import typed_lines
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.server import program_files
from arbitrage.services.people import link_tokens, table_sheets
from arbitrage.services.tournaments.playing_director import closed_boards

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Whole = Callable[[str], str]
"""A function that makes the full URL of a path, with the host that the reader used."""


def address_of(sheet: TableSheet, whole: Whole) -> str:
    """Return the address that the QR code of a sheet opens."""
    return whole(reverse("table_sheet", args=[sheet.pk, link_tokens.token(link_tokens.TABLE, sheet.pk)]))


def sheets_page(tournament: Tournament, whole: Whole, reader: "User") -> dict[str, Any]:
    """Build the director's page of the sheets of an evening: those in use, and the tables without a sheet."""
    sheets = list(table_sheets.of_evening(tournament))
    places = [(section.letter, table) for section, table in tables(tournament)]
    there = {(sheet.letter, sheet.table) for sheet in sheets}
    several = tournament.several_sections
    return {
        "tournament": tournament,
        "sheets": [
            {
                "id": sheet.pk,
                "table": _table(sheet, several),
                "made_at": sheet.made_at,
                "address": address_of(sheet, whole),
                "played": (sheet.letter, sheet.table) in places,
            }
            for sheet in sheets
        ],
        "tables": len(places),
        "missing": len([place for place in places if place not in there]),
        "typed": typed_lines(tournament, closed_boards(reader, tournament)),
        "results": sheets[0].results if sheets else table_sheets.last_choice(tournament.club_id),
        "over": bool(sheets) and table_sheets.state_of(sheets[0]) is table_sheets.SheetState.OVER,
    }


def _table(sheet: TableSheet, several: bool) -> str:
    return f"{sheet.letter if several else ''}{sheet.table}"


def sheets_pdf(tournament: Tournament, sheets: Sequence[TableSheet], whole: Whole) -> bytes:
    """Render the sheets as a PDF, with four sheets of A6 on each page of A4.

    :raises typesetter.TooMuch: typesetting takes too long, or too many documents are waiting.
    """
    several = tournament.several_sections
    words = {
        "title": _("Sheets of the tables"),
        "club": tournament.club.name,
        "language": translation.get_language() or "fr",
        "evening": f"{tournament.name}, {shown.day(tournament.date)}",
        "call": _("Call the director"),
        "code": _("QR code"),
        "sheets": list(_papers(sheets, several, whole)),
    }
    return typeset(program_files.TEMPLATES / "phone" / "sheets.typ", words)


def _papers(sheets: Iterable[TableSheet], several: bool, whole: Whole) -> Iterable[dict[str, Any]]:
    for sheet in sheets:
        lines = [_("Scan the code with a telephone to call the director to this table.")]
        if sheet.results:
            lines.append(_("On the same page North enters the result of each board, and East confirms it."))
        lines.append(_("No account, no name, nothing to install. Good for this evening only."))
        address = address_of(sheet, whole)
        drawing = segno.make(address, error="m").svg_inline(scale=8, border=2, light="#fff", dark="#000", omitsize=True)
        svg = drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        yield {"table": _("Table %(table)s") % {"table": _table(sheet, several)}, "lines": lines, "svg": svg}

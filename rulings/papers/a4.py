"""A4 sheets: their measures, and the output of drawn sheets for a page of the application or for a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rulings.engine.text import Translator, gettext_noop
from rulings.papers.chart import Chart
from rulings.papers.svg_elements import FONTS, in_ink

SHEET = (210.0, 297.0)

MARGIN = (14.0, 12.0)

FRAME = (SHEET[0] - 2 * MARGIN[0], 271.0)
"""Room between the margins of a sheet; a little less than the paper, so that each sheet prints on its own page."""

LAW = gettext_noop("Law %s")

SHEET_OF = gettext_noop("Sheet %(sheet)s of %(sheets)s")


@dataclass(frozen=True)
class Sheet:
    """One drawn sheet: its subject, its SVG without the frame, its number and the height that it fills."""

    drawing: str
    number: int
    height: float


def inline(chart: Chart, drawn: Sequence[Sheet], words: Translator) -> list[str]:
    """Write each sheet as an ``<svg>`` for a page, with real text and linked numbers."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="group" aria-label="{_label(chart, sheet, len(drawn), words)}"'
        f' width="{FRAME[0]:g}mm" height="{sheet.height:.1f}mm" viewBox="0 0 {FRAME[0]:g} {sheet.height:.1f}">'
        f"{in_ink(sheet.drawing)}</svg>"
        for sheet in drawn
    ]


def document(chart: Chart, drawn: Sequence[Sheet], words: Translator, language: str) -> str:
    """Write the sheets one below the other in one SVG file, which needs no other file and fits any typeface not wider
    than ours."""
    tall = SHEET[1] * len(drawn)
    title = escape(f"{words.gettext(LAW) % chart.law} – {chart.title}")
    pages = "\n".join(
        f'<g transform="translate({MARGIN[0]:g} {MARGIN[1] + SHEET[1] * (sheet.number - 1):g})">'
        f"{in_ink(sheet.drawing)}</g>"
        for sheet in drawn
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="{language}" width="{SHEET[0]:g}mm" height="{tall:g}mm"'
        f' viewBox="0 0 {SHEET[0]:g} {tall:g}" font-family="{FONTS}">\n'
        f'<title>{title}</title>\n<rect width="100%" height="100%" fill="#fff"/>\n{pages}\n</svg>\n'
    )


def _label(chart: Chart, sheet: Sheet, of: int, words: Translator) -> str:
    number = words.gettext(SHEET_OF) % {"sheet": sheet.number, "sheets": of}
    return escape(f"{words.gettext(LAW) % chart.law}, {chart.title}. {number}")

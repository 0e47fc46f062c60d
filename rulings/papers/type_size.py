"""Choice of the type size of a chart: the largest that fits on one sheet, or else the smallest on several.

Every size, air and number of columns is tried by counting sheets; only the chosen one is drawn.
"""

from itertools import product

from rulings.engine.text import Translator
from rulings.papers.a4 import Sheet
from rulings.papers.chart import Chart
from rulings.papers.chart_svg import Layout

SIZES = (4.2, 3.85, 3.55)
"""The type to try, largest first: 12, 11 and 10 points. The last is that of a law on several sheets."""

AIR = (1, 0.5, 0.2)
"""Distances between parts to try, as shares of the usual one; closer ones serve to keep a law on one sheet."""

HOPELESS = 3
"""Number of sheets beyond which no smaller type is tried."""

COLUMNS = (1, 2)
"""Numbers of columns to try, to keep a law on one sheet."""


def sheets(chart: Chart, words: Translator) -> list[Sheet]:
    """Return the sheets of a chart: one, or as many as it takes in the smallest type."""
    alone = single(chart, words)
    return [alone] if alone else Layout(chart, words, SIZES[-1], lettered=True).sheets()


def single(chart: Chart, words: Translator) -> Sheet | None:
    """Return the single sheet of a chart, in the largest type that fits; None where it takes several.

    If needed, sentences that occur in several places are written once, under a letter, at the end.
    """
    for lettered, columns in product((False, True), COLUMNS):
        layouts = (Layout(chart, words, size, lettered=lettered, columns=columns) for size in SIZES)
        for layout, air in ((layout, air) for layout in layouts for air in AIR):
            taken = layout.taken(air, HOPELESS)
            if taken == 1:
                return layout.sheets(air)[0]
            if taken > HOPELESS:
                break
    return None

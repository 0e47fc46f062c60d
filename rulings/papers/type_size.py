"""The type of a chart: as large as lets it stand on one sheet; where none does, sheets follow with their heading.

Every size, closer and in columns too, is tried by counting its sheets; only what is taken is drawn.
"""

from itertools import product

from rulings.engine.text import Translator
from rulings.papers.a4 import Sheet
from rulings.papers.chart import Chart
from rulings.papers.chart_svg import Layout

SIZES = (4.2, 3.85, 3.55)
"""The type to try, largest first: 12, 11 and 10 points. The last is that of a law on several sheets."""

AIR = (1, 0.5, 0.2)
"""How far parts stand from each other, as a share of the usual: closer where that keeps a law on one sheet."""

HOPELESS = 3
"""More sheets than this, and no smaller type brings them down to a single one."""

COLUMNS = (1, 2)
"""How many columns may stand beside each other, where that keeps a law on one sheet."""


def sheets(chart: Chart, words: Translator) -> list[Sheet]:
    """Return the sheets of a chart: one, or as many as it takes in the smallest type."""
    alone = single(chart, words)
    return [alone] if alone else Layout(chart, words, SIZES[-1], lettered=True).sheets()


def single(chart: Chart, words: Translator) -> Sheet | None:
    """Return the one sheet of a chart, in the largest type that keeps it on one; None where it takes several.

    Where it does not fit, what is said in several places is written once, under a letter, at the end.
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

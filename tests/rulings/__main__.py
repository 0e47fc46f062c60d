"""Writes what is generated from the laws: the outlines of ``trees/``, the earlier sentences, ``docs/laws.md`` and the
charts of ``docs/charts/``. Called by ``make docs``."""

from rulings.laws2017 import LAWS
from rulings.papers.drawing import draw
from rulings.papers.register import laws_page
from tests.rulings.charts import write_charts
from tests.rulings.conftest import EARLIER_FRENCH, HERE, cases_by_row, earlier_in_french, outlines


def write_outlines() -> None:
    """Every law in both languages, and nothing else, into the folder."""
    for left in (HERE / "trees").glob("*.txt"):
        left.unlink()
    for (law, language), file in outlines().items():
        file.write_text(draw(LAWS[law], language), encoding="utf-8")


if __name__ == "__main__":
    write_outlines()
    EARLIER_FRENCH.write_text(earlier_in_french(), encoding="utf-8")
    (HERE.parents[1] / "docs" / "laws.md").write_text(laws_page(cases_by_row()), encoding="utf-8")
    write_charts()

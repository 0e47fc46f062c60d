"""Writes what is generated from the laws: the outlines of ``trees/``, ``docs/laws.md`` and the charts of
``docs/charts/``. Called by ``make docs``."""

from rulings.laws2017 import LAWS
from rulings.papers.drawing import draw
from rulings.papers.register import laws_page
from tests.rulings.charts import write_charts
from tests.rulings.conftest import HERE, cases_by_row, outlines


def write_outlines() -> None:
    """Every law in both languages, and nothing else, into the folder."""
    for left in (HERE / "trees").glob("*.txt"):
        left.unlink()
    for (law, language), file in outlines().items():
        file.write_text(draw(LAWS[law], language), encoding="utf-8")


if __name__ == "__main__":
    write_outlines()
    (HERE.parents[1] / "docs" / "laws.md").write_text(laws_page(cases_by_row()), encoding="utf-8")
    write_charts()

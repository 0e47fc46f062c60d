"""Writes what is generated from the laws: the outlines of ``trees/``, ``docs/laws.md`` and the charts of
``docs/charts/``. Called by ``make docs``."""

from rulings.drawing import draw
from rulings.laws2017 import LAWS
from rulings.register import laws_page
from tests.rulings.charts import write_charts
from tests.rulings.conftest import HERE, cases_by_row

if __name__ == "__main__":
    for law in LAWS.values():
        (HERE / "trees" / f"law_{law.id}.txt").write_text(draw(law), encoding="utf-8")
    (HERE.parents[1] / "docs" / "laws.md").write_text(laws_page(cases_by_row()), encoding="utf-8")
    write_charts()

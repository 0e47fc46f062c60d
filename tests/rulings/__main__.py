"""Generation of everything that is made from the laws, which `make docs` runs.

The files in the repository are the outlines of ``trees/``, the words to say (``said_aloud.txt``) and ``docs/laws.md``.
The charts go into ``var/charts``, or into another folder (`make docs ARGS="--charts /tmp/charts"`).
"""

import argparse
from pathlib import Path

from rulings.laws2017 import LAWS
from rulings.papers.outline import draw
from rulings.papers.register import laws_page
from tests.rulings.charts import CHARTS, write_charts
from tests.rulings.conftest import HERE, cases_by_row, outlines
from tests.rulings.test_aloud import LIST, said_aloud


def write_outlines() -> None:
    """Write the outline of every law in both languages, and remove those of laws that are gone."""
    for left in (HERE / "trees").glob("*.txt"):
        left.unlink()
    for (law, language), file in outlines().items():
        file.write_text(draw(LAWS[law], language), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--charts", type=Path, default=CHARTS, help="the folder of the charts")
    folder = parser.parse_args().charts
    write_outlines()
    LIST.write_text(said_aloud(), encoding="utf-8")
    (HERE.parents[1] / "docs" / "laws.md").write_text(laws_page(cases_by_row()), encoding="utf-8")
    print(f"{len(write_charts(folder))} of {len(LAWS)} laws drawn anew in {folder}")

"""The outline of every law, reviewed: a changed rule is a readable difference.

After a change that is meant, write them again with ``make docs`` and read the difference with the book open.
"""

from rulings.drawing import draw
from rulings.register import laws_page
from tests.rulings.conftest import HERE, cases_by_row, every_law


@every_law
def test_the_outline_is_the_reviewed_one(law):
    assert draw(law) == (HERE / "trees" / f"law_{law.id}.txt").read_text(encoding="utf-8")


def test_no_outline_is_left_of_a_law_that_is_gone():
    from rulings.laws2017 import LAWS

    assert {file.stem for file in (HERE / "trees").glob("*.txt")} == {f"law_{law}" for law in LAWS}


def test_the_page_of_the_laws_is_up_to_date():
    page = HERE.parents[1] / "docs" / "laws.md"
    assert page.read_text(encoding="utf-8") == laws_page(cases_by_row())

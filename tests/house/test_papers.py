"""The papers under docs/: their links lead to files, and the names that they use exist in the code."""

import re
from pathlib import Path

import pytest

from rulings.papers.register import rows

ROOT = Path(__file__).resolve().parents[2]
PAPERS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_link_leads_to_a_file(paper):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", paper.read_text())
    assert [link for link in links if not (paper.parent / link).exists()] == []


def test_every_test_that_holds_a_promise_is_there():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "safety.md").read_text()))
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\(", path.read_text(), re.MULTILINE)
    }
    assert len(named) > 60
    assert named <= there


def test_decisions_are_numbered_without_gap_and_each_says_its_four_parts():
    decisions = sorted((ROOT / "docs" / "adr").glob("*.md"))
    assert [path.name[:3] for path in decisions] == [f"{number:03}" for number in range(1, len(decisions) + 1)]
    for path in decisions:
        text = path.read_text()
        assert text.startswith(f"# {path.name[:3]}. ")
        assert re.findall(r"^\*\*(Status)\.\*\* \w+|^## (\w+)$", text, re.MULTILINE) == [
            ("Status", ""),
            ("", "Context"),
            ("", "Decision"),
            ("", "Consequences"),
        ]


def test_every_term_of_the_glossary_has_its_french_and_its_law():
    rows = re.findall(r"^\| (`.*) \|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE)
    cells = [row.split(" | ") for row in rows]
    assert len(cells) > 70
    assert [row for row in cells if len(row) != 3 or not all(row)] == []
    names = [row[0] for row in cells]
    assert [name for name in names if names.count(name) > 1] == []


def test_every_row_that_a_law_names_can_be_looked_up():
    """A new row needs one sentence of our own in docs/reference.md, as "- **27.R1** ..." under its law."""
    page = (ROOT / "docs" / "reference.md").read_text()
    explained = re.findall(r"^- \*\*(\d+[A-Z]?\.\w+)\*\* \S", page, re.MULTILINE)
    assert sorted(set(rows()) - set(explained)) == []
    assert sorted(set(explained) - set(rows())) == []
    assert len(explained) == len(set(explained))


def test_the_rows_that_papers_and_cases_name_are_explained():
    explained = (ROOT / "docs" / "reference.md").read_text()
    files = [*PAPERS, *sorted((ROOT / "tests" / "rulings" / "cases").glob("*.toml"))]
    named = {row for file in files for row in re.findall(r"\b\d{1,2}\.[RO]\d+\b", file.read_text())}
    assert sorted(row for row in named if f"**{row}**" not in explained) == []

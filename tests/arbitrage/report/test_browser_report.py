"""The report of an incident, printed by a real browser."""

import io
import re

import pytest
from pypdf import PdfReader

from arbitrage.models import Board

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("one_moment"),
    pytest.mark.either_database,
]


@pytest.fixture
def board(board: Board) -> Board:
    """A board with all its cards, which needs the most room on paper."""
    board.deal = "N:Q74.A62.T8.AK964 KJT6.Q54.9752.JT A95.K73.AQJ6.Q32 832.JT98.K43.875"
    board.save()
    return board


def unspaced(text: str) -> str:
    return re.sub(r"[\s\u200b]+", "", text)


def test_the_browser_prints_the_page_on_one_sheet_without_its_bar(tablet, confirmed):
    tablet.open("report", confirmed.pk)
    pdf = PdfReader(io.BytesIO(tablet.page.pdf(prefer_css_page_size=True)))
    assert len(pdf.pages) == 1
    text = unspaced(pdf.pages[0].extract_text())
    assert unspaced("Une levée est transférée à Nord-Sud (Loi 64A2).") in text
    assert "Toutestenregistré" not in text

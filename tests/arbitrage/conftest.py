"""What the tests in a real browser share: a club with the founding case, and a director's tablet."""

import pytest
from playwright.sync_api import Page

from arbitrage.models import Board, Club
from tests.arbitrage import factories as make
from tests.arbitrage.tablet import TABLET, Tablet


@pytest.fixture
def club() -> Club:
    return make.make_club()


@pytest.fixture
def board(club: Club) -> Board:
    return make.make_seed_case(club)


@pytest.fixture
def tablet(page: Page, live_server, club: Club) -> Tablet:
    """A tablet held upright, on which a director of the club has signed in."""
    make.make_member(club)
    page.set_viewport_size(TABLET)
    found = Tablet(page, live_server.url)
    found.sign_in("martin")
    return found

"""What a process does once is not done again with every page."""

import gc
from collections.abc import Iterator

import pytest

from arbitrage.warming import warm


@pytest.fixture
def garbage_as_before() -> Iterator[None]:
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.set_threshold(*before)
    gc.freeze()


def test_garbage_is_looked_for_seldom_and_not_among_what_stays(garbage_as_before):
    warm()
    stays, seldom = gc.get_freeze_count(), gc.get_threshold()[0]
    assert (stays > 50_000, seldom >= 20_000) == (True, True)

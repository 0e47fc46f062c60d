"""A process does its one-time work at the start, and sets garbage collection and thread switching so that pages wait
little."""

import gc
import sys
from collections.abc import Iterator

import pytest

from arbitrage.server.warming import warm


@pytest.fixture
def process_as_before() -> Iterator[None]:
    garbage, turn = gc.get_threshold(), sys.getswitchinterval()
    gc.unfreeze()
    yield
    gc.set_threshold(*garbage)
    gc.freeze()
    sys.setswitchinterval(turn)


def test_garbage_is_looked_for_seldom_and_not_among_what_stays(process_as_before):
    warm()
    stays, seldom = gc.get_freeze_count(), gc.get_threshold()[0]
    assert (stays > 50_000, seldom >= 20_000) == (True, True)


def test_a_page_that_waits_for_the_database_has_its_turn_after_a_millisecond(process_as_before):
    sys.setswitchinterval(0.005)
    warm()
    assert sys.getswitchinterval() == pytest.approx(0.001)

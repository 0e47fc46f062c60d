"""Work that each server process does once, right after its start."""

import gc
import sys

SELDOM = (20_000, 20, 20)
"""Thresholds for `gc.set_threshold`. With Python's defaults (700 allocations) garbage collection took a tenth of the
time of all pages, and at times a tenth of a second of one page."""

TURN = 0.001
"""Seconds after which a running thread yields the interpreter lock to a waiting one; Python's default is 0.005. A page
runs some twenty queries, and waits for the lock again after each."""


def warm() -> None:
    """Fill the caches that the first search, question and chart need, and tune garbage collection and thread switching
    for a long-running server."""
    from arbitrage.pages.incident import law_search  # imported now, once all models are registered

    law_search.warm()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    sys.setswitchinterval(TURN)

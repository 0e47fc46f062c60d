"""Work that a server process does once, before its first request."""

import gc
import sys

SELDOM = (20_000, 20, 20)
"""Allocations minus deallocations until garbage collection; Python's own 700 took a tenth of the time of all pages, and
now and then a tenth of a second of one."""

TURN = 0.001
"""Seconds after which a computing thread yields to a waiting one; Python's default is 0.005. A page queries the
database twenty times, and waited for its turn after every answer."""


def warm() -> None:
    """Load what a first search, a first question and a first chart would wait for, exempt permanent objects from
    garbage collection, and let several pages be computed side by side."""
    from arbitrage.pages.incident import law_search  # imported now, once all models are registered

    law_search.warm()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    sys.setswitchinterval(TURN)

"""What a process of the server does once, before it is asked for anything."""

import gc

SELDOM = (20_000, 20, 20)
"""How many things more are made than thrown away until garbage is looked for; Python's own 700 took a tenth of the time
of all pages, and now and then a tenth of a second of one."""


def warm() -> None:
    """Make what a first search, a first question and a first chart would wait for, and look for garbage no more among
    what stays as long as the process does."""
    from arbitrage.pages import search  # the registry of models is full only now

    search.warm()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)

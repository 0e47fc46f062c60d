"""Reading of a results file that another program may be writing, such as the database of the table terminals."""

import time
from pathlib import Path

from arbitrage import exchange
from arbitrage.exchange.access import recognises

PAUSE = 1.0
"""Seconds between two reads; the write of a result takes a fraction of one."""
LOOKS = 3


def steady(path: Path) -> bytes:
    """Read a file. If it is an incomplete database, which may be in the middle of a write, read it again up to LOOKS
    times; return the last reading in any case.

    :raises OSError: the file cannot be read.
    """
    data = path.read_bytes()
    for _again in range(LOOKS - 1):
        if not recognises(data) or _whole(data):
            break
        time.sleep(PAUSE)
        data = path.read_bytes()
    return data


def _whole(data: bytes) -> bool:
    try:
        return not exchange.read(data).damaged
    except exchange.Unreadable:
        return False

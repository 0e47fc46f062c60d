"""A file that another program is writing: the database of the tables, copied or read during the session."""

import time
from pathlib import Path

from arbitrage import exchange
from arbitrage.exchange.access import is_database

PAUSE = 1.0
"""Seconds between two looks; a table's result is written in a fraction of one."""
LOOKS = 3


def steady(path: Path) -> bytes:
    """What is in a file. A database of which something is missing is read again a moment later, as it may be in the
    middle of a write; the last reading is given back whatever it is.

    :raises OSError: it cannot be read.
    """
    data = path.read_bytes()
    for _again in range(LOOKS - 1):
        if not is_database(data) or _whole(data):
            break
        time.sleep(PAUSE)
        data = path.read_bytes()
    return data


def _whole(data: bytes) -> bool:
    try:
        return not exchange.read(data).damaged
    except exchange.Unreadable:
        return False

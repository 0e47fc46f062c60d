"""Deals in .ber: 52 digits a board, the holder of each card from the ace of spades on (1 for North to 4 for West)."""

import re

from arbitrage.exchange.deals.holders import in_order
from arbitrage.exchange.records import TournamentFile


def recognises(start: bytes) -> bool:
    """Does the file consist of 52 holders a board?"""
    plain = start.strip()
    return len(plain) >= 52 and re.fullmatch(rb"(?:[1-4]{52}\s*){1,400}", plain) is not None


def read(data: bytes) -> TournamentFile:
    """Read the boards of a .ber file, numbered from 1.

    :raises Unreadable: the file has another format, or no readable deal.
    """
    digits = b"".join(data.split()).decode("ascii", "replace")
    boards = (digits[at : at + 52] for at in range(0, len(digits), 52))
    return in_order(data, "ber", (["?NESW"[int(digit)] for digit in board] for board in boards))

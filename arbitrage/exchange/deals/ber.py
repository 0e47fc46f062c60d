"""Deals in .ber: 52 digits a board, the holder of each card from the ace of spades on (1 for North to 4 for West)."""

import re

from arbitrage.exchange.deals.holders import in_order
from arbitrage.exchange.records import TournamentFile

BOARDS = 400
"""Boards by which the format is recognised."""


def recognises(start: bytes) -> bool:
    """Does the file consist of 52 holders a board, at least for its first 400 boards?"""
    plain = start.strip()
    boards = re.match(rb"(?:[1-4]{52}\s*){1,%d}" % BOARDS, plain)
    return boards is not None and (boards.end() == len(plain) or boards.end() >= 52 * BOARDS)


def read(data: bytes) -> TournamentFile:
    """Read the boards of a .ber file, numbered from 1.

    :raises Unreadable: the file has another format, or no readable deal.
    """
    boards = re.findall("[1-4]{52}", b"".join(data.split()).decode("ascii", "replace"))
    return in_order(data, "ber", (["?NESW"[int(digit)] for digit in board] for board in boards))

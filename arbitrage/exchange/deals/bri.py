"""Deals in .bri: 128 bytes a board, of which the first 78 are the numbers of North's, East's and South's cards (01 the
ace of spades to 52 the two of clubs)."""

import re

from arbitrage.exchange.deals.holders import NUMBERED, RECORD, by_number, in_order
from arbitrage.exchange.records import TournamentFile


def recognises(start: bytes) -> bool:
    """Does the file consist of whole records of 128 bytes, each beginning with the numbers of 39 cards?"""
    return len(start) >= RECORD and len(start) % RECORD == 0 and re.match(NUMBERED + rb"[^0-9]", start) is not None


def read(data: bytes) -> TournamentFile:
    """Read the boards of a .bri file, numbered from 1.

    :raises Unreadable: the file has another format, or no readable deal.
    """
    return in_order(data, "bri", (by_number(data[at : at + RECORD]) for at in range(0, len(data), RECORD)))

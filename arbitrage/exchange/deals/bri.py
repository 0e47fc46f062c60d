"""Deals in .bri: 128 bytes a board, of which the first 78 are the numbers of North's, East's and South's cards (01 the
ace of spades to 52 the two of clubs)."""

from arbitrage.exchange.deals.holders import RECORD, are_numbered, by_number, in_order
from arbitrage.exchange.records import TournamentFile


def recognises(start: bytes) -> bool:
    """Does the file consist of records of 128 bytes that begin with the numbers of 39 cards and no other digit?"""
    return are_numbered(start, RECORD) and not start[78:79].isdigit()


def read(data: bytes) -> TournamentFile:
    """Read the boards of a .bri file, numbered from 1.

    :raises Unreadable: the file has another format, or no readable deal.
    """
    return in_order(data, "bri", (by_number(data[at : at + RECORD]) for at in range(0, len(data), RECORD)))

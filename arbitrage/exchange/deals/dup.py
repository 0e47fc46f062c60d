"""Deals in .dup: 156 bytes a board. They hold North's, East's and South's cards by number (01 the ace of spades to 52
the two of clubs), the same hands suit by suit, and ten bytes that give, on the first board, its number."""

import re

from django.utils.translation import gettext as _

from arbitrage.exchange.deals.holders import are_numbered, by_number, hold, tournament
from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.reading import MAX_BOARD_NUMBER, begin, whole
from arbitrage.exchange.records import TournamentFile

BOARD = 156


def recognises(start: bytes) -> bool:
    """Does the file consist of whole boards that begin with the numbers of 39 cards?"""
    return are_numbered(start, BOARD)


def read(data: bytes) -> TournamentFile:
    """Read the boards of a .dup file, in order from the number of its first.

    :raises Unreadable: the file has another format, or no readable deal.
    """
    gathering = Gathering(begin(data))
    notes = gathering.notes
    first = re.fullmatch(r"[YN][YN]([0-9 ]{3})[0-9 ]{2}([0-9 ]{3})", data[146:BOARD].decode("latin-1").upper())
    start = whole(first[1], 1, MAX_BOARD_NUMBER) if first else None
    if start is None:
        start = 1
        notes.add("", _("The file does not say the number of its first board; the boards are numbered from 1."))
    elif data[147:148].upper() == b"Y":
        notes.add("", _("The file says that its boards count backwards; check the numbers of the boards."))
    for place in range(len(data) // BOARD):
        where = _("board %(number)s") % {"number": start + place}
        hold(gathering, start + place, by_number(data[place * BOARD : (place + 1) * BOARD]), where)
    return tournament(gathering, "dup")

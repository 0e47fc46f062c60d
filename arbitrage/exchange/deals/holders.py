"""Deals as a list of the holders of the 52 cards, from the ace of spades on. Every file of deals is converted to this
form."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.reading import MAX_BOARD_NUMBER, begin
from arbitrage.exchange.records import TournamentFile, Unreadable
from rulings.bridge import RANKS

RECORD = 128
"""Bytes a board in .bri and .dge."""
CARDS = tuple(suit + rank for suit in "SHDC" for rank in RANKS)
NUMBERED = re.compile(rb"(?:[0-5][0-9]){39}")
"""Beginning of a board in .dup and .bri: the numbers of North's, East's and South's cards."""
_NUMBER = re.compile(rb"[0-5][0-9]")


def are_numbered(start: bytes, length: int) -> bool:
    """Does a file begin like a board of .dup or .bri, and consist of records of *length* bytes, most of which begin
    so?"""
    boards, rest = divmod(len(start), length)
    if not boards or rest or not NUMBERED.match(start):
        return False
    return 2 * sum(NUMBERED.match(start, at) is not None for at in range(0, len(start), length)) >= boards


def by_number(record: bytes) -> list[str]:
    """Return the holder of each card, from the numbers of North's, East's and South's 39 cards (01 the ace of spades).
    West has the rest."""
    held = dict.fromkeys(range(1, 53), "W")
    for index, number in enumerate(_NUMBER.findall(record[:78])):
        held[int(number)] = "NES"[index // 13]
    return [held.get(card, "") for card in range(1, 53)]


def hold(gathering: Gathering, board: int, holders: Iterable[str], place: str) -> None:
    """Store the deal of a board, given as the holder of each card."""
    hands = dict.fromkeys("NESW", "")
    known = list(zip(CARDS, holders, strict=True))
    for seat in hands:
        held = [card for card, holder in known if holder == seat]
        hands[seat] = ".".join("".join(card[1] for card in held if card[0] == suit) for suit in "SHDC")
    if board <= MAX_BOARD_NUMBER:
        gathering.hold("", board, "N:" + " ".join(hands.values()), place)


def in_order(data: bytes, form: str, deals: Iterable[list[str]]) -> TournamentFile:
    """Number the boards of a file that does not number them, from 1.

    :raises Unreadable: no deal of it can be read.
    """
    gathering = Gathering(begin(data))
    gathering.notes.add("", _("The deals have no board numbers; they are numbered in order."))
    for number, holders in enumerate(deals, 1):
        hold(gathering, number, holders, _("board %(number)s") % {"number": number})
    return tournament(gathering, form)


def tournament(gathering: Gathering, form: str) -> TournamentFile:
    """Build the file from the deals.

    :raises Unreadable: no deal of the file could be read.
    """
    if not gathering.deals:
        raise Unreadable("", _("No deal of the file can be read. Export the deals again, as PBN if you can."))
    return TournamentFile(boards=gathering.boards(), warnings=gathering.notes.all(), format=form)

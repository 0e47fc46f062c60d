"""Deals of dealing machines, without results: Duplimate's .dup and .dlm.

A .dup file has 156 bytes a board: North's, East's and South's cards by number (01 the ace of spades to 52 the two of
clubs), the same hands suit by suit, and ten bytes that, on the first board, say the number it begins with.

A .dlm file is text: "Board 01=" and 26 letters, each the holders of two cards from the ace of spades on, then a check
sum. Only the boards from "From board" to "To board" mean anything.
"""

import re

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import MAX_BOARD_NUMBER, Gathering, Notes, at_line, check_size, decode, whole
from arbitrage.exchange.records import TournamentFile, Unreadable
from rulings.bridge import RANKS

DUP_BOARD = 156

_CARDS = tuple(suit + rank for suit in "SHDC" for rank in RANKS)
_DUP_CARDS = re.compile(rb"[0-5][0-9]")
_DLM_HEAD = re.compile(rb"\s*\[Document\]", re.IGNORECASE)
_DLM_BOARD = re.compile(r"Board (\d{1,3})=([a-p]{26})(\d{3})", re.ASCII)
_DLM_FIELD = re.compile(r"(From board|To board)=(\d{1,4})", re.ASCII | re.IGNORECASE)


def is_dup(data: bytes) -> bool:
    """Whether a file is a .dup: whole boards, each beginning with the numbers of 39 cards."""
    return len(data) >= DUP_BOARD and len(data) % DUP_BOARD == 0 and re.match(rb"(?:[0-5][0-9]){39}", data) is not None


def is_dlm(data: bytes) -> bool:
    """Whether a file is a .dlm, from its first line."""
    return _DLM_HEAD.match(data) is not None


def read_dup(data: bytes) -> TournamentFile:
    """The boards of a .dup file, in order from the number of its first.

    :raises Unreadable: it is not one, or no deal of it can be read.
    """
    check_size(data)
    notes = Notes()
    found = Gathering(notes)
    first = re.fullmatch(r"[YN][YN]([0-9 ]{3})[0-9 ]{2}([0-9 ]{3})", data[146:DUP_BOARD].decode("latin-1").upper())
    start = whole(first[1], 1, MAX_BOARD_NUMBER) if first else None
    if start is None:
        start = 1
        notes.add("", _("The file does not say the number of its first board; the boards are numbered from 1."))
    elif data[147:148].upper() == b"Y":
        notes.add("", _("The file says that its boards count backwards; check the numbers of the boards."))
    for place in range(len(data) // DUP_BOARD):
        board = data[place * DUP_BOARD : (place + 1) * DUP_BOARD]
        holders = dict.fromkeys(range(1, 53), "W")
        for index, number in enumerate(_DUP_CARDS.findall(board[:78])):
            holders[int(number)] = "NES"[index // 13]
        where = _("board %(number)s") % {"number": start + place}
        _hold(found, start + place, [holders.get(card, "") for card in range(1, 53)], where)
    return _tournament(found, notes, "dup")


def read_dlm(data: bytes) -> TournamentFile:
    """The boards of a .dlm file.

    :raises Unreadable: it is not one, or no deal of it can be read.
    """
    check_size(data)
    notes = Notes()
    found = Gathering(notes)
    text, _encoding = decode(data, "", notes)
    limits = {name.casefold(): int(number) for name, number in _DLM_FIELD.findall(text)}
    low, high = limits.get("from board", 1), limits.get("to board", MAX_BOARD_NUMBER)
    for number, written in enumerate(text.split("\n"), 1):
        board = _DLM_BOARD.fullmatch(written.strip())
        if board is None:
            if re.match(r"Board \d", written):
                notes.add(at_line(number), _("The hands cannot be read and are left out."))
            continue
        which = int(board[1])
        if not max(low, 1) <= which <= high:
            continue
        check = which
        for letter in board[2]:
            check ^= ord(letter)
        if check != int(board[3]):
            notes.add(at_line(number), _("The check sum of the board is wrong: its hands may have been damaged."))
        seats = [divmod(ord(letter) - ord("a"), 4) for letter in board[2]]
        _hold(found, which, ["NESW"[seat] for pair in seats for seat in pair], at_line(number))
    return _tournament(found, notes, "dlm")


def _hold(found: Gathering, board: int, holders: list[str], place: str) -> None:
    """Keep a deal given as the holder of each card, from the ace of spades on."""
    hands = dict.fromkeys("NESW", "")
    for seat in hands:
        held = [card for card, holder in zip(_CARDS, holders, strict=True) if holder == seat]
        hands[seat] = ".".join("".join(card[1] for card in held if card[0] == suit) for suit in "SHDC")
    if board <= MAX_BOARD_NUMBER:
        found.hold("", board, "N:" + " ".join(hands.values()), place)


def _tournament(found: Gathering, notes: Notes, form: str) -> TournamentFile:
    if not found.deals:
        raise Unreadable("", _("No deal of the file can be read. Export the deals again, as PBN if you can."))
    return TournamentFile(boards=found.boards(), warnings=notes.all(), format=form)

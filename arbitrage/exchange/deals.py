"""Deals of dealing machines, without results: .dup, .dlm, .bri, .dge and .ber.

A .dup file has 156 bytes a board: North's, East's and South's cards by number (01 the ace of spades to 52 the two of
clubs), the same hands suit by suit, and ten bytes that, on the first board, say the number it begins with.

A .bri file has its first 78 bytes of a board alone, and a .dge file its next 68, hand by hand, each filled up to 128;
a .ber file has 52 digits a board, who holds each card from the ace of spades on. They number their boards in order.

A .dlm file is text: "Board 01=" and 26 letters, each the holders of two cards from the ace of spades on, then a check
sum. Only the boards from "From board" to "To board" mean anything.
"""

import re

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.reading import MAX_BOARD_NUMBER, Notes, at_line, check_size, decode, whole
from arbitrage.exchange.records import TournamentFile, Unreadable
from rulings.bridge import RANKS

DUP_BOARD = 156
RECORD = 128

_CARDS = tuple(suit + rank for suit in "SHDC" for rank in RANKS)
_DUP_CARDS = re.compile(rb"[0-5][0-9]")
_SIGNS = {6: "S", 3: "H", 4: "D", 5: "C"}
_DGE = re.compile(rb"(?:\x06[AKQJT2-9]*\x03[AKQJT2-9]*\x04[AKQJT2-9]*\x05[AKQJT2-9]*){4}")
_DLM_HEAD = re.compile(rb"\s*\[Document\]", re.IGNORECASE)
_DLM_BOARD = re.compile(r"Board (\d{1,3})=([a-p]{26})(\d{3})", re.ASCII)
_DLM_FIELD = re.compile(r"(From board|To board)=(\d{1,4})", re.ASCII | re.IGNORECASE)


def is_dup(data: bytes) -> bool:
    """Whether a file is a .dup: whole boards, each beginning with the numbers of 39 cards."""
    return len(data) >= DUP_BOARD and len(data) % DUP_BOARD == 0 and re.match(rb"(?:[0-5][0-9]){39}", data) is not None


def is_dlm(data: bytes) -> bool:
    """Whether a file is a .dlm, from its first line."""
    return _DLM_HEAD.match(data) is not None


def is_bri(data: bytes) -> bool:
    """Whether a file is a .bri: records of 128 bytes, each beginning with the numbers of 39 cards."""
    return len(data) >= RECORD and len(data) % RECORD == 0 and re.match(rb"(?:[0-5][0-9]){39}[^0-9]", data) is not None


def is_dge(data: bytes) -> bool:
    """Whether a file is a .dge: records of 128 bytes, each beginning with four hands behind the signs of the suits."""
    return len(data) >= RECORD and len(data) % RECORD == 0 and _DGE.match(data) is not None


def is_ber(data: bytes) -> bool:
    """Whether a file is a .ber: 52 holders a board, 1 for North to 4 for West, and nothing else."""
    plain = data.strip()
    return len(plain) >= 52 and re.fullmatch(rb"(?:[1-4]{52}\s*){1,400}", plain) is not None


def read_bri(data: bytes) -> TournamentFile:
    """The boards of a .bri file, numbered from 1.

    :raises Unreadable: it is not one, or no deal of it can be read.
    """

    def holders(record: bytes) -> list[str]:
        held = dict.fromkeys(range(1, 53), "W")
        for index, number in enumerate(_DUP_CARDS.findall(record[:78])):
            held[int(number)] = "NES"[index // 13]
        return [held.get(card, "") for card in range(1, 53)]

    return _in_order(data, "bri", [holders(data[at : at + RECORD]) for at in range(0, len(data), RECORD)])


def read_dge(data: bytes) -> TournamentFile:
    """The boards of a .dge file, numbered from 1.

    :raises Unreadable: it is not one, or no deal of it can be read.
    """

    def holders(record: bytes) -> list[str]:
        held: dict[str, str] = {}
        suit, hand = "", -1
        for sign in record[:68]:
            if sign in _SIGNS:
                suit = _SIGNS[sign]
                hand += suit == "S"
            elif suit and 0 <= hand < 4:
                held[suit + chr(sign).upper().replace("0", "T")] = "NESW"[hand]
        return [held.get(card, "") for card in _CARDS]

    return _in_order(data, "dge", [holders(data[at : at + RECORD]) for at in range(0, len(data), RECORD)])


def read_ber(data: bytes) -> TournamentFile:
    """The boards of a .ber file, numbered from 1.

    :raises Unreadable: it is not one, or no deal of it can be read.
    """
    digits = b"".join(data.split()).decode("ascii", "replace")
    return _in_order(
        data, "ber", [["?NESW"[int(one)] for one in digits[at : at + 52]] for at in range(0, len(digits), 52)]
    )


def _in_order(data: bytes, name: str, deals: list[list[str]]) -> TournamentFile:
    check_size(data)
    notes = Notes()
    found = Gathering(notes)
    notes.add("", _("The deals have no board numbers; they are numbered in order."))
    for number, holders in enumerate(deals[:MAX_BOARD_NUMBER], 1):
        _hold(found, number, holders, _("board %(number)s") % {"number": number})
    return _tournament(found, notes, name)


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

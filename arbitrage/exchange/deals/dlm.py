"""Deals in .dlm, a text: "Board 01=" and 26 letters, each the holders of two cards from the ace of spades on, then a
checksum. Only the boards from "From board" to "To board" are valid."""

import re

from django.utils.translation import gettext as _

from arbitrage.exchange.deals.holders import hold, tournament
from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.reading import MAX_BOARD_NUMBER, at_line, begin, decode
from arbitrage.exchange.records import TournamentFile

_HEAD = re.compile(rb"\s*\[Document\]", re.IGNORECASE)
_BOARD = re.compile(r"Board (\d{1,3})=([a-p]{26})(\d{3})", re.ASCII)
_LIMIT = re.compile(r"(From board|To board)=(\d{1,4})", re.ASCII | re.IGNORECASE)


def recognises(start: bytes) -> bool:
    """Is the first line that of a .dlm file?"""
    return _HEAD.match(start) is not None


def read(data: bytes) -> TournamentFile:
    """Read the boards of a .dlm file.

    :raises Unreadable: the file has another format, or no readable deal.
    """
    gathering = Gathering(begin(data))
    notes = gathering.notes
    text, _encoding = decode(data, "", notes)
    limits = {name.casefold(): int(number) for name, number in _LIMIT.findall(text)}
    low, high = limits.get("from board", 1), limits.get("to board", MAX_BOARD_NUMBER)
    for number, written in enumerate(text.split("\n"), 1):
        board = _BOARD.fullmatch(written.strip())
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
        hold(gathering, which, ["NESW"[seat] for pair in seats for seat in pair], at_line(number))
    return tournament(gathering, "dlm")

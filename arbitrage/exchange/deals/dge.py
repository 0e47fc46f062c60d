"""Deals in .dge: 128 bytes a board, of which the first 68 are the four hands behind the signs of their suits."""

import re

from arbitrage.exchange.deals.holders import CARDS, RECORD, in_order
from arbitrage.exchange.records import TournamentFile

_SIGNS = {6: "S", 3: "H", 4: "D", 5: "C"}
_HANDS = re.compile(rb"(?:\x06[AKQJT2-9]*\x03[AKQJT2-9]*\x04[AKQJT2-9]*\x05[AKQJT2-9]*){4}")


def recognises(start: bytes) -> bool:
    """Does the file consist of records of 128 bytes, each beginning with four hands behind the signs of the suits?"""
    return len(start) >= RECORD and len(start) % RECORD == 0 and _HANDS.match(start[:RECORD]) is not None


def read(data: bytes) -> TournamentFile:
    """Read the boards of a .dge file, numbered from 1.

    :raises Unreadable: the file has another format, or no readable deal.
    """
    return in_order(data, "dge", (_holders(data[at : at + RECORD]) for at in range(0, len(data), RECORD)))


def _holders(record: bytes) -> list[str]:
    held: dict[str, str] = {}
    suit, hand = "", -1
    for sign in record[:68]:
        if sign in _SIGNS:
            suit = _SIGNS[sign]
            hand += suit == "S"
        elif suit and 0 <= hand < 4:
            held[suit + chr(sign).upper().replace("0", "T")] = "NESW"[hand]
    return [held.get(card, "") for card in CARDS]

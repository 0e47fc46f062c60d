"""The vocabulary of USEBIO: its methods, its players, its directions, its hands."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from arbitrage.exchange.markup import Element
from arbitrage.exchange.reading import (
    tidy,
)
from arbitrage.exchange.records import (
    Direction,
    PlayerRecord,
    Scoring,
)
from rulings.bridge import RANKS

SCORING: dict[str, Scoring] = {
    "MATCH_POINTS": "MP", "MP": "MP", "MPS": "MP", "MP_PAIRS": "MP",
    "BUTLER": "BUTLER", "BUTLER_PAIRS": "BUTLER",
    "CROSS_IMPS": "CROSS_IMPS", "CROSS_IMP": "CROSS_IMPS", "CROSS_IMP_PAIRS": "CROSS_IMPS",
    "IMPS": "IMPS", "TEAMS": "IMPS",
    "PAB": "PAB", "POINT_A_BOARD": "PAB",
    "AGGREGATE": "TOTAL", "TOTAL_POINTS": "TOTAL",
}  # fmt: skip

POINTS: tuple[tuple[Scoring, str], ...] = (
    ("MP", "MATCH_POINTS"),
    ("BUTLER", "BUTLER_POINTS"),
    ("CROSS_IMPS", "CROSS_IMP_POINTS"),
)

ARTIFICIAL = re.compile(r"A([0-9]{2})([0-9]{2})")
_LIN_HAND = re.compile("S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)")


def player(node: Element) -> PlayerRecord:
    """Read the player of a PLAYER; the licence is the federation's number, or the club's. Zeros stand for none."""
    licences = (tidy(node.first(tag), 30) for tag in ("NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER"))
    return PlayerRecord(
        name=tidy(node.first("PLAYER_NAME", "NAME", "FULL_NAME")),
        licence=next((licence for licence in licences if licence.strip("0")), ""),
    )


def lin_deal(lin: str) -> str:
    """Write the deal in the "md" of a quoted LIN record as PBN, or "". LIN gives South, West, North; East has the
    rest."""
    match = re.search(r"md\|[1-4]?([^|]{0,120})\|", unquote(lin))
    hands = [_LIN_HAND.fullmatch(hand.strip()) for hand in match[1].upper().split(",")[:3]] if match else []
    held = [hand.groups() for hand in hands if hand]
    if len(held) != 3:
        return ""
    rest = ["".join(rank for rank in RANKS if not any(rank in hand[suit] for hand in held)) for suit in range(4)]
    return "S:" + " ".join(".".join(hand) for hand in (*held, rest))


def direction(text: str) -> Direction:
    plain = text.upper().replace("-", "").replace("/", "")
    return "NS" if plain in ("NS", "N") else "EW" if plain in ("EW", "E", "WE") else ""


def descendants(node: Element, name: str) -> Iterator[Element]:
    for child in node.children:
        if child.name == name:
            yield child
        yield from descendants(child, name)

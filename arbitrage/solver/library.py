"""The DDS library, called through ctypes. It is the copy in the endplay wheel, whose Python code is not imported.

DDS computes nonsense for impossible positions (hands of unequal length, a revoke in the trick, a card both played and
held), or refuses one and writes a file into the current folder. Therefore it gets only a `Position`, which has been
checked.
"""

import ctypes as c
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulings.bridge import Card, Deal, Seat
from rulings.evidence.position import A_SUIT, NO_TRUMPS, Position, card_of, number_of

SEATS = tuple(Seat)
DENOMINATIONS = ("S", "H", "D", "C", "NT")
"""Denominations in the library's order."""
IN_PBN = ("NT", "S", "H", "D", "C")
SEATS_IN_PBN = (Seat.N, Seat.S, Seat.E, Seat.W)
"""Order of the 20 digits of PBN's DoubleDummyTricks: for each of these seats, the denominations of IN_PBN."""
VULNERABILITIES = ("None", "All", "NS", "EW")

NAMES = {"win32": "dds.dll", "darwin": "libdds.dylib"}
MEGABYTES, THREADS = 40, 1
"""Megabytes and threads for the library; more of either makes it no faster."""
ALL_CARDS, ALWAYS_SEARCH = 3, 1
"""Arguments of SolveBoard: return the tricks of every card, and compute them even for a single legal card, for which
the library otherwise returns -2."""
DONE = 1


class _Deal(c.Structure):
    _fields_ = (
        ("trump", c.c_int),
        ("first", c.c_int),
        ("suit", c.c_int * 3),
        ("rank", c.c_int * 3),
        ("cards", (c.c_uint * 4) * 4),
    )


class _Future(c.Structure):
    _fields_ = (
        ("nodes", c.c_int),
        ("cards", c.c_int),
        ("suit", c.c_int * 13),
        ("rank", c.c_int * 13),
        ("equals", c.c_int * 13),
        ("score", c.c_int * 13),
    )


class _TableDeal(c.Structure):
    _fields_ = (("cards", (c.c_uint * 4) * 4),)


class _Table(c.Structure):
    _fields_ = (("tricks", (c.c_int * 4) * 5),)


class _Par(c.Structure):
    _fields_ = (("number", c.c_int), ("score", c.c_int), ("contracts", (c.c_char * 10) * 10))


class Refused(ValueError):
    """Error: the library gave no answer. The message has its error code."""


def find(folder: Path) -> Path | None:
    """Return the path of the library in a folder of packages; None if it is missing."""
    for name in (NAMES.get(sys.platform, "libdds.so"), "libdds.so", "libdds.dylib", "dds.dll"):
        if (path := folder / "endplay" / "_dds" / name).is_file():
            return path
    return None


class Library:
    """The loaded library. Two concurrent calls crash the process."""

    def __init__(self, path: Path) -> None:
        self._dll: Any = c.CDLL(str(path))
        self._dll.SetResources(MEGABYTES, THREADS)
        self._dll.SolveBoard.argtypes = [_Deal, c.c_int, c.c_int, c.c_int, c.POINTER(_Future), c.c_int]
        self._dll.CalcDDtable.argtypes = [_TableDeal, c.POINTER(_Table)]
        self._dll.DealerPar.argtypes = [c.POINTER(_Table), c.POINTER(_Par), c.c_int, c.c_int]
        self.version = f"DDS {self._numbers()} ({_package(path)})"

    def _numbers(self) -> str:
        """Read the version of the library, "2.9.0", from the first three numbers of the structure that it fills in."""
        description = (c.c_int * 1024)()
        self._dll.GetDDSInfo(c.byref(description))
        return ".".join(map(str, description[:3]))

    def every_card(self, position: Position) -> dict[Card, int]:
        """Return, for each legal card, the number of remaining tricks that the player's side wins after playing it.

        :raises Refused: the library gives no answer.
        """
        trick = [card_of(number) for _seat, number in position.trick]
        first = position.trick[0][0] if position.trick else position.seat
        trumps = DENOMINATIONS.index("NT") if position.trump == NO_TRUMPS else position.trump
        asked = _Deal(
            trumps,
            first,
            (c.c_int * 3)(*(_suit(card) for card in trick)),
            (c.c_int * 3)(*(_rank(card) for card in trick)),
            _held([[card_of(number) for number in hand] for hand in position.hands]),
        )
        out = _Future()
        code = self._dll.SolveBoard(asked, -1, ALL_CARDS, ALWAYS_SEARCH, c.byref(out), 0)
        if code != DONE:
            raise Refused(f"DDS {code}")
        tricks: dict[Card, int] = {}
        for at in range(out.cards):
            equals = [rank for rank in range(2, A_SUIT + 2) if out.equals[at] & (1 << rank)]
            for rank in (out.rank[at], *equals):
                tricks[card_of(out.suit[at] * A_SUIT + rank - 2)] = out.score[at]
        return tricks

    def table(self, deal: Deal, dealer: Seat, vulnerability: str) -> dict[str, Any]:
        """Return "tricks", the 20 digits of PBN's DoubleDummyTricks, and the par: its "score" for North-South and its
        "contracts" in the library's notation.

        :raises Refused: the library gives no answer.
        """
        results = _Table()
        code = self._dll.CalcDDtable(_TableDeal(_held([deal[seat] for seat in SEATS])), c.byref(results))
        if code != DONE:
            raise Refused(f"DDS {code}")
        tricks = "".join(
            f"{results.tricks[DENOMINATIONS.index(strain)][SEATS.index(seat)]:x}"
            for seat in SEATS_IN_PBN
            for strain in IN_PBN
        )
        return {"tricks": tricks, **self._par(results, dealer, vulnerability)}

    def _par(self, results: _Table, dealer: Seat, vulnerability: str) -> Mapping[str, Any]:
        par = _Par()
        vulnerable = VULNERABILITIES.index(vulnerability)
        code = self._dll.DealerPar(c.byref(results), c.byref(par), SEATS.index(dealer), vulnerable)
        if code != DONE:
            raise Refused(f"DDS {code}")
        return {"score": par.score, "contracts": [contract.value.decode() for contract in par.contracts[: par.number]]}


def _suit(card: Card) -> int:
    return number_of(card) // A_SUIT


def _rank(card: Card) -> int:
    """Return the rank in the library's encoding: 2 to 14 for the ace."""
    return number_of(card) % A_SUIT + 2


def _held(hands: Any) -> Any:
    """Encode four hands for the library: for each suit of each hand, an integer with one bit for each card."""
    grid = ((c.c_uint * 4) * 4)()
    for at, hand in enumerate(hands):
        for card in hand:
            grid[at][_suit(card)] |= 1 << _rank(card)
    return grid


def _package(path: Path) -> str:
    """Return the name and version of the package with the library, "endplay 0.5.12", from its dist-info folder."""
    for folder in path.parent.parent.parent.glob("endplay-*.dist-info"):
        return folder.name.removesuffix(".dist-info").replace("-", " ")
    return "endplay"

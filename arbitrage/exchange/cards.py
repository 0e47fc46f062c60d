"""Auctions and play converted from other notations, call by call and card by card, to that of `records`."""

import re
from collections.abc import Iterable, Sequence

from rulings.bridge import RANKS, Contract, Denomination, Seat

LONGEST_AUCTION = 319

_CALL = re.compile(
    r"(?P<double>XX?|DBL|RDBL|DOUBLE|REDOUBLE|D|R)|(?P<level>[1-7])\s?(?P<suit>NT|N|SA|S|H|D|C)|P(?:ASS)?|-"
)
_CARD = re.compile("[SHDC][AKQJT2-9]")


def call(text: str) -> str:
    """Convert a call from the usual notations to that of the records, "Pass", "1NT", "X" or "XX"; "" when it is no
    call.

    An exclamation mark after it, the sign of an alert, is dropped.
    """
    match = _CALL.fullmatch(text.strip().rstrip("!?*").upper())
    if match is None:
        return ""
    if match["double"]:
        return "XX" if match["double"] in ("XX", "R", "RDBL", "REDOUBLE") else "X"
    if match["level"]:
        return match["level"] + ("NT" if match["suit"] in ("N", "NT", "SA") else match["suit"])
    return "Pass"


def contract_of(auction: Sequence[str], dealer: Seat) -> Contract | None:
    """Return the contract of an auction, with its declarer; None when it was passed out.

    :raises ValueError: the auction is not over, or is not legal.
    """
    if len(auction) < 4 or tuple(auction[-3:]) != ("Pass",) * 3:
        raise ValueError("The auction is not over.")
    seats = _clockwise(dealer)
    named: dict[tuple[str, str], Seat] = {}
    last: Contract | None = None
    for place, made in enumerate(auction):
        seat = seats[place % 4]
        if made in ("X", "XX"):
            if last is None:
                raise ValueError("There is nothing to double.")
            last = Contract(last.level, last.denomination, len(made), last.declarer)
        elif made != "Pass":
            denomination = Denomination(made[1:])
            first = named.setdefault((seat.side, denomination), seat)
            last = Contract(int(made[0]), denomination, 0, first)
    return last


def played(
    cards: Iterable[str], declarer: Seat, denomination: Denomination, deal: dict[str, Seat] | None = None
) -> tuple[tuple[str, ...], int | None]:
    """Return the play in the form of the records, and declarer's tricks when all thirteen were played, else None.

    *cards* are in order of play, from the opening lead; *deal* has the hands where they are known. The record ends
    before a card that is not the next player's, or that was played before.
    """
    leader = declarer.lho
    columns = _clockwise(leader)
    rows: list[str] = []
    trick: list[tuple[Seat, str]] = []
    seen: set[str] = set()
    turn, won = leader, 0
    for card in cards:
        if card in seen or not _CARD.fullmatch(card) or len(seen) == 52 or (deal and deal.get(card) != turn):
            break
        seen.add(card)
        trick.append((turn, card))
        turn = turn.lho
        if len(trick) == 4:
            by_seat = dict(trick)
            rows += [by_seat[seat] for seat in columns]
            turn = winner(trick, denomination)
            won += turn.side is declarer.side
            trick = []
    if trick:
        shown = dict(trick)
        rows += [shown.get(seat, "-") for seat in columns]
    return tuple(rows), won if len(seen) == 52 else None


def winner(trick: Sequence[tuple[Seat, str]], denomination: Denomination) -> Seat:
    """Return the winner of a trick, whose cards are in order of play."""
    led = trick[0][1][0]
    trumps = [play for play in trick if play[1][0] == denomination]
    best = min(trumps or [play for play in trick if play[1][0] == led], key=lambda play: RANKS.index(play[1][1]))
    return best[0]


def _clockwise(first: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    return first, first.lho, first.partner, first.rho

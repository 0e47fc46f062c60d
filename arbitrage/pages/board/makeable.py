"""Makeable tricks of a board and its par in words, with their source. A double-dummy solver computed them; no ranking
uses them."""

import re
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arbitrage.models import Board
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import points_words
from arbitrage.services.tournaments import makeable as service
from rulings.bridge import Seat, Side


def makeable_section(board: Board) -> dict[str, Any]:
    """Build the section with the makeable tricks, the par and their source, for *L'étui* and a pair's page. If nothing
    is stored, *may_compute* tells whether the tricks can be computed."""
    stored = service.makeable_of(board)
    if stored is None:
        return {"tricks": [], "par": "", "source": "", "may_compute": service.may_compute(board)}
    source = _("Computed: %(by)s.") % {"by": stored.by} if stored.by else _("From the file.")
    return {"tricks": makeable(stored.tricks), "par": par(stored.par), "source": source, "may_compute": False}


def makeable(double_dummy: str) -> list[dict[str, Any]]:
    """List the double-dummy tricks of each declarer from clubs to notrump. Partners with equal tricks share a row.

    *double_dummy* is PBN's 20 hexadecimal digits: five for each of North, South, East and West, in the order notrump,
    spades, hearts, diamonds, clubs.
    """
    if len(double_dummy) != 20:
        return []
    try:
        rows = [[int(digit, 16) for digit in double_dummy[at : at + 5]][::-1] for at in range(0, 20, 5)]
    except ValueError:
        return []
    lines = []
    for side, first, second in (("NS", 0, 1), ("EW", 2, 3)):
        if rows[first] == rows[second]:
            lines.append({"who": shown.side(side, "letter"), "tricks": rows[first]})
        else:
            seats = ("N", "S") if side == "NS" else ("E", "W")
            lines += [
                {"who": shown.seat(seat, "letter"), "tricks": row}
                for seat, row in zip(seats, (rows[first], rows[second]), strict=True)
            ]
    return lines


def par(text: str) -> SafeString:
    """Write a par with its contracts ("NS 420; 4S N 10" becomes "4♠ N = 420"), or its score alone; "" if it cannot be
    read.

    A contract is written as in PBN, with declarer and tricks last ("4S N 10"), or with its side first ("par EW 4SX-2").
    """
    score, _mark, contracts_told = (part.strip() for part in text.partition(";"))
    side, _space, points = score.partition(" ")
    if side not in tuple(Side) or not points.lstrip("-").isdigit():
        return SafeString("")
    number = int(points) if side == Side.NS else -int(points)
    contracts = [contract for contract in map(_contract, contracts_told.removeprefix("par ").split(",")) if contract]
    if not contracts or not number:
        return SafeString(points_words(number))
    written = mark_safe(_(" or ").join(words for words, _side in contracts))  # noqa: S308  each contract is escaped
    own = contracts[0][1] is (Side.NS if number > 0 else Side.EW)
    return format_html("{} = {}", written, abs(number) if own else points_words(number))


MINUS = "\N{MINUS SIGN}"
_PBN = re.compile(r"([1-7])(S|H|D|C|N|NT)(X{0,2}) ([NESW]|NS|EW) ?(\d{0,2})", re.IGNORECASE)
_WITH_SIDE = re.compile(r"(NS|EW|[NESW]) ([1-7])(S|H|D|C|N|NT)(X{0,2})([+-]\d{1,2})?", re.IGNORECASE)


def _contract(text: str) -> tuple[SafeString, Side] | None:
    """Write one contract of a par with its declarers, and return it with its side; None if it cannot be read."""
    if match := _PBN.fullmatch(text.strip()):
        level, denomination, doubled, who, tricks = match.groups()
        over = int(tricks) - int(level) - 6 if tricks else 0
    elif match := _WITH_SIDE.fullmatch(text.strip()):
        who, level, denomination, doubled, overtricks = match.groups()
        over = int(overtricks or 0)
    else:
        return None
    who = who.upper()
    strain = "NT" if denomination.upper().startswith("N") else denomination.upper()
    contract = shown.contract(f"{level}{strain}{doubled.lower()}")
    by = shown.side(who, "letter") if len(who) == 2 else shown.seat(who, "letter")
    more = f" {'+' if over > 0 else MINUS}{abs(over)}" if over else ""
    side = Side(who) if len(who) == 2 else Seat(who).side
    return format_html("{} {}{}", contract, by, more), side

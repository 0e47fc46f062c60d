"""A case as one game of PBN 2.1: the deal, the auction, the play, and the irregularities for which PBN has a mark.

Section 3.9 of the PBN standard marks uncorrected irregularities: "^I" before an insufficient bid that was accepted,
"^S" in place of the call of a player who was skipped by an accepted call out of turn, "^R" before the card of a revoke
that nobody corrected in time, "^L" before the card of an accepted lead out of turn. Corrected irregularities, and the
ruling, are commentary.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from django.utils.translation import gettext as _

from arbitrage.exchange.cards import winner
from arbitrage.exchange.pbn import quoted
from arbitrage.exchange.records import BoardRecord, Problem, ResultRecord
from arbitrage.exchange.writing import Written
from rulings.bridge import Denomination, Seat, parse_contract

Sign = Literal["R", "L"]

_LONGEST_LINE = 100


@dataclass(frozen=True, slots=True)
class Mark:
    """An irregularity of the play, as far as the facts of the case give it: its player, its trick, its card."""

    sign: Sign
    seat: Seat
    trick: int | None = None
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The content of a game. *names* are by seat, and may be empty; *line* is the result of the table, if it is known;
    *commentary* is finished words, a paragraph each."""

    event: str
    site: str
    date: date
    board: BoardRecord
    line: ResultRecord | None
    scoring: str
    table: str = ""
    names: Mapping[Seat, str]
    marks: Sequence[Mark]
    commentary: Sequence[str]


def write(game: Game) -> Written:
    """Write the game as PBN in UTF-8, and list the irregularities that cannot be marked, because the record lacks the
    call or card."""
    problems: list[Problem] = []
    lines = ["% PBN 2.1", "% EXPORT", "%Content-type: text/x-pbn; charset=UTF-8", ""]
    lines += _commentary(game.commentary)
    lines += [f"[{name} {quoted(value)}]" for name, value in _tags(game)]
    line = game.line
    if line is not None and line.auction:
        lines += _auction(line.auction, game.board.dealer)
    lines += _play(game, problems)
    return Written(("\r\n".join(lines) + "\r\n").encode(), tuple(problems))


def _commentary(paragraphs: Sequence[str]) -> Iterator[str]:
    """Write the paragraphs as a PBN comment: between braces, without inner braces, in short lines."""
    told = [" ".join(paragraph.replace("{", "(").replace("}", ")").split()) for paragraph in paragraphs]
    rows = [row for paragraph in told if paragraph for row in textwrap.wrap(paragraph, _LONGEST_LINE)]
    if rows:
        # A "%" at the beginning of a line means a directive in PBN.
        yield from ["{", *(f" {row}" for row in rows), "}"]


def _tags(game: Game) -> Iterator[tuple[str, str]]:
    board, line = game.board, game.line
    played = line is not None and line.kind == "played" and line.contract
    contract = line.contract.replace("x", "X") if line is not None and played else ""
    if line is not None and line.kind == "passed":
        contract = "Pass"
    yield "Event", game.event
    yield "Site", game.site
    yield "Date", game.date.strftime("%Y.%m.%d")
    yield "Board", str(board.number)
    for seat, name in ((Seat.W, "West"), (Seat.N, "North"), (Seat.E, "East"), (Seat.S, "South")):
        yield name, game.names.get(seat) or "?"
    yield "Dealer", board.dealer
    yield "Vulnerable", board.vulnerability
    yield "Deal", board.deal
    yield "Scoring", game.scoring
    yield "Declarer", line.declarer if line is not None and played else ""
    yield "Contract", contract or ("" if line is not None and line.kind == "passed" else "?")
    yield "Result", str(line.tricks) if line is not None and line.tricks is not None else ""
    if line is not None and line.score is not None:
        yield "Score", f"NS {line.score}"
    if line is not None and line.room:
        yield "Room", line.room.capitalize()
    if game.table:
        yield "Table", game.table
    if board.double_dummy:
        yield "DoubleDummyTricks", board.double_dummy


# The auction


def _auction(calls: Sequence[str], dealer: str) -> Iterator[str]:
    """Write four calls a line, with "^S" in place of a skipped player's call and "^I" before an insufficient bid."""
    yield f"[Auction {quoted(dealer)}]"
    tokens = []
    highest = (0, 0)
    for call in calls:
        bid = _rank(call)
        insufficient = bid is not None and bid <= highest
        highest = bid or highest
        tokens.append("^S" if call == "-" else f"^I {call}" if insufficient else call)
    for start in range(0, len(tokens), 4):
        yield " ".join(tokens[start : start + 4])
    if tuple(calls[-3:]) != ("Pass",) * 3 or len(calls) < 4:
        yield "*"


def _rank(call: str) -> tuple[int, int] | None:
    """Return level and rank of a bid; None for any other call."""
    return (int(call[0]), Denomination(call[1:]).rank) if call[0].isdigit() else None


# The play


def _play(game: Game, problems: list[Problem]) -> Iterator[str]:
    """Write four cards a line from the opening leader on, with the marks. Add to *problems* each mark whose card is
    unknown."""
    line = game.line
    contract = parse_contract(line.contract) if line is not None and line.contract else None
    if line is None or contract is None:
        problems += [Problem("", _unmarked(mark)) for mark in game.marks]
        return
    first = Seat(line.declarer).lho
    seats = (first, first.lho, first.partner, first.rho)
    cards = list(line.play) + ["-"] * (-len(line.play) % 4)
    if not cards:
        cards = _only_the_lead(game.marks, seats)
    signs: dict[int, Sign] = {}
    for mark in sorted(game.marks, key=lambda mark: mark.sign):  # leads first: they set the suit of the trick
        place = _place(mark, cards, seats)
        leads = {at // 4: seats[at % 4] for at, sign in signs.items() if sign == "L"}
        if place is None or (mark.sign == "R" and _followed(place, cards, seats, leads, contract.denomination)):
            problems.append(Problem("", _unmarked(mark)))
        else:
            signs[place] = mark.sign
    if not cards:
        return
    yield f"[Play {quoted(first.value)}]"
    tokens = [f"^{signs[place]} {card}" if place in signs else card for place, card in enumerate(cards)]
    for start in range(0, len(tokens), 4):
        yield " ".join(tokens[start : start + 4])
    if len(cards) < 52 or "-" in cards:
        yield "*"


def _only_the_lead(marks: Sequence[Mark], seats: Sequence[Seat]) -> list[str]:
    """Return the first trick if the only known card of the play is an opening lead out of turn; [] without such a
    lead."""
    lead = next((mark for mark in marks if mark.sign == "L" and mark.trick == 1 and mark.card), None)
    return [] if lead is None else [lead.card if seat is lead.seat else "-" for seat in seats]


def _place(mark: Mark, cards: Sequence[str], seats: Sequence[Seat]) -> int | None:
    """Find the index of a mark's card in the play; None if the play does not have it."""
    column = seats.index(mark.seat)
    own = range(column, len(cards), 4)
    if mark.trick is not None:
        place = (mark.trick - 1) * 4 + column
        known = place in own and cards[place] != "-" and mark.card in ("", cards[place])
        return place if known else None
    return next((place for place in own if mark.card and cards[place] == mark.card), None)


def _followed(
    place: int,
    cards: Sequence[str],
    seats: Sequence[Seat],
    leads: Mapping[int, Seat],
    denomination: Denomination,
) -> bool:
    """Does the play show that the card was no revoke, because it was led or is of the suit led?

    *leads* are the leads out of turn by trick, from 0. If the play does not show the leader, the answer is no.
    """
    leader = seats[0]
    for start in range(0, place + 1, 4):
        trick = dict(zip(seats, cards[start : start + 4], strict=True))
        leader = leads.get(start // 4, leader)
        if place < start + 4:
            return leader is seats[place - start] or trick[leader][0] == cards[place][0]
        if "-" in trick.values():
            return False
        order = (leader, leader.lho, leader.partner, leader.rho)
        leader = winner([(seat, trick[seat]) for seat in order], denomination)
    return False


def _unmarked(mark: Mark) -> str:
    if mark.sign == "R":
        return _("The play that is recorded does not show the revoke; it is told in the commentary only.")
    return _("The play that is recorded does not show the lead out of turn; it is told in the commentary only.")


def players_by_seat(ns: Sequence[str], ew: Sequence[str]) -> dict[Seat, str]:
    """Return the names of two pairs by seat: North and East come first in their pair."""
    return dict(zip((Seat.N, Seat.S), ns, strict=False)) | dict(zip((Seat.E, Seat.W), ew, strict=False))

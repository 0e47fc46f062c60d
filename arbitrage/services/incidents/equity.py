"""Evidence for an assigned score: the results of the other tables, and the tricks possible with open cards.

It is shown only after the players were asked how they would have continued, so that the director does not find a line
for them. It never fills in an answer, a weight or a number of tricks.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arbitrage.models import Adjustment, Board, Event, Inquiry, Result
from arbitrage.services.incidents import evidence, open_cards
from arbitrage.services.tournaments import makeable
from arbitrage.solver import process
from rulings.bridge import Seat, format_deal, parse_contract, parse_deal
from rulings.bridge.deals import sort_hand
from rulings.evidence.position import card_of
from rulings.evidence.recorded import moments

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SHOWN = "equity"
VERSION = 1
FEWEST = 3
"""Fewest other lines that form a field."""


@dataclass(frozen=True)
class Inputs:
    """Inputs of the computation: the deal, the contract played, and the play as far as it is recorded."""

    deal: str
    contract: str
    declarer: str
    play: tuple[str, ...] = ()
    lead: str = ""

    @classmethod
    def of(cls, inquiry: Inquiry) -> "Inputs":
        """Read the inputs from an inquiry."""
        incident, known = inquiry.incident, inquiry.known()
        result, board = incident.result, incident.board
        deal = board.deal if board and makeable.is_whole(board.deal) else ""
        if result is not None and result.kind == Result.Kind.PLAYED and result.contract:
            play = tuple(result.play.split())
            return cls(deal, result.contract, result.declarer, play, result.lead)
        contract, declarer = (known.get(name, "") for name in ("contract", "declarer"))
        return cls(deal, contract if contract != "?" else "", declarer if declarer in tuple(Seat) else "")

    @property
    def trumps(self) -> str:
        """The denomination of the contract; "" without one."""
        try:
            contract = parse_contract(self.contract) if self.contract else None
        except ValueError:
            return ""
        return str(contract.denomination) if contract else ""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Inputs":
        """Read the stored form."""
        return cls(**{**data, "play": tuple(data["play"])})


def show(*, inquiry: Inquiry, by: "User") -> Event:
    """Compute the field and the open cards, and store the evidence shown.

    :raises Refused: the incident is over.
    """
    inputs, began = Inputs.of(inquiry), time.perf_counter()
    outputs = {"field": field(inquiry.incident.board, inquiry.incident.result, inputs), **with_open_cards(inputs)}
    if not outputs["by"] and inquiry.incident.board is not None:
        outputs |= _of_the_file(inquiry.incident.board, inputs)
    took = round((time.perf_counter() - began) * 1000)
    versions = {SHOWN: VERSION, "solver": outputs["by"]}
    data = {"inputs": asdict(inputs), "outputs": outputs, "complete": outputs["whole"]}
    return evidence.keep(inquiry, by, SHOWN, ms=took, versions=versions, **data)


def declarers_line(inquiry: Inquiry) -> evidence.ClaimInputs | None:
    """Return the position from which the director may play declarer's line card by card: before the trick of the revoke
    if the play is recorded that far, else before the lead. None if the deal is unknown, or declarer's side revoked."""
    inputs, known = Inputs.of(inquiry), inquiry.known()
    if not inputs.deal or not inputs.trumps or inputs.declarer not in tuple(Seat):
        return None
    declarer, offender = Seat(inputs.declarer), known.get("offender", "")
    if inquiry.law == "64" and offender in declarer.side.seats:
        return None
    trick = known.get("trick", "")
    wanted = 4 * (int(trick) - 1) if inquiry.law == "64" and trick.isdecimal() else 0
    walked = moments(parse_deal(inputs.deal), inputs.trumps, declarer, inputs.play)
    positions = {step.cards: step.position for step in walked if step.position is not None and not step.position.trick}
    position = positions.get(wanted) or positions[0]
    hands = {seat: sort_hand([*map(card_of, hand)]) for seat, hand in zip(Seat, position.hands, strict=True)}
    to_play = tuple(Seat)[position.seat]
    return evidence.ClaimInputs(format_deal(hands), inputs.trumps, declarer, declarer, to_play)


def _of_the_file(board: Board, inputs: Inputs) -> dict[str, Any]:
    """Read declarer's tricks from the makeable tricks in the board's file."""
    makeable_tricks = makeable.makeable_of(board)
    if makeable_tricks is None or len(makeable_tricks.tricks) != 20 or not inputs.trumps or not inputs.declarer:
        return {}
    row, column = ("NSEW".index(inputs.declarer), ("NT", "S", "H", "D", "C").index(inputs.trumps))
    return {"all": int(makeable_tricks.tricks[row * 5 + column], 16), "by": makeable_tricks.by or "file"}


def field(board: Board | None, own: Result | None, inputs: Inputs) -> dict[str, Any]:
    """Count the results of the other tables. Contracts in the same denomination by the same side are listed as [tricks,
    number of tables], others as [contract, declarer's side, tricks, number of tables], with the number of all
    tables."""
    if board is None:
        return {"same": [], "others": [], "tables": 0}
    lines = board.results.filter(kind=Result.Kind.PLAYED, tricks__isnull=False).exclude(contract="")
    confirmed = Adjustment.objects.filter(state=Adjustment.State.CONFIRMED, result__board=board)
    adjusted = set(confirmed.values_list("result", flat=True))
    same: Counter[int] = Counter()
    others: Counter[tuple[str, str, int]] = Counter()
    for line in lines:
        form = own is None or line.form == own.form
        if (own is not None and line.pk == own.pk) or line.pk in adjusted or line.award or not form:
            continue
        of = Inputs("", line.contract, line.declarer)
        if not of.trumps or line.tricks is None:
            continue
        if inputs.trumps == of.trumps and side_of(inputs.declarer) == side_of(line.declarer):
            same[line.tricks] += line.times
        else:
            others[line.contract, side_of(line.declarer), line.tricks] += line.times
    return {
        "same": [[tricks, tables] for tricks, tables in sorted(same.items(), reverse=True)],
        "others": [
            [*award_values, tables]
            for award_values, tables in sorted(others.items(), key=lambda entry: (-entry[1], entry[0]))
        ],
        "tables": same.total() + others.total(),
    }


def side_of(declarer: str) -> str:
    return Seat(declarer).side.value if declarer in tuple(Seat) else ""


def with_open_cards(inputs: Inputs) -> dict[str, Any]:
    """Compute declarer's double-dummy tricks: before the lead, after it, and after each card that changed their number;
    empty without a solver."""
    nothing: dict[str, Any] = {"all": None, "after_lead": None, "changes": [], "tricks": [], "whole": False, "by": ""}
    if not inputs.deal or not inputs.trumps or inputs.declarer not in tuple(Seat):
        return nothing
    deal, declarer = parse_deal(inputs.deal), Seat(inputs.declarer)
    play: Sequence[str] = inputs.play or ((inputs.lead,) if inputs.lead else ())
    course = open_cards.of_a_play(deal, inputs.trumps, declarer, play)
    if not course["changes"]:
        return nothing
    by_lead = [total for cards, *_rest, total in course["changes"] if cards <= 1]
    return {
        **course,
        "all": course["changes"][0][-1],
        "after_lead": by_lead[-1] if play else None,
        "by": process.version(),
    }


def shown_otherwise(events: Iterable[Event]) -> list[str]:
    """Recompute the double-dummy results that were shown, if the solver has the same version, and return a sentence for
    each difference. The results of the other tables are not compared, because they may have been corrected since."""
    differences = []
    for event in events:
        if event.kind != evidence.KIND or event.data["shown"] != SHOWN or not event.data["complete"]:
            continue
        if event.data["versions"] != {SHOWN: VERSION, "solver": process.version()}:
            continue
        now = with_open_cards(Inputs.from_json(event.data["inputs"]))
        was = {name: event.data["outputs"][name] for name in now}
        if now["whole"] and now != was:
            differences.append(evidence.differs(event, was, now))
    return differences

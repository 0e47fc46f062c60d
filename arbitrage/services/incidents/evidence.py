"""Evidence that a director was shown before he judged a claim: computed, stored in the incident's chain, and read
again.

An `evidence_shown` event has the inputs, the outputs, the version of the search and its duration. It changes no row,
and the program never answers a question from it (ADR 016).
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Event, Incident, Inquiry
from arbitrage.server.lock import Running, one_at_a_time
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import open_cards
from arbitrage.services.incidents.locking import locked, writable
from arbitrage.services.incidents.open_cards import most
from arbitrage.services.record.history import record
from arbitrage.services.tournaments.hand_looks import in_play, look_at_deal
from arbitrage.solver import process
from rulings.bridge import Card, Seat, format_deal, parse_deal
from rulings.bridge.deals import sort_hand
from rulings.cards_left import Facts
from rulings.engine.inquiry import State
from rulings.evidence import claim, defences
from rulings.evidence.claim import Found, Statement, TooLong, look_at
from rulings.evidence.open_cards import LONGEST, OpenCards
from rulings.evidence.position import Impossible, Position, card_of, read_position

if TYPE_CHECKING:
    from django.contrib.auth.models import User

KIND = "evidence_shown"
VERSIONS: Mapping[str, Any] = {"claim": claim.VERSION}
CHECKED = "defences"
"""Kind of evidence: a stated line against every defence."""
JUDGED = ("normal", "irrational")
"""Judgements that a director may tick for a kind of carelessness."""

AFTER: Mapping[str, frozenset[str]] = {
    "69": frozenset({"had_won"}),
    "70": frozenset({"said_by_partner", "objections"}),
    "71": frozenset({"had_won"}),
}
"""Questions by law, one of which must be answered before evidence is shown, so that the players are heard first."""
THEIR_LINE = frozenset({"line", "line_without", "would_have"})
"""The same for an assigned score: questions about how the players would have continued (64C1, 12C1, 21B3)."""

LONGEST_WAIT = 3.0
"""Most seconds that a search waits for another one."""


def opens(inquiry: Inquiry, state: State) -> bool:
    """Have the statements that this law asks for been heard, so that the cards may be shown?"""
    questions = AFTER.get(inquiry.law, THEIR_LINE)
    return any(step.question.id in questions for step in state.trail)


def hands_shut(board: Board | None, incident: Incident, user: "User") -> bool:
    """Must the hands stay hidden, because the board is still in play and this director has not asked for them since the
    call?"""
    if board is None or not in_play(board):
        return False
    looked = Event.objects.filter(kind="deal_looked_at", board=board, by=user, at__gte=incident.called_at)
    return not looked.exists()


def open_hands(incident: Incident, by: "User") -> None:
    """Record that the director asked for the hands of a board that is still played."""
    if incident.board is not None:
        look_at_deal(board=incident.board, by=by)


# The inputs


@dataclass(frozen=True)
class ClaimInputs:
    """Inputs for the evidence on a claim: the cards left, including those of the trick in progress, the player to play,
    the claimer, and what his statement says about cards."""

    left: str
    trumps: str
    claimer: Seat
    declarer: Seat
    to_play: Seat
    trick: Mapping[Seat, Card] = field(default_factory=dict)
    said: Statement = field(default_factory=Statement)

    def position(self) -> Position:
        """Build the position of the play.

        :raises Impossible: the inputs are not a valid position.
        """
        return read_position(parse_deal(self.left, complete=False), self.trumps, self.to_play, self.trick)

    @property
    def bound(self) -> frozenset[Seat]:
        """Hands that the claim binds: declarer's and dummy's, or only that of the defender who claimed (70D2)."""
        own = self.claimer.side.seats
        return frozenset(own if self.claimer.side is self.declarer.side else (self.claimer,))

    def as_json(self) -> dict[str, Any]:
        """Write the stored form."""
        return {
            "left": format_deal(parse_deal(self.left, complete=False)),
            "trumps": self.trumps,
            "claimer": self.claimer.value,
            "declarer": self.declarer.value,
            "to_play": self.to_play.value,
            "trick": {seat.value: str(card) for seat, card in self.trick.items()},
            "first": [str(card) for card in self.said.first],
            "suits": "".join(self.said.suits),
            "counted": sorted(str(card) for card in self.said.counted),
            "finesse": {None: "", True: "low", False: "high"}[self.said.finesse],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ClaimInputs":
        """Read the stored form."""
        return cls(
            data["left"],
            data["trumps"],
            claimer=Seat(data["claimer"]),
            declarer=Seat(data["declarer"]),
            to_play=Seat(data["to_play"]),
            trick={Seat(seat): Card(*card) for seat, card in data["trick"].items()},
            said=Statement(
                tuple(Card(*card) for card in data["first"]),
                tuple(data["suits"]),
                frozenset(Card(*card) for card in data["counted"]),
                {"": None, "low": True, "high": False}[data["finesse"]],
            ),
        )


def known_position(facts: Facts) -> dict[str, str]:
    """Return the values of `ClaimInputs` that are among the facts of an inquiry, by field name."""
    parts = {"left": facts.get("cards_left", "")}
    parts |= {name: facts.get(name, "") for name in ("trumps", "claimer", "declarer", "to_play")}
    return {name: value for name, value in parts.items() if value not in ("", "?")}


def computed(inputs: ClaimInputs) -> dict[str, Any]:
    """Compute the outputs of the evidence on a claim. For hands too long for the search these are only the number of
    tricks and, with a solver, the double-dummy tricks.

    :raises Impossible: the inputs are no position.
    """
    position = inputs.position()
    try:
        search: Found = look_at(position, inputs.claimer, inputs.declarer, inputs.said)
    except TooLong:
        made = most(position, list(Seat).index(inputs.claimer) % 2)
        return {"tricks": position.tricks, "open_cards": made, "kinds": []}
    return {
        "tricks": search.tricks,
        "open_cards": search.open_cards,
        "kinds": [
            {
                "kind": carelessness.kind,
                "lost": carelessness.lost,
                "line": [f"{seat}:{card}" for seat, card in carelessness.line],
                "certain": carelessness.certain,
            }
            for carelessness in search.kinds
        ],
    }


def line_outputs(inputs: ClaimInputs, cards: Sequence[Card]) -> dict[str, Any]:
    """Compute the outcome of a line: the tricks won by each side, and the double-dummy tricks of the claimer's side
    among the rest (None if that takes too long).

    :raises Impossible: a card of the line is illegal.
    """
    position, won = inputs.position(), {"NS": 0, "EW": 0}
    for card in cards:
        position, taker = position.after(card)
        if taker is not None:
            won[taker.side.value] += 1
    most: int | None = None
    if not any(position.hands):
        most = 0
    elif position.tricks <= LONGEST:
        most = OpenCards(position.trump).most(position, list(Seat).index(inputs.claimer) % 2)
    return {"won": won, "rest": most}


def position_after(inputs: ClaimInputs, cards: Sequence[Card]) -> ClaimInputs:
    """Return the inputs for the position after a line.

    :raises Impossible: a card of the line is illegal, or no card is left.
    """
    position = inputs.position()
    for card in cards:
        position, _taker = position.after(card)
    seats = tuple(Seat)
    played = {seats[seat]: card_of(card) for seat, card in position.trick}
    hands = {
        seat: [*map(card_of, held), *([played[seat]] if seat in played else [])]
        for seat, held in zip(seats, position.hands, strict=True)
    }
    if not any(position.hands):
        raise Impossible("none")
    cards_left = format_deal({seat: sort_hand(hand) for seat, hand in hands.items()})
    statement = replace(inputs.said, first=tuple(card for card in inputs.said.first if card not in cards))
    return replace(inputs, left=cards_left, to_play=seats[position.seat], trick=played, said=statement)


# Storing evidence


def show_claim(*, inquiry: Inquiry, inputs: ClaimInputs, by: "User") -> Event:
    """Compute the evidence of a claim from the cards, and store it.

    :raises Refused: another search does not end, or the incident is over.
    :raises Impossible: the inputs are no position.
    """
    with _one_search(inquiry):
        began = time.perf_counter()
        outputs = computed(inputs)
        took = round((time.perf_counter() - began) * 1000)
    complete = bool(outputs["kinds"]) and all(kind["certain"] for kind in outputs["kinds"])
    versions = VERSIONS if outputs["kinds"] else {**VERSIONS, "solver": process.version()}
    data = {"inputs": inputs.as_json(), "outputs": outputs, "complete": complete}
    return keep(inquiry, by, "claim", ms=took, versions=versions, **data)


def keep_line(*, of: Event, inquiry: Inquiry, cards: Sequence[Card], by: "User") -> Event:
    """Store a line that the director has played out, card by card, from a shown position.

    :raises Impossible: a card of the line is illegal.
    """
    inputs = ClaimInputs.from_json(of.data["inputs"])
    outputs = line_outputs(inputs, cards)
    line = {"evidence": str(of.pk), "line": [str(card) for card in cards]}
    return keep(inquiry, by, "line", inputs=line, outputs=outputs, ms=0, complete=True)


@contextmanager
def _one_search(inquiry: Inquiry) -> Iterator[None]:
    """Allow one search of a club at a time, in all processes of the server; a second search waits.

    :raises Refused: the other search does not end within LONGEST_WAIT.
    """
    try:
        with one_at_a_time(f"search-{inquiry.incident.club_id}", LONGEST_WAIT):
            yield
    except Running:
        raise Refused(_("Another search is running. Try again in a moment."), "busy") from None


def check_line(*, of: Event, inquiry: Inquiry, cards: Sequence[Card], by: "User") -> Event:
    """Compute the tricks of a line against every defence, and store them.

    :raises Refused: the line has no card of the claimer's side, there is no solver for it, or another search does not
    end.
    :raises Impossible: a card of the line is illegal.
    """
    inputs = ClaimInputs.from_json(of.data["inputs"])
    with _one_search(inquiry):
        began = time.perf_counter()
        outputs = checked_outputs(inputs, cards)
        took = round((time.perf_counter() - began) * 1000)
    line = {"evidence": str(of.pk), "line": [str(card) for card in cards]}
    versions = {CHECKED: defences.VERSION, "solver": process.version()}
    return keep(
        inquiry, by, CHECKED, versions=versions, inputs=line, outputs=outputs, ms=took, complete=outputs["whole"]
    )


def checked_outputs(inputs: ClaimInputs, cards: Sequence[Card]) -> dict[str, Any]:
    """Compute the fewest tricks that a line wins for the claimer's side against any defence, of those left at its
    beginning, and the play with that result.

    :raises Refused: the line has no card of the claimer's side, or there is no solver for it.
    :raises Impossible: a card of the line is illegal.
    """
    position, seats = inputs.position(), list(Seat)
    bound = frozenset(map(seats.index, inputs.bound))
    line = defences.said_in(position, cards, bound)
    if not any(line.said):
        raise Refused(_("Lay a card of the side that says the line first."), "empty")
    until = time.monotonic() + open_cards.SECONDS
    try:
        answer = defences.against_every_defence(
            position, bound, line, open_cards.every_card, lambda: time.monotonic() < until
        )
    except defences.NoAnswer:
        raise Refused(_("This machine has no solver that answers: the line is not checked."), "no_solver") from None
    return {"least": answer.least, "line": [str(card) for card in answer.line], "whole": answer.whole}


def judge_kinds(*, of: Event, inquiry: Inquiry, judged: Mapping[str, str], by: "User") -> Event:
    """Store the kinds of carelessness that the director judges normal or irrational for this player."""
    kinds = {kind["kind"] for kind in of.data["outputs"]["kinds"]}
    judgements = {kind: value for kind, value in judged.items() if kind in kinds and value in JUDGED}
    inputs = {"evidence": str(of.pk), "kinds": judgements}
    return keep(inquiry, by, "judged", inputs=inputs, outputs={}, ms=0, complete=True)


@transaction.atomic
def keep(inquiry: Inquiry, by: "User", kind: str, versions: Mapping[str, Any] | None = None, **data: Any) -> Event:
    """Store the evidence shown, and return its event.

    :raises Refused: the incident is over.
    """
    incident = writable(locked(inquiry.incident))
    return record(incident, by, KIND, inquiry=str(inquiry.pk), shown=kind, versions=versions or VERSIONS, **data)


# Reading evidence


def shown_of(inquiry: Inquiry, *kinds: str) -> list[Event]:
    """List the evidence shown in an inquiry, oldest first."""
    events = Event.objects.filter(stream=inquiry.incident_id, kind=KIND).select_related("by").order_by("seq")
    return [event for event in events if event.data["inquiry"] == str(inquiry.pk) and event.data["shown"] in kinds]


def shown_otherwise(events: Iterable[Event]) -> list[str]:
    """Recompute all complete evidence in the events of a chain that was computed by the present version, and return a
    sentence for each difference."""
    differences, claims = [], {}
    for event in events:
        if event.kind != KIND:
            continue
        data = event.data
        if data["shown"] == "claim":
            claims[str(event.pk)] = inputs = ClaimInputs.from_json(data["inputs"])
        if not data["complete"] or data["shown"] == "judged" or not _same_versions(data):
            continue
        if data["shown"] == "claim":
            now = computed(inputs)
        elif data["shown"] == CHECKED:
            now = checked_outputs(claims[data["inputs"]["evidence"]], [Card(*card) for card in data["inputs"]["line"]])
            if not now["whole"]:  # not completed this time, on a slow or busy machine
                continue
        else:
            cards = [Card(*card) for card in data["inputs"]["line"]]
            now = line_outputs(claims[data["inputs"]["evidence"]], cards)
        if now != data["outputs"]:
            differences.append(differs(event, data["outputs"], now))
    return differences


def differs(event: Event, was: object, now: object) -> str:
    """Write the sentence that evidence which was shown would be different today."""
    sentence = _("evidence %(key)s (%(shown)s): was %(was)s, would be %(now)s.")
    return sentence % {"key": event.pk, "shown": event.data["shown"], "was": was, "now": now}


def _same_versions(data: Mapping[str, Any]) -> bool:
    """Was the evidence computed by the versions used today?"""
    if data["shown"] == CHECKED:
        return bool(data["versions"] == {CHECKED: defences.VERSION, "solver": process.version()})
    return bool(data["versions"] == VERSIONS)

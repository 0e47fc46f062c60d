"""Evidence that a director was shown before he judged a claim: computed, kept in the incident's chain, read again.

An `evidence_shown` event has what went in, what came out, the version of the search and the time it took; it changes no
row and no answer, and nothing that it says is ever filled in for a question (ADR 016).
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
"""A line that was laid, against every defence."""
JUDGED = ("normal", "irrational")
"""What a director may tick of a kind of carelessness."""

AFTER: Mapping[str, frozenset[str]] = {
    "69": frozenset({"had_won"}),
    "70": frozenset({"said_by_partner", "objections"}),
    "71": frozenset({"had_won"}),
}
"""The questions of a law of which one must have been answered before evidence opens: what was said is heard first."""
THEIR_LINE = frozenset({"line", "line_without", "would_have"})
"""The same for an assigned score: how the players say that they would have gone on (64C1, 12C1, 21B3)."""

LONGEST_WAIT = 3.0
"""Seconds that a search waits for another one."""


def opens(inquiry: Inquiry, state: State) -> bool:
    """Has everybody been heard of whom this law asks, so that the cards may be looked at?"""
    questions = AFTER.get(inquiry.law, THEIR_LINE)
    return any(step.question.id in questions for step in state.trail)


def hands_shut(board: Board | None, incident: Incident, user: "User") -> bool:
    """Is the board still played elsewhere, and has this director not asked for its hands since the call?"""
    if board is None or not in_play(board):
        return False
    looked = Event.objects.filter(kind="deal_looked_at", board=board, by=user, at__gte=incident.called_at)
    return not looked.exists()


def open_hands(incident: Incident, by: "User") -> None:
    """Record that the director asked for the hands of a board that is still played."""
    if incident.board is not None:
        look_at_deal(board=incident.board, by=by)


# What is looked at


@dataclass(frozen=True)
class ClaimInputs:
    """A claim as evidence is asked for it: the cards left with those of the trick in progress, who plays, who claimed,
    and what he said as far as cards follow from it."""

    left: str
    trumps: str
    claimer: Seat
    declarer: Seat
    to_play: Seat
    trick: Mapping[Seat, Card] = field(default_factory=dict)
    said: Statement = field(default_factory=Statement)

    def position(self) -> Position:
        """Read the position.

        :raises Impossible: it is none.
        """
        return read_position(parse_deal(self.left, complete=False), self.trumps, self.to_play, self.trick)

    @property
    def bound(self) -> frozenset[Seat]:
        """The hands that the claim binds: declarer's and dummy's, or the defender's who claimed alone (70D2)."""
        own = self.claimer.side.seats
        return frozenset(own if self.claimer.side is self.declarer.side else (self.claimer,))

    def as_json(self) -> dict[str, Any]:
        """Write what is stored of it."""
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
        """Read what was stored."""
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
    """Return what an inquiry knows of the position already, by the names of `ClaimInputs`."""
    parts = {"left": facts.get("cards_left", "")}
    parts |= {name: facts.get(name, "") for name in ("trumps", "claimer", "declarer", "to_play")}
    return {name: value for name, value in parts.items() if value not in ("", "?")}


def computed(inputs: ClaimInputs) -> dict[str, Any]:
    """Compute the stored evidence of a claim from the cards; for longer hands, the number of tricks and, with a solver,
    those that open cards allow.

    :raises Impossible: it is no position.
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
    """Compute the outcome of a line that was laid: tricks won by each side, and what the claimer's side can still make
    of the rest with open cards, None if that takes too long.

    :raises Impossible: a card of it may not be played.
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
    """Return the inputs for the position that a line leads to.

    :raises Impossible: a card of it may not be played, or none is left.
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


# What is kept


def show_claim(*, inquiry: Inquiry, inputs: ClaimInputs, by: "User") -> Event:
    """Compute the evidence of a claim from the cards, and store it.

    :raises Refused: another search does not end, or nothing may be added to the incident.

    :raises Impossible: it is no position.
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
    """Keep a line that the director has laid from a position that he was shown.

    :raises Impossible: a card of it may not be played.
    """
    inputs = ClaimInputs.from_json(of.data["inputs"])
    outputs = line_outputs(inputs, cards)
    line = {"evidence": str(of.pk), "line": [str(card) for card in cards]}
    return keep(inquiry, by, "line", inputs=line, outputs=outputs, ms=0, complete=True)


@contextmanager
def _one_search(inquiry: Inquiry) -> Iterator[None]:
    """Let one search of a club run at a time, in whichever process of the server: a second one waits.

    :raises Refused: the other one does not end.
    """
    try:
        with one_at_a_time(f"search-{inquiry.incident.club_id}", LONGEST_WAIT):
            yield
    except Running:
        raise Refused(_("Another search is running. Try again in a moment."), "busy") from None


def check_line(*, of: Event, inquiry: Inquiry, cards: Sequence[Card], by: "User") -> Event:
    """Find what a line that was laid wins against every defence, and store it.

    :raises Refused: none of its cards is the claimer's side's, nothing answers here, or another search does not end.
    :raises Impossible: a card of it may not be played.
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
    """Compute the fewest tricks that a line wins for the claimer's side, of those left where it begins, and the cards
    by which it comes to them.

    :raises Refused: none of its cards is the claimer's side's, or nothing answers here.
    :raises Impossible: a card of it may not be played.
    """
    position, seats = inputs.position(), list(Seat)
    bound = frozenset(map(seats.index, inputs.bound))
    line = defences.said_in(position, cards, bound)
    if not any(line.said):
        raise Refused(_("Lay a card of the side that says the line first."), "empty")
    until = time.monotonic() + open_cards.SECONDS
    try:
        found = defences.against_every_defence(
            position, bound, line, open_cards.every_card, lambda: time.monotonic() < until
        )
    except defences.NoAnswer:
        raise Refused(_("This machine has no solver that answers: the line is not checked."), "no_solver") from None
    return {"least": found.least, "line": [str(card) for card in found.line], "whole": found.whole}


def judge_kinds(*, of: Event, inquiry: Inquiry, judged: Mapping[str, str], by: "User") -> Event:
    """Keep which kinds of carelessness the director holds to be normal or irrational for this player."""
    kinds = {kind["kind"] for kind in of.data["outputs"]["kinds"]}
    judgements = {kind: value for kind, value in judged.items() if kind in kinds and value in JUDGED}
    inputs = {"evidence": str(of.pk), "kinds": judgements}
    return keep(inquiry, by, "judged", inputs=inputs, outputs={}, ms=0, complete=True)


@transaction.atomic
def keep(inquiry: Inquiry, by: "User", kind: str, versions: Mapping[str, Any] | None = None, **data: Any) -> Event:
    """Keep what was shown; the event.

    :raises Refused: nothing may be added to the incident.
    """
    incident = writable(locked(inquiry.incident))
    return record(incident, by, KIND, inquiry=str(inquiry.pk), shown=kind, versions=versions or VERSIONS, **data)


# What is read again


def shown_of(inquiry: Inquiry, *kinds: str) -> list[Event]:
    """List what was shown in an inquiry, oldest first."""
    events = Event.objects.filter(stream=inquiry.incident_id, kind=KIND).select_related("by").order_by("seq")
    return [event for event in events if event.data["inquiry"] == str(inquiry.pk) and event.data["shown"] in kinds]


def shown_otherwise(events: Iterable[Event]) -> list[str]:
    """Compute again everything that was shown and complete, from the events of a chain in their order; a sentence for
    each that would be another today by the same version."""
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
            if not now["whole"]:  # a slower machine, or a busy one
                continue
        else:
            cards = [Card(*card) for card in data["inputs"]["line"]]
            now = line_outputs(claims[data["inputs"]["evidence"]], cards)
        if now != data["outputs"]:
            differences.append(differs(event, data["outputs"], now))
    return differences


def differs(event: Event, was: object, now: object) -> str:
    """Say that what was shown would be another today."""
    said = _("evidence %(key)s (%(shown)s): was %(was)s, would be %(now)s.")
    return said % {"key": event.pk, "shown": event.data["shown"], "was": was, "now": now}


def _same_versions(data: Mapping[str, Any]) -> bool:
    """Was this shown by what computes it today?"""
    if data["shown"] == CHECKED:
        return bool(data["versions"] == {CHECKED: defences.VERSION, "solver": process.version()})
    return bool(data["versions"] == VERSIONS)

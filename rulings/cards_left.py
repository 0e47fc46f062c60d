"""The cards left when play stops on a claim: the facts that follow from them, and their diagram.

The director notes them as the fact *cards_left*, a PBN deal with short hands (Law 70B3). This module only counts: the
director judges which play is normal, and what a player knew.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulings.bridge import SUITS, Deal, Seat, parse_deal

Facts = Mapping[str, str]

FROM_CARDS_LEFT = ("tricks_left", "trumps_out")
"""The facts that follow from the cards left."""


def cards_left(facts: Facts) -> Deal:
    """Read the cards that each player still holds, as noted; empty if they were not noted.

    :raises ValueError: the cards noted are not PBN.
    """
    noted = facts.get("cards_left", "")
    return parse_deal(noted, complete=False) if noted not in ("", "?") else {}


def from_remaining(facts: Facts) -> dict[str, str]:
    """Derive from the cards left the tricks left to play, and the trumps held by the *claimer*'s opponents:
    {"tricks_left": "5", "trumps_out": "1"}.

    Facts already in *facts* are left out. At no trumps no trump is out, whatever is noted. Trumps are not counted while
    an opponent's hand is shorter than the longest hand, because some of its cards are unknown. Inquiries of earlier
    versions are exempt: they left out the cards of the trick in progress.

    :raises ValueError: the cards noted are not PBN.
    """
    hands, trumps = cards_left(facts), facts.get("trumps", "")
    follows = {}
    if any(hands.values()):
        follows["tricks_left"] = str(max(map(len, hands.values())))
    if trumps == "NT":
        follows["trumps_out"] = "0"
    elif facts.get("claimer") in tuple(Seat):
        claimer = Seat(facts["claimer"])
        opponents = (hands.get(claimer.lho), hands.get(claimer.rho))
        most = max(map(len, hands.values()), default=0)
        whole = all(len(hand or ()) == most for hand in opponents)
        earlier = "new_line" in facts and facts.get("to_play", "?") == "?"
        if trumps in SUITS and all(opponents) and (whole or earlier):
            follows["trumps_out"] = str(sum(card.suit == trumps for hand in opponents for card in hand or ()))
    return {name: value for name, value in follows.items() if name not in facts}


def can_follow(hands: Deal, suit: str) -> tuple[Seat, ...]:
    """List the players who still hold a card of the suit, clockwise from North."""
    return tuple(seat for seat in Seat if any(card.suit == suit for card in hands.get(seat, ())))


@dataclass(frozen=True, slots=True)
class Diagram:
    """The cards left, for the report of a claim: *hands* are the ranks by player and suit ("AJ2"), spades first.

    *claimer* and *trumps* are empty while unknown. *trumps_out* are the trumps of the claimer's opponents. *followers*
    are, for each suit that somebody holds, the players who can still follow.
    """

    hands: dict[Seat, dict[str, str]]
    tricks: int
    claimer: str
    trumps: str
    trumps_out: int | None
    followers: dict[str, tuple[Seat, ...]]


def diagram(facts: Facts) -> Diagram | None:
    """Build the diagram of a claim; None when no card was noted.

    :raises ValueError: the cards noted are not PBN.
    """
    hands = cards_left(facts)
    if not any(hands.values()):
        return None
    known = {**facts, **from_remaining(facts)}
    return Diagram(
        {
            seat: {suit: "".join(card.rank for card in hands[seat] if card.suit == suit) for suit in SUITS}
            for seat in Seat
        },
        int(known["tricks_left"]),
        known.get("claimer", ""),
        known.get("trumps", ""),
        int(known["trumps_out"]) if "trumps_out" in known else None,
        {suit: players for suit in SUITS if (players := can_follow(hands, suit))},
    )

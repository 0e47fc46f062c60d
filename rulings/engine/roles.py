"""The seats and sides of the roles, from the facts of an inquiry."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulings.bridge import Seat, Side
from rulings.cards_left import from_remaining


def with_roles(facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts with the roles that follow from them; a given fact is never changed.

    - *wrong_leader*, who made the opening lead out of turn, is the offender; declarer is the presumed one.
    - *declarer*: dummy, the defender who has the opening lead, both defenders and both sides.
    - *offender*: lho, rho, partner and the sides, which also follow from his role ("defender") while his seat is
      unknown; the players after and before the hand that led out of turn.
    - *on_lead*, who is on lead while his partner has penalty cards: that partner is the owner.
    - *owner* of a penalty card: his partner, and the sides.
    - *claimer*: the three other players and both sides; if a ruling on the claim gave tricks, also declarer's total
      tricks and the tricks that stay with the claimer's side.
    - *informant*, from whom partner had information, or *explainer* of a call: their partners, and the sides.
    - *misled* by an explanation: the player on his left.
    - *probable_declarer* of another contract than the table's: his side, and the other side.
    - *cards_left*: the tricks left to play, and the trumps of the claimer's opponents.
    """
    known = dict(facts)
    wrong_leader = _seat(known.get("wrong_leader", ""))
    if wrong_leader is not None:
        known.setdefault("offender", wrong_leader.value)
        presumed = presumed_declarer(known)
        known |= {"declarer": presumed, "presumed_declarer": presumed} if presumed else {}
    declarer = _seat(known.get("declarer", ""))
    offender = _seat(known.get("offender", ""))
    on_lead = _seat(known.get("on_lead", ""))
    owner = _seat(known.get("owner", "")) or (on_lead.partner if on_lead else None)
    if declarer is not None:
        known |= {
            "dummy": declarer.partner.value,
            "opening_leader": declarer.lho.value,
            "declarer_lho": declarer.lho.value,
            "declarer_rho": declarer.rho.value,
            "declaring_side": declarer.side.value,
            "defenders": declarer.side.other.value,
        }
    if offender is not None:
        known |= {"lho": offender.lho.value, "rho": offender.rho.value, "partner": offender.partner.value}
        known |= {"after_lead": offender.lho.value, "before_lead": offender.rho.value}
    if owner is not None:
        known |= {"owner": owner.value, "owner_partner": owner.partner.value}
    claimer, misled = _seat(known.get("claimer", "")), _seat(known.get("misled", ""))
    informant, explainer = _seat(known.get("informant", "")), _seat(known.get("explainer", ""))
    if claimer is not None:
        known |= {"claimer_partner": claimer.partner.value}
        known |= {"claimer_lho": claimer.lho.value, "claimer_rho": claimer.rho.value}
        known |= {"claiming_side": claimer.side.value, "opposing_side": claimer.side.other.value}
    if misled is not None:
        known |= {"misled_lho": misled.lho.value}
    if informant is not None:
        known |= {"receiver": informant.partner.value}
    if explainer is not None:
        known |= {"explained": explainer.partner.value}
    probable = _seat(known.get("probable_declarer", ""))
    if probable is not None:
        known |= {"probable_side": probable.side.value, "probable_defenders": probable.side.other.value}
    named = offender or owner or informant or explainer
    side = named.side if named else _side_of_role(known.get("revoker", ""), declarer)
    if side is not None:
        known |= {"offending_side": side.value, "non_offending_side": side.other.value}
    known |= from_remaining(known)
    left, lost = resolve("tricks_left", known), resolve("tricks_to_others", known)
    if left and lost and int(lost) <= int(left):
        known |= {"tricks_to_claimer": str(int(left) - int(lost))}
    total = tricks_after_a_claim(known)
    return known if total is None else known | {"declarers_tricks": str(total)}


def tricks_after_a_claim(known: Mapping[str, str]) -> int | None:
    """Return declarer's total tricks after a ruling on a claim: those won before, and his share of the *tricks_left*,
    of which *tricks_to_others* go to the side that did not claim. ``None`` while a number is not known, or if they do
    not fit into thirteen tricks."""
    counted = [resolve(name, known) for name in ("tricks_before", "tricks_left", "tricks_to_others")]
    sides = [resolve(name, known) for name in ("claiming_side", "declaring_side")]
    if not all(counted) or not all(sides):
        return None
    before, left, lost = map(int, counted)
    if before + left > 13 or lost > left:
        return None
    return before + (left - lost if sides[0] == sides[1] else lost)


def presumed_declarer(facts: Mapping[str, str]) -> str:
    """Return the presumed declarer at an opening lead out of turn; "" while he is unknown.

    Law 54A may make his partner declarer. The result then names the partner, but the ruling keeps the presumed
    declarer: a lead ruled out of turn came from his right-hand opponent.
    """
    presumed, leader = resolve("presumed_declarer", facts), _seat(facts.get("wrong_leader", ""))
    if presumed:
        return presumed
    if leader is not None and facts.get("since_lead", "") not in ("", "other_leader"):
        return leader.lho.value
    declarer = resolve("declarer", facts)
    if declarer or leader is None or facts.get("since_lead") == "other_leader":
        return declarer
    return leader.lho.value


def handed(hands: Iterable[str], facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts that a duty or a ruling passes on to the inquiry that it opens, without unknown ones.

    ``"card"`` hands on the fact of that name; ``"owner=[partner]"`` the player or card of that role as *owner*;
    ``"kind=major"`` a fixed answer: ``handed(("owner=[partner]", "kind=major"), {"offender": "E"})`` is ``{"owner":
    "W", "kind": "major"}``.
    """
    known = with_roles(facts)
    given = {}
    for hand in hands:
        name, _, source = hand.partition("=")
        literal = source and not source.startswith("[")
        value = source if literal else resolve(source.strip("[]") or name, known)
        if value:
            given[name] = value
    return given


def resolve(name: str, known: Mapping[str, str]) -> str:
    """Return the seat, side or card of a role or fact; "" while it is unknown."""
    value = known.get(name, "")
    return "" if value == "?" else value


def resolved(effect: dict[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Return an effect with the values of its roles and facts beside them: ``player`` "offender" gains ``player_is``
    "E"."""
    resolved_fields: dict[str, Any] = {}
    for name in (
        "player",
        "what",
        "card",
        "to",
        "seat",
        "favours",
        "chooser",
        "tricks",
        "contract",
        "declarer",
        "shown",
    ):
        value = effect.get(name)
        if isinstance(value, str) and resolve(value, known):
            resolved_fields[f"{name}_is"] = resolve(value, known)
    for name in ("require", "forbid", "suits"):
        suits = [_suit_of(name_of_suit, known) for name_of_suit in str(effect.get(name, "")).split(", ")]
        if all(suits):
            resolved_fields[f"{name}_is"] = ", ".join(suits)
    for name in ("ui_for", "ai_for", "players"):
        names = effect.get(name, ())
        values = [resolve(role, known) for role in names]
        if names and all(values):
            resolved_fields[f"{name}_is"] = values
    return effect | resolved_fields


def key(about: Iterable[str], known: Mapping[str, str]) -> str:
    """Return the key of the card that a duty is about ("E:C4"); "" while it is unknown."""
    player, card = (resolve(name, known) for name in about)
    return f"{player}:{card}" if player and card else ""


def _suit_of(name: str, known: Mapping[str, str]) -> str:
    """Return the letter of the suit named by "suit" or "card:suit"; "" while it is unknown."""
    source, _, form = name.partition(":")
    return resolve(source, known)[:1] if form == "suit" else resolve(source, known)


_SEATS = {seat.value: seat for seat in Seat}


def _seat(value: str) -> Seat | None:
    return _SEATS.get(value)


def _side_of_role(role: str, declarer: Seat | None) -> Side | None:
    if declarer is None or role not in ("declarer", "dummy", "defender"):
        return None
    return declarer.side.other if role == "defender" else declarer.side

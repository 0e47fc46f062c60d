"""Who is who: the seats and sides that follow from the facts of an inquiry."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulings.bridge import Seat, Side, parse_deal

PLAYERS = ("offender", "lho", "rho", "partner", "declarer", "dummy")


def with_roles(facts: Mapping[str, str]) -> dict[str, str]:
    """The facts, completed with what follows from them; what was given is never changed.

    - *wrong_leader* made the opening lead out of turn: the offender, and declarer sits at his left.
    - *declarer*: dummy, the defender who has the opening lead, both defenders and both sides.
    - *offender*: lho, rho, partner and, with his role ("defender") when his seat is not known, the sides; who sits
      after and before the hand that led out of turn.
    - *owner* of a penalty card, a defender who offended when nobody else was named: his partner, and the sides.
    """
    known = dict(facts)
    wrong_leader = _seat(known.get("wrong_leader", ""))
    if wrong_leader is not None:
        known.setdefault("offender", wrong_leader.value)
        if known.get("since_lead") != "other_leader":
            known.setdefault("declarer", wrong_leader.lho.value)
    declarer = _seat(known.get("declarer", ""))
    offender = _seat(known.get("offender", ""))
    owner = _seat(known.get("owner", ""))
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
        if owner is None and (declarer is None or declarer.side is not offender.side):
            owner = offender
    if owner is not None:
        known |= {"owner": owner.value, "owner_partner": owner.partner.value}
    named = offender or owner
    side = named.side if named else _side_of_role(known.get("revoker", ""), declarer)
    if side is not None:
        known |= {"offending_side": side.value, "non_offending_side": side.other.value}
    return known


def from_deal(facts: Mapping[str, str]) -> Mapping[str, str]:
    """The facts, with the suits that the players of the first trick hold when the *deal* (PBN) is one of them.

    ``opening_leader_suits`` "SHC" is a hand without diamonds; so is ``offender_suits`` for the offender.

    :raises ValueError: the deal is not PBN.
    """
    if not facts.get("deal"):
        return facts
    hands, known = parse_deal(facts["deal"], complete=False), with_roles(facts)
    found = dict(facts)
    for role in ("opening_leader", "offender"):
        seat = _seat(known.get(role, ""))
        if seat is not None and hands.get(seat):
            found.setdefault(f"{role}_suits", "".join(suit for suit in "SHDC" if suit in {c.suit for c in hands[seat]}))
    return found


def handed(hands: Iterable[str], facts: Mapping[str, str]) -> dict[str, str]:
    """The facts that a duty or a ruling hands on to the inquiry that it opens; what is not known is left out.

    ``"card"`` hands on the fact of that name, ``"owner=[partner]"`` the player or card that is so called here, and
    ``"kind=major"`` an answer: ``handed(("owner=[partner]", "kind=major"), {"offender": "E"})`` is
    ``{"owner": "W", "kind": "major"}``.
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
    """The seat, side or card that a role or fact stands for, or an empty string while it is not known."""
    value = known.get(name, "")
    return "" if value == "?" else value


def resolved(effect: dict[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """An effect with the values of its roles and facts beside them: ``player`` "offender" gains ``player_is`` "E"."""
    found: dict[str, Any] = {}
    for name in ("player", "card", "to", "seat", "favours", "chooser", "tricks"):
        value = effect.get(name)
        if isinstance(value, str) and resolve(value, known):
            found[f"{name}_is"] = resolve(value, known)
    for name in ("require", "forbid"):
        suits = [_suit_of(one, known) for one in str(effect.get(name, "")).split(", ")]
        if all(suits):
            found[f"{name}_is"] = ", ".join(suits)
    for name in ("ui_for", "ai_for", "players"):
        names = effect.get(name, ())
        values = [resolve(one, known) for one in names]
        if names and all(values):
            found[f"{name}_is"] = values
    return effect | found


def _suit_of(name: str, known: Mapping[str, str]) -> str:
    """The suit that "suit" or "card:suit" stands for: its letter, or nothing while it is not known."""
    source, _, form = name.partition(":")
    return resolve(source, known)[:1] if form == "suit" else resolve(source, known)


def _seat(value: str) -> Seat | None:
    return Seat(value) if value in tuple(Seat) else None


def _side_of_role(role: str, declarer: Seat | None) -> Side | None:
    if declarer is None or role not in ("declarer", "dummy", "defender"):
        return None
    return declarer.side.other if role == "defender" else declarer.side

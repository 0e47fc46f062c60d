"""Facts that follow from other facts before any question is asked. A function added to the list here applies to every
law."""

from collections.abc import Callable, Mapping

from rulings.bridge import Seat, parse_contract, parse_deal
from rulings.cards_left import from_remaining
from rulings.engine.question import UNKNOWN
from rulings.engine.roles import presumed_declarer, resolve, with_roles

Facts = Mapping[str, str]


def completed(facts: Facts) -> Facts:
    """Return the facts of an inquiry with the facts that follow from them; a given fact is never changed.

    :raises ValueError: a fact has a malformed value, such as a deal that is not PBN.
    """
    for follows in DERIVED:
        facts = follows(facts)
    return facts


def from_deal(facts: Facts) -> Facts:
    """Return the facts; if the *deal* (PBN) is among them, add the suits that the players of the first trick hold.

    ``opening_leader_suits`` "SHC" is a hand without diamonds; ``offender_suits`` has the same form for the offender.

    :raises ValueError: the deal is not PBN.
    """
    if not facts.get("deal"):
        return facts
    hands, known = parse_deal(facts["deal"], complete=False), with_roles(facts)
    completed_facts = dict(facts)
    for role in ("opening_leader", "offender"):
        held = {card.suit for card in hands[Seat(known[role])]} if known.get(role) in tuple(Seat) else set()
        if held:
            completed_facts.setdefault(f"{role}_suits", "".join(suit for suit in "SHDC" if suit in held))
    return completed_facts


def trumps_of_contract(facts: Facts) -> Facts:
    """Return the facts, with the trumps of the *contract* where only the contract is known: "NT" for 3NT."""
    contract = resolve("contract", facts)
    played = parse_contract(contract) if contract and "trumps" not in facts else None
    return facts if played is None else {**facts, "trumps": str(played.denomination)}


def from_cards_left(facts: Facts) -> Facts:
    """Return the facts, with the tricks left and the trumps out that follow from the *cards_left* at a claim.

    :raises ValueError: the cards left are not PBN.
    """
    following = from_remaining(facts)
    return {**facts, **following} if following else facts


def as_presumed(facts: Facts) -> Facts:
    """Return the facts with the declarer that was presumed when an opening lead was made out of turn (54A). It is the
    declarer of the board, unless the result came after the ruling on the lead."""
    ruled_on = resolve("wrong_leader", facts) and facts.get("since_lead", "") not in ("", "other_leader")
    declarer = (
        presumed_declarer(facts) if ruled_on else resolve("presumed_declarer", facts) or resolve("declarer", facts)
    )
    return {**facts, "presumed_declarer": declarer} if declarer else facts


def cards_not_noted(facts: Facts) -> Facts:
    """Mark the cards as unknown where several were seen at once (24C, 58B2); earlier versions did not ask."""
    in_auction = facts.get("cards") == "several" and facts.get("end_of_auction") == "reached"
    together = facts.get("others") == "several" and "played_after" in facts and "named_card" in facts
    if "card" in facts or not (in_auction or together):
        return facts
    return {"card": "?", "second_card": "?", "a_third_card": "no", **facts}


def second_offender_not_noted(facts: Facts) -> Facts:
    """Mark as unknown which defender revoked on the same trick as declarer (62C3); earlier versions did not ask."""
    asked = "second_offender" in facts or not (facts.get("since") == "both" and "other_card" in facts)
    return facts if asked else {"second_offender": UNKNOWN, **facts}


def auction_had_begun(facts: Facts) -> Facts:
    """Add that a call had been made. Earlier versions ruled on a card seen in the auction (24) only after a call, and
    did not store that fact."""
    asked = "auction_begun" in facts or not ("could_see" in facts and "cards" in facts)
    return facts if asked else {"auction_begun": "yes", **facts}


def as_the_english_15a3(facts: Facts) -> Facts:
    """Add the English reading of 15A3 where the stored regulations name no reading; earlier versions followed it."""
    told = "profile_15a3" in facts or "profile_54a" not in facts
    return facts if told else {**facts, "profile_15a3": "assigned"}


def position_not_noted(facts: Facts) -> Facts:
    """Mark as unknown who was to play at a claim, and the trumps (70B3); earlier versions did not ask."""
    if "new_line" not in facts:
        return facts
    return {name: UNKNOWN for name in ("to_play", "trumps") if name not in facts} | dict(facts)


def player_not_noted(facts: Facts) -> Facts:
    """Mark as unknown who took back a card played on an opponent's misinformation (47D, 47E); earlier versions did not
    ask."""
    asked = "player" in facts or not ("ground" in facts and "offender" in facts)
    return facts if asked else {"player": UNKNOWN, **facts}


DERIVED: tuple[Callable[[Facts], Facts], ...] = (
    as_presumed,
    cards_not_noted,
    second_offender_not_noted,
    auction_had_begun,
    as_the_english_15a3,
    from_deal,
    trumps_of_contract,
    position_not_noted,
    player_not_noted,
    from_cards_left,
)

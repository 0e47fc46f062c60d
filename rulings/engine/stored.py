"""Conversion of rulings stored by earlier versions to the format of this version; only this module knows old names."""

from collections.abc import Mapping
from typing import Any


def upgraded(ruling: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored ruling (``Ruling.as_json``) of any version with the present names; its words stay.

    The first version stored a hand that is spread as a card to play ("hand"), stored the cards taken up under 51B as
    words ("penalty cards in suit, second_suit"), and had several names for the same card. A duty about a penalty card
    had the card among the facts handed to `50-lead`, which closed the duty; notes told the director which other duties
    to close. It stored neither the owner of an offender's penalty card nor the kind of a score for one side.
    """
    today = {
        **ruling,
        "rectifications": [
            _effect(effect) for effect in ruling.get("rectifications", ()) if effect.get("text") not in CLOSE_YOURSELF
        ],
        "duties": [_duty(duty) for duty in ruling.get("duties", ())],
    }
    if str(ruling.get("law", "")).startswith(("50D2", "51B")):
        today.pop("closes", None)
    if "facts" in ruling and "owner" in str([today["rectifications"], today["duties"]]):
        today["facts"] = _facts(ruling["facts"])
    return today


def _facts(facts: Mapping[str, str]) -> dict[str, str]:
    """Add the owner of a penalty card, which earlier versions did not store; by default he is the defender who
    offended."""
    offender, declarer = (facts.get(name) or "?" for name in ("offender", "declarer"))
    if offender == "?":
        offender = facts.get("wrong_leader") or "?"
    if "owner" in facts or "on_lead" in facts or offender == "?" or (offender in "NS") == (declarer in "NS"):
        return dict(facts)
    return {**facts, "owner": offender}


def _duty(duty: Mapping[str, Any]) -> dict[str, Any]:
    today = dict(duty)
    given = {name: source.strip("[]") or name for name, _, source in (hand.partition("=") for hand in duty["hands"])}
    if duty["opens"] == "50-lead":
        declarer = given.get("declarer", "declarer")
        today |= {"opens": "50-table", "hands": ["declarer" if declarer == "declarer" else f"declarer=[{declarer}]"]}
        today["about"] = [given["owner"], given.get("card", "cards")]
    elif duty["law"] == "50C" and duty["when"] == "card_gone" and not duty["opens"]:
        today |= {"opens": "50-table", "hands": ["declarer"], "about": ["owner", "card"]}
    return today


CLOSE_YOURSELF = (
    "Close the old entry of the minor card in the list of what to come back for.",
    "Each card taken back has its own entry in the list of what to come back for: close those too.",
    "Close the entry of [card:the] in the list of what to come back for: it is played.",
)


def _effect(effect: Mapping[str, Any]) -> dict[str, Any]:
    today = dict(effect)
    if today["effect"] == "MUST_PLAY" and today.get("card") == "hand":
        return {name: value for name, value in today.items() if name not in ("card", "when")} | {"effect": "SPREAD"}
    words, _, suits = str(today.get("card", "")).partition(" in ")
    if words == "penalty cards":
        today |= {"card": "penalty_cards", "suits": suits}
    if today["effect"] == "SPLIT":
        today.setdefault("kind", "loss_spared" if today["law"] == "82C" else "gain_taken")
    if today["effect"] == "PENALTY_CARD" and today.get("player") == "defender":
        today["player"] = "second_offender"
    return today | {name: SPELLINGS[value] for name, value in today.items() if name in NAMED and value in SPELLINGS}


NAMED = ("card", "source", "what", "player")

SPELLINGS = {
    "any card": "any_card",
    "a legal card": "legal_card",
    "any legal card": "legal_card",
    "as required": "required_card",
    "penalty card": "penalty_card",
    "other cards": "other_cards",
    "cards shown": "cards_shown",
    "card led": "card_led",
    "card played": "card_played",
    "card played from hand": "card_from_hand",
    "card in turn": "card_in_turn",
    "card played to the trick": "card_of_the_trick",
    "card seen": "card_seen",
    "proper lead": "proper_lead",
    "dropped card": "dropped_card",
    "face-down card": "face_down_card",
    "restored card": "restored_card",
    "cards too many": "surplus_cards",
    "card played after it": "played_after",
    "cards played after them": "played_after",
    "card played after dummy's": "played_after",
    "card played after the revoke": "played_after",
    "cards played after the revoke": "played_after",
    "card led or played to the next trick": "next_trick",
    "any card of the hand spread": "from_hand_spread",
    "a card of the suit led if he has one": "follow_suit",
    "highest of the suit led": "highest_of_suit_led",
    "lowest of the suit led": "lowest_of_suit_led",
    "lowest of the suit named": "lowest_of_suit_named",
    "lowest winning card": "lowest_that_wins",
    "that rank in the suit last won": "rank_in_suit_last_won",
    "the card of that rank": "that_rank",
    "one of that rank, named by declarer": "that_rank_as_named",
    "card named by declarer": "named_by_declarer",
    "the penalty card that declarer names": "named_by_declarer",
    "withdrawn card": "withdrawn_cards",
    "withdrawn cards": "withdrawn_cards",
    "cards withdrawn by the non-offending side": "withdrawn_by_non_offenders",
    "cards seen during the auction": "seen_in_auction",
    "declarer's card": "declarers_card",
    "premature play": "premature_play",
    "both sides": "both_sides",
}

"""The names that an effect uses, each with one spelling: players and sides by role, cards by fact or by description.

The commands print these names and the record stores them permanently. mypy refuses a name that is not listed here, and
a test checks every path. `rulings.engine.stored` reads the names of earlier versions.
"""

from typing import Literal

Player = Literal[
    "offender",
    "lho",
    "rho",
    "partner",
    "player",
    "declarer",
    "dummy",
    "opening_leader",
    "leader",
    "on_lead",
    "after_lead",
    "before_lead",
    "next_hand",
    "owner",
    "owner_partner",
    "declarer_lho",
    "declarer_rho",
    "second_offender",
    "claimer",
    "claimer_partner",
    "informant",
    "receiver",
    "informed",
    "explainer",
    "explained",
    "misled",
    "misled_lho",
]
"""A player: a role that follows from the facts, or a fact that is a seat. Two may have offended (Laws 58, 63)."""

SideName = Literal[
    "offending_side",
    "non_offending_side",
    "declaring_side",
    "defenders",
    "claiming_side",
    "opposing_side",
    "probable_side",
    "probable_defenders",
]
"""A side. The side of the probable declarer and its opponents refer to a contract other than the table's (82C)."""

Who = Player | SideName | Literal["both_sides"]
"""Player or side bound by an effect; of a side, the player who holds the card is bound."""

CardFact = Literal[
    "card",
    "other_card",
    "leader_card",
    "partner_card",
    "own_card",
    "led_card",
    "second_card",
    "third_card",
    "fourth_card",
    "named_card",
    "meant_card",
    "taken_card",
    "designated",
]
"""A card that is a fact of the inquiry."""

CardSaid = Literal[
    "any_card",
    "legal_card",
    "required_card",
    "penalty_card",
    "penalty_cards",
    "cards",
    "other_cards",
    "cards_shown",
    "card_led",
    "card_played",
    "card_from_hand",
    "card_in_turn",
    "card_of_the_trick",
    "card_seen",
    "proper_lead",
    "lead",
    "dropped_card",
    "face_down_card",
    "restored_card",
    "surplus_cards",
    "played_after",
    "next_trick",
    "from_hand_spread",
    "follow_suit",
    "highest_of_suit_led",
    "lowest_of_suit_led",
    "lowest_of_suit_named",
    "lowest_that_wins",
    "rank_in_suit_last_won",
    "rank_in_suit_shown",
    "that_rank",
    "that_rank_as_named",
    "named_by_declarer",
]
"""A card that is no fact, named by its description."""

CardName = CardFact | CardSaid

CallFact = Literal["call", "bid", "replacement", "first_call", "second_call", "final_call"]
"""A call that is a fact of the inquiry."""

What = (
    CardName
    | CallFact
    | Literal["claim", "concession", "deal", "board", "calls", "later_passes", "later_calls", "pass", "call_over_it"]
)
"""A card or call that stands, or is annulled."""

Source = (
    CardName
    | CallFact
    | Literal[
        "withdrawn_cards",
        "withdrawn_calls",
        "withdrawn_by_non_offenders",
        "seen_in_auction",
        "declarers_card",
        "premature_play",
        "dummy",
        "question",
        "statement",
        "remark",
        "explanation",
        "hesitation",
        "later_passes",
        "call_over_it",
        "slip",
        "wish",
    ]
)
"""Source of information that one side may use and the other may not."""

SuitNames = Literal["", "card:suit", "suit", "suit, second_suit", "suit, second_suit, third_suit", "shown"]
"""Suits, by the fact that holds each of them."""

LeadLasts = Literal["this_lead", "while_retains_lead"]
PassLasts = Literal["once", "rest_of_auction"]
PenaltyKind = Literal["major", "minor", "as_before"]
"""``as_before``: the card stays the penalty card that it was."""
SplitKind = Literal["gain_taken", "loss_spared"]
TakenTo = Literal["hand", "table_as_MPC", "table_as_mPC"]
PlayWhen = Literal["now", "next_turn_if_legal", "first_legal_opportunity"]
JudgedWhen = Literal["now", "end_of_play"]
PlayKind = Literal["highest_of_suit_led", "lowest_of_suit_led", "require_other_suit", "forbid_other_suit"]
Does = Literal["LEAVE", "STAY", "RETURN"]
Until = Literal[
    "",
    "card_gone",
    "card_played",
    "cards_restored",
    "lead_made",
    "lead_lost",
    "end_of_play",
    "end_of_auction",
    "next_call",
    "partner_on_lead",
    "carried_out",
    "opening_lead",
]
"""The moment until which the director stays, or at which he returns."""

"""The names and forms of blanks, with the words of each while its fact is unknown.

The file is one long table of vocabulary.
"""

from dataclasses import dataclass

from rulings.engine.catalogue import Marked, pgettext


@dataclass(frozen=True)
class Blank:
    """The vocabulary of a blank: its kind, and its words while it is unknown, by form."""

    kind: str
    unknown: dict[str, Marked]


CARD = Blank(
    "card",
    {
        "": pgettext("role", "the card"),
        "the": pgettext("role", "the card"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

OTHER_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the other card"),
        "the": pgettext("role", "the other card"),
        "suit": pgettext("role", "the suit of the other card"),
    },
)

THIRD_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the third card"),
        "the": pgettext("role", "the third card"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

FOURTH_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the fourth card"),
        "the": pgettext("role", "the fourth card"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

OWN_CARD = Blank(
    "card",
    {
        "": pgettext("role", "his penalty card"),
        "the": pgettext("role", "his penalty card"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

LED_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the card led"),
        "the": pgettext("role", "the card led"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

NAMED_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the card named"),
        "the": pgettext("role", "the card named"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

MEANT_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the card meant"),
        "the": pgettext("role", "the card meant"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

TAKEN_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the card that dummy took"),
        "the": pgettext("role", "the card that dummy took"),
        "suit": pgettext("role", "the suit of the card"),
    },
)

CALL = Blank("call", {"": pgettext("role", "the call")})

LOWEST = Blank(
    "call",
    {"": pgettext("role", "the lowest sufficient bid"), "natural": pgettext("role", "the lowest sufficient bid")},
)

PROBABLE_TRICKS = Blank("tricks", {"": pgettext("role", "the probable number of tricks")})

PARTNER_CARD = Blank(
    "card",
    {
        "": pgettext("role", "the partner’s card"),
        "the": pgettext("role", "the partner’s card"),
        "suit": pgettext("role", "the suit of the partner’s card"),
    },
)

SUIT = Blank("suit", {"": pgettext("role", "the suit named")})

SECOND_SUIT = Blank("suit", {"": pgettext("role", "the second suit named")})

THIRD_SUIT = Blank("suit", {"": pgettext("role", "the third suit named")})

BLANKS: dict[str, Blank] = {
    "offender": Blank(
        "seat",
        {
            "": pgettext("role", "the offender"),
            "of": pgettext("role", "of the offender"),
            "to": pgettext("role", "to the offender"),
        },
    ),
    "lho": Blank(
        "seat",
        {
            "": pgettext("role", "the offender’s left-hand opponent"),
            "of": pgettext("role", "of the offender’s left-hand opponent"),
            "to": pgettext("role", "to the offender’s left-hand opponent"),
        },
    ),
    "rho": Blank(
        "seat",
        {
            "": pgettext("role", "the offender’s right-hand opponent"),
            "of": pgettext("role", "of the offender’s right-hand opponent"),
            "to": pgettext("role", "to the offender’s right-hand opponent"),
        },
    ),
    "partner": Blank(
        "seat",
        {
            "": pgettext("role", "the offender’s partner"),
            "of": pgettext("role", "of the offender’s partner"),
            "to": pgettext("role", "to the offender’s partner"),
        },
    ),
    "player": Blank(
        "seat",
        {
            "": pgettext("role", "the player"),
            "of": pgettext("role", "of the player"),
            "to": pgettext("role", "to the player"),
        },
    ),
    "declarer": Blank(
        "seat",
        {
            "": pgettext("role", "declarer"),
            "of": pgettext("role", "of declarer"),
            "to": pgettext("role", "to declarer"),
        },
    ),
    "dummy": Blank(
        "seat",
        {
            "": pgettext("role", "dummy"),
            "of": pgettext("role", "of dummy"),
            "to": pgettext("role", "to dummy"),
        },
    ),
    "opening_leader": Blank(
        "seat",
        {
            "": pgettext("role", "the defender who has the opening lead"),
            "of": pgettext("role", "of the defender who has the opening lead"),
            "to": pgettext("role", "to the defender who has the opening lead"),
        },
    ),
    "leader": Blank(
        "seat",
        {
            "": pgettext("role", "the player whose lead it is"),
            "of": pgettext("role", "of the player whose lead it is"),
            "to": pgettext("role", "to the player whose lead it is"),
        },
    ),
    "on_lead": Blank(
        "seat",
        {
            "": pgettext("role", "the defender on lead"),
            "of": pgettext("role", "of the defender on lead"),
            "to": pgettext("role", "to the defender on lead"),
        },
    ),
    "after_lead": Blank(
        "seat",
        {
            "": pgettext("role", "the player next after the lead"),
            "of": pgettext("role", "of the player next after the lead"),
            "to": pgettext("role", "to the player next after the lead"),
        },
    ),
    "before_lead": Blank(
        "seat",
        {
            "": pgettext("role", "the player before the hand that led"),
            "of": pgettext("role", "of the player before the hand that led"),
            "to": pgettext("role", "to the player before the hand that led"),
        },
    ),
    "skipped": Blank(
        "seat",
        {
            "": pgettext("role", "the player who was kept from calling"),
            "of": pgettext("role", "of the player who was kept from calling"),
            "to": pgettext("role", "to the player who was kept from calling"),
        },
    ),
    "owner": Blank(
        "seat",
        {
            "": pgettext("role", "the owner of the penalty card"),
            "of": pgettext("role", "of the owner of the penalty card"),
            "to": pgettext("role", "to the owner of the penalty card"),
        },
    ),
    "owner_partner": Blank(
        "seat",
        {
            "": pgettext("role", "the partner of the penalty card’s owner"),
            "of": pgettext("role", "of the partner of the penalty card’s owner"),
            "to": pgettext("role", "to the partner of the penalty card’s owner"),
        },
    ),
    "declarer_lho": Blank(
        "seat",
        {
            "": pgettext("role", "the defender on declarer’s left"),
            "of": pgettext("role", "of the defender on declarer’s left"),
            "to": pgettext("role", "to the defender on declarer’s left"),
        },
    ),
    "declarer_rho": Blank(
        "seat",
        {
            "": pgettext("role", "the defender on declarer’s right"),
            "of": pgettext("role", "of the defender on declarer’s right"),
            "to": pgettext("role", "to the defender on declarer’s right"),
        },
    ),
    "next_hand": Blank(
        "seat",
        {
            "": pgettext("role", "the player next in turn"),
            "of": pgettext("role", "of the player next in turn"),
            "to": pgettext("role", "to the player next in turn"),
        },
    ),
    "claimer": Blank(
        "seat",
        {
            "": pgettext("role", "the player who claimed or conceded"),
            "of": pgettext("role", "of the player who claimed or conceded"),
            "to": pgettext("role", "to the player who claimed or conceded"),
        },
    ),
    "claimer_partner": Blank(
        "seat",
        {
            "": pgettext("role", "the partner of the player who claimed or conceded"),
            "of": pgettext("role", "of the partner of the player who claimed or conceded"),
            "to": pgettext("role", "to the partner of the player who claimed or conceded"),
        },
    ),
    "claimer_lho": Blank(
        "seat",
        {
            "": pgettext("role", "the opponent on the left of the player who claimed or conceded"),
            "of": pgettext("role", "of the opponent on the left of the player who claimed or conceded"),
            "to": pgettext("role", "to the opponent on the left of the player who claimed or conceded"),
        },
    ),
    "claimer_rho": Blank(
        "seat",
        {
            "": pgettext("role", "the opponent on the right of the player who claimed or conceded"),
            "of": pgettext("role", "of the opponent on the right of the player who claimed or conceded"),
            "to": pgettext("role", "to the opponent on the right of the player who claimed or conceded"),
        },
    ),
    "informant": Blank(
        "seat",
        {
            "": pgettext("role", "the player from whom the information comes"),
            "of": pgettext("role", "of the player from whom the information comes"),
            "to": pgettext("role", "to the player from whom the information comes"),
        },
    ),
    "receiver": Blank(
        "seat",
        {
            "": pgettext("role", "his partner"),
            "of": pgettext("role", "of his partner"),
            "to": pgettext("role", "to his partner"),
        },
    ),
    "informed": Blank(
        "seat",
        {
            "": pgettext("role", "the player who knows"),
            "of": pgettext("role", "of the player who knows"),
            "to": pgettext("role", "to the player who knows"),
        },
    ),
    "explainer": Blank(
        "seat",
        {
            "": pgettext("role", "the player who explained"),
            "of": pgettext("role", "of the player who explained"),
            "to": pgettext("role", "to the player who explained"),
        },
    ),
    "explained": Blank(
        "seat",
        {
            "": pgettext("role", "the player whose call was explained"),
            "of": pgettext("role", "of the player whose call was explained"),
            "to": pgettext("role", "to the player whose call was explained"),
        },
    ),
    "misled": Blank(
        "seat",
        {
            "": pgettext("role", "the opponent who was misled"),
            "of": pgettext("role", "of the opponent who was misled"),
            "to": pgettext("role", "to the opponent who was misled"),
        },
    ),
    "misled_lho": Blank(
        "seat",
        {
            "": pgettext("role", "his left-hand opponent"),
            "of": pgettext("role", "of his left-hand opponent"),
            "to": pgettext("role", "to his left-hand opponent"),
        },
    ),
    "claiming_side": Blank(
        "side",
        {
            "": pgettext("role", "the side that claimed or conceded"),
            "of": pgettext("role", "of the side that claimed or conceded"),
            "to": pgettext("role", "to the side that claimed or conceded"),
        },
    ),
    "opposing_side": Blank(
        "side",
        {
            "": pgettext("role", "the other side"),
            "of": pgettext("role", "of the other side"),
            "to": pgettext("role", "to the other side"),
        },
    ),
    "offending_side": Blank(
        "side",
        {
            "": pgettext("role", "the offending side"),
            "of": pgettext("role", "of the offending side"),
            "to": pgettext("role", "to the offending side"),
        },
    ),
    "non_offending_side": Blank(
        "side",
        {
            "": pgettext("role", "the non-offending side"),
            "of": pgettext("role", "of the non-offending side"),
            "to": pgettext("role", "to the non-offending side"),
        },
    ),
    "declaring_side": Blank(
        "side",
        {
            "": pgettext("role", "the declaring side"),
            "of": pgettext("role", "of the declaring side"),
            "to": pgettext("role", "to the declaring side"),
        },
    ),
    "defenders": Blank(
        "side",
        {
            "": pgettext("role", "the defenders"),
            "of": pgettext("role", "of the defenders"),
            "to": pgettext("role", "to the defenders"),
        },
    ),
    "probable_side": Blank("side", {"": pgettext("role", "the side of the probable declarer")}),
    "probable_defenders": Blank("side", {"": pgettext("role", "the opponents of the probable declarer")}),
    "card": CARD,
    "revoke_card": CARD,
    "partner_card": PARTNER_CARD,
    "other_card": OTHER_CARD,
    "second_card": OTHER_CARD,
    "third_card": THIRD_CARD,
    "fourth_card": FOURTH_CARD,
    "own_card": OWN_CARD,
    "led_card": LED_CARD,
    "leader_card": OTHER_CARD,
    "designated": OTHER_CARD,
    "named_card": NAMED_CARD,
    "meant_card": MEANT_CARD,
    "taken_card": TAKEN_CARD,
    "suit": SUIT,
    "second_suit": SECOND_SUIT,
    "third_suit": THIRD_SUIT,
    "suits_shown": Blank("suits", {"": pgettext("role", "the suits shown")}),
    "call": CALL,
    "bid": Blank("call", {"": pgettext("role", "the bid")}),
    "lowest": LOWEST,
    "replacement": Blank("call", {"": pgettext("role", "the new call")}),
    "final_call": Blank("call", {"": pgettext("role", "the last call")}),
    "first_call": Blank("call", {"": pgettext("role", "the first call")}),
    "second_call": Blank("call", {"": pgettext("role", "the second call")}),
    "probable_declarer": Blank(
        "seat",
        {
            "": pgettext("role", "the probable declarer"),
            "of": pgettext("role", "of the probable declarer"),
            "to": pgettext("role", "to the probable declarer"),
        },
    ),
    "probable_contract": Blank("contract", {"": pgettext("role", "the probable contract")}),
    "trick": Blank("trick", {"": pgettext("role", "the trick of the revoke")}),
    "tricks_without": PROBABLE_TRICKS,
    "probable_tricks": PROBABLE_TRICKS,
    "tricks_agreed": Blank("tricks", {"": pgettext("role", "the tricks that you find")}),
    "tricks_for_declarer": PROBABLE_TRICKS,
    "tricks_for_defenders": PROBABLE_TRICKS,
    "correction_minutes": Blank("minutes", {"": pgettext("regulation", "30 minutes")}),
    "appeal_minutes": Blank("minutes", {"": pgettext("regulation", "30 minutes")}),
    "event": Blank("matter", {"": pgettext("role", "the hesitation, question, remark or gesture")}),
    "event_form": Blank(
        "form",
        {
            "plus": pgettext("average", "60% (in IMPs: +3)"),
            "even": pgettext("average", "50% (in IMPs: 0)"),
            "minus": pgettext("average", "40% (in IMPs: −3)"),
            "": pgettext("average", "an average"),
        },
    ),
    "penalty_percent": Blank("percent", {"": pgettext("regulation", "a tenth of a top")}),
    "other_board": Blank("board", {"": pgettext("role", "the other board")}),
    "tricks_before": Blank("tricks", {"": pgettext("role", "the tricks won before")}),
    "tricks_left": Blank(
        "tricks",
        {"": pgettext("role", "the tricks left to play"), "among": pgettext("role", "of the tricks left")},
    ),
    "tricks_to_others": Blank(
        "tricks", {"": pgettext("role", "the number ruled"), "number": pgettext("role", "the number ruled")}
    ),
    "tricks_to_claimer": Blank(
        "tricks", {"": pgettext("role", "the other tricks"), "number": pgettext("role", "the others")}
    ),
    "tricks_back": Blank("tricks", {"": pgettext("role", "the tricks given back")}),
    "declarers_tricks": Blank("tricks", {"": pgettext("role", "the number ruled")}),
}

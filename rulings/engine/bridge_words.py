"""A seat, a side, a rank, a suit and a call in words, in each form that a sentence needs."""

from rulings.engine.catalogue import Marked, pgettext

SEATS: dict[str, dict[str, Marked]] = {
    "": {
        "N": pgettext("seat", "North"),
        "E": pgettext("seat", "East"),
        "S": pgettext("seat", "South"),
        "W": pgettext("seat", "West"),
    },
    "of": {
        "N": pgettext("seat", "of North"),
        "E": pgettext("seat", "of East"),
        "S": pgettext("seat", "of South"),
        "W": pgettext("seat", "of West"),
    },
    "to": {
        "N": pgettext("seat", "to North"),
        "E": pgettext("seat", "to East"),
        "S": pgettext("seat", "to South"),
        "W": pgettext("seat", "to West"),
    },
}

SIDES: dict[str, dict[str, Marked]] = {
    "": {"NS": pgettext("side", "North-South"), "EW": pgettext("side", "East-West")},
    "of": {"NS": pgettext("side", "of North-South"), "EW": pgettext("side", "of East-West")},
    "to": {"NS": pgettext("side", "to North-South"), "EW": pgettext("side", "to East-West")},
}

RANKS: dict[str, Marked] = {
    "A": pgettext("rank", "the ace"),
    "K": pgettext("rank", "the king"),
    "Q": pgettext("rank", "the queen"),
    "J": pgettext("rank", "the jack"),
    "T": pgettext("rank", "the 10"),
    "9": pgettext("rank", "the 9"),
    "8": pgettext("rank", "the 8"),
    "7": pgettext("rank", "the 7"),
    "6": pgettext("rank", "the 6"),
    "5": pgettext("rank", "the 5"),
    "4": pgettext("rank", "the 4"),
    "3": pgettext("rank", "the 3"),
    "2": pgettext("rank", "the 2"),
}

RANK_LETTERS: dict[str, Marked] = {
    "A": pgettext("rank letter", "A"),
    "K": pgettext("rank letter", "K"),
    "Q": pgettext("rank letter", "Q"),
    "J": pgettext("rank letter", "J"),
}

SUITS: dict[str, dict[str, Marked]] = {
    "": {
        "S": pgettext("suit", "♠ spades"),
        "H": pgettext("suit", "♥ hearts"),
        "D": pgettext("suit", "♦ diamonds"),
        "C": pgettext("suit", "♣ clubs"),
    },
    "of": {
        "S": pgettext("suit", "of ♠ spades"),
        "H": pgettext("suit", "of ♥ hearts"),
        "D": pgettext("suit", "of ♦ diamonds"),
        "C": pgettext("suit", "of ♣ clubs"),
    },
}

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

NOTRUMP = pgettext("denomination", "NT")

CALLS: dict[str, Marked] = {
    "Pass": pgettext("call", "Pass"),
    "X": pgettext("call", "Double"),
    "XX": pgettext("call", "Redouble"),
}

AVERAGES: dict[str, dict[str, Marked]] = {
    "plus": {
        "matchpoints": pgettext("average", "60%"),
        "imps": pgettext("average", "+3 IMPs"),
        "points": pgettext("average", "1.2 points of 2"),
        "total": pgettext("average", "an average plus"),
    },
    "even": {
        "matchpoints": pgettext("average", "50%"),
        "imps": pgettext("average", "0 IMPs"),
        "points": pgettext("average", "1 point of 2"),
        "total": pgettext("average", "an average"),
    },
    "minus": {
        "matchpoints": pgettext("average", "40%"),
        "imps": pgettext("average", "−3 IMPs"),
        "points": pgettext("average", "0.8 points of 2"),
        "total": pgettext("average", "an average minus"),
    },
}
"""Words of the averages, in the unit of an event."""

MATTERS = {
    "tempo": pgettext("matter", "the hesitation or haste"),
    "explanation": pgettext("matter", "the question, the answer or the alert"),
    "manner": pgettext("matter", "the remark or manner"),
}
"""Sources of partner's information in words, by the answer on its origin (16B1)."""

UNITS = {
    "matchpoints": "matchpoints",
    "imps": "imps",
    "total": "total",
    "match": "imps",
    "knock_out": "imps",
    "points": "points",
    "match_total": "total",
}
"""The unit of a board, by the form of the event (`rulings.laws2017.event.Form`)."""

"""Words with blanks: ``[offender]`` is a fact or a role of the inquiry, ``[offender:of]`` a form of it.

The translator picks the form: "The cards [offender:of]" is "Les cartes [offender:of]" in French, which gives
"Les cartes d’Est", from the one catalogue. A fact that is not known prints its role ("le joueur fautif"), so that every
text reads well without a deal. Square brackets, because ``msgfmt --check`` refuses ``{card:suit}``.
"""

import gettext as _gettext
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def gettext_noop(message: str) -> str:
    """The message itself: the marker that ``makemessages`` looks for."""
    return message


def ngettext(one: str, many: str) -> tuple[str, str]:
    """The singular and the plural: the marker for words that count."""
    return (one, many)


def pgettext(context: str, message: str) -> tuple[str, str]:
    """The context and the message: the marker for words that mean two things."""
    return (context, message)


class Translator(Protocol):
    """What words are translated with: Django's functions, or the standard library's."""

    def gettext(self, message: str, /) -> str: ...
    def pgettext(self, context: str, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, number: int, /) -> str: ...


@cache
def translator(language: str) -> Translator:
    """Translations of *language* ("fr"), read from the catalogue; English, the source, where there is none."""
    return _gettext.translation("django", str(LOCALE), [language], fallback=True)


Marked = tuple[str, str]

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


@dataclass(frozen=True)
class Blank:
    """What may stand in a blank: its kind, and its words while it is unknown, by form."""

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
PROBABLE_TRICKS = Blank("tricks", {"": pgettext("role", "the probable number of tricks")})
SUIT = Blank("suit", {"": pgettext("role", "the suit named")})

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
    "card": CARD,
    "partner_card": CARD,
    "other_card": CARD,
    "leader_card": OTHER_CARD,
    "designated": OTHER_CARD,
    "named_card": NAMED_CARD,
    "meant_card": MEANT_CARD,
    "taken_card": TAKEN_CARD,
    "suit": SUIT,
    "second_suit": SUIT,
    "third_suit": SUIT,
    "trick": Blank("trick", {"": pgettext("role", "the trick of the revoke")}),
    "tricks_without": PROBABLE_TRICKS,
    "probable_tricks": PROBABLE_TRICKS,
}

_BEGINS = re.compile(r"(?:^|[.?!]\s+)$")
_BLANK = re.compile(r"\[([a-z_0-9]+)(?::([a-z_]+))?\]")


@dataclass(frozen=True)
class Segment:
    """A piece of a finished text. ``blank`` names the blank it filled ("card:the"), or is empty for plain words."""

    text: str
    blank: str = ""


def blanks(message: str) -> frozenset[str]:
    """The names in the blanks of a message, without their forms."""
    return frozenset(match.group(1) for match in _BLANK.finditer(message))


def fill(
    message: str, facts: Mapping[str, str], words: Translator, roles: Mapping[str, str] | None = None
) -> list[Segment]:
    """The translated message with its blanks filled, in pieces; a blank that begins a sentence gets a capital.

    *facts* are the stored values by name, with the roles that follow from them (``rulings.roles.with_roles``);
    *roles* rename blanks for a procedure called again of somebody else.

    :raises KeyError: a blank whose name or form is not known here.
    """
    message = words.gettext(message) if message else ""
    pieces: list[Segment] = []
    at = 0
    for match in _BLANK.finditer(message):
        if match.start() > at:
            pieces.append(Segment(message[at : match.start()]))
        name, form = match.group(1), match.group(2) or ""
        source = (roles or {}).get(name, name)
        said = show(source, form, facts.get(source, ""), words)
        if _BEGINS.search(message[: match.start()]):
            said = _capital(said)
        pieces.append(Segment(said, name + (f":{form}" if form else "")))
        at = match.end()
    if at < len(message):
        pieces.append(Segment(message[at:]))
    if pieces:
        pieces[0] = Segment(_capital(pieces[0].text), pieces[0].blank)
    return pieces


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def plain(message: str, facts: Mapping[str, str], words: Translator, roles: Mapping[str, str] | None = None) -> str:
    """The translated message with its blanks filled, as one string: "La carte d’Est"."""
    return "".join(piece.text for piece in fill(message, facts, words, roles))


def show(name: str, form: str, value: str, words: Translator) -> str:
    """One value in the reader's words: ``show("offender", "of", "E", …)`` is "d’Est"; its role when it is unknown."""
    blank = BLANKS[name]
    if value in ("", "?"):
        return words.pgettext(*blank.unknown[form if form in blank.unknown else ""])
    match blank.kind:
        case "seat":
            return words.pgettext(*SEATS[form][value])
        case "side":
            return words.pgettext(*SIDES[form][value])
        case "card":
            return card(value, form, words)
        case "suit":
            return words.pgettext(*SUITS[form][value])
        case "trick":
            return words.pgettext(*pgettext("trick number", "trick %s")) % value
        case _:
            return words.ngettext(*ngettext("%s trick", "%s tricks"), int(value)) % value


def card(value: str, form: str, words: Translator) -> str:
    """A stored card ("SK") as symbol and rank ("♠R"), in words with ``the``, or its suit alone with ``suit``."""
    suit, rank = value[0], value[1]
    if form == "suit":
        return words.pgettext(*SUITS[""][suit])
    if form == "the":
        return f"{words.pgettext(*RANKS[rank])} {words.pgettext(*SUITS['of'][suit])}"
    letter = words.pgettext(*RANK_LETTERS[rank]) if rank in RANK_LETTERS else rank
    return SYMBOLS[suit] + ("10" if rank == "T" else letter)

"""Words with blanks: ``[offender]`` is a fact or a role of the inquiry, ``[offender:of]`` a form of it.

The translator picks the form: "The cards [offender:of]" is "Les cartes [offender:of]" in French, which gives
"Les cartes d’Est", from the one catalogue. A fact that is not known prints its role ("le joueur fautif"), so that every
text reads well without a deal. Blanks have square brackets because ``msgfmt --check`` refuses ``{card:suit}``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rulings.engine.blanks import BLANKS, Blank
from rulings.engine.bridge_words import (
    AVERAGES,
    CALLS,
    MATTERS,
    NOTRUMP,
    RANK_LETTERS,
    RANKS,
    SEATS,
    SIDES,
    SUITS,
    SYMBOLS,
    UNITS,
)
from rulings.engine.catalogue import LOCALE, Marked, Translator, gettext_noop, ngettext, pgettext, translator

__all__ = [
    "AN_HOUR",
    "AVERAGES",
    "A_DAY",
    "BLANKS",
    "CALLS",
    "MATTERS",
    "NOTRUMP",
    "RANKS",
    "RANK_LETTERS",
    "SEATS",
    "SIDES",
    "SUITS",
    "SYMBOLS",
    "UNITS",
    "Blank",
    "LOCALE",
    "Marked",
    "Segment",
    "Translator",
    "blanks",
    "call",
    "card",
    "fill",
    "gettext_noop",
    "ngettext",
    "pgettext",
    "plain",
    "show",
    "translator",
]

NATURAL = pgettext("lowest sufficient bid", "%s if the bid was natural")
NO_TARIFF = "none"
"""Value stored instead of the usual penalty for an event that is not ranked by percentages (Law 90)."""
_BEGINS = re.compile(r"(?:^|[.?!]\s+)$")
_BLANK = re.compile(r"\[([a-z_0-9]+)(?::([a-z_]+))?\]")
_IN_BRACKETS = re.compile(r"[ \u00a0]\((\[[a-z_0-9:]+\](?:, \[[a-z_0-9:]+\])*)\)")


@dataclass(frozen=True)
class Segment:
    """A piece of a finished text. ``blank`` names the blank it filled ("card:the"), or is empty for plain words."""

    text: str
    blank: str = ""


def blanks(message: str) -> frozenset[str]:
    """Return the names in the blanks of a message, without their forms."""
    return frozenset(match.group(1) for match in _BLANK.finditer(message))


def fill(
    message: str, facts: Mapping[str, str], words: Translator, roles: Mapping[str, str] | None = None
) -> list[Segment]:
    """Write the translated message with its blanks filled, in pieces; a blank that begins a sentence gets a capital.

    A bracket of blanks only, "([card])", adds detail to the sentence: it is left out while one of its blanks is
    unknown.

    *facts* are the stored values by name, with the roles that follow from them (``rulings.engine.roles.with_roles``);
    *roles* rename blanks for a procedure called again of somebody else.

    :raises KeyError: a blank has an unknown name or form.
    """
    message = words.gettext(message) if message else ""

    def known(match: re.Match[str]) -> str:
        names = [(roles or {}).get(name_in_blank, name_in_blank) for name_in_blank, _ in _BLANK.findall(match[1])]
        return match[0] if all(facts.get(name, "") not in ("", "?") for name in names) else ""

    message = _IN_BRACKETS.sub(known, message)
    pieces: list[Segment] = []
    at = 0
    for match in _BLANK.finditer(message):
        if match.start() > at:
            pieces.append(Segment(message[at : match.start()]))
        name, form = match.group(1), match.group(2) or ""
        source = (roles or {}).get(name, name)
        words_of_blank = show(source, form, facts.get(source, ""), words)
        if _BEGINS.search(message[: match.start()]):
            words_of_blank = _capital(words_of_blank)
        pieces.append(Segment(words_of_blank, name + (f":{form}" if form else "")))
        at = match.end()
    if at < len(message):
        pieces.append(Segment(message[at:]))
    if pieces:
        pieces[0] = Segment(_capital(pieces[0].text), pieces[0].blank)
    return pieces


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def plain(message: str, facts: Mapping[str, str], words: Translator, roles: Mapping[str, str] | None = None) -> str:
    """Write the translated message with its blanks filled, as one string, its bold marks left out: "La carte d’Est"."""
    return "".join(piece.text for piece in fill(message, facts, words, roles)).replace("*", "")


def show(name: str, form: str, value: str, words: Translator) -> str:
    """Write one value in the reader's words: ``show("offender", "of", "E", …)`` is "d’Est"; an unknown value is written
    as its role."""
    blank = BLANKS[name]
    if value in ("", "?") or (blank.kind == "form" and value not in UNITS):
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
        case "suits":
            return "".join(SYMBOLS[suit] for suit in value)
        case "call" if form == "natural":
            return words.pgettext(*NATURAL) % call(value, words)
        case "call" | "contract":
            return call(value, words)
        case "matter":
            return words.pgettext(*MATTERS[value])
        case "form":
            return words.pgettext(*AVERAGES[form][UNITS[value]])
        case "minutes":
            return _lasting(int(value), words)
        case "percent" if value == NO_TARIFF:
            return words.pgettext(*pgettext("regulation", "none in this event, you say how much"))
        case "percent":
            return words.pgettext(*pgettext("regulation", "%s%% of a top")) % value
        case "board":
            return words.pgettext(*pgettext("board number", "board %s")) % value
        case "trick":
            return words.pgettext(*pgettext("trick number", "trick %s")) % value
        case _ if form == "number":
            return value
        case _ if form == "among":
            several = words.ngettext(*ngettext("of the %s trick left", "of the %s tricks left"), int(value))
            return several.replace("%s", value)
        case _:
            return words.ngettext(*ngettext("%s trick", "%s tricks"), int(value)) % value


AN_HOUR, A_DAY = 60, 1440
"""Minutes of an hour and of a day."""


def _lasting(minutes: int, words: Translator) -> str:
    """Write a time limit in the largest unit of which it is a whole number, at least two: "30 minutes", "14 days"."""
    if minutes >= 2 * A_DAY and minutes % A_DAY == 0:
        days = minutes // A_DAY
        return words.ngettext(*ngettext("%s day", "%s days"), days) % days
    if minutes >= 2 * AN_HOUR and minutes % AN_HOUR == 0:
        hours = minutes // AN_HOUR
        return words.ngettext(*ngettext("%s hour", "%s hours"), hours) % hours
    return words.ngettext(*ngettext("%s minute", "%s minutes"), minutes) % minutes


def call(value: str, words: Translator) -> str:
    """Return a stored call or contract ("1NT", "X", "4Sx") as the reader writes it ("1SA", "Contre", "4♠x")."""
    if value in CALLS:
        return words.pgettext(*CALLS[value])
    denomination = value[1:].rstrip("x")
    doubled = value[1 + len(denomination) :]
    return value[0] + (SYMBOLS.get(denomination) or words.pgettext(*NOTRUMP)) + doubled


def card(value: str, form: str, words: Translator) -> str:
    """Return a stored card ("SK") as symbol and rank ("♠R"), in words with ``the``, or its suit alone with ``suit``."""
    suit, rank = value[0], value[1]
    if form == "suit":
        return words.pgettext(*SUITS[""][suit])
    if form == "the":
        return f"{words.pgettext(*RANKS[rank])} {words.pgettext(*SUITS['of'][suit])}"
    letter = words.pgettext(*RANK_LETTERS[rank]) if rank in RANK_LETTERS else rank
    return SYMBOLS[suit] + ("10" if rank == "T" else letter)

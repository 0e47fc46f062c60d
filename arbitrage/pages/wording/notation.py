"""HTML of suits, cards, contracts, seats and texts of the Laws, in the reader's language.

Stored values are PBN English ("3NT", "SA", "W"); shown values follow the language of the page. A suit is never shown by
colour alone: it has its letter or name, and words for a screen reader. A value that is not bridge notation is shown as
it is, escaped: an odd remark in a file must not break a page at the table.
"""

import datetime
import re
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format, number_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from rulings import bridge
from rulings.engine import text

MINUS = "−"
_CONTRACT = re.compile(r"([1-7])(NT|[CDHS])(x{0,2})", re.IGNORECASE)
_RESULT = re.compile(r"([1-7](?:NT|[CDHS])x{0,2})(=|[-+−]\d{1,2})", re.IGNORECASE)
_CARD = re.compile(r"([SHDC])([AKQJT2-9])")
_SYMBOL = re.compile(r"(?<!\w)([1-7])([♠♥♦♣])([A-Z])|([♠♥♦♣])(?:(10|[0-9A-Z])(?!\w)|[ \u00a0](\w+))?")
_ANY_SUIT = re.compile("[♠♥♦♣]")
_INVERTED = re.compile(r"\w+-t-(?:ils?|elles?|on)\b")
"""French words that must not be broken over two lines: "a-t-il"."""
_BOLD = re.compile(r"\*([^*]+)\*")
_SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in bridge.SYMBOLS.items()}


def language() -> bridge.Language:
    """Return the reader's language."""
    return "fr" if (translation.get_language() or "").startswith("fr") else "en"


def _cached(most: int) -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Cache at most *most* texts of a function that depends only on its values and the language. Nothing is cached
    under DEBUG, where a catalogue may change."""

    def decorate(write: Callable[..., str]) -> Callable[..., str]:
        @lru_cache(most)
        def written(_language: str | None, *values: Any) -> str:
            return write(*values)

        @wraps(write)
        def shown(*values: Any) -> str:
            return write(*values) if settings.DEBUG else written(translation.get_language(), *values)

        return shown

    return decorate


def _plain(value: object) -> str:
    """Return the stored text of *value*: a string, one of the enumerations, a card or a contract; "" for None."""
    return "" if value is None else str(value).strip()


def _red(suit_letter: str) -> str:
    return " red" if suit_letter in ("H", "D") else ""


def _suit_name(letter: str) -> str:
    """Name the suit or notrump in a word, without its symbol."""
    return {
        "S": pgettext("suit name", "spades"),
        "H": pgettext("suit name", "hearts"),
        "D": pgettext("suit name", "diamonds"),
        "C": pgettext("suit name", "clubs"),
        "NT": pgettext("suit name", "notrump"),
    }[letter]


def _symbol(letter: str) -> SafeString:
    """Write the suit's symbol and letter for sighted readers: ♦ with a small K beside it."""
    return format_html(
        '<span class="su{}">{}<i>{}</i></span>',
        _red(letter),
        bridge.SYMBOLS[letter],
        bridge.suit_letter(letter, language()),
    )


def _said(shown: str, spoken: str, css: str) -> SafeString:
    """Write *shown* for sighted readers, and *spoken* for a screen reader."""
    return format_html(
        '<span class="{}"><span aria-hidden="true">{}</span><span class="sr">{}</span></span>', css, shown, spoken
    )


# Seats, sides, suits, cards


def seat(value: object, form: str = "words") -> str:
    """Write the seat in words ("West", "Ouest"), or with ``:"letter"`` its letter ("W", "O")."""
    letter = _plain(value)
    if letter not in text.SEATS[""]:
        return conditional_escape(letter)
    if form == "letter":
        return bridge.format_seat(bridge.Seat(letter), language())
    return pgettext(*text.SEATS[""][letter])


def side(value: object, form: str = "words") -> str:
    """Write the side in words ("East-West", "Est-Ouest"), or with ``:"letter"`` its letters ("EW", "EO")."""
    letters = _plain(value)
    if letters not in text.SIDES[""]:
        return conditional_escape(letters)
    if form == "letter":
        return bridge.format_side(bridge.Side(letters), language())
    return pgettext(*text.SIDES[""][letters])


def vulnerability(value: object) -> str:
    """Write the vulnerability of a board in words ("None", "NS", "EW", "All")."""
    return {
        "None": _("nobody vulnerable"),
        "NS": _("North-South vulnerable"),
        "EW": _("East-West vulnerable"),
        "All": _("everybody vulnerable"),
    }.get(_plain(value), conditional_escape(_plain(value)))


def suit(value: object, form: str = "symbol") -> str:
    """Write the suit as symbol and letter (♦K in French), notrump as letters; with ``:"words"`` its name."""
    return _suit(_plain(value), form)


@_cached(100)
def _suit(written: str, form: str) -> str:
    letter = written.upper()
    if letter == "NT":
        shown = bridge.format_denomination("NT", language())
        return _suit_name("NT") if form == "words" else _said(shown, _suit_name("NT"), "su")
    if letter not in bridge.SYMBOLS:
        return conditional_escape(written)
    return _suit_name(letter) if form == "words" else _said(_symbol(letter), _suit_name(letter), "nw")


def card(value: object, form: str = "symbol") -> str:
    """Write the card as symbol and rank (♦R in French), named for a screen reader; with ``:"words"`` its name alone."""
    return _card(_plain(value), form)


@_cached(300)
def _card(written: str, form: str) -> str:
    match = _CARD.fullmatch(written)
    if not match:
        return conditional_escape(written)
    letter, rank = match.groups()
    name = _without_symbols(text.card(letter + rank, "the", translation))
    if form == "words":
        return name
    shown = bridge.SYMBOLS[letter] + bridge.format_rank(rank, language())
    return _said(shown, name, f"ca{_red(letter)}")


def _without_symbols(words_: str) -> str:
    return re.sub(r"[♠♥♦♣][ \u00a0]?", "", words_)


def rank(value: object) -> str:
    """Write the rank as the reader does: "K" is "R" in French, "T" is "10"."""
    return bridge.format_rank(_plain(value), language())


# Contracts, results, numbers


def contract(value: object, form: str = "symbol") -> str:
    """Write the contract "4Sx" as 4♠Px in French, read aloud as "4 piques contrés"; with ``:"words"`` only the spoken
    words."""
    return _contract(_plain(value), form)


@_cached(500)
def _contract(written: str, form: str) -> str:
    match = _CONTRACT.fullmatch(written)
    if not match:
        return _("Passed out") if written.upper() == "PASS" else conditional_escape(written)
    name = _contract_name(*match.groups())
    return name if form == "words" else _said(_contract_shown(*match.groups()), name, "ca")


def call(value: object) -> str:
    """Write the call as a bidding box has it: "Passe", X, XX, or the bid in symbols."""
    written = _plain(value)
    return {"Pass": pgettext("call", "Pass"), "X": "X", "XX": "XX"}.get(written) or contract(written)


def _contract_shown(level: str, denomination: str, doubled: str) -> SafeString:
    letter = denomination.upper()
    strain = bridge.format_denomination("NT", language()) if letter == "NT" else _symbol(letter)
    return format_html("{}{}{}", level, strain, doubled.lower())


def _contract_name(level: str, denomination: str, doubled: str) -> str:
    number = int(level)
    bid = {
        "S": ngettext("%(level)s spade", "%(level)s spades", number),
        "H": ngettext("%(level)s heart", "%(level)s hearts", number),
        "D": ngettext("%(level)s diamond", "%(level)s diamonds", number),
        "C": ngettext("%(level)s club", "%(level)s clubs", number),
        "NT": ngettext("%(level)s notrump", "%(level)s notrump", number),
    }[denomination.upper()] % {"level": number}
    call = ("", pgettext("call", "doubled"), pgettext("call", "redoubled"))[len(doubled)]
    return f"{bid} {call}".rstrip()


def result(value: Any, tricks: int | str | None = None) -> str:
    """Write a board as played: 3SA+2 in French. *value* is a stored line, a result ("3NT+2"), or a contract with its
    ``:tricks``.

    A line that was not played says so: passed out, not played, artificial score, unreadable.
    """
    if getattr(value, "kind", "played") != "played":
        return _not_played(value.kind)
    if hasattr(value, "tricks"):
        value, tricks = value.contract, value.tricks
    if value is None or _plain(value).upper() in ("PASS", "PASSED OUT"):
        return _not_played("passed")
    written = _RESULT.fullmatch(_plain(value))
    if written:
        return format_html("{}{}", contract(written[1]), written[2].replace("-", MINUS))
    match = _CONTRACT.fullmatch(_plain(value))
    if not match or not str(tricks if tricks is not None else "").isdigit():
        return contract(value)
    over = int(str(tricks)) - int(match[1]) - 6
    return format_html('<span class="nw">{}{}</span>', contract(value), "=" if not over else _signed(over))


def _not_played(kind: str) -> str:
    return {
        "passed": _("Passed out"),
        "artificial": _("Artificial score"),
        "not_played": _("Not played"),
        "unreadable": _("Unreadable"),
    }.get(kind, conditional_escape(kind))


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def score(value: object) -> str:
    """Write a score from one side, with a real minus sign: −690. A dash where there is none."""
    written = _plain(value)
    return written.replace("-", MINUS) if re.fullmatch(r"[-+]?\d+", written) else conditional_escape(written) or "–"


def percent(value: Any, places: int = 1) -> str:
    """Write a percentage in the reader's decimals, without its sign: 64,3 in French, halves away from zero; "" for
    None."""
    return _decimal(value, places, trim=False)


def points(value: Any) -> str:
    """Write matchpoints with as many decimals, two at most, as they have: 10, 7,5."""
    return _decimal(value, 2, trim=True)


def _decimal(value: Any, places: int, *, trim: bool) -> str:
    try:
        exact = Fraction(value)
    except (TypeError, ValueError, OverflowError):
        return conditional_escape(_plain(value))
    rounded = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
        Decimal(1).scaleb(-int(places)), ROUND_HALF_UP
    )
    if trim:
        rounded = rounded.quantize(Decimal(1)) if rounded == rounded.to_integral() else rounded.normalize()
    return number_format(rounded).replace("-", MINUS)


def numeral(number: int) -> str:
    """Write a small number as it is read aloud, "five"; above ten in figures."""
    words_of = (
        pgettext("read aloud", "one"),
        pgettext("read aloud", "two"),
        pgettext("read aloud", "three"),
        pgettext("read aloud", "four"),
        pgettext("read aloud", "five"),
        pgettext("read aloud", "six"),
        pgettext("read aloud", "seven"),
        pgettext("read aloud", "eight"),
        pgettext("read aloud", "nine"),
        pgettext("read aloud", "ten"),
    )
    return words_of[number - 1] if 0 < number <= len(words_of) else str(number)


# Days and hours


def clock(value: Any) -> str:
    """Write the hour and the minute: "15 h 12" in French, "15:12" in English; "" for None."""
    if not hasattr(value, "hour"):
        return conditional_escape(_plain(value))
    return _("%(hour)s:%(minute)s") % {"hour": value.hour, "minute": f"{value.minute:02}"}


def minutes_between(called: datetime.datetime, ruled: datetime.datetime) -> int:
    """Count the minutes from a call to its ruling, with both times cut to the minute as printed, so that the printed
    times and the difference agree; 0 where the ruling is earlier."""
    cut = [at.replace(second=0, microsecond=0) for at in (called, ruled)]
    return max((cut[1] - cut[0]) // datetime.timedelta(minutes=1), 0)


def counted_on(minutes: int) -> str:
    """Write running minutes, to stand before "min": "23", from an hour on "6 h 26". The page's script has the same
    format."""
    return str(minutes) if minutes < 60 else f"{minutes // 60}\u00a0h\u00a0{minutes % 60:02}"


def lasting(minutes: int) -> str:
    """Write a duration: "23 min", "2 h", "6 h 26 min"."""
    return f"{counted_on(minutes)}\u00a0min" if minutes % 60 or not minutes else f"{minutes // 60}\u00a0h"


def day(value: Any) -> str:
    """Write the day in full: "vendredi 13 mars 2026", "mardi 1er décembre 2026"; "" for None."""
    if not hasattr(value, "year"):
        return conditional_escape(_plain(value))
    number = "1er" if value.day == 1 and language() == "fr" else str(value.day)
    return f"{date_format(value, 'l')} {number}\u00a0{date_format(value, 'F')}\u00a0{value.year}"


# The words of the Laws


def words(msgid: str, facts: Mapping[str, str] | None = None, roles: Mapping[str, str] | None = None) -> str:
    """Translate a sentence of the Laws, its blanks filled from *facts*, its suits coloured and named; words between
    asterisks are bold.

    Without facts every blank is marked, ``<span data-blank="card:the">``, for a page that fills it later.
    """
    try:
        pieces = text.fill(msgid, facts or {}, translation, roles)
    except (KeyError, IndexError):
        pieces = [text.Segment(_(msgid) if msgid else "")]
    marked = format_html_join(
        "",
        "{}",
        (
            [
                format_html('<span data-blank="{}">{}</span>', piece.blank, dress(piece.text))
                if piece.blank and not facts
                else dress(piece.text)
            ]
            for piece in pieces
        ),
    )
    return mark_safe(_BOLD.sub(r"<b>\1</b>", marked))  # noqa: S308  escaped piece by piece before it is marked


def dress(value: Any) -> SafeString:
    """Colour each suit of the text and keep it with its rank or name: "♦ carreau", "♦R", the bid "4♦K"; "a-t-il" is
    kept on one line."""
    shown: str = conditional_escape("" if value is None else value)
    if "-t-" in shown:
        shown = _INVERTED.sub(r'<span class="nw">\g<0></span>', shown)
    if _ANY_SUIT.search(shown):
        shown = _SYMBOL.sub(_dressed, shown)
    return mark_safe(shown)  # noqa: S308  escaped before it is dressed


def _dressed(match: re.Match[str]) -> str:
    level, bid, letter, symbol, rank_letter, name = match.groups()
    red = _red(_SUIT_OF_SYMBOL[bid or symbol])
    if level:
        return f'{level}<span class="su{red}">{bid}<i>{letter}</i></span>'
    if rank_letter:
        return f'<span class="ca{red}">{symbol}{rank_letter}</span>'
    if name:
        return f'<span class="ca"><span class="ca{red}" aria-hidden="true">{symbol}</span> {name}</span>'
    return f'<span class="ca{red}">{symbol}</span>'


def law_number(law: object) -> str:
    """Write the displayed number of a Law: "64C2(b)" is "64C2b", the entry point "50-table" is Law 50."""
    return re.sub(r"[()]|-.*", "", _plain(law))


def lawref(law: str, short: bool = False) -> str:
    """Write the number of a Law at the end of its sentence, "Law 64A1"; ``short=True`` leaves the word to a screen
    reader.

    An entry point of its own ("50-table") is shown as the Law it belongs to.
    """
    return _lawref(_plain(law), short) if law else ""


@_cached(1_000)
def _lawref(law: str, short: bool) -> str:
    number = law_number(law)
    word = npgettext("before numbers", "Law", "Laws", 1 + number.count(","))
    if short:
        return format_html('<span class="law"><span class="sr">{} </span>{}</span>', word, number)
    return format_html('<span class="law">{} {}</span>', word, number)


# A deal


def deal(pbn: str, vulnerable: str = "") -> dict[str, Any]:
    """Draw the diagram of a deal ("N:AQ3.… … … …"), with empty hands when it cannot be read."""
    try:
        hands = bridge.parse_deal(pbn or "", complete=False)
    except ValueError:
        hands = {}
    return {
        "hands": [
            {
                "seat": place.value,
                "letter": bridge.format_seat(place, language()),
                "name": seat(place),
                "vulnerable": vulnerable in ("All", place.side.value),
                "suits": [{"suit": suit.value, "ranks": _holding(hands.get(place, ()), suit)} for suit in bridge.SUITS],
            }
            for place in (bridge.Seat.N, bridge.Seat.W, bridge.Seat.E, bridge.Seat.S)
        ]
    }


def _holding(cards: tuple[bridge.Card, ...], of: str) -> str:
    ranks = sorted((card.rank for card in cards if card.suit == of), key=bridge.RANKS.index)
    return " ".join(bridge.format_rank(rank, language()) for rank in ranks)

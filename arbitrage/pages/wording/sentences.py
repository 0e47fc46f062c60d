"""Sentences and paragraphs as the report and the record print them: filled, listed, with their Law."""

import datetime
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.notation import law_number

Words = dict[str, Any]


Paragraph = list[list[Any]]
"""Runs of words, each with its style: plain (False), bold (True), or struck out (`STRUCK`)."""

STRUCK = "struck"


# Words


def printable(value: Any) -> Any:
    """Return the same data with every text in composed form and without unprintable characters.

    Control characters and direction marks could make a report differ from the typed text. Line ends become spaces, as
    `paragraphs` has already split the text. A word longer than a line gets positions for line breaks.
    """
    if isinstance(value, str):
        composed = _INVISIBLE.sub("", unicodedata.normalize("NFC", value)).replace("\n", " ")
        composed = _SIGN_AND_WORD.sub("", composed)
        return _UNBROKEN.sub(lambda match: f"{match[0]}\u200b", composed)
    if isinstance(value, Mapping):
        return {key: printable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [printable(item) for item in value]
    return value


_INVISIBLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]"
)


_SIGN_AND_WORD = re.compile("[♠♥♦♣][ \u00a0\u202f](?=(?:pique|cœur|carreau|trèfle|spade|heart|diamond|club))")
"""The sign of a suit before its name: the screen shows both, paper the name alone."""


_UNBROKEN = re.compile(r"\S{40}(?=\S)")


def paragraphs(typed: str) -> list[str]:
    """Split typed text into its non-empty lines."""
    return [line for line in (row.strip() for row in typed.splitlines()) if line]


def paragraph(sentence: str, **values: object) -> Paragraph:
    """Fill a sentence with values; the words between two asterisks are bold: ``paragraph("*%(a)s* is %(b)s", ...)``."""
    parts = sentence.split("*")
    return [[bool(at % 2), part % values] for at, part in enumerate(parts) if part]


def plain(paragraph: Paragraph) -> str:
    """Join a paragraph into one text."""
    return "".join(run[1] for run in paragraph)


def parted(parts: Iterable[str]) -> str:
    """Write the parts one after another, a semicolon between; "" for none."""
    whole = ""
    for part in parts:
        whole = _("%(first)s; %(second)s") % {"first": whole, "second": part} if whole else part
    return whole


def listed(names: Iterable[str]) -> str:
    """Join names in a sentence: "1, 2 and 5".

    :raises ValueError: there is no name.
    """
    *first, last = names
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def short_title(title: str) -> str:
    """Shorten the translated title of a law for a bar: the part before its colon, semicolon or last "or"; the whole
    title if that part has only a word or two, such as "Teams"."""
    words = _(title)
    return head[0] if (head := _HEAD_OF_A_TITLE.match(words)) else words


_HEAD_OF_A_TITLE = re.compile("[^:;]{9,}?(?<![ \u00a0\u202f])(?=[ \u00a0\u202f]?[:;]|, (?:ou|or) )")


def ended(words: str) -> str:
    """End words with a full stop."""
    return words if words.endswith((".", "?", "!")) else f"{words}."


def in_brackets(sentence: str, law: str) -> str:
    """Add to a sentence the Law it rests on: "One trick is transferred (Law 64A2)."."""
    if not law:
        return sentence
    word = npgettext("before numbers", "Law", "Laws", 1 + law.count(","))
    reference = f"({word}\u00a0{law_number(law)})"
    return f"{sentence[:-1]} {reference}." if sentence.endswith(".") else f"{sentence} {reference}"


def hour(at: datetime.datetime) -> str:
    return shown.clock(timezone.localtime(at))

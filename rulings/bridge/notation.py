"""Parsing of typed text: the error for text that is not notation, and characters that are commonly confused."""

import unicodedata
from typing import Literal


def gettext_noop(message: str) -> str:
    """Return the message itself, marked for the catalogue. `rulings.engine.catalogue` has the same marker, but this
    package may not import it."""
    return message


Language = Literal["en", "fr"]


class NotationError(ValueError):
    """Error: a typed or imported text is not bridge notation. Its sentence names the expected form.

    *msgid* and *fields* give the same sentence in the reader's language: `translate(msgid) % fields`.
    """

    def __init__(self, msgid: str, **fields: object) -> None:
        self.msgid = msgid
        self.fields = {name: _shortened(str(value)) for name, value in fields.items()}
        super().__init__(msgid % self.fields)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


_LOOK_ALIKES = str.maketrans(
    {
        "×": "X",
        "✕": "X",
        "✗": "X",
        "*": "X",
        "−": "-",
        "–": "-",
        "—": "-",
        "‐": "-",
        "\ufe0e": "",
        "\ufe0f": "",
    }
)


def letters_of(text: str) -> str:
    """Return the text in capitals, with look-alike characters (×, long minus, emoji suits) replaced by the usual
    ones."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_LOOK_ALIKES).upper().split())


def other(lang: Language) -> Language:
    return "fr" if lang == "en" else "en"

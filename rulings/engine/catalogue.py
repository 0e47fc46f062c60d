"""Markers of translatable words, and the catalogue that translates them. Standard library only."""

import gettext as _gettext
from functools import cache
from pathlib import Path
from typing import Protocol

_PACKAGE = Path(__file__).resolve().parent.parent
LOCALE = next(
    (folder for folder in (_PACKAGE / "locale", _PACKAGE.parent / "locale") if folder.is_dir()), _PACKAGE / "locale"
)
"""Folder of the catalogues: inside the installed package, or beside it in a checkout."""


def gettext_noop(message: str) -> str:
    """Return the message itself. ``makemessages`` collects texts by the name of this function."""
    return message


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Return the singular and the plural. ``makemessages`` collects the pair by the name of this function."""
    return (one, many)


def pgettext(context: str, message: str) -> tuple[str, str]:
    """Return the context and the message. ``makemessages`` collects homonyms by the name of this function."""
    return (context, message)


class Translator(Protocol):
    """The translation functions: Django's, or the standard library's."""

    def gettext(self, message: str, /) -> str: ...
    def pgettext(self, context: str, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, number: int, /) -> str: ...


@cache
def translator(language: str) -> Translator:
    """Return the translations into *language* ("fr") from the catalogue; without a catalogue the English source
    texts."""
    return _gettext.translation("django", str(LOCALE), [language], fallback=True)


Marked = tuple[str, str]

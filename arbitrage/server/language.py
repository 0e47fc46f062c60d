"""The language of the installation, LANGUAGE_CODE: that of the commands, and of pages whose reader has chosen no
other."""

import os

from django.apps import apps
from django.utils import translation

from rulings.engine.catalogue import translator

LANGUAGES = ("fr", "en")
"""Languages of the program; the first is the default."""

_in_file = ""


def from_now_on(language: str) -> None:
    """Set the language of the settings file, which `gettext` uses if the environment names none."""
    global _in_file
    _in_file = language


def gettext(message: str) -> str:
    """Translate a sentence that may be needed while Django's settings are read, before its own translations work."""
    if apps.ready:
        return translation.gettext(message)
    code = os.environ.get("LANGUAGE_CODE", "").strip()
    return translator(code or _in_file or LANGUAGES[0]).gettext(message)

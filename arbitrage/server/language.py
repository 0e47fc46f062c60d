"""The language of the installation, LANGUAGE_CODE: the commands speak it, and pages whose reader says no other."""

import os

from django.apps import apps
from django.utils import translation

from rulings.engine.catalogue import translator

LANGUAGES = ("fr", "en")
"""The first is that of an installation where nobody says another."""

_in_file = ""


def from_now_on(language: str) -> None:
    """Use the language of the settings file, too, where the environment names none."""
    global _in_file
    _in_file = language


def gettext(message: str) -> str:
    """Translate a sentence that may be said while the settings are read, when Django's translations are not there
    yet."""
    if apps.ready:
        return translation.gettext(message)
    code = os.environ.get("LANGUAGE_CODE", "").strip()
    return translator(code or _in_file or LANGUAGES[0]).gettext(message)

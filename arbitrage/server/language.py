"""The language of the installation, LANGUAGE_CODE: the commands speak it, and pages whose reader says no other."""

from django.apps import apps
from django.utils import translation

from rulings.engine.catalogue import translator

LANGUAGES = ("fr", "en")
"""The first is that of an installation where nobody says another."""


def gettext(message: str) -> str:
    """Translate a sentence that may be said while the settings are read, when Django's translations are not there
    yet."""
    if apps.ready:
        return translation.gettext(message)
    from arbitrage.server import environment  # it translates its own sentences with this function

    return translator(environment.text("LANGUAGE_CODE", LANGUAGES[0])).gettext(message)

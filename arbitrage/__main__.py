"""The commands of the application: `arbitrage COMMAND`, `python -m arbitrage COMMAND`, `python manage.py COMMAND`."""

import gettext
import os
import sys

FOR_THE_CODE = {"makemessages", "compilemessages", "makemigrations"}
"""Commands that write files of the program, which everybody reads."""


def main() -> None:
    """Run the command that was typed; without one, start the server and open its page: a double click types nothing."""
    arguments = sys.argv if len(sys.argv) > 1 else [*sys.argv, "start", "--open"]
    if arguments[1] not in FOR_THE_CODE:
        os.umask(0o077)  # what is written in the data folder is its owner's, whatever command comes first
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    from arbitrage.management.utility import Utility
    from arbitrage.server.language import gettext as _

    try:
        speak(settings.LANGUAGE_CODE)
        Utility(arguments).execute()
    except ImproperlyConfigured as error:
        sys.exit(_("Settings: %(reason)s") % {"reason": error})


def speak(language: str) -> None:
    """Have Python's own parser of arguments speak a language, too, from our catalogue."""
    from rulings.engine.catalogue import LOCALE

    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("django", str(LOCALE))
    gettext.textdomain("django")


if __name__ == "__main__":
    main()

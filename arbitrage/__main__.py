"""The commands of the application: `arbitrage COMMAND`, `python -m arbitrage COMMAND`, `python manage.py COMMAND`."""

import gc
import gettext
import os
import sys

from arbitrage.server.warming import SELDOM

FOR_THE_CODE = {"makemessages", "compilemessages", "makemigrations"}
"""Commands that write files of the program itself, which every user must be able to read."""


def main() -> None:
    """Run the command on the command line. Without a command (a double click), start the server and open its page."""
    gc.set_threshold(*SELDOM)  # with Python's defaults imports take a tenth longer
    arguments = sys.argv if len(sys.argv) > 1 else [*sys.argv, "start", "--open"]
    if arguments[1] not in FOR_THE_CODE:
        os.umask(0o077)  # only the owner of the data folder may read the files that any command writes there
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
    """Have argparse print its messages in a language, from our catalogue; Django does not translate them."""
    from rulings.engine.catalogue import LOCALE

    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("django", str(LOCALE))
    gettext.textdomain("django")


if __name__ == "__main__":
    main()

#!/usr/bin/env python
"""Every command of the application: `python manage.py help` lists them."""

import os
import sys

FOR_THE_CODE = {"makemessages", "compilemessages", "makemigrations"}
"""Commands that write files of the program, which everybody reads."""


def main() -> None:
    if not FOR_THE_CODE & set(sys.argv[1:2]):
        os.umask(0o077)  # what is written in the data folder is its owner's, whatever command comes first
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit(
            "Django is not installed for this Python. `make run` prepares everything; afterwards use .venv/bin/python."
        )
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Settings: {error}")


if __name__ == "__main__":
    main()

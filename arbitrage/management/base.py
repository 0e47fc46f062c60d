"""Base class of all commands: messages in the language of the installation, and errors as one sentence without a
traceback."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser, SystemCheckError
from django.db import DatabaseError
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arbitrage.server import program_files

OF_ARGPARSE = (
    gettext_noop("usage: "),
    gettext_noop("positional arguments"),
    gettext_noop("options"),
    gettext_noop("show this help message and exit"),
    gettext_noop("the following arguments are required: %s"),
    gettext_noop("unrecognized arguments: %s"),
    gettext_noop("argument %(argument_name)s: %(message)s"),
    gettext_noop("invalid choice: %(value)r (choose from %(choices)s)"),
    gettext_noop("invalid %(type)s value: %(value)r"),
    gettext_noop("expected one argument"),
    gettext_noop("expected at least one argument"),
    gettext_noop("%(prog)s: error: %(message)s\n"),
)
"""Messages of argparse, marked here so that our catalogue translates them (`arbitrage.__main__`)."""


class Command(BaseCommand):
    """Base class of our commands. *help* is marked with `gettext_lazy`, because it is read at import; all other texts
    with `gettext`."""

    help: str | Promise = ""  # type: ignore[assignment]
    requires_system_checks = ()  # `start` runs them
    suppressed_base_arguments = {
        *("--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color"),
    }

    def create_parser(self, prog_name: str, subcommand: str, **more: Any) -> CommandParser:
        help_text, self.help = self.help, str(self.help)
        try:
            return super().create_parser(prog_name, subcommand, **more)
        finally:
            self.help = help_text

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. If it was typed without --traceback, print an expected error as one sentence and exit with
        an error code."""
        typed: bool = self._called_from_command_line  # type: ignore[attr-defined]
        if not typed or options["traceback"]:
            return super().execute(*args, **options)
        with translation.override(settings.LANGUAGE_CODE):
            try:
                return super().execute(*args, **options)
            except SystemCheckError:
                raise
            except CommandError as error:
                self.stderr.write(str(error))
                sys.exit(error.returncode)
            except DatabaseError as error:
                sentence = _("The database does not answer, or is of another version (%(reason)s). Start Arbitrage "
                             "once: it says what is wrong, or brings it up. Then ask again.")  # fmt: skip
                self.stderr.write(sentence % {"reason": str(error).strip().partition("\n")[0] or type(error).__name__})
                sys.exit(1)
            except OSError as error:
                sentence = _("The system refuses: %(reason)s. Is the disk full, or a file open in another program?")
                self.stderr.write(sentence % {"reason": program_files.refusal(error)})
                sys.exit(1)

"""The command that every command of the program is: it speaks the language of the installation, and whatever stops it
is said in a sentence."""

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
"""Sentences of Python's own parser, which finds them in our catalogue (`arbitrage.__main__`)."""


class Command(BaseCommand):
    """A command of the program. *help* is marked with `gettext_lazy`, all other words with `gettext`."""

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
        """Do it; what stops a command that was typed is one sentence, and with --traceback all that Python knows of
        it."""
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

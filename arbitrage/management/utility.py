"""The command line of the program: finding the typed command, the list of commands, and the message about an unknown
one."""

import sys
import textwrap
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from django.core.management import ManagementUtility, get_commands, load_command_class
from django.utils.translation import gettext as _

from arbitrage.server import program_files

FOR_A_CLUB = (
    *("start", "demo", "club", "backup", "restore", "certificate", "install", "uninstall"),
    *("import_results", "watch_results", "check_results", "export_tournament", "person"),
)
"""Commands that a club may need, in the order in which it first needs them."""
OF_DJANGO = ("changepassword", "createsuperuser", "migrate")
"""Django's commands that an administrator of the installation may need. In a checkout the list names all of Django's
commands."""
WIDTH = 100


class Utility(ManagementUtility):
    """Django's command-line utility with our own help and error messages."""

    def main_help_text(self, commands_only: bool = False) -> str:
        if commands_only:
            return super().main_help_text(commands_only)
        known = get_commands()
        ours = sorted(name for name, app in known.items() if app == "arbitrage" and name not in FOR_A_CLUB)
        ours.remove("makemessages")  # listed with Django's commands, for developers
        others = sorted(set(known) - {*ours, *FOR_A_CLUB}) if program_files.CHECKOUT else OF_DJANGO
        return "\n".join(
            [
                _("Without a command, Arbitrage starts and opens its page in the browser."),
                *_listed(_("For a club:"), FOR_A_CLUB),
                *_listed(_("For whoever administers the installation:"), ours),
                "",
                _("Of Django, on which the program is built, in English:"),
                *textwrap.wrap(", ".join(others), WIDTH, initial_indent="  ", subsequent_indent="  "),
                "",
                _("“%(how)s” says all of a command.") % {"how": program_files.how(_("COMMAND") + " --help")},
            ]
        )

    def fetch_command(self, subcommand: str):  # type: ignore[no-untyped-def]  # BaseCommand, as Django's
        known = get_commands()
        if subcommand in known:
            return super().fetch_command(subcommand)
        near = get_close_matches(subcommand, known, n=1)
        sentences = [_("There is no command “%(name)s”.") % {"name": subcommand}]
        sentences += [_("Did you mean “%(name)s”?") % {"name": near[0]}] if near else []
        sys.exit(" ".join([*sentences, _("“%(how)s” lists them.") % {"how": program_files.how("help")}]))


def _listed(title: str, names: Iterable[str]) -> Iterator[str]:
    yield from ("", title)
    for name in names:
        yield f"  {name}"
        help_text = str(load_command_class("arbitrage", name).help)
        yield from textwrap.wrap(help_text, WIDTH, initial_indent="      ", subsequent_indent="      ")

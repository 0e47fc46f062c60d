"""`manage.py demo`: make the demonstration club, or write only its results files."""

import datetime
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from arbitrage.demo.club import SignIn, make_demo_club
from arbitrage.demo.trying_out import write_files
from arbitrage.management import base
from arbitrage.services import clock


class Command(base.Command):
    help = gettext_lazy("Make the demonstration club when there is no club yet, and say how to sign in.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--files", metavar=_("FOLDER"), type=Path, help=_("only write the results files, in this folder")
        )
        parser.add_argument(
            "--force-new", action="store_true", help=_("make one more club beside those that are there")
        )

    def handle(self, *args: Any, files: Path | None, force_new: bool, **options: Any) -> None:
        now = clock.now()
        if files is not None:
            for path in write(files, now):
                self.stdout.write(str(path))
            return
        demo = make_demo_club(now=now, force_new=force_new)
        if demo is None:
            raise CommandError(_("There are clubs already: --force-new makes the demonstration club beside them."))
        if demo.created:
            write(settings.DATA_DIR / "demo", now)
        for sign_in in demo.sign_ins:
            self.stdout.write(sentence(sign_in))


def write(folder: Path, now: datetime.datetime) -> list[Path]:
    """Write the results files of the demonstration club made at *now* into a folder.

    :raises CommandError: the files cannot be written there.
    """
    try:
        return write_files(folder, now)
    except OSError as error:
        sentence = _("The files cannot be written in %(folder)s: %(reason)s.")
        raise CommandError(sentence % {"folder": folder, "reason": error.strerror}) from error


def sentence(sign_in: SignIn) -> str:
    words = _("%(name)s, %(role)s: user name %(username)s, password %(password)s")
    return words % {**vars(sign_in), "role": pgettext("role", sign_in.role)}

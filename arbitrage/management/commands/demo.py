"""`manage.py demo`: a club to try everything with, or only its results files."""

import datetime
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from arbitrage.demo.club import SignIn, make_demo_club
from arbitrage.demo.trying_out import write_files
from arbitrage.services import clock


class Command(BaseCommand):
    help = "Make the demonstration club when there is no club yet, and say how to sign in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--files", metavar="FOLDER", type=Path, help="only write the results files, in this folder")
        parser.add_argument("--force-new", action="store_true", help="make one more club beside those that are there")

    def handle(self, *args: Any, files: Path | None, force_new: bool, **options: Any) -> None:
        now = clock.now()
        if files is not None:
            for path in write(files, now):
                self.stdout.write(str(path))
            return
        demo = make_demo_club(now=now, force_new=force_new)
        if demo is None:
            raise CommandError("There are clubs already: --force-new makes the demonstration club beside them.")
        if demo.created:
            write(settings.DATA_DIR / "demo", now)
        for sign_in in demo.sign_ins:
            self.stdout.write(sentence(sign_in))


def write(folder: Path, now: datetime.datetime) -> list[Path]:
    """Write the results files of the club that is made *now* in a folder.

    :raises CommandError: they cannot be written there.
    """
    try:
        return write_files(folder, now)
    except OSError as error:
        raise CommandError(f"The files cannot be written in {folder}: {error.strerror}.") from error


def sentence(sign_in: SignIn) -> str:
    return f"{sign_in.name}, {sign_in.role}: user name {sign_in.username}, password {sign_in.password}"

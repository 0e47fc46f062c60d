"""`manage.py watch_results`: read results files of watched folders as they change."""

import os
import sys
import threading
import time
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import close_old_connections
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.management.commands.import_results import no_club
from arbitrage.models import Club
from arbitrage.server.lock import Running, refuse_second_watch
from arbitrage.services.files.watch_log import BEAT, Seen
from arbitrage.services.files.watching import Watch, Watches

WHAT = {
    "new": gettext_lazy("read, a new tournament"),
    "updated": gettext_lazy("read, the tournament is up to date"),
    "same": gettext_lazy("nothing new"),
    "waiting": gettext_lazy("not read yet, it lacks lines"),
    "asked": gettext_lazy("a director is asked"),
    "unreadable": gettext_lazy("not read"),
}
"""Texts for the outcomes of reading a watched file, by their names in the log of the watch."""


class Command(base.Command):
    help = gettext_lazy(
        "Look every few seconds at a folder, or at one file, and read what has changed: the live database of the "
        "tables, the file of the scoring program. What directors corrected or decided stays as it is. Without a club, "
        "everything is watched that WATCH_DIR and the clubs’ pages name; a running server does that by itself."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", nargs="?", metavar=_("CLUB"), help=_("the club's short name"))
        parser.add_argument(
            "where",
            nargs="?",
            type=Path,
            metavar=_("FOLDER"),
            help=_("the folder or the file; by default that of WATCH_DIR"),
        )
        parser.add_argument(
            "--every", type=float, metavar=_("NUMBER"), default=5.0, help=_("seconds between two looks")
        )
        parser.add_argument("--looks", type=int, metavar=_("NUMBER"), help=_("stop after so many looks"))
        parser.add_argument(
            "--with-server",
            action="store_true",
            help=_("stop with the program that started it, or once nothing is named"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["every"] <= 0:
            raise CommandError(_("--every is a number of seconds above 0."))
        watch = self._of_a_club(options["club"], options["where"]) if options["club"] else Watches()
        if options["with_server"]:
            threading.Thread(target=_end_with_parent, daemon=True).start()
        try:
            with refuse_second_watch(BEAT) if isinstance(watch, Watches) else nullcontext():
                self._watch(watch, options["looks"], options["every"], with_server=options["with_server"])
        except Running as running:
            raise CommandError(str(running)) from running

    def _of_a_club(self, slug: str, where: Path | None) -> Watch:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise no_club(slug)
        where = where or (Path(settings.WATCH_DIR) if settings.WATCH_DIR else None)
        if where is None or not where.exists():
            raise CommandError(_("Name a folder or a file that is there, or set WATCH_DIR."))
        self.stdout.write(_("Looking at %(place)s.") % {"place": where})
        return Watch(club, where)

    def _watch(self, watch: Watch | Watches, looks: int | None, every: float, *, with_server: bool) -> None:
        done = 0
        while looks is None or done < looks:
            if done:
                time.sleep(every)
            done += 1
            for seen in watch.look():
                self._say(seen)
            if looks is None:
                close_old_connections()
            if with_server and not watch:
                return

    def _say(self, seen: Seen) -> None:
        sentence = f"{seen.file}: {WHAT[seen.what]}."
        if seen.added or seen.changed:
            more = _("Lines added: %(added)s, changed: %(changed)s.")
            sentence = f"{sentence} {more % {'added': seen.added, 'changed': seen.changed}}"
        self.stdout.write(f"{sentence} {seen.why}".strip())


def _end_with_parent() -> None:
    """End this process when the program that started it ends, because that closes the pipe to standard input."""
    sys.stdin.buffer.read()
    os._exit(0)

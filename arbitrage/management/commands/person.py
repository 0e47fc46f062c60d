"""`manage.py person`: list or erase the data that a club has of a person."""

import datetime
import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.models import Club
from arbitrage.services.people import personal_data


class Command(base.Command):
    help = gettext_lazy(
        "Print everything that a club has of a player; with --forget, show what goes, ask, and forget the name."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar=_("CLUB"), help=_("the name of the club"))
        parser.add_argument(
            "name", nargs="?", default="", metavar=_("NAME"), help=_("the name in either order, or the licence")
        )
        parser.add_argument("--forget", action="store_true", help=_("forget the name and the licence"))
        parser.add_argument(
            "--dry-run", action="store_true", help=_("show what would be forgotten, and forget nothing")
        )
        parser.add_argument("--yes", action="store_true", help=_("do not ask"))
        parser.add_argument(
            "--before",
            type=datetime.date.fromisoformat,
            metavar=_("DAY"),
            help=_("forget all players of tournaments before"),
        )

    def handle(self, *args: Any, club: str, name: str, forget: bool, **options: Any) -> None:
        club_named = Club.objects.filter(name=club).first()
        before: datetime.date | None = options["before"]
        if club_named is None:
            raise CommandError(_("There is no club of this name."))
        if before is not None:
            words = _("All names of the tournaments before %(day)s go.") % {"day": before.isoformat()}
            if self._sure(words, options):
                count = personal_data.forget_before(club_named, before)
                self.stdout.write(_("Forgotten: %(count)s names.") % {"count": count})
        elif not name:
            raise CommandError(_("Say whom: the name, in either order, or the licence."))
        elif forget:
            self._forget(club_named, name, options)
        else:
            self.stdout.write(json.dumps(personal_data.data_of(club_named, name), ensure_ascii=False, indent=1))

    def _forget(self, club: Club, name: str, options: Mapping[str, Any]) -> None:
        """Show what would be erased, ask, and erase it. Then list the incidents whose free texts may contain the name,
        which somebody must read."""
        goes, data = personal_data.would_forget(club, name), personal_data.data_of(club, name)
        for place in goes["places"]:
            self.stdout.write("  {date}, {tournament}, {pair}: {name} {licence}".format(**place).rstrip())
        words = _("%(places)s places and %(notes)s notes on conduct go.")
        if self._sure(words % {"places": len(goes["places"]), "notes": goes["conduct"]}, options):
            count = personal_data.forget(club, name)
            self.stdout.write(_("Forgotten in %(count)s places.") % {"count": count})
        references = sorted({incident["reference"] for incident in data["incidents"]} | set(data["named_in"]))
        if data["words"] and references:
            words = _("Read the free words of these incidents, and erase those that name him: %(references)s.")
            self.stdout.write(words % {"references": ", ".join(references)})

    def _sure(self, words: str, options: Mapping[str, Any]) -> bool:
        """Print what would be erased, and ask for confirmation; False with --dry-run. With --yes nothing is asked.

        :raises CommandError: there is no terminal at which to ask.
        """
        self.stdout.write(words)
        if options["dry_run"]:
            self.stdout.write(_("Nothing was forgotten."))
            return False
        if options["yes"]:
            return True
        if not sys.stdin.isatty():
            raise CommandError(_("Nothing was forgotten: add --yes to forget it."))
        return input(_("Forget it? [yes/no] ")).strip().casefold() in (_("yes"), "yes", "y", "o")

"""Import results files of a club from the command line."""

import datetime
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from arbitrage.exchange import Unreadable
from arbitrage.models import Club
from arbitrage.services.imports import import_tournament, preview


def day(text: str) -> datetime.date:
    """A date written as 2026-11-20."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not a date such as 2026-11-20") from error


class Command(BaseCommand):
    help = "Import results files, of any format that is read, into a club. The same file twice changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's short name")
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--date", type=day, help="the date of play, where a file has none")
        parser.add_argument("--preview", action="store_true", help="only say what is in the files")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            known = ", ".join(Club.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no club {options['club']!r}. The clubs are: {known}.")
        failed = 0
        for path in options["files"]:
            try:
                data = path.read_bytes()
                if options["preview"]:
                    self._preview(club, path, data)
                else:
                    self._import(club, path, data, options["date"])
            except (OSError, Unreadable) as error:
                failed += 1
                self.stderr.write(str(error))
        if failed:
            raise CommandError(f"Files that were not imported: {failed} of {len(options['files'])}.")

    def _preview(self, club: Club, path: Path, data: bytes) -> None:
        found = preview(data=data, filename=path.name, club=club)
        already = ", already imported" if found.already else ""
        self.stdout.write(
            f"{path.name}: {found.file.name or 'no name'}, {found.file.date or 'no date'}, sessions: {found.sessions}, "
            f"boards: {found.boards}, results: {found.results}, contestants: {found.contestants}{already}."
        )
        for warning in found.warnings:
            self.stdout.write(f"  {warning}")

    def _import(self, club: Club, path: Path, data: bytes, date: datetime.date | None) -> None:
        done = import_tournament(club=club, by=None, data=data, filename=path.name, date=date)
        for tournament in done.tournaments:
            how = "imported" if done.created else "had been imported before, nothing changed"
            self.stdout.write(f"{path.name}: {tournament.name} ({tournament.pk}) {how}.")
        for warning in done.warnings:
            self.stdout.write(f"  {warning}")

"""Import the results files of a club from the command line."""

import datetime
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, no_translations

from arbitrage.exchange import Unreadable
from arbitrage.models import Club, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.imports import digest_of, import_tournament, preview, read
from arbitrage.services.files.live_database import steady
from arbitrage.services.files.merging import Change, plan, update


def day(text: str) -> datetime.date:
    """Read a date written as 2026-11-20."""
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
        parser.add_argument(
            "--update",
            metavar="TOURNAMENT",
            help="the identifier of the tournament that the file brings up to date; what was decided there stays",
        )
        parser.add_argument(
            "--allow-removal",
            action="store_true",
            help="write an update that takes away more than a quarter of the tournament's lines or results",
        )

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            known = ", ".join(Club.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no club {options['club']!r}. The clubs are: {known}.")
        into = _tournament(club, options["update"])
        if into is not None and len(options["files"]) > 1:
            raise CommandError("One file at a time brings a tournament up to date.")
        failed = 0
        for path in options["files"]:
            try:
                data = steady(path)
                if into is not None:
                    self._update(club, path, data, into, preview=options["preview"], removal=options["allow_removal"])
                elif options["preview"]:
                    self._preview(club, path, data)
                else:
                    self._import(club, path, data, options["date"])
            except (OSError, Unreadable, Refused) as error:
                failed += 1
                self.stderr.write(str(error))
        if failed:
            raise CommandError(f"Files that were not imported: {failed} of {len(options['files'])}.")

    def _preview(self, club: Club, path: Path, data: bytes) -> None:
        seen = preview(data=data, filename=path.name, club=club)
        already = ", already imported" if seen.already else ""
        self.stdout.write(
            f"{path.name}: {seen.file.name or 'no name'}, {seen.file.date or 'no date'}, sessions: {seen.sessions}, "
            f"boards: {seen.boards}, results: {seen.results}, contestants: {seen.contestants}{already}."
        )
        for warning in seen.warnings:
            self.stdout.write(f"  {warning}")

    def _update(
        self, club: Club, path: Path, data: bytes, tournament: Tournament, *, preview: bool, removal: bool
    ) -> None:
        file = read(data, path.name)
        if len(file.sessions) > 1:
            raise CommandError("The file has several sessions: bring their tournaments up to date on the import page.")
        into = {file.sessions[0]: tournament}
        (merge,) = plan(file=file, digest=digest_of(data), into=into)
        for words, changes in (("added", merge.added), ("changed", merge.changed), ("removed", merge.removed),
                               ("kept", merge.kept)):  # fmt: skip
            for one in changes:
                self.stdout.write(f"  {words}: {_line(one)}")
        self.stdout.write(
            f"{path.name}: lines added: {len(merge.added)}, changed: {len(merge.changed)}, "
            f"removed: {len(merge.removed)}, kept: {len(merge.kept)}, completed: {merge.completed}."
        )
        for warning in file.warnings:
            self.stdout.write(f"  {warning}")
        less = merge.shrinks and not removal and not file.damaged  # a damaged file is refused in any case
        would = (
            f"{path.name}: of {merge.lines} lines of the tournament, {len(merge.removed)} would go and "
            f"{len(merge.emptied)} would lose their result (listed above). Is it an older copy, or another session?"
        )
        if preview:
            if less:
                self.stdout.write(would)
            return
        if less:
            raise CommandError(f"{would} Nothing was written; --allow-removal writes it.")
        done = update(club=club, by=None, data=data, filename=path.name, into=into, shrinking=removal)
        how = "is up to date" if done.written else "has all of it already, nothing changed"
        self.stdout.write(f"{path.name}: {tournament.name} ({tournament.pk}) {how}.")

    def _import(self, club: Club, path: Path, data: bytes, date: datetime.date | None) -> None:
        done = import_tournament(club=club, by=None, data=data, filename=path.name, date=date)
        for tournament in done.tournaments:
            how = "imported" if done.created else "had been imported before, nothing changed"
            self.stdout.write(f"{path.name}: {tournament.name} ({tournament.pk}) {how}.")
        for warning in done.warnings:
            self.stdout.write(f"  {warning}")


def _tournament(club: Club, key: str | None) -> Tournament | None:
    if key is None:
        return None
    try:
        return club.tournaments.get(pk=UUID(key))
    except (ValueError, Tournament.DoesNotExist):
        raise CommandError(f"The club has no tournament {key!r}.") from None


def _line(change: Change) -> str:
    """Write one line: "board 3, 1 against 11: 3NT S 9, 400 -> 3NT S 8, -50 (corrected)"."""
    said = [
        f"{values.contract} {values.declarer} {values.tricks if values.tricks is not None else ''}, {values.score}"
        if values.contract else f"{values.kind}, {values.score}"
        for values in (change.was, change.now) if values is not None
    ]  # fmt: skip
    values = change.now or change.was
    pairs = f"{values.ns or '?'} against {values.ew or '?'}" if values else ""
    why = f" ({change.why})" if change.why else ""
    return f"board {change.result.board.number}, {pairs}: {' -> '.join(said)}{why}"

"""`manage.py import_results`: import results files into a club, or update one of its tournaments from a file."""

import datetime
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.exchange import Unreadable
from arbitrage.management import base
from arbitrage.models import Club, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.imports import digest_of, import_tournament, preview, read
from arbitrage.services.files.live_database import steady
from arbitrage.services.files.merging import Change, plan, update


def day(text: str) -> datetime.date:
    """Parse a date written as 2026-11-20."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(_("%(text)r is not a date such as 2026-11-20") % {"text": text}) from error


class Command(base.Command):
    help = gettext_lazy(
        "Import results files, of any format that is read, into a club. The same file twice changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar=_("CLUB"), help=_("the club's short name"))
        parser.add_argument("files", nargs="+", type=Path, metavar=_("FILE"), help=_("the files"))
        parser.add_argument("--date", type=day, metavar=_("DAY"), help=_("the date of play, where a file has none"))
        parser.add_argument("--preview", action="store_true", help=_("only say what is in the files"))
        parser.add_argument(
            "--update",
            metavar=_("TOURNAMENT"),
            help=_("the identifier of the tournament that the file brings up to date; what was decided there stays"),
        )
        parser.add_argument(
            "--allow-removal",
            action="store_true",
            help=_("write an update that takes away more than a quarter of the tournament's lines or results"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise no_club(options["club"])
        into = _tournament(club, options["update"])
        if into is not None and len(options["files"]) > 1:
            raise CommandError(_("One file at a time brings a tournament up to date."))
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
            sentence = _("Files that were not imported: %(count)s of %(all)s.")
            raise CommandError(sentence % {"count": failed, "all": len(options["files"])})

    def _preview(self, club: Club, path: Path, data: bytes) -> None:
        seen = preview(data=data, filename=path.name, club=club)
        sentence = _(
            "%(file)s: %(name)s, %(date)s, sessions: %(sessions)s, boards: %(boards)s, results: %(results)s, "
            "contestants: %(contestants)s."
        )
        counted = {name: getattr(seen, name) for name in ("sessions", "boards", "results", "contestants")}
        name, date = seen.file.name or _("no name"), seen.file.date or _("no date")
        self.stdout.write(sentence % {"file": path.name, "name": name, "date": date, **counted})
        if seen.already:
            self.stdout.write("  " + _("Already imported."))
        for warning in seen.warnings:
            self.stdout.write(f"  {warning}")

    def _update(
        self, club: Club, path: Path, data: bytes, tournament: Tournament, *, preview: bool, removal: bool
    ) -> None:
        file = read(data, path.name)
        if len(file.sessions) > 1:
            raise CommandError(
                _("The file has several sessions: bring their tournaments up to date on the import page.")
            )
        into = {file.sessions[0]: tournament}
        (merge,) = plan(file=file, digest=digest_of(data), into=into)
        for words, changes in (
            (_("added: %(line)s"), merge.added),
            (_("changed: %(line)s"), merge.changed),
            (_("removed: %(line)s"), merge.removed),
            (_("kept: %(line)s"), merge.kept),
        ):
            for change in changes:
                self.stdout.write("  " + words % {"line": _line(change)})
        sentence = _(
            "%(file)s: lines added: %(added)s, changed: %(changed)s, removed: %(removed)s, kept: %(kept)s, "
            "completed: %(completed)s."
        )
        counted = {name: len(getattr(merge, name)) for name in ("added", "changed", "removed", "kept")}
        self.stdout.write(sentence % {"file": path.name, "completed": merge.completed, **counted})
        for warning in file.warnings:
            self.stdout.write(f"  {warning}")
        less = merge.shrinks and not removal and not file.damaged  # a damaged file is refused in any case
        would = _(
            "%(file)s: of %(lines)s lines of the tournament, %(removed)s would go and %(emptied)s would lose their "
            "result (listed above). Is it an older copy, or another session?"
        ) % {"file": path.name, "lines": merge.lines, "removed": len(merge.removed), "emptied": len(merge.emptied)}
        if preview:
            if less:
                self.stdout.write(would)
            return
        if less:
            raise CommandError(would + " " + _("Nothing was written; --allow-removal writes it."))
        done = update(club=club, by=None, data=data, filename=path.name, into=into, shrinking=removal)
        sentence = (
            _("%(file)s: %(tournament)s (%(key)s) is up to date.")
            if done.written
            else _("%(file)s: %(tournament)s (%(key)s) has all of it already, nothing changed.")
        )
        self.stdout.write(sentence % {"file": path.name, "tournament": tournament.name, "key": tournament.pk})

    def _import(self, club: Club, path: Path, data: bytes, date: datetime.date | None) -> None:
        done = import_tournament(club=club, by=None, data=data, filename=path.name, date=date)
        for tournament in done.tournaments:
            sentence = (
                _("%(file)s: %(tournament)s (%(key)s) imported.")
                if done.created
                else _("%(file)s: %(tournament)s (%(key)s) had been imported before, nothing changed.")
            )
            self.stdout.write(sentence % {"file": path.name, "tournament": tournament.name, "key": tournament.pk})
        for warning in done.warnings:
            self.stdout.write(f"  {warning}")


def _tournament(club: Club, key: str | None) -> Tournament | None:
    if key is None:
        return None
    try:
        return club.tournaments.get(pk=UUID(key))
    except (ValueError, Tournament.DoesNotExist):
        raise CommandError(_("The club has no tournament “%(key)s”.") % {"key": key}) from None


def no_club(slug: str) -> CommandError:
    """Build the error that there is no club with this short name; it lists the clubs that exist."""
    known = ", ".join(Club.objects.values_list("slug", flat=True)) or _("none yet")
    return CommandError(_("There is no club “%(slug)s”. The clubs are: %(known)s.") % {"slug": slug, "known": known})


def _line(change: Change) -> str:
    """Describe a changed line: "board 3, 1 against 11: 3NT S 9, 400 -> 3NT S 8, -50 (corrected)"."""
    parts = [
        f"{values.contract} {values.declarer} {values.tricks if values.tricks is not None else ''}, {values.score}"
        if values.contract else f"{values.kind}, {values.score}"
        for values in (change.was, change.now) if values is not None
    ]  # fmt: skip
    values = change.now or change.was
    named = {
        "board": change.result.board.number,
        "line": " -> ".join(parts) + (f" ({change.why})" if change.why else ""),
    }
    if values is None:
        return _("board %(board)s: %(line)s") % named
    return _("board %(board)s, %(ns)s against %(ew)s: %(line)s") % {
        **named, "ns": values.ns or "?", "ew": values.ew or "?",
    }  # fmt: skip

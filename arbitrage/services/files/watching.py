"""Automatic reading of results files in watched folders, while tables and programs write them.

A new or changed file is read once no program is writing it any more. Its results are stored only if the tournament is
certain (`likeness`): the one into which it was read before, or one with the same lines; or a new tournament if no
tournament of the club is possible. Otherwise the page of the room asks a director once (`watch_log.tell`). Corrections
and decisions are protected as when a director reads the file. A file that would remove a line is not stored, and the
line is named; an unreadable file is reported. `watch_log` stores the outcome of each file for the pages.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.exchange.reading import MAX_BYTES
from arbitrage.exchange.records import Unreadable
from arbitrage.models import Club, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.files import imports, live_database, merging, watch_log, watch_places
from arbitrage.services.files.likeness import Likeness, likeness
from arbitrage.services.files.targets import targets
from arbitrage.services.files.watch_log import Seen

logger = logging.getLogger(__name__)

MOST_FILES = 200
FRESH = 24 * 60 * 60
"""Greatest age in seconds of a file in a watched folder, so that old files do not become tournaments. A watched file
that was named itself is read at any age."""

Stamp = tuple[int, int]
"""Size and modification time of a file."""


class Watch:
    """A watched folder or file of a club, which is polled repeatedly."""

    def __init__(self, club: Club, where: Path) -> None:
        self.club, self.where = club, where
        self._before: dict[Path, Stamp] = {}
        self._read: dict[Path, Stamp] = {}
        self._asked: set[Path] = set()

    def look(self) -> list[Seen]:
        """Read the changed files whose size and modification time are the same as at the previous poll, and so are no
        longer being written."""
        entries = []
        now = dict(self._stamps())
        for path, stamp in now.items():
            answered = path in self._asked and watch_log.told(self.club, path.name) is not None
            if self._before.get(path) == stamp and (self._read.get(path) != stamp or answered):
                self._read[path] = stamp
                self._asked.discard(path)
                entries.append(self._take(path))
        self._before = now
        watch_log.remember(entries)
        return entries

    def _stamps(self) -> Iterator[tuple[Path, Stamp]]:
        """Yield the newest results files with their stamps. Symbolic links are skipped, as they may lead out of the
        folder."""
        try:
            paths = [self.where] if self.where.is_file() else sorted(self.where.iterdir())[: 50 * MOST_FILES]
        except OSError:
            return
        since, files = time.time() - FRESH, []
        for path in paths:
            if path.suffix.lstrip(".").casefold() not in watch_places.ENDINGS or path.is_symlink():
                continue
            try:
                state = path.lstat()
            except OSError:
                continue
            fresh = path == self.where or state.st_mtime >= since or path in self._read
            if fresh and path.is_file() and 0 < state.st_size <= MAX_BYTES:
                files.append((path, (state.st_size, state.st_mtime_ns)))
        files.sort(key=lambda entry: -entry[1][1])
        yield from sorted(files[:MOST_FILES])

    def _take(self, path: Path) -> Seen:
        with translation.override(self.club.language):
            try:
                return self._bring_in(path, live_database.steady(path))
            except Unreadable as unreadable:
                return self._seen(path, "unreadable", str(unreadable))
            except OSError as error:
                return self._seen(path, "unreadable", error.strerror or "")
            except DatabaseError:
                self._read.pop(path, None)  # try again at the next poll, for example if the database was locked
                return self._seen(path, "waiting")
            except Exception:  # report this file, and go on with the others
                logger.exception("A watched file stopped its reading.")
                return self._seen(path, "unreadable", _("This file cannot be read by itself. Read it in by hand."))

    def _bring_in(self, path: Path, data: bytes) -> Seen:
        if had := imports.known(self.club, imports.digest_of(data)):
            return self._seen(path, "same", tournament=str(had[0].pk))
        file = imports.read(data, path.name)
        if (evening := watch_log.told(self.club, path.name)) is not None and len(file.sessions) <= 1:
            (session,) = file.sessions or ("",)
            if not likeness(evening, file.session(session), session, path.name).contradicted:
                return self._update(path, data, {session: evening})
            watch_log.untell(self.club, path.name)
            return self._seen(path, "waiting", _another(evening), str(evening.pk))
        likely = targets(self.club, file, path.name)
        sure = {session: of[0].tournament for session, of in likely.items() if of and of[0].verdict == "sure"}
        if any(of and session not in sure for session, of in likely.items()):
            first = next(of[0] for session, of in likely.items() if of and session not in sure)
            self._asked.add(path)
            return self._seen(path, "asked", _which(first), str(first.tournament.pk))
        if sure:
            return self._update(path, data, sure)
        if file.damaged:  # it may be complete at the next poll
            return self._seen(path, "waiting", " ".join(warning.reason for warning in file.warnings[:3]))
        made = imports.import_tournament(club=self.club, by=None, data=data, filename=path.name)
        return self._seen(path, "new", tournament=str(made.tournaments[0].pk), added=len(file.results))

    def _update(self, path: Path, data: bytes, into: Mapping[str, Tournament]) -> Seen:
        first = str(next(iter(into.values())).pk)
        try:
            done = merging.update(club=self.club, by=None, data=data, filename=path.name, into=into, taking_away=False)
        except Refused as refused:
            return self._seen(path, "waiting", str(refused), first)
        added, changed = (sum(len(getattr(merge, name)) for merge in done.merges) for name in ("added", "changed"))
        kept = tuple(
            (change.result.board.number, change.result.table) for of in done.merges for change in of.kept if change.now
        )
        return replace(self._seen(path, "updated" if done.written else "same", "", first, added, changed), kept=kept)

    def _seen(
        self, path: Path, what: str, why: str = "", tournament: str = "", added: int = 0, changed: int = 0
    ) -> Seen:
        return Seen(path.name, clock.now(), what, why, tournament, str(self.club.pk), added, changed)


def _which(likeness: Likeness) -> str:
    """Write the question whether a file belongs to this tournament, with the reasons and how to answer."""
    sentence = _(
        "Is it the file of “%(name)s”? It may be, and nothing was written. Say so once, and it comes in by itself from "
        "then on; for another tournament, read it in by hand. %(why)s"
    )
    return sentence % {"name": likeness.tournament.name, "why": " ".join(likeness.words())}


def _another(evening: Tournament) -> str:
    """Write the sentence that a file contradicts the tournament chosen for it, with the remedy."""
    sentence = _(
        "This file was said to be of “%(name)s”, but now says other results for most of its lines: nothing was "
        "written. Read it in by hand, into its own evening."
    )
    return sentence % {"name": evening.name}


class Watches:
    """All watched folders and files; a new one is found at the next poll."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, Path], Watch] = {}

    def __bool__(self) -> bool:
        return bool(self._of)

    def look(self) -> list[Seen]:
        """Poll all watched places."""
        places = {(str(place.club.pk), place.where): place for place in watch_places.places()}
        self._of = {key: self._of.get(key) or Watch(place.club, place.where) for key, place in places.items()}
        watch_log.beat()
        return [seen for watch in self._of.values() for seen in watch.look()]

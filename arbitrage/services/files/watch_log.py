"""The last outcome of reading each watched file, stored in the data folder for the pages."""

import datetime
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from arbitrage.models import Club, Tournament
from arbitrage.services import clock

LOG = "watched.json"
MOST_KEPT = 200
BEAT = "watching.lock"
"""The lock file of the process that watches a data folder, touched at each poll."""
PROBLEMS = ("waiting", "asked", "unreadable")
TOLD = "watched_told.json"
"""File with the directors' answers: for a club and the name of a results file, the tournament to which it belongs."""
A_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Seen:
    """Outcome of reading a watched file. *what* is "new", "updated", "same", "waiting" (the file lacks lines), "asked"
    (a director is asked whether the file belongs to *tournament*) or "unreadable"; *why* is a sentence with the reason,
    or "". *tournament* and *club* are ids, or ""; *kept* are the boards and tables of protected lines that differ in
    the file."""

    file: str
    at: datetime.datetime
    what: str
    why: str = ""
    tournament: str = ""
    club: str = ""
    added: int = 0
    changed: int = 0
    kept: tuple[tuple[int, int | None], ...] = ()

    @property
    def problem(self) -> bool:
        """Was the file unreadable, or was nothing written for the reason *why*?"""
        return self.what in PROBLEMS and bool(self.why)


def remember(seen: Iterable[Seen]) -> None:
    """Store two outcomes of each file: the last one that changed a tournament, and the last problem if no reading has
    succeeded since."""
    before = {(seen_before.club, seen_before.file, seen_before.problem): seen_before for seen_before in last()}
    known = dict(before)
    for entry in seen:
        key = (entry.club, entry.file)
        if entry.problem:
            known[*key, True] = entry
        elif entry.what not in PROBLEMS:
            known.pop((*key, True), None)
            there = known.get((*key, False))
            if entry.what != "same" or there is None or (entry.kept and entry.kept != there.kept):
                known[*key, False] = entry
    if known == before:
        return
    newest = sorted(known.values(), key=lambda entry: entry.at, reverse=True)[:MOST_KEPT]
    _write(LOG, [asdict(file) | {"at": file.at.isoformat()} for file in newest])


def last(tournament: Tournament | None = None) -> list[Seen]:
    """List the last results of watched files, the newest first; with a tournament, only those of files read into it."""
    try:
        entries = [_read(entry) for entry in json.loads(_path(LOG).read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    return [entry for entry in entries if tournament is None or entry.tournament == str(tournament.pk)]


def _read(written: Mapping[str, Any]) -> Seen:
    at = datetime.datetime.fromisoformat(str(written["at"]))
    words = {name: str(written.get(name, "")) for name in ("file", "what", "why", "tournament", "club")}
    kept = tuple((int(board), None if table is None else int(table)) for board, table in written.get("kept", ()))
    return Seen(**words, at=at, added=int(written["added"]), changed=int(written["changed"]), kept=kept)


def tell(tournament: Tournament, file: str) -> None:
    """Store a director's answer that a file belongs to an evening; the watcher uses it from its next poll on."""
    now = clock.now()
    recent = {key: value for key, value in _told().items() if now - _at(value) < 2 * A_DAY}
    recent[_key(str(tournament.club_id), file)] = {"tournament": str(tournament.pk), "at": now.isoformat()}
    _write(TOLD, recent)


def untell(club: Club, file: str) -> None:
    """Delete a director's answer about a file that turned out to belong to another evening."""
    _write(TOLD, {key: value for key, value in _told().items() if key != _key(str(club.pk), file)})


def told(club: Club, file: str) -> Tournament | None:
    """Return the evening to which a director assigned a file; None without an answer, or on another day."""
    value = _told().get(_key(str(club.pk), file))
    if value is None or clock.now() - _at(value) > A_DAY:
        return None
    return Tournament.objects.filter(club=club, pk=str(value["tournament"])).first()


def _key(club: str, file: str) -> str:
    return f"{club}/{file}"


def _told() -> dict[str, dict[str, str]]:
    try:
        answers = json.loads(_path(TOLD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {key: value for key, value in answers.items() if {"tournament", "at"} <= set(value)}


def _at(value: Mapping[str, str]) -> datetime.datetime:
    return datetime.datetime.fromisoformat(value["at"])


def _write(name: str, content: object) -> None:
    path = _path(name)
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    os.replace(aside, path)


def version() -> int:
    """Return a number that grows whenever a new outcome is stored: the modification time of the log, in
    milliseconds."""
    try:
        return _path(LOG).stat().st_mtime_ns // 1_000_000
    except OSError:
        return 0


def beat() -> None:
    """Touch the lock file, as a sign that the watcher runs."""
    _path(BEAT).touch()


def last_look() -> datetime.datetime | None:
    """Return the time of the watcher's last poll; None before the first."""
    try:
        return datetime.datetime.fromtimestamp(_path(BEAT).stat().st_mtime, datetime.UTC)
    except OSError:
        return None


def _path(name: str) -> Path:
    return Path(settings.DATA_DIR) / name

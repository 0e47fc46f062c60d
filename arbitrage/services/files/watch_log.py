"""What became of the files that are watched, for the pages: the last of each, in a file of the data folder."""

import datetime
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from arbitrage.models import Tournament

LOG = "watched.json"
MOST_KEPT = 200
BEAT = "watching.lock"
"""Held by the one process that watches for a folder of data, and touched at each look."""
PROBLEMS = ("waiting", "unreadable")


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a file: *what* is "new", "updated", "same", "waiting" (it lacks lines, or a choice is needed) or
    "unreadable"; *why* says so in a sentence where there is one. *tournament* and *club* are their identifiers, ""
    without one; *kept* the boards and tables of lines that stay as was decided here, where the file says otherwise."""

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
        """Was it not read, or not written, with a reason?"""
        return self.what in PROBLEMS and bool(self.why)


def remember(seen: Iterable[Seen]) -> None:
    """Keep of each file when it last brought something, and what was wrong with it since."""
    before = {(one.club, one.file, one.problem): one for one in last()}
    known = dict(before)
    for one in seen:
        key = (one.club, one.file)
        if one.problem:
            known[*key, True] = one
        elif one.what not in PROBLEMS:
            known.pop((*key, True), None)
            there = known.get((*key, False))
            if one.what != "same" or there is None or (one.kept and one.kept != there.kept):
                known[*key, False] = one
    if known == before:
        return
    newest = sorted(known.values(), key=lambda one: one.at, reverse=True)[:MOST_KEPT]
    written = [asdict(one) | {"at": one.at.isoformat()} for one in newest]
    path = _path(LOG)
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(written, ensure_ascii=False), encoding="utf-8")
    os.replace(aside, path)


def last(tournament: Tournament | None = None) -> list[Seen]:
    """What became of the files that were watched, the newest first; of one tournament, those that went into it."""
    try:
        found = [_read(one) for one in json.loads(_path(LOG).read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    return [one for one in found if tournament is None or one.tournament == str(tournament.pk)]


def _read(written: Mapping[str, Any]) -> Seen:
    at = datetime.datetime.fromisoformat(str(written["at"]))
    words = {name: str(written.get(name, "")) for name in ("file", "what", "why", "tournament", "club")}
    kept = tuple((int(board), None if table is None else int(table)) for board, table in written.get("kept", ()))
    return Seen(**words, at=at, added=int(written["added"]), changed=int(written["changed"]), kept=kept)


def version() -> int:
    """A number that grows when something was read, or could not be."""
    try:
        return _path(LOG).stat().st_mtime_ns // 1_000_000
    except OSError:
        return 0


def beat() -> None:
    """Say that somebody looks."""
    _path(BEAT).touch()


def last_look() -> datetime.datetime | None:
    """When somebody looked last; None if nobody ever did."""
    try:
        return datetime.datetime.fromtimestamp(_path(BEAT).stat().st_mtime, datetime.UTC)
    except OSError:
        return None


def _path(name: str) -> Path:
    return Path(settings.DATA_DIR) / name

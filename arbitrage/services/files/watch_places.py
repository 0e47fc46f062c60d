"""The folders and files whose results are read automatically: WATCH_DIR, and those that a club has named on its page.

These are settings of this machine, stored in a file of the data folder and not in the record: a path may contain a
person's name, and has no meaning on another machine.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club
from arbitrage.services.errors import Refused

NAMED = "watching.json"
ENDINGS = frozenset(("bws", "xml", "pbn", "csv", "xlsx", "json", "lin", "usebio"))
"""File name endings that are read; the format is recognised by the content."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder or file with the results of a club. *fixed* marks WATCH_DIR, which no page changes."""

    club: Club
    where: Path
    fixed: bool


def somewhere() -> bool:
    """May any place be watched? Answered without a query."""
    return bool(settings.WATCH_DIR) or _named_path().exists()


def places() -> list[Place]:
    """List the watched places: WATCH_DIR itself for a single club, or its subfolders by the clubs' short names for
    several; then the places that clubs have named."""
    clubs = list(Club.objects.all())
    watched = []
    if settings.WATCH_DIR:
        root = Path(settings.WATCH_DIR)
        watched = [Place(club, root if len(clubs) == 1 else root / club.slug, fixed=True) for club in clubs]
    named = _named()
    return watched + [Place(club, Path(named[str(club.pk)]), fixed=False) for club in clubs if str(club.pk) in named]


def of(club: Club) -> list[Place]:
    """List the watched places of a club."""
    return [place for place in places() if place.club == club]


def may_name() -> bool:
    """May a page set the watched folder? Not if several clubs share the machine, as a club could name the folder with
    another club's files."""
    return Club.objects.count() == 1


def name(club: Club, written: str) -> Path:
    """Watch this folder or file for the club from now on, in place of the one named before.

    :raises Refused: the path does not exist, is no results file, or belongs to Arbitrage itself.
    """
    if not may_name():
        raise Refused(_("Several clubs share this machine: whoever keeps it sets WATCH_DIR."), "several_clubs")
    where = Path(written.strip().strip('"')).expanduser()
    try:
        where = where.resolve(strict=True) if where.is_absolute() else Path()
    except (OSError, RuntimeError):
        where = Path()
    if not where.is_absolute():
        raise Refused(_("There is no such folder or file on the computer that runs Arbitrage."), "nowhere")
    data = Path(settings.DATA_DIR).resolve()
    if where == data or data in where.parents:
        raise Refused(_("This folder holds the data of Arbitrage itself. Choose another one."), "own_data")
    if where.is_file() and where.suffix.lstrip(".").casefold() not in ENDINGS:
        raise Refused(
            _("This is not a results file. Name the Bridgemate database or the folder it is in."), "no_results"
        )
    _keep(_named() | {str(club.pk): str(where)})
    return where


def forget(club: Club) -> None:
    """Stop watching a folder or file that the club had named."""
    _keep({key: where for key, where in _named().items() if key != str(club.pk)})


def _named_path() -> Path:
    return Path(settings.DATA_DIR) / NAMED


def _named() -> dict[str, str]:
    try:
        named = json.loads(_named_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(where) for key, where in named.items()} if isinstance(named, dict) else {}


def _keep(named: Mapping[str, str]) -> None:
    path = _named_path()
    if not named:
        path.unlink(missing_ok=True)
        return
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(named, ensure_ascii=False), encoding="utf-8")
    os.replace(aside, path)

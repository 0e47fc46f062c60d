"""Results read automatically, in words: a line for the room, a page for the club."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Club, Tournament
from arbitrage.services.files import watch_log, watch_places
from arbitrage.services.files.watch_log import Seen

AN_EVENING = timedelta(hours=12)
A_FEW = 6
"""Most protected lines that are listed by name."""
ASLEEP = timedelta(minutes=1)
"""Time without a poll after which the watcher is considered stopped."""


def version() -> int:
    """Return a number that grows whenever the state of the watched files changes."""
    return watch_log.version()


def in_the_room(tournament: Tournament, now: datetime) -> dict[str, Any] | None:
    """Describe the watched files for the room of today's tournament: the last results with their time; unreadable
    files; whether the watcher is running. None when no file is watched for it."""
    if abs(tournament.date - timezone.localdate(now)) > timedelta(days=1):
        return None
    sightings = [sighting for sighting in watch_log.last() if now - sighting.at < AN_EVENING]
    this_tournament, nowhere = (str(tournament.club_id), str(tournament.pk)), (str(tournament.club_id), "")
    came = next(
        (
            sighting
            for sighting in sightings
            if (sighting.club, sighting.tournament) == this_tournament and not sighting.problem
        ),
        None,
    )
    problems = [
        sighting
        for sighting in sightings
        if sighting.problem and (sighting.club, sighting.tournament) in (this_tournament, nowhere)
    ]
    if came is None and not problems:
        return None
    return {
        "club": tournament.club_id,
        "came": {"file": came.file, "at": came.at, "words": _brought(came)} if came else None,
        "problems": [
            {
                "file": sighting.file,
                "at": sighting.at,
                "why": reason(sighting),
                "asked": sighting.what == "asked",
                "tournament": tournament.pk,
            }
            for sighting in problems
        ],
        "asked": any(sighting.what == "asked" for sighting in problems),
        "asleep": bool(watch_places.somewhere() and _asleep(now)),
    }


def club_page(club: Club, now: datetime) -> dict[str, Any]:
    """List a club's watched files and folders, the time of the last poll, and the result of each file."""
    sightings = [sighting for sighting in watch_log.last() if sighting.club == str(club.pk)]
    return {
        "club": club,
        "places": [
            {"where": str(place.where), "fixed": place.fixed, "there": place.where.exists()}
            for place in watch_places.of(club)
        ],
        "looked": watch_log.last_look(),
        "asleep": _asleep(now),
        "may_name": watch_places.may_name(),
        "files": _files(club, sightings[:30]),
    }


def _files(club: Club, sightings: Iterable[Seen]) -> list[dict[str, Any]]:
    tournaments = {
        str(tournament.pk): tournament for tournament in Tournament.objects.filter(club=club).order_by("-date")[:200]
    }
    return [
        {
            "file": sighting.file,
            "at": sighting.at,
            "problem": sighting.problem,
            "words": reason(sighting) if sighting.problem else _brought(sighting),
            "asked": sighting.what == "asked",
            "tournament": tournaments.get(sighting.tournament),
        }
        for sighting in sightings
    ]


def reason(sighting: Seen) -> str:
    """Return the reason why a file was not read or not written, without its name in front."""
    return sighting.why.removeprefix(sighting.file).lstrip(" :,\u00a0\u202f")


def _brought(sighting: Seen) -> str:
    """Describe the last change that a file brought: "6 new lines, 2 lines changed"."""
    words = []
    if sighting.added:
        words.append(ngettext("%(lines)s new line", "%(lines)s new lines", sighting.added) % {"lines": sighting.added})
    if sighting.changed:
        words.append(
            ngettext("%(lines)s line changed", "%(lines)s lines changed", sighting.changed)
            % {"lines": sighting.changed}
        )
    if sighting.kept:
        where = ", ".join(_kept(board, table) for board, table in sighting.kept[:A_FEW])
        more = "…" if len(sighting.kept) > A_FEW else ""
        words.append(_("kept as decided here, where the file says otherwise: %(where)s") % {"where": where + more})
    return ", ".join(words) or _("nothing new")


def _kept(board: int, table: int | None) -> str:
    if table is None:
        return _("board %(board)s") % {"board": board}
    return _("board %(board)s table %(table)s") % {"board": board, "table": table}


def _asleep(now: datetime) -> bool:
    looked = watch_log.last_look()
    return looked is None or now - looked > ASLEEP

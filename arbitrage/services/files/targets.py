"""The tournaments of the club that a results file may be an update of."""

import datetime
from dataclasses import replace

from django.db.models import Q
from django.utils import timezone

from arbitrage.exchange.records import TournamentFile
from arbitrage.models import Club, Tournament
from arbitrage.services import clock
from arbitrage.services.files.likeness import Likeness, likeness

A_FORTNIGHT = datetime.timedelta(days=14)
ONE_DAY = datetime.timedelta(days=1)
"""Tolerance for the date of a file: some programs date a session one day late."""
LOOKED_AT = 30
"""Tournaments of the club that are compared with a file, the nearest in time."""
PROPOSED = 3


def targets(
    club: Club, file: TournamentFile, filename: str, evening: Tournament | None = None
) -> dict[str, tuple[Likeness, ...]]:
    """List the tournaments of the club that each session of a file may be an update of, the likeliest first; () for
    none.

    Candidates have the file's date, give or take a day, or a date within a fortnight of today if the file has none. For
    a file with one session, the *evening* from whose page the director came is first, whatever its likeness.
    """
    sessions = file.sessions or ("",)
    targets_of = {session: _targets(club, file.session(session), session, filename) for session in sessions}
    if evening is not None and len(sessions) == 1:
        (session,) = sessions
        first = likeness(evening, file.session(session), session, filename)
        targets_of[session] = (
            first,
            *(likeness_to for likeness_to in targets_of[session] if likeness_to.tournament != evening),
        )[:PROPOSED]
    return targets_of


def _targets(club: Club, file: TournamentFile, session: str, filename: str) -> tuple[Likeness, ...]:
    day = file.date or timezone.localdate(clock.now())
    around = ONE_DAY if file.date else A_FORTNIGHT
    near = Q(date__gte=day - around, date__lte=day + around)
    candidates = Tournament.objects.filter(near, club=club).order_by("-date", "-pk")[: LOOKED_AT + 1]
    many = len(candidates) > LOOKED_AT
    likenesses = [likeness(tournament, file, session, filename) for tournament in candidates]
    likenesses = [
        target for target in likenesses if target.verdict != "other" and target.boards | target.common | target.meeting
    ]
    likenesses.sort(key=lambda target: target.weight, reverse=True)
    rivals = len([target for target in likenesses if target.meeting >= 0.9 * target.told])
    return tuple(replace(target, alone=rivals <= 1 and not many) for target in likenesses[:PROPOSED])
